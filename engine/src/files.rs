//! The files that parameters name.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use simobject::host::Files;

/// Reads files relative to the scenario's directory, each once.
#[derive(Debug)]
pub(crate) struct ScenarioFiles {
    directory: PathBuf,
    read: RefCell<HashMap<PathBuf, Result<Arc<str>, String>>>,
}

impl ScenarioFiles {
    /// Files beside the scenario of that path.
    pub(crate) fn beside(scenario: &Path) -> Self {
        Self { directory: scenario.parent().map(Path::to_path_buf).unwrap_or_default(), read: RefCell::default() }
    }

    /// The files that were read so far, in order.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let read = self.read.borrow();
        let mut paths: Vec<PathBuf> =
            read.iter().filter(|(_, text)| text.is_ok()).map(|(path, _)| path.clone()).collect();
        paths.sort_unstable();
        paths
    }
}

impl Files for ScenarioFiles {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        let path = self.directory.join(path);
        let mut read = self.read.borrow_mut();
        let entry = read.entry(path).or_insert_with_key(|path| {
            std::fs::read_to_string(path).map(Arc::from).map_err(|reason| format!("{}: {reason}", path.display()))
        });
        entry.clone()
    }
}
