//! Which file a path leads to.

use std::fs;
use std::path::{Path, PathBuf};

/// A file, whatever it is called: the same under each of its names, through
/// links of either kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum FileIdentity {
    /// Device and node of a file.
    #[cfg(unix)]
    Node(u64, u64),
    /// The path of a file that is not there yet; on other systems that of any file.
    Path(PathBuf),
}

impl FileIdentity {
    pub(crate) fn of(path: &Path) -> Self {
        #[cfg(unix)]
        if let Ok(found) = fs::metadata(path) {
            use std::os::unix::fs::MetadataExt;
            return Self::Node(found.dev(), found.ino());
        }
        let there = fs::canonicalize(path);
        Self::Path(there.unwrap_or_else(|_| match (path.parent().map(fs::canonicalize), path.file_name()) {
            (Some(Ok(folder)), Some(name)) => folder.join(name),
            _ => path.to_path_buf(),
        }))
    }
}
