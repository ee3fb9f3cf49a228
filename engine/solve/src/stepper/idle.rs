//! The stepper of a model without states.

use super::{Evaluated, Integration, Problem, Restart, StepError, StepLimit, System};

/// The longest step where somebody watches, as a part of the run.
const LONGEST: f64 = 1e-3;

/// Goes from stop to stop: nothing happens in between, unless somebody watches.
#[derive(Debug)]
pub(super) struct Idle {
    time: f64,
    /// Largest step, s.
    most: f64,
}

impl Idle {
    pub(super) fn new(problem: Problem<'_>) -> Self {
        let settings = problem.settings;
        // No error says how fast something goes to and fro.
        let part = LONGEST * (settings.output_times.end() - settings.output_times.start());
        Self { time: 0.0, most: if problem.is_watched { settings.h_max.min(part) } else { f64::INFINITY } }
    }

    /// Evaluates, so that what is wrong at the start is found there.
    pub(super) fn restart<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        time: f64,
        _: Restart,
    ) -> Evaluated<S::Error> {
        self.time = time;
        integration.evaluate_afresh(time, &mut [])
    }

    pub(super) fn step<S: System>(
        &mut self,
        integration: &mut Integration<'_, S>,
        limit: StepLimit,
    ) -> Result<f64, StepError<S::Error>> {
        let end = self.time + self.most;
        let (end, reaches_stop) = if end < limit.stop { (end, false) } else { (limit.stop, true) };
        integration.statistics.accept(self.time, end - self.time, reaches_stop);
        self.time = end;
        Ok(end)
    }
}
