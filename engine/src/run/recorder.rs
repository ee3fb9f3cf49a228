//! Recorders take values out of a run at the asked times.

use std::io;

use crate::model::{Column, Model, RunState};
use crate::workspace::Workspace;

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

/// Keeps the rows in memory.
#[derive(Debug, Clone)]
pub struct Table<'m> {
    model: &'m Model,
    rows: Vec<(f64, Vec<f64>)>,
}

impl<'m> Table<'m> {
    /// An empty table with the model's columns.
    pub fn new(model: &'m Model) -> Self {
        Self { model, rows: Vec::new() }
    }

    /// The rows: time, s, and the values of the columns.
    pub fn rows(&self) -> &[(f64, Vec<f64>)] {
        &self.rows
    }

    /// The values of the column of that name.
    pub fn column(&self, name: &str) -> Option<Vec<f64>> {
        let index = self.model.columns().iter().position(|column| self.model.column_name(column) == name)?;
        Some(self.rows.iter().map(|(_, values)| values[index]).collect())
    }
}

impl Recorder for Table<'_> {
    fn needs_signals(&self) -> bool {
        !self.model.columns().iter().all(Column::is_state)
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.rows.push((time, self.model.columns().iter().map(|column| column.value(workspace)).collect()));
        Ok(())
    }
}
