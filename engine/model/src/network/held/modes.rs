//! Which branches hold, slide and open, and how velocities jump.

use super::Held;
use super::branch::{Kind, Mode};
use super::now::Now;
use crate::network::dense::largest;
use crate::network::holding::Impossible;

/// Most rounds in which modes are sought.
const MOST_ROUNDS: usize = 200;

impl Held {
    /// The modes of all branches, and the velocities after what hits and locks.
    pub(super) fn find_modes(&self, now: &mut Now) -> Result<(), Impossible> {
        self.hit(now)?;
        let no_slip = now.no_slip();
        // Which branches have no slip: they hold, if they can.
        let mut is_still = vec![false; self.branches.len()];
        let held_before: Vec<bool> = now.modes.iter().map(|mode| Mode::of(*mode) == Mode::Holds).collect();
        for (at, branch) in self.branches.iter().enumerate() {
            let slip = now.slips[at];
            let (is, mode) = match branch.kind {
                Kind::Friction if now.limits[at] <= 0.0 => (false, Mode::Open),
                Kind::Friction => match Mode::of(now.modes[at]) {
                    // What slid, and has come to rest where its step was cut.
                    Mode::Slides(way) if way * slip <= 0.0 && way * slip >= -1e6 * no_slip => (true, Mode::Holds),
                    _ if slip.abs() <= no_slip => (true, Mode::Holds),
                    _ => (false, Mode::Slides(slip.signum())),
                },
                Kind::Stop { .. } => match now.gaps[at] <= self.touching(now, at) && slip.abs() <= no_slip {
                    true => (true, Mode::Holds),
                    false => (false, Mode::Open),
                },
            };
            is_still[at] = is;
            now.modes[at] = mode.number();
        }
        self.still_modes(now, &is_still, &held_before)?;
        // What holds has no slip at all.
        let holding: Vec<usize> = (0..is_still.len()).filter(|at| Mode::of(now.modes[*at]) == Mode::Holds).collect();
        let slips: Vec<f64> = holding.iter().map(|at| now.slips[*at]).collect();
        if slips.iter().any(|slip| *slip != 0.0) {
            let mut impulses = Vec::new();
            self.bodies.hold(&holding, &now.limits, &slips, &mut impulses)?;
            holding
                .iter()
                .zip(&impulses)
                .for_each(|(at, impulse)| self.bodies.apply(*at, *impulse, &mut now.velocities));
        }
        self.bodies.settle(&holding, &now.given_slips, &mut now.velocities, &mut now.room);
        Ok(())
    }

    /// How far open a stop still touches: by how much a step may end beside a crossing.
    fn touching(&self, now: &Now, at: usize) -> f64 {
        1e-9 * now.slips[at].abs() + 1e-12
    }

    /// Impacts: where stops hit, and where something without a limit begins to hold, slips jump. Friction with a limit
    /// transmits nothing in no time.
    fn hit(&self, now: &mut Now) -> Result<(), Impossible> {
        let no_slip = now.no_slip();
        let mut targets: Vec<(usize, f64)> = Vec::new();
        let mut is_hit = false;
        for (at, branch) in self.branches.iter().enumerate() {
            match branch.kind {
                Kind::Friction if now.limits[at] == f64::INFINITY => {
                    is_hit |= now.slips[at].abs() > no_slip;
                    targets.push((at, 0.0));
                }
                Kind::Friction => {}
                Kind::Stop { restitution, rest } => match Mode::of(now.modes[at]) {
                    Mode::Open if now.gaps[at] <= self.touching(now, at) && now.slips[at] < -no_slip => {
                        is_hit = true;
                        let after = -restitution * now.slips[at];
                        targets.push((at, if after < rest { 0.0 } else { after }));
                    }
                    Mode::Holds => targets.push((at, 0.0)),
                    _ => {}
                },
            }
        }
        if !is_hit {
            return Ok(());
        }
        self.keep_quickest(&mut targets);
        // Closed stops push and do not pull.
        let mut impulses = Vec::new();
        for _ in 0..=self.branches.len() {
            let holding: Vec<usize> = targets.iter().map(|(at, _)| *at).collect();
            let slips: Vec<f64> = targets.iter().map(|(at, after)| now.slips[*at] - after).collect();
            self.bodies.hold(&holding, &now.limits, &slips, &mut impulses)?;
            let pulls = |(at, impulse): (&usize, &f64)| {
                matches!(self.branches[*at].kind, Kind::Stop { .. }) && *impulse > 1e-12 * largest(&impulses)
            };
            match holding.iter().zip(&impulses).position(pulls) {
                Some(pulling) => targets.remove(pulling),
                None => break,
            };
        }
        for ((at, _), impulse) in targets.iter().zip(&impulses) {
            self.bodies.apply(*at, *impulse, &mut now.velocities);
        }
        self.find_slips(now);
        Ok(())
    }

    /// Of stops that are hit by the same motion, the one behind which it is quickest decides: others would have to pull.
    fn keep_quickest(&self, targets: &mut Vec<(usize, f64)>) {
        let is_stop = |at: usize| matches!(self.branches[at].kind, Kind::Stop { .. });
        let is_slower = |(at, after): (usize, f64), all: &[(usize, f64)]| {
            all.iter().any(|(other, then)| {
                let times = if *other != at && is_stop(*other) { self.bodies.times(*other, at) } else { None };
                times.is_some_and(|times| *then > times * after * (1.0 + 1e-9))
            })
        };
        let all = targets.clone();
        targets.retain(|target| !is_stop(target.0) || !is_slower(*target, &all));
    }

    /// The modes of branches that have no slip: all hold, then those that cannot slide or open, all of them at once and, where
    /// that comes back, one by one. Of what is overloaded only what is by most lets go, since that relieves others, and
    /// nothing that held before while something does that has just come to rest.
    fn still_modes(&self, now: &mut Now, is_still: &[bool], held_before: &[bool]) -> Result<(), Impossible> {
        let mut met: Vec<Vec<f64>> = Vec::new();
        let mut is_one_by_one = false;
        for _ in 0..MOST_ROUNDS {
            self.find_forces(now)?;
            let flips = |at: usize| self.branches[at].flips(at, now);
            let mut wrong: Vec<(usize, Mode)> =
                (0..is_still.len()).filter(|at| is_still[*at]).filter_map(|at| Some((at, flips(at)?))).collect();
            let overload = |(at, mode): &(usize, Mode)| match mode {
                Mode::Slides(_) => Some((!held_before[*at], now.through[*at].abs() / now.limits[*at])),
                _ => None,
            };
            let overloads = wrong.iter().filter_map(overload);
            let most = overloads.max_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
            // One by one it is always the first that is wrong: that ends where there is one solution.
            if let Some((is_new, most)) = most.filter(|_| !is_one_by_one) {
                // Equal parts under an equal load let go together.
                let is_most = |(new, load): (bool, f64)| new == is_new && load >= most * (1.0 - 1e-9);
                wrong.retain(|of| overload(of).is_none_or(is_most));
            }
            if wrong.is_empty() {
                break;
            }
            if met.contains(&now.modes) {
                if is_one_by_one {
                    break;
                }
                is_one_by_one = true;
                met.clear();
            }
            met.push(now.modes.clone());
            let count = if is_one_by_one { 1 } else { wrong.len() };
            wrong[..count].iter().for_each(|(at, mode)| now.modes[*at] = mode.number());
        }
        Ok(())
    }
}
