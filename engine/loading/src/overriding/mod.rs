//! Overrides: what the command line and an initial state set.

pub(crate) mod flat_names;
pub(crate) mod overrides;
pub(crate) mod resumed_overrides;
pub(crate) mod settable_names;
