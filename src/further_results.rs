//! The further results of a run: with times and columns of their own.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use bowline_engine::{Model, Run, RunRecord};

#[cfg(feature = "viewer")]
use crate::paths::Paths;
use bowline_surface::result_file::{ResultFile, ResultRecorder, RowStyle};

/// What is recorded beside the results, by its place in the scenario.
#[derive(Debug, Default)]
pub(crate) struct FurtherResults(Vec<(usize, Arc<Mutex<ResultRecorder>>)>);

impl FurtherResults {
    /// Begins them.
    ///
    /// # Errors
    /// One could not be written.
    pub(crate) fn begin(model: &Model, files: Vec<(usize, ResultFile)>, style: RowStyle) -> io::Result<Self> {
        let begin = |(index, file): (usize, ResultFile)| {
            let columns = model.outputs()[index].columns.clone();
            Ok((index, Arc::new(Mutex::new(file.begin(model, columns, style)?))))
        };
        files.into_iter().map(begin).collect::<io::Result<_>>().map(Self)
    }

    /// Lets a run write into them.
    pub(crate) fn attach(&self, run: &mut Run) {
        let model = Arc::clone(run.model());
        for (index, recorder) in &self.0 {
            run.attach(&model.outputs()[*index].times, Arc::clone(recorder));
        }
    }

    /// How many rows each has.
    #[cfg(feature = "viewer")]
    pub(crate) fn taken(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|(_, recorder)| recorder.lock().unwrap_or_else(PoisonError::into_inner).taken())
    }

    /// Keeps the first so many rows of each; the files lie as `paths` says.
    ///
    /// # Errors
    /// The others cannot be removed.
    #[cfg(feature = "viewer")]
    pub(crate) fn truncate(&self, model: &Model, paths: &Paths, rows: impl Fn(usize) -> u64) -> io::Result<()> {
        for (position, (index, recorder)) in self.0.iter().enumerate() {
            let Some(path) = paths.output(&model.outputs()[*index].name) else { continue };
            let mut recorder = recorder.lock().unwrap_or_else(PoisonError::into_inner);
            recorder.truncate(rows(position), path.place())?;
        }
        Ok(())
    }

    /// Writes the rows that are left, and tells how many each has.
    ///
    /// # Errors
    /// Some could not be written.
    pub(crate) fn finish(&mut self, record: &mut RunRecord) -> io::Result<()> {
        let mut outcome = Ok(());
        for (index, recorder) in &self.0 {
            let mut recorder = recorder.lock().unwrap_or_else(PoisonError::into_inner);
            outcome = outcome.and(recorder.flush());
            record.outputs[*index].rows = recorder.count();
        }
        outcome
    }
}
