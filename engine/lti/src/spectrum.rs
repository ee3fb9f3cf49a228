//! Eigenvalues and eigenvectors of a dense matrix. All that is known of faer stands here.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{self, ComputeEigenvectors};
use faer::{Mat, Par, Spec, diag::Diag};

use crate::error::LtiError;
use crate::matrix::Matrix;
use num_complex::Complex64 as Complex;

/// The eigenvalues of a matrix, and its eigenvectors if asked for.
#[derive(Debug)]
pub(crate) struct Spectrum {
    /// The eigenvalues. Of a conjugate pair the two stand behind each other.
    pub(crate) values: Vec<Complex>,
    right: Mat<f64>,
    left: Mat<f64>,
}

impl Spectrum {
    /// Of a square matrix of finite elements, which is balanced already. The QR algorithm with small-bulge
    /// multishifts and aggressive early deflation (Braman, Byers & Mathias 2002), in one thread, so that the bits
    /// are the same on each run.
    pub(crate) fn new(a: &Matrix, vectors: ComputeEigenvectors) -> Result<Self, LtiError> {
        let n = a.rows();
        let count = if vectors == ComputeEigenvectors::Yes { n } else { 0 };
        let (mut right, mut left) = (Mat::zeros(count, count), Mat::zeros(count, count));
        if n == 1 {
            right.fill(1.0);
            left.fill(1.0);
            return Ok(Self { values: vec![Complex::new(a[(0, 0)], 0.0)], right, left });
        }
        // Elements near 1, by a power of two: squares of what is in the matrix must not overflow.
        let largest = a.elements().iter().fold(0.0, |largest: f64, element| largest.max(element.abs()));
        let size = if largest > 0.0 { largest.log2().round().clamp(-1000.0, 1000.0).exp2() } else { 1.0 };
        let (mut real, mut imaginary) = (Diag::<f64>::zeros(n), Diag::<f64>::zeros(n));
        let parameters = Spec::default();
        let scratch = evd::evd_scratch::<f64>(n, vectors, vectors, Par::Seq, parameters);
        let mut memory = MemBuffer::new(scratch);
        let wanted = vectors == ComputeEigenvectors::Yes;
        evd::evd_real(
            Mat::from_fn(n, n, |i, j| a[(i, j)] / size).as_ref(),
            real.as_mut(),
            imaginary.as_mut(),
            wanted.then(|| left.as_mut()),
            wanted.then(|| right.as_mut()),
            Par::Seq,
            MemStack::new(&mut memory),
            parameters,
        )
        .map_err(|_| LtiError::NoConvergence)?;
        let values: Vec<_> = (0..n).map(|i| Complex::new(real[i], imaginary[i]) * size).collect();
        if converged(a, &values) { Ok(Self { values, right, left }) } else { Err(LtiError::NoConvergence) }
    }

    /// Of the right and the left eigenvector of an eigenvalue, elements k, up to factors that are the same for
    /// all k and, of the left one, up to which of a conjugate pair it is.
    pub(crate) fn vectors(&self, mode: usize) -> (Vec<Complex>, Vec<Complex>) {
        let pair = if self.values[mode].im == 0.0 {
            None
        } else if mode > 0 && self.values[mode] == self.values[mode - 1].conj() {
            Some((mode - 1, mode))
        } else {
            Some((mode, mode + 1))
        };
        let of = |vectors: &Mat<f64>| {
            (0..self.values.len())
                .map(|k| match pair {
                    None => Complex::new(vectors[(k, mode)], 0.0),
                    Some((real, imaginary)) => Complex::new(vectors[(k, real)], vectors[(k, imaginary)]),
                })
                .collect()
        };
        (of(&self.right), of(&self.left))
    }
}

/// That these can be the eigenvalues: their sum and that of their squares are the traces of A and of its square.
/// faer does not tell when its iterations end without them.
fn converged(a: &Matrix, values: &[Complex]) -> bool {
    let n = a.rows();
    let size = a.elements().iter().fold(0.0, |size: f64, element| size.max(element.abs()));
    if size == 0.0 {
        return values.iter().all(|value| value.norm() == 0.0);
    }
    let element = |i: usize, j: usize| a[(i, j)] / size;
    let (mut trace, mut of_square, mut all) = (0.0, 0.0, 0.0);
    for i in 0..n {
        trace += element(i, i);
        for j in 0..n {
            of_square += element(i, j) * element(j, i);
            all += element(i, j).powi(2);
        }
    }
    let sum: Complex = values.iter().map(|value| value / size).sum();
    let squares: Complex = values.iter().map(|value| (value / size).powi(2)).sum();
    let tolerance = 1e-9 * n as f64;
    (sum - trace).norm() <= tolerance * all.sqrt() && (squares - of_square).norm() <= tolerance * all
}
