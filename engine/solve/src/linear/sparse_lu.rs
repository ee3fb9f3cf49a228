//! Sparse LU factorisation that keeps its ordering and its pivots: an implicit
//! method factorises matrices of one structure hundreds of times, and their
//! numbers change little from one to the next.

use super::ordering::Ordering;
use super::sparsity::Sparsity;

/// A pivot off the diagonal is taken only if that on it is smaller than this,
/// relative to the largest of its column: the ordering was made for the
/// diagonal. The value is that of KLU (Davis, Palamadai Natarajan 2010).
const DIAGONAL_THRESHOLD: f64 = 1e-3;
/// With multipliers beyond this the kept pivots are given up.
const LARGEST_MULTIPLIER: f64 = 1e6;
const NOWHERE: usize = usize::MAX;

/// Solves with `L U = P A Q`: Q by approximate minimum degree, P by threshold
/// pivoting, left-looking (Gilbert, Peierls 1988). As long as the multipliers
/// stay small, later matrices are factorised with the same P and Q, which
/// needs no search.
#[derive(Debug, Clone, Default)]
pub(super) struct SparseLu {
    /// The matrix's column that comes at each position.
    columns: Vec<usize>,
    /// The matrix's row that is the pivot at each position.
    rows: Vec<usize>,
    /// The position of each of the matrix's rows; [`NOWHERE`] while it is none.
    position: Vec<usize>,
    /// Below the diagonal, which is 1.
    lower: Columns,
    /// Above the diagonal, each column in an order in which it can be solved.
    upper: Columns,
    /// 1 over each element of the diagonal: a solution waits for each product
    /// before it can go on, and for each quotient three times as long.
    reciprocals: Vec<f64>,
    state: State,
    search: Search,
    /// A column in the making, by rows; all 0 in between.
    dense: Vec<f64>,
    /// Right-hand side in the order of the pivots.
    permuted: Vec<f64>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// There are no pivots to be kept.
    #[default]
    None,
    Good,
    /// The matrix has no inverse, or numbers that are not finite.
    Singular,
}

/// Sparse columns, one after the other.
#[derive(Debug, Clone, Default)]
struct Columns {
    starts: Vec<usize>,
    indices: Vec<usize>,
    values: Vec<f64>,
}

impl Columns {
    fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.indices.clear();
        self.values.clear();
    }

    fn push(&mut self, index: usize, value: f64) {
        self.indices.push(index);
        self.values.push(value);
    }

    fn end_column(&mut self) {
        self.starts.push(self.indices.len());
    }

    #[inline(always)]
    fn range(&self, column: usize) -> std::ops::Range<usize> {
        self.starts[column]..self.starts[column + 1]
    }

    #[inline(always)]
    fn column(&self, column: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.range(column);
        self.indices[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }
}

impl SparseLu {
    /// Factorises the columns of matrices in that order.
    pub(super) fn ordered(ordering: Ordering) -> Self {
        let n = ordering.columns.len();
        Self {
            columns: ordering.columns,
            dense: vec![0.0; n],
            permuted: vec![0.0; n],
            reciprocals: vec![0.0; n],
            search: Search { seen: vec![NOWHERE; n], ..Search::default() },
            ..Self::default()
        }
    }

    /// Factorises a matrix, its elements in the order of the structure.
    pub(super) fn factorise(&mut self, structure: &Sparsity, elements: &[f64]) {
        if self.state != State::Good || !self.refactorise(structure, elements) {
            self.state = if self.factorise_afresh(structure, elements) { State::Good } else { State::Singular };
        }
    }

    /// With the pivots that are there; whether they served.
    fn refactorise(&mut self, structure: &Sparsity, elements: &[f64]) -> bool {
        let mut sound = true;
        for k in 0..self.columns.len() {
            let column = self.columns[k];
            for (row, element) in structure.column(column).iter().zip(&elements[structure.range(column)]) {
                self.dense[self.position[*row]] = *element;
            }
            for slot in self.upper.range(k) {
                let j = self.upper.indices[slot];
                let factor = std::mem::take(&mut self.dense[j]);
                self.upper.values[slot] = factor;
                for (row, value) in self.lower.column(j) {
                    self.dense[row] -= value * factor;
                }
            }
            let reciprocal = 1.0 / std::mem::take(&mut self.dense[k]);
            self.reciprocals[k] = reciprocal;
            for slot in self.lower.range(k) {
                let multiplier = std::mem::take(&mut self.dense[self.lower.indices[slot]]) * reciprocal;
                // Written so that not-a-number counts as too large.
                sound &= multiplier.abs() <= LARGEST_MULTIPLIER;
                self.lower.values[slot] = multiplier;
            }
            sound &= reciprocal != 0.0 && reciprocal.is_finite();
        }
        sound
    }

    /// With pivots chosen anew; whether the matrix has an inverse.
    fn factorise_afresh(&mut self, structure: &Sparsity, elements: &[f64]) -> bool {
        let n = self.columns.len();
        self.rows.clear();
        self.position.clear();
        self.position.resize(n, NOWHERE);
        self.search.seen.fill(NOWHERE);
        self.lower.clear();
        self.upper.clear();
        for k in 0..n {
            let column = self.columns[k];
            let rows = structure.column(column);
            // Rows of the matrix, until all pivots are known.
            self.search.reach(k, rows, &self.position, &self.lower);
            for (row, element) in rows.iter().zip(&elements[structure.range(column)]) {
                self.dense[*row] = *element;
            }
            for row in self.search.found.iter().rev() {
                let j = self.position[*row];
                if j != NOWHERE {
                    let factor = std::mem::take(&mut self.dense[*row]);
                    self.upper.push(j, factor);
                    for (below, value) in self.lower.column(j) {
                        self.dense[below] -= value * factor;
                    }
                }
            }
            self.upper.end_column();
            let Some(pivot_row) = self.choose_pivot(column) else {
                self.dense.fill(0.0);
                return false;
            };
            let reciprocal = 1.0 / std::mem::take(&mut self.dense[pivot_row]);
            self.reciprocals[k] = reciprocal;
            self.position[pivot_row] = k;
            self.rows.push(pivot_row);
            for row in self.search.found.iter().filter(|row| self.position[**row] == NOWHERE) {
                self.lower.push(*row, std::mem::take(&mut self.dense[*row]) * reciprocal);
            }
            self.lower.end_column();
        }
        self.lower.indices.iter_mut().for_each(|row| *row = self.position[*row]);
        true
    }

    /// The row of the pivot in the column in the making; none if there is no
    /// number to divide by.
    fn choose_pivot(&self, column: usize) -> Option<usize> {
        let candidates = self.search.found.iter().copied().filter(|row| self.position[*row] == NOWHERE);
        // Below this a number has no reciprocal.
        let (mut best, mut most) = (None, f64::MIN_POSITIVE);
        for row in candidates {
            let size = self.dense[row].abs();
            if !size.is_finite() {
                return None;
            }
            if size >= most {
                (best, most) = (Some(row), size);
            }
        }
        let enough = f64::max(DIAGONAL_THRESHOLD * most, f64::MIN_POSITIVE);
        let on_diagonal = self.position[column] == NOWHERE && self.dense[column].abs() >= enough;
        if on_diagonal && best.is_some() { Some(column) } else { best }
    }

    /// Looks for pivots anew in the next matrix.
    pub(super) fn forget(&mut self) {
        self.state = State::None;
    }

    /// Solves `A x = b`, `b` becoming `x`; whether it could.
    pub(super) fn solve(&mut self, b: &mut [f64]) -> bool {
        if self.state != State::Good {
            return false;
        }
        let n = self.columns.len();
        let permuted = &mut self.permuted;
        permuted.iter_mut().zip(&self.rows).for_each(|(y, row)| *y = b[*row]);
        for k in 0..n {
            let y = permuted[k];
            for (row, value) in self.lower.column(k) {
                permuted[row] -= value * y;
            }
        }
        for k in (0..n).rev() {
            let x = permuted[k] * self.reciprocals[k];
            b[self.columns[k]] = x;
            for (row, value) in self.upper.column(k) {
                permuted[row] -= value * x;
            }
        }
        true
    }
}

/// Depth-first search for the structure of a column.
#[derive(Debug, Clone, Default)]
struct Search {
    /// The column in which each row was met last.
    seen: Vec<usize>,
    /// The rows of the column, each after all that it changes.
    found: Vec<usize>,
    /// Rows on the way, and how far each one's column was followed.
    path: Vec<(usize, usize)>,
}

impl Search {
    /// Finds the rows that are reached from `rows` through columns of `lower`.
    fn reach(&mut self, k: usize, rows: &[usize], position: &[usize], lower: &Columns) {
        self.found.clear();
        for start in rows {
            if self.seen[*start] == k {
                continue;
            }
            self.seen[*start] = k;
            self.path.push((*start, 0));
            while let Some((row, followed)) = self.path.last_mut() {
                let next = match position[*row] {
                    NOWHERE => None,
                    j => lower.indices[lower.range(j)].iter().skip(*followed).find(|below| {
                        *followed += 1;
                        self.seen[**below] != k
                    }),
                };
                match next {
                    Some(below) => {
                        self.seen[*below] = k;
                        self.path.push((*below, 0));
                    }
                    None => {
                        self.found.push(*row);
                        self.path.pop();
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::matrices::{Matrix, Random, random_triplets};
    use super::*;

    impl Matrix {
        fn factors(&self) -> SparseLu {
            let mut factors = SparseLu::ordered(Ordering::of(&self.structure));
            self.factorised_by(&mut factors);
            factors
        }

        fn factorised_by(&self, factors: &mut SparseLu) {
            factors.factorise(&self.structure, &self.elements);
        }
    }

    fn residual(a: &Matrix, factors: &mut SparseLu) -> f64 {
        a.residual(|b| factors.solve(b))
    }

    #[test]
    fn solves_what_it_factorised_and_other_numbers_in_the_same_structure() {
        let mut generator = Random(1);
        for n in [1, 2, 7, 50, 300] {
            let triplets = random_triplets(n, 4, &mut generator);
            let a = Matrix::of(n, &triplets);
            let mut factors = a.factors();
            assert!(residual(&a, &mut factors) < 1e-10 * n as f64, "{n}");
            let pivots = factors.rows.clone();

            let changed: Vec<_> =
                triplets.iter().map(|(r, c, v)| (*r, *c, v * (1.0 + 0.2 * generator.number()))).collect();
            let b = Matrix::of(n, &changed);
            b.factorised_by(&mut factors);
            assert!(residual(&b, &mut factors) < 1e-10 * n as f64, "{n}");
            assert_eq!(pivots, factors.rows, "the pivots were kept");
        }
    }

    #[test]
    fn pivots_off_the_diagonal_where_it_must() {
        let a = Matrix::of(
            3,
            &[(0, 0, 0.0), (1, 0, 2.0), (0, 1, 3.0), (1, 1, 1e-9), (2, 2, 1.0), (2, 0, 5.0), (0, 2, 1.0)],
        );
        let mut factors = a.factors();
        assert!(residual(&a, &mut factors) < 1e-12);
    }

    /// The pivots that were good for the first matrix divide by next to
    /// nothing in the second.
    #[test]
    fn gives_up_pivots_that_no_longer_serve() {
        let at = |diagonal| Matrix::of(2, &[(0, 0, diagonal), (1, 0, 1.0), (0, 1, 1.0), (1, 1, diagonal)]);
        let mut factors = at(2.0).factors();
        let pivots = factors.rows.clone();
        at(1e-14).factorised_by(&mut factors);
        assert_ne!(pivots, factors.rows);
        assert!(residual(&at(1e-14), &mut factors) < 1e-12);
    }

    #[test]
    fn says_that_it_cannot_solve_and_recovers() {
        let singular = Matrix::of(2, &[(0, 0, 1.0), (1, 0, 2.0), (0, 1, 2.0), (1, 1, 4.0)]);
        let nothing = Matrix::of(2, &[(0, 0, f64::NAN), (1, 0, 2.0), (0, 1, 2.0), (1, 1, 4.0)]);
        let sound = Matrix::of(2, &[(0, 0, 1.0), (1, 0, 2.0), (0, 1, 2.0), (1, 1, 5.0)]);
        let mut factors = SparseLu::ordered(Ordering::of(&singular.structure));
        // 1 over it is infinite.
        let next_to_nothing = Matrix::of(2, &[(0, 0, 1e-310), (1, 0, 0.0), (0, 1, 0.0), (1, 1, 1.0)]);
        for bad in [&singular, &nothing, &next_to_nothing] {
            bad.factorised_by(&mut factors);
            assert!(!factors.solve(&mut [1.0, 1.0]));
            sound.factorised_by(&mut factors);
            assert!(residual(&sound, &mut factors) < 1e-12);
        }
    }

    /// The ordering keeps a chain's factors as sparse as the chain is.
    #[test]
    fn a_chain_fills_in_little() {
        let n = 2000;
        let chain: Vec<_> = (0..n)
            .flat_map(|i: usize| {
                (i.saturating_sub(1)..(i + 2).min(n)).map(move |j| (i, j, if i == j { 2.5 } else { -1.0 }))
            })
            .collect();
        let a = Matrix::of(n, &chain);
        let mut factors = a.factors();
        assert!(factors.lower.indices.len() + factors.upper.indices.len() <= 3 * n);
        assert!(residual(&a, &mut factors) < 1e-9);
    }
}
