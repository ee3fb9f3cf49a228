//! Rows in memory, one after the other.

use std::io;

use bowline_engine::{Column, Model, Recorder, Workspace};

/// A table of rows: the time, s, and the numbers of the columns.
#[derive(Debug)]
pub struct ResultTable {
    names: Vec<String>,
    units: Vec<String>,
    columns: Vec<Column>,
    numbers: Vec<f64>,
    needs_signals: bool,
}

impl ResultTable {
    /// An empty table with these columns of a model.
    pub fn new(model: &Model, columns: Vec<Column>) -> Self {
        let names = columns.iter().map(|column| model.column_name(column)).collect();
        let units = columns.iter().map(|column| model.column_unit(column).to_owned()).collect();
        let needs_signals = !columns.iter().all(Column::is_state);
        Self { names, units, columns, numbers: Vec::new(), needs_signals }
    }

    /// Names of the columns, without the time.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Units of the columns, without the time.
    pub fn units(&self) -> &[String] {
        &self.units
    }

    /// Count of numbers in a row, with the time.
    pub fn width(&self) -> usize {
        1 + self.columns.len()
    }

    /// The numbers, row by row, each with the time first.
    pub fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    /// Moves the numbers out of the table, which is empty then.
    pub fn take_numbers(&mut self) -> Vec<f64> {
        std::mem::take(&mut self.numbers)
    }

    /// Removes the rows from a time on, s.
    pub fn truncate_from(&mut self, time: f64) {
        let width = self.width();
        let kept = self.numbers.chunks_exact(width).take_while(|row| row[0] < time).count();
        self.numbers.truncate(kept * width);
    }
}

impl Recorder for ResultTable {
    fn needs_signals(&self) -> bool {
        self.needs_signals
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.numbers.push(time);
        self.numbers.extend(self.columns.iter().map(|column| column.value(time, workspace)));
        Ok(())
    }
}
