//! Steppers: each advances a run by one step of an integration method.

mod attentive;
mod auto;
mod combine;
mod controller;
mod error_norm;
pub(crate) mod explicit;
mod first_size;
mod idle;
pub(crate) mod implicit;
mod memory_watch;
#[cfg(test)]
mod tests;

use std::fmt;

use std::ops::Range;

use crate::evaluation::ExecutionContext;
use crate::evaluation::{Evaluated, EvaluationError};
use crate::integration::{ImplicitMethod, Method, tableau, unit_in_the_last_place};
use crate::model::Model;
use crate::seconds::Seconds;
use crate::statistics::Statistics;
use crate::workspace::Workspace;
use attentive::Attentive;
use auto::Auto;
use explicit::Explicit;
use idle::Idle;

/// The stepper of the method that a model asks for.
pub(crate) fn of(model: &Model) -> Box<dyn Stepper> {
    let method = method_of(model);
    if model.may_remember() { Box::new(Attentive::new(model, method)) } else { method }
}

fn method_of(model: &Model) -> Box<dyn Stepper> {
    if model.state_count() == 0 {
        return Box::new(Idle::new(model));
    }
    match (model.settings().method, &model.jacobian) {
        (Method::Explicit(tableau), _) => Box::new(Explicit::new(model, tableau)),
        (Method::Implicit(method), Some(jacobian)) => implicit::stepper(model, method, jacobian),
        (Method::Auto, Some(jacobian)) => Box::new(Auto::new(
            Explicit::new(model, &tableau::DORMAND_PRINCE),
            implicit::stepper(model, ImplicitMethod::Bdf, jacobian),
        )),
        (Method::Implicit(_) | Method::Auto, None) => unreachable!("a model has what its method needs"),
    }
}

/// What a stepper integrates: a model, and a run's numbers.
#[derive(Debug)]
pub struct System<'a> {
    pub(crate) model: &'a Model,
    pub(crate) context: &'a ExecutionContext,
    pub(crate) workspace: &'a mut Workspace,
    pub(crate) statistics: &'a mut Statistics,
}

/// One evaluation in so many looks for numbers that a calculation left out.
const GUARDED_EVERY: u64 = 256;

impl System<'_> {
    /// The derivatives at a time and the state in the workspace.
    #[inline]
    pub(crate) fn evaluate(&mut self, time: f64, dx: &mut [f64]) -> Evaluated {
        self.statistics.evaluations += 1;
        if self.statistics.evaluations.is_multiple_of(GUARDED_EVERY) {
            return self.model.evaluate_guarded(self.context, self.workspace, time, dx);
        }
        self.model.evaluate_as(self.context, self.workspace, time, dx)
    }

    /// The same where a method starts afresh: numbers that a calculation leaves
    /// out are found.
    pub(crate) fn evaluate_afresh(&mut self, time: f64, dx: &mut [f64]) -> Evaluated {
        self.statistics.evaluations += 1;
        self.model.evaluate_guarded(self.context, self.workspace, time, dx)
    }
}

/// How far the next step may go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepLimit {
    /// Not beyond this time, s.
    pub stop: f64,
    /// An evaluation within the step may see no later time, s: where something
    /// jumps at the stop, a time below it.
    pub latest: f64,
}

/// What a stepper may keep of what it learnt, when it begins anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restart {
    /// Nothing: a run begins, or might be resumed, here. Fixed steps are counted
    /// from here.
    Afresh,
    /// The model or its state jumped: the size of the steps is forgotten. Fixed
    /// steps go on to their old times.
    Jump,
    /// A discrete value changed, as it does again and again:
    /// the size of the steps is a good guess, and so is the Jacobian. Fixed steps
    /// go on to their old times.
    Tick,
}

/// Advances a run by one step. The state lies in the system's workspace: that
/// of the current time between steps, anything during one.
pub trait Stepper: fmt::Debug + Send {
    /// Begins at `time`, with the state in the workspace.
    ///
    /// # Errors
    /// The evaluation there failed.
    fn restart(&mut self, system: &mut System<'_>, time: f64, restart: Restart) -> Evaluated;

    /// Makes one step, and says where it ended. Steps that fail or are not
    /// accurate enough are repeated with a smaller size.
    ///
    /// # Errors
    /// No size that is allowed will do; the state is that before the step.
    fn step(&mut self, system: &mut System<'_>, limit: StepLimit) -> Result<f64, StepError>;

    /// Ends the last step at an earlier time, and leaves the state there in the
    /// workspace: that of [`interpolate`](Self::interpolate), or, where steps land
    /// on rows, that of a real step. It may be called again, also with a later
    /// time, up to the end of the step as it was made. The stepper must `restart`
    /// before the next step.
    ///
    /// # Errors
    /// The shorter step could not be solved.
    fn end_at(&mut self, system: &mut System<'_>, time: f64) -> Result<(), StepError>;

    /// Whether steps must end at the rows, because what lies between their ends
    /// is not known well enough.
    fn steps_to_output_times(&self) -> bool {
        false
    }

    /// The state at a time within the last step as it was made, both ends
    /// included. Where steps step to output times it is good enough to look what
    /// happened, no more.
    fn interpolate(&self, time: f64, x: &mut [f64]);

    /// The same, if only these elements of the state are needed.
    fn interpolate_some(&self, time: f64, _elements: Range<usize>, x: &mut [f64]) {
        self.interpolate(time, x);
    }
}

/// The smallest step that an error may ask for at a time, s: HMin if it is
/// given, but no less than what the time can be resolved to.
fn smallest_step(time: f64, h_min: Option<f64>) -> f64 {
    let unit = resolution(time);
    h_min.map_or(16.0 * unit, |given| if given > unit { given } else { unit })
}

/// The least change of a time by a step, s; 0 at 0, where there is no scale.
fn resolution(time: f64) -> f64 {
    if time == 0.0 { 0.0 } else { unit_in_the_last_place(time) }
}

/// Why a run cannot go on.
#[derive(Debug, Clone, PartialEq)]
pub enum StepError {
    /// An evaluation failed, and a smaller step would not help, or is not allowed.
    Evaluation(Box<EvaluationError>),
    /// The method cannot go on, for a reason of its own.
    Method {
        /// Simulated time, s.
        time: f64,
        /// The method's words.
        message: String,
    },
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
    /// The equations of an implicit step could not be solved, or not
    /// accurately enough; the state of that name changes fastest.
    NotSolved(String),
    /// The time is the same double after the step.
    NoProgress,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Evaluation(error) => error.fmt(f),
            Self::Method { time, message } => {
                write!(f, "at t = {} s the method cannot go on: {message}", Seconds(*time))
            }
            Self::TooSmall { time, step_size, h_min, because } => {
                let reason = match because {
                    Because::NoProgress => {
                        return write!(
                            f,
                            "at t = {} s a step of {step_size:.3e} s does not advance the time",
                            Seconds(*time)
                        );
                    }
                    Because::Inaccurate(state, ratio) => {
                        let ratio = if *ratio < 1e4 { format!("{ratio:.3}") } else { format!("{ratio:.1e}") };
                        format!("the error of `{state}` is {ratio} times its tolerance")
                    }
                    Because::NotSolved(state) => {
                        format!("the step could not be solved accurately enough; `{state}` changes fastest there")
                    }
                    Because::Failed(error) => error.to_string(),
                };
                write!(
                    f,
                    "at t = {} s a step of {step_size:.3e} s would be needed, less than HMin ({h_min:.3e} s): {reason}",
                    Seconds(*time)
                )
            }
        }
    }
}

impl std::error::Error for StepError {}
