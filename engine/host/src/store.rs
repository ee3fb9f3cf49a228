//! SimObjects in memory, and the loops of a library that calculate for them.

use std::alloc::{self, Layout};
use std::ffi::c_void;
use std::hash::{Hash, Hasher};
use std::mem;
use std::ptr::NonNull;

use simobject::{Failure, abi};

use crate::batch_report::{BatchReport, Reporter};
use crate::caller::blame;
use crate::calling::{Call, Names, Whom};
use crate::session::CHANGED_ARITHMETIC;
use crate::{Fault, HostIo, Message, ObjectType, Session, arithmetic};

/// The loop of one calculation over like SimObjects.
#[derive(Debug, Clone, Copy)]
pub struct Kernel {
    calculate: abi::Calculate,
    tag: usize,
}

impl Kernel {
    pub(crate) fn new(calculate: abi::Calculate, tag: usize) -> Self {
        Self { calculate, tag }
    }

    /// That of a calculation which runs only when it is asked.
    pub(crate) fn of_answer() -> Self {
        Self { calculate: nobody, tag: 0 }
    }

    #[inline]
    pub(crate) fn tag(self) -> usize {
        self.tag
    }

    fn key(self) -> (usize, usize) {
        (self.calculate as usize, self.tag)
    }

    /// The loop, as one that an exception may leave though it must not: the
    /// compiler takes others for ones that never do.
    #[inline]
    pub(crate) fn unwinding(self) -> unsafe extern "C-unwind" fn(*mut c_void, usize, *mut abi::Io, usize) -> usize {
        // SAFETY: the two differ in nothing else.
        unsafe { mem::transmute(self.calculate) }
    }
}

/// Calculates for no SimObject.
///
/// # Safety
/// None is needed.
unsafe extern "C" fn nobody(_: *mut c_void, _: usize, _: *mut abi::Io, _: usize) -> usize {
    0
}

/// Equal kernels may run in one batch. Addresses decide: unequal ones of the
/// same function only split a batch, equal ones are the same code.
impl PartialEq for Kernel {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}
impl Eq for Kernel {}
impl Hash for Kernel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// Asks one SimObject for its next time event, or its next stop.
#[derive(Debug, Clone, Copy)]
pub struct NextTimeEvent {
    next: abi::NextTimeEvent,
    tag: usize,
}

impl NextTimeEvent {
    pub(crate) fn new(next: abi::NextTimeEvent, tag: usize) -> Self {
        Self { next, tag }
    }

    fn key(self) -> (usize, usize) {
        (self.next as usize, self.tag)
    }

    /// As [`Kernel::unwinding`].
    fn unwinding(self) -> unsafe extern "C-unwind" fn(*mut c_void, *mut abi::Io, usize) -> f64 {
        // SAFETY: as there.
        unsafe { mem::transmute(self.next) }
    }
}

impl PartialEq for NextTimeEvent {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}
impl Eq for NextTimeEvent {}
impl Hash for NextTimeEvent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// The SimObjects of one type, side by side in memory.
#[derive(Debug)]
pub struct ObjectStore {
    kind: &'static ObjectType,
    memory: Memory,
    length: usize,
    names: Names,
    /// Whether the code comes from a file.
    is_loaded: bool,
}

// SAFETY: the memory is the store's own, and SimObjects may be sent and shared
// (the contract asks it of every library; not re-entrant ones are calculated
// with by one thread at a time, as `run` asks).
unsafe impl Send for ObjectStore {}
// SAFETY: as above.
unsafe impl Sync for ObjectStore {}

impl ObjectStore {
    /// An empty store with room for `capacity` SimObjects, which are never moved.
    pub fn new(kind: &'static ObjectType, capacity: usize) -> Self {
        let memory = Memory::new(kind.object_layout(), capacity);
        Self { kind, memory, length: 0, names: Names::default(), is_loaded: kind.is_loaded() }
    }

    /// What is in it.
    pub fn kind(&self) -> &'static ObjectType {
        self.kind
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(crate) fn is_loaded(&self) -> bool {
        self.is_loaded
    }

    /// The name of the object at a position.
    pub(crate) fn name(&self, position: usize) -> &str {
        self.names.of(position)
    }

    /// Where the object at a position is.
    pub(crate) fn address(&self, position: usize) -> *mut c_void {
        assert!(position < self.length);
        self.memory.at(position)
    }

    /// Constructs a SimObject with its final places, as the last of the store.
    /// What it says it has said before, when it declared itself.
    ///
    /// # Errors
    /// The faults: the constructor did not do what it did when declaring.
    ///
    /// # Panics
    /// If there is no room for it.
    pub fn bind(&mut self, session: Session<'_>) -> Result<(), Vec<Fault>> {
        assert!(self.length < self.memory.capacity, "the store is full");
        let name = session.object();
        // SAFETY: there is memory for an object at this position, and none in it yet.
        let (constructed, declared) = unsafe { session.construct(self.kind, self.memory.at(self.length)) };
        if constructed && declared.faults.is_empty() {
            self.length += 1;
            self.names.push(name);
            return Ok(());
        }
        if constructed {
            // SAFETY: it was just constructed, and nobody will know it.
            unsafe { self.kind.destroy(name, self.memory.at(self.length)) };
        }
        Err(declared.faults)
    }

    /// The first time event (or stop) of the object at a position strictly after `time`,
    /// s, or why there is no answer; and what the object said.
    ///
    /// # Panics
    /// If there is no such object.
    ///
    /// # Safety
    /// `events` must come from an interface that the store's type declared; if the
    /// type is not re-entrant, no other calculation of the store may run at the same time.
    pub unsafe fn next_time_event(
        &self,
        events: NextTimeEvent,
        position: usize,
        time: f64,
    ) -> (Result<Option<f64>, Failure>, Vec<Message>) {
        assert!(position < self.length);
        let mut reporter = Reporter::new();
        let mut io = HostIo::new(&mut [], &mut [], &[], time);
        let raw = io.raw_mut();
        // SAFETY: it is there until it is closed.
        unsafe { Reporter::open(&raw mut reporter, raw) };
        let raw = &raw mut *raw;
        // SAFETY: as in `run`.
        let next = self
            .call(position, raw)
            .during(|| unsafe { (events.unwinding())(self.memory.at(position), raw, events.tag) });
        if self.is_loaded && arithmetic::restore() {
            blame(&mut reporter, 1, CHANGED_ARITHMETIC);
        }
        if next.is_nan() {
            reporter.fail(0, Failure::fatal("it announced a time that is not a number"));
        }
        let BatchReport { messages, stopped } = reporter.close(position..position + 1, 0);
        match stopped {
            Some(stopped) => (Err(stopped.failure), messages),
            None => (Ok((next < f64::INFINITY).then_some(next)), messages),
        }
    }
}

impl ObjectStore {
    #[inline]
    fn call(&self, position: usize, io: *const abi::Io) -> Call<'_> {
        Call { whom: Whom::One { kind: self.kind, name: self.name(position) }, io }
    }
}

impl Drop for ObjectStore {
    fn drop(&mut self) {
        for position in 0..self.length {
            // SAFETY: the object was constructed there, and is not used any more.
            unsafe { self.kind.destroy(self.name(position), self.memory.at(position)) };
        }
    }
}

/// Memory for objects of one layout.
#[derive(Debug)]
pub(crate) struct Memory {
    layout: Layout,
    capacity: usize,
    first: NonNull<u8>,
}

impl Memory {
    pub(crate) fn new(layout: Layout, capacity: usize) -> Self {
        let Ok(all) = Layout::from_size_align(layout.size().saturating_mul(capacity), layout.align()) else {
            panic!("{capacity} SimObjects of {} bytes fit into no memory", layout.size())
        };
        let first = if all.size() == 0 {
            NonNull::new(std::ptr::without_provenance_mut(layout.align()))
        } else {
            // SAFETY: the size is not 0.
            NonNull::new(unsafe { alloc::alloc(all) })
        };
        let Some(first) = first else { alloc::handle_alloc_error(all) };
        Self { layout, capacity, first }
    }

    /// Where the object at a position is, or will be.
    #[inline]
    pub(crate) fn at(&self, position: usize) -> *mut c_void {
        debug_assert!(position <= self.capacity);
        self.first.as_ptr().wrapping_add(position * self.layout.size()).cast()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let size = self.layout.size() * self.capacity;
        if size > 0 {
            // SAFETY: `new` allocated it with this size and alignment.
            unsafe {
                alloc::dealloc(self.first.as_ptr(), Layout::from_size_align_unchecked(size, self.layout.align()))
            };
        }
    }
}
