//! What was read for a model, beside its description.

use std::path::PathBuf;

use crate::description::overridden::Overridden;
use crate::files::KnownFiles;
use crate::provenance::{FileRecord, InitialStateRecord};

/// What was read for a model, and how, for records of its runs.
#[derive(Debug)]
pub(crate) struct Provenance {
    /// The files that parameters name.
    pub(crate) files: Vec<FileRecord>,
    /// The scenario's.
    pub(crate) directory: PathBuf,
    /// For objects that are constructed once more, for a workspace or to tell their parameters.
    pub(crate) known_files: KnownFiles,
    pub(crate) initial_state: Option<InitialStateRecord>,
    /// What the overrides set.
    pub(crate) overridden: Vec<Overridden>,
    /// How the program read what the scenario leaves open.
    pub(crate) notes: Vec<String>,
}
