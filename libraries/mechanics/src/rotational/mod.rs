//! What turns around an axis.

mod braked_inertia;
mod dc_motor;
mod rack;

pub use braked_inertia::BrakedInertia;
pub use dc_motor::DcMotor;
pub use rack::Rack;
