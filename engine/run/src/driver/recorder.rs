//! Recorders take values out of a run at the asked times.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bowline_model::model::{Column, Model, RunState};
use bowline_model::workspace::Workspace;

/// Takes rows out of a run.
pub trait Recorder {
    /// Whether it reads more than the state vector, so that everything has to
    /// be evaluated for each row.
    fn needs_signals(&self) -> bool;

    /// Takes a row.
    ///
    /// # Errors
    /// It cannot be kept; the run ends.
    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()>;

    /// Takes the state at a save point: a run that begins with it goes on as
    /// this one does. Rows before that time have been taken by then. Keeps
    /// nothing unless the recorder has its own.
    ///
    /// # Errors
    /// It cannot be kept; the run ends.
    fn save(&mut self, state: &RunState) -> io::Result<()> {
        let _ = state;
        Ok(())
    }
}

/// Keeps nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoRecorder;

impl Recorder for NoRecorder {
    fn needs_signals(&self) -> bool {
        false
    }

    fn row(&mut self, _: f64, _: &Workspace) -> io::Result<()> {
        Ok(())
    }
}

/// A recorder that others hold too, so that who attached it to a run
/// ([`Run::attach`](crate::driver::Run::attach)) can look at what it took.
impl<R: Recorder> Recorder for Arc<Mutex<R>> {
    fn needs_signals(&self) -> bool {
        lock(self).needs_signals()
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        lock(self).row(time, workspace)
    }

    fn save(&mut self, state: &RunState) -> io::Result<()> {
        lock(self).save(state)
    }
}

/// What another thread left when it panicked is rows, all of them whole.
fn lock<R>(shared: &Mutex<R>) -> MutexGuard<'_, R> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the rows in memory.
#[derive(Debug, Clone, Default)]
pub struct Table {
    names: Vec<String>,
    columns: Vec<Column>,
    rows: Vec<(f64, Vec<f64>)>,
}

impl Table {
    /// An empty table with the model's columns.
    pub fn new(model: &Model) -> Self {
        Self::of(model, model.columns().to_vec())
    }

    /// An empty table with these columns of the model.
    pub fn of(model: &Model, columns: Vec<Column>) -> Self {
        let names = columns.iter().map(|column| model.column_name(column)).collect();
        Self { names, columns, rows: Vec::new() }
    }

    /// Keeps the first so many rows.
    pub fn truncate(&mut self, rows: usize) {
        self.rows.truncate(rows);
    }

    /// The rows: time, s, and the values of the columns.
    pub fn rows(&self) -> &[(f64, Vec<f64>)] {
        &self.rows
    }

    /// The values of the column of that name.
    pub fn column(&self, name: &str) -> Option<Vec<f64>> {
        let index = self.names.iter().position(|column| column == name)?;
        Some(self.rows.iter().map(|(_, values)| values[index]).collect())
    }
}

impl Recorder for Table {
    fn needs_signals(&self) -> bool {
        !self.columns.iter().all(Column::is_state)
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.rows.push((time, self.columns.iter().map(|column| column.value(time, workspace)).collect()));
        Ok(())
    }
}
