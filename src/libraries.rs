//! The libraries that a command line names.

use bowline_engine::{Catalog, LibraryError};
use bowline_surface::libraries::LIBRARY_PATH;

use crate::arguments::LibraryArguments;
use crate::report;

pub(crate) use bowline_surface::libraries::built_in;

/// The libraries that are built in, and those of the files and directories that the user gave; says what takes the place
/// of what.
///
/// # Errors
/// A file or directory that the command line gives cannot be used.
pub(crate) fn catalog(arguments: &LibraryArguments, quiet: bool) -> Result<Catalog, LibraryError> {
    // SAFETY: the user trusts the libraries.
    let (catalog, left_out) = unsafe { bowline_surface::libraries::catalog(&arguments.directories, &arguments.files) }?;
    left_out.iter().for_each(|error| report::warning(&format!("{LIBRARY_PATH}: {error}"), quiet));
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
