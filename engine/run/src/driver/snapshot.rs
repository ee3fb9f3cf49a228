//! Snapshots of a run.

use super::{Run, RunError};
use crate::happenings::EventLog;
use bowline_model::model::RunState;
use bowline_model::workspace::ModelId;
use bowline_solve::stepper::Restart;

/// All of a run at one time. The same run, or another one of the same model, can continue from it any number of times.
#[derive(Debug, Clone)]
pub struct Snapshot {
    model: ModelId,
    state: RunState,
    /// The next row of each recorder, s.
    rows: Vec<f64>,
    /// Save points that lie behind.
    saved: usize,
    /// What happened before, if that is kept.
    events: Option<Box<EventLog>>,
}

impl Snapshot {
    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.state.time()
    }

    /// The state.
    pub fn state(&self) -> &RunState {
        &self.state
    }

    /// The next row that the scenario asks for, s, and that of each recorder that was attached before; infinite where
    /// there is none.
    pub fn next_rows(&self) -> &[f64] {
        &self.rows
    }

    /// A snapshot of a run, with another state instead of its own.
    pub(super) fn at(run: &Run, state: RunState) -> Self {
        Self {
            model: run.model().id().clone(),
            state,
            rows: run.rows.positions(),
            saved: run.saved,
            events: run.happenings.event_log().cloned().map(Box::new),
        }
    }
}

impl Run {
    /// Takes a snapshot of the run now. The method restarts, as it does
    /// where the snapshot is restored: so both continue with the same bits.
    ///
    /// # Errors
    /// The run has failed before; the step that it is in could not be ended here,
    /// or the method could not start afresh.
    pub fn snapshot(&mut self) -> Result<Snapshot, RunError> {
        self.going(Self::take_snapshot)
    }

    pub(super) fn take_snapshot(&mut self) -> Result<Snapshot, RunError> {
        if !self.happenings.has_begun() {
            self.begin_unrecorded()?;
        }
        self.cut_step()?;
        self.take_inputs(None)?;
        let snapshot = Snapshot::at(self, self.state());
        self.interventions.snapshot(self.time(), self.progress.landed);
        self.take_up(&snapshot)?;
        Ok(snapshot)
    }

    /// Goes back, or on, to a snapshot. Rows are recorded again from there on;
    /// recorders that were attached after it get what comes behind its time. What
    /// was [planned](Self::plan) is forgotten.
    ///
    /// # Errors
    /// The snapshot is that of another model; or the method could not start.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), RunError> {
        if snapshot.model != *self.model().id() {
            let message =
                "the snapshot is that of another model: restore it in a run of the model that it was taken of";
            return Err(RunError::Refused(message.to_owned()));
        }
        self.interventions.restore(self.time(), snapshot.time());
        self.progress.has_failed = false;
        self.planned.clear();
        self.happenings.return_to_log(snapshot.events.as_deref(), snapshot.time());
        self.going(|run| run.take_up(snapshot))
    }

    pub(super) fn take_up(&mut self, snapshot: &Snapshot) -> Result<(), RunError> {
        let Snapshot { state, rows, saved, .. } = snapshot;
        let time = state.time();
        self.ahead = None;
        (self.progress.is_evaluated, self.progress.landed) = (false, false);
        (self.saved, self.end) = (*saved, self.end_from(time));
        self.stepper = self.stepper.anew(self.happenings.model());
        self.happenings.take_state(state)?;
        self.rows.take_positions(rows, time);
        self.restart(Restart::Afresh)?;
        self.pace.restart(time);
        Ok(self.happenings.ask_for_announced()?)
    }
}
