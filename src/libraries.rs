//! The libraries that scenarios may name.

use std::env;
use std::path::PathBuf;

use bowline_engine::{Catalog, LibraryError};
use simobject::Library;

use crate::arguments::LibraryArguments;
use crate::report;

/// Names directories, as `PATH` does.
const LIBRARY_PATH: &str = "BOWLINE_LIBRARY_PATH";

/// The libraries that are linked into the program.
pub(crate) static BUILT_IN: [&Library; 7] = [
    &bowline_base::LIBRARY,
    &bowline_tutorial::LIBRARY,
    &bowline_mechanics::LIBRARY,
    &bowline_multipole::LIBRARY,
    &bowline_terminals::LIBRARY,
    &bowline_hydraulics::LIBRARY,
    &bowline_tlm::LIBRARY,
];

/// A catalog of them.
pub(crate) fn built_in() -> Catalog {
    Catalog::new(BUILT_IN)
}

/// The libraries that are linked into the program, and those of the files and
/// directories that the user gave; says what takes the place of what.
///
/// # Errors
/// A file or directory that the command line gives cannot be used.
pub(crate) fn catalog(arguments: &LibraryArguments, quiet: bool) -> Result<Catalog, LibraryError> {
    let mut catalog = built_in();
    for directory in &arguments.directories {
        // SAFETY: the user trusts the libraries there.
        unsafe { catalog.add_directory(directory) }?;
    }
    for directory in of_environment() {
        // SAFETY: as above.
        if let Err(error) = unsafe { catalog.add_directory(&directory) } {
            report::warning(&format!("{LIBRARY_PATH}: {error}"), quiet);
        }
    }
    let here = env::current_dir();
    for file in &arguments.files {
        // SAFETY: the user trusts this library.
        unsafe { catalog.add_file(file) }?;
        // Should it have gone elsewhere: the next path is one from here.
        let _ = here.as_ref().map(env::set_current_dir);
    }
    catalog.notes().iter().for_each(|note| report::note(note, quiet));
    Ok(catalog)
}

/// The same, with all libraries of the directories loaded; and what is wrong
/// with these. Warns of what is left out.
///
/// # Errors
/// As of [`catalog`].
pub(crate) fn whole_catalog(arguments: &LibraryArguments) -> Result<(Catalog, Vec<LibraryError>), LibraryError> {
    let catalog = catalog(arguments, false)?;
    let wrong = catalog.load_all();
    catalog.left_out().iter().for_each(|message| report::warning(message, false));
    Ok((catalog, wrong))
}

/// The directories of the environment. An empty one, which a stray separator
/// leaves, is not the current directory.
fn of_environment() -> Vec<PathBuf> {
    let directories = env::var_os(LIBRARY_PATH).unwrap_or_default();
    env::split_paths(&directories).filter(|directory| !directory.as_os_str().is_empty()).collect()
}
