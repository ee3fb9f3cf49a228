//! What happens at one instant of bodies that friction and stops join.

use super::Held;
use super::branch::{Kind, Mode};
use super::now::{Now, fill};
use crate::holding::Impossible;

impl Held {
    /// The modes of all branches, and velocities and positions after what hits and locks, at an event that was located within
    /// so many seconds.
    ///
    /// First velocities jump where something hits ([`hit`](Self::hit)); then what has no slip holds or lets go, pushes or
    /// opens ([`find_still_modes`](Self::find_still_modes)); then positions and velocities lose what rounding, and an event
    /// that is located late, leave of overlaps and slips. All stops of the instant are seen together: one after the
    /// other they would push each other into third ones.
    pub(super) fn find_modes(&self, now: &mut Now, located: f64) -> Result<(), Impossible> {
        self.find_forces(now)?;
        if self.branches.iter().enumerate().all(|(at, branch)| branch.left(at, now) >= 0.0) {
            // Another event of this instant has been here.
            return Ok(());
        }
        fill(&mut now.softness, (0..self.branches.len()).map(|at| self.bodies.gram(at, at)));
        let before: Vec<Mode> = now.modes.iter().map(|mode| Mode::of(*mode)).collect();
        let fell: Vec<bool> = now.through.iter().map(|through| *through > 0.0).collect();
        let reach: Vec<f64> = now.slips.iter().map(|slip| slip.abs() * located).collect();
        let touches: Vec<bool> = (0..self.branches.len())
            .map(|at| {
                let is_closed = before[at] == Mode::Holds || now.gaps[at] <= now.touching[at] + reach[at];
                is_closed && !self.branches[at].is_friction()
            })
            .collect();
        let is_hit = self.hit(now, &touches)?;
        let is_still = self.take_still(now, &touches);
        self.find_still_modes(now, &is_still, &before)?;
        self.keep_undecided(now, &is_still, &before, &fell, is_hit);
        self.quieten(now, &is_still);
        self.part(now, &touches, &reach);
        Ok(())
    }

    /// Which branches have no slip: those hold for now, the others slide or are open.
    fn take_still(&self, now: &mut Now, touches: &[bool]) -> Vec<bool> {
        let no_slip = now.no_slip();
        let mut is_still = vec![false; self.branches.len()];
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
                Kind::Stop { .. } if touches[at] && slip.abs() <= no_slip => (true, Mode::Holds),
                Kind::Stop { .. } => (false, Mode::Open),
            };
            is_still[at] = is;
            now.modes[at] = mode.number();
        }
        is_still
    }
}
