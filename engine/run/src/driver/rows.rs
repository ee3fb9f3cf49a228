//! Rows: their times, and who records them.

use std::time::Instant;

use super::recorder::Recorder;
use super::row_times::RowTimes;
use super::{Run, RunError};
use crate::happenings::Numbers;
use bowline_model::workspace::Workspace;
use bowline_solve::integration::OutputTimes;

/// The rows to come: those of the scenario, for the recorder that callers pass, and those of attached recorders.
#[derive(Debug)]
pub(super) struct Rows {
    scenario: RowTimes,
    attached: Vec<Attached>,
    /// The first of all, s; infinite if there is none.
    next: f64,
}

/// A recorder with times of its own.
struct Attached {
    times: RowTimes,
    recorder: Box<dyn Recorder + Send>,
}

impl std::fmt::Debug for Attached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Attached").field("next", &self.times.next()).finish_non_exhaustive()
    }
}

impl Rows {
    pub(super) fn new(times: &OutputTimes) -> Self {
        let scenario = RowTimes::new(times);
        let next = scenario.next();
        Self { scenario, attached: Vec::new(), next }
    }

    /// The first of them, s; infinite if there is none.
    #[inline]
    pub(super) fn next(&self) -> f64 {
        self.next
    }

    fn find_next(&mut self) {
        let attached = self.attached.iter().map(|attached| attached.times.next());
        self.next = attached.fold(self.scenario.next(), f64::min);
    }

    /// The next row of the scenario, s, and of each attached recorder.
    pub(super) fn positions(&self) -> Vec<f64> {
        std::iter::once(self.scenario.next()).chain(self.attached.iter().map(|a| a.times.next())).collect()
    }

    /// Returns, or advances, to these positions. A recorder that was attached later gets the rows after `time`, s.
    pub(super) fn take_positions(&mut self, positions: &[f64], time: f64) {
        let later = std::iter::repeat(time.next_up());
        let all = std::iter::once(&mut self.scenario).chain(self.attached.iter_mut().map(|a| &mut a.times));
        all.zip(positions.iter().copied().chain(later)).for_each(|(times, next)| times.skip_to(next));
        self.find_next();
    }

    /// Hands the row at the next time to the recorders that have a row there. A row that a recorder refused stays due.
    fn take(&mut self, recorder: &mut dyn Recorder, workspace: &Workspace) -> Result<u64, RunError> {
        let time = self.next;
        let mut rows = 0;
        if self.scenario.next() <= time {
            recorder.row(time, workspace).map_err(RunError::Recorder)?;
            self.scenario.pass();
            rows += 1;
        }
        for attached in self.attached.iter_mut().filter(|attached| attached.times.next() <= time) {
            attached.recorder.row(time, workspace).map_err(RunError::Recorder)?;
            attached.times.pass();
            rows += 1;
        }
        self.find_next();
        Ok(rows)
    }

    /// Whether the next row needs more than the state vector.
    fn need_signals(&self, recorder: &dyn Recorder) -> bool {
        let mut attached = self.attached.iter().filter(|attached| attached.times.next() <= self.next);
        self.scenario.next() <= self.next && recorder.needs_signals() || attached.any(|a| a.recorder.needs_signals())
    }

    /// Hands a saved state to attached recorders.
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
        let mut times = RowTimes::new(times);
        times.skip_to(self.time());
        self.rows.attached.push(Attached { times, recorder: Box::new(recorder) });
        self.rows.find_next();
    }

    /// Records rows up to now that were not recorded when the run came here.
    pub(super) fn record_due(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        while self.rows.next() <= self.time() {
            if self.ahead.is_some() { self.record_within(recorder)? } else { self.record_due_now(recorder)? }
        }
        Ok(())
    }

    /// Records the next row, which is due now.
    pub(super) fn record_due_now(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.record_next(Numbers::AtEnd, recorder)
    }

    /// Records the next row, which is within the step that was made.
    pub(super) fn record_within(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.happenings.look_within_step();
        self.stepper.interpolate(self.rows.next(), self.happenings.states_within_mut());
        self.record_next(Numbers::Within, recorder)
    }

    fn record_next(&mut self, of: Numbers, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let began = Instant::now();
        let at = match of {
            Numbers::AtEnd => self.time(),
            Numbers::Within => self.rows.next(),
        };
        if self.rows.need_signals(recorder) {
            self.happenings.evaluate_signals(of, at)?;
        }
        let outcome = self.rows.take(recorder, self.happenings.numbers(of));
        self.statistics.recording_s += began.elapsed().as_secs_f64();
        self.statistics.rows += outcome?;
        Ok(())
    }

    /// Records a row of an event, now, besides those of the output times.
    pub(super) fn record_event(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let began = Instant::now();
        let time = self.time();
        if recorder.needs_signals() {
            self.happenings.evaluate_signals(Numbers::AtEnd, time)?;
        }
        self.statistics.rows += 1;
        let outcome = recorder.row(time, self.happenings.numbers(Numbers::AtEnd)).map_err(RunError::Recorder);
        self.statistics.recording_s += began.elapsed().as_secs_f64();
        outcome
    }
}
