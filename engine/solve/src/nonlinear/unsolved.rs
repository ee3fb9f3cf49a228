//! Why equations could not be solved.

use std::fmt;

use crate::stepper::EvaluationFailure;

/// Equations that could not be solved.
#[derive(Debug, Clone)]
pub enum Unsolved<E> {
    /// They cannot be evaluated, and no other unknowns help.
    Fatal(Box<E>),
    /// There is no solution nearby, or it could not be found.
    NotFound {
        /// The unknowns at last.
        z: Vec<f64>,
        /// Their residuals; not-a-number where they are not known.
        r: Vec<f64>,
        /// The reason.
        why: Why,
        /// What an evaluation said, if one failed.
        failure: Option<Box<E>>,
    },
}

/// Why a solution was not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The matrix of derivatives has no inverse.
    Singular,
    /// A residual is not finite.
    NotFinite,
    /// An evaluation failed.
    Failed,
    /// Corrections do not become smaller as those of a nearby solution do.
    NoContraction,
    /// No part of a correction leads nearer to a solution.
    NoProgress,
    /// Too many corrections.
    TooMany,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Singular => "its equations determine none or many solutions here",
            Self::NotFinite => "its equations are not finite here",
            Self::Failed => "it cannot be evaluated",
            Self::NoContraction => "the solution does not go on: there is none nearby, or it turns back (a fold)",
            Self::NoProgress => "no solution was found from this start",
            Self::TooMany => "the corrections do not come to an end",
        })
    }
}

/// What stops a search, within this module.
pub(super) enum Trouble<E> {
    Fatal(Box<E>),
    Here(Why, Option<Box<E>>),
}

impl<E: EvaluationFailure> Trouble<E> {
    pub(super) fn of(error: Box<E>) -> Self {
        if error.is_recoverable() { Self::Here(Why::Failed, Some(error)) } else { Self::Fatal(error) }
    }

    /// With the unknowns where it stopped.
    pub(super) fn at(self, z: &[f64], r: &[f64]) -> Unsolved<E> {
        match self {
            Self::Fatal(error) => Unsolved::Fatal(error),
            Self::Here(why, failure) => Unsolved::NotFound { z: z.to_vec(), r: r.to_vec(), why, failure },
        }
    }
}

impl<E> From<Why> for Trouble<E> {
    fn from(why: Why) -> Self {
        Self::Here(why, None)
    }
}
