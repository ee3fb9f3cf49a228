//! The tick loop: from tick to tick, where nothing is in between.

use super::{HappeningError, Happenings};
use bowline_solve::integration::instant_width;

/// Number of ticks between two calls of the observer.
const MOST_TICKS: u64 = 1024;

impl Happenings {
    /// Whether nothing happens between ticks but what is due at known
    /// times: the model has no continuous states, no indicators and no loops.
    pub(crate) fn only_ticks(&self) -> bool {
        let has_nothing_else = self.model.state_count() == 0 && self.watch.is_idle() && !self.model.has_loops();
        has_nothing_else && !self.model.clocks().timings().is_empty()
    }

    /// Advances from tick to tick, up to the last one before anything else happens, or before `until`, s. The first tick
    /// is checked for omitted numbers; with guards, all are.
    pub(crate) fn tick_loop(&mut self, until: f64) -> Result<(), HappeningError> {
        let other = self.agenda.first_but_ticks().min(until);
        let limit = other - instant_width(other);
        let is_only_one = self.agenda.ticks.is_only_one();
        if is_only_one {
            self.agenda.ticks.all(&mut self.due);
        }
        let sees_all = self.workspace.unseen_ticks == 0;
        let mut is_seen = true;
        let mut count = 0;
        while self.agenda.ticks.first() < limit && count < MOST_TICKS {
            let time = self.agenda.ticks.first();
            if is_only_one {
                self.agenda.ticks.take_only(&mut self.due);
            } else {
                self.agenda.ticks.take(time + instant_width(time), false, &mut self.due);
            }
            (self.time, self.horizon) = (time, time);
            count += 1;
            if is_seen {
                self.model.tick_seen(&mut self.workspace, &self.due, time)?;
                is_seen = sees_all;
            } else {
                self.model.tick(&mut self.workspace, &self.due, time)?;
            }
        }
        self.step_workspace.hold(&self.workspace);
        self.counts.ticks += count;
        Ok(())
    }
}
