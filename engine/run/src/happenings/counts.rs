//! Counts of what happened.

/// How much happened so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EventCounts {
    /// Instants at which an announced event was due.
    pub time_events: u64,
    /// Crossings of indicators.
    pub state_events: u64,
    /// Instants at which clocks ticked, the clock of accepted steps left out.
    pub ticks: u64,
    /// Samples of the indicators in search of crossings.
    pub samples: u64,
}
