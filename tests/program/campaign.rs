//! How the tests run campaigns and read what they leave.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use bowline_results::{DataFrame, Values};
use tempfile::TempDir;

use super::signals::program_with_default_signals;
use super::{bowline, tutorial};

/// A campaign of the tutorial into a folder: what varies, and more.
pub(crate) fn sweep(directory: &TempDir, vary: &[&str], more: &[&str]) -> Output {
    bowline(directory, &arguments(&tutorial(), vary, more).iter().map(String::as_str).collect::<Vec<_>>())
}

pub(crate) fn arguments(scenario: &str, vary: &[&str], more: &[&str]) -> Vec<String> {
    let vary = vary.iter().flat_map(|variation| ["--vary", variation]);
    ["sweep", scenario].into_iter().chain(vary).chain(more.iter().copied()).map(str::to_owned).collect()
}

/// The program, ready to be begun there.
pub(crate) fn program(directory: &Path, arguments: &[String]) -> Command {
    let mut command = program_with_default_signals();
    command.current_dir(directory).env_remove("BOWLINE_LIBRARY_PATH").args(arguments);
    command
}

/// The summary of a campaign in a folder.
pub(crate) fn summary(directory: &TempDir, folder: &str) -> DataFrame {
    DataFrame::read(&directory.path().join(folder).join("summary.csv")).unwrap()
}

pub(crate) fn numbers(table: &DataFrame, name: &str) -> Vec<Option<f64>> {
    let column = table.column(name).unwrap_or_else(|| panic!("no `{name}`"));
    (0..table.rows()).map(|row| column.values.number(row)).collect()
}

/// Numbers that are all there.
pub(crate) fn all_numbers(table: &DataFrame, name: &str) -> Vec<f64> {
    numbers(table, name).into_iter().map(|value| value.unwrap_or_else(|| panic!("a gap in `{name}`"))).collect()
}

pub(crate) fn texts(table: &DataFrame, name: &str) -> Vec<String> {
    let column = table.column(name).unwrap_or_else(|| panic!("no `{name}`"));
    match &column.values {
        Values::Texts(values) => values.iter().map(|value| value.clone().unwrap_or_default()).collect(),
        values => vec![String::new(); values.len()],
    }
}

/// How often each case is in the journal.
pub(crate) fn journal(folder: &Path) -> BTreeMap<u64, usize> {
    let mut found = BTreeMap::new();
    for file in std::fs::read_dir(folder.join("journal")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            for line in std::fs::read_to_string(path).unwrap().lines() {
                let line: serde_json::Value = serde_json::from_str(line).unwrap();
                *found.entry(line["case"].as_u64().unwrap()).or_default() += 1;
            }
        }
    }
    found
}

/// What is left of files that were not finished.
pub(crate) fn partials(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let own = files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "partial"));
    own.chain(folders.iter().flat_map(|inner| partials(inner))).collect()
}
