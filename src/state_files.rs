//! The state files that a run leaves: at its save points, and at its end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bowline_engine::run::record::SavedStateRecord;
use bowline_engine::{Model, Recorder, SavedState, Sources, Workspace};

use crate::PROGRAM;
use crate::output::state_path;

/// Writes the state files of one run.
#[derive(Debug)]
pub(crate) struct StateFiles<'a> {
    sources: &'a Sources,
    model: &'a Model,
    /// The results' path, beside which they lie; none are written at save
    /// points if the results go to standard output.
    results: Option<PathBuf>,
    written: Vec<SavedStateRecord>,
}

impl<'a> StateFiles<'a> {
    pub(crate) fn new(sources: &'a Sources, model: &'a Model, results: Option<&Path>) -> Self {
        Self { sources, model, results: results.map(Path::to_path_buf), written: Vec::new() }
    }

    /// Those that were written.
    pub(crate) fn written(&self) -> &[SavedStateRecord] {
        &self.written
    }

    /// Writes the state at a time, s, to that path.
    ///
    /// # Errors
    /// It cannot be written, or is not finite; the path is among the words.
    pub(crate) fn write(&mut self, path: &Path, time: f64, x: &[f64]) -> io::Result<()> {
        let state = SavedState::new(PROGRAM, self.sources, self.model, time, x);
        let outcome = state.to_json().map_err(io::Error::other).and_then(|text| write_whole(path, &text));
        outcome.map_err(|reason| io::Error::new(reason.kind(), format!("`{}`: {reason}", path.display())))?;
        self.written.push(SavedStateRecord { time_s: time, path: path.display().to_string() });
        Ok(())
    }
}

/// Writes a file so that nobody ever finds half of it.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        // A pipe, a device or a link stays what it is.
        return fs::write(path, text);
    }
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let outcome = fs::write(&partial, text).and_then(|()| fs::rename(&partial, path));
    if outcome.is_err() {
        // What is left of it is of no use; the reason is told already.
        let _ = fs::remove_file(&partial);
    }
    outcome
}

/// Passes rows on, and writes a state file at each save point.
pub(crate) struct Saving<'r, 's, 'a> {
    pub(crate) recorder: &'r mut dyn Recorder,
    pub(crate) states: &'s mut StateFiles<'a>,
}

impl Recorder for Saving<'_, '_, '_> {
    fn needs_signals(&self) -> bool {
        self.recorder.needs_signals()
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.recorder.row(time, workspace)
    }

    fn save(&mut self, time: f64, x: &[f64]) -> io::Result<()> {
        self.recorder.save(time, x)?;
        match &self.states.results {
            Some(results) => self.states.write(&state_path(results, time), time, x),
            None => Ok(()),
        }
    }
}
