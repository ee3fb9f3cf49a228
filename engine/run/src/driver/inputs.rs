//! Inputs of a run.

use std::slice;

use super::interventions::Interventions;
use super::recorder::Recorder;
use super::{Intervention, Run, RunError};
use crate::happenings::{OneInput, each_input};
use bowline_model::model::Input;
use bowline_solve::stepper::Restart;

impl Run {
    /// Sets an input from now on.
    ///
    /// The method restarts, with the size of its steps as a guess; indicators that change their side fire; and signals
    /// that depend on constants alone are calculated again. Sampled computations see the input at their next tick. Initial
    /// states that loading completed from the input keep their values.
    ///
    /// # Errors
    /// The input is that of another model, the values are not as many as it is
    /// wide or not finite, the run has failed before, or a calculation that depends on the input
    /// fails; then nothing has changed. Or the current step could not be ended here.
    pub fn set(&mut self, input: &Input, values: &[f64]) -> Result<(), RunError> {
        if !self.would_change(input, values)? {
            return Ok(());
        }
        self.try_out(slice::from_ref(input), values)?;
        self.going(|run| run.change(input, values))
    }

    /// Sets several inputs, all of them or none. `values` has as many numbers as they have together, in their order.
    ///
    /// # Errors
    /// As those of [`set`](Self::set).
    pub fn set_all(&mut self, inputs: &[Input], values: &[f64]) -> Result<(), RunError> {
        let width: usize = inputs.iter().map(Input::width).sum();
        if values.len() != width {
            let message = format!("the inputs have {width} numbers together, but {} are given", values.len());
            return Err(RunError::Refused(message));
        }
        let mut changes = false;
        for OneInput { input, values } in each_input(inputs, values) {
            changes |= self.would_change(input, values)?;
        }
        if !changes {
            return Ok(());
        }
        self.try_out(inputs, values)?;
        self.going(|run| run.change_all(inputs, values))
    }

    /// Displaces the states at the start, each by its element of `by`. Initial states that loading completed from others
    /// keep their values.
    ///
    /// # Errors
    /// The run has begun, or the numbers are not as many as the states.
    pub fn displace(&mut self, by: &[f64]) -> Result<(), RunError> {
        let states = self.model().state_count();
        if self.happenings.has_begun() || by.len() != states {
            let message = format!("{} numbers cannot move the start of a run of {states} states", by.len());
            return Err(RunError::Refused(message));
        }
        self.happenings.states_mut().iter_mut().zip(by).for_each(|(x, by)| *x += by);
        Ok(())
    }

    /// Whether an input has other values than these.
    pub(super) fn would_change(&self, input: &Input, values: &[f64]) -> Result<bool, RunError> {
        self.happenings.would_change(input, values).map_err(RunError::Refused)
    }

    /// Checks, beside the run, that everything that depends on inputs can be calculated.
    fn try_out(&mut self, inputs: &[Input], values: &[f64]) -> Result<(), RunError> {
        self.progress.is_evaluated = false;
        Ok(self.happenings.try_inputs(inputs, values)?)
    }

    /// Sets an input, and ends the current step here.
    pub(super) fn change(&mut self, input: &Input, values: &[f64]) -> Result<(), RunError> {
        self.change_all(slice::from_ref(input), values)
    }

    /// Sets several inputs, and ends the current step here.
    fn change_all(&mut self, inputs: &[Input], values: &[f64]) -> Result<(), RunError> {
        self.cut_step()?;
        self.progress.is_evaluated = false;
        let time = self.happenings.has_begun().then_some(self.time());
        for OneInput { input, values } in each_input(inputs, values) {
            if self.happenings.differs(input, values) {
                self.interventions.set(time, input, values, self.progress.landed);
            }
        }
        Ok(self.happenings.put_inputs(inputs, values)?)
    }

    /// Lets changed inputs take effect.
    pub(super) fn take_inputs(&mut self, recorder: Option<&mut dyn Recorder>) -> Result<(), RunError> {
        if !self.happenings.take_changes() {
            return Ok(());
        }
        self.settle_inputs()?;
        // Callers that set inputs do so again and again: the size of the steps is a good guess.
        let restart = if self.fire(recorder)? { Restart::Jump } else { Restart::Tick };
        self.restart(restart)?;
        self.happenings.hold();
        Ok(())
    }

    /// Solves the loops with the inputs that were set at this time. If they have no solution, all of these inputs get their
    /// earlier values.
    pub(super) fn settle_inputs(&mut self) -> Result<(), RunError> {
        let Err(rejected) = self.happenings.solve_inputs() else { return Ok(()) };
        for set in rejected.before.iter().rev() {
            self.change(&set.input, &set.values)?;
        }
        self.happenings.forget_unsettled();
        Err(rejected.into_error().into())
    }

    /// The interventions so far, for the run record.
    pub fn interventions(&self) -> &Interventions {
        &self.interventions
    }

    /// Goes on, and does at the same times what was done to another run, as its
    /// record tells ([`RunRecord::interventions`](crate::driver::record::RunRecord)): up to the
    /// last of them.
    ///
    /// # Errors
    /// As those of [`plan`](Self::plan); or why the run could not go on.
    pub fn repeat(&mut self, interventions: &[Intervention], recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.plan(interventions)?;
        match self.planned.back().and_then(Intervention::time) {
            Some(last) => self.advance_to(last, recorder),
            None => Ok(()),
        }
    }
}
