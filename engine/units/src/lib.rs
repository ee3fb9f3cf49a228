//! Units of measurement: what engineers write, its dimension, and its exact size.
//!
//! ```
//! use bowline_units::{Comparison, Unit};
//!
//! let flow = Unit::parse("l/min").expect("a unit");
//! assert_eq!(flow.dimension(), Unit::parse("m^3/s").expect("a unit").dimension());
//! assert_eq!(Unit::compare("kN", "N"), Some(Comparison::Scaled(1000.0)));
//! ```
//!
//! A unit stands alone where a port or a parameter declares it ([`Unit::parse`]), or it
//! follows a number in a formula ([`Unit::behind_number`]).

mod behind;
mod dimension;
mod display;
mod power;
mod ratio;
mod symbol;
mod unit;

pub use behind::{Behind, Fault};
pub use dimension::Dimension;
pub use display::{DisplayUnits, Shown};
pub use power::Power;
pub use ratio::Ratio;
pub use symbol::symbols;
pub use unit::{Comparison, Unit};
