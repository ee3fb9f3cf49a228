//! What to try after a run that failed.

use bowline_engine::RunError;

/// What to try after a failed run.
pub fn after(error: &RunError, has_fixed_steps: bool) -> Option<String> {
    use bowline_engine::stepper::{Because, StepError};
    if let RunError::Step(StepError::Evaluation(failed) | StepError::TooSmall { because: Because::Failed(failed), .. }) =
        error
        && let Some(advice) = failed.advice()
    {
        return Some(format!("rows up to there are kept; {advice}"));
    }
    general_advice(error, has_fixed_steps).map(str::to_owned)
}

/// What to try where the error itself does not say it.
fn general_advice(error: &RunError, has_fixed_steps: bool) -> Option<&'static str> {
    use bowline_engine::stepper::{Because, StepError};
    match error {
        RunError::Step(StepError::TooSmall { because: Because::Inaccurate(..), .. }) => Some(
            "loosen AbsTol or RelTol, lower HMin, or look for a jump that no time event announces; \
             with an explicit method, a stiff model needs an implicit one: IntegratorMethod=\"BDF\" or \"auto\"",
        ),
        RunError::Step(StepError::TooSmall { because: Because::NotSolved(..), .. }) => Some(
            "loosen AbsTol or RelTol, lower HMin, or look for a jump that no time event announces, \
             or for a solution that grows without bound",
        ),
        RunError::Step(StepError::TooSmall { because: Because::NoProgress, .. }) => {
            Some("give larger HMax, HFirst or stepsize, or let the run begin nearer to 0")
        }
        RunError::Step(_) if has_fixed_steps => Some(
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
