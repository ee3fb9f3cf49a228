//! Equilibria: states in which a model stays as it is.
//!
//! All states are sought, those that are held excepted, so that their derivatives are 0; with them the unknowns of loops,
//! and discrete values, so that a tick leaves them as they are. Inputs and parameters may be sought for conditions on
//! signals. Time stands still.

mod conditions;
mod equilibrium;
pub mod linearization;
mod no_equilibrium;
mod rest;
mod search;
mod sought;

pub use conditions::{Conditions, Given};
pub use equilibrium::{Equilibrium, Found};
pub use no_equilibrium::{EquationResidual, NoEquilibrium, Openings, Unmet};
pub use rest::Family;
