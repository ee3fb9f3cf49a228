//! The numbers at the start of a run.

/// What a workspace begins with.
#[derive(Debug)]
pub(crate) struct Start {
    /// The numbers before the first evaluation: initial states, constants, and
    /// everything else unset.
    pub(crate) values: Vec<f64>,
    /// What `[ x | discrete ]` becomes at the next ticks; none while initial
    /// conditions are completed.
    pub(crate) next: Vec<f64>,
}
