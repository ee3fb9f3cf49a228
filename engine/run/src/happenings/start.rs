//! The parts of the instant at which a run begins.

use super::{HappeningError, Happenings};

impl Happenings {
    /// Runs all sampled computations, as tick 0. The integrator starts behind it.
    pub(crate) fn hold_first(&mut self) -> Result<(), HappeningError> {
        Ok(self.model.hold_first(&mut self.workspace)?)
    }

    /// Takes the sides of all indicators, and runs the handlers of those that have to fire at the start. Returns whether
    /// any fired.
    pub(crate) fn settle_start(&mut self) -> Result<bool, HappeningError> {
        self.model.check_signals(&self.workspace, self.time)?;
        let past = self.model.past();
        let fired = self.watch.begin(past, &mut self.workspace, self.time)?;
        self.settle(fired)
    }

    /// Runs the updates of the clocks that tick at the start, unless it continues from a state.
    pub(crate) fn update_start(&mut self) -> Result<(), HappeningError> {
        if self.model.resumed().is_none() {
            self.agenda.ticks.take(self.horizon, false, &mut self.due);
            self.counts.ticks += u64::from(!self.due.clocks.is_empty());
            self.model.run_updates(&mut self.workspace, &self.due, self.time, true)?;
        }
        Ok(())
    }

    /// Leaves the instant: asks for announced times.
    pub(crate) fn close_start(&mut self) -> Result<(), HappeningError> {
        self.step_workspace.hold(&self.workspace);
        self.ask_for_events()?;
        self.ask_for_stops()?;
        (self.has_begun, self.has_changes) = (true, false);
        Ok(())
    }
}
