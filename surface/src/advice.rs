//! What to try after a run that failed.

use bowline_engine::RunError;
use bowline_engine::integration::Settings;

/// What advice depends on, besides the error.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stepping {
    /// Whether steps have a fixed size.
    pub is_fixed: bool,
    /// Whether the method is an implicit one, or may become one.
    pub is_implicit: bool,
}

impl Stepping {
    /// That of a run with these settings.
    pub fn of(settings: &Settings) -> Self {
        Self { is_fixed: settings.step_size.is_some(), is_implicit: settings.method.needs_jacobian() }
    }
}

/// What to try after a failed run.
pub fn after(error: &RunError, stepping: Stepping) -> Option<String> {
    use bowline_engine::stepper::{Because, StepError};
    if let RunError::Step(StepError::Evaluation(failed) | StepError::TooSmall { because: Because::Failed(failed), .. }) =
        error
        && let Some(advice) = failed.advice()
    {
        return Some(format!("rows up to there are kept; {advice}"));
    }
    general_advice(error, stepping).map(str::to_owned)
}

/// What to try where the error itself does not say it.
fn general_advice(error: &RunError, stepping: Stepping) -> Option<&'static str> {
    use bowline_engine::stepper::{Because, StepError};
    match error {
        RunError::Step(StepError::TooSmall { because: Because::Inaccurate(..), .. }) if stepping.is_implicit => Some(
            "loosen AbsTol or RelTol, lower HMin, or look for a jump that no time event announces, or for a rate that is \
             far too large for the time of the run",
        ),
        RunError::Step(StepError::TooSmall { because: Because::Inaccurate(..), .. }) => Some(
            "loosen AbsTol or RelTol, lower HMin, or look for a jump that no time event announces; a stiff model needs an \
             implicit method: IntegratorMethod=\"BDF\" or \"auto\"",
        ),
        RunError::Step(StepError::TooSmall { because: Because::NotSolved(..), .. }) => Some(
            "loosen AbsTol or RelTol, lower HMin, or look for a jump that no time event announces, \
             or for a solution that grows without bound",
        ),
        RunError::Step(StepError::TooSmall { because: Because::NoProgress, .. }) => {
            Some("give larger HMax, HFirst or stepsize, or let the run begin nearer to 0")
        }
        RunError::Step(_) if stepping.is_fixed => Some(
            "rows up to there are kept; try a smaller stepsize, or an adaptive or implicit method; else look at the \
             parameters, the inputs and the state of this SimObject",
        ),
        RunError::Step(_) => {
            Some("rows up to there are kept; look at the parameters, the inputs and the state of this SimObject")
        }
        RunError::StandsStill { .. } => Some(
            "something changes in far less time than the run takes: look for a very small time constant, period or \
             tolerance; IntegratorMethod=\"BDF\" passes over what dies out quickly, and HMin ends such runs sooner",
        ),
        RunError::View(..) => {
            Some("rows and what was to be seen up to there are kept; make room, or choose another place")
        }
        RunError::Recorder(_) => Some("rows up to there are kept; make room, or choose another place"),
        _ => None,
    }
}
