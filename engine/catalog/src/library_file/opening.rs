//! Loading a file with the system's loader, and asking its entries for their
//! libraries.

use std::error::Error;
use std::iter;
use std::mem::ManuallyDrop;
use std::path::Path;

use simobject::abi;
use simobject_host::{Library, arithmetic, loading_file};

use super::ENTRY;

/// The type of an entry; an exception that leaves it ends the process.
type Entry = unsafe extern "C-unwind" fn() -> *const abi::Library;

/// Loads the file at that absolute path, for the rest of the process, and asks
/// all of its entries.
///
/// # Errors
/// In words, the system's where its loader refuses the file.
///
/// # Safety
/// The file keeps the rules of the ABI, and what it does while it is loaded
/// is sound.
pub(super) unsafe fn open(path: &Path, entries: &[String]) -> Result<Vec<&'static Library>, String> {
    // Never unloaded, also if it is refused: it may have started threads, and
    // its thread-local values have destructors.
    // SAFETY: the caller's promise.
    let loaded = loading_file(path, None, || unsafe { load(path) });
    // What compilers link into a shared library for fast arithmetic makes
    // subnormal numbers 0 when it is loaded, for the thread that loads it and
    // those that it starts: results of all other libraries would change.
    arithmetic::restore();
    let loaded = ManuallyDrop::new(loaded.map_err(|reason| in_words(&reason))?);
    let mut libraries: Vec<&'static Library> = Vec::new();
    for entry in entries {
        // SAFETY: the caller's promise: what bears this name is such a function.
        let library = unsafe { ask(&loaded, path, &format!("{ENTRY}{entry}")) }?;
        check_names(library, entry, entries)?;
        if !libraries.iter().any(|known| known.name() == library.name()) {
            libraries.push(library);
        }
    }
    Ok(libraries)
}

#[cfg(unix)]
unsafe fn load(path: &Path) -> Result<libloading::Library, libloading::Error> {
    use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
    // What is missing should be missed now, and no library sees another's symbols.
    // SAFETY: the caller's promise.
    unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map(Into::into)
}

#[cfg(windows)]
unsafe fn load(path: &Path) -> Result<libloading::Library, libloading::Error> {
    use libloading::os::windows::{LOAD_LIBRARY_SEARCH_DEFAULT_DIRS, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR, Library};
    // Other DLLs that it needs are looked for beside it, but never in the current directory.
    // SAFETY: the caller's promise.
    let flags = LOAD_LIBRARY_SEARCH_DEFAULT_DIRS | LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR;
    unsafe { Library::load_with_flags(path, flags) }.map(Into::into)
}

unsafe fn ask(loaded: &libloading::Library, path: &Path, entry: &str) -> Result<&'static Library, String> {
    // SAFETY: the caller's promise.
    let function = *unsafe { loaded.get::<Entry>(entry) }.map_err(|reason| in_words(&reason))?;
    // SAFETY: as above; the library stays loaded.
    let table = loading_file(path, Some(entry), || unsafe { function() });
    // SAFETY: as above.
    unsafe { Library::from_table(table) }
}

/// A library has an entry for its name and for each alias: by these it is found
/// in a directory, before it is loaded.
fn check_names(library: &Library, entry: &str, entries: &[String]) -> Result<(), String> {
    let name = library.name();
    let returned = format!("its function `{ENTRY}{entry}` returns the library `{name}`");
    let is_missing = |name: &&str| !entries.iter().any(|entry| entry == name);
    if let Some(missing) = iter::once(name).chain(library.aliases()).find(is_missing) {
        let alias = if missing == name { String::new() } else { format!(", also called `{missing}`") };
        return Err(format!("{returned}{alias}, but it exports no function `{ENTRY}{missing}`"));
    }
    if library.is_called(entry) { Ok(()) } else { Err(format!("{returned}, which has no such name or alias")) }
}

/// What the system's loader says of itself.
fn in_words(error: &libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}
