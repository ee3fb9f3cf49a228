//! The numbers of a run where it stands, as they are seen from outside.

use super::{Run, RunError};
use bowline_model::model::{Probe, RunState};
use bowline_model::workspace::Workspace;

impl Run {
    /// The state vector.
    pub fn x(&self) -> &[f64] {
        self.current().x()
    }

    /// Everything that another run needs to go on from here.
    pub fn state(&self) -> RunState {
        let past = self.progress.begun.then(|| self.watch.past().to_vec());
        RunState { past, ..RunState::new(&self.model, self.time, self.x(), &self.workspace, self.agenda.ticks.times()) }
    }

    /// The same, with what is sampled at the start where the run has not begun.
    pub(crate) fn state_now(&mut self) -> Result<RunState, RunError> {
        if self.progress.begun {
            return Ok(self.state());
        }
        self.evaluate_current()?;
        let past = self.model.past().map(<[bool]>::to_vec);
        Ok(RunState {
            past,
            ..RunState::new(&self.model, self.time, self.x(), &self.between, self.agenda.ticks.times())
        })
    }

    /// The numbers of a signal now. Where the run stands at an event, they are
    /// those after it.
    ///
    /// # Errors
    /// The probe is that of another model; or the model cannot be evaluated here.
    pub fn get(&mut self, probe: &Probe) -> Result<&[f64], RunError> {
        self.own(probe)?;
        if !probe.is_state() || !self.progress.begun {
            self.evaluate_current()?;
        }
        let mut read = std::mem::take(&mut self.outside.read);
        read.clear();
        read.extend(probe.values(self.time, self.current()));
        self.outside.read = read;
        Ok(&self.outside.read)
    }

    /// All signals as they are now: for who looks at many of them.
    ///
    /// # Errors
    /// The model cannot be evaluated here.
    pub fn signals(&mut self) -> Result<&Workspace, RunError> {
        self.evaluate_current()?;
        Ok(self.current())
    }

    /// The workspace that holds them.
    pub(super) fn current(&self) -> &Workspace {
        if self.is_seen_between() { &self.between } else { &self.workspace }
    }

    /// Whether the second workspace holds them: inside a step, and
    /// before the run begins, when the other one has no discrete values yet.
    fn is_seen_between(&self) -> bool {
        self.ahead.is_some() || !self.progress.begun
    }

    /// Evaluates all signals where the run stands, once.
    pub(super) fn evaluate_current(&mut self) -> Result<(), RunError> {
        if self.progress.is_evaluated {
            return Ok(());
        }
        if !self.progress.begun {
            self.between.take_state(&self.workspace);
            self.model.hold_first(&mut self.between)?;
        }
        let workspace = if self.is_seen_between() { &mut self.between } else { &mut self.workspace };
        self.model.evaluate_signals_as(&self.context, workspace, self.time)?;
        self.progress.is_evaluated = true;
        Ok(())
    }

    /// Refuses a probe of another model.
    pub(super) fn own(&self, probe: &Probe) -> Result<(), RunError> {
        if probe.is_of(&self.model) {
            return Ok(());
        }
        Err(RunError::Refused(format!("the probe of `{}` is that of another model", probe.name())))
    }
}
