//! The results that are drawn: read, cut to a stretch, in the same units, and with names that tell them apart.

use std::io;
use std::path::{Component, Path};

use bowline_results::{Column, DataFrame, Values};
use bowline_units::DisplayUnits;

use super::range;
use crate::arguments::PlotArguments;
use crate::file_identity::FileIdentity;
use crate::result_record::ResultRecord;
use crate::user_path::UserPath;

/// A result that is drawn.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) path: UserPath,
    /// What it is called in legends: as much of its path as tells it from the others.
    pub(super) name: String,
    pub(super) frame: DataFrame,
    pub(super) record: ResultRecord,
    /// How many rows of it are drawn.
    pub(super) rows: usize,
}

/// Reads all that are to be drawn.
pub(super) fn read(arguments: &PlotArguments) -> Result<Vec<Drawn>, String> {
    let paths: Vec<UserPath> = arguments.results.iter().map(UserPath::new).collect();
    let mut files: Vec<FileIdentity> = Vec::new();
    for path in &paths {
        let file = FileIdentity::of(path.place());
        if files.contains(&file) {
            return Err(format!("`{path}` is named twice"));
        }
        files.push(file);
    }
    let names = names(&paths.iter().map(UserPath::place).collect::<Vec<_>>());
    let mut results = Vec::new();
    for (path, name) in paths.into_iter().zip(names) {
        let hint = |reason: &io::Error| {
            let is_signal = reason.kind() == io::ErrorKind::NotFound && arguments.results.len() > 1;
            if is_signal { "; signals are named with --signals" } else { "" }
        };
        let cannot_read = |reason: io::Error| format!("cannot read `{path}`: {reason}{}", hint(&reason));
        let mut frame = DataFrame::read(path.place()).map_err(cannot_read)?;
        if frame.rows() == 0 {
            return Err(format!("`{path}` has no rows: there is nothing to draw"));
        }
        let record = ResultRecord::beside(&path);
        record.add_units(&mut frame);
        if arguments.from.is_some() || arguments.until.is_some() {
            cut(&mut frame, arguments).map_err(|reason| format!("`{path}` {reason}"))?;
        }
        let rows = frame.rows();
        results.push(Drawn { path, name, frame, record, rows });
    }
    if !arguments.range.is_empty() {
        for of in &mut results {
            of.frame = range::of(&of.frame, &arguments.range)?;
        }
    }
    align(&mut results);
    Ok(results)
}

/// Keeps the rows of the stretch that is asked for.
fn cut(frame: &mut DataFrame, arguments: &PlotArguments) -> Result<(), String> {
    let along = frame.columns.iter().position(|column| column.name == "Time").unwrap_or(0);
    let (from, until) = (arguments.from.unwrap_or(f64::NEG_INFINITY), arguments.until.unwrap_or(f64::INFINITY));
    let is_kept =
        |row: &usize| frame.columns[along].values.number(*row).is_some_and(|number| (from..=until).contains(&number));
    let rows: Vec<usize> = (0..frame.rows()).filter(is_kept).collect();
    if rows.is_empty() {
        let numbers = || (0..frame.rows()).filter_map(|row| frame.columns[along].values.number(row));
        let (least, largest) = (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
        let name = &frame.columns[along].name;
        return Err(format!("has no row in that stretch: its `{name}` goes from {least} to {largest}"));
    }
    for column in &mut frame.columns {
        match &mut column.values {
            Values::Numbers(values) => *values = rows.iter().map(|row| values[*row]).collect(),
            Values::Integers(values) => *values = rows.iter().map(|row| values[*row]).collect(),
            Values::Texts(values) => *values = rows.iter().map(|row| values[*row].take()).collect(),
        }
    }
    Ok(())
}

/// Gives columns of one name the unit of the first that has one, as far as they measure the same.
fn align(results: &mut [Drawn]) {
    let mut units: Vec<(String, String)> = Vec::new();
    for column in results.iter().flat_map(|of| &of.frame.columns).filter(|column| !column.unit.is_empty()) {
        if !units.iter().any(|(name, _)| *name == column.name) {
            units.push((column.name.clone(), column.unit.clone()));
        }
    }
    for column in results.iter_mut().flat_map(|of| &mut of.frame.columns) {
        let Some((_, unit)) = units.iter().find(|(name, unit)| *name == column.name && *unit != column.unit) else {
            continue;
        };
        if column.unit.is_empty() {
            column.unit.clone_from(unit);
        } else if let Ok(units) = DisplayUnits::parse(unit) {
            show(column, &units);
        }
    }
}

/// Shows the numbers of a column in the unit that people want.
pub(super) fn show(column: &mut Column, units: &DisplayUnits) {
    let Some(shown) = units.of(&column.unit) else { return };
    if matches!(column.values, Values::Texts(_)) {
        return;
    }
    let numbers = (0..column.values.len()).map(|row| column.values.number(row).map(|number| shown.number(number)));
    column.values = Values::Numbers(numbers.collect());
    column.unit = shown.unit().to_owned();
}

/// The shortest names that tell paths apart: those of the files, with endings or folders where they need them.
fn names(paths: &[&Path]) -> Vec<String> {
    let part = |path: &Path, folders: usize, has_ending: bool| {
        let file = if has_ending { path.file_name() } else { path.file_stem() };
        let mut parts = vec![file.unwrap_or_default().to_string_lossy().into_owned()];
        let above = path.parent().into_iter().flat_map(|parent| parent.components().rev());
        let named = above.filter(|part| matches!(part, Component::Normal(_)));
        parts.extend(named.take(folders).map(|part| part.as_os_str().to_string_lossy().into_owned()));
        parts.reverse();
        parts.join("/")
    };
    let deepest = paths.iter().map(|path| path.components().count()).max().unwrap_or(0);
    for (folders, has_ending) in (0..deepest).flat_map(|folders| [(folders, false), (folders, true)]) {
        let names: Vec<String> = paths.iter().map(|path| part(path, folders, has_ending)).collect();
        if names.iter().enumerate().all(|(place, name)| !names[..place].contains(name)) {
            return names;
        }
    }
    paths.iter().map(|path| path.display().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_long_as_they_need_to_be() {
        let of = |paths: &[&str]| names(&paths.iter().map(Path::new).collect::<Vec<_>>());
        assert_eq!(of(&["/w/before.csv", "/v/after.parquet"]), ["before", "after"]);
        assert_eq!(of(&["/w/a.csv", "/w/a.parquet"]), ["a.csv", "a.parquet"]);
        assert_eq!(of(&["/w/1/a.csv", "/w/2/a.csv"]), ["1/a", "2/a"]);
        assert_eq!(of(&["/w/1/x/a.csv", "/w/2/x/a.csv", "/w/2/x/b.csv"]), ["1/x/a", "2/x/a", "2/x/b"]);
    }
}
