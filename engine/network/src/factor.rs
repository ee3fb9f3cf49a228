//! Symmetric matrices of which some rows may follow from others.

use crate::dense::product;

/// A number counts as 0 up to this part of the numbers that it is made of.
pub(super) const NOTHING: f64 = 1e-11;

/// `W G W = L L'` of a symmetric matrix with eigenvalues not below 0, by Cholesky's method with pivots.
pub(super) struct Factor {
    count: usize,
    pub(super) rank: usize,
    /// Row by row, in the order of the matrix; `rank` columns count.
    lower: Vec<f64>,
    order: Vec<usize>,
}

impl Factor {
    pub(super) fn new(count: usize, matrix: impl Fn(usize, usize) -> f64, weights: &[f64]) -> Self {
        let mut lower = vec![0.0; count * count];
        let mut left: Vec<f64> = (0..count).map(|i| matrix(i, i) * weights[i] * weights[i]).collect();
        let whole = left.clone();
        let mut order: Vec<usize> = (0..count).collect();
        let mut rank = 0;
        for column in 0..count {
            // The largest of those that do not follow from others: small ones first would hide in the columns of large ones.
            let is_left = |at: &usize| left[order[*at]] > NOTHING * whole[order[*at]];
            let size = |at: &usize| left[order[*at]];
            let Some(best) = (column..count).filter(is_left).max_by(|i, j| size(i).total_cmp(&size(j))) else { break };
            order.swap(column, best);
            let pivot = order[column];
            let diagonal = left[pivot].sqrt();
            for row in order[column + 1..].iter().copied() {
                let known: f64 = (0..rank).map(|k| lower[row * count + k] * lower[pivot * count + k]).sum();
                let of = (matrix(row, pivot) * weights[row] * weights[pivot] - known) / diagonal;
                lower[row * count + rank] = of;
                left[row] -= of * of;
            }
            lower[pivot * count + rank] = diagonal;
            rank += 1;
        }
        Self { count, rank, lower, order }
    }

    /// One that follows from the others.
    pub(super) fn dependent(&self) -> Option<usize> {
        self.order.get(self.rank).copied()
    }

    /// The solution, where there is one for all right sides.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Self { count, lower, order, .. } = self;
        let mut solved = right.to_vec();
        for (column, pivot) in order.iter().enumerate() {
            let known: f64 = (0..column).map(|k| lower[pivot * count + k] * solved[order[k]]).sum();
            solved[*pivot] = (solved[*pivot] - known) / lower[pivot * count + column];
        }
        for (column, pivot) in order.iter().enumerate().rev() {
            let known: f64 = (column + 1..*count).map(|k| lower[order[k] * count + column] * solved[order[k]]).sum();
            solved[*pivot] = (solved[*pivot] - known) / lower[pivot * count + column];
        }
        solved
    }

    /// The smallest solution: `L (L'L)^-1 (L'L)^-1 L' right`.
    pub(super) fn solve_least(&self, right: &[f64]) -> Vec<f64> {
        let Self { count, rank, lower, .. } = self;
        let column = |k: usize| (0..*count).map(move |row| lower[row * count + k]);
        let inner = Factor::new(*rank, |i, j| column(i).zip(column(j)).map(|(a, b)| a * b).sum(), &vec![1.0; *rank]);
        let projected: Vec<f64> = (0..*rank).map(|k| column(k).zip(right).map(|(a, b)| a * b).sum()).collect();
        let inside = inner.solve(&inner.solve(&projected));
        (0..*count).map(|row| product(&lower[row * count..][..*rank], &inside)).collect()
    }
}
