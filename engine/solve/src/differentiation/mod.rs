//! Derivatives of functions, by differences that are checked: for who looks at a model, and not for methods, which need
//! them often and less well.
//!
//! A derivative is taken from four values around the point, with an error of the fourth order; the same values show
//! whether the function is smooth over that distance. Where it is not, the distance shrinks. What is left at the
//! shortest one is a kink, a slope that is different on both sides, or a slope that has no bound.

mod differences;
mod stencil;

use crate::linear::{Colouring, Sparsity};
use crate::stepper::{Evaluated, EvaluationFailure};

pub use differences::Derivatives;

/// A function of several numbers, which has several values.
pub trait Function {
    /// Why it could not be evaluated.
    type Error: EvaluationFailure;

    /// Its values at a point.
    ///
    /// # Errors
    /// They are not known there.
    fn evaluate(&mut self, at: &[f64], values: &mut [f64]) -> Evaluated<Self::Error>;
}

/// Which values of a function depend on which numbers.
#[derive(Debug, Clone)]
pub struct Structure {
    /// A column for each number, a row for each value.
    pub sparsity: Sparsity,
    /// Numbers that one evaluation tells apart.
    pub colouring: Colouring,
}

impl Structure {
    /// From the numbers on which each value depends, out of so many.
    pub fn of_rows(columns_of_row: impl Iterator<Item = Vec<u32>>, columns: usize) -> Self {
        let sparsity = Sparsity::rectangular(columns_of_row, columns);
        Self { colouring: Colouring::new(&sparsity), sparsity }
    }
}

/// A derivative that is not the same on both sides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kink {
    /// Which value.
    pub row: usize,
    /// By which number.
    pub column: usize,
    /// The slope below, and above.
    pub slopes: [f64; 2],
}

/// Why there is no derivative.
#[derive(Debug, Clone)]
pub enum NoDerivative<E> {
    /// The function cannot be evaluated at the point, or on neither side of it.
    Failed(Box<E>),
    /// A value is not finite at the point, or on neither side of it.
    NotFinite {
        /// Which value.
        row: usize,
        /// By which number; none at the point itself.
        column: Option<usize>,
    },
    /// Slopes have no bound at the point: it is on a root at 0, or on a jump.
    Unbounded {
        /// Which value.
        row: usize,
        /// By which number.
        column: usize,
        /// Whether the value jumps.
        jumps: bool,
    },
}
