//! The view that a run records: `NAME.view` beside its results.

use std::fs::File;
use std::io;

use bowline_engine::replay::{MomentTimes, ViewRecorder};
use bowline_engine::{Ending, Model, Run, RunError, RunRecord};

use crate::report;
use crate::user_path::UserPath;

/// What is to be seen of a run, while it is recorded.
#[derive(Debug)]
pub(crate) struct RecordedView {
    path: UserPath,
    times: MomentTimes,
    recorder: ViewRecorder<File>,
}

/// Moments in a second, where that many are asked for; none for as many as there usually are.
pub(crate) type MomentRate = Option<f64>;

/// The times that the user asks for; none if no view is recorded.
///
/// # Errors
/// They are too many; in words.
pub(crate) fn times(rate: Option<MomentRate>, model: &Model) -> Result<Option<MomentTimes>, String> {
    let times = &model.settings().output_times;
    match rate {
        None => Ok(None),
        Some(None) => Ok(Some(MomentTimes::usual(times))),
        Some(Some(rate)) => {
            let times = MomentTimes::with_rate(times, rate);
            times.map(Some).map_err(|reason| format!("--record-view: {reason}"))
        }
    }
}

impl RecordedView {
    /// Begins a view in an empty file.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn new(
        path: UserPath,
        file: File,
        times: MomentTimes,
        record: &RunRecord,
        model: &Model,
    ) -> io::Result<Self> {
        let recorder = ViewRecorder::new(file, &*record.program, record.scenario.clone(), model)?;
        Ok(Self { path, times, recorder })
    }

    /// Runs to the end, and records; `pass` goes on to a time, s.
    ///
    /// # Errors
    /// Why the run could not go on.
    pub(crate) fn run_to_end(
        &mut self,
        run: &mut Run,
        pass: &mut dyn FnMut(&mut Run, f64) -> Result<Ending, RunError>,
    ) -> Result<Ending, RunError> {
        let outcome = self.recorder.follow(run, self.times.clone(), pass);
        outcome.map_err(|error| self.named(error))
    }

    fn named(&self, error: RunError) -> RunError {
        match error {
            RunError::View(time, reason) => {
                RunError::View(time, io::Error::new(reason.kind(), format!("{}: {reason}", self.path)))
            }
            error => error,
        }
    }

    /// Says what was recorded, and what was not.
    pub(crate) fn tell(&self, quiet: bool) {
        let (path, missed) = (&self.path, self.recorder.missed());
        let line = match self.recorder.count() {
            0 => format!("{path}: no moment"),
            count => format!("{path}: {}; to play it: bowline view --replay {path}", report::counted(count, "moment")),
        };
        report::note(&line, quiet);
        if self.recorder.scene().is_empty() {
            report::warning(&format!("there is nothing to be seen in `{path}`: no SimObject has a look"), quiet);
        }
        if self.recorder.events_left_out() > 0 {
            let (kept, left_out) = (self.recorder.event_count(), self.recorder.events_left_out());
            report::warning(
                &format!("`{path}` has the first {kept} events, and not the {left_out} behind them"),
                quiet,
            );
        }
        if missed.count > 0 {
            let (left_out, why) = (report::counted(missed.count, "moment"), &missed.why);
            report::warning(&format!("{left_out} could not be evaluated, so `{path}` lacks them: {why}"), quiet);
        }
    }
}

/// What a run in a window needs, which may go back.
#[cfg(feature = "viewer")]
impl RecordedView {
    /// Keeps the moment at which the run stands, if it went on since the last one.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn keep(&mut self, run: &mut Run) -> Result<(), RunError> {
        let outcome = self.recorder.keep(run);
        outcome.map_err(|error| self.named(error))
    }

    /// The times at which moments are wanted, s.
    pub(crate) fn times(&self) -> &MomentTimes {
        &self.times
    }

    /// The time of the last moment, s; before the first, infinitely long ago.
    pub(crate) fn last(&self) -> f64 {
        self.recorder.last()
    }

    /// How many moments there are.
    pub(crate) fn count(&self) -> u64 {
        self.recorder.count()
    }

    /// How many events there are.
    pub(crate) fn event_count(&self) -> u64 {
        self.recorder.event_count()
    }

    /// Keeps the first so many moments and events, those up to that time, s.
    ///
    /// # Errors
    /// The file cannot be shortened.
    pub(crate) fn truncate(&mut self, moments: u64, events: u64, time: f64) -> io::Result<()> {
        self.recorder.forget(moments, events, time)
    }
}
