//! What is recorded of a run, and when.

use std::time::Instant;

use super::asked::Asked;
use super::recorder::Recorder;
use super::{Run, RunError};
use bowline_model::workspace::Workspace;
use bowline_solve::integration::OutputTimes;

/// The rows that lie ahead: those of the scenario, which go to the recorder
/// that is passed along, and those of attached recorders.
#[derive(Debug)]
pub(super) struct Rows {
    scenario: Asked,
    attached: Vec<Attached>,
    /// The first of all, s; infinite if there is none.
    next: f64,
}

/// A recorder with times of its own.
struct Attached {
    asked: Asked,
    recorder: Box<dyn Recorder + Send>,
}

impl std::fmt::Debug for Attached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Attached").field("next", &self.asked.next()).finish_non_exhaustive()
    }
}

impl Rows {
    pub(super) fn new(times: &OutputTimes) -> Self {
        let scenario = Asked::new(times);
        let next = scenario.next();
        Self { scenario, attached: Vec::new(), next }
    }

    /// The first of them, s; infinite if there is none.
    #[inline]
    pub(super) fn next(&self) -> f64 {
        self.next
    }

    fn find_next(&mut self) {
        let attached = self.attached.iter().map(|attached| attached.asked.next());
        self.next = attached.fold(self.scenario.next(), f64::min);
    }

    /// The next row of the scenario, s, and of each attached recorder.
    pub(super) fn positions(&self) -> Vec<f64> {
        std::iter::once(self.scenario.next()).chain(self.attached.iter().map(|a| a.asked.next())).collect()
    }

    /// Goes back, or on, to these; a recorder that was attached later gets what
    /// comes after `time`, s.
    pub(super) fn take_positions(&mut self, positions: &[f64], time: f64) {
        let later = std::iter::repeat(time.next_up());
        let all = std::iter::once(&mut self.scenario).chain(self.attached.iter_mut().map(|a| &mut a.asked));
        all.zip(positions.iter().copied().chain(later)).for_each(|(asked, next)| asked.skip_to(next));
        self.find_next();
    }

    /// Gives the row at the next time to those who asked for it; one that could
    /// not be taken stays asked for.
    fn take(&mut self, recorder: &mut dyn Recorder, workspace: &Workspace) -> Result<u64, RunError> {
        let time = self.next;
        let mut rows = 0;
        if self.scenario.next() <= time {
            recorder.row(time, workspace).map_err(RunError::Recorder)?;
            self.scenario.pass();
            rows += 1;
        }
        for attached in self.attached.iter_mut().filter(|attached| attached.asked.next() <= time) {
            attached.recorder.row(time, workspace).map_err(RunError::Recorder)?;
            attached.asked.pass();
            rows += 1;
        }
        self.find_next();
        Ok(rows)
    }

    /// Whether the next row needs more than the state vector.
    fn need_signals(&self, recorder: &dyn Recorder) -> bool {
        let mut attached = self.attached.iter().filter(|attached| attached.asked.next() <= self.next);
        self.scenario.next() <= self.next && recorder.needs_signals() || attached.any(|a| a.recorder.needs_signals())
    }

    /// Tells attached recorders of a state that is saved.
    pub(super) fn save(&mut self, state: &bowline_model::model::RunState) -> std::io::Result<()> {
        self.attached.iter_mut().try_for_each(|attached| attached.recorder.save(state))
    }
}

impl Run {
    /// Lets a recorder take rows at times of its own, from now on: those of the
    /// scenario are for the recorder that is passed along. Who wants to look at
    /// it later attaches an `Arc<Mutex<R>>` of it, and keeps another.
    ///
    /// Rows lie inside the steps, and do not change them; only a method that
    /// steps to output times lands on these too.
    pub fn attach(&mut self, times: &OutputTimes, recorder: impl Recorder + Send + 'static) {
        let mut asked = Asked::new(times);
        asked.skip_to(self.time);
        self.agenda.rows.attached.push(Attached { asked, recorder: Box::new(recorder) });
        self.agenda.rows.find_next();
    }

    /// Records what is asked for now and was not recorded when the run came here.
    pub(super) fn record_what_is_due(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        while self.agenda.rows.next() <= self.time {
            if self.ahead.is_some() { self.record_inside(recorder)? } else { self.record_asked(recorder)? }
        }
        Ok(())
    }

    /// Records the row that is asked for next, which is now.
    pub(super) fn record_asked(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.record_next(false, recorder)
    }

    /// Records the row that is asked for next, within the step that was made.
    pub(super) fn record_inside(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.look_at_loops();
        self.stepper.interpolate(self.agenda.rows.next(), self.between.x_mut());
        self.record_next(true, recorder)
    }

    fn record_next(&mut self, is_inside: bool, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let began = Instant::now();
        let time = self.agenda.rows.next();
        let (workspace, at) = if is_inside { (&mut self.between, time) } else { (&mut self.workspace, self.time) };
        if self.agenda.rows.need_signals(recorder) {
            self.model.evaluate_signals_as(&self.context, workspace, at)?;
        }
        let outcome = self.agenda.rows.take(recorder, workspace);
        self.statistics.recording_s += began.elapsed().as_secs_f64();
        self.statistics.rows += outcome?;
        Ok(())
    }

    /// Records a row of now that nobody asked for, of an event.
    pub(super) fn record_event(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let began = Instant::now();
        if recorder.needs_signals() {
            self.model.evaluate_signals_as(&self.context, &mut self.workspace, self.time)?;
        }
        self.statistics.rows += 1;
        let outcome = recorder.row(self.time, &self.workspace).map_err(RunError::Recorder);
        self.statistics.recording_s += began.elapsed().as_secs_f64();
        outcome
    }
}
