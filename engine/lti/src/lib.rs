//! Linear time-invariant systems: modes, frequency responses, margins, discretisation, files. It knows no models.
//!
//! ```
//! use bowline_lti::{LinearSystem, Matrix, margins};
//!
//! // A mass of 2 kg on a spring of 50 N/m with a damper of 0.8 N s/m; force to position.
//! let system = LinearSystem::new(
//!     Matrix::from_rows(&[[0.0, 1.0], [-25.0, -0.4]])?,
//!     Matrix::from_rows(&[[0.0], [0.5]])?,
//!     Matrix::from_rows(&[[1.0, 0.0]])?,
//!     Matrix::zeros(1, 1),
//! )?;
//! let modes = system.modes(&[])?;
//! assert!((modes[0].damping_ratio - 0.04).abs() < 1e-15);
//! let response = system.frequency_response(&[0.0, 0.5])?;
//! assert_eq!(response.channel(0, 0)[0].re, 1.0 / 50.0);
//! assert_eq!(margins(&system, 0, 0)?.is_stable_closed_loop, Some(true));
//! # Ok::<(), bowline_lti::LtiError>(())
//! ```
//!
//! A [`LinearSystem`] is its matrices, with names and units of what they connect. States that do not act on each other
//! in circles are told apart by the zeros of A before anything is calculated (`structure.rs`), and matrices are
//! balanced (`balancing.rs`), so that units do not matter. All of it runs in one thread: the same system gives the
//! same bits each time on a machine.

mod balancing;
mod eigenvalues;
mod error;
mod exponential;
mod files;
mod grid;
mod hessenberg;
mod loop_gain;
mod margins;
mod matrix;
mod matrix_size;
mod modes;
mod rates;
mod resolvent;
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
pub use matrix_size::MatrixSize;
pub use modes::Mode;
/// A complex number.
pub use num_complex::Complex64 as Complex;
pub use response::{FrequencyResponse, unwrapped_degrees};
pub use system::{LinearSystem, OperatingPoint, Quantity};
pub use zero_order_hold::zero_order_hold;
