//! The error of a step, as one number: 1 is just good enough.

use super::combine::CHUNK;
use crate::arithmetic::{ErrorParts, ScaledError, Terms};
use crate::integration::Norm;

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
    /// `absolute` is in units of each state's nominal value.
    pub(super) fn new(absolute: f64, nominal: &[f64], relative: f64, norm: Norm) -> Self {
        let absolute = nominal.iter().map(|nominal| (absolute * nominal).max(f64::MIN_POSITIVE)).collect();
        Self { absolute, relative, norm }
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

    /// The error of a step from `old` to `new`, which the terms sum up to. On a
    /// thread of a pool it may be calculated by several; it is the same bits.
    pub(super) fn error(&self, old: &[f64], new: &[f64], terms: Terms<'_>, by_several: bool) -> StepErrorNorm {
        let error = ScaledError { old, new, absolute: &self.absolute, relative: self.relative, terms };
        let ErrorParts { total, check } = self.in_parts(&error, by_several);
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

    /// Halves the elements until they are few, whoever does the halves, so that
    /// the sums are always formed in the same order.
    fn in_parts(&self, error: &ScaledError<'_>, by_several: bool) -> ErrorParts {
        if error.len() <= CHUNK {
            return if self.norm == Norm::Max { error.largest() } else { error.squares() };
        }
        let (first, last) = error.split_at(error.len() / 2);
        let (first, last) = if by_several {
            rayon::join(|| self.in_parts(&first, true), || self.in_parts(&last, true))
        } else {
            (self.in_parts(&first, false), self.in_parts(&last, false))
        };
        let total = if self.norm != Norm::Max {
            first.total + last.total
        } else if last.total > first.total {
            last.total
        } else {
            first.total
        };
        ErrorParts { total, check: first.check + last.check }
    }
}

fn mean(sum: f64, count: usize) -> f64 {
    sum / count.max(1) as f64
}
