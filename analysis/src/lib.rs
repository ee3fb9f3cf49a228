//! Analyses of models: equilibria and characteristics, linear models and their modes, frequency responses and margins.
//!
//! It puts together what the engine offers, by names, for the program and the Python package; a page or an array of it is
//! made elsewhere.

pub mod characteristic;
pub mod conditions;
mod error;
pub mod frequencies;
mod linearized;
pub mod notes;
mod point;
pub mod response;
pub mod rest;
mod stability;
mod study;
pub mod words;

pub use conditions::Wanted;
pub use error::AnalysisError;
pub use linearized::Linearized;
pub use point::{Place, Point};
pub use stability::Stability;
pub use study::Study;
