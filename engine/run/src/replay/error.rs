//! Why a view cannot be played.

use std::fmt;
use std::path::Path;

/// Why a view cannot be played, with its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayError(String);

impl ReplayError {
    pub(super) fn new(path: &Path, why: String) -> Self {
        Self(format!("cannot play `{}`: {why}", path.display()))
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReplayError {}
