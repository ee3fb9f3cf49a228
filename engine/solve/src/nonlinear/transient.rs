//! Where a system comes to rest: its own motion is followed with steps that become longer and longer.

use super::solver::residuals;
use super::unsolved::{Trouble, Why};
use super::{Equations, Solver, Unsolved, moved, size};

/// The first step changes no unknown by more than this, in nominal values, if rates stay as they are.
const FIRST: f64 = 1e-2;
/// The most steps.
const MOST: usize = 5000;
/// A correction of a step may leave so much of it behind.
const CONTRACTION: f64 = 0.25;
/// Steps grow by this; where corrections hardly matter, by more.
const GROWTH: f64 = 2.5;
const FAST_GROWTH: f64 = 10.0;
const HARDLY: f64 = 0.02;
/// The largest change of an unknown in a step, in its own size or its nominal value.
const LARGEST: f64 = 1.0;
/// So much shorter than the first step none becomes.
const SHORTEST: f64 = 1e-12;
/// After so many steps that change nothing any more it is at rest.
const STILL: usize = 6;
/// What has become so much larger than it was, and than its nominal value, has run away.
const AWAY: f64 = 1e12;
/// The longest step, s: numbers have an end.
const LONGEST: f64 = 1e200;
/// A change in a step that is none.
const NOTHING: f64 = 1e-9;

impl Solver {
    /// Finds where `dz/dt = r(z)` for the unknowns that are states, and `r(z) = 0` for all others, comes to rest: by
    /// damped corrections, and where these find nothing along its motion, in steps of the implicit Euler method whose
    /// size grows without a bound (pseudo-transient continuation; Kelley, Keyes 1998). `z` becomes it. Where the
    /// equations leave something open, it is a point among many; where they jump, it is the place of the jump, and who
    /// asks looks at the residuals.
    ///
    /// # Errors
    /// It does not come to rest; `z` is as it was.
    pub fn find_rest<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &mut [f64],
        is_state: &[bool],
    ) -> Result<(), Unsolved<Q::Error>> {
        self.counts.solutions += 1;
        (self.was_fine, self.was_wide, self.floor) = (false, false, 0.0);
        let start = z.to_vec();
        match self.find_damped(equations, z) {
            Ok(()) => return Ok(()),
            Err(Trouble::Fatal(error)) => return Err(Unsolved::Fatal(error)),
            Err(Trouble::Here(..)) => z.copy_from_slice(&start),
        }
        self.settle(equations, z, is_state).map_err(|trouble| {
            let unsolved = trouble.at(z, &self.room.r);
            z.copy_from_slice(&start);
            unsolved
        })
    }

    fn settle<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &mut [f64],
        is_state: &[bool],
    ) -> Result<(), Trouble<Q::Error>> {
        self.residuals(equations, z)?;
        let rates = self.room.r.iter().zip(&*z).zip(&self.nominal).zip(is_state).filter(|(_, is_state)| **is_state);
        let fastest = rates.map(|(((r, z), nominal), _)| r.abs() / z.abs().max(*nominal)).fold(0.0, f64::max);
        let first = if fastest > 0.0 { (FIRST / fastest).min(LONGEST) } else { 1.0 };
        let far: Vec<f64> = z.iter().zip(&self.nominal).map(|(z, nominal)| AWAY * z.abs().max(*nominal)).collect();
        let (mut step, mut still) = (first, 0);
        let mut before = f64::INFINITY;
        for _ in 0..MOST {
            self.take_fresh(equations, z)?;
            let (change, rest) = loop {
                match self.try_step(equations, z, is_state, step) {
                    Ok((change, rest)) if change <= LARGEST && rest <= CONTRACTION * change.max(NOTHING) => {
                        break (change, rest);
                    }
                    Err(Trouble::Fatal(error)) => return Err(Trouble::Fatal(error)),
                    _ => step *= 0.25,
                }
                if step < SHORTEST * first {
                    return Err(Why::NoProgress.into());
                }
            };
            z.copy_from_slice(&self.room.next);
            self.residuals(equations, z)?;
            if z.iter().zip(&far).any(|(z, far)| z.abs() > *far) {
                return Err(Why::TooMany.into());
            }
            // Without a bound on steps what is left is rounding, or has no end.
            still = if change <= NOTHING { still + 1 } else { 0 };
            if still >= STILL && change > 0.5 * before || change == 0.0 && still > 1 {
                return self.end(equations, z);
            }
            before = change;
            step *= if rest <= HARDLY * change || change <= NOTHING { FAST_GROWTH } else { GROWTH };
            step = step.min(LONGEST);
        }
        Err(Why::TooMany.into())
    }

    /// A step of the implicit Euler method, to `room.next`: by how much it changes the unknowns, and what another correction
    /// would.
    fn try_step<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &[f64],
        is_state: &[bool],
        step: f64,
    ) -> Result<(f64, f64), Trouble<Q::Error>> {
        let Self { fresh, room, counts, nominal, .. } = self;
        fresh.shift(is_state, 1.0 / step);
        counts.iterations += 1;
        room.d.copy_from_slice(&room.r);
        fresh.correct(&mut room.d)?;
        moved(z, 1.0, &room.d, &mut room.next);
        counts.evaluations += 1;
        residuals(equations, &room.next, &mut room.d_next)?;
        let states = room.d_next.iter_mut().zip(&room.d).zip(is_state).filter(|(_, is_state)| **is_state);
        states.for_each(|((r, d), _)| *r -= d / step);
        fresh.correct(&mut room.d_next)?;
        Ok((size(&room.d, z, nominal), size(&room.d_next, z, nominal)))
    }

    /// The last corrections, of equations that may leave something open.
    fn end<Q: Equations>(&mut self, equations: &mut Q, z: &mut [f64]) -> Result<(), Trouble<Q::Error>> {
        let here = z.to_vec();
        match self.find_damped(equations, z) {
            Ok(()) => Ok(()),
            Err(Trouble::Fatal(error)) => Err(Trouble::Fatal(error)),
            Err(Trouble::Here(..)) => {
                z.copy_from_slice(&here);
                self.evaluate_at(equations, z)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::Arc;

    use super::*;
    use crate::linear::{Colouring, JacobianStructure, Sparsity};
    use crate::stepper::Evaluated;

    struct Of<G>(G);

    impl<G: FnMut(&[f64], &mut [f64])> Equations for Of<G> {
        type Error = Infallible;

        fn residuals(&mut self, z: &[f64], r: &mut [f64]) -> Evaluated<Infallible> {
            (self.0)(z, r);
            Ok(())
        }

        fn move_to(&mut self, _: f64) {}
    }

    fn rest<const N: usize>(
        start: [f64; N],
        is_state: [bool; N],
        rates: impl FnMut(&[f64], &mut [f64]),
    ) -> Result<[f64; N], Unsolved<Infallible>> {
        let sparsity = Sparsity::of_rows((0..N).map(|_| (0..N as u32).collect()));
        let structure = Arc::new(JacobianStructure { colouring: Colouring::new(&sparsity), sparsity });
        let mut z = start;
        Solver::new(&structure, &[1.0; N], 1e-9).find_rest(&mut Of(rates), &mut z, &is_state)?;
        Ok(z)
    }

    /// Two like volumes through an orifice: their sum stays as it is, wherever they begin.
    #[test]
    fn what_leaves_something_open_comes_to_rest_at_what_is_conserved() {
        let flow = |p: &[f64], r: &mut [f64]| {
            let flow = 30.0 * (p[0] - p[1]).signum() * (p[0] - p[1]).abs().sqrt();
            (r[0], r[1]) = (-flow, flow);
        };
        let p = rest([5.0, 1.0], [true; 2], flow).unwrap();
        assert!((p[0] - 3.0).abs() < 1e-6 && (p[1] - 3.0).abs() < 1e-6, "{p:?}");
    }

    /// Newton's method goes off to infinity from there; the motion does not.
    #[test]
    fn a_motion_leads_where_corrections_do_not() {
        let atan = |x: &[f64], r: &mut [f64]| r[0] = -(x[0] * x[0] * x[0] - 2.0 * x[0] + 2.0);
        let x = rest([0.0], [true], atan).unwrap();
        assert!((x[0] + 1.769_292_354_238_631_5).abs() < 1e-12, "{x:?}");
    }

    /// Rates of 1e-312 each second: a first step would have no end.
    #[test]
    fn what_hardly_moves_ends() {
        let hardly = |x: &[f64], r: &mut [f64]| r[0] = 1e-300 * (1e-12 * x[0].powf(x[0])).hypot(x[0]);
        let _ = rest([0.0], [true], hardly);
        let _ = rest([0.0], [true], |_: &[f64], r: &mut [f64]| r[0] = 1e-312);
    }

    #[test]
    fn what_falls_for_ever_does_not_come_to_rest() {
        let fall = |x: &[f64], r: &mut [f64]| (r[0], r[1]) = (x[1], -9.81);
        assert!(rest([0.0, 0.0], [true; 2], fall).is_err());
    }
}
