//! The dense output of a method, for the search for crossings.

use std::ops::Range;

use super::RunError;
use super::checked_stepper::CheckedStepper;
use crate::happenings::StepStates;
use bowline_model::evaluation::ModelSystem;
use bowline_solve::statistics::Statistics;

/// The step that a method made last.
pub(super) struct DenseOutput<'r> {
    pub(super) stepper: &'r mut CheckedStepper,
    pub(super) statistics: &'r mut Statistics,
}

impl StepStates for DenseOutput<'_> {
    type Error = RunError;

    fn needs_real_steps(&self) -> bool {
        self.stepper.steps_to_output_times()
    }

    fn states_at(&self, time: f64, x: &mut [f64]) {
        self.stepper.interpolate(time, x);
    }

    fn some_states_at(&self, time: f64, elements: Range<usize>, x: &mut [f64]) {
        self.stepper.interpolate_some(time, elements, x);
    }

    fn end_at(&mut self, system: ModelSystem<'_>, time: f64) -> Result<(), RunError> {
        let mut integration = system.integration(self.statistics);
        self.stepper.end_at(&mut integration, time).map_err(RunError::Step)
    }
}
