//! The state files that a run leaves: at its save points, and at its end.

use std::io;
use std::sync::Arc;

use bowline_engine::run::SavedStateRecord;
use bowline_engine::{Model, Recorder, RunState, SavedState, Workspace};
use bowline_results::whole_file;

use crate::PROGRAM;
use crate::paths::Paths;
use crate::user_path::UserPath;

/// Writes the state files of one run.
#[derive(Debug)]
pub(crate) struct StateFiles {
    model: Arc<Model>,
    /// Says where they lie: none at save points if the results go to standard
    /// output or to a device.
    paths: Arc<Paths>,
    written: Vec<SavedStateRecord>,
}

impl StateFiles {
    pub(crate) fn new(model: &Arc<Model>, paths: Arc<Paths>) -> Self {
        Self { model: Arc::clone(model), paths, written: Vec::new() }
    }

    /// Writes the state at a save point.
    ///
    /// # Errors
    /// It cannot be written, or is not finite; the path is among the words.
    pub(crate) fn save(&mut self, state: &RunState) -> io::Result<()> {
        match self.paths.state(state.time()) {
            Some(path) => self.write(&path, state),
            None => Ok(()),
        }
    }

    /// Forgets all but the first so many: a run that went back will write them again.
    #[cfg(feature = "viewer")]
    pub(crate) fn truncate(&mut self, count: usize) {
        self.written.truncate(count);
    }

    /// Those that were written.
    pub(crate) fn written(&self) -> &[SavedStateRecord] {
        &self.written
    }

    /// Writes the state to that path.
    ///
    /// # Errors
    /// It cannot be written, or is not finite; the path is among the words.
    pub(crate) fn write(&mut self, path: &UserPath, state: &RunState) -> io::Result<()> {
        let time_s = state.time();
        let state = SavedState::new(PROGRAM, &self.model, state);
        let outcome = state.to_json().map_err(io::Error::other).and_then(|text| whole_file::write(path.place(), &text));
        outcome.map_err(|reason| io::Error::new(reason.kind(), format!("`{path}`: {reason}")))?;
        self.written.push(SavedStateRecord { time_s, path: path.to_string() });
        Ok(())
    }
}

/// Passes rows on, and writes a state file at each save point.
pub(crate) struct Saving<'r> {
    pub(crate) recorder: &'r mut dyn Recorder,
    pub(crate) states: &'r mut StateFiles,
}

impl Recorder for Saving<'_> {
    fn needs_signals(&self) -> bool {
        self.recorder.needs_signals()
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.recorder.row(time, workspace)
    }

    fn save(&mut self, state: &RunState) -> io::Result<()> {
        self.recorder.save(state)?;
        self.states.save(state)
    }
}
