//! Errors of what happens in a model beside its derivatives.

use std::fmt;

use bowline_model::evaluation::EvaluationError;

/// Error of an instant, or of the search for the next one. A model that failed continues from a state only.
#[derive(Debug)]
pub enum HappeningError {
    /// The model cannot be evaluated.
    Evaluation(Box<EvaluationError>),
    /// A SimObject announced an impossible time.
    TimeEvent(String),
    /// State events follow each other without end.
    EndlessEvents(String),
    /// A loop has no solution with the inputs that were set. They have their earlier values, and the model can continue.
    InputsTakenBack {
        /// Their names.
        inputs: String,
        /// The loop.
        error: Box<EvaluationError>,
    },
    /// The request is impossible; nothing changed.
    Refused(String),
}

impl fmt::Display for HappeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Evaluation(error) => error.fmt(f),
            Self::TimeEvent(message) | Self::EndlessEvents(message) | Self::Refused(message) => f.write_str(message),
            Self::InputsTakenBack { inputs, error } => {
                write!(f, "{inputs} as before: with what was set, {error}")
            }
        }
    }
}

impl std::error::Error for HappeningError {}

impl From<Box<EvaluationError>> for HappeningError {
    fn from(error: Box<EvaluationError>) -> Self {
        Self::Evaluation(error)
    }
}
