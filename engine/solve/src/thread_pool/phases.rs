//! What leader and workers do in a phase. All that is unsafe about threads
//! stands here.

use std::any::Any;
use std::cell::UnsafeCell;
use std::mem;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;

use super::claims::{Claims, MOST_PARTS};
use super::waiting::Waiting;

/// What is done for a range of parts.
pub(super) type Work<'w> = dyn Fn(Range<usize>) + Sync + 'w;

/// One after the other, phases whose parts are done by several threads.
#[derive(Debug)]
pub(super) struct Phases {
    open: Padded<Open>,
    /// How many parts workers did, in all phases; it begins anew at its end.
    finished: Padded<AtomicUsize>,
    /// How many parts workers will have finished when the phase is over. The
    /// leader holds the lock.
    due: Padded<Mutex<usize>>,
    /// What the first panic of a worker carried.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    has_panicked: AtomicBool,
    /// Whether the leader fell asleep over parts that are not finished.
    is_leader_asleep: AtomicBool,
    bed: Mutex<()>,
    bell: Condvar,
}

/// The phase that is open. All on one cache line: who takes parts has fetched it.
#[derive(Debug)]
struct Open {
    claims: Claims,
    /// The leader changes it before it opens a phase; a worker looks at it from
    /// when it took parts until they are finished.
    work: UnsafeCell<*const Work<'static>>,
}

/// On cache lines of its own (two, since they are fetched in pairs): what one
/// thread writes beside something that others look at, it writes slowly.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Padded<T>(pub(super) T);

// SAFETY: `work` is all that is not `Sync` by itself. It is written under the
// lock of `due`, when all parts that were ever taken are finished, and read by
// threads that took parts which are not: never at once. What it points to is
// `Sync`.
unsafe impl Sync for Phases {}
// SAFETY: as above; nothing belongs to a thread.
unsafe impl Send for Phases {}

impl Phases {
    pub(super) fn new() -> Self {
        let nothing: *const Work<'static> = ptr::from_ref(&|_: Range<usize>| ());
        Self {
            open: Padded(Open { claims: Claims::default(), work: UnsafeCell::new(nothing) }),
            finished: Padded::default(),
            due: Padded::default(),
            panic: Mutex::new(None),
            has_panicked: AtomicBool::new(false),
            is_leader_asleep: AtomicBool::new(false),
            bed: Mutex::new(()),
            bell: Condvar::new(),
        }
    }

    /// Does `work` for all parts, by this thread and workers that come, and
    /// returns when all are done. Whoever is here while another leads, and who
    /// is in a part already, does all of it alone.
    ///
    /// # Panics
    /// If `work` does, on any thread; all threads are done with it then.
    pub(super) fn run(&self, parts: usize, threads: usize, work: &Work<'_>) {
        debug_assert!((1..=MOST_PARTS).contains(&parts));
        let due = match self.due.0.try_lock() {
            Ok(due) => due,
            // A part of an earlier phase panicked, when that phase was over.
            Err(TryLockError::Poisoned(due)) => due.into_inner(),
            Err(TryLockError::WouldBlock) => return work(0..parts),
        };
        let lent: *const Work<'_> = work;
        // SAFETY: only the lifetime is another one. `Phase` waits until all
        // parts are finished, however this function is left, and nobody looks
        // at it after that.
        let lent: *const Work<'static> = unsafe { mem::transmute(lent) };
        // SAFETY: this thread leads, and no part is taken and unfinished.
        unsafe { *self.open.0.work.get() = lent };
        let mine = (parts / threads).max(1);
        let mut phase = Phase { phases: self, due, by_followers: parts - mine };
        self.open.0.claims.open(mine..parts);
        work(0..mine);
        while let Some(parts) = self.open.0.claims.take_first(threads) {
            phase.by_followers -= parts.len();
            work(parts);
        }
        drop(phase);
        if self.has_panicked.load(Ordering::Relaxed)
            && let Some(payload) = self.forget_panic()
        {
            resume_unwind(payload);
        }
    }

    /// Takes some of the parts that are left, as one of so many threads, and
    /// does them; whether there were any. Who was not here when the phase was
    /// opened is late.
    pub(super) fn help(&self, threads: usize, is_late: bool) -> bool {
        let Some(parts) = self.open.0.claims.take_last(threads, is_late) else { return false };
        let count = parts.len();
        // SAFETY: the parts were taken of the phase that is open, whose work was
        // written before (`Claims`), and they are not finished: the leader
        // neither changes this nor lets go of what it points to.
        let outcome = catch_unwind(AssertUnwindSafe(|| unsafe { (**self.open.0.work.get())(parts) }));
        if let Err(payload) = outcome {
            self.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(payload);
            self.has_panicked.store(true, Ordering::Relaxed);
        }
        // From here on the phase may be over. The leader looks at this number
        // after it said that it sleeps, and this looks whether it does after the
        // number changed: one of both sees the other.
        self.finished.0.fetch_add(count, Ordering::SeqCst);
        if self.is_leader_asleep.load(Ordering::SeqCst) {
            drop(self.bed.lock());
            self.bell.notify_one();
        }
        true
    }

    /// Waits until workers have finished so many parts.
    fn wait(&self, due: usize) {
        let mut waiting = Waiting::default();
        while self.finished.0.load(Ordering::Acquire) != due {
            if !waiting.goes_on() {
                return self.sleep(due);
            }
        }
    }

    #[cold]
    fn sleep(&self, due: usize) {
        let mut bed = self.bed.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_leader_asleep.store(true, Ordering::SeqCst);
        while self.finished.0.load(Ordering::SeqCst) != due {
            bed = self.bell.wait(bed).unwrap_or_else(PoisonError::into_inner);
        }
        self.is_leader_asleep.store(false, Ordering::Relaxed);
    }

    #[cold]
    fn forget_panic(&self) -> Option<Box<dyn Any + Send>> {
        self.has_panicked.store(false, Ordering::Relaxed);
        self.panic.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A phase that is open; dropped when all its parts are finished.
struct Phase<'p> {
    phases: &'p Phases,
    due: MutexGuard<'p, usize>,
    /// How many parts the leader did not take.
    by_followers: usize,
}

impl Drop for Phase<'_> {
    fn drop(&mut self) {
        // Nothing is left, unless this thread panics.
        self.by_followers -= self.phases.open.0.claims.take_rest().len();
        *self.due = self.due.wrapping_add(self.by_followers);
        self.phases.wait(*self.due);
        if thread::panicking() {
            // One is enough.
            drop(self.phases.forget_panic());
        }
    }
}
