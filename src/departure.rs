//! The functions that end a program past everything that should happen at its
//! end. The program exports its own, so that libraries find them before those of
//! the C library (see build.rs): it then names the caller, and keeps the rows.

use std::ffi::c_int;

use bowline_surface::rows;

use crate::{crash, whereabouts};

/// The exit status of a program that a library ended.
const DEPARTED: c_int = 3;

#[unsafe(no_mangle)]
extern "C" fn _exit(status: c_int) -> ! {
    depart("error: a call of _exit", status)
}

#[unsafe(no_mangle)]
extern "C" fn _Exit(status: c_int) -> ! {
    depart("error: a call of _Exit", status)
}

#[unsafe(no_mangle)]
extern "C" fn quick_exit(status: c_int) -> ! {
    depart("error: a call of quick_exit", status)
}

/// Reports what ended the program, unless it is at its own end, or a forked
/// process.
fn depart(what: &str, status: c_int) -> ! {
    if crash::is_too_early() {
        rows::rescue();
        whereabouts::tell(what);
        crash::leave(DEPARTED);
    }
    crash::leave(status)
}
