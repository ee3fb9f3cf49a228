//! Solutions that bend, where the derivatives of the equations jump: a valve that opens, an end of a range.

use super::solver::With;
use super::unsolved::Trouble;
use super::{Equations, Solver, moved, size};

/// The most corrections to the solution behind the bend.
const MOST: usize = 8;
/// A correction that is smaller, as a part of the way, is one of a solution nearby.
const NEAR: f64 = 1e-3;
/// The two pieces lead to the solution but for this part of the way,
const JOINED: f64 = 1.0 / 32.0;
/// and each is straight: in its middle what it predicts is off by at most this part of it.
const STRAIGHT: f64 = 0.125;
/// A way that is shorter, in nominal values, may be more bent than that: differences reach across it;
const SHORT: f64 = 1e-6;
/// but it is at most so many times as long as what is predicted from both ends.
const LONGEST: f64 = 8.0;

/// A part of a line, of which 0 is the start and 1 the end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    /// Where the solution is known.
    pub(super) from: f64,
    /// Where it is sought.
    pub(super) to: f64,
}

impl Solver {
    /// Solves the equations at the end of a segment of the line, from their solution `z` at its start, if the solution
    /// between them is two straight pieces: `z` becomes it. `false`: it is not; `z` and the equations are as they were.
    ///
    /// So is one that is short, if its ends lie on one branch: their derivatives have determinants of one sign, which a fold
    /// changes, and predict a way of its size.
    ///
    /// With the derivatives at both ends, the way is `part d0 + (1 - part) d1`, where `d0` is what those at the start
    /// predict for all of it, `d1` those at the end; and in the middle of each piece the equations hold as its end
    /// predicts. Behind a fold there is no end that the derivatives on the way lead back from, so that it is not jumped
    /// over.
    pub(super) fn bends<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &mut [f64],
        segment: Segment,
    ) -> Result<bool, Trouble<Q::Error>> {
        let start = z.to_vec();
        let outcome = self.is_bent(equations, &start, z, segment);
        equations.move_to(segment.to);
        match outcome {
            Ok(true) => {
                self.has_left_kept = true;
                self.evaluate_at(equations, z)?;
                return Ok(true);
            }
            Err(Trouble::Fatal(error)) => return Err(Trouble::Fatal(error)),
            Ok(false) | Err(_) => {}
        }
        z.copy_from_slice(&start);
        Ok(false)
    }

    /// Whether the way from `start` is two straight pieces; `z`, which begins there, becomes its end.
    fn is_bent<Q: Equations>(
        &mut self,
        equations: &mut Q,
        start: &[f64],
        z: &mut [f64],
        Segment { from, to }: Segment,
    ) -> Result<bool, Trouble<Q::Error>> {
        equations.move_to(from);
        self.take_at(equations, start)?;
        let side = self.fresh.is_positive();
        equations.move_to(to);
        self.predict(equations, start)?;
        let ahead = self.room.d.clone();
        for _ in 0..MOST {
            z.iter_mut().zip(&self.room.d).for_each(|(z, d)| *z += d);
            self.take_at(equations, z)?;
            self.correct(With::Fresh)?;
            let way: Vec<f64> = z.iter().zip(start).map(|(z, start)| z - start).collect();
            if self.size_of(&self.room.d, z) <= NEAR * self.size_of(&way, z) {
                break;
            }
        }
        self.follow_with(equations, z, With::Fresh)?;
        let way: Vec<f64> = z.iter().zip(start).map(|(z, start)| z - start).collect();

        // Back from the end.
        self.take_at(equations, z)?;
        let is_on_one_branch = side.is_some() && self.fresh.is_positive() == side;
        equations.move_to(from);
        self.predict(equations, z)?;
        let behind: Vec<f64> = self.room.d.iter().map(|d| -d).collect();
        let [long, predicted, back] = [&way, &ahead, &behind].map(|d| self.size_of(d, z));
        if is_on_one_branch && long <= SHORT && long <= LONGEST * (predicted + back) {
            return Ok(true);
        }
        let Some(part) = self.part(&way, &ahead, &behind, z) else { return Ok(false) };
        let point = |part: f64| from + part * (to - from);
        equations.move_to(point(0.5 * (1.0 + part)));
        if !self.is_straight(equations, z, 0.5 * (part - 1.0), &behind)? {
            return Ok(false);
        }
        equations.move_to(from);
        self.take_at(equations, start)?;
        equations.move_to(point(0.5 * part));
        self.is_straight(equations, start, 0.5 * part, &ahead)
    }

    /// Up to which part of the way the derivatives at its start predict it; `None` if the two pieces do not lead to its end.
    fn part(&self, way: &[f64], ahead: &[f64], behind: &[f64], z: &[f64]) -> Option<f64> {
        let (mut along, mut square) = (0.0, 0.0);
        for (at, way) in way.iter().enumerate() {
            let weight = 1.0 / z[at].abs().max(self.nominal[at]);
            let bend = weight * (ahead[at] - behind[at]);
            along += bend * weight * (way - behind[at]);
            square += bend * bend;
        }
        let part = along / square;
        if !(-JOINED..=1.0 + JOINED).contains(&part) {
            return None;
        }
        let part = part.clamp(0.0, 1.0);
        let pieces = ahead.iter().zip(behind).map(|(ahead, behind)| part * ahead + (1.0 - part) * behind);
        let left: Vec<f64> = way.iter().zip(pieces).map(|(way, pieces)| way - pieces).collect();
        (self.size_of(&left, z) <= JOINED * self.size_of(way, z)).then_some(part)
    }

    /// Whether the equations hold at `z + part d`, nearly, with the factors that are there.
    fn is_straight<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &[f64],
        part: f64,
        d: &[f64],
    ) -> Result<bool, Trouble<Q::Error>> {
        moved(z, part, d, &mut self.room.next);
        self.correct_next(equations, With::Fresh)?;
        let piece = part.abs() * self.size_of(d, z);
        Ok(self.size_of(&self.room.d_next, z) <= (STRAIGHT * piece).max(self.negligible))
    }

    /// Takes fresh factors at `z`.
    fn take_at<Q: Equations>(&mut self, equations: &mut Q, z: &[f64]) -> Result<(), Trouble<Q::Error>> {
        self.residuals(equations, z)?;
        self.take_fresh(equations, z)
    }

    /// The correction at `z`, into `room.d`.
    fn predict<Q: Equations>(&mut self, equations: &mut Q, z: &[f64]) -> Result<(), Trouble<Q::Error>> {
        self.residuals(equations, z)?;
        self.correct(With::Fresh)
    }

    fn size_of(&self, d: &[f64], z: &[f64]) -> f64 {
        size(d, z, &self.nominal)
    }
}
