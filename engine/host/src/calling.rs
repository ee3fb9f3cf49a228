//! Which SimObject a thread is in, so that a program can name it when a library
//! takes the process down.

use std::cell::Cell;
use std::marker::PhantomData;
use std::{mem, ptr};

use simobject::abi;

use crate::{Library, ObjectType, Prepared};

thread_local! {
    /// The innermost call of this thread: a plain word, which a signal handler may read.
    static INNERMOST: Cell<*const Call<'static>> = const { Cell::new(ptr::null()) };
}

/// A call into a library, for as long as it lasts.
pub(crate) struct Call<'c> {
    pub(crate) whom: Whom<'c>,
    /// What the library sees of the run; null while it constructs or destroys.
    pub(crate) io: *const abi::Io,
}

/// For whom a library is called.
pub(crate) enum Whom<'c> {
    One {
        kind: &'c ObjectType,
        name: &'c str,
    },
    /// For neighbours in a store, batch after batch; null between two of them.
    Batch(Cell<*const Prepared<'static>>),
}

impl Call<'_> {
    /// Notes the call while `call` runs. A library that lets an exception out
    /// ends the process, here, where it is known who it was.
    #[inline]
    pub(crate) fn during<R>(&self, call: impl FnOnce() -> R) -> R {
        let _noted = Innermost::note(self);
        no_way_out(call)
    }
}

/// As long as it lives, a call is known as the innermost of this thread.
pub(crate) struct Innermost<'c> {
    outer: *const Call<'static>,
    call: PhantomData<&'c Call<'c>>,
}

impl<'c> Innermost<'c> {
    #[inline]
    pub(crate) fn note(call: &'c Call<'_>) -> Self {
        Self { outer: INNERMOST.replace(ptr::from_ref(call).cast()), call: PhantomData }
    }
}

impl Drop for Innermost<'_> {
    #[inline]
    fn drop(&mut self) {
        INNERMOST.set(self.outer);
    }
}

/// Ends the process if an exception or a panic leaves `call`.
#[inline]
pub(crate) fn no_way_out<R>(call: impl FnOnce() -> R) -> R {
    let guard = NoWayOut;
    let result = call();
    mem::forget(guard);
    result
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
    let calling = match &call.whom {
        Whom::One { kind, name } => (*kind, *name, None),
        Whom::Batch(batch) => {
            // SAFETY: what is noted is there until it is noted no more.
            let Some(batch) = (unsafe { batch.get().as_ref() }) else { return tell(None) };
            let (names, range) = (batch.store().names(), batch.range());
            let (first, last) = match range.len() {
                count if at < count => (range.start + at, None),
                0 | 1 => (range.start, None),
                _ => (range.start, Some(names.of(range.end - 1))),
            };
            (batch.store().kind(), names.of(first), last)
        }
    };
    let (kind, object, last) = calling;
    tell(Some(Calling { object, last, kind, library: Library::loaded_with(kind), time }))
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
