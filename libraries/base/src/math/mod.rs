//! Linear dynamics and controllers (`Math/...`).

mod discrete_pid;
mod expression;
mod integrator;
mod linear_system;
mod low_pass;
mod pid;
mod tuning;

pub use discrete_pid::DiscretePid;
pub use expression::Expression;
pub use integrator::Integrator;
pub use linear_system::LinearSystem;
pub use low_pass::LowPass;
pub use pid::Pid;
