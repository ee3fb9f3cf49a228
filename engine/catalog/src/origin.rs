use std::fmt;
use std::path::{Path, PathBuf};

use simobject_host::Library;

use crate::library_file::{LibraryError, LibraryFile};
use bowline_provenance::LibraryRecord;

/// A library of a catalog, and where it came from.
#[derive(Debug, Clone)]
pub struct CatalogLibrary {
    /// The library.
    pub library: &'static Library,
    /// Where it came from.
    pub origin: Origin,
}

/// Where a library came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// It is linked into the program.
    BuiltIn,
    /// The program made it while it ran.
    Program,
    /// It was loaded from a file.
    File {
        /// The file: an absolute path without links.
        path: PathBuf,
        /// SHA-256 of what it holds, hexadecimal.
        sha256: String,
    },
}

impl Origin {
    /// The file that it was loaded from.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::BuiltIn | Self::Program => None,
            Self::File { path, .. } => Some(path),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("built in"),
            Self::Program => f.write_str("made by the program"),
            Self::File { path, sha256 } => write!(f, "{}, SHA-256 {}", path.display(), &sha256[..12]),
        }
    }
}

impl CatalogLibrary {
    /// The libraries in a file, loaded.
    ///
    /// # Errors
    /// It cannot be loaded.
    ///
    /// # Safety
    /// As of [`LibraryFile::open`].
    pub(super) unsafe fn load(file: &LibraryFile) -> Result<Vec<Self>, LibraryError> {
        let origin = Origin::File { path: file.path().to_path_buf(), sha256: file.sha256()? };
        // SAFETY: the caller's promise.
        let libraries = unsafe { file.open() }?;
        Ok(libraries.into_iter().map(|library| Self { library, origin: origin.clone() }).collect())
    }

    /// Version of the ABI that it was built for: `1.0`.
    pub fn abi(&self) -> String {
        let (major, minor) = self.library.abi();
        format!("{major}.{minor}")
    }

    /// What a run record tells of it.
    pub fn record(&self) -> LibraryRecord {
        let (path, sha256) = match &self.origin {
            Origin::BuiltIn | Origin::Program => (None, None),
            Origin::File { path, sha256 } => (Some(path.display().to_string()), Some(sha256.clone())),
        };
        LibraryRecord {
            name: self.library.name().to_owned(),
            version: self.library.version().to_owned(),
            abi: self.abi(),
            path,
            sha256,
        }
    }

    /// Its name and aliases.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.library.name()).chain(self.library.aliases())
    }

    /// What it is, for messages.
    pub(super) fn in_words(&self) -> String {
        let name = self.library.name();
        match &self.origin {
            Origin::BuiltIn => format!("the built-in library `{name}`"),
            Origin::Program => format!("the program's library `{name}`"),
            Origin::File { path, .. } => format!("the library `{name}` of `{}`", path.display()),
        }
    }
}
