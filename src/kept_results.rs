//! The results of a run in a window, which may go back.

use std::io;
use std::sync::Arc;

use bowline_engine::live::{Keeper, Kept};
use bowline_engine::replay::MomentTimes;
use bowline_engine::{Model, Recorder, Run, RunError, RunRecord, RunState, Workspace};
use bowline_surface::result_file::{ResultFile, ResultRecorder, RowStyle};

use crate::further_results::FurtherResults;
use crate::output::Output;
use crate::paths::Paths;
use crate::record_file::RecordFile;
use crate::recorded_view::RecordedView;
use crate::report;
use crate::state_files::StateFiles;

/// Rows, moments and state files of a run in a window: at any time those of a run that went where this one stands.
#[derive(Debug)]
pub(crate) struct KeptResults {
    paths: Arc<Paths>,
    model: Arc<Model>,
    rows: Option<ResultRecorder>,
    further: FurtherResults,
    view: Option<RecordedView>,
    /// When the view wants its moments, s: the next one, and those behind it.
    next_moment: f64,
    moments: Option<MomentTimes>,
    states: StateFiles,
    record_file: Option<RecordFile>,
}

/// The counts, in this order; those of the further results follow.
const ROWS: usize = 0;
const MOMENTS: usize = 1;
const EVENTS: usize = 2;
const STATES: usize = 3;
const FURTHER: usize = 4;

impl KeptResults {
    /// Begins them in these files.
    ///
    /// # Errors
    /// They cannot be written; in words.
    pub(crate) fn begin(output: Output, paths: Arc<Paths>, model: &Arc<Model>) -> Result<Self, String> {
        let Output { rows, further, record, view } = output;
        // Rows are on the disk while the run waits.
        let style = RowStyle { units: false, prompt: true };
        let begin = |rows: ResultFile| rows.begin(model, model.columns().to_vec(), style);
        let rows = rows.map(begin).transpose().map_err(|reason| reason.to_string())?;
        let further = FurtherResults::begin(model, further, style).map_err(|reason| reason.to_string())?;
        let states = StateFiles::new(model, Arc::clone(&paths));
        let moments = view.as_ref().map(|view| view.times().clone());
        let mut kept = Self {
            paths,
            model: Arc::clone(model),
            rows,
            further,
            view,
            next_moment: f64::INFINITY,
            moments,
            states,
            record_file: record,
        };
        kept.find_moment(f64::NEG_INFINITY);
        Ok(kept)
    }

    /// The next moment lies behind that time, s.
    fn find_moment(&mut self, time: f64) {
        let next = self.moments.as_mut().and_then(|moments| moments.find(|wanted| *wanted > time));
        self.next_moment = next.unwrap_or(f64::INFINITY);
    }

    /// Writes what is left, and the record of the run; says what there is.
    ///
    /// # Errors
    /// It cannot be written; in words.
    pub(crate) fn end(&mut self, record: &mut RunRecord, quiet: bool) -> Result<(), String> {
        let flushed = self.rows.as_mut().map_or(Ok(()), ResultRecorder::flush);
        let flushed = self.further.finish(record).and(flushed).map_err(|reason| reason.to_string());
        record.statistics.rows = self.rows.as_ref().map_or(0, ResultRecorder::count);
        record.saved_states = self.states.written().to_vec();
        let told = self.record_file.as_ref().map_or(Ok(()), |file| {
            file.end(record).map_err(|reason| format!("cannot write `{}`: {reason}", file.path()))
        });
        if let Some(path) = self.paths.results.file().filter(|_| self.rows.is_some()) {
            let (rows, columns) = (record.statistics.rows, self.model.columns().len() + 1);
            report::note(&format!("{path}: {} of {columns} columns", report::counted(rows, "row")), quiet);
        }
        if let Some(view) = &self.view {
            view.tell(quiet);
        }
        flushed.and(told)
    }
}

impl Recorder for KeptResults {
    fn needs_signals(&self) -> bool {
        self.rows.as_ref().is_some_and(ResultRecorder::needs_signals)
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.rows.as_mut().map_or(Ok(()), |rows| rows.row(time, workspace))
    }

    fn save(&mut self, state: &RunState) -> io::Result<()> {
        self.rows.as_mut().map_or(Ok(()), |rows| rows.save(state))?;
        self.states.save(state)
    }
}

impl Keeper for KeptResults {
    fn begin(&mut self, run: &mut Run) {
        self.further.attach(run);
    }

    fn next_moment(&self) -> f64 {
        self.next_moment
    }

    fn moment(&mut self, run: &mut Run) -> Result<(), RunError> {
        let kept = self.view.as_mut().map_or(Ok(()), |view| view.keep(run));
        if run.time() >= self.next_moment {
            self.find_moment(run.time());
        }
        kept
    }

    fn kept(&self) -> Option<Kept> {
        let rows = self.rows.as_ref().map_or(0, ResultRecorder::taken);
        let moments = self.view.as_ref().map_or(0, RecordedView::count);
        let events = self.view.as_ref().map_or(0, RecordedView::event_count);
        let counts =
            [rows, moments, events, self.states.written().len() as u64].into_iter().chain(self.further.taken());
        Some(Kept { time: self.view.as_ref().map_or(f64::NEG_INFINITY, RecordedView::last), counts: counts.collect() })
    }

    fn forget(&mut self, since: &Kept) -> io::Result<()> {
        if let (Some(rows), Some(path)) = (&mut self.rows, self.paths.results.file()) {
            rows.truncate(since.count(ROWS), path.place())?;
        }
        self.further.truncate(&self.model, &self.paths, |position| since.count(FURTHER + position))?;
        self.states.truncate(since.count(STATES) as usize);
        if let Some(view) = &mut self.view {
            view.truncate(since.count(MOMENTS), since.count(EVENTS), since.time)?;
            self.moments = Some(view.times().clone());
        }
        self.find_moment(since.time);
        Ok(())
    }
}
