//! All of a run at one time, kept to go on from there again.

use std::sync::Arc;

use super::event::Events;
use super::recorder::NoRecorder;
use super::ticks::Ticks;
use super::{Run, RunError};
use bowline_model::model::RunState;
use bowline_model::workspace::ModelId;
use bowline_solve::integration::instant_width;
use bowline_solve::stepper::Restart;

/// All of a run at one time: what it needs to go on from there, any number of
/// times, in the same run or in another one of the same model.
#[derive(Debug, Clone)]
pub struct Snapshot {
    model: ModelId,
    state: RunState,
    /// The next row of each recorder, s.
    rows: Vec<f64>,
    /// Save points that lie behind.
    saved: usize,
    /// What happened before, if that is kept.
    events: Option<Box<Events>>,
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

    /// Of a run, with another state in the place of its own.
    pub(super) fn at(run: &Run, state: RunState) -> Self {
        Self {
            model: run.model.id().clone(),
            state,
            rows: run.agenda.rows.positions(),
            saved: run.agenda.saved,
            events: run.outside.events.clone(),
        }
    }
}

impl Run {
    /// Keeps all of the run as it is now. The method starts afresh, as it does
    /// where the snapshot is restored: so both go on with the same bits.
    ///
    /// # Errors
    /// The run has failed before; the step that it is in could not be ended here,
    /// or the method could not start afresh.
    pub fn snapshot(&mut self) -> Result<Snapshot, RunError> {
        self.going(Self::take_snapshot)
    }

    pub(super) fn take_snapshot(&mut self) -> Result<Snapshot, RunError> {
        if !self.progress.begun {
            self.begin_unrecorded()?;
        }
        self.cut_step()?;
        self.take_inputs(None)?;
        let snapshot = Snapshot::at(self, self.state());
        self.outside.interventions.snapshot(self.time, self.progress.landed);
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
        if snapshot.model != *self.model.id() {
            let message =
                "the snapshot is that of another model: restore it in a run of the model that it was taken of";
            return Err(RunError::Refused(message.to_owned()));
        }
        self.outside.interventions.restore(self.time, snapshot.time());
        self.progress.has_failed = false;
        self.outside.planned.clear();
        if let Some(events) = &mut self.outside.events {
            events.go_back(snapshot.events.as_deref(), snapshot.time());
        }
        self.going(|run| run.take_up(snapshot))
    }

    /// Begins, and leaves the row at the start to who asks for it later.
    pub(super) fn begin_unrecorded(&mut self) -> Result<(), RunError> {
        let start = self.agenda.rows.positions();
        self.agenda.rows.take_positions(&vec![f64::INFINITY; start.len()], f64::INFINITY);
        let begun = self.begin(&mut NoRecorder);
        self.agenda.rows.take_positions(&start, self.time);
        begun
    }

    pub(super) fn take_up(&mut self, snapshot: &Snapshot) -> Result<(), RunError> {
        let Snapshot { state, rows, saved, .. } = snapshot;
        let model = Arc::clone(&self.model);
        (self.ahead, self.progress.begun) = (None, true);
        self.outside.unsettled.clear();
        (self.progress.is_changed, self.progress.is_evaluated, self.progress.landed) = (false, false, false);
        let time = state.time();
        let done = time + instant_width(time);
        (self.time, self.horizon, self.agenda.saved) = (time, done, *saved);
        self.end = self.end_from(time);
        let discrete = model.layout().discrete.all.clone();
        for workspace in [&mut self.workspace, &mut self.between] {
            workspace.x_mut().copy_from_slice(&state.x);
            workspace.values[discrete.clone()].copy_from_slice(&state.discrete);
            workspace.values[model.layout().constant_places()].copy_from_slice(&state.constants);
            model.evaluate_constants(workspace, time)?;
        }
        self.workspace.loops.take_state(&state.loops);
        self.between.loops.take_record(&self.workspace.loops);
        let states = state.x.len();
        self.workspace.next[..states].copy_from_slice(&state.x);
        self.workspace.next[states..].copy_from_slice(&state.next);
        self.agenda.ticks = Ticks::new(&model, time, Some((state.clocks, done)));
        self.agenda.rows.take_positions(rows, time);
        self.agenda.events.forget();
        self.agenda.stops.forget();
        self.stepper = self.stepper.anew(&model);
        self.pending = self.watch.begin(state.past.as_deref(), &mut self.workspace, time)?;
        self.progress.is_changed = !self.pending.is_empty();
        self.restart(Restart::Afresh)?;
        self.pace.restart(time);
        self.agenda.events.ask(&model, &self.workspace, time)?;
        self.ask_for_stops()
    }
}
