//! Results as comma-separated values.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::recorder::Recorder;
use crate::model::{Column, Model, RunState};
use crate::workspace::Workspace;

/// The output is flushed at least this often, so that a crash leaves what was
/// computed.
const FLUSH_EVERY: Duration = Duration::from_secs(1);

/// Writes rows as comma-separated values: first `Time`, then a column for each
/// recorded number. Numbers are the shortest that read back as the same double.
///
/// Each line goes to the output in one `write_all`, its end included: an
/// output that gathers lines, and passes on whole ones, never cuts a number.
pub struct CsvRecorder<W: Write> {
    columns: Vec<Column>,
    output: W,
    line: Vec<u8>,
    number: ryu::Buffer,
    flush_every: Duration,
    flushed: Instant,
}

impl<W: Write> std::fmt::Debug for CsvRecorder<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CsvRecorder").field("columns", &self.columns.len()).finish_non_exhaustive()
    }
}

impl<W: Write> CsvRecorder<W> {
    /// Writes the header of the model's columns.
    ///
    /// # Errors
    /// It could not be written.
    pub fn new(model: &Model, output: W) -> io::Result<Self> {
        Self::of(model, model.columns().to_vec(), output)
    }

    /// Writes the header of these columns of the model.
    ///
    /// # Errors
    /// It could not be written.
    pub fn of(model: &Model, columns: Vec<Column>, output: W) -> io::Result<Self> {
        let names = columns.iter().map(|column| model.column_name(column)).collect();
        Self::begin(columns, "Time", names, output)
    }

    /// The same, with units in the header: `Time [s]`, `B.Pos[2] [m]`; a pure
    /// number has none.
    ///
    /// # Errors
    /// It could not be written.
    pub fn with_units(model: &Model, columns: Vec<Column>, output: W) -> io::Result<Self> {
        let name = |column: &Column| match (model.column_name(column), model.column_unit(column)) {
            (name, "") => name,
            (name, unit) => format!("{name} [{unit}]"),
        };
        let names = columns.iter().map(name).collect();
        Self::begin(columns, "Time [s]", names, output)
    }

    fn begin(columns: Vec<Column>, time: &str, names: Vec<String>, mut output: W) -> io::Result<Self> {
        let mut header = csv::Writer::from_writer(Vec::new());
        header.write_record(std::iter::once(time).chain(names.iter().map(String::as_str))).map_err(io::Error::other)?;
        let mut line = header.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
        output.write_all(&line)?;
        output.flush()?;
        line.clear();
        Ok(Self {
            columns,
            output,
            line,
            number: ryu::Buffer::new(),
            flush_every: FLUSH_EVERY,
            flushed: Instant::now(),
        })
    }

    /// The same, with every row flushed as it comes: for who reads them meanwhile.
    #[must_use]
    pub fn prompt(self) -> Self {
        Self { flush_every: Duration::ZERO, ..self }
    }

    /// Where the rows go.
    pub fn output(&self) -> &W {
        &self.output
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// Rows could not be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Flushes the output, after the last row.
    ///
    /// # Errors
    /// Rows could not be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()
    }
}

impl<W: Write> Recorder for CsvRecorder<W> {
    fn needs_signals(&self) -> bool {
        !self.columns.iter().all(Column::is_state)
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.line.clear();
        let Self { columns, line, number, .. } = self;
        line.extend_from_slice(shortest(number.format(time)).as_bytes());
        for column in columns.iter() {
            line.push(b',');
            line.extend_from_slice(shortest(number.format(column.value(workspace))).as_bytes());
        }
        self.line.push(b'\n');
        self.output.write_all(&self.line)?;
        if self.flushed.elapsed() >= self.flush_every {
            self.output.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// Flushes the rows before it.
    fn save(&mut self, _: &RunState) -> io::Result<()> {
        self.output.flush()
    }
}

/// `10`, not `10.0`.
fn shortest(number: &str) -> &str {
    number.strip_suffix(".0").unwrap_or(number)
}
