//! What the engine and SimObjects say, for a function of the program.

use std::ffi::{c_char, c_void};
use std::fmt::{self, Write};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Dispatch, Event, Level, Metadata, Subscriber};

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
/// model or its runs, on several at once.
pub type BowlineLogFunction =
    Option<unsafe extern "C" fn(context: *mut c_void, level: BowlineLevel, message: *const c_char)>;

/// A function that listens.
struct Listener {
    most: Level,
    function: unsafe extern "C" fn(*mut c_void, BowlineLevel, *const c_char),
    context: *mut c_void,
}

// SAFETY: the program promises that the function may be called on any thread.
unsafe impl Send for Listener {}
// SAFETY: as above, also on several at once.
unsafe impl Sync for Listener {}

/// Lets a function listen to all that matters so much or more.
pub(crate) fn listening(most: u32, function: BowlineLogFunction, context: *mut c_void) -> Option<Dispatch> {
    let most = match most {
        1 => Level::ERROR,
        2 => Level::WARN,
        3 => Level::INFO,
        4 => Level::DEBUG,
        _ => Level::TRACE,
    };
    function.map(|function| Dispatch::new(Listener { most, function, context }))
}

/// Works, and lets the function listen meanwhile.
pub(crate) fn heard<T>(listener: Option<&Dispatch>, work: impl FnOnce() -> T) -> T {
    match listener {
        Some(listener) => tracing::dispatcher::with_default(listener, work),
        None => work(),
    }
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("bowline") && *metadata.level() <= self.most
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let level = match *event.metadata().level() {
            Level::ERROR => BowlineLevel::Error,
            Level::WARN => BowlineLevel::Warning,
            Level::INFO => BowlineLevel::Info,
            Level::DEBUG => BowlineLevel::Debug,
            Level::TRACE => BowlineLevel::Trace,
        };
        let mut message = Message::default();
        event.record(&mut message);
        let message = text::owned(&message.0);
        // SAFETY: the program's promise; the message lives until it returns.
        unsafe { (self.function)(self.context, level, message.as_ptr()) };
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The text of an event, with what belongs to it.
#[derive(Default)]
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let separator = if self.0.is_empty() { "" } else { " " };
        // A text takes whatever is written.
        let _ = match field.name() {
            "message" => write!(self.0, "{separator}{value:?}"),
            name => write!(self.0, "{separator}{name}={value:?}"),
        };
    }
}
