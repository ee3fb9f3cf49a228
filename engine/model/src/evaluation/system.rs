//! A model as the system of differential equations that a method integrates.

use bowline_solve::statistics::Statistics;
use bowline_solve::stepper::{EvaluationFailure, Integration, Problem, System};

use super::{Evaluated, EvaluationError, ExecutionContext};
use crate::model::Model;
use crate::workspace::Workspace;

/// A model with the numbers of a run.
#[derive(Debug)]
pub struct ModelSystem<'a> {
    /// What is integrated.
    pub model: &'a Model,
    /// How it is evaluated.
    pub context: &'a ExecutionContext,
    /// Its numbers.
    pub workspace: &'a mut Workspace,
}

impl<'a> ModelSystem<'a> {
    /// On its way, with the threads of the run.
    pub fn integration(self, statistics: &'a mut Statistics) -> Integration<'a, Self> {
        Integration { threads: self.context.threads(), system: self, statistics }
    }
}

impl System for ModelSystem<'_> {
    type Error = EvaluationError;

    #[inline]
    fn x(&self) -> &[f64] {
        self.workspace.x()
    }

    #[inline]
    fn x_mut(&mut self) -> &mut [f64] {
        self.workspace.x_mut()
    }

    #[inline]
    fn evaluate(&mut self, time: f64, dx: &mut [f64]) -> Evaluated {
        self.model.evaluate_as(self.context, self.workspace, time, dx)
    }

    fn evaluate_checked(&mut self, time: f64, dx: &mut [f64]) -> Evaluated {
        self.model.evaluate_guarded(self.context, self.workspace, time, dx)
    }

    fn solved(&mut self, z: &mut [f64], magnitudes: &mut [f64]) {
        for (number, range) in self.model.unknowns_in_steps() {
            let block = self.workspace.loops.block(number);
            z[range.clone()].copy_from_slice(&block.latest.unknowns);
            magnitudes[range].copy_from_slice(block.solver.nominal());
        }
    }

    fn evaluate_with(&mut self, time: f64, z: &[f64], dx: &mut [f64], residuals: &mut [f64]) -> Evaluated {
        self.model.evaluate_with(self.context, self.workspace, time, z, dx, residuals)
    }

    fn state_name(&self, state: usize) -> String {
        self.model.state_name(state)
    }

    fn remembered(&mut self, time: f64, before: &[f64], now: &[f64]) -> Option<Box<EvaluationError>> {
        self.model.remembered(self.workspace, time, before, now, None)
    }
}

impl EvaluationFailure for EvaluationError {
    fn is_recoverable(&self) -> bool {
        Self::is_recoverable(self)
    }
}

impl Model {
    /// What a method has to know of the model.
    pub fn problem(&self) -> Problem<'_> {
        Problem {
            settings: self.settings(),
            nominal: self.nominal(),
            jacobian: self.jacobian.as_ref(),
            may_remember: self.may_remember(),
            solves_loops: self.has_loops(),
            is_watched: !self.schedule.events.indicators.is_empty() || self.has_loops(),
        }
    }
}
