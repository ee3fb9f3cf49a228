//! Results as comma-separated values.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::recorder::Recorder;
use crate::model::{Column, Model};
use crate::workspace::Workspace;

/// Rows are handed to the file at least this often, so that a crash leaves
/// what was computed.
const FLUSH_EVERY: Duration = Duration::from_secs(1);

/// Writes rows as comma-separated values: first `Time`, then a column for each
/// recorded number. Numbers are the shortest that read back as the same double.
pub struct CsvRecorder<'m, W: Write> {
    columns: &'m [Column],
    writer: csv::Writer<W>,
    number: ryu::Buffer,
    flushed: Instant,
}

impl<W: Write> std::fmt::Debug for CsvRecorder<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CsvRecorder").field("columns", &self.columns.len()).finish_non_exhaustive()
    }
}

impl<'m, W: Write> CsvRecorder<'m, W> {
    /// Writes the header of the model's columns.
    ///
    /// # Errors
    /// It could not be written.
    pub fn new(model: &'m Model, output: W) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(output);
        let names = model.columns().iter().map(|column| model.column_name(column));
        writer.write_record(std::iter::once("Time".to_owned()).chain(names)).map_err(reason)?;
        writer.flush()?;
        Ok(Self { columns: model.columns(), writer, number: ryu::Buffer::new(), flushed: Instant::now() })
    }

    /// Hands all rows to the output.
    ///
    /// # Errors
    /// They could not be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl<W: Write> Recorder for CsvRecorder<'_, W> {
    fn needs_signals(&self) -> bool {
        !self.columns.iter().all(Column::is_state)
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.writer.write_field(shortest(self.number.format(time))).map_err(reason)?;
        for column in self.columns {
            self.writer.write_field(shortest(self.number.format(column.value(workspace)))).map_err(reason)?;
        }
        self.writer.write_record(None::<&[u8]>).map_err(reason)?;
        if self.flushed.elapsed() >= FLUSH_EVERY {
            self.writer.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// Hands the rows before it to the output.
    fn save(&mut self, _: f64, _: &[f64]) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The system's own error, whose kind the writer would hide.
fn reason(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// `10`, not `10.0`.
fn shortest(number: &str) -> &str {
    number.strip_suffix(".0").unwrap_or(number)
}
