//! Filters of signals, by the bilinear transform.

mod filter;
mod kinds;

pub use kinds::{FirstOrderTransferFunction, Integrator, SecondOrderTransferFunction};
