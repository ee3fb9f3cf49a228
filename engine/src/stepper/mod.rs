//! Steppers: each advances a run by one step of an integration method.

mod combine;
mod error_norm;
pub(crate) mod explicit;
pub mod tableau;

use std::fmt;

use crate::evaluation::{Evaluated, EvaluationError};
use crate::model::Model;
use crate::statistics::Statistics;
use crate::workspace::Workspace;

/// What a stepper integrates: a model, and a run's numbers.
#[derive(Debug)]
pub struct System<'a> {
    pub(crate) model: &'a Model,
    pub(crate) workspace: &'a mut Workspace,
    pub(crate) statistics: &'a mut Statistics,
}

impl System<'_> {
    /// The derivatives at a time and the state in the workspace.
    pub(crate) fn evaluate(&mut self, time: f64, dx: &mut [f64]) -> Evaluated {
        self.statistics.evaluations += 1;
        self.model.evaluate(self.workspace, time, dx)
    }
}

/// How far the next step may go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepLimit {
    /// Not beyond this time, s.
    pub stop: f64,
    /// Something jumps there: a step that ends at `stop` sees only times below it.
    pub is_event: bool,
}

/// Advances a run by one step. The state lies in the system's workspace: that
/// of the current time between steps, anything during one.
pub trait Stepper: fmt::Debug {
    /// Starts afresh at `time`, with the state in the workspace.
    ///
    /// # Errors
    /// The evaluation there failed.
    fn restart(&mut self, system: &mut System<'_>, time: f64) -> Evaluated;

    /// Makes one step, and says where it ended. Steps that fail or are not
    /// accurate enough are repeated with a smaller size.
    ///
    /// # Errors
    /// No size that is allowed will do; the state is that before the step.
    fn step(&mut self, system: &mut System<'_>, limit: StepLimit) -> Result<f64, StepError>;

    /// The state at a time within the last step, both ends included.
    fn interpolate(&self, time: f64, system_x: &[f64], x: &mut [f64]);
}

/// Why a run cannot go on.
#[derive(Debug, Clone, PartialEq)]
pub enum StepError {
    /// An evaluation failed, and a smaller step would not help, or is not allowed.
    Evaluation(Box<EvaluationError>),
    /// The step fell below the smallest one allowed.
    TooSmall {
        /// Simulated time, s.
        time: f64,
        /// The size that would be needed, s.
        step_size: f64,
        /// The smallest size allowed, s.
        h_min: f64,
        /// `Object.State` with the worst error, and that error as a multiple
        /// of its tolerance; or the evaluation that failed.
        because: Because,
    },
}

/// What kept a step from being accepted.
#[derive(Debug, Clone, PartialEq)]
pub enum Because {
    /// The state of that name had that error, in units of its tolerance.
    Inaccurate(String, f64),
    /// The evaluation failed.
    Failed(Box<EvaluationError>),
    /// The time is the same double after the step.
    NoProgress,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Evaluation(error) => error.fmt(f),
            Self::TooSmall { time, step_size, h_min, because } => {
                let reason = match because {
                    Because::NoProgress => {
                        return write!(f, "at t = {time} s a step of {step_size:.3e} s does not advance the time");
                    }
                    Because::Inaccurate(state, ratio) => {
                        format!("the error of `{state}` is {ratio:.3} times its tolerance")
                    }
                    Because::Failed(error) => error.to_string(),
                };
                write!(
                    f,
                    "at t = {time} s a step of {step_size:.3e} s would be needed, less than HMin ({h_min:.3e} s): {reason}"
                )
            }
        }
    }
}

impl std::error::Error for StepError {}
