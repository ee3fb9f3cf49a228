//! The libraries that scenarios may name.

use std::env;
use std::path::{Path, PathBuf};

use bowline_engine::{Catalog, LibraryError};
use simobject::Library;

/// Names directories, as `PATH` does.
pub const LIBRARY_PATH: &str = "BOWLINE_LIBRARY_PATH";

/// The libraries that are built in.
pub static BUILT_IN: [&Library; 8] = [
    &bowline_base::LIBRARY,
    &bowline_tutorial::LIBRARY,
    &bowline_marine::LIBRARY,
    &bowline_mechanics::LIBRARY,
    &bowline_multipole::LIBRARY,
    &bowline_terminals::LIBRARY,
    &bowline_hydraulics::LIBRARY,
    &bowline_tlm::LIBRARY,
];

/// A catalog of them.
pub fn built_in() -> Catalog {
    Catalog::new(BUILT_IN)
}

/// The libraries that are built in, those of the directories, those of the directories that the environment names, and
/// those of the files; and what is wrong with directories of the environment, which is no error.
///
/// # Errors
/// A file or directory that is given cannot be used.
///
/// # Safety
/// Loading a library runs its code: the files and directories must be trusted.
pub unsafe fn catalog(
    directories: &[impl AsRef<Path>],
    files: &[impl AsRef<Path>],
) -> Result<(Catalog, Vec<LibraryError>), LibraryError> {
    let mut catalog = built_in();
    for directory in directories {
        // SAFETY: the caller's promise.
        unsafe { catalog.add_directory(directory.as_ref()) }?;
    }
    let mut left_out = Vec::new();
    for directory in of_environment() {
        // SAFETY: as above.
        if let Err(error) = unsafe { catalog.add_directory(&directory) } {
            left_out.push(error);
        }
    }
    let here = env::current_dir();
    for file in files {
        // SAFETY: as above.
        unsafe { catalog.add_file(file.as_ref()) }?;
        // Should it have gone elsewhere: the next path is one from here.
        let _ = here.as_ref().map(env::set_current_dir);
    }
    Ok((catalog, left_out))
}

/// The directories of the environment. An empty one, which a stray separator
/// leaves, is not the current directory.
fn of_environment() -> Vec<PathBuf> {
    let directories = env::var_os(LIBRARY_PATH).unwrap_or_default();
    env::split_paths(&directories).filter(|directory| !directory.as_os_str().is_empty()).collect()
}
