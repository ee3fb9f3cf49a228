//! Eigenvalues of systems and matrices.

use faer::linalg::evd::ComputeEigenvectors;

use crate::balancing::balance;
use crate::error::LtiError;
use crate::matrix::Matrix;
use crate::spectrum::Spectrum;
use crate::structure::groups;
use crate::system::LinearSystem;
use num_complex::Complex64 as Complex;

impl LinearSystem {
    /// The eigenvalues of A, as [`eigenvalues`](fn@eigenvalues) has them: 1/s if the system is continuous, plain
    /// numbers if it is sampled.
    ///
    /// # Errors
    ///
    /// What [`check`](Self::check) finds, and [`LtiError::NoConvergence`].
    pub fn eigenvalues(&self) -> Result<Vec<Complex>, LtiError> {
        self.check()?;
        eigenvalues(&self.a)
    }
}

/// The eigenvalues of a square matrix, each as often as it occurs, by falling real parts, and where those are the
/// same by rising magnitudes of imaginary parts, the positive one of a pair first.
///
/// Parts of the matrix that do not act on each other in circles are looked at alone, so that a zero eigenvalue of
/// an integrator is 0 exactly, and balanced, so that units do not matter.
///
/// # Errors
///
/// [`LtiError::Size`] unless the matrix is square, [`LtiError::NotFinite`], [`LtiError::NoConvergence`].
pub fn eigenvalues(a: &Matrix) -> Result<Vec<Complex>, LtiError> {
    a.check_size("A", a.rows(), a.rows())?;
    a.check_finite("A")?;
    let mut values = Vec::with_capacity(a.rows());
    for group in groups(a) {
        let mut part = a.part(&group, &group);
        balance(&mut part);
        values.extend(Spectrum::new(&part, ComputeEigenvectors::No)?.values);
    }
    values.sort_by(|a, b| b.re.total_cmp(&a.re).then(a.im.abs().total_cmp(&b.im.abs())).then(b.im.total_cmp(&a.im)));
    Ok(values)
}
