//! Which SimObject a thread is in, so that a program can name it when a library
//! takes the process down.

use std::cell::Cell;
use std::{mem, ptr};

use simobject::abi;

use crate::{Library, ObjectType};

thread_local! {
    /// The innermost call of this thread: a plain word, which a signal handler may read.
    static INNERMOST: Cell<*const Call<'static>> = const { Cell::new(ptr::null()) };
}

/// A call into a library, for as long as it lasts.
pub(crate) struct Call<'c> {
    pub(crate) kind: &'c ObjectType,
    pub(crate) whom: Whom<'c>,
    /// What the library sees of the run; null while it constructs or destroys.
    pub(crate) io: *const abi::Io,
}

/// For whom a library is called.
pub(crate) enum Whom<'c> {
    One(&'c str),
    /// Neighbours in a store.
    Several {
        names: &'c Names,
        first: usize,
        count: usize,
    },
}

impl Call<'_> {
    /// Notes the call while `call` runs. A library that lets an exception out
    /// ends the process, here, where it is known who it was.
    #[inline]
    pub(crate) fn during<R>(&self, call: impl FnOnce() -> R) -> R {
        let outer = INNERMOST.replace(ptr::from_ref(self).cast());
        let guard = NoWayOut;
        let result = call();
        mem::forget(guard);
        INNERMOST.set(outer);
        result
    }
}

/// Ends the process when it is dropped.
struct NoWayOut;

impl Drop for NoWayOut {
    fn drop(&mut self) {
        std::process::abort();
    }
}

/// Which SimObject a thread is in.
#[derive(Debug, Clone, Copy)]
pub struct Calling<'c> {
    /// Its name; of a loop over several that does not say where it is, that of the first.
    pub object: &'c str,
    /// The name of the last of several, of which it is one.
    pub last: Option<&'c str>,
    /// Its type.
    pub kind: &'c ObjectType,
    /// The library, if it was loaded from a file.
    pub library: Option<&'static Library>,
    /// Simulated time, s; none while it is constructed or destroyed.
    pub time: Option<f64>,
}

/// Tells which SimObject's code this thread is in, if it is in any. A signal
/// handler may call it: it takes no lock and no memory.
pub fn calling<R>(tell: impl FnOnce(Option<Calling<'_>>) -> R) -> R {
    // SAFETY: it points to what `during` keeps until it is set back, and what
    // that refers to outlives the call.
    let Some(call) = (unsafe { INNERMOST.get().as_ref() }) else { return tell(None) };
    // SAFETY: the host lends it for the call. Libraries write it, so it is read
    // as it is in memory.
    let (time, at) = unsafe {
        match call.io.is_null() {
            true => (None, usize::MAX),
            false => {
                (Some((&raw const (*call.io).time).read_volatile()), (&raw const (*call.io).object).read_volatile())
            }
        }
    };
    let (object, last) = match call.whom {
        Whom::One(name) => (name, None),
        Whom::Several { names, first, count } if at < count => (names.of(first + at), None),
        Whom::Several { names, first, count: 1 } => (names.of(first), None),
        Whom::Several { names, first, count } => (names.of(first), Some(names.of(first + count.max(1) - 1))),
    };
    tell(Some(Calling { object, last, kind: call.kind, library: Library::loaded_with(call.kind), time }))
}

/// The names of SimObjects, side by side.
#[derive(Debug, Default)]
pub(crate) struct Names {
    text: String,
    ends: Vec<usize>,
}

impl Names {
    pub(crate) fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    /// The name at a position; nothing if there is none.
    pub(crate) fn of(&self, position: usize) -> &str {
        let start = position.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.ends.get(position).and_then(|end| self.text.get(start..*end)).unwrap_or_default()
    }
}
