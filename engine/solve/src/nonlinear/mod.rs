//! Systems of nonlinear equations that a run meets again and again, each time a
//! little further on: `r(z) = 0` for unknowns `z`, which are the root that is
//! continued from the one before, or none.
//!
//! Within a step, [`Solver::follow`] does Newton's method without damping, and
//! refuses what is no continuation: a damped method finds *a* root behind a fold,
//! where the one that was followed has ended. Where continuity ends,
//! [`Solver::find`] looks for a root with damping, and then along an arc. What
//! no shorter step can help with goes along a straight line
//! ([`Solver::follow_line`]).
//!
//! What a solution is does not depend on how it was come by: the same start, the
//! same factors and the same equations give the same bits; and the last
//! evaluation of the equations is that of the solution.

mod arc;
mod block_pivoting;
mod chance;
mod condition;
mod damped;
mod follow;
mod kink;
mod linearisation;
mod orientation;
mod others;
mod solver;
#[cfg(test)]
mod tests;
mod transient;
mod unsolved;

pub use block_pivoting::BlockPivoting;
pub use solver::{Counts, Solver};
pub use unsolved::{Unsolved, Why};

use crate::stepper::{Evaluated, EvaluationFailure};

/// Equations `r(z) = 0`.
pub trait Equations {
    /// Why the residuals could not be evaluated.
    type Error: EvaluationFailure;

    /// The residuals `r` of unknowns `z`.
    ///
    /// # Errors
    /// They are not known there.
    fn residuals(&mut self, z: &[f64], r: &mut [f64]) -> Evaluated<Self::Error>;

    /// Makes them the equations of a point on the straight line from where the
    /// unknowns are known (0) to where they are wanted (1), which they are before
    /// anybody asks for anything else.
    fn move_to(&mut self, part: f64);
}

/// A correction this small is rounding, as a part of the unknown or its nominal value.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// The size of a correction: the largest part of an unknown, or of its nominal value.
fn size(correction: &[f64], z: &[f64], nominal: &[f64]) -> f64 {
    let parts = correction.iter().zip(z).zip(nominal).map(|((d, z), nominal)| d.abs() / z.abs().max(*nominal));
    // `max` drops what is not a number.
    parts.fold(0.0, |most, part| if part > most || part.is_nan() { part } else { most })
}

/// A correction that is rounding of the nominal value of an unknown may be large beside an unknown that is much smaller;
/// up to this part of it, it is not.
const FINE: f64 = 1e-12;

/// Whether a correction is rounding of the unknowns or their nominal values, and small beside unknowns that are much smaller.
fn is_strictly_rounding(correction: &[f64], z: &[f64], nominal: &[f64]) -> bool {
    let mut all = correction.iter().zip(z).zip(nominal);
    all.all(|((d, z), nominal)| d.abs() <= f64::max(ROUNDING * z.abs(), f64::min(ROUNDING * nominal, FINE * z.abs())))
}

/// `z + part * d`.
fn moved(z: &[f64], part: f64, d: &[f64], to: &mut [f64]) {
    to.iter_mut().zip(z).zip(d).for_each(|((to, z), d)| *to = z + part * d);
}
