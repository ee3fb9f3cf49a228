//! The events of a run, as far as they are kept.

use super::Run;
use crate::happenings::RunEvent;

impl Run {
    /// Usual limit of kept events.
    pub const MANY_EVENTS: usize = 100_000;

    /// Keeps events from now on, the first `most` of them. If they are kept already, nothing changes.
    pub fn keep_events(&mut self, most: usize) {
        self.happenings.keep_events(most);
    }

    /// The kept events, in the order in which they happened.
    pub fn events(&self) -> &[RunEvent] {
        self.happenings.events()
    }

    /// The kept events in which indicators crossed 0.
    pub fn crossings(&self) -> impl Iterator<Item = &RunEvent> {
        let indicators = self.happenings.indicator_count();
        self.events().iter().filter(move |event| event.source < indicators)
    }

    /// The number of events beyond those that are kept.
    pub fn events_left_out(&self) -> u64 {
        self.happenings.events_left_out()
    }

    /// `Object.Indicator`.
    pub fn indicator_name(&self, indicator: usize) -> String {
        self.happenings.indicator_name(indicator)
    }
}
