//! What libraries may call to end the program past everything that is done at
//! its end. It is exported, so that they find these functions before those of
//! the C library (see build.rs): it is said who it was, and the rows are kept.

use std::ffi::c_int;

use crate::{crash, rows, whereabouts};

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

/// Says what ended the program, unless it is at its own end, or a process that
/// was forked.
fn depart(what: &str, status: c_int) -> ! {
    if crash::is_too_early() {
        rows::rescue();
        whereabouts::tell(what);
        crash::leave(DEPARTED);
    }
    crash::leave(status)
}
