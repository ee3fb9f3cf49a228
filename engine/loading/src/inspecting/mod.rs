//! Checks of a finished model, and of names that no stage looked up.

pub(crate) mod guards;
pub(crate) mod inspection;
pub(crate) mod remaining_names;
