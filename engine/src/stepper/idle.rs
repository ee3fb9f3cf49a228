//! The stepper of a model without states.

use super::{Restart, StepError, StepLimit, Stepper, System};
use crate::evaluation::Evaluated;
use crate::model::Model;

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
    pub(super) fn new(model: &Model) -> Self {
        let (settings, is_watched) = (model.settings(), !model.schedule.events.indicators.is_empty());
        // No error says how fast something goes to and fro.
        let part = LONGEST * (settings.output_times.end() - settings.output_times.start());
        Self { time: 0.0, most: if is_watched { settings.h_max.min(part) } else { f64::INFINITY } }
    }
}

impl Stepper for Idle {
    /// Evaluates, so that what is wrong at the start is found there.
    fn restart(&mut self, system: &mut System<'_>, time: f64, _: Restart) -> Evaluated {
        self.time = time;
        system.evaluate_afresh(time, &mut [])
    }

    fn step(&mut self, system: &mut System<'_>, limit: StepLimit) -> Result<f64, StepError> {
        let end = self.time + self.most;
        let (end, reaches_stop) = if end < limit.stop { (end, false) } else { (limit.stop, true) };
        system.statistics.accept(self.time, end - self.time, reaches_stop);
        self.time = end;
        Ok(end)
    }

    fn end_at(&mut self, _: &mut System<'_>, _: f64) -> Result<(), StepError> {
        Ok(())
    }

    /// So that whoever watches a run sees it move from row to row.
    fn steps_to_output_times(&self) -> bool {
        true
    }

    fn interpolate(&self, _: f64, _: &mut [f64]) {}
}
