//! What the engine and SimObjects say, for a function of the program.

use std::ffi::{c_char, c_void};

use bowline_surface::listener::{Dispatch, Level, listener};

use crate::text;

/// How much a message matters.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BowlineLevel {
    /// Something is wrong.
    Error = 1,
    /// Something may be wrong.
    Warning = 2,
    /// Good to know: the stages of loading, what SimObjects say.
    Info = 3,
    /// Each fresh start of a method.
    Debug = 4,
    /// More than anybody wants to know.
    Trace = 5,
}

/// Gets a message: UTF-8, which lives until the function returns. It may be called on any thread that works for the
/// model or its runs, on several at once. It must not throw or jump out of the call.
pub type BowlineLogFunction =
    Option<unsafe extern "C" fn(context: *mut c_void, level: BowlineLevel, message: *const c_char)>;

/// Where a function of the program wants to be called.
struct Context(*mut c_void);

// SAFETY: the program promises that the function may be called on any thread.
unsafe impl Send for Context {}
// SAFETY: as above, also on several at once.
unsafe impl Sync for Context {}

/// Lets a function listen to all that matters so much or more.
pub(crate) fn listening(most: u32, function: BowlineLogFunction, context: *mut c_void) -> Option<Dispatch> {
    let most = match most {
        1 => Level::ERROR,
        2 => Level::WARN,
        3 => Level::INFO,
        4 => Level::DEBUG,
        _ => Level::TRACE,
    };
    let context = Context(context);
    function.map(|function| {
        listener(most, move |level, message| {
            let level = match level {
                Level::ERROR => BowlineLevel::Error,
                Level::WARN => BowlineLevel::Warning,
                Level::INFO => BowlineLevel::Info,
                Level::DEBUG => BowlineLevel::Debug,
                _ => BowlineLevel::Trace,
            };
            let (message, context) = (text::owned(message), &context);
            // SAFETY: the program's promise; the message lives until it returns.
            unsafe { function(context.0, level, message.as_ptr()) };
        })
    })
}
