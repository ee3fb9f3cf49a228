//! Destinations of the rows of a session.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bowline_engine::{Column, Recorder, Run, RunState, Snapshot, Workspace};

use super::{ErrorKind, Session, SessionError};
use crate::result_file::ResultRecorder;
use crate::result_table::ResultTable;
use crate::writing;

/// A row of the recorded columns.
#[derive(Debug, Clone, Copy)]
pub struct Row<'r> {
    /// Simulated time, s.
    pub time: f64,
    /// The numbers of the columns, in their units.
    pub values: &'r [f64],
}

/// A function that receives rows. An error ends the run.
pub type RowFunction = Box<dyn FnMut(Row<'_>) -> io::Result<()> + Send>;

/// Rows of a further output of the scenario, in memory.
#[derive(Debug, Clone)]
pub struct OutputTable {
    name: String,
    table: Arc<Mutex<ResultTable>>,
}

impl OutputTable {
    /// The name of the output in the scenario.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rows.
    pub fn table(&self) -> MutexGuard<'_, ResultTable> {
        // After a panic the table still has whole rows only.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A destination of rows besides the table in memory.
enum Sink {
    File(ResultRecorder),
    Function { function: RowFunction, row: Vec<f64> },
}

/// All destinations of the rows of a run.
#[derive(Debug)]
pub(super) struct Recording {
    columns: Vec<Column>,
    has_states_only: bool,
    table: Option<ResultTable>,
    outputs: Vec<OutputTable>,
    /// In the order in which they were added.
    sinks: Vec<Sink>,
}

impl Recording {
    /// A recording of these columns. With rows in memory it also attaches a table for each further output to the run.
    pub(super) fn new(run: &mut Run, columns: Vec<Column>, keeps_rows: bool) -> Self {
        let model = Arc::clone(run.model());
        let mut outputs = Vec::new();
        for output in model.outputs().iter().filter(|_| keeps_rows) {
            let table = Arc::new(Mutex::new(ResultTable::new(&model, output.columns.clone())));
            run.attach(&output.times, Arc::clone(&table));
            outputs.push(OutputTable { name: output.name.clone(), table });
        }
        let table = keeps_rows.then(|| ResultTable::new(&model, columns.clone()));
        let has_states_only = columns.iter().all(Column::is_state);
        Self { columns, has_states_only, table, outputs, sinks: Vec::new() }
    }

    /// Removes the rows that a run records again after it went back to a snapshot.
    pub(super) fn go_back(&mut self, snapshot: &Snapshot) {
        let mut next = snapshot.next_rows().iter().copied();
        // The snapshot knows nothing of an output that was attached later.
        let mut next = || next.next().unwrap_or_else(|| snapshot.time().next_up());
        let first = next();
        if let Some(table) = &mut self.table {
            table.truncate_from(first);
        }
        self.outputs.iter().for_each(|output| output.table().truncate_from(next()));
    }

    fn flush(&mut self) -> io::Result<()> {
        let flush = |sink: &mut Sink| match sink {
            Sink::File(file) => file.flush(),
            Sink::Function { .. } => Ok(()),
        };
        self.sinks.iter_mut().map(flush).fold(Ok(()), io::Result::and)
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        // Only `Session::flush` and `Session::close_files` can report an error.
        let _ = self.flush();
    }
}

impl Recorder for Recording {
    fn needs_signals(&self) -> bool {
        !self.has_states_only && (self.table.is_some() || !self.sinks.is_empty())
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        let Self { columns, table, sinks, .. } = self;
        table.as_mut().map_or(Ok(()), |table| table.row(time, workspace))?;
        sinks.iter_mut().try_for_each(|sink| match sink {
            Sink::File(file) => file.row(time, workspace),
            Sink::Function { function, row } => {
                row.clear();
                row.extend(columns.iter().map(|column| column.value(time, workspace)));
                function(Row { time, values: row })
            }
        })
    }

    fn save(&mut self, state: &RunState) -> io::Result<()> {
        self.sinks.iter_mut().try_for_each(|sink| match sink {
            Sink::File(file) => file.save(state),
            Sink::Function { .. } => Ok(()),
        })
    }
}

impl Session {
    /// Also writes rows to a file from now on: Parquet if its name ends in `.parquet`, else CSV, with the bytes of
    /// `bowline run`.
    ///
    /// # Errors
    /// The file holds something other than results, another run writes it, or it cannot be written.
    pub fn record_to_file(&mut self, path: &Path) -> Result<(), SessionError> {
        let file = writing::results(path, self.model(), self.recording.columns.clone());
        let file = file.map_err(|message| SessionError::new(ErrorKind::File, message))?;
        self.recording.sinks.push(Sink::File(file));
        Ok(())
    }

    /// Also passes rows to a function from now on, on the thread that advances the session.
    pub fn record_to_function(&mut self, function: RowFunction) {
        let row = Vec::with_capacity(self.recording.columns.len());
        self.recording.sinks.push(Sink::Function { function, row });
    }

    /// Writes the rows so far to the files.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn flush(&mut self) -> Result<(), SessionError> {
        let written = self.recording.flush();
        written.map_err(|reason| SessionError::new(ErrorKind::File, format!("a row could not be written: {reason}")))
    }

    /// Writes the rows so far and closes the files. The run can continue without them.
    ///
    /// # Errors
    /// The rows cannot be written. The files are closed nevertheless.
    pub fn close_files(&mut self) -> Result<(), SessionError> {
        let written = self.flush();
        self.recording.sinks.retain(|sink| !matches!(sink, Sink::File(_)));
        written
    }

    /// Rows in memory, if the session keeps them.
    pub fn table(&mut self) -> Option<&mut ResultTable> {
        self.recording.table.as_mut()
    }

    /// Rows of the further outputs in memory, if the session keeps them.
    pub fn outputs(&self) -> &[OutputTable] {
        &self.recording.outputs
    }
}

impl fmt::Debug for Sink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => f.debug_tuple("File").field(file).finish(),
            Self::Function { .. } => f.debug_struct("Function").finish_non_exhaustive(),
        }
    }
}
