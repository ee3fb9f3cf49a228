//! Why an implicit step was not accepted.

use super::newton::Unsolved;
use crate::evaluation::EvaluationError;

/// Why a trial was not accepted.
pub(super) enum Rejection {
    /// Its equations could not be solved.
    NotSolved,
    /// The model could not be evaluated.
    Failed(Box<EvaluationError>),
    /// Its error, in units of the tolerance.
    Inaccurate(f64),
}

impl From<Unsolved> for Rejection {
    fn from(unsolved: Unsolved) -> Self {
        match unsolved {
            Unsolved::Diverged => Self::NotSolved,
            Unsolved::Failed(error) => Self::Failed(error),
        }
    }
}
