//! Newton's method without damping, for a solution that goes on from one nearby.

use super::kink::Segment;
use super::solver::{MOST_NOISE, With};
use super::unsolved::{Trouble, Why};
use super::{Equations, ROUNDING, Solver, Unsolved, moved, size};

/// The most corrections with the same factors.
const MOST: usize = 30;
/// A start is near a solution only if the first correction leaves at most this part of itself,
const CONTRACTION: f64 = 0.25;
/// and half of it leaves, beside its other half, at most this part of it.
const CONTRACTION_HALFWAY: f64 = 0.125;
/// With factors of before each correction has to be smaller than this part of the one before it.
const CONTRACTION_KEPT: f64 = 0.1;
/// The shortest part of a line.
const SHORTEST: f64 = 1.0 / (1_u64 << 40) as f64;

/// How a round of corrections ended.
enum Round {
    Accepted,
    /// There is no contraction, with these factors.
    Again(Why),
}

impl Solver {
    /// Solves the equations from a solution nearby: without damping, and only if
    /// the corrections show that the start is near it. `z` becomes it.
    ///
    /// With the Jacobian matrix `J` of the first correction `d` it takes
    /// `|J^-1 r(z + d)| <= |d|/4` and `|J^-1 r(z + d/2) + d/2| <= |d|/8`, unless `d`
    /// is negligible. The contraction alone passes folds: there the iteration jumps to
    /// another branch, and may land well.
    ///
    /// # Errors
    /// The start is not near a solution; `z` is as it was.
    pub fn follow<Q: Equations>(&mut self, equations: &mut Q, z: &mut [f64]) -> Result<(), Unsolved<Q::Error>> {
        self.counts.solutions += 1;
        (self.was_fine, self.was_wide, self.floor, self.has_left_kept) = (false, false, 0.0, false);
        let with = if self.keeps_factors() { With::Kept } else { With::Fresh };
        let before = self.counts.iterations;
        let outcome = self.follow_with(equations, z, with);
        self.last_corrections = self.counts.iterations - before;
        outcome
            .or_else(|trouble| self.or_bend(equations, z, Segment { from: 0.0, to: 1.0 }, trouble))
            .or_else(|trouble| self.or_widely(equations, z, trouble))
            .map_err(|trouble| trouble.at(z, &self.room.r))
    }

    /// The same, along the straight line from where `z` solves the equations to where
    /// they are to be solved, in parts that are as short as they need to be.
    ///
    /// # Errors
    /// The solution does not go on somewhere on the line; `z` is the last one.
    pub fn follow_line<Q: Equations>(&mut self, equations: &mut Q, z: &mut [f64]) -> Result<(), Unsolved<Q::Error>> {
        let (mut at, mut part) = (0.0, 0.5);
        while at < 1.0 {
            let to = f64::min(1.0, at + part);
            equations.move_to(to);
            let followed = self.follow_with(equations, z, With::Fresh);
            let followed = followed.or_else(|trouble| self.or_bend(equations, z, Segment { from: at, to }, trouble));
            match followed.or_else(|trouble| self.or_widely(equations, z, trouble)) {
                Ok(()) => (at, part) = (to, 2.0 * part),
                Err(trouble) => {
                    part *= 0.5;
                    if part < SHORTEST || matches!(trouble, Trouble::Fatal(_)) {
                        equations.move_to(1.0);
                        return Err(trouble.at(z, &self.room.r));
                    }
                }
            }
        }
        Ok(())
    }

    /// What was not followed may bend.
    fn or_bend<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &mut [f64],
        segment: Segment,
        trouble: Trouble<Q::Error>,
    ) -> Result<(), Trouble<Q::Error>> {
        if matches!(trouble, Trouble::Fatal(_)) {
            return Err(trouble);
        }
        let left = self.room.r.clone();
        let bends = self.bends(equations, z, segment)?;
        self.room.r = left;
        if bends { Ok(()) } else { Err(trouble) }
    }

    /// What was not followed may be with wider differences.
    fn or_widely<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &mut [f64],
        trouble: Trouble<Q::Error>,
    ) -> Result<(), Trouble<Q::Error>> {
        if matches!(trouble, Trouble::Fatal(_)) {
            return Err(trouble);
        }
        let left = self.room.r.clone();
        match self.widely(|solver| solver.follow_with(equations, z, With::Fresh)) {
            Some(Ok(())) => {
                (self.has_left_kept, self.was_wide) = (true, true);
                Ok(())
            }
            Some(Err(Trouble::Fatal(error))) => Err(Trouble::Fatal(error)),
            Some(Err(_)) | None => {
                self.room.r = left;
                Err(trouble)
            }
        }
    }

    /// From `z`, with kept factors, and fresh ones where these do not serve.
    pub(super) fn follow_with<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &mut [f64],
        mut with: With,
    ) -> Result<(), Trouble<Q::Error>> {
        self.residuals(equations, z)?;
        self.room.start.copy_from_slice(z);
        loop {
            if with == With::Fresh {
                self.take_fresh(equations, z)?;
            }
            let round = self.correct(with).and_then(|()| self.round(equations, z, with));
            let why = match round {
                Ok(Round::Accepted) => return Ok(()),
                Ok(Round::Again(why)) => Trouble::from(why),
                Err(Trouble::Fatal(error)) => return Err(Trouble::Fatal(error)),
                Err(trouble) => trouble,
            };
            z.copy_from_slice(&self.room.start);
            if with == With::Fresh {
                return Err(why);
            }
            (with, self.has_left_kept) = (With::Fresh, true);
        }
    }

    /// Corrects `z`, first by `room.d`, until what is left is accepted. The last
    /// correction is calculated, but not applied: so the last evaluation is that of `z`.
    fn round<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &mut [f64],
        with: With,
    ) -> Result<Round, Trouble<Q::Error>> {
        let mut before = size(&self.room.d, z, &self.nominal);
        if before <= ROUNDING {
            if with == With::Fresh {
                self.evaluate_at(equations, z)?;
            }
            return Ok(Round::Accepted);
        }
        for correction in 0..MOST {
            // Rounding does not contract.
            let mut is_judged = correction == 0 && before > self.negligible;
            if is_judged && !self.holds_halfway(equations, z, with, before)? {
                if with == With::Kept || !self.may_be_rounding(before, z) {
                    return Ok(Round::Again(Why::NoContraction));
                }
                is_judged = false;
            }
            moved(z, 1.0, &self.room.d, &mut self.room.next);
            self.correct_next(equations, with)?;
            let after = size(&self.room.d_next, &self.room.next, &self.nominal);
            if is_judged && after > CONTRACTION * before && (with == With::Kept || !self.may_be_rounding(before, z)) {
                return Ok(Round::Again(Why::NoContraction));
            }
            let is_still = after > 0.5 * before && with == With::Fresh;
            if after <= ROUNDING {
                z.copy_from_slice(&self.room.next);
                return Ok(Round::Accepted);
            }
            if is_still && self.floors(after) {
                z.copy_from_slice(&self.room.next);
                return self.accept_floor(equations, z);
            }
            if is_still && self.is_rounding_of_equations(equations)? {
                z.copy_from_slice(&self.room.next);
                self.floor = if self.is_wide { 0.0 } else { after };
                self.evaluate_at(equations, z)?;
                return Ok(Round::Accepted);
            }
            let most = if with == With::Kept { CONTRACTION_KEPT } else { 0.5 };
            // Rounding may look like a line once.
            let may_be_noise = with == With::Fresh && after <= MOST_NOISE;
            if after.is_nan() || after > most * before && !may_be_noise {
                return Ok(Round::Again(Why::NoContraction));
            }
            z.copy_from_slice(&self.room.next);
            std::mem::swap(&mut self.room.d, &mut self.room.d_next);
            before = after;
        }
        Ok(Round::Again(Why::TooMany))
    }

    /// Whether a correction of this size says nothing about a way that it should halve.
    fn may_be_rounding(&mut self, correction: f64, z: &[f64]) -> bool {
        correction <= MOST_NOISE || self.is_floor(correction, z)
    }

    /// Takes `z`, where corrections stand still, if they are small with the derivatives there too: beyond a bend those of
    /// before it say nothing.
    fn accept_floor<Q: Equations>(&mut self, equations: &mut Q, z: &[f64]) -> Result<Round, Trouble<Q::Error>> {
        self.residuals(equations, z)?;
        self.take_fresh(equations, z)?;
        self.correct(With::Fresh)?;
        let left = size(&self.room.d, z, &self.nominal);
        if !self.is_floor(left, z) {
            return Ok(Round::Again(Why::NoContraction));
        }
        self.floor = left;
        self.evaluate_at(equations, z)?;
        Ok(Round::Accepted)
    }

    /// Whether the correction at `room.next`, of this size, is rounding.
    fn floors(&mut self, correction: f64) -> bool {
        let next = std::mem::take(&mut self.room.next);
        let is_floor = self.is_floor(correction, &next);
        self.room.next = next;
        is_floor
    }

    /// Whether half of the first correction leaves its other half, nearly.
    fn holds_halfway<Q: Equations>(
        &mut self,
        equations: &mut Q,
        z: &[f64],
        with: With,
        whole: f64,
    ) -> Result<bool, Trouble<Q::Error>> {
        moved(z, 0.5, &self.room.d, &mut self.room.next);
        self.correct_next(equations, with)?;
        self.room.d_next.iter_mut().zip(&self.room.d).for_each(|(left, d)| *left -= 0.5 * d);
        Ok(size(&self.room.d_next, z, &self.nominal) <= CONTRACTION_HALFWAY * whole)
    }
}
