//! What turns around an axis.

mod braked_inertia;
mod dc_motor;
mod inertia;
mod rack;
mod spring_damper;

pub use braked_inertia::BrakedInertia;
pub use dc_motor::DcMotor;
pub use inertia::Inertia;
pub use rack::Rack;
pub use spring_damper::SpringDamper;
