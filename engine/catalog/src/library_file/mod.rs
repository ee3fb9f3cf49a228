//! Files of libraries that are loaded at run time: what is in one, and how it
//! is loaded. A file is read before it is loaded, since the system's loader
//! takes a damaged one as it is, and may end the process over it.

mod image;
mod machine;
mod opening;

use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::{fmt, io};

use simobject_host::Library;

/// What the name of each entry begins with; the library's name follows.
const ENTRY: &str = "bowline_library_";

/// The engine's own library, of the SimObjects that it adds to a model. A file that holds it is Bowline itself.
pub const ENGINE: &str = "bowline_engine";

/// A file that holds one library, or several.
#[derive(Debug, Clone)]
pub(crate) struct LibraryFile {
    path: PathBuf,
    entries: Vec<String>,
}

impl LibraryFile {
    /// Reads what a file holds, without loading it.
    ///
    /// # Errors
    /// It is no whole shared library for this machine.
    pub(crate) fn read(path: &Path) -> Result<Self, LibraryError> {
        let refuse = |reason| LibraryError::of_file(path, reason);
        let in_words = |reason: io::Error| refuse(reason.to_string());
        let kind = fs::metadata(path).map_err(in_words)?;
        if kind.is_dir() {
            return Err(refuse("it is a directory".to_owned()));
        }
        if !kind.is_file() {
            return Err(refuse("it is not a file".to_owned()));
        }
        let canonical = path.canonicalize().map_err(in_words)?;
        let file = File::open(&canonical).map_err(in_words)?;
        let entries = image::entries(file, kind.len()).map_err(refuse)?;
        Ok(Self { path: canonical, entries })
    }

    /// Where it is: an absolute path without links.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The names and aliases of the libraries in it.
    pub(crate) fn entries(&self) -> &[String] {
        &self.entries
    }

    /// The first entry that both files have.
    pub(crate) fn shared_entry(&self, other: &Self) -> Option<&str> {
        self.entries.iter().find(|entry| other.entries.contains(entry)).map(String::as_str)
    }

    /// Whether both are one file, or copies.
    ///
    /// # Errors
    /// One cannot be read.
    pub(crate) fn is_same(&self, other: &Self) -> Result<bool, LibraryError> {
        Ok(self.path == other.path || self.sha256()? == other.sha256()?)
    }

    /// Whether it is Bowline itself, as a library for C or Python, or a program that links it.
    /// Such a file exports the libraries that are built into it.
    pub(crate) fn is_bowline(&self) -> bool {
        self.entries.iter().any(|entry| entry == ENGINE)
    }

    /// It must hold a library, and not Bowline itself.
    ///
    /// # Errors
    /// It does not.
    pub(crate) fn check_entries(&self) -> Result<(), LibraryError> {
        if self.is_bowline() {
            let reason = "it is Bowline itself, to be linked into programs: the libraries in it are built in here too";
            return Err(LibraryError::of_file(&self.path, reason.to_owned()));
        }
        if self.entries.is_empty() {
            let reason = format!("it exports no function `{ENTRY}NAME`: there is no library of SimObjects in it");
            return Err(LibraryError::of_file(&self.path, reason));
        }
        Ok(())
    }

    /// SHA-256 of what the file holds, hexadecimal.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn sha256(&self) -> Result<String, LibraryError> {
        bowline_provenance::hash_of_file(&self.path)
            .map_err(|reason| LibraryError::of_file(&self.path, reason.to_string()))
    }

    /// Loads it, for the rest of the process, and gives the libraries in it.
    ///
    /// # Errors
    /// The system's loader refuses it, or what it offers is no sound library.
    ///
    /// # Safety
    /// The file keeps the rules of the ABI, and what it does while it is
    /// loaded is sound.
    pub(crate) unsafe fn open(&self) -> Result<Vec<&'static Library>, LibraryError> {
        self.check_entries()?;
        // SAFETY: the caller's promise.
        let libraries = unsafe { opening::open(&self.path, &self.entries) };
        libraries.map_err(|reason| LibraryError::of_file(&self.path, reason))
    }
}

/// Why a library cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryError(String);

impl LibraryError {
    pub(crate) fn new(message: String) -> Self {
        Self(message)
    }

    fn of_file(path: &Path, reason: String) -> Self {
        Self(format!("cannot load the library `{}`: {reason}", path.display()))
    }
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for LibraryError {}
