//! Where the rows of a run go.

use std::ffi::{c_int, c_void};
use std::io;

use bowline_surface::session::{Row, RowFunction};

/// Gets a row: the time, s, and the numbers of the columns, which live until the function returns. It returns 0, or
/// anything else to end the run with an error. It must not throw or jump out of the call.
pub type BowlineRowFunction =
    Option<unsafe extern "C" fn(context: *mut c_void, time: f64, values: *const f64, count: usize) -> c_int>;

/// Where a function of the program wants to be called.
struct Context(*mut c_void);

// SAFETY: it is used on the thread that advances the run, which the program chooses.
unsafe impl Send for Context {}

/// Lets a function take rows.
///
/// # Safety
/// The function may be called with the context as long as what is returned lives.
pub(crate) unsafe fn taking(
    function: unsafe extern "C" fn(*mut c_void, f64, *const f64, usize) -> c_int,
    context: *mut c_void,
) -> RowFunction {
    let context = Context(context);
    Box::new(move |row| {
        let (context, Row { time, values }) = (&context, row);
        // SAFETY: the caller's promise; the row lives until it returns.
        match unsafe { function(context.0, time, values.as_ptr(), values.len()) } {
            0 => Ok(()),
            status => Err(io::Error::other(format!("the function that takes rows returned {status}"))),
        }
    })
}
