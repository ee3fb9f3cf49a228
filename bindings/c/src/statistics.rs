//! What a run cost.

use bowline_engine::statistics::Statistics;

/// What a run cost so far.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct BowlineStatistics {
    /// Size of this struct, bytes: set it before the call. What a newer library knows beyond it is left out.
    pub size: usize,
    /// Accepted steps.
    pub steps: u64,
    /// Steps that were repeated with a smaller size.
    pub rejected: u64,
    /// Evaluations of the derivatives.
    pub evaluations: u64,
    /// Jacobians of implicit methods.
    pub jacobians: u64,
    /// Time events.
    pub time_events: u64,
    /// Crossings of indicators.
    pub state_events: u64,
    /// Instants at which clocks ticked.
    pub ticks: u64,
    /// Rows recorded.
    pub rows: u64,
    /// Threads that share the work.
    pub threads: u64,
    /// Wall-clock time, s.
    pub wall_s: f64,
}

impl BowlineStatistics {
    pub(crate) fn of(statistics: &Statistics, size: usize) -> Self {
        Self {
            size,
            steps: statistics.steps,
            rejected: statistics.rejected,
            evaluations: statistics.evaluations,
            jacobians: statistics.jacobians,
            time_events: statistics.events,
            state_events: statistics.state_events,
            ticks: statistics.ticks,
            rows: statistics.rows,
            threads: statistics.threads as u64,
            wall_s: statistics.wall_s,
        }
    }
}
