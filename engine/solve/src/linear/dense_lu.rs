//! LU factorisation of a matrix most of whose elements differ from 0.

use std::ops::Range;

use super::sparsity::Sparsity;
use crate::arithmetic::{Blocks, Packed, SLAB, subtract_product};

/// So many columns are not cut any further.
const NARROW: usize = SLAB;
/// Columns that lie a multiple of so many numbers apart share few places of a cache.
const CROWDED: usize = 64;
/// So many columns are taken from a right-hand side in one go.
const TOGETHER: usize = 4;

/// Solves with `L U = P A`, P by partial pivoting, recursively in halves of the
/// columns (Toledo 1997): nearly all of the work is products of blocks. Every
/// element loses the same terms in the same order as with three plain loops.
#[derive(Debug, Clone, Default)]
pub(super) struct DenseLu {
    size: usize,
    /// How many rows are stored: whole slabs. Those after the matrix are never read
    /// for any other row.
    height: usize,
    /// How far columns lie apart.
    stride: usize,
    /// L below the diagonal, where it has 1, and U, column by column.
    factors: Vec<f64>,
    /// 1 over each element of the diagonal.
    reciprocals: Vec<f64>,
    /// The row that each one was exchanged with, one after the other.
    exchanges: Vec<usize>,
    packed: Packed,
    /// Whether there are factors.
    is_regular: bool,
}

impl DenseLu {
    /// For matrices with so many columns.
    pub(super) fn of_size(size: usize) -> Self {
        let height = size.next_multiple_of(SLAB);
        let stride = if height.is_multiple_of(CROWDED) { height + SLAB } else { height };
        Self {
            size,
            height,
            stride,
            factors: vec![0.0; stride * size],
            reciprocals: vec![0.0; size],
            exchanges: vec![0; size],
            ..Self::default()
        }
    }

    /// Factorises a matrix, its elements in the order of the structure.
    pub(super) fn factorise(&mut self, structure: &Sparsity, elements: &[f64]) {
        self.factors.fill(0.0);
        for (column, numbers) in self.factors.chunks_exact_mut(self.stride).enumerate() {
            for (row, element) in structure.column(column).iter().zip(&elements[structure.range(column)]) {
                numbers[*row] = *element;
            }
        }
        self.is_regular = self.factorise_columns(0..self.size);
    }

    /// Factorises columns from which those before them have been taken; whether
    /// there is a pivot in each.
    fn factorise_columns(&mut self, columns: Range<usize>) -> bool {
        if columns.len() <= NARROW {
            return columns.clone().all(|k| self.eliminate(k, columns.clone()));
        }
        let middle = middle(&columns);
        let (left, right) = (columns.start..middle, middle..columns.end);
        if !self.factorise_columns(left.clone()) {
            return false;
        }
        self.exchange(left.clone(), right.clone());
        self.substitute(left.clone(), right.clone());
        self.subtract(middle..self.height, left.clone(), right.clone());
        let is_regular = self.factorise_columns(right.clone());
        self.exchange(right, left);
        is_regular
    }

    /// Finds the pivot of a column and takes it from those after it in a narrow
    /// range; whether there is one.
    fn eliminate(&mut self, k: usize, narrow: Range<usize>) -> bool {
        let (before, after) = self.factors.split_at_mut((k + 1) * self.stride);
        let (before, column) = before.split_at_mut(k * self.stride);
        let Some(pivot) = pivot_row(&column[..self.size], k) else { return false };
        self.exchanges[k] = pivot;
        column.swap(k, pivot);
        for other in before[narrow.start * self.stride..].chunks_exact_mut(self.stride) {
            other.swap(k, pivot);
        }
        let reciprocal = 1.0 / column[k];
        self.reciprocals[k] = reciprocal;
        let multipliers = &mut column[k + 1..self.size];
        multipliers.iter_mut().for_each(|multiplier| *multiplier *= reciprocal);
        for other in after.chunks_exact_mut(self.stride).take(narrow.end - k - 1) {
            other.swap(k, pivot);
            let factor = other[k];
            for (x, multiplier) in other[k + 1..].iter_mut().zip(&*multipliers) {
                *x -= multiplier * factor;
            }
        }
        true
    }

    /// Exchanges the rows of some pivots in other columns.
    fn exchange(&mut self, pivots: Range<usize>, columns: Range<usize>) {
        let columns = &mut self.factors[columns.start * self.stride..columns.end * self.stride];
        for column in columns.chunks_exact_mut(self.stride) {
            for (k, other) in pivots.clone().zip(&self.exchanges[pivots.clone()]) {
                column.swap(k, *other);
            }
        }
    }

    /// Solves with L of some rows for as many rows of later columns.
    fn substitute(&mut self, rows: Range<usize>, columns: Range<usize>) {
        if rows.len() > NARROW {
            let middle = middle(&rows);
            self.substitute(rows.start..middle, columns.clone());
            self.subtract(middle..rows.end, rows.start..middle, columns.clone());
            return self.substitute(middle..rows.end, columns);
        }
        let (left, right) = self.factors.split_at_mut(columns.start * self.stride);
        let mut lower = [[0.0; NARROW]; NARROW];
        for (lower, k) in lower.iter_mut().zip(rows.clone()) {
            lower[..rows.len()].copy_from_slice(&left[k * self.stride..][rows.clone()]);
        }
        for column in right[..columns.len() * self.stride].chunks_exact_mut(self.stride) {
            let column = &mut column[rows.clone()];
            match <&mut [f64; NARROW]>::try_from(&mut *column) {
                // Their number is known where it counts: nearly always.
                Ok(column) => substitute_narrow(&lower, column),
                Err(_) => substitute_narrow(&lower, column),
            }
        }
    }

    /// Takes the product of factors from the rest of later columns.
    fn subtract(&mut self, rows: Range<usize>, inner: Range<usize>, columns: Range<usize>) {
        let blocks = Blocks { stride: self.stride, rows, inner, columns };
        subtract_product(&mut self.factors, &blocks, &mut self.packed);
    }

    /// Solves `A x = b`, `b` becoming `x`; whether it could.
    pub(super) fn solve(&mut self, b: &mut [f64]) -> bool {
        if !self.is_regular {
            return false;
        }
        let n = self.size;
        for (k, other) in self.exchanges.iter().enumerate() {
            b.swap(k, *other);
        }
        for first in (0..n).step_by(TOGETHER) {
            let group = first..n.min(first + TOGETHER);
            let (known, below) = b.split_at_mut(group.end);
            for k in group.clone() {
                for row in k + 1..group.end {
                    known[row] -= self.factors[k * self.stride + row] * known[k];
                }
            }
            self.subtract_columns(below, group.end, group.map(|k| (k, known[k])));
        }
        for first in (0..n).step_by(TOGETHER).rev() {
            let group = first..n.min(first + TOGETHER);
            let (above, known) = b.split_at_mut(first);
            for k in group.clone().rev() {
                known[k - first] *= self.reciprocals[k];
                for row in first..k {
                    known[row - first] -= self.factors[k * self.stride + row] * known[k - first];
                }
            }
            self.subtract_columns(above, 0, group.rev().map(|k| (k, known[k - first])));
        }
        true
    }

    /// Takes columns, each times a number, from a vector that begins at a row.
    fn subtract_columns(&self, y: &mut [f64], row: usize, times: impl ExactSizeIterator<Item = (usize, f64)>) {
        let (length, is_whole) = (y.len(), times.len() == TOGETHER);
        let mut columns = times.map(|(k, factor)| (&self.factors[k * self.stride + row..][..length], factor));
        if is_whole {
            let together = [(); TOGETHER].map(|()| columns.next().unwrap_or_default());
            for (at, y) in y.iter_mut().enumerate() {
                *y = together.iter().fold(*y, |y, (column, factor)| y - column[at] * factor);
            }
        } else {
            for (column, factor) in columns {
                y.iter_mut().zip(column).for_each(|(y, number)| *y -= number * factor);
            }
        }
    }
}

#[inline(always)]
fn substitute_narrow(lower: &[[f64; NARROW]; NARROW], column: &mut [f64]) {
    for k in 0..column.len() {
        for row in k + 1..column.len() {
            column[row] -= lower[k][row] * column[k];
        }
    }
}

/// Where a range is cut: about in the middle.
fn middle(range: &Range<usize>) -> usize {
    range.start + (range.len() / 2).next_multiple_of(NARROW)
}

/// The row of the largest number of a column from its diagonal on, the first of
/// equal ones; none if there is no number to divide by, or one is not finite.
fn pivot_row(column: &[f64], k: usize) -> Option<usize> {
    let (mut best, mut most, mut are_finite) = (k, 0.0, true);
    for (row, number) in column.iter().enumerate().skip(k) {
        let size = number.abs();
        are_finite &= size <= f64::MAX;
        if size > most {
            (best, most) = (row, size);
        }
    }
    // Below this a number has no reciprocal.
    (are_finite && most >= f64::MIN_POSITIVE).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::super::matrices::{Matrix, Random};
    use super::*;

    fn factors(a: &Matrix) -> DenseLu {
        let mut factors = DenseLu::of_size(a.structure.size());
        factors.factorise(&a.structure, &a.elements);
        factors
    }

    fn all(n: usize, element: impl Fn(usize, usize) -> f64) -> Matrix {
        Matrix::of(n, &(0..n * n).map(|at| (at / n, at % n, element(at / n, at % n))).collect::<Vec<_>>())
    }

    /// Three loops and an exchange of whole rows, as in any textbook; the factors row by row.
    fn by_three_loops(a: &Matrix) -> Vec<Vec<f64>> {
        let n = a.structure.size();
        let mut rows = vec![vec![0.0; n]; n];
        for (column, range) in (0..n).map(|column| (column, a.structure.range(column))) {
            for (row, element) in a.structure.column(column).iter().zip(&a.elements[range]) {
                rows[*row][column] = *element;
            }
        }
        for k in 0..n {
            let pivot = (k..n).rev().max_by(|i, j| rows[*i][k].abs().total_cmp(&rows[*j][k].abs())).unwrap();
            rows.swap(k, pivot);
            let reciprocal = 1.0 / rows[k][k];
            for i in k + 1..n {
                rows[i][k] *= reciprocal;
                for j in k + 1..n {
                    rows[i][j] -= rows[i][k] * rows[k][j];
                }
            }
        }
        rows
    }

    #[test]
    fn its_factors_are_those_of_three_loops_to_the_bit() {
        let mut random = Random(5);
        for n in [1, 2, 7, 8, 9, 31, 64, 130, 200] {
            let numbers: Vec<f64> = (0..n * n).map(|_| random.number()).collect();
            let a = all(n, |row, column| numbers[row * n + column]);
            let (found, expected) = (factors(&a), by_three_loops(&a));
            assert!(found.is_regular);
            for (column, numbers) in found.factors.chunks_exact(found.stride).enumerate() {
                for row in 0..n {
                    assert_eq!(numbers[row].to_bits(), expected[row][column].to_bits(), "{n}: {row}, {column}");
                }
            }
        }
    }

    #[test]
    fn solves_what_it_factorised_and_other_matrices_after_it() {
        let mut random = Random(1);
        for n in [1, 3, 4, 8, 17, 64, 150, 300] {
            let mut factors = DenseLu::of_size(n);
            for _ in 0..2 {
                let a = Matrix::random(n, n, &mut random);
                factors.factorise(&a.structure, &a.elements);
                assert!(a.residual(|b| factors.solve(b)) < 1e-9 * n as f64, "{n}");
            }
        }
    }

    /// The inverse of `min(i, j)`, from 1 on, is tridiagonal: 2 on the diagonal, but
    /// for 1 at its end, and -1 beside it.
    #[test]
    fn a_solution_is_the_one_that_is_known() {
        let n = 120;
        let a = all(n, |row, column| (row.min(column) + 1) as f64);
        let mut x = a.right_hand_side();
        assert!(factors(&a).solve(&mut x));
        // b = (1, 2, ..., n) is the last column of the matrix.
        for (i, x) in x.into_iter().enumerate() {
            assert!((x - f64::from(i == n - 1)).abs() < 1e-12, "{i}: {x}");
        }
    }

    #[test]
    fn says_that_it_cannot_solve_and_recovers() {
        let n = 70;
        let sound = all(n, |row, column| if row == column { 3.0 } else { 1.0 / (row + 2 * column + 1) as f64 });
        let mut factors = DenseLu::of_size(n);
        assert!(!factors.solve(&mut vec![1.0; n]), "there are none yet");
        let singular = all(n, |_, _| 1.0);
        for bad in [0.0, f64::NAN, f64::INFINITY, 1e-310] {
            let bad = all(n, |row, column| if column == 40 { bad } else { f64::from(row == column) });
            for bad in [&bad, &singular] {
                factors.factorise(&bad.structure, &bad.elements);
                assert!(!factors.solve(&mut vec![1.0; n]));
                factors.factorise(&sound.structure, &sound.elements);
                assert!(sound.residual(|b| factors.solve(b)) < 1e-10);
            }
        }
    }
}
