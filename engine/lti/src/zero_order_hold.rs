//! A continuous system, sampled.

use crate::error::LtiError;
use crate::exponential::exponential;
use crate::matrix::Matrix;
use crate::system::LinearSystem;
use crate::system::check_step;

/// From dx/dt = A x + B u to x\[k+1\] = A' x\[k\] + B' u\[k\] with inputs that are held for a step of so many
/// seconds: exact, from the exponential of \[A B; 0 0\] times the step (Van Loan 1978).
///
/// # Errors
///
/// [`LtiError::Size`] unless A is square and B has as many rows; [`LtiError::NotFinite`]; [`LtiError::SampleTime`]
/// unless the step is positive and finite; [`LtiError::Overflow`] where an unstable system grows too large.
pub fn zero_order_hold(a: &Matrix, b: &Matrix, step: f64) -> Result<(Matrix, Matrix), LtiError> {
    let (n, inputs) = (a.rows(), b.columns());
    a.check_size("A", n, n)?;
    b.check_size("B", n, inputs)?;
    a.check_finite("A")?;
    b.check_finite("B")?;
    check_step(step)?;
    let scales: Vec<_> = (0..inputs)
        .map(|input| {
            // The integral of u dt over a step in units in which B is near 1: no input asks for squarings.
            let largest = (0..n).fold(0.0, |largest: f64, i| largest.max(b[(i, input)].abs()));
            let exponent = largest.log2().round().clamp(-1000.0, 1000.0);
            if largest > 0.0 { exponent.exp2() } else { 1.0 }
        })
        .collect();
    let mut both = Matrix::zeros(n + inputs, n + inputs);
    for i in 0..n {
        for j in 0..n {
            both[(i, j)] = a[(i, j)] * step;
        }
        for (j, scale) in scales.iter().enumerate() {
            both[(i, n + j)] = b[(i, j)] / scale;
        }
    }
    both.check_finite("A").map_err(|_| LtiError::Overflow("A times the step"))?;
    let both = exponential(&both)?;
    let (mut states, mut held) = (Matrix::zeros(n, n), Matrix::zeros(n, inputs));
    for i in 0..n {
        states.row_mut(i).copy_from_slice(&both.row(i)[..n]);
        for (j, scale) in scales.iter().enumerate() {
            held[(i, j)] = both[(i, n + j)] * scale * step;
        }
    }
    held.check_finite("B").map_err(|_| LtiError::Overflow("B of a sampled system"))?;
    Ok((states, held))
}

impl LinearSystem {
    /// The system sampled each so many seconds, with inputs that are held in between.
    ///
    /// # Errors
    ///
    /// What [`check`](Self::check) and [`zero_order_hold`] find, and [`LtiError::SampledAlready`].
    pub fn sampled(&self, step: f64) -> Result<Self, LtiError> {
        self.check()?;
        if let Some(step) = self.sample_time {
            return Err(LtiError::SampledAlready(step));
        }
        let (a, b) = zero_order_hold(&self.a, &self.b, step)?;
        Ok(Self { a, b, sample_time: Some(step), ..self.clone() })
    }
}
