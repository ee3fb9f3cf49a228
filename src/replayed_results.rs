//! The results of a run that is replayed: they lie beside its view.

use std::path::{Path, PathBuf};

use bowline_engine::replay::Replay;
use bowline_results::{DataFrame, ResultColumn, Results, Values};

use crate::report;
use crate::result_record::ResultRecord;
use crate::user_path::UserPath;

/// The results of a replay that was asked for by `path`; none, which is told, if they are not there or cannot be read.
pub(crate) fn beside(replay: &Replay, path: &Path, quiet: bool) -> Option<Results> {
    let Some(results) = place(replay, path) else {
        report::note("the results of the run are not beside its view: numbers are those that the shapes follow", quiet);
        return None;
    };
    let read = read(&UserPath::new(&results));
    read.map_err(|reason| report::warning(&format!("cannot read `{}`: {reason}", results.display()), quiet)).ok()
}

/// Where they are.
fn place(replay: &Replay, path: &Path) -> Option<PathBuf> {
    let is_table = |path: &Path| path.extension().is_some_and(|end| end == "csv" || end == "parquet");
    if is_table(path) && path.is_file() {
        return Some(path.to_path_buf());
    }
    let beside = ["csv", "parquet"].map(|end| replay.path().with_extension(end));
    beside.into_iter().find(|path| path.is_file())
}

fn read(path: &UserPath) -> Result<Results, String> {
    let mut frame = DataFrame::read(path.place()).map_err(|reason| reason.to_string())?;
    let record = ResultRecord::beside(path);
    record.add_units(&mut frame);
    let numbers = |values: &Values| (0..values.len()).map(|row| values.number(row).unwrap_or(f64::NAN)).collect();
    let time = frame.column("Time").map(|column| numbers(&column.values)).ok_or("it has no column `Time`")?;
    let is_shown = |values: &Values| !matches!(values, Values::Texts(_));
    let columns = frame.columns.iter().filter(|column| column.name != "Time" && is_shown(&column.values));
    let columns = columns.map(|column| ResultColumn {
        name: column.name.clone(),
        unit: column.unit.clone(),
        values: numbers(&column.values),
    });
    Results::new(time, columns.collect(), record.changes()).ok_or_else(|| "its times do not rise".to_owned())
}
