//! Results as comma-separated values.

use std::io::{self, Write};
use std::mem;
use std::time::{Duration, Instant};

use bowline_decimal::Decimal;

use super::csv_header::header;
use super::recorder::Recorder;
use bowline_model::evaluation::WIDE_ROW;
use bowline_model::model::{Column, Model, RunState};
use bowline_model::workspace::Workspace;
use bowline_solve::thread_pool::{Region, ThreadPool};

/// The output is flushed at least this often, so that a crash leaves what was
/// computed.
const FLUSH_EVERY: Duration = Duration::from_secs(1);

/// Columns that are formatted in one go, some ten microseconds.
const PIECE: usize = 256;

/// Writes rows as comma-separated values: first `Time`, then a column for each
/// recorded number. Numbers are the shortest that read back as the same double.
///
/// Each line goes to the output in one `write_all`, its end included: an
/// output that gathers lines, and passes on whole ones, never cuts a number.
pub struct CsvRecorder<W: Write> {
    columns: Vec<Column>,
    output: W,
    line: Vec<u8>,
    /// The text of a wide row, each [`PIECE`] of its columns by itself.
    pieces: Vec<Vec<u8>>,
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
        let names = columns.iter().map(|column| model.column_name(column));
        let line = header(std::iter::once("Time".to_owned()).chain(names));
        Self::begin(columns, &line, output)
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
        let line = header(std::iter::once("Time [s]".to_owned()).chain(columns.iter().map(name)));
        Self::begin(columns, &line, output)
    }

    fn begin(columns: Vec<Column>, header: &str, mut output: W) -> io::Result<Self> {
        output.write_all(header.as_bytes())?;
        output.flush()?;
        let (line, pieces, flushed) = (Vec::new(), Vec::new(), Instant::now());
        Ok(Self { columns, output, line, pieces, flush_every: FLUSH_EVERY, flushed })
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

    /// The same, to be changed between rows.
    pub fn output_mut(&mut self) -> &mut W {
        &mut self.output
    }

    /// Appends the values of all columns to the line, formatted by all threads.
    fn format_together(&mut self, pool: &ThreadPool, time: f64, workspace: &Workspace) {
        let (columns, pieces) = (&self.columns, &mut self.pieces);
        pieces.resize_with(columns.len().div_ceil(PIECE), Vec::new);
        pool.region(Region::Row, || {
            pool.fill(pieces, 1, |first, pieces| {
                for (columns, piece) in columns[first * PIECE..].chunks(PIECE).zip(pieces) {
                    // Its length changes all the time: not beside those of others.
                    let mut text = mem::take(piece);
                    text.clear();
                    format(columns, time, workspace, &mut text);
                    *piece = text;
                }
            });
        });
        self.pieces.iter().for_each(|piece| self.line.extend_from_slice(piece));
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
        self.line.extend_from_slice(Decimal::new().of(time).as_bytes());
        match &workspace.pool {
            Some(pool) if self.columns.len() >= WIDE_ROW => self.format_together(pool, time, workspace),
            _ => format(&self.columns, time, workspace, &mut self.line),
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

/// Appends the values of these columns, each behind a comma.
fn format(columns: &[Column], time: f64, workspace: &Workspace, line: &mut Vec<u8>) {
    let mut decimal = Decimal::new();
    for column in columns {
        line.push(b',');
        line.extend_from_slice(decimal.of(column.value(time, workspace)).as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use simobject::{Creator, Result, SimObject, StateSlice};

    use super::CsvRecorder;
    use bowline_catalog::Catalog;
    use bowline_description::ModelDescription;
    use bowline_loading::LoadOptions;
    use bowline_model::workspace::Workspace;

    use crate::driver::recorder::Recorder;
    use bowline_solve::thread_pool::ThreadPool;

    /// X' = 0.
    struct Resting(StateSlice);

    impl SimObject for Resting {
        const NAME: &'static str = "Resting";
        fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
            let x = c.state_slice("X", 5000, "", "");
            c.initial_value(x, 0.0);
            c.derivatives(|this: &Self, io: &mut simobject::Io<'_>| io.derivative_slice_mut(this.0).fill(0.0));
            Ok(Self(x))
        }
    }

    simobject::library! { name: "wide", types: [Resting] }

    #[test]
    fn followers_format_pieces_of_wide_rows_and_the_line_is_the_same() {
        let mut description = ModelDescription::new();
        description.object("wide", "Resting", "R");
        description.engine().output_times(&"0, 1".parse().unwrap());
        let model = bowline_loading::build(description, &Catalog::new([&LIBRARY]), LoadOptions::default()).unwrap();
        let numbers = |row: usize| (0..5000).map(move |i| ((i * i + row) as f64).sqrt() - 30.0);
        let row = |workspace: &mut Workspace, row: usize| {
            workspace.x_mut().iter_mut().zip(numbers(row)).for_each(|(x, number)| *x = number);
            let mut csv = CsvRecorder::new(&model, Vec::new()).unwrap();
            let header = csv.output().len();
            csv.row(0.5, workspace).unwrap();
            csv.row(row as f64, workspace).unwrap();
            String::from_utf8(csv.output()[header..].to_vec()).unwrap()
        };
        let expected = |row: usize| {
            let numbers: Vec<String> = numbers(row).map(|number| format!(",{number}")).collect();
            format!("0.5{0}\n{row}{0}\n", numbers.concat())
        };
        let pool = Arc::new(ThreadPool::of_three().unwrap());
        let mut workspace = model.workspace().with_pool(Some(&pool));
        let (began, mut rows) = (Instant::now(), 0);
        while pool.times_helped() == 0 || rows < 10 {
            assert!(began.elapsed() < Duration::from_secs(60), "nobody comes");
            assert_eq!(row(&mut workspace, rows), expected(rows));
            rows += 1;
        }
        assert_eq!(row(&mut model.workspace(), 3), expected(3), "alone");
    }
}
