//! Paths as the user wrote them, and where they lead.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf, absolute};

/// A path as the user knows it, with where it leads: told by the one, opened by
/// the other, since a library may change the current directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UserPath {
    shown: PathBuf,
    place: PathBuf,
}

impl UserPath {
    /// A path from the current directory.
    pub(crate) fn new(path: impl Into<PathBuf>) -> Self {
        let shown = path.into();
        let place = absolute(&shown).unwrap_or_else(|_| shown.clone());
        Self { shown, place }
    }

    /// Where it leads: an absolute path.
    pub(crate) fn place(&self) -> &Path {
        &self.place
    }

    /// The file beside it whose name goes on with `ending`. Only a last
    /// `.csv` or `.parquet` is left out: `r0.1` and `r0.2` have nothing in common.
    pub(crate) fn beside(&self, ending: &str) -> Self {
        let has_ours = self.shown.extension().is_some_and(|extension| extension == "csv" || extension == "parquet");
        let stem = if has_ours { self.shown.file_stem() } else { self.shown.file_name() };
        let mut name = stem.unwrap_or_default().to_owned();
        name.push(ending);
        Self { shown: self.shown.with_file_name(&name), place: self.place.with_file_name(&name) }
    }

    /// Length of its last name, bytes.
    pub(crate) fn name_length(&self) -> usize {
        self.place.file_name().map_or(0, OsStr::len)
    }

    /// Whether it is called as a scenario is: a slip of the tab key may cost one.
    pub(crate) fn is_xml(&self) -> bool {
        self.place.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"))
    }
}

impl fmt::Display for UserPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown.display().fmt(f)
    }
}
