//! Directories in which libraries are looked for.

use std::collections::{BTreeMap, BTreeSet};
use std::env::consts::DLL_EXTENSION;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::library_file::{LibraryError, LibraryFile};
use crate::origin::CatalogLibrary;

/// Most files that are told because they could hold a library that is missing.
const MOST_SUSPECTS: usize = 3;

/// Directories in which libraries are looked for. They are read when a name is
/// not found elsewhere for the first time; a file is loaded when one of its
/// libraries is named.
#[derive(Debug, Clone, Default)]
pub(super) struct SearchPath {
    directories: Vec<PathBuf>,
    index: OnceLock<Index>,
}

/// What the directories hold.
#[derive(Debug, Clone, Default)]
struct Index {
    files: Vec<Found>,
    /// Which files hold the library of an entry.
    holders: BTreeMap<String, Holders>,
    /// Files that are called like shared libraries and are none.
    refused: Vec<(PathBuf, LibraryError)>,
}

/// A file of a directory.
#[derive(Debug, Clone)]
struct Found {
    file: LibraryFile,
    loaded: OnceLock<Result<Vec<CatalogLibrary>, LibraryError>>,
}

/// The files that hold one library, by position: one of them, or several that
/// must be copies of each other.
#[derive(Debug, Clone, Default)]
struct Holders {
    files: Vec<usize>,
    chosen: OnceLock<Result<usize, LibraryError>>,
}

impl SearchPath {
    /// See [`Catalog::add_directory`](super::Catalog::add_directory), whose
    /// promise [`Found::load`] needs.
    pub(crate) fn add(&mut self, path: &Path) -> Result<(), LibraryError> {
        let refuse =
            |reason: &str| LibraryError::new(format!("cannot look for libraries in `{}`: {reason}", path.display()));
        if path.is_file() {
            return Err(refuse("it is a file, not a directory; --library loads a file"));
        }
        let directory = path.canonicalize().map_err(|reason| refuse(&reason.to_string()))?;
        fs::read_dir(&directory).map_err(|reason| refuse(&reason.to_string()))?;
        if !self.directories.contains(&directory) {
            self.directories.push(directory);
            self.index = OnceLock::new();
        }
        Ok(())
    }

    /// The directories, as absolute paths.
    pub(super) fn directories(&self) -> impl Iterator<Item = &Path> {
        self.directories.iter().map(PathBuf::as_path)
    }

    /// The library of that name or alias, loaded.
    pub(crate) fn library(&self, name: &str) -> Result<Option<&CatalogLibrary>, LibraryError> {
        let index = self.index();
        let Some(holders) = index.holders.get(name) else { return Ok(None) };
        let loaded = index.chosen(holders)?.load()?;
        Ok(loaded.iter().find(|library| library.library.is_called(name)))
    }

    /// Loads all libraries, but those whose entries are taken; what is wrong with them.
    pub(super) fn load_all(&self, is_taken: &dyn Fn(&str) -> bool) -> Vec<LibraryError> {
        let (index, mut wrong) = (self.index(), Vec::new());
        for (_, holders) in index.holders.iter().filter(|(entry, _)| !is_taken(entry)) {
            if let Err(error) = index.chosen(holders).and_then(Found::load)
                && !wrong.contains(&error)
            {
                wrong.push(error);
            }
        }
        wrong
    }

    /// Why files that are called like shared libraries are none.
    pub(super) fn refused(&self) -> impl Iterator<Item = &LibraryError> {
        self.index().refused.iter().map(|(_, error)| error)
    }

    /// A file that holds the library of that name or alias.
    pub(super) fn file_of(&self, name: &str) -> Option<&Path> {
        let index = self.index();
        let holders = index.holders.get(name)?;
        holders.files.first().map(|file| index.files[*file].file.path())
    }

    /// The libraries that are loaded.
    pub(super) fn loaded(&self) -> impl Iterator<Item = &CatalogLibrary> {
        let files = self.index.get().map_or(&[][..], |index| &index.files);
        files.iter().filter_map(|found| found.loaded.get()?.as_ref().ok()).flatten()
    }

    /// The names of the libraries that are not loaded.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let files = self.index().files.iter().filter(|found| found.loaded.get().is_none());
        files.flat_map(|found| found.file.entries()).map(String::as_str)
    }

    /// The libraries that another file holds too: their names, that file, and
    /// the one here.
    pub(super) fn others<'a>(
        &'a self,
        file: &'a LibraryFile,
    ) -> impl Iterator<Item = (&'a str, &'a LibraryFile, &'a LibraryFile)> {
        let others = self.index().files.iter().map(|found| &found.file);
        let others = others.filter(move |other| !file.is_same(other).unwrap_or(false));
        others.filter_map(move |other| file.shared_entry(other).map(|name| (name, file, other)))
    }

    /// What is wrong with files that are called like a library that is missing.
    pub(super) fn suspects(&self, name: &str) -> impl Iterator<Item = String> {
        let name = normal(name);
        let is_called_so = move |path: &Path| {
            let stem = path.file_stem().map(|stem| normal(&stem.to_string_lossy())).unwrap_or_default();
            !name.is_empty() && stem.contains(&name)
        };
        let index = self.index();
        let refused = index.refused.iter().map(|(path, error)| (path.as_path(), error.clone()));
        let empty = index.files.iter().filter_map(|found| Some((found.file.path(), found.file.check_entries().err()?)));
        let suspects = refused.chain(empty).filter(move |(path, _)| is_called_so(path));
        suspects.map(|(_, error)| error.to_string()).take(MOST_SUSPECTS)
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(&self.directories))
    }
}

impl Index {
    fn of(directories: &[PathBuf]) -> Self {
        let mut index = Self::default();
        let mut known = BTreeSet::new();
        for path in directories.iter().flat_map(|directory| shared_libraries(directory)) {
            match LibraryFile::read(&path) {
                // It lies beside its plug-ins where Bowline is built or installed.
                Ok(file) if file.is_bowline() => {}
                Ok(file) => {
                    if known.insert(file.path().to_path_buf()) {
                        index.add(file);
                    }
                }
                Err(error) => index.refused.push((path, error)),
            }
        }
        index
    }

    fn add(&mut self, file: LibraryFile) {
        for entry in file.entries() {
            self.holders.entry(entry.clone()).or_default().files.push(self.files.len());
        }
        self.files.push(Found { file, loaded: OnceLock::new() });
    }

    /// The file to be loaded of those that hold a library.
    ///
    /// # Errors
    /// They are not copies of each other.
    fn chosen(&self, holders: &Holders) -> Result<&Found, LibraryError> {
        let chosen = holders.chosen.get_or_init(|| {
            let files: Vec<&LibraryFile> = holders.files.iter().map(|file| &self.files[*file].file).collect();
            for other in &files[1..] {
                if !files[0].is_same(other)? {
                    let name = files[0].shared_entry(other).unwrap_or_default();
                    let (first, second) = (files[0].path().display(), other.path().display());
                    let advice = "take one of them away, or choose with --library FILE";
                    let message = format!("two libraries are called `{name}`: `{first}` and `{second}`; {advice}");
                    return Err(LibraryError::new(message));
                }
            }
            Ok(holders.files[0])
        });
        chosen.as_ref().map(|file| &self.files[*file]).map_err(Clone::clone)
    }
}

impl Found {
    /// Its libraries; it is loaded the first time.
    fn load(&self) -> Result<&[CatalogLibrary], LibraryError> {
        let loaded = self.loaded.get_or_init(|| {
            // SAFETY: whoever gave the directory promised it.
            unsafe { CatalogLibrary::load(&self.file) }
        });
        loaded.as_deref().map_err(Clone::clone)
    }
}

/// The files of a directory that are called as shared libraries are, in order.
/// One that cannot be read (any more) holds none.
fn shared_libraries(directory: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(is_of_a_shared_library) && path.is_file());
    paths.sort_unstable();
    paths
}

/// Whether a file's name ends as that of a shared library: `.so`, `.dll`; on
/// macOS `.dylib`, and `.so` as some tools leave it.
fn is_of_a_shared_library(extension: &OsStr) -> bool {
    let also = if cfg!(target_os = "macos") { "so" } else { DLL_EXTENSION };
    extension.eq_ignore_ascii_case(DLL_EXTENSION) || extension.eq_ignore_ascii_case(also)
}

/// A name without what people confuse.
fn normal(name: &str) -> String {
    name.to_lowercase().replace('-', "_")
}
