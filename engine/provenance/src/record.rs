//! Records of what was read.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::hash::hash_of_text;
use bowline_text::source::Source;

/// Which scenario it was.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioRecord {
    /// Its path.
    pub path: String,
    /// SHA-256 of its text, hexadecimal.
    pub sha256: String,
}

impl ScenarioRecord {
    /// That of a text: the scenario's, or what a program gave.
    pub fn of(text: &Source) -> Self {
        Self { path: text.name().to_owned(), sha256: hash_of_text(text.text()) }
    }
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// Its path.
    pub path: String,
    /// SHA-256 of what it held, hexadecimal.
    pub sha256: String,
    /// Where it is: absolute, if the scenario was read from a file.
    #[serde(skip)]
    pub place: PathBuf,
}

impl FileRecord {
    /// The record of a file whose text is known.
    pub fn new(path: &Path, place: PathBuf, text: &str) -> Self {
        Self { path: path.display().to_string(), sha256: hash_of_text(text), place }
    }
}

/// The state file that the run began with.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InitialStateRecord {
    /// Its path.
    pub path: String,
    /// SHA-256 of its text, hexadecimal.
    pub sha256: String,
    /// Time of the state, s.
    pub time_s: f64,
    /// Program and version that wrote it.
    pub program: String,
    /// The scenario whose run wrote it.
    pub scenario: ScenarioRecord,
    /// The overrides of that run.
    pub overrides: Vec<String>,
}

impl InitialStateRecord {
    /// Whether the scenario is another one than that whose run saved the state, in words.
    pub fn changes(&self, scenario: &Source) -> Option<String> {
        let is_changed = self.scenario.sha256 != hash_of_text(scenario.text());
        is_changed.then(|| "the scenario changed since the initial state was saved".to_owned())
    }
}

/// A library that took part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryRecord {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Version of the ABI between engine and libraries that it was built for.
    pub abi: String,
    /// The file that it was loaded from; none if it is built in.
    pub path: Option<String>,
    /// SHA-256 of that file, hexadecimal.
    pub sha256: Option<String>,
}
