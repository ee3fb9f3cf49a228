//! Filters of signals, by the bilinear transform, delays and hysteresis.

mod delay;
mod double_integrator;
mod filter;
mod hysteresis;
mod kinds;
mod limited_integrator;

pub use delay::TimeDelay;
pub use double_integrator::DoubleIntegratorWithDamping;
pub use hysteresis::Hysteresis;
pub use kinds::{FirstOrderTransferFunction, Integrator, SecondOrderTransferFunction};
pub use limited_integrator::IntegratorLimited;
