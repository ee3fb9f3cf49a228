//! Newton's method with damping, for where continuity ends.

use super::solver::With;
use super::unsolved::{Trouble, Why};
use super::{Equations, Solver, Unsolved, is_strictly_rounding, moved, size};
use crate::arithmetic::all_finite;

/// The most corrections.
const MOST: usize = 1000;
/// Corrections by differences over parts of the unknowns end in few steps, or never.
const MOST_FINE: u32 = 30;
/// The smallest part of a correction that is tried.
const SHORTEST: f64 = 1e-9;
/// So many other starts are tried where nothing else helps.
const OTHER_STARTS: usize = 9;
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
        (self.was_fine, self.was_wide, self.floor) = (false, false, 0.0);
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
        let mut trouble = match found {
            Ok(()) => return Ok(()),
            Err(trouble) => trouble,
        };
        for attempt in 0..OTHER_STARTS {
            if let Trouble::Fatal(error) = trouble {
                return Err(Unsolved::Fatal(error));
            }
            z.copy_from_slice(&first);
            match self.start_elsewhere(equations, z, attempt).and_then(|()| self.find_damped(equations, z)) {
                Ok(()) => return Ok(()),
                Err(other) => trouble = other,
            }
        }
        z.copy_from_slice(&first);
        Err(unsolved)
    }

    /// Another start, where the equations say nothing at the first one: what the unknowns are given as by it, then
    /// places around it.
    fn start_elsewhere<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &mut [f64],
        attempt: usize,
    ) -> Result<(), Trouble<Q::Error>> {
        self.residuals(equations, z)?;
        for (at, z) in z.iter_mut().enumerate() {
            *z += match attempt {
                0 => self.room.r[at],
                // Nothing that is equal stays equal.
                _ => {
                    let side = if attempt.is_multiple_of(2) { -1.0 } else { 1.0 };
                    let far = 0.1 * 10.0_f64.powi((attempt as i32 - 1) / 2);
                    side * far * (1.0 + 0.1 * (at % 7) as f64) * self.nominal[at].max(z.abs())
                }
            };
        }
        Ok(())
    }

    /// Corrections of which so much is applied that the correction behind them, with the same factors, is
    /// smaller (the natural monotonicity test: Deuflhard, Newton Methods for Nonlinear Problems, section 3.3).
    ///
    /// It ends where a correction is rounding, or where it becomes no smaller and is negligible: then the equations may be
    /// rounded so. But differences over
    /// parts of nominal values that are much larger than the unknowns may be what stops it: that is tried first.
    pub(super) fn find_damped<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &mut [f64],
    ) -> Result<(), Trouble<Q::Error>> {
        self.room.r.fill(f64::NAN);
        self.residuals(equations, z)?;
        let mut before = f64::INFINITY;
        // Whether all of the last correction was applied: a part of it need not halve what is left.
        let (mut is_fine, mut is_whole) = (false, true);
        let mut fine_corrections = 0;
        // The unknowns, and the correction that was left, before differences became fine.
        let mut before_fine = (Vec::new(), 0.0);
        for _ in 0..MOST {
            let taken = match is_fine {
                true => self.take_fine(equations, z),
                false => self.take_fresh(equations, z),
            };
            match taken.and_then(|()| self.correct(With::Fresh)) {
                // Differences over parts of an unknown that is 0 but for rounding say nothing.
                Err(Trouble::Here(..)) if is_fine => return self.accept_before_fine(equations, z, &before_fine),
                corrected => corrected?,
            }
            let now = size(&self.room.d, z, &self.nominal);
            let is_still = is_whole && now > 0.5 * before;
            if is_strictly_rounding(&self.room.d, z, &self.nominal) {
                self.was_fine = is_fine;
                return self.accept(equations, z);
            }
            if is_still && self.is_floor(now, z) {
                let negligible = self.negligible.max(now);
                let is_small = |(d, z): (&f64, &f64)| d.abs() <= negligible * z.abs();
                if is_fine || self.room.d.iter().zip(&*z).all(is_small) {
                    self.floor = now;
                    return self.accept(equations, z);
                }
                (is_fine, before) = (true, f64::INFINITY);
                before_fine = (z.to_vec(), now);
                continue;
            }
            let mut part = 1.0;
            loop {
                moved(z, part, &self.room.d, &mut self.room.next);
                match self.correct_next(equations, With::Fresh) {
                    Err(Trouble::Fatal(error)) => return Err(Trouble::Fatal(error)),
                    Ok(()) if now <= self.negligible && !is_fine => break,
                    Ok(()) if size(&self.room.d_next, z, &self.nominal) <= (1.0 - 0.25 * part) * now => break,
                    _ => part *= 0.5,
                }
                if part < SHORTEST {
                    break;
                }
            }
            fine_corrections += u32::from(is_fine);
            if part < SHORTEST || fine_corrections > MOST_FINE {
                if is_fine && self.is_floor(now, z) {
                    return self.accept_before_fine(equations, z, &before_fine);
                }
                return Err(Why::NoProgress.into());
            }
            (before, is_whole) = (now, part == 1.0);
            z.copy_from_slice(&self.room.next);
            self.residuals(equations, z)?;
        }
        Err(Why::TooMany.into())
    }

    /// Takes the unknowns as the solution where differences became fine: one that goes through 0 is known to no part of itself, so the
    /// last negligible correction counts.
    fn accept_before_fine<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &mut [f64],
        (before, floor): &(Vec<f64>, f64),
    ) -> Result<(), Trouble<Q::Error>> {
        z.copy_from_slice(before);
        self.floor = *floor;
        self.residuals(equations, z)?;
        self.take_fresh(equations, z)?;
        self.accept(equations, z)
    }

    /// Takes `z` as the solution, if the equations determine it there.
    fn accept<Q: Equations>(&mut self, equations: &mut Q, z: &[f64]) -> Result<(), Trouble<Q::Error>> {
        // An unknown that is nearly 0 is not determined to a part of itself; one that is small in the unit that it has
        // is, and not to a part of its nominal value.
        let nominal = || self.nominal.iter().zip(z);
        let largest: Vec<f64> = nominal().map(|(nominal, z)| nominal.max(z.abs())).collect();
        let own: Vec<f64> = nominal().map(|(nominal, z)| if *z == 0.0 { *nominal } else { z.abs() }).collect();
        if !self.fresh.determines(&largest) && !self.fresh.determines(&own) {
            return Err(Why::Singular.into());
        }
        self.evaluate_at(equations, z)
    }
}
