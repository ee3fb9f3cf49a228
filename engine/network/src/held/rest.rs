//! Which branches without slip hold and push, and where bodies are so that nothing overlaps.

use super::Held;
use super::branch::{Kind, Mode};
use super::now::Now;
use crate::holding::Impossible;
use bowline_solve::nonlinear::BlockPivoting;

/// Most rounds in which modes are sought.
const MOST_ROUNDS: usize = 200;

impl Held {
    /// The modes of branches that have no slip: all hold, then those that cannot slide or open, all of them at once and, where
    /// that comes back, one by one. Of what is overloaded only what is by most lets go, since that relieves others, and
    /// nothing that held before while something does that has just come to rest.
    pub(super) fn find_still_modes(&self, now: &mut Now, is_still: &[bool], before: &[Mode]) -> Result<(), Impossible> {
        let mut search = BlockPivoting::default();
        for _ in 0..MOST_ROUNDS {
            self.find_loose(now, is_still);
            let found = self.find_forces(now);
            if matches!(found, Err(Impossible::Undetermined(_))) {
                return found;
            }
            let flips = |at: usize| self.branches[at].flips(at, now);
            let mut wrong: Vec<(usize, Mode)> =
                (0..is_still.len()).filter(|at| is_still[*at]).filter_map(|at| Some((at, flips(at)?))).collect();
            let overload = |(at, mode): &(usize, Mode)| match mode {
                Mode::Slides(_) => Some((before[*at] != Mode::Holds, now.through[*at].abs() / now.limits[*at])),
                _ => None,
            };
            let overloads = wrong.iter().filter_map(overload);
            let most = overloads.max_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
            // One by one it is always the first that is wrong: that ends where there is one solution.
            if let Some((is_new, most)) = most.filter(|_| !search.is_one_by_one()) {
                // Equal parts under an equal load let go together.
                let is_most = |(new, load): (bool, f64)| new == is_new && load >= most * (1.0 - 1e-9);
                wrong.retain(|of| overload(of).is_none_or(is_most));
            }
            let modes: Vec<u64> = now.modes.iter().map(|mode| mode.to_bits()).collect();
            let count = match search.next(wrong.len(), modes) {
                Some(0) => return found,
                Some(count) => count,
                None => break,
            };
            wrong[..count].iter().for_each(|(at, mode)| now.modes[*at] = mode.number());
        }
        Ok(())
    }

    /// How fast stops without slip would part or close without any of them.
    fn find_loose(&self, now: &mut Now, is_still: &[bool]) {
        self.find_loose_rates(now);
        let stops = (0..is_still.len()).filter(|at| is_still[*at] && !self.branches[*at].is_friction());
        let rates = stops.map(|at| (self.bodies.slip(at, &now.rates) + now.given_rates[at]).abs());
        now.loose = rates.fold(0.0, f64::max);
    }

    /// Where rounding would decide, a stop without slip stays as it was `before`; but what fell below 0 is believed, unless it
    /// was hit since.
    pub(super) fn keep_undecided(
        &self,
        now: &mut Now,
        is_still: &[bool],
        before: &[Mode],
        fell: &[bool],
        is_hit: bool,
    ) {
        for at in (0..is_still.len()).filter(|at| is_still[*at] && !self.branches[*at].is_friction()) {
            let is_decided = match Mode::of(now.modes[at]) {
                Mode::Holds => -now.through[at] > now.least_force(at),
                _ => now.changes[at] > now.least_change(),
            };
            if !is_decided {
                let stays = before[at] == Mode::Holds && (is_hit || !fell[at]);
                now.modes[at] = if stays { Mode::Holds } else { Mode::Open }.number();
            }
        }
    }

    /// What holds gets no slip at all, and no stop without slip one that closes it.
    pub(super) fn quieten(&self, now: &mut Now, is_still: &[bool]) {
        let (holding, open) = self.holding_and_open(now, is_still);
        if holding.iter().any(|at| now.slips[*at] != 0.0) || open.iter().any(|at| now.slips[*at] < 0.0) {
            let impulses = self.bodies.push(&holding, &open, &now.slips);
            for (at, impulse) in holding.iter().chain(&open).zip(impulses) {
                self.bodies.apply(*at, -impulse, &mut now.velocities);
            }
        }
        self.bodies.settle(&holding, &now.given_slips, &mut now.velocities, &mut now.room);
    }

    /// Moves bodies so that closed stops have no gap, and open ones that touch none below 0. A stop that overlapped by far more than
    /// its `reach`, the way that it can go before an event is located, is decided again with the flows at its new place.
    pub(super) fn part(&self, now: &mut Now, touches: &[bool], reach: &[f64]) {
        let (mut closed, open) = self.holding_and_open(now, touches);
        closed.retain(|at| !self.branches[*at].is_friction());
        if closed.iter().all(|at| now.gaps[*at] == 0.0) && open.iter().all(|at| now.gaps[*at] >= 0.0) {
            return;
        }
        let impulses = self.bodies.push(&closed, &open, &now.gaps);
        for (at, impulse) in closed.iter().chain(&open).zip(impulses) {
            self.bodies.apply(*at, -impulse, &mut now.positions);
        }
        self.bodies.settle(&closed, &now.given_gaps, &mut now.positions, &mut now.room);
        for at in closed.into_iter().chain(open) {
            if now.gaps[at] < -FAR * (1.0 + reach[at]) - 10.0 * reach[at] {
                now.modes[at] = Mode::UNKNOWN;
            }
        }
    }

    /// Those among some branches that hold, and the open stops.
    fn holding_and_open(&self, now: &Now, among: &[bool]) -> (Vec<usize>, Vec<usize>) {
        let holds = |at: &usize| Mode::of(now.modes[*at]) == Mode::Holds;
        let is_open = |at: &usize| {
            among[*at] && matches!(self.branches[*at].kind, Kind::Stop { .. }) && Mode::of(now.modes[*at]) == Mode::Open
        };
        let all = 0..self.branches.len();
        (all.clone().filter(holds).collect(), all.filter(is_open).collect())
    }
}

/// A gap that is as far below 0 as this, m or rad, comes from no event.
const FAR: f64 = 1e-8;
