//! Linear time-invariant systems: modes, frequency responses, margins, discretisation, files. It knows no models.

mod balancing;
mod eigenvalues;
mod error;
mod matrix;
mod spectrum;
mod structure;
mod system;

pub use eigenvalues::eigenvalues;
pub use error::LtiError;
pub use matrix::Matrix;
/// A complex number.
pub use num_complex::Complex64 as Complex;
pub use system::{LinearSystem, OperatingPoint, Quantity};
