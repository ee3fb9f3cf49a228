//! Rounds of handlers, until every indicator is on its recorded side.

use std::sync::Arc;

use tracing::info;

use super::watch::Fired;
use super::{HappeningError, Happenings};
use bowline_model::evaluation::ModeSearch;
use bowline_model::model::schedule::Handler;

/// The most rounds of handlers that make each other fire.
const MOST_ROUNDS: usize = 100;

impl Happenings {
    /// Takes the indicators that an input put on another side, or that crossed
    /// where a step was cut for it. The caller [settles](Self::settle) them.
    pub(crate) fn take_pending(&mut self) -> Result<Fired, HappeningError> {
        if self.watch.is_idle() {
            return Ok(Fired::default());
        }
        let mut fired = std::mem::take(&mut self.pending);
        fired.add(&self.watch.compare(&mut self.workspace, self.time)?);
        Ok(fired)
    }

    /// Fires indicators until none has changed sides. Returns whether any fired.
    pub(super) fn settle_now(&mut self) -> Result<bool, HappeningError> {
        if self.watch.is_idle() {
            return Ok(false);
        }
        let fired = self.watch.compare(&mut self.workspace, self.time)?;
        self.settle(fired)
    }

    /// Fires these indicators, and then those that their handlers put on another
    /// side, until none is left. Returns whether any fired.
    pub(crate) fn settle(&mut self, mut fired: Fired) -> Result<bool, HappeningError> {
        if fired.is_empty() {
            return Ok(false);
        }
        let has_modes = self.model.has_modes();
        let (mut earlier, mut search) = (Fired::default(), ModeSearch::default());
        for _ in 0..MOST_ROUNDS {
            self.round(&fired, &mut earlier)?;
            fired = self.watch.compare_after(&fired, &mut self.workspace, self.time)?;
            if has_modes {
                // Of modes only the sides count, whatever they come from.
                fired = fired.iter().filter(|index| !self.watch.is_of_mode(*index)).collect();
                fired.add(&self.watch.wrong_modes(&mut search, &self.workspace, self.time)?);
            }
            if fired.is_empty() {
                return Ok(true);
            }
        }
        let names: Vec<String> = fired.iter().map(|index| format!("`{}`", self.watch.name(index))).collect();
        Err(HappeningError::EndlessEvents(format!(
            "at t = {} s the handlers of events make each other fire without an end: after {MOST_ROUNDS} rounds {} \
             still crossed 0; a handler must leave its indicator on one side",
            self.time,
            names.join(", ")
        )))
    }

    /// Runs the handlers of indicators that fire. Those that fired `earlier` at
    /// this instant count again only if their handlers change anything.
    fn round(&mut self, fired: &Fired, earlier: &mut Fired) -> Result<(), HappeningError> {
        let model = Arc::clone(&self.model);
        for index in fired.iter().filter(|index| !earlier.contains(*index)) {
            self.note_crossing(index);
        }
        self.watch.note_modes(fired, &self.workspace);
        model.run_before_handlers(&mut self.workspace, self.time)?;
        for (position, handler) in model.schedule().events.handlers.iter().enumerate() {
            if !fired.contains(handler.indicator) {
                continue;
            }
            let is_again = earlier.contains(handler.indicator);
            let before = if is_again { self.set_by(handler) } else { Vec::new() };
            self.run_handler(position)?;
            if is_again && before.iter().zip(self.set_by(handler)).any(|(a, b)| a.to_bits() != b.to_bits()) {
                self.note_crossing(handler.indicator);
            }
        }
        earlier.add(fired);
        Ok(())
    }

    /// Counts, keeps and logs a state event.
    fn note_crossing(&mut self, index: usize) {
        self.counts.state_events += 1;
        self.keep_crossing(index);
        info!("t = {} s: `{}` {}", self.time, self.watch.name(index), self.watch.words(index));
    }

    /// The current numbers of the states that a handler sets.
    fn set_by(&self, handler: &Handler) -> Vec<f64> {
        self.model.set_by(handler).flat_map(|id| self.model.values_of(&self.workspace, id)).copied().collect()
    }
}
