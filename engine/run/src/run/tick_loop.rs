//! The tick loop: from tick to tick, where nothing is in between.

use super::{Run, RunError};
use bowline_solve::integration::instant_width;

/// So many ticks go by between two looks at the observer.
const MOST_TICKS: u64 = 1024;

impl Run {
    /// Whether nothing happens between ticks but what is asked for at known
    /// times: the model has no continuous states, no indicators and no loops.
    pub(super) fn only_ticks(&self) -> bool {
        let has_nothing_else = self.model.state_count() == 0 && self.watch.is_idle() && !self.model.has_loops();
        has_nothing_else && !self.model.clocks().timings().is_empty()
    }

    /// Goes from tick to tick, up to the last one that comes before anything else,
    /// or that time, s, with what happens at instants where only clocks tick. At
    /// the first tick, or at all, it checks for omitted numbers.
    pub(super) fn tick_loop(&mut self, until: f64) -> Result<(), RunError> {
        let end = self.end;
        let row = self.agenda.rows.next();
        let other = self
            .agenda
            .events
            .first()
            .min(self.next_save())
            .min(self.agenda.stops.first())
            .min(end)
            .min(row)
            .min(until);
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
        self.between.hold(&self.workspace);
        self.statistics.ticks += count;
        Ok(())
    }
}
