//! Dense and sparse matrices, as diffsol has them.

use diffsol::{
    DefaultDenseMatrix, DiffsolError, FaerSparseLU, FaerSparseMat, FaerVec, LinearSolver, Matrix, NalgebraLU,
    NalgebraMat, NalgebraVec, OdeSolverProblem, Op, Vector, VectorCommon,
};
use diffsol_la::MatrixSparsity;

use super::equations::Equations;
use super::solver::{self, Solver, Start};
use crate::integration::DiffsolMethod;
use crate::linear::Sparsity;

/// A kind of matrix, its vectors, and the solver that goes with it.
pub(super) trait Storage: Matrix<T = f64, V: DefaultDenseMatrix> + 'static {
    /// What solves with it.
    type Solver: LinearSolver<Self> + 'static;

    /// The numbers of a vector.
    fn numbers(vector: &Self::V) -> &[f64];

    /// The numbers of a vector, to be filled.
    fn numbers_mut(vector: &mut Self::V) -> &mut [f64];

    /// The numbers of one of several vectors, which lie beside each other.
    fn lane(vectors: &Self::V, lane: usize) -> &[f64];

    /// The same, to be filled.
    fn lane_mut(vectors: &mut Self::V, lane: usize) -> &mut [f64];

    /// The structure of the matrix; none if it is dense.
    fn structure(sparsity: &Sparsity) -> Option<Self::Sparsity>;

    /// Puts elements into the matrix, which are known by their place in the structure.
    fn put(&mut self, sparsity: &Sparsity, element: impl Fn(usize) -> f64);

    /// Begins an integration.
    fn begin<'a>(
        problem: &'a OdeSolverProblem<Equations<Self>>,
        method: DiffsolMethod,
        start: &Start<'_>,
    ) -> Result<Box<dyn Solver + 'a>, DiffsolError>;

    /// Begins one by BDF, with the sensitivities of the state beside it.
    fn begin_with_sensitivities<'a>(
        problem: &'a OdeSolverProblem<Equations<Self>>,
        start: &Start<'_>,
    ) -> Result<Box<dyn Solver + 'a>, DiffsolError>;
}

impl Storage for NalgebraMat<f64> {
    type Solver = NalgebraLU<f64>;

    fn numbers(vector: &NalgebraVec<f64>) -> &[f64] {
        VectorCommon::inner(vector).as_slice()
    }

    fn numbers_mut(vector: &mut NalgebraVec<f64>) -> &mut [f64] {
        vector.inner_mut().as_mut_slice()
    }

    fn lane(vectors: &NalgebraVec<f64>, lane: usize) -> &[f64] {
        let all = VectorCommon::inner(vectors);
        &all.as_slice()[lane * all.nrows()..][..all.nrows()]
    }

    fn lane_mut(vectors: &mut NalgebraVec<f64>, lane: usize) -> &mut [f64] {
        let all = vectors.inner_mut();
        let rows = all.nrows();
        &mut all.as_mut_slice()[lane * rows..][..rows]
    }

    fn structure(_: &Sparsity) -> Option<Self::Sparsity> {
        None
    }

    fn put(&mut self, sparsity: &Sparsity, element: impl Fn(usize) -> f64) {
        let matrix = self.inner_mut();
        matrix.fill(0.0);
        for column in 0..sparsity.size() {
            for (row, at) in sparsity.column(column).iter().zip(sparsity.range(column)) {
                matrix[(*row, column)] = element(at);
            }
        }
    }

    fn begin<'a>(
        problem: &'a OdeSolverProblem<Equations<Self>>,
        method: DiffsolMethod,
        start: &Start<'_>,
    ) -> Result<Box<dyn Solver + 'a>, DiffsolError> {
        solver::begin!(problem, method, start)
    }

    fn begin_with_sensitivities<'a>(
        problem: &'a OdeSolverProblem<Equations<Self>>,
        start: &Start<'_>,
    ) -> Result<Box<dyn Solver + 'a>, DiffsolError> {
        solver::begin_with_sensitivities!(problem, start)
    }
}

impl Storage for FaerSparseMat<f64> {
    type Solver = FaerSparseLU<f64>;

    fn numbers(vector: &FaerVec<f64>) -> &[f64] {
        VectorCommon::inner(vector).col_as_slice(0)
    }

    fn numbers_mut(vector: &mut FaerVec<f64>) -> &mut [f64] {
        vector.inner_mut().col_as_slice_mut(0)
    }

    fn lane(vectors: &FaerVec<f64>, lane: usize) -> &[f64] {
        VectorCommon::inner(vectors).col_as_slice(lane)
    }

    fn lane_mut(vectors: &mut FaerVec<f64>, lane: usize) -> &mut [f64] {
        vectors.inner_mut().col_as_slice_mut(lane)
    }

    fn structure(sparsity: &Sparsity) -> Option<Self::Sparsity> {
        let n = sparsity.size();
        let column = |column| sparsity.column(column).iter().map(move |row| (*row, column));
        let structure = MatrixSparsity::<Self>::try_from_indices(n, n, (0..n).flat_map(column).collect());
        // Only indices beyond the size are refused, and there are none.
        structure.ok()
    }

    fn put(&mut self, _: &Sparsity, element: impl Fn(usize) -> f64) {
        self.inner_mut()[0].val_mut().iter_mut().enumerate().for_each(|(at, value)| *value = element(at));
    }

    fn begin<'a>(
        problem: &'a OdeSolverProblem<Equations<Self>>,
        method: DiffsolMethod,
        start: &Start<'_>,
    ) -> Result<Box<dyn Solver + 'a>, DiffsolError> {
        solver::begin!(problem, method, start)
    }

    fn begin_with_sensitivities<'a>(
        problem: &'a OdeSolverProblem<Equations<Self>>,
        start: &Start<'_>,
    ) -> Result<Box<dyn Solver + 'a>, DiffsolError> {
        solver::begin_with_sensitivities!(problem, start)
    }
}
