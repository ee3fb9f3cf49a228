//! The files that runs read, and what was in them: the same for all runs.

use std::collections::HashMap;
use std::path::Path;

use bowline_engine::Model;
use serde::{Deserialize, Serialize};

use crate::error::CampaignError;

/// A file that a run read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadFile {
    /// Its path, from the scenario's folder on; absolute if it lies elsewhere.
    pub path: String,
    /// SHA-256 of what it held, hexadecimal.
    pub sha256: String,
}

impl ReadFile {
    /// What a model read, and the state that it begins with; these are the paths of the scenario
    /// and of that state.
    pub(crate) fn of(model: &Model, scenario: &Path, initial_state: Option<&Path>) -> Vec<Self> {
        let folder = scenario.parent().unwrap_or(Path::new(""));
        let of = |path: &Path, sha256: &str| {
            let path = path.strip_prefix(folder).unwrap_or(path);
            Self { path: path.display().to_string(), sha256: sha256.to_owned() }
        };
        let files = model.files().iter().map(|file| of(&file.place, &file.sha256));
        let state = initial_state.zip(model.initial_state()).map(|(path, state)| of(path, &state.sha256));
        files.chain(state).collect()
    }
}

/// What the runs of a campaign have read so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownFiles {
    /// SHA-256 by path.
    hashes: HashMap<String, String>,
}

impl KnownFiles {
    /// Those of the first case.
    pub(crate) fn new(files: &[ReadFile]) -> Self {
        Self { hashes: files.iter().map(|file| (file.path.clone(), file.sha256.clone())).collect() }
    }

    /// Learns what a run read; of that, only what is new is left in `files`.
    ///
    /// # Errors
    /// Another run read something else from the same file.
    pub(crate) fn learn(&mut self, case: u64, files: &mut Vec<ReadFile>) -> Result<(), CampaignError> {
        if let Some(changed) = files.iter().find(|file| self.has_other(file)) {
            return Err(CampaignError::Failed(format!(
                "`{}` changed: case {case} does not read what earlier runs did; put it back, and go on, or begin \
                 another campaign, with -o",
                changed.path
            )));
        }
        files.retain(|file| self.hashes.insert(file.path.clone(), file.sha256.clone()).is_none());
        Ok(())
    }

    /// The path of a file that the others read otherwise.
    pub(crate) fn difference(&self, others: &Self) -> Option<&str> {
        let other = |(path, hash): &(&String, &String)| others.hashes.get(*path).is_some_and(|other| other != *hash);
        self.hashes.iter().filter(other).map(|(path, _)| path.as_str()).min()
    }

    fn has_other(&self, file: &ReadFile) -> bool {
        self.hashes.get(&file.path).is_some_and(|hash| *hash != file.sha256)
    }
}
