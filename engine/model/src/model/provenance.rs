//! What was read for a model, beside its description.

use std::path::PathBuf;

use bowline_description::files::KnownFiles;
use bowline_description::overridden::Overridden;
use bowline_provenance::{FileRecord, InitialStateRecord};

/// What was read for a model, and how, for records of its runs.
#[derive(Debug)]
pub struct Provenance {
    /// The files that parameters name.
    pub files: Vec<FileRecord>,
    /// The scenario's.
    pub directory: PathBuf,
    /// For objects that are constructed once more, for a workspace or to tell their parameters.
    pub known_files: KnownFiles,
    /// The state file that the run continues.
    pub initial_state: Option<InitialStateRecord>,
    /// What the overrides set.
    pub overridden: Vec<Overridden>,
    /// How the program read what the scenario leaves open.
    pub notes: Vec<String>,
}
