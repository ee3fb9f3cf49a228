//! The libraries that scenarios may name.

use std::ffi::c_char;
use std::path::Path;

use bowline_engine::{Catalog, LibraryError};
use bowline_surface::libraries::built_in;
use bowline_surface::session::{ErrorKind, SessionError};

use crate::error::{BowlineError, BowlineStatus};
use crate::handle::{self, Kind, magic};
use crate::{call, text};

/// Libraries: those that are built in, and those that were added. One call at a time.
pub struct BowlineLibraries {
    _opaque: [u8; 0],
}

impl Kind for BowlineLibraries {
    type Inner = Catalog;
    type Shared = ();
    const NAME: &'static str = "set of libraries";
    const MAGIC: u64 = magic(2);
}

/// Adds what is at a path.
///
/// # Safety
/// The handle is one that is not freed, or null; the path ends with a zero, or is null; `error` is null, or a place for a
/// pointer.
unsafe fn add(
    libraries: *mut BowlineLibraries,
    path: *const c_char,
    what: &str,
    error: *mut *mut BowlineError,
    add: impl FnOnce(&mut Catalog, &Path) -> Result<(), LibraryError>,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        call::status(error, || {
            let mut catalog = handle::exclusive(libraries)?;
            add(catalog.get(), &text::path(path, what)?)
                .map_err(|error| SessionError::new(ErrorKind::Library, error.to_string()).into())
        })
    }
}

/// The libraries that are built in.
///
/// # Safety
/// `error` is null, or a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_libraries_new(error: *mut *mut BowlineError) -> *mut BowlineLibraries {
    // SAFETY: the caller's promise.
    unsafe { call::made(error, || Ok(built_in())) }
}

/// Adds the library of a file, a shared library, whose code runs from now on. It is never unloaded.
///
/// # Safety
/// The handle is one that is not freed, or null; the path ends with a zero, or is null; the library can be trusted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_libraries_add_file(
    libraries: *mut BowlineLibraries,
    path: *const c_char,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { add(libraries, path, "path of a library", error, |catalog, path| catalog.add_file(path)) }
}

/// Adds a directory of libraries: one is loaded when a scenario names it.
///
/// # Safety
/// As of `bowline_libraries_add_file`, for all libraries of the directory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_libraries_add_directory(
    libraries: *mut BowlineLibraries,
    path: *const c_char,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { add(libraries, path, "path of a directory", error, |catalog, path| catalog.add_directory(path)) }
}

/// Frees a set of libraries; models that were loaded with it stay. Null is nothing.
///
/// # Safety
/// The handle is one that is not freed, or null; nobody uses it after this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_libraries_free(libraries: *mut BowlineLibraries) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { call::free(libraries) }
}
