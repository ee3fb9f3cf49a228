//! Why a run ended before its end.

use std::{fmt, io};

use crate::happenings::HappeningError;
use bowline_model::evaluation::EvaluationError;
use bowline_solve::stepper::StepError;
use bowline_text::seconds::Seconds;

/// Why a run ended before its end. The rows up to then are recorded.
#[derive(Debug)]
pub enum RunError {
    /// The model could not be integrated further.
    Step(StepError<EvaluationError>),
    /// A SimObject announced an impossible time event.
    TimeEvent(String),
    /// State events follow on each other without an end.
    EndlessEvents(String),
    /// The steps are so short that the end would never come.
    StandsStill {
        /// Simulated time, s.
        time: f64,
        /// So many steps in a row.
        steps: u32,
        /// How far these went, s.
        advanced: f64,
    },
    /// A loop has no solution with the inputs that were set. They are as they were before, and the run may go on.
    InputsTakenBack {
        /// Their names.
        inputs: String,
        /// The loop.
        error: Box<EvaluationError>,
    },
    /// Something was asked of the run that it cannot do; it has not changed.
    Refused(String),
    /// A row could not be written.
    Recorder(io::Error),
    /// The state could not be saved at that time, s.
    Save(f64, io::Error),
    /// What is to be seen at that time, s, could not be written.
    View(f64, io::Error),
}

impl RunError {
    /// Whether the run goes on from a snapshot only.
    pub(super) fn ends_it(&self) -> bool {
        !matches!(self, Self::InputsTakenBack { .. })
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(error) => error.fmt(f),
            Self::TimeEvent(message) | Self::EndlessEvents(message) | Self::Refused(message) => f.write_str(message),
            Self::StandsStill { time, steps, advanced } => write!(
                f,
                "at t = {} s the run stands still: {steps} steps advanced it by {advanced:.1e} s",
                Seconds(*time)
            ),
            Self::InputsTakenBack { inputs, error } => {
                write!(f, "{inputs} as before: with what was set, {error}")
            }
            Self::Recorder(error) => write!(f, "a row could not be written: {error}"),
            Self::Save(time, error) => write!(f, "the state at t = {} s could not be saved: {error}", Seconds(*time)),
            Self::View(time, error) => write!(f, "the view at t = {} s could not be written: {error}", Seconds(*time)),
        }
    }
}

impl std::error::Error for RunError {}

impl From<Box<EvaluationError>> for RunError {
    fn from(error: Box<EvaluationError>) -> Self {
        Self::Step(StepError::Evaluation(error))
    }
}

impl From<HappeningError> for RunError {
    fn from(error: HappeningError) -> Self {
        match error {
            HappeningError::Evaluation(error) => error.into(),
            HappeningError::TimeEvent(message) => Self::TimeEvent(message),
            HappeningError::EndlessEvents(message) => Self::EndlessEvents(message),
            HappeningError::InputsTakenBack { inputs, error } => Self::InputsTakenBack { inputs, error },
            HappeningError::Refused(message) => Self::Refused(message),
        }
    }
}
