//! The error of a step, as one number: 1 is just good enough.

use std::ops::Range;

use super::combine::{CHUNK, MOST};
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

    /// The error `sum_j weights[j] k[j]` of a step from `old` to `new`. On a
    /// thread of a pool it may be calculated by several; it is the same bits.
    pub(super) fn error(
        &self,
        old: &[f64],
        new: &[f64],
        weights: &[f64],
        k: &[Vec<f64>],
        by_several: bool,
    ) -> StepErrorNorm {
        let used: Used<'_> = used(weights, k);
        let (most, squares, check) = self.in_parts(old, new, &used, 0..old.len(), by_several);
        let ratio = match self.norm {
            Norm::Max => most,
            Norm::RootSumSquare => squares.sqrt(),
            Norm::RootMeanSquare => mean(squares, old.len()).sqrt(),
        };
        // Finite numbers may have an infinite sum.
        let finite = check.is_finite() || (ratio.is_finite() && new.iter().all(|x| x.is_finite()));
        StepErrorNorm { ratio, finite }
    }

    /// The state with the worst error, and that error in units of its tolerance.
    #[cold]
    pub(super) fn worst(&self, old: &[f64], new: &[f64], weights: &[f64], k: &[Vec<f64>]) -> (usize, f64) {
        let ratio = |i: usize| {
            if !new[i].is_finite() {
                return f64::INFINITY;
            }
            let error: f64 = weights.iter().zip(k).map(|(w, k)| w * k[i]).sum();
            error.abs() / (self.absolute[i] + self.relative * old[i].abs().max(new[i].abs()))
        };
        (0..old.len()).map(|i| (i, ratio(i))).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
    }

    /// Halves the elements until they are few, whoever does the halves, so that
    /// the sums are always formed in the same order.
    fn in_parts(
        &self,
        old: &[f64],
        new: &[f64],
        used: &Used<'_>,
        elements: Range<usize>,
        by_several: bool,
    ) -> (f64, f64, f64) {
        if elements.len() <= CHUNK {
            return match used.count {
                0..=4 => self.reduce::<4>(old, new, used, elements),
                5..=6 => self.reduce::<6>(old, new, used, elements),
                _ => self.reduce::<8>(old, new, used, elements),
            };
        }
        let half = elements.start + elements.len() / 2;
        let first = || self.in_parts(old, new, used, elements.start..half, by_several);
        let last = || self.in_parts(old, new, used, half..elements.end, by_several);
        let (first, last) = if by_several { rayon::join(first, last) } else { (first(), last()) };
        (if last.0 > first.0 { last.0 } else { first.0 }, first.1 + last.1, first.2 + last.2)
    }

    /// Largest ratio, sum of squares, and a number that is finite if all are.
    fn reduce<const J: usize>(
        &self,
        old: &[f64],
        new: &[f64],
        used: &Used<'_>,
        elements: Range<usize>,
    ) -> (f64, f64, f64) {
        match self.norm {
            Norm::Max => self.reduce_with::<J, true>(old, new, used, elements),
            _ => self.reduce_with::<J, false>(old, new, used, elements),
        }
    }

    fn reduce_with<const J: usize, const MAX: bool>(
        &self,
        old: &[f64],
        new: &[f64],
        used: &Used<'_>,
        elements: Range<usize>,
    ) -> (f64, f64, f64) {
        const LANES: usize = 4;
        let n = elements.len();
        let (old, new, absolute) = (&old[elements.clone()], &new[elements.clone()], &self.absolute[elements.clone()]);
        let (old, new, absolute, relative) = (&old[..n], &new[..n], &absolute[..n], self.relative);
        let weights: [f64; J] = std::array::from_fn(|j| used.terms[j].0);
        let k: [&[f64]; J] = std::array::from_fn(|j| &used.terms[j].1[elements.clone()][..n]);
        let mut total = [0.0_f64; LANES];
        let mut check = [0.0_f64; LANES];
        let mut one = |i: usize, lane: usize| {
            let mut error = 0.0;
            for j in 0..J {
                error += weights[j] * k[j][i];
            }
            let (a, b) = (old[i].abs(), new[i].abs());
            let larger = if a > b { a } else { b };
            let ratio = error.abs() / (absolute[i] + relative * larger);
            if MAX {
                total[lane] = if ratio > total[lane] { ratio } else { total[lane] };
            } else {
                total[lane] += ratio * ratio;
            }
            check[lane] += error + new[i];
        };
        let whole = n - n % LANES;
        let mut i = 0;
        while i < whole {
            for lane in 0..LANES {
                one(i + lane, lane);
            }
            i += LANES;
        }
        for i in whole..n {
            one(i, 0);
        }
        let most = total.iter().copied().fold(0.0, f64::max);
        (most, total.iter().sum(), check.iter().sum())
    }
}

/// Terms with a weight; the rest are zeros on any row.
struct Used<'a> {
    terms: [(f64, &'a [f64]); MOST],
    count: usize,
}

fn used<'a>(weights: &[f64], k: &'a [Vec<f64>]) -> Used<'a> {
    let mut used = Used { terms: [(0.0, &k[0]); MOST], count: 0 };
    for (weight, k) in weights.iter().zip(k) {
        if *weight != 0.0 {
            used.terms[used.count] = (*weight, k);
            used.count += 1;
        }
    }
    used
}

fn mean(sum: f64, count: usize) -> f64 {
    sum / count.max(1) as f64
}
