//! Linear time-invariant systems: modes, frequency responses, margins, discretisation, files. It knows no models.

mod balancing;
mod eigenvalues;
mod error;
mod exponential;
mod files;
mod grid;
mod hessenberg;
mod margins;
mod matrix;
mod modes;
mod response;
mod root;
mod spectrum;
mod structure;
mod sweep;
mod system;
mod zero_order_hold;
mod zeros;

pub use eigenvalues::eigenvalues;
pub use error::LtiError;
pub use exponential::exponential;
pub use grid::{decades, logarithmic};
pub use margins::{Margins, margins};
pub use matrix::Matrix;
pub use modes::Mode;
/// A complex number.
pub use num_complex::Complex64 as Complex;
pub use response::{FrequencyResponse, unwrapped_degrees};
pub use system::{LinearSystem, OperatingPoint, Quantity};
pub use zero_order_hold::zero_order_hold;
