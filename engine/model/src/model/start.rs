//! The numbers at the start of a run.

use crate::workspace::loops::BlockState;

/// What a workspace begins with.
#[derive(Debug)]
pub struct Start {
    /// The numbers before the first evaluation: initial states, constants, and
    /// everything else unset.
    pub values: Vec<f64>,
    /// What `[ x | discrete ]` becomes at the next ticks; none while initial
    /// conditions are completed.
    pub next: Vec<f64>,
    /// Where loops were solved in the run that this one goes on from; empty where it goes on from none.
    pub loops: Vec<BlockState>,
}
