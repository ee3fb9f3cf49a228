//! The instant at which a run begins.

use super::recorder::{NoRecorder, Recorder};
use super::{Run, RunError};
use bowline_solve::stepper::Restart;

impl Run {
    /// Carries out the instant at which the run begins.
    pub(super) fn begin(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let is_save = self.next_save() <= self.happenings.horizon();
        self.happenings.hold_first()?;
        self.restart(Restart::Afresh)?;
        if self.happenings.settle_start()? {
            self.restart(Restart::Afresh)?;
        }
        if self.rows.next() <= self.happenings.horizon() {
            self.record_due_now(recorder)?;
        }
        self.happenings.update_start()?;
        self.happenings.close_start()?;
        self.progress.is_evaluated = false;
        // The state behind all that happens at the start, with the sides of the indicators.
        if is_save {
            self.save(recorder)?;
        }
        Ok(())
    }

    /// The same, without the row at the start, which stays due.
    pub(super) fn begin_unrecorded(&mut self) -> Result<(), RunError> {
        let start = self.rows.positions();
        self.rows.take_positions(&vec![f64::INFINITY; start.len()], f64::INFINITY);
        let begun = self.begin(&mut NoRecorder);
        self.rows.take_positions(&start, self.time());
        begun
    }
}
