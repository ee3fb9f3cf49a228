//! C (sI - A)^-1 B at many s, as exactly as the matrices say.

use crate::balancing::balance_system;
use crate::hessenberg::{Hessenberg, Singular};
use crate::matrix::Matrix;
use crate::structure::groups;
use num_complex::Complex64 as Complex;

/// A balanced system (A, B, C), with the reduction of A by which it is solved.
#[derive(Debug)]
pub(crate) struct Resolvent {
    a: Matrix,
    b: Matrix,
    c: Matrix,
    reduced: Hessenberg,
}

impl Resolvent {
    /// Orders the states so that A is a triangle of blocks, balances it, and reduces it by reflections. None of
    /// them mixes blocks: zeros between them stay zeros, and an integrator an integrator.
    pub(crate) fn new(a: &Matrix, b: &Matrix, c: &Matrix) -> Self {
        let order = groups(a).concat();
        let (inputs, outputs): (Vec<_>, Vec<_>) = ((0..b.columns()).collect(), (0..c.rows()).collect());
        let (mut a, mut b, mut c) = (a.part(&order, &order), b.part(&order, &inputs), c.part(&outputs, &order));
        balance_system(&mut a, &mut b, &mut c);
        let reduced = Hessenberg::of_balanced(a.clone());
        Self { a, b, c, reduced }
    }

    /// C (sI - A)^-1 B, row by row.
    ///
    /// One scaling of the states is best for one input and one output. With more of them the solution is refined by its
    /// residuals, which makes the error of each state as small as with the scaling that is best for it (Skeel 1980,
    /// "Iterative refinement implies numerical stability for Gaussian elimination").
    pub(crate) fn at(&self, s: Complex) -> Result<Vec<Complex>, Singular> {
        const MOST_REFINEMENTS: usize = 4;
        let width = self.b.columns();
        let whole: Vec<Complex> = self.b.elements().iter().map(|&element| element.into()).collect();
        let mut states = self.reduced.solved(s, &whole, width)?;
        if width > 1 || self.c.rows() > 1 {
            let mut last = f64::INFINITY;
            for _ in 0..MOST_REFINEMENTS {
                let correction = self.reduced.solved(s, &self.residual(s, &states, &whole), width)?;
                let change = greatest_change(&correction, &states);
                if change >= 0.5 * last {
                    break;
                }
                states.iter_mut().zip(&correction).for_each(|(state, more)| *state += more);
                last = change;
                if change <= f64::EPSILON {
                    break;
                }
            }
        }
        Ok(times(&self.c, &states, width))
    }

    /// B - (sI - A) X.
    fn residual(&self, s: Complex, states: &[Complex], whole: &[Complex]) -> Vec<Complex> {
        let mut rest = times(&self.a, states, self.b.columns());
        for ((rest, state), whole) in rest.iter_mut().zip(states).zip(whole) {
            *rest += whole - s * state;
        }
        rest
    }
}

/// The largest change of a number, relative to it.
fn greatest_change(corrections: &[Complex], states: &[Complex]) -> f64 {
    let relative = |(correction, state): (&Complex, &Complex)| match (correction.norm(), state.norm()) {
        (0.0, _) => 0.0,
        (correction, state) => correction / state,
    };
    corrections.iter().zip(states).map(relative).fold(0.0, f64::max)
}

/// A real matrix times a complex one, which is row by row, as is the product.
fn times(matrix: &Matrix, factors: &[Complex], width: usize) -> Vec<Complex> {
    let mut product = vec![Complex::ZERO; matrix.rows() * width];
    for i in 0..matrix.rows() {
        let to = &mut product[i * width..(i + 1) * width];
        for (k, &element) in matrix.row(i).iter().enumerate().filter(|(_, element)| **element != 0.0) {
            to.iter_mut().zip(&factors[k * width..]).for_each(|(to, from)| *to += element * from);
        }
    }
    product
}
