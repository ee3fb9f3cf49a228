//! The factors of the matrices of one structure, sparse or dense.

use super::dense_lu::DenseLu;
use super::ordering::Ordering;
use super::sparse_lu::SparseLu;
use super::sparsity::Sparsity;

/// Matrices with fewer columns are sparse, whatever their structure.
const FEW: usize = 64;
/// Where sparse factors would take more than this part of the products of dense
/// ones, a matrix is dense: each product takes a quarter to a tenth of the time there.
const DENSE_FROM: f64 = 0.25;

/// Solves with matrices of one structure.
#[derive(Debug, Clone)]
pub struct Factors(Kind);

#[derive(Debug, Clone)]
enum Kind {
    Sparse(Box<SparseLu>),
    Dense(DenseLu),
}

impl Factors {
    /// Chooses how matrices of that structure are factorised.
    pub fn of(structure: &Sparsity) -> Self {
        let ordering = Ordering::of(structure);
        let n = structure.size();
        if n >= FEW && ordering.products > DENSE_FROM * (n as f64).powi(3) / 3.0 {
            Self(Kind::Dense(DenseLu::of_size(n)))
        } else {
            Self(Kind::Sparse(Box::new(SparseLu::ordered(ordering))))
        }
    }

    /// Factorises a matrix, its elements in the order of the structure.
    pub fn factorise(&mut self, structure: &Sparsity, elements: &[f64]) {
        match &mut self.0 {
            Kind::Sparse(factors) => factors.factorise(structure, elements),
            Kind::Dense(factors) => factors.factorise(structure, elements),
        }
    }

    /// Looks for pivots anew in the next matrix: its factors have the same bits then, whatever came before.
    pub fn forget(&mut self) {
        if let Kind::Sparse(factors) = &mut self.0 {
            factors.forget();
        }
    }

    /// Solves `A x = b`, `b` becoming `x`; whether it could.
    pub fn solve(&mut self, b: &mut [f64]) -> bool {
        match &mut self.0 {
            Kind::Sparse(factors) => factors.solve(b),
            Kind::Dense(factors) => factors.solve(b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::matrices::{Matrix, Random, random_triplets};
    use super::*;

    #[test]
    fn dense_are_those_whose_sparse_factors_would_fill_up() {
        let is_dense = |a: &Matrix| matches!(Factors::of(&a.structure).0, Kind::Dense(_));
        let all = |n: usize| Matrix::of(n, &(0..n * n).map(|at| (at / n, at % n, 1.0)).collect::<Vec<_>>());
        assert!(!is_dense(&all(FEW - 1)));
        assert!(is_dense(&all(FEW)));
        // It fills up.
        assert!(is_dense(&Matrix::random(300, 40, &mut Random(1))));
        assert!(!is_dense(&Matrix::random(300, 1, &mut Random(1))));
        // Six blocks on the diagonal: dense, but each by itself.
        let block = |at: usize| at / 50;
        let blocks = (0..300 * 300).map(|at| (at / 300, at % 300, 1.0)).filter(|(r, c, _)| block(*r) == block(*c));
        assert!(!is_dense(&Matrix::of(300, &blocks.collect::<Vec<_>>())));
        // A row and a column are full, and nothing else.
        let arrow = (0..300).flat_map(|i| [(0, i, 1.0), (i, 0, 1.0), (i, i, 4.0)]);
        assert!(!is_dense(&Matrix::of(300, &arrow.collect::<Vec<_>>())));
    }

    #[test]
    fn dense_and_sparse_factors_solve_the_same() {
        let mut random = Random(3);
        for (n, per_column) in [(64, 64_u32), (100, 30), (257, 250)] {
            // Well conditioned.
            let weaker = 1.0 / f64::from(per_column).sqrt();
            let triplets = random_triplets(n, per_column as usize, &mut random);
            let a = triplets.into_iter().map(|(r, c, v)| (r, c, if r == c { v } else { weaker * v }));
            let a = Matrix::of(n, &a.collect::<Vec<_>>());
            let mut solutions = [(); 2].map(|()| a.right_hand_side());
            let mut sparse = SparseLu::ordered(Ordering::of(&a.structure));
            sparse.factorise(&a.structure, &a.elements);
            let mut dense = Factors::of(&a.structure);
            assert!(matches!(dense.0, Kind::Dense(_)));
            dense.factorise(&a.structure, &a.elements);
            assert!(sparse.solve(&mut solutions[0]) && dense.solve(&mut solutions[1]));
            let [one, other] = solutions;
            let largest = one.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            for (one, other) in one.iter().zip(&other) {
                assert!((one - other).abs() < 1e-12 * largest, "{n}: {one} {other}");
            }
        }
    }

    /// For docs/performance.md, which says how to call it.
    #[test]
    #[ignore = "prints times"]
    fn what_sparse_and_dense_factors_of_a_full_matrix_cost() {
        let least = |count: usize, work: &mut dyn FnMut()| {
            let time = |()| {
                let began = std::time::Instant::now();
                work();
                began.elapsed().as_secs_f64() * 1e6
            };
            std::iter::repeat_n((), count).map(time).fold(f64::INFINITY, f64::min)
        };
        for (n, count) in [(30, 300), (100, 100), (300, 20), (1000, 5)] {
            let mut random = Random(n as u64);
            let elements: Vec<_> = (0..n * n).map(|at| (at / n, at % n, random.number())).collect();
            let a = Matrix::of(n, &elements);
            let (mut b, mut times) = (a.right_hand_side(), Vec::new());
            let sparse = || SparseLu::ordered(Ordering::of(&a.structure));
            times.push(least(3, &mut || sparse().factorise(&a.structure, &a.elements)));
            for mut factors in [Kind::Sparse(Box::new(sparse())), Kind::Dense(DenseLu::of_size(n))].map(Factors) {
                factors.factorise(&a.structure, &a.elements);
                times.push(least(count, &mut || factors.factorise(&a.structure, &a.elements)));
                times.push(least(count, &mut || assert!(factors.solve(&mut b))));
            }
            let [afresh, again, solved, dense, dense_solved] = times[..] else { unreachable!() };
            eprintln!(
                "{n}: sparse {afresh:.1}, again {again:.1}, solved {solved:.2}; dense {dense:.1}, {dense_solved:.2} us"
            );
        }
    }
}
