//! What turns around an axis.

mod dc_motor;
mod inertia;
mod rack;
mod spring_damper;

pub use dc_motor::DcMotor;
pub use inertia::Inertia;
pub use rack::Rack;
pub use spring_damper::SpringDamper;
