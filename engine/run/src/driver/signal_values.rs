//! Signal values and the state of a run at its present time.

use super::{Run, RunError};
use crate::happenings::Numbers;
use bowline_model::model::{Probe, RunState};
use bowline_model::workspace::Workspace;

impl Run {
    /// The state vector.
    pub fn x(&self) -> &[f64] {
        self.current().x()
    }

    /// The state from which another run can continue.
    pub fn state(&self) -> RunState {
        self.happenings.state_with(self.place())
    }

    /// The same. Before the start, it has the values that are sampled there.
    pub(crate) fn state_now(&mut self) -> Result<RunState, RunError> {
        if self.happenings.has_begun() {
            return Ok(self.state());
        }
        self.evaluate_current()?;
        Ok(self.happenings.state_of_start())
    }

    /// The values of a signal now. At an event they are those after it.
    ///
    /// # Errors
    /// The probe is that of another model; or the model cannot be evaluated here.
    pub fn get(&mut self, probe: &Probe) -> Result<&[f64], RunError> {
        self.own(probe)?;
        if !probe.is_state() || !self.happenings.has_begun() {
            self.evaluate_current()?;
        }
        let mut read = std::mem::take(&mut self.read);
        read.clear();
        read.extend(probe.values(self.time(), self.current()));
        self.read = read;
        Ok(&self.read)
    }

    /// The values of all signals now, for callers that read many of them.
    ///
    /// # Errors
    /// The model cannot be evaluated here.
    pub fn signals(&mut self) -> Result<&Workspace, RunError> {
        self.evaluate_current()?;
        Ok(self.current())
    }

    /// The workspace that has the present values.
    pub(super) fn current(&self) -> &Workspace {
        self.happenings.numbers(self.place())
    }

    /// Which workspace has the present values: the second one inside a step, and
    /// before the start, when the other one has no discrete values yet.
    fn place(&self) -> Numbers {
        if self.ahead.is_some() || !self.happenings.has_begun() { Numbers::Within } else { Numbers::AtEnd }
    }

    /// Evaluates all signals at the present time, once.
    pub(super) fn evaluate_current(&mut self) -> Result<(), RunError> {
        if self.progress.is_evaluated {
            return Ok(());
        }
        if !self.happenings.has_begun() {
            self.happenings.hold_start_within()?;
        }
        self.happenings.evaluate_signals(self.place(), self.time())?;
        self.progress.is_evaluated = true;
        Ok(())
    }

    /// Refuses a probe of another model.
    pub(super) fn own(&self, probe: &Probe) -> Result<(), RunError> {
        if probe.is_of(self.model()) {
            return Ok(());
        }
        Err(RunError::Refused(format!("the probe of `{}` is that of another model", probe.name())))
    }
}
