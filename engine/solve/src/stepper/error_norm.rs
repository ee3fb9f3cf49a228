//! The error of a step, as one number: 1 is just good enough.

use super::{Problem, Threads};
use crate::arithmetic::{ErrorParts, ScaledError, Terms};
use crate::integration::Norm;

/// An error is summed up in at most so many pieces.
const PIECES: usize = 64;

/// Each of these has at least so many states, about a microsecond's work.
const PIECE: usize = 1024;

/// Tolerances of the states.
#[derive(Debug, Clone)]
pub(super) struct Tolerances {
    /// Absolute, one for each state, all more than 0.
    absolute: Vec<f64>,
    relative: f64,
    norm: Norm,
}

/// The error of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct StepErrorNorm {
    /// In units of the tolerance.
    pub(super) ratio: f64,
    /// Whether error and new state are finite.
    pub(super) finite: bool,
}

impl Tolerances {
    /// Those that the settings ask for; the absolute one is in units of each
    /// state's nominal value.
    pub(super) fn asked(problem: Problem<'_>) -> Self {
        let settings = problem.settings;
        let absolute = |nominal: &f64| (settings.abs_tol * nominal).max(f64::MIN_POSITIVE);
        let absolute = problem.nominal.iter().map(absolute).collect();
        Self { absolute, relative: settings.rel_tol, norm: settings.norm }
    }

    /// The norm of `values`, scaled with the tolerance at `x`.
    pub(super) fn scaled(&self, values: impl Iterator<Item = f64>, x: &[f64]) -> f64 {
        let scaled = values.zip(x).zip(&self.absolute).map(|((v, x), a)| v.abs() / (a + self.relative * x.abs()));
        match self.norm {
            Norm::Max => scaled.fold(0.0, |most, ratio| if ratio > most || ratio.is_nan() { ratio } else { most }),
            Norm::RootSumSquare => scaled.map(|ratio| ratio * ratio).sum::<f64>().sqrt(),
            Norm::RootMeanSquare => mean(scaled.map(|ratio| ratio * ratio).sum(), x.len()).sqrt(),
        }
    }

    /// The error of a step from `old` to `new`, which the terms sum up to.
    /// Several threads may calculate it; it is the same bits.
    pub(super) fn error(&self, old: &[f64], new: &[f64], terms: Terms<'_>, threads: Threads<'_>) -> StepErrorNorm {
        let error = ScaledError { old, new, absolute: &self.absolute, relative: self.relative, terms };
        let ErrorParts { total, check } = self.in_pieces(&error, threads);
        let ratio = match self.norm {
            Norm::Max => total,
            Norm::RootSumSquare => total.sqrt(),
            Norm::RootMeanSquare => mean(total, old.len()).sqrt(),
        };
        // Finite numbers may have an infinite sum.
        let finite = check.is_finite() || (ratio.is_finite() && new.iter().all(|x| x.is_finite()));
        StepErrorNorm { ratio, finite }
    }

    /// The state with the worst error, and that error in units of its tolerance.
    #[cold]
    pub(super) fn worst(&self, old: &[f64], new: &[f64], terms: &Terms<'_>) -> (usize, f64) {
        let ratio = |i: usize| {
            if !new[i].is_finite() {
                return f64::INFINITY;
            }
            terms.at(i).abs() / (self.absolute[i] + self.relative * old[i].abs().max(new[i].abs()))
        };
        (0..old.len()).map(|i| (i, ratio(i))).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
    }

    /// Sums over pieces first, and then over these, in their order: the pieces
    /// depend on nothing but the number of states.
    fn in_pieces(&self, error: &ScaledError<'_>, threads: Threads<'_>) -> ErrorParts {
        let none = ErrorParts { total: 0.0, check: 0.0 };
        if error.len() <= PIECE {
            return self.join(none, self.of(error));
        }
        let each = error.len().div_ceil(PIECES).max(PIECE);
        let mut pieces = [none; PIECES];
        let pieces = &mut pieces[..error.len().div_ceil(each)];
        threads.fill(pieces, 1, |first, pieces| {
            for (number, piece) in (first..).zip(pieces) {
                *piece = self.of(&error.piece(number * each..((number + 1) * each).min(error.len())));
            }
        });
        pieces.iter().fold(none, |sum, piece| self.join(sum, *piece))
    }

    /// What these states contribute.
    #[inline]
    fn of(&self, error: &ScaledError<'_>) -> ErrorParts {
        if self.norm == Norm::Max { error.largest() } else { error.squares() }
    }

    /// Two parts as one.
    #[inline]
    fn join(&self, one: ErrorParts, other: ErrorParts) -> ErrorParts {
        let total = if self.norm != Norm::Max {
            one.total + other.total
        } else if other.total > one.total {
            other.total
        } else {
            one.total
        };
        ErrorParts { total, check: one.check + other.check }
    }
}

fn mean(sum: f64, count: usize) -> f64 {
    sum / count.max(1) as f64
}
