//! A step under search for crossings.

use std::ops::Range;

use bowline_model::evaluation::{EvaluationError, ModelSystem};
use bowline_model::workspace::Workspace;

/// The states within the step that an integrator made last, for the search for crossings.
///
/// An integrator implements it with its dense output.
pub trait StepStates {
    /// Why the integrator could not end the step elsewhere, or the model could not be evaluated.
    type Error: From<Box<EvaluationError>>;

    /// Whether the states within the step are too inaccurate to locate a crossing, so that the search has to
    /// [end the step](Self::end_at) at the times that it looks at.
    fn needs_real_steps(&self) -> bool;

    /// Writes the states at a time within the step, s, into `x`.
    fn states_at(&self, time: f64, x: &mut [f64]);

    /// Writes these elements of the states at a time within the step, s, into `x`, which is as long as all states.
    fn some_states_at(&self, time: f64, elements: Range<usize>, x: &mut [f64]);

    /// Repeats the step from its start to a time within it, s, and leaves the states there in the workspace of `system`.
    ///
    /// The search calls it only if it [needs real steps](Self::needs_real_steps).
    ///
    /// # Errors
    /// The step cannot be repeated.
    fn end_at(&mut self, system: ModelSystem<'_>, time: f64) -> Result<(), Self::Error>;
}

/// A step under search for crossings.
pub(in crate::happenings) struct SearchedStep<'s, S> {
    /// The integrator's states within the step.
    pub(in crate::happenings) states: &'s mut S,
    /// The model, with the states at the end of the step.
    pub(in crate::happenings) system: ModelSystem<'s>,
    /// For states within the step.
    pub(in crate::happenings) step_workspace: &'s mut Workspace,
    /// Counts the samples of indicators.
    pub(in crate::happenings) samples: &'s mut u64,
    /// Its start and end, s.
    pub(in crate::happenings) from: f64,
    pub(in crate::happenings) to: f64,
    /// Evaluations see no later time, s.
    pub(in crate::happenings) latest: f64,
    /// Whether the integrator repeated it, and so has to restart.
    pub(in crate::happenings) is_repeated: bool,
}

impl<S: StepStates> SearchedStep<'_, S> {
    /// Samples the indicators at a time in the step, from the states that the integrator knows there.
    pub(super) fn sample(&mut self, time: f64, indicators: &mut [f64]) -> Result<(), S::Error> {
        if time == self.to {
            self.step_workspace.x_mut().copy_from_slice(self.system.workspace.x());
        } else {
            self.states.states_at(time, self.step_workspace.x_mut());
        }
        self.watch(time, indicators)
    }

    /// Whether an indicator can be sampled without the others.
    pub(super) fn shows_alone(&self, indicator: usize) -> bool {
        self.system.model.schedule().events.alone.needed_by(indicator).is_some()
    }

    /// Samples one indicator at a time in the step; `room` is for all of them, which are evaluated together if they are
    /// few.
    pub(super) fn sample_one(&mut self, time: f64, indicator: usize, room: &mut [f64]) -> Result<f64, S::Error> {
        let model = self.system.model;
        let Some((needed, states)) = model.schedule().events.alone.needed_by(indicator).filter(|_| time < self.to)
        else {
            self.sample(time, room)?;
            return Ok(room[indicator]);
        };
        for elements in states {
            self.states.some_states_at(time, elements.clone(), self.step_workspace.x_mut());
        }
        *self.samples += 1;
        Ok(model.watch_alone(indicator, needed, self.step_workspace, time.min(self.latest))?)
    }

    /// Ends a real step at a time.
    pub(super) fn end_at(&mut self, time: f64) -> Result<(), S::Error> {
        self.is_repeated = true;
        let ModelSystem { model, context, workspace } = &mut self.system;
        self.states.end_at(ModelSystem { model, context, workspace }, time)
    }

    /// Samples the indicators at the end of a real step.
    pub(super) fn step_to(&mut self, time: f64, indicators: &mut [f64]) -> Result<(), S::Error> {
        self.end_at(time)?;
        self.step_workspace.x_mut().copy_from_slice(self.system.workspace.x());
        self.watch(time, indicators)
    }

    fn watch(&mut self, time: f64, indicators: &mut [f64]) -> Result<(), S::Error> {
        *self.samples += 1;
        Ok(self.system.model.watch(self.step_workspace, time.min(self.latest), indicators)?)
    }
}
