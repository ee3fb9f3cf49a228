//! The start of a run: initial conditions, state files, equilibria.

pub(crate) mod connected_rates;
pub(crate) mod equilibrium_start;
pub(crate) mod explicit_values;
pub(crate) mod initial_conditions;
pub(crate) mod initial_state;
pub(crate) mod loop_cuts;
pub(crate) mod resumption;
