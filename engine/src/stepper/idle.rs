//! The stepper of a model without states.

use super::{Restart, StepError, StepLimit, Stepper, System};
use crate::evaluation::Evaluated;

/// Goes from stop to stop: nothing happens in between.
#[derive(Debug, Default)]
pub(super) struct Idle {
    time: f64,
}

impl Stepper for Idle {
    /// Evaluates, so that what is wrong at the start is found there.
    fn restart(&mut self, system: &mut System<'_>, time: f64, _: Restart) -> Evaluated {
        self.time = time;
        system.evaluate_afresh(time, &mut [])
    }

    fn step(&mut self, system: &mut System<'_>, limit: StepLimit) -> Result<f64, StepError> {
        system.statistics.accept(self.time, limit.stop - self.time, true);
        self.time = limit.stop;
        Ok(limit.stop)
    }

    fn end_at(&mut self, _: &mut System<'_>, _: f64) -> Result<(), StepError> {
        Ok(())
    }

    /// So that whoever watches a run sees it move from row to row.
    fn lands_on_rows(&self) -> bool {
        true
    }

    fn interpolate(&self, _: f64, _: &mut [f64]) {}
}
