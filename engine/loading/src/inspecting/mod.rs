//! Checks of a finished model, and of names that no stage looked up.

mod bound_object;
mod evaluated_start;
pub(crate) mod guards;
pub(crate) mod inspection;
pub(crate) mod remaining_names;
