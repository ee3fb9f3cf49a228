//! Newton's method with damping, for where continuity ends.

use super::solver::With;
use super::unsolved::{Trouble, Why};
use super::{Equations, ROUNDING, Solver, Unsolved, moved, size};
use crate::arithmetic::all_finite;

/// The most corrections.
const MOST: usize = 1000;
/// The smallest part of a correction that is tried.
const SHORTEST: f64 = 1e-9;
/// How often a start is halved, before 0 is tried.
const MOST_HALVINGS: i32 = 40;

impl Solver {
    /// Finds a solution from a start that need not be near it: by damped Newton, and
    /// then along an arc. `z` becomes it. A start that solves the equations stays; one at
    /// which they do not hold is brought nearer to 0.
    ///
    /// # Errors
    /// None was found; `z` is as it was.
    pub fn find<Q: Equations>(&mut self, equations: &mut Q, z: &mut [f64]) -> Result<(), Unsolved<Q::Error>> {
        self.counts.solutions += 1;
        let first = z.to_vec();
        let mut damped = self.find_damped(equations, z);
        for halving in 1..=MOST_HALVINGS {
            // Where they were evaluated at all, another start is no better.
            if !matches!(&damped, Err(Trouble::Here(..))) || all_finite(&self.room.r) {
                break;
            }
            let part = if halving == MOST_HALVINGS { 0.0 } else { 0.5_f64.powi(halving) };
            z.iter_mut().zip(&first).for_each(|(z, first)| *z = part * first);
            damped = self.find_damped(equations, z);
        }
        let Err(trouble) = damped else { return Ok(()) };
        let start = z.to_vec();
        let unsolved = trouble.at(z, &self.room.r);
        if matches!(unsolved, Unsolved::Fatal(_)) {
            return Err(unsolved);
        }
        z.copy_from_slice(&start);
        let found = self.find_along_arc(equations, z).and_then(|is_near| match is_near {
            true => self.find_damped(equations, z),
            false => Err(Why::NoProgress.into()),
        });
        match found {
            Ok(()) => Ok(()),
            Err(Trouble::Fatal(error)) => Err(Unsolved::Fatal(error)),
            Err(Trouble::Here(..)) => {
                z.copy_from_slice(&first);
                Err(unsolved)
            }
        }
    }

    /// Corrections of which so much is applied that the correction behind them, with the same factors, is
    /// smaller (the natural monotonicity test: Deuflhard, Newton Methods for Nonlinear Problems, section 3.3).
    fn find_damped<Q: Equations>(&mut self, equations: &mut Q, z: &mut [f64]) -> Result<(), Trouble<Q::Error>> {
        self.room.r.fill(f64::NAN);
        self.residuals(equations, z)?;
        let mut before = f64::INFINITY;
        for _ in 0..MOST {
            self.take_fresh(equations, z)?;
            self.correct(With::Fresh)?;
            let now = size(&self.room.d, z, &self.nominal);
            if now <= ROUNDING || now > 0.5 * before && now <= self.negligible {
                return self.evaluate_at(equations, z);
            }
            let mut part = 1.0;
            loop {
                moved(z, part, &self.room.d, &mut self.room.next);
                match self.correct_next(equations, With::Fresh) {
                    Err(Trouble::Fatal(error)) => return Err(Trouble::Fatal(error)),
                    Ok(()) if now <= self.negligible => break,
                    Ok(()) if size(&self.room.d_next, z, &self.nominal) <= (1.0 - 0.25 * part) * now => break,
                    _ => part *= 0.5,
                }
                if part < SHORTEST {
                    return Err(Why::NoProgress.into());
                }
            }
            before = now;
            z.copy_from_slice(&self.room.next);
            self.residuals(equations, z)?;
        }
        Err(Why::TooMany.into())
    }
}
