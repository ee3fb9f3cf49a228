//! Batches that are called one after the other, with one notebook.

use std::ffi::c_void;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::ptr;
use std::sync::Arc;

use simobject::{Failure, abi};

use crate::batch_report::{BatchReport, Reporter};
use crate::calling::{Batches, Innermost, no_way_out};
use crate::lent::Lent;
use crate::session::CHANGED_ARITHMETIC;
use crate::{HostIo, Kernel, ObjectStore, arithmetic};

/// A calculation over neighbours in a store, ready to be called.
#[derive(Debug, Clone, Copy)]
pub struct Prepared<'s> {
    kernel: Kernel,
    objects: *mut c_void,
    count: usize,
    first: usize,
    is_loaded: bool,
    store: &'s ObjectStore,
}

// SAFETY: the objects are the store's, which may be sent and shared.
unsafe impl Send for Prepared<'_> {}
// SAFETY: as above.
unsafe impl Sync for Prepared<'_> {}

impl<'s> Prepared<'s> {
    pub(crate) fn store(&self) -> &'s ObjectStore {
        self.store
    }

    /// The positions of the objects in their store.
    pub(crate) fn range(&self) -> Range<usize> {
        self.first..self.first + self.count
    }
}

/// A calculation that is ready to be called, and keeps its SimObjects.
#[derive(Debug)]
pub struct Kept {
    /// Refers to the store beside it, and is lent for no longer than that is there.
    prepared: Prepared<'static>,
    _store: Arc<ObjectStore>,
}

impl Kept {
    /// To be called.
    #[inline]
    pub fn prepared(&self) -> &Prepared<'_> {
        &self.prepared
    }
}

impl ObjectStore {
    /// Prepares a calculation for the objects of `range`, in order.
    ///
    /// # Panics
    /// If the range is not within the store.
    ///
    /// # Safety
    /// `kernel` must come from an interface that the store's type declared.
    #[inline]
    pub unsafe fn prepare(&self, kernel: Kernel, range: Range<usize>) -> Prepared<'_> {
        assert!(range.start <= range.end && range.end <= self.len());
        let (objects, is_loaded) = (self.memory().at(range.start), self.is_loaded());
        Prepared { kernel, objects, count: range.len(), first: range.start, is_loaded, store: self }
    }

    /// The same, with what keeps the objects.
    ///
    /// # Panics
    /// If the range is not within the store.
    ///
    /// # Safety
    /// As for [`prepare`](Self::prepare).
    pub unsafe fn keep(self: &Arc<Self>, kernel: Kernel, range: Range<usize>) -> Kept {
        let store = Arc::clone(self);
        // SAFETY: behind its `Arc`, which is kept beside what refers to it, the store stays where it is.
        let lasting: &'static Self = unsafe { &*Arc::as_ptr(&store) };
        // SAFETY: the caller's promise.
        Kept { prepared: unsafe { lasting.prepare(kernel, range) }, _store: store }
    }

    /// Runs a calculation for the objects of `range`, in order.
    ///
    /// # Errors
    /// What there is to tell; there may be messages and no failure.
    ///
    /// # Panics
    /// If the range is not within the store.
    ///
    /// # Safety
    /// As for [`prepare`](Self::prepare) and [`Caller::run`].
    pub unsafe fn run(&self, kernel: Kernel, range: Range<usize>, io: &mut HostIo<'_>) -> Result<(), Box<BatchReport>> {
        // SAFETY: the caller's promise.
        let prepared = unsafe { self.prepare(kernel, range) };
        // SAFETY: as above.
        io.calling(|caller| unsafe { caller.run(&prepared) })
    }
}

/// Calls batches one after the other, which all see the same numbers.
pub struct Caller<'c> {
    raw: *mut abi::Io,
    /// Where batches note what they have to tell: `raw` refers to it too.
    reporter: *mut Reporter,
    /// Notes which of them runs.
    batches: Batches<'c>,
    io: PhantomData<&'c mut HostIo<'c>>,
}

impl fmt::Debug for Caller<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller").finish_non_exhaustive()
    }
}

impl HostIo<'_> {
    /// Lets `walk` call batches. What has to be done for each of many calls
    /// alike is done once.
    #[inline]
    pub fn calling<R>(&mut self, walk: impl FnOnce(&mut Caller<'_>) -> R) -> R {
        let raw = ptr::from_mut(self.raw_mut());
        // SAFETY: it points to these numbers, which are lent to this.
        let noted = unsafe { Innermost::note_batches(raw) };
        let mut reporter = Reporter::new();
        let mut caller = Caller { raw, reporter: &raw mut reporter, batches: noted.batches(), io: PhantomData };
        caller.open();
        walk(&mut caller)
    }
}

impl Caller<'_> {
    /// Lets batches write into the notebook: until a library that was loaded has
    /// had the `Io` in its hands.
    #[inline]
    fn open(&mut self) {
        // SAFETY: the numbers and the notebook are lent to this caller alone.
        unsafe { Reporter::open(self.reporter, &mut *self.raw) };
    }

    /// Calls a batch.
    ///
    /// # Errors
    /// What there is to tell; there may be messages and no failure.
    ///
    /// # Safety
    /// If the store's type is not re-entrant, no other calculation of the store
    /// may run at the same time.
    #[inline(always)]
    pub unsafe fn run(&mut self, batch: &Prepared<'_>) -> Result<(), Box<BatchReport>> {
        // SAFETY: they are lent to this caller alone.
        let raw = unsafe { &mut *self.raw };
        // Nobody has said yet which of them calculates.
        raw.object = usize::MAX;
        let lent = batch.is_loaded.then(|| Lent::of(raw));
        self.batches.begin(batch);
        // SAFETY: the range was checked against the store, which `batch` keeps
        // alive and unchanged; the kernel is one for its type.
        let done = no_way_out(|| unsafe {
            (batch.kernel.unwinding())(batch.objects, batch.count, self.raw, batch.kernel.tag())
        });
        self.batches.end();
        if let Some(lent) = lent {
            // SAFETY: as above; the call is over.
            unsafe { leave_as_it_was(&mut *self.raw, lent, &mut *self.reporter, batch.count) };
            self.open();
        }
        // SAFETY: as above.
        let is_empty = unsafe { (*self.reporter).is_empty() };
        if done == batch.count && is_empty { Ok(()) } else { self.told(batch, done) }
    }

    /// What the batches see.
    #[inline]
    pub fn io(&mut self) -> &mut HostIo<'_> {
        // SAFETY: a `HostIo` is nothing else, and is lent to this caller alone, which is borrowed.
        unsafe { &mut *self.raw.cast() }
    }

    #[cold]
    fn told(&mut self, batch: &Prepared<'_>, done: usize) -> Result<(), Box<BatchReport>> {
        // SAFETY: the notebook is lent to this caller alone, and no batch is being called.
        let mut reporter = std::mem::replace(unsafe { &mut *self.reporter }, Reporter::new());
        self.open();
        let count = batch.count;
        if done != count {
            let (object, why) = if done < count {
                (done, "stopped without saying why".to_owned())
            } else {
                (0, format!("returned {done} for {count} SimObjects: a mistake in the library"))
            };
            reporter.fail(object, Failure::fatal(why));
        }
        Err(Box::new(reporter.close(batch.range(), done)))
    }
}

/// Looks whether a library left what it was lent as it was: what it changed is
/// changed back, and a failure.
#[inline]
fn leave_as_it_was(raw: &mut abi::Io, lent: Lent, reporter: &mut Reporter, count: usize) {
    if lent.restore(raw) {
        blame(reporter, count, "changed what it was given to look at the run");
    }
    if arithmetic::restore() {
        blame(reporter, count, CHANGED_ARITHMETIC);
    }
}

#[cold]
pub(crate) fn blame(reporter: &mut Reporter, count: usize, what: &str) {
    let who = if count == 1 { String::new() } else { format!("it, or one of the {} after it, ", count - 1) };
    reporter.fail(0, Failure::fatal(format!("{who}{what}: a mistake in the library")));
}
