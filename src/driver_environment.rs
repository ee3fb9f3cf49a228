//! What graphics drivers expect of the environment.

use std::env;

/// Gives the environment what a driver looks for in it and complains of, as if that were our error. Nobody has started a
/// thread yet.
///
/// # Safety
/// No other thread reads or writes the environment.
pub(crate) unsafe fn complete() {
    const NAME: &str = "XDG_RUNTIME_DIR";
    if env::var_os(NAME).is_none() {
        // Where no Wayland server listens: then X11 is used, as everywhere.
        // SAFETY: the caller's promise.
        unsafe { env::set_var(NAME, env::temp_dir()) };
    }
}
