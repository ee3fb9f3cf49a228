//! Notes which library code each thread runs, so that a program can name it when
//! a library takes the process down.

use std::cell::Cell;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::atomic::{Ordering, compiler_fence};
use std::{mem, ptr, slice};

use simobject::abi;

use crate::{Library, ObjectStore, ObjectType, Prepared};

thread_local! {
    /// The innermost call of this thread: plain words, which a signal handler may
    /// read. They lie apart from the stack, which a library may corrupt.
    static INNERMOST: Noted = const { Noted::new() };
}

/// Whose code a thread runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    /// The host's own.
    Nobody,
    /// One SimObject's: `a` is its type, `c` and `d` its name.
    One,
    /// SimObjects of a store: `a` is the store, `b` the position of the first,
    /// `d` the count; `a` is null between two batches.
    Batch,
    /// A file's that is being loaded: `a` and `b` are its path, `c` and `d` the
    /// called function, null while the system loads it.
    File,
}

/// The note of a call.
#[derive(Debug, Clone, Copy)]
struct Note {
    who: Who,
    a: *const c_void,
    b: usize,
    c: *const u8,
    d: usize,
    /// The library's `Io`; null while it constructs or destroys.
    io: *const abi::Io,
    /// Simulated time in the call, s.
    time: f64,
}

impl Note {
    const NOBODY: Self =
        Self { who: Who::Nobody, a: ptr::null(), b: 0, c: ptr::null(), d: 0, io: ptr::null(), time: f64::NAN };
}

/// The same note, word by word. Its order of writes lets whoever interrupts the
/// thread in between find nobody, and nothing half written.
#[derive(Debug)]
struct Noted {
    who: Cell<Who>,
    a: Cell<*const c_void>,
    b: Cell<usize>,
    c: Cell<*const u8>,
    d: Cell<usize>,
    io: Cell<*const abi::Io>,
    time: Cell<f64>,
}

impl Noted {
    const fn new() -> Self {
        let Note { who, a, b, c, d, io, time } = Note::NOBODY;
        Self {
            who: Cell::new(who),
            a: Cell::new(a),
            b: Cell::new(b),
            c: Cell::new(c),
            d: Cell::new(d),
            io: Cell::new(io),
            time: Cell::new(time),
        }
    }

    #[inline]
    fn get(&self) -> Note {
        let (who, a, b, c) = (self.who.get(), self.a.get(), self.b.get(), self.c.get());
        Note { who, a, b, c, d: self.d.get(), io: self.io.get(), time: self.time.get() }
    }

    /// The current note, for restoring it later; usually none.
    #[inline]
    fn outer(&self) -> Option<Note> {
        if self.who.get() == Who::Nobody { None } else { Some(self.get()) }
    }

    #[inline]
    fn set(&self, note: Note) {
        self.who.set(Who::Nobody);
        compiler_fence(Ordering::Release);
        self.a.set(note.a);
        self.b.set(note.b);
        self.c.set(note.c);
        self.d.set(note.d);
        self.io.set(note.io);
        self.time.set(note.time);
        compiler_fence(Ordering::Release);
        self.who.set(note.who);
    }

    /// Notes that batches run, and none of them yet.
    #[inline]
    fn set_batches(&self, io: *const abi::Io, time: f64) {
        self.who.set(Who::Nobody);
        compiler_fence(Ordering::Release);
        self.a.set(ptr::null());
        self.io.set(io);
        self.time.set(time);
        compiler_fence(Ordering::Release);
        self.who.set(Who::Batch);
    }
}

/// On whose behalf the host calls a library.
pub(crate) enum Whom<'c> {
    One { kind: &'c ObjectType, name: &'c str },
    File { path: &'c str, function: Option<&'c str> },
}

/// A call into a library, while it lasts.
pub(crate) struct Call<'c> {
    pub(crate) whom: Whom<'c>,
    /// The library's `Io`; null while it constructs or destroys.
    pub(crate) io: *const abi::Io,
}

impl Call<'_> {
    /// Notes the call while `call` runs. If an exception leaves the library, the
    /// process ends here, where the note still names it.
    #[inline]
    pub(crate) fn during<R>(&self, call: impl FnOnce() -> R) -> R {
        let _noted = Innermost::note(|noted| noted.set(self.as_note()));
        no_way_out(call)
    }

    #[inline]
    fn as_note(&self) -> Note {
        // SAFETY: if not null, the host lends it for the call.
        let time = if self.io.is_null() { f64::NAN } else { unsafe { (&raw const (*self.io).time).read() } };
        let outside = Note { io: self.io, time, ..Note::NOBODY };
        match self.whom {
            Whom::One { kind, name } => {
                Note { who: Who::One, a: ptr::from_ref(kind).cast(), c: name.as_ptr(), d: name.len(), ..outside }
            }
            Whom::File { path, function } => {
                let (c, d) = function.map_or((ptr::null(), 0), |function| (function.as_ptr(), function.len()));
                Note { who: Who::File, a: path.as_ptr().cast(), b: path.len(), c, d, ..outside }
            }
        }
    }
}

/// Notes that a file is being loaded, or one of its functions called, while
/// `work` runs. If an exception leaves `work`, the process ends.
pub fn loading_file<R>(path: &Path, function: Option<&str>, work: impl FnOnce() -> R) -> R {
    let path = path.to_string_lossy();
    Call { whom: Whom::File { path: &path, function }, io: ptr::null() }.during(work)
}

/// Marks a call as the innermost of this thread while it lives.
pub(crate) struct Innermost<'c> {
    noted: *const Noted,
    outer: Option<Note>,
    call: PhantomData<&'c ()>,
}

impl Innermost<'_> {
    #[inline]
    fn note(set: impl FnOnce(&Noted)) -> Self {
        INNERMOST.with(|noted| {
            let outer = noted.outer();
            set(noted);
            Self { noted, outer, call: PhantomData }
        })
    }

    /// Notes batches called with this `Io`; [`Batches`] says which one runs.
    ///
    /// # Safety
    /// `io` must be there as long as this lives.
    #[inline]
    pub(crate) unsafe fn note_batches(io: *const abi::Io) -> Self {
        // SAFETY: the caller's promise.
        let time = unsafe { (&raw const (*io).time).read() };
        Self::note(|noted| noted.set_batches(io, time))
    }

    /// The marker of the current batch.
    #[inline]
    pub(crate) fn batches(&self) -> Batches<'_> {
        // SAFETY: it belongs to this thread, and neither this nor its borrowers leave the thread.
        Batches(unsafe { &*self.noted })
    }
}

impl Drop for Innermost<'_> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: as in `batches`; it has no destructor of its own.
        let noted = unsafe { &*self.noted };
        match self.outer {
            None => noted.who.set(Who::Nobody),
            Some(outer) => noted.set(outer),
        }
    }
}

/// Marks which batch runs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Batches<'c>(&'c Noted);

impl Batches<'_> {
    #[inline]
    pub(crate) fn begin(self, batch: &Prepared<'_>) {
        let range = batch.range();
        self.0.b.set(range.start);
        self.0.d.set(range.end - range.start);
        compiler_fence(Ordering::Release);
        self.0.a.set(ptr::from_ref(batch.store()).cast());
    }

    #[inline]
    pub(crate) fn end(self) {
        self.0.a.set(ptr::null());
        compiler_fence(Ordering::Release);
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

/// Whose code a thread runs.
#[derive(Debug, Clone, Copy)]
pub enum Calling<'c> {
    /// A SimObject's.
    SimObject {
        /// Its name; for a loop over several that does not report its position, the name of the first.
        object: &'c str,
        /// The name of the last one, if the loop runs over several.
        last: Option<&'c str>,
        /// Its type.
        kind: &'c ObjectType,
        /// The library, if it was loaded from a file.
        library: Option<&'static Library>,
        /// Simulated time, s; none while it is constructed or destroyed.
        time: Option<f64>,
    },
    /// That of a file being loaded.
    File {
        /// The file's path.
        path: &'c str,
        /// The function of it that is called; none while the system loads the
        /// file.
        function: Option<&'c str>,
    },
}

/// Passes on whose code this thread runs, if it is a library's. A signal handler
/// may call it: it takes no lock and no memory.
pub fn calling<R>(tell: impl FnOnce(Option<Calling<'_>>) -> R) -> R {
    let note = INNERMOST.with(Noted::get);
    // SAFETY: the words are those of a call in progress, and what they refer to outlives it.
    tell(unsafe { note.told() })
}

impl Note {
    /// # Safety
    /// The noted objects must still exist.
    unsafe fn told<'c>(self) -> Option<Calling<'c>> {
        // SAFETY: the caller's promise; the texts were texts when noted.
        unsafe {
            let text = |first: *const u8, length| str::from_utf8_unchecked(slice::from_raw_parts(first, length));
            match self.who {
                Who::Nobody => None,
                Who::One => {
                    let kind = &*self.a.cast::<ObjectType>();
                    Some(self.of_objects(kind, text(self.c, self.d), None))
                }
                Who::Batch => {
                    let store = self.a.cast::<ObjectStore>().as_ref()?;
                    let (object, last) = self.names(store);
                    Some(self.of_objects(store.kind(), object, last))
                }
                Who::File => {
                    let function = if self.c.is_null() { None } else { Some(text(self.c, self.d)) };
                    Some(Calling::File { path: text(self.a.cast(), self.b), function })
                }
            }
        }
    }

    fn of_objects<'c>(self, kind: &'c ObjectType, object: &'c str, last: Option<&'c str>) -> Calling<'c> {
        let time = if self.io.is_null() { None } else { Some(self.time) };
        Calling::SimObject { object, last, kind, library: Library::loaded_with(kind), time }
    }

    /// The object of a batch that runs, or the first and the last of several.
    ///
    /// # Safety
    /// The noted objects must still exist.
    unsafe fn names(self, store: &ObjectStore) -> (&str, Option<&str>) {
        // The loop reports its position in the `Io` lent to it, which lies on the
        // stack: another time there means that the stack is corrupt. Libraries
        // write the position, so read it from memory.
        // SAFETY: the caller's promise.
        let (time, at) =
            unsafe { ((&raw const (*self.io).time).read_volatile(), (&raw const (*self.io).object).read_volatile()) };
        let (first, count) = (self.b, self.d);
        let at = if time.to_bits() == self.time.to_bits() { at } else { usize::MAX };
        match count {
            _ if at < count => (store.name(first + at), None),
            0 | 1 => (store.name(first), None),
            _ => (store.name(first), Some(store.name(first + count - 1))),
        }
    }
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

    /// The name at a position; empty if there is none.
    pub(crate) fn of(&self, position: usize) -> &str {
        let start = position.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.ends.get(position).and_then(|end| self.text.get(start..*end)).unwrap_or_default()
    }
}
