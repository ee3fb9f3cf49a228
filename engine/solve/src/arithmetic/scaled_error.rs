//! Errors of states, as parts of a norm.

use std::ops::Range;

use super::kernel::Kernel as _;
use super::lanes::{COUNT, Lanes, larger};
use super::weighted_sum::{Summing, Terms};

/// The errors of states in a step, scaled with their tolerances.
#[derive(Debug, Clone, Copy)]
pub struct ScaledError<'a> {
    /// States before the step.
    pub old: &'a [f64],
    /// States behind it.
    pub new: &'a [f64],
    /// Absolute tolerance of each state.
    pub absolute: &'a [f64],
    /// Relative tolerance.
    pub relative: f64,
    /// What sums up to the errors.
    pub terms: Terms<'a>,
}

/// What parts of the states contribute to the norm of all.
#[derive(Debug, Clone, Copy)]
pub struct ErrorParts {
    /// The largest error, or the sum of their squares, as multiples of the tolerance.
    pub total: f64,
    /// A number that is finite if all errors and states are.
    pub check: f64,
}

impl<'a> ScaledError<'a> {
    /// Number of states.
    pub(crate) fn len(&self) -> usize {
        self.old.len()
    }

    /// The errors of some of the states.
    pub fn piece(&self, states: Range<usize>) -> Self {
        let (old, new, absolute) =
            (&self.old[states.clone()], &self.new[states.clone()], &self.absolute[states.clone()]);
        Self { old, new, absolute, terms: self.terms.behind(states.start), ..*self }
    }

    /// The largest error.
    pub fn largest(&self) -> ErrorParts {
        Reduce::<true>(self).run_here()
    }

    /// The sum of squared errors.
    pub fn squares(&self) -> ErrorParts {
        Reduce::<false>(self).run_here()
    }
}

pub(super) struct Reduce<'a, const MAX: bool>(pub(super) &'a ScaledError<'a>);

impl<const MAX: bool> Summing for Reduce<'_, MAX> {
    type Output = ErrorParts;

    #[inline(always)]
    fn len(&self) -> usize {
        self.0.old.len()
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.0.terms.count()
    }

    #[inline(always)]
    fn of<L: Lanes, const J: usize>(self) -> ErrorParts {
        let &ScaledError { old, new, absolute, relative, terms } = self.0;
        let n = old.len();
        let (new, absolute) = (&new[..n], &absolute[..n]);
        let (weights, k) = terms.columns::<J>(n);
        let (mut total, mut check) = (L::all(0.0), L::all(0.0));
        let columns = k.map(|k| k.as_chunks().0);
        let fours = old.as_chunks().0.iter().zip(new.as_chunks().0).zip(absolute.as_chunks().0);
        for (at, ((old, new), absolute)) in fours.enumerate() {
            let mut error = L::all(0.0);
            for j in 0..J {
                error = error.plus(L::all(weights[j]).times(L::load(&columns[j][at])));
            }
            let (old, new) = (L::load(old), L::load(new));
            let tolerance = L::load(absolute).plus(L::all(relative).times(old.abs().larger(new.abs())));
            let ratio = error.abs().over(tolerance);
            total = if MAX { ratio.larger(total) } else { total.plus(ratio.times(ratio)) };
            check = check.plus(error.plus(new));
        }
        let (mut total, mut check) = (total.numbers(), check.numbers());
        let columns = k.map(rest);
        for (at, ((old, new), absolute)) in rest(old).iter().zip(rest(new)).zip(rest(absolute)).enumerate() {
            let mut error = 0.0;
            for j in 0..J {
                error += weights[j] * columns[j][at];
            }
            let ratio = error.abs() / (absolute + relative * larger(old.abs(), new.abs()));
            total[0] = if MAX { larger(ratio, total[0]) } else { total[0] + ratio * ratio };
            check[0] += error + new;
        }
        let [a, b, c, d] = total;
        let total = if MAX { larger(larger(a, b), larger(c, d)) } else { a + b + c + d };
        ErrorParts { total, check: check.iter().sum() }
    }
}

/// Behind the last four.
#[inline(always)]
fn rest(numbers: &[f64]) -> &[f64] {
    numbers.as_chunks::<COUNT>().1
}
