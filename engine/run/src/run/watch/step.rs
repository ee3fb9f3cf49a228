//! A step under search for crossings.

use crate::run::RunError;
use bowline_solve::stepper::{Integration, System};

use crate::run::attentive::Attentive;
use bowline_model::evaluation::ModelSystem;
use bowline_model::workspace::Workspace;

/// A step under search for crossings.
pub(in crate::run) struct Step<'s> {
    pub(in crate::run) stepper: &'s mut Attentive,
    pub(in crate::run) integration: Integration<'s, ModelSystem<'s>>,
    /// For states within the step.
    pub(in crate::run) between: &'s mut Workspace,
    /// Its start and end, s.
    pub(in crate::run) from: f64,
    pub(in crate::run) to: f64,
    /// Evaluations see no later time, s.
    pub(in crate::run) latest: f64,
    /// Whether the method repeated it, and so has to start afresh.
    pub(in crate::run) is_repeated: bool,
}

impl Step<'_> {
    /// The indicators at a time in the step, as far as the method knows the
    /// states there.
    pub(super) fn sample(&mut self, time: f64, indicators: &mut [f64]) -> Result<(), RunError> {
        if time == self.to {
            self.between.x_mut().copy_from_slice(self.integration.system.x());
        } else {
            self.stepper.interpolate(time, self.between.x_mut());
        }
        self.watch(time, indicators)
    }

    /// Whether an indicator can be sampled without the others.
    pub(super) fn shows_alone(&self, indicator: usize) -> bool {
        self.integration.system.model.schedule().events.alone.needed_by(indicator).is_some()
    }

    /// One indicator at a time in the step; `room` is for all of them, which are
    /// evaluated if they are few.
    pub(super) fn sample_one(&mut self, time: f64, indicator: usize, room: &mut [f64]) -> Result<f64, RunError> {
        let model = self.integration.system.model;
        let Some((needed, states)) = model.schedule().events.alone.needed_by(indicator).filter(|_| time < self.to)
        else {
            self.sample(time, room)?;
            return Ok(room[indicator]);
        };
        for elements in states {
            self.stepper.interpolate_some(time, elements.clone(), self.between.x_mut());
        }
        self.integration.statistics.zero_crossing_samples += 1;
        Ok(model.watch_alone((indicator, needed), self.between, time.min(self.latest))?)
    }

    /// Ends a real step at a time.
    pub(super) fn end_at(&mut self, time: f64) -> Result<(), RunError> {
        self.is_repeated = true;
        self.stepper.end_at(&mut self.integration, time).map_err(RunError::Step)
    }

    /// The indicators at the end of a real step.
    pub(super) fn step_to(&mut self, time: f64, indicators: &mut [f64]) -> Result<(), RunError> {
        self.end_at(time)?;
        self.between.x_mut().copy_from_slice(self.integration.system.x());
        self.watch(time, indicators)
    }

    fn watch(&mut self, time: f64, indicators: &mut [f64]) -> Result<(), RunError> {
        self.integration.statistics.zero_crossing_samples += 1;
        Ok(self.integration.system.model.watch(self.between, time.min(self.latest), indicators)?)
    }
}
