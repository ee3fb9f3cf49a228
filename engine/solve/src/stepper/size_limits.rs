//! Which step sizes a scenario allows.

use super::{Problem, smallest_step};

/// Which step sizes the settings allow.
#[derive(Debug, Clone, Copy)]
pub(super) struct SizeLimits {
    /// Size of the first step, where the scenario gives it, s.
    pub(super) first: Option<f64>,
    /// Largest size, s.
    pub(super) most: f64,
    /// HMin, where the scenario gives it, s.
    least: Option<f64>,
}

impl SizeLimits {
    pub(super) fn of(problem: Problem<'_>) -> Self {
        let settings = problem.settings;
        Self { first: settings.h_first, most: settings.h_max, least: settings.h_min }
    }

    /// The smallest step that the error may ask for at a time, s: HMin, but no
    /// less than what the time can be resolved to.
    pub(super) fn least_at(&self, time: f64) -> f64 {
        smallest_step(time, self.least)
    }
}
