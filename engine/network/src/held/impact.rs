//! How velocities jump where something hits, or begins to hold whatever comes.

use super::Held;
use super::branch::{Branch, Kind, Mode};
use super::now::Now;
use crate::holding::Impossible;

/// Most rounds of impacts that bounce; one that does not comes behind.
const MOST_ROUNDS: usize = 100;
/// A closed stop carries a load from this part of the largest one.
const CARRIES: f64 = 1e-9;

impl Held {
    /// Lets stops that touch hit, and clutches without a limit hold, round by round as long as anything approaches; friction
    /// with a limit transmits nothing in no time. What flows through branches is what did just before. Returns whether
    /// anything hit.
    ///
    /// In a round push the stops that approach, with Newton's restitution, and those without slip that carry a load, came
    /// to rest in an earlier round, or do not bounce. Stops that part are no part of it: they would make energy. Those
    /// that touch without a load come in the next round: so a blow goes through a row of equal balls as Newton's cradle has it,
    /// and a stack that carries its weight takes one at once (Moreau 1988, Unilateral contact and dry friction in
    /// finite freedom dynamics).
    pub(super) fn hit(&self, now: &mut Now, touches: &[bool]) -> Result<bool, Impossible> {
        let count = self.branches.len();
        let is_rigid = |at: &usize| self.branches[*at].is_friction() && now.limits[*at] == f64::INFINITY;
        let rigid: Vec<usize> = (0..count).filter(is_rigid).collect();
        let pushes = |at: usize| match Mode::of(now.modes[at]) {
            Mode::Holds if !self.branches[at].is_friction() => -now.through[at],
            _ => 0.0,
        };
        let least = CARRIES * (0..count).fold(0.0, |most: f64, at| most.max(pushes(at)));
        // Whether a stop without slip pushes back.
        let mut stays: Vec<bool> = (0..count)
            .map(|at| pushes(at) > least || matches!(self.branches[at].kind, Kind::Stop { restitution: 0.0, .. }))
            .collect();
        let mut is_hit = false;
        for round in 0..=MOST_ROUNDS {
            let (no_slip, is_last) = (now.no_slip(), round == MOST_ROUNDS);
            let approaches = |at: &usize| touches[*at] && now.slips[*at] < -no_slip;
            if !(0..count).any(|at| approaches(&at)) && rigid.iter().all(|at| now.slips[*at].abs() <= no_slip) {
                return Ok(is_hit);
            }
            if !is_hit && !rigid.is_empty() {
                // What two hold, and nobody can say how, is an error.
                let slips: Vec<f64> = rigid.iter().map(|at| now.slips[*at]).collect();
                self.bodies.hold(&rigid, &now.limits, &slips, &mut Vec::new())?;
            }
            is_hit = true;
            let is_pushed =
                |at: &usize| approaches(at) || touches[*at] && (is_last || now.slips[*at] <= no_slip && stays[*at]);
            let pushed: Vec<usize> = (0..count).filter(is_pushed).collect();
            let bounce = |at: usize| if is_last { 0.0 } else { self.branches[at].bounce(now.slips[at], no_slip) };
            let mut slips = now.slips.clone();
            pushed.iter().for_each(|at| slips[*at] -= bounce(*at));
            let impulses = self.bodies.push(&rigid, &pushed, &slips);
            for (at, impulse) in rigid.iter().chain(&pushed).zip(impulses) {
                self.bodies.apply(*at, -impulse, &mut now.velocities);
            }
            self.find_slips(now);
            let rounding = 1e3 * now.no_slip();
            if let Some(at) = rigid.iter().find(|at| now.slips[**at].abs() > rounding) {
                return Err(Impossible::Contradicting(*at));
            }
            let no_slip = now.no_slip();
            pushed.iter().for_each(|at| stays[*at] |= now.slips[*at].abs() <= no_slip);
        }
        Ok(is_hit)
    }
}

impl Branch {
    /// The slip that is left of one that approaches.
    fn bounce(&self, slip: f64, no_slip: f64) -> f64 {
        match self.kind {
            Kind::Stop { restitution, rest } if slip < -no_slip => {
                Some(-restitution * slip).filter(|after| *after >= rest).unwrap_or(0.0)
            }
            _ => 0.0,
        }
    }
}
