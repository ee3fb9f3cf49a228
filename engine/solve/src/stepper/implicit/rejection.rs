//! Why an implicit step was not accepted.

use super::newton::Unsolved;

/// Why a trial was not accepted.
pub(super) enum Rejection<E> {
    /// Its equations could not be solved.
    NotSolved,
    /// The model could not be evaluated.
    Failed(Box<E>),
    /// Its error, in units of the tolerance.
    Inaccurate(f64),
}

impl<E> From<Unsolved<E>> for Rejection<E> {
    fn from(unsolved: Unsolved<E>) -> Self {
        match unsolved {
            Unsolved::Diverged => Self::NotSolved,
            Unsolved::Failed(error) => Self::Failed(error),
        }
    }
}
