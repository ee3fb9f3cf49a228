//! Rows that are kept in memory, one behind the other.

use std::io;

use bowline_engine::{Column, Model, Recorder, Workspace};

/// Keeps rows: the time, s, and the numbers of the columns.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) names: Vec<String>,
    pub(crate) units: Vec<String>,
    pub(crate) columns: Vec<Column>,
    numbers: Vec<f64>,
    needs_signals: bool,
}

impl Rows {
    /// Of these columns of a model.
    pub(crate) fn of(model: &Model, columns: Vec<Column>) -> Self {
        let names = columns.iter().map(|column| model.column_name(column)).collect();
        let units = columns.iter().map(|column| model.column_unit(column).to_owned()).collect();
        let needs_signals = !columns.iter().all(Column::is_state);
        Self { names, units, columns, numbers: Vec::new(), needs_signals }
    }

    /// How many numbers a row has.
    pub(crate) fn width(&self) -> usize {
        1 + self.columns.len()
    }

    /// A copy of all so far.
    pub(crate) fn copied(&self) -> Vec<f64> {
        self.numbers.clone()
    }

    /// Forgets the rows from a time on, s: they come again.
    pub(crate) fn forget_from(&mut self, time: f64) {
        let width = self.width();
        let kept = self.numbers.chunks_exact(width).take_while(|row| row[0] < time).count();
        self.numbers.truncate(kept * width);
    }

    /// All so far, which are then gone.
    pub(crate) fn taken(&mut self) -> Vec<f64> {
        std::mem::take(&mut self.numbers)
    }
}

impl Recorder for Rows {
    fn needs_signals(&self) -> bool {
        self.needs_signals
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.numbers.push(time);
        self.numbers.extend(self.columns.iter().map(|column| column.value(time, workspace)));
        Ok(())
    }
}
