//! What a library passed: structs, rows and texts, read with care.

use std::borrow::Cow;
use std::fmt::Arguments;

use simobject::abi::{self, row};

use crate::call_log::Said;
use crate::session::Session;
use crate::sized::{Member, Row, Sized32, address};
use crate::text;

/// Most elements of a row; more are taken for a mistake.
pub(crate) const MOST_ELEMENTS: usize = 1 << 24;

/// A row of structs as a library passed it.
pub(crate) struct PassedRow<T> {
    /// The first struct.
    pub(crate) first: *const T,
    /// How many structs there are.
    pub(crate) count: usize,
    /// The size of a struct as its writer knew it, bytes.
    pub(crate) size: u32,
}

/// The session that a creator is the beginning of.
///
/// # Safety
/// `creator` must be what a constructor was given, in the call that gave it.
pub(crate) unsafe fn session<'s>(creator: *mut abi::Creator) -> &'s mut Session<'s> {
    // SAFETY: the caller's promise; the session is used by one call at a time.
    unsafe { &mut *creator.cast() }
}

/// What a library passed: structs, rows and texts, read with care.
pub(crate) struct Reader<'s> {
    pub(crate) session: &'s mut Session<'s>,
}

impl Reader<'_> {
    /// # Safety
    /// As for [`session`].
    pub(crate) unsafe fn new(creator: *mut abi::Creator) -> Self {
        // SAFETY: the caller's promise.
        Self { session: unsafe { session(creator) } }
    }

    /// # Safety
    /// `passed` must be null or as long as it says.
    pub(crate) unsafe fn structure<T: Sized32>(&mut self, passed: *const T, what: &str) -> Option<T> {
        if !self.session.is_heard() {
            return None;
        }
        // SAFETY: the caller's promise.
        let read = unsafe { T::read(passed) };
        read.map_err(|fault| self.session.mistake(format!("a {what} cannot be read: {fault}"))).ok()
    }

    /// # Safety
    /// The text must be there for `'t`.
    pub(crate) unsafe fn text<'t>(&mut self, text: abi::Text, what: &str) -> Cow<'t, str> {
        // SAFETY: the caller's promise.
        let (read, is_bad) = unsafe { text::read(text) };
        if is_bad {
            self.session.mistake(text::fault(text, &read, what));
        }
        read
    }

    /// A text that only describes: the pass that binds has no use for it.
    ///
    /// # Safety
    /// The text must be there for `'t`.
    pub(crate) unsafe fn described<'t>(&mut self, text: abi::Text, what: &str) -> Cow<'t, str> {
        // SAFETY: the caller's promise.
        if self.session.is_declaring() { unsafe { self.text(text, what) } } else { Cow::Borrowed("") }
    }

    /// # Safety
    /// The row must be there for `'t`, unless it is longer than any may be.
    pub(crate) unsafe fn row<'t, T>(&mut self, first: *const T, count: usize, what: &str) -> &'t [T] {
        if count > MOST_ELEMENTS {
            self.session.mistake(format!("{what} are {count}, more than {MOST_ELEMENTS}"));
            return &[];
        }
        if let (1.., Err(address)) = (count, address(first)) {
            self.session.mistake(format!("{what} are at {address}"));
            return &[];
        }
        // SAFETY: the caller's promise.
        unsafe { row(first, count) }
    }

    /// A row of structs as their writer knew them; empty, if it cannot be one, which is noted.
    ///
    /// # Safety
    /// They must be there for as long as the row is used.
    pub(crate) unsafe fn members<T: Member>(
        &mut self,
        PassedRow { first, count, size }: PassedRow<T>,
        what: &str,
    ) -> Vec<T> {
        if count > MOST_ELEMENTS {
            self.session.mistake(format!("{what} are {count}, more than {MOST_ELEMENTS}"));
            return Vec::new();
        }
        // SAFETY: the caller's promise.
        let read = Row::new(first, count, size).and_then(|row| unsafe {
            row.each().collect::<Result<_, _>>().map_err(|why| format!("cannot be read: {why}"))
        });
        read.unwrap_or_else(|why| {
            self.session.mistake(format!("{what} {why}"));
            Vec::new()
        })
    }

    /// Rows that name signals: what is not a signal is noted and left out.
    ///
    /// # Safety
    /// The row must be there, unless it is longer than there are signals.
    pub(crate) unsafe fn signals(
        &mut self,
        first: *const u32,
        count: usize,
        who: Arguments<'_>,
        does: &str,
    ) -> Vec<u32> {
        if !self.session.is_declaring() {
            return Vec::new();
        }
        let known = self.session.signal_count();
        if count > known {
            let message = format!("{who} {does} {count} signals, but only {known} are declared");
            self.session.mistake(message);
            return Vec::new();
        }
        // SAFETY: the caller's promise.
        let row = unsafe { self.row(first, count, "the indices of signals") };
        row.iter().copied().filter(|signal| self.is_signal(*signal, who)).collect()
    }

    /// Notes a field that says something which belongs to others, and would be dropped.
    pub(crate) fn unused(&mut self, who: Arguments<'_>, says: &[(bool, &str)]) {
        if let Some((_, what)) = says.iter().find(|(is_said, _)| *is_said) {
            self.session.mistake(format!("{who} has {what}, which it has no use for"));
        }
    }

    /// Keeps what was said for those who may say the same. Where something is wrong nobody is compared, and rows need not
    /// be there.
    pub(crate) fn keep(&mut self, said: impl FnOnce() -> Said) {
        if !self.session.faults.is_empty() {
            return;
        }
        if let Some(log) = self.session.call_log() {
            log.calls.push(said());
        }
    }

    pub(crate) fn is_signal(&mut self, signal: u32, who: Arguments<'_>) -> bool {
        let known = self.session.signal_count();
        let is_one = !self.session.is_declaring() || (signal as usize) < known;
        if !is_one {
            self.session.mistake(format!("{who} names signal number {signal}, but only {known} are declared"));
        }
        is_one
    }
}
