//! The further results of a run: with times and columns of their own.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use bowline_engine::{Model, Run, RunRecord};

use bowline_surface::result_file::{ResultFile, ResultRecorder, RowStyle};

/// What is recorded beside the results, by its place in the scenario.
#[derive(Debug)]
pub(crate) struct FurtherResults(Vec<(usize, Arc<Mutex<ResultRecorder>>)>);

impl FurtherResults {
    /// Begins them, and lets a run write into them.
    ///
    /// # Errors
    /// One could not be written.
    pub(crate) fn attach(
        run: &mut Run,
        model: &Model,
        files: Vec<(usize, ResultFile)>,
        style: RowStyle,
    ) -> io::Result<Self> {
        let mut all = Vec::new();
        for (index, file) in files {
            let output = &model.outputs()[index];
            let recorder = Arc::new(Mutex::new(file.begin(model, output.columns.clone(), style)?));
            run.attach(&output.times, Arc::clone(&recorder));
            all.push((index, recorder));
        }
        Ok(Self(all))
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
