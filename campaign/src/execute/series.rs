//! The rows of a run, in a file of their own.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use bowline_engine::{Column, CsvRecorder, Ending, Model, Recorder, Run, RunError, Workspace};
use bowline_results::ParquetRows;
use bowline_results::whole_file::{self, WholeFile};

use super::case::{Halt, halt_of};
use crate::definition::Series;
use crate::directory::series_of;

/// The file `case=N/rows.csv` or `.parquet`, as programs for tables find the
/// number of the case in it.
#[derive(Debug)]
pub(super) struct SeriesFile {
    path: PathBuf,
    file: WholeFile,
    format: Series,
    columns: Vec<Column>,
}

impl SeriesFile {
    /// Begins the file of a case, in place of what an earlier attempt left.
    pub(super) fn begin(series: &Path, case: u64, format: Series, model: &Model) -> Result<Self, Halt> {
        let folder = series_of(series, case);
        let name = match format {
            Series::Csv => "rows.csv",
            Series::Parquet => "rows.parquet",
        };
        let path = folder.join(name);
        let begun = (|| {
            match fs::remove_dir_all(&folder) {
                Err(reason) if reason.kind() != io::ErrorKind::NotFound => return Err(reason),
                _ => fs::create_dir_all(&folder)?,
            }
            whole_file::sync_names(series);
            WholeFile::begin(&path)
        })();
        let file = begun.map_err(|reason| cannot_write(&path, &reason))?;
        Ok(Self { path, file, format, columns: model.columns().to_vec() })
    }

    /// Removes what a process left of a case that was ended in the middle of it.
    pub(super) fn remove(series: &Path, case: u64) {
        // What stays is in nobody's way: the next attempt removes it first.
        let _ = fs::remove_dir_all(series_of(series, case));
    }

    /// Runs to the end; rows go to the file and to the other recorder.
    pub(super) fn record(
        &mut self,
        run: &mut Run,
        other: &mut dyn Recorder,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Result<Ending, RunError>, Halt> {
        let recorded = match self.format {
            Series::Csv => self.record_csv(run, other, observe),
            Series::Parquet => self.record_parquet(run, other, observe),
        };
        match recorded {
            Ok(Ok(ending)) => Ok(Ok(ending)),
            Ok(Err(error)) => halt_of(error).map(Err).map_err(|Halt(reason)| self.cannot_write_rows(&reason)),
            Err(reason) => Err(self.cannot_write_rows(&reason.to_string())),
        }
    }

    /// Gives the file its name, when all of it is on the disk.
    pub(super) fn commit(self) -> Result<(), Halt> {
        let Self { path, file, .. } = self;
        file.commit().map_err(|reason| cannot_write(&path, &reason))
    }

    fn record_csv(
        &mut self,
        run: &mut Run,
        other: &mut dyn Recorder,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> io::Result<Result<Ending, RunError>> {
        let mut output = BufWriter::new(&mut self.file);
        let mut csv = CsvRecorder::of(&run.model().clone(), self.columns.clone(), &mut output)?;
        let outcome = run.to_end(&mut Both(&mut csv, other), observe);
        csv.finish()?;
        output.flush()?;
        Ok(outcome)
    }

    fn record_parquet(
        &mut self,
        run: &mut Run,
        other: &mut dyn Recorder,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> io::Result<Result<Ending, RunError>> {
        let model = run.model().clone();
        let names: Vec<String> = self.columns.iter().map(|column| model.column_name(column)).collect();
        let units = self.columns.iter().map(|column| model.column_unit(column));
        let columns = [("Time", "s")].into_iter().chain(names.iter().map(String::as_str).zip(units));
        let rows = ParquetRows::begin(self.file.try_clone()?, columns)?;
        let mut parquet = ParquetRecorder { rows, columns: self.columns.clone() };
        let outcome = run.to_end(&mut Both(&mut parquet, other), observe);
        parquet.rows.flush()?;
        Ok(outcome)
    }

    fn cannot_write_rows(&self, reason: &str) -> Halt {
        Halt(format!("cannot write `{}`: {reason}", self.path.display()))
    }
}

fn cannot_write(path: &Path, reason: &io::Error) -> Halt {
    Halt(format!("cannot write `{}`: {reason}", path.display()))
}

/// Gives rows to two recorders.
struct Both<'r>(&'r mut dyn Recorder, &'r mut dyn Recorder);

impl Recorder for Both<'_> {
    fn needs_signals(&self) -> bool {
        self.0.needs_signals() || self.1.needs_signals()
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.0.row(time, workspace)?;
        self.1.row(time, workspace)
    }
}

/// Writes rows as Parquet.
struct ParquetRecorder {
    rows: ParquetRows,
    columns: Vec<Column>,
}

impl Recorder for ParquetRecorder {
    fn needs_signals(&self) -> bool {
        !self.columns.iter().all(Column::is_state)
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.rows.row([time].into_iter().chain(self.columns.iter().map(|column| column.value(time, workspace))))
    }
}
