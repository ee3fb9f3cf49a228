//! Zeros of one input and one output.

use crate::balancing::{balance_system, norm};
use crate::eigenvalues::eigenvalues;
use crate::error::LtiError;
use crate::hessenberg::{from_left, from_right, reflect_to_first};
use crate::matrix::Matrix;
use crate::structure::between;
use crate::system::LinearSystem;
use num_complex::Complex64 as Complex;

impl LinearSystem {
    /// The finite zeros from an input to an output, in the order of [`eigenvalues`](fn@eigenvalues): 1/s if the
    /// system is continuous, plain numbers z if it is sampled. None where the output does not follow the input at all.
    ///
    /// They are the eigenvalues of what is left of the states while the output is held at 0. Whether an output follows
    /// an input at once, or only its next derivative does, is told apart by rounding: an element of the size of
    /// rounding counts as 0.
    ///
    /// # Errors
    ///
    /// What [`check`](Self::check) finds, [`LtiError::NoSuch`], [`LtiError::NoConvergence`].
    pub fn zeros(&self, output: usize, input: usize) -> Result<Vec<Complex>, LtiError> {
        self.check()?;
        self.check_channel(output, input)?;
        let states = between(self, &[input], &[output]);
        let mut a = self.a.part(&states, &states);
        let (mut from, mut to) = (self.b.part(&states, &[input]), self.c.part(&[output], &states));
        balance_system(&mut a, &mut from, &mut to);
        let (mut b, mut c) = (from.elements().to_vec(), to.elements().to_vec());
        let mut d = self.d[(output, input)];
        let tolerance = 100.0 * states.len() as f64 * f64::EPSILON;
        // As long as the output does not follow at once, the state that the input moves is the input of the others.
        while d == 0.0 {
            if b.iter().all(|&element| element == 0.0) || c.iter().all(|&element| element == 0.0) {
                return Ok(Vec::new());
            }
            let n = b.len();
            let size = norm(c.iter().copied());
            reflect_all(&mut a, &mut b, &mut c);
            let rest: Vec<_> = (1..n).collect();
            d = if c[0].abs() > tolerance * size { c[0] } else { 0.0 };
            let column = a.part(&rest, &[0]);
            let largest = norm(a.elements().iter().copied());
            b = column.elements().iter().map(|&b| if b.abs() > tolerance * largest { b } else { 0.0 }).collect();
            c.remove(0);
            a = a.part(&rest, &rest);
        }
        for (i, b) in b.iter().enumerate() {
            let factor = b / d;
            a.row_mut(i).iter_mut().zip(&c).for_each(|(element, c)| *element -= factor * c);
        }
        a.check_finite("A").map_err(|_| LtiError::Overflow("a matrix of zeros"))?;
        eigenvalues(&a)
    }
}

/// Reflects the states so that the input moves but the first.
fn reflect_all(a: &mut Matrix, b: &mut [f64], c: &mut [f64]) {
    if b[1..].iter().all(|&element| element == 0.0) {
        return;
    }
    let image = reflect_to_first(b);
    let mut row = Matrix::zeros(1, c.len());
    row.row_mut(0).copy_from_slice(c);
    from_left(a, 0, b);
    from_right(a, 0, b);
    from_right(&mut row, 0, b);
    c.copy_from_slice(row.row(0));
    b.fill(0.0);
    b[0] = image;
}
