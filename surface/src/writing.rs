//! What a program writes of a run that it holds.

use std::path::Path;

use bowline_engine::{Column, Model};
use bowline_results::{Format, whole_file};

use crate::earlier_file::Kind;
use crate::own_file::OwnFile;
use crate::result_file::{ResultFile, ResultRecorder, RowStyle};

/// Begins a file of results with these columns: Parquet if its name ends so, else CSV.
///
/// # Errors
/// A message: it would replace something else, another run is writing it, or it cannot be written.
pub fn results(path: &Path, model: &Model, columns: Vec<Column>) -> Result<ResultRecorder, String> {
    may_replace(path, Kind::Results)?;
    let cannot = |reason: std::io::Error| cannot_write(path, &reason.to_string());
    let format = Format::of(path).map_err(cannot)?;
    let file = OwnFile::open(path).map_err(|reason| cannot_write(path, &reason))?;
    let file = ResultFile::new(path.display().to_string(), file.emptied().map_err(cannot)?, format);
    file.begin(model, columns, RowStyle { units: false, prompt: false }).map_err(cannot)
}

/// Writes the text of a state, where [`may_replace`] allows it.
///
/// # Errors
/// A message: it cannot be written.
pub fn state(path: &Path, text: &str) -> Result<(), String> {
    whole_file::write(path, text).map_err(|reason| cannot_write(path, &reason.to_string()))
}

/// Whether a file may be written there.
///
/// # Errors
/// A message: there is something else, or nobody can see what it is.
pub fn may_replace(path: &Path, kind: Kind) -> Result<(), String> {
    match kind.may_replace(path) {
        Ok(true) => Ok(()),
        Ok(false) => {
            let words = kind.in_words();
            Err(cannot_write(path, &format!("it holds something else than {words}; choose another name, or remove it")))
        }
        Err(reason) => Err(cannot_write(path, &reason.to_string())),
    }
}

fn cannot_write(path: &Path, reason: &str) -> String {
    format!("cannot write `{}`: {reason}", path.display())
}
