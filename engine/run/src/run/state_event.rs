//! The state events of a run, in the order in which they happened.

use super::Run;

/// A crossing that was handled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StateEvent {
    /// Simulated time, s.
    pub time: f64,
    /// Which indicator fired; the model has its [name](Run::indicator_name).
    pub indicator: usize,
}

impl Run {
    /// Keeps state events from now on.
    pub fn keep_events(&mut self) {
        self.outside.events.get_or_insert_default();
    }

    /// The state events since they are kept.
    pub fn events(&self) -> &[StateEvent] {
        self.outside.events.as_deref().unwrap_or_default()
    }

    /// `Object.Indicator`.
    pub fn indicator_name(&self, indicator: usize) -> String {
        self.watch.name(indicator)
    }
}
