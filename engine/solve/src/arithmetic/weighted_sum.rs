//! Weighted sums of stage derivatives.

use super::kernel::Kernel;
use super::lanes::{COUNT, Lanes, alone};

/// Most terms of one sum: the stages of the largest tableau, and the
/// derivative at the step's end.
pub const MOST_TERMS: usize = 8;

/// A row of a tableau without its zeros.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    weights: [f64; MOST_TERMS],
    /// Which stage each weight is for.
    stages: [usize; MOST_TERMS],
    count: usize,
}

impl Row {
    /// # Panics
    /// If there are more than [`MOST_TERMS`] weights other than 0.
    pub fn new(weights: &[f64]) -> Self {
        let mut row = Self { weights: [0.0; MOST_TERMS], stages: [0; MOST_TERMS], count: 0 };
        for (stage, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            (row.weights[row.count], row.stages[row.count]) = (*weight, stage);
            row.count += 1;
        }
        row
    }

    /// What sums up to `size sum_j weights[j] k[j]`.
    pub fn terms<'a>(&'a self, size: f64, k: &'a [Vec<f64>]) -> Terms<'a> {
        Terms { row: self, size, k, start: 0 }
    }
}

/// The terms of a sum, for elements from some index on.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a> {
    row: &'a Row,
    size: f64,
    k: &'a [Vec<f64>],
    start: usize,
}

impl<'a> Terms<'a> {
    /// The same for elements from an index on.
    pub fn behind(&self, index: usize) -> Self {
        Self { start: self.start + index, ..*self }
    }

    /// The sum of one element.
    pub fn at(&self, index: usize) -> f64 {
        let terms = self.row.weights.iter().zip(&self.row.stages).take(self.row.count);
        terms.map(|(weight, stage)| self.size * weight * self.k[*stage][self.start + index]).sum()
    }

    /// How many there are.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.row.count
    }

    /// Weights and `length` numbers of each, as many as the caller knows there are.
    #[inline(always)]
    pub(super) fn columns<const J: usize>(&self, length: usize) -> ([f64; J], [&'a [f64]; J]) {
        let (mut weights, mut k): (_, [&[f64]; J]) = ([0.0; J], [&[]; J]);
        let (start, end) = (self.start, self.start + length);
        for j in 0..J {
            weights[j] = self.size * self.row.weights[j];
            k[j] = &self.k[self.row.stages[j]][start..end];
        }
        (weights, k)
    }
}

/// Work with terms whose number is known at compile time, so that one pass over
/// memory does them all.
pub(super) trait Summing: Sized {
    type Output;
    fn len(&self) -> usize;
    fn count(&self) -> usize;
    fn of<L: Lanes, const J: usize>(self) -> Self::Output;
}

impl<S: Summing> Kernel for S {
    type Output = S::Output;

    #[inline(always)]
    fn len(&self) -> usize {
        Summing::len(self)
    }

    #[inline(always)]
    fn run<L: Lanes>(self) -> S::Output {
        match self.count() {
            0 => self.of::<L, 0>(),
            1 => self.of::<L, 1>(),
            2 => self.of::<L, 2>(),
            3 => self.of::<L, 3>(),
            4 => self.of::<L, 4>(),
            5 => self.of::<L, 5>(),
            6 => self.of::<L, 6>(),
            7 => self.of::<L, 7>(),
            _ => self.of::<L, MOST_TERMS>(),
        }
    }
}

/// Sets `out` to `x` and the sum of terms.
///
/// # Panics
/// If `x` or the terms are shorter than `out`.
pub fn add_weighted(x: &[f64], terms: &Terms<'_>, out: &mut [f64]) {
    AddWeighted { x, terms, out }.run_here();
}

pub(super) struct AddWeighted<'a> {
    pub(super) x: &'a [f64],
    pub(super) terms: &'a Terms<'a>,
    pub(super) out: &'a mut [f64],
}

impl Summing for AddWeighted<'_> {
    type Output = ();

    #[inline(always)]
    fn len(&self) -> usize {
        self.out.len()
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.terms.count()
    }

    /// Several side by side, also of a few: what reads two numbers at once waits
    /// until both are in the cache, if they were written one by one.
    #[inline(always)]
    fn of<L: Lanes, const J: usize>(self) {
        let n = self.out.len();
        let x = &self.x[..n];
        if J == 0 {
            return self.out.copy_from_slice(x);
        }
        let (weights, k) = self.terms.columns::<J>(n);
        let ((fours, rest), (x, x_rest)) = (self.out.as_chunks_mut(), x.as_chunks());
        let columns = k.map(|k| k.as_chunks().0);
        for (at, (out, x)) in fours.iter_mut().zip(x).enumerate() {
            let mut sum = L::all(weights[0]).times(L::load(&columns[0][at]));
            for j in 1..J {
                sum = sum.plus(L::all(weights[j]).times(L::load(&columns[j][at])));
            }
            *out = L::load(x).plus(sum).numbers();
        }
        // Less than four are left: two side by side, and one.
        let columns = k.map(|k| k.as_chunks::<COUNT>().1);
        let (pair, last) = rest.as_chunks_mut::<2>();
        for (out, x) in pair.iter_mut().zip(x_rest.as_chunks::<2>().0).take(1) {
            let mut sum = [weights[0] * alone(&columns[0][0]), weights[0] * alone(&columns[0][1])];
            for j in 1..J {
                sum = [sum[0] + weights[j] * alone(&columns[j][0]), sum[1] + weights[j] * alone(&columns[j][1])];
            }
            *out = [x[0] + sum[0], x[1] + sum[1]];
        }
        if let ([out], Some(x)) = (last, x_rest.last()) {
            let mut sum = weights[0] * columns[0][columns[0].len() - 1];
            for j in 1..J {
                sum += weights[j] * columns[j][columns[j].len() - 1];
            }
            *out = x + sum;
        }
    }
}
