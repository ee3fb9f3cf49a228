//! How often calculations run.

use crate::clock::Clock;

/// How often a common computation has to run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rate {
    /// Its result may change with time and state.
    #[default]
    Continuous,
    /// Its result depends on parameters, constants and other constant results
    /// only: it runs once, before the first evaluation.
    Constant,
    /// It runs at the ticks of a clock; what it fills is held in between.
    Sampled(Clock),
}
