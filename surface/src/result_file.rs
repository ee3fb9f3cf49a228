//! The file that the rows of a run go to, and what writes them there.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use bowline_engine::{Column, CsvRecorder, Model, Recorder, RunState, Workspace};
use bowline_results::{DataFrame, Format, ParquetRows};

use crate::rows::{Owner, Rows};

/// An open place for rows.
#[derive(Debug)]
pub enum ResultFile {
    /// Comma-separated values.
    Csv(Rows),
    /// Parquet.
    Parquet {
        /// What it is called in messages.
        name: String,
        /// Where it goes.
        file: File,
    },
}

/// How rows are written.
#[derive(Debug, Clone, Copy)]
pub struct RowStyle {
    /// Whether the header of comma-separated values has units.
    pub units: bool,
    /// Whether each of their rows is passed on as it comes.
    pub prompt: bool,
}

impl ResultFile {
    /// An open file of that name.
    pub fn new(name: String, file: File, format: Format) -> Self {
        match format {
            Format::Csv => Self::Csv(Rows::new(name, file)),
            Format::Parquet => Self::Parquet { name, file },
        }
    }

    /// Standard output.
    ///
    /// # Errors
    /// There is none.
    pub fn to_stdout() -> io::Result<Self> {
        Rows::to_stdout().map(Self::Csv)
    }

    /// What it is called in messages.
    pub fn name(&self) -> &str {
        match self {
            Self::Csv(rows) => rows.name(),
            Self::Parquet { name, .. } => name,
        }
    }

    /// Begins with the names of these columns of the model.
    ///
    /// # Errors
    /// They could not be written.
    pub fn begin(self, model: &Model, columns: Vec<Column>, style: RowStyle) -> io::Result<ResultRecorder> {
        match self {
            Self::Csv(rows) if style.units => CsvRecorder::with_units(model, columns, rows),
            Self::Csv(rows) => CsvRecorder::of(model, columns, rows),
            Self::Parquet { name, file } => {
                return ParquetRecorder::new(model, columns, name, file).map(ResultRecorder::Parquet);
            }
        }
        .map(|csv| ResultRecorder::Csv(if style.prompt { csv.prompt() } else { csv }))
    }
}

/// Writes rows to a file.
#[derive(Debug)]
pub enum ResultRecorder {
    /// Comma-separated values.
    Csv(CsvRecorder<Rows>),
    /// Parquet.
    Parquet(ParquetRecorder),
}

impl ResultRecorder {
    /// How many rows the file holds.
    pub fn count(&self) -> u64 {
        match self {
            Self::Csv(csv) => csv.output().count(),
            Self::Parquet(parquet) => parquet.rows.count(),
        }
    }

    /// How many rows it was given, also those that are on their way.
    pub fn taken(&self) -> u64 {
        match self {
            Self::Csv(csv) => csv.output().taken(),
            Self::Parquet(parquet) => parquet.rows.taken(),
        }
    }

    /// Keeps the first so many rows of its file, which lies at that path.
    ///
    /// # Errors
    /// The others cannot be removed.
    pub fn truncate(&mut self, rows: u64, path: &Path) -> io::Result<()> {
        match self {
            Self::Csv(csv) => csv.output_mut().truncate(rows, path),
            Self::Parquet(parquet) => parquet.truncate(rows, path),
        }
    }

    /// Writes all rows so far.
    ///
    /// # Errors
    /// They could not be written.
    pub fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Csv(csv) => csv.flush(),
            Self::Parquet(parquet) => parquet.flush(),
        }
    }
}

impl Recorder for ResultRecorder {
    fn needs_signals(&self) -> bool {
        match self {
            Self::Csv(csv) => csv.needs_signals(),
            Self::Parquet(parquet) => !parquet.columns.iter().all(Column::is_state),
        }
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        match self {
            Self::Csv(csv) => csv.row(time, workspace),
            Self::Parquet(parquet) => parquet.row(time, workspace),
        }
    }

    /// Writes the rows before it.
    fn save(&mut self, _: &RunState) -> io::Result<()> {
        self.flush()
    }
}

/// Rows are in the file at least this often, so that a crash leaves what was
/// computed.
const FLUSH_EVERY: Duration = Duration::from_secs(1);
/// Of the time, at most one part in so many goes into that.
const LEAST_SHARE: u32 = 20;

/// Writes rows into a Parquet file.
#[derive(Debug)]
pub struct ParquetRecorder {
    name: String,
    columns: Vec<Column>,
    rows: ParquetRows,
    owner: Owner,
    next_flush: Instant,
}

impl ParquetRecorder {
    fn new(model: &Model, columns: Vec<Column>, name: String, file: File) -> io::Result<Self> {
        let names: Vec<String> = columns.iter().map(|column| model.column_name(column)).collect();
        let named = names.iter().zip(&columns).map(|(name, column)| (name.as_str(), model.column_unit(column)));
        let rows = ParquetRows::begin(file, std::iter::once(("Time", "s")).chain(named));
        let rows = rows.map_err(|reason| io::Error::new(reason.kind(), format!("{name}: {reason}")))?;
        Ok(Self { name, columns, rows, owner: Owner::default(), next_flush: Instant::now() + FLUSH_EVERY })
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        // A full group of rows is written as it comes.
        self.owner.check()?;
        let numbers = self.columns.iter().map(|column| column.value(time, workspace));
        let taken = self.rows.row(std::iter::once(time).chain(numbers));
        taken.map_err(|reason| self.named(&reason))?;
        if Instant::now() >= self.next_flush { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.owner.check()?;
        let began = Instant::now();
        self.rows.flush().map_err(|reason| self.named(&reason))?;
        self.next_flush = Instant::now() + FLUSH_EVERY.max(began.elapsed() * LEAST_SHARE);
        Ok(())
    }

    /// Row groups cannot be cut, so the rows that stay are written again.
    fn truncate(&mut self, rows: u64, path: &Path) -> io::Result<()> {
        self.flush()?;
        let kept = if rows > 0 { DataFrame::read(path)?.columns } else { Vec::new() };
        self.rows.clear().map_err(|reason| self.named(&reason))?;
        for row in 0..rows as usize {
            let numbers = kept.iter().map(|column| column.values.number(row).unwrap_or(f64::NAN));
            self.rows.row(numbers).map_err(|reason| self.named(&reason))?;
        }
        self.flush()
    }

    fn named(&self, reason: &io::Error) -> io::Error {
        io::Error::new(reason.kind(), format!("{}: {reason}", self.name))
    }
}
