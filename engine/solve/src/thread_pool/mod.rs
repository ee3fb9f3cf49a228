//! The threads of a run: a leader, which is the run's own thread, and workers,
//! which belong to the run.
//!
//! What a run does is a row of phases, each with parts that are independent of
//! each other: parts of a level of SimObjects, or of a sum over the states.
//!
//! ```text
//! leader                                   worker
//! opens a phase                            waits actively for a phase, 50 us;
//! takes parts from the front, does them    then it sleeps until it is called
//! until none is left                       takes parts from the back, does them
//! waits for parts that were taken
//! and are not finished
//! ```
//!
//! The leader never waits for a part that nobody took. So a worker that sleeps,
//! or that gets no processor, costs nothing but its help. A parallel region is
//! a step, an evaluation by itself, or a row of results. Workers that sleep are
//! called where a region begins, and its time decides whether they go on being
//! called.

mod claims;
mod disjoint;
mod patience;
mod phases;
#[cfg(test)]
mod tests;
mod trial;
mod waiting;
mod worker;

use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use tracing::dispatcher;
use tracing::subscriber::NoSubscriber;

use claims::MOST_PARTS;
use disjoint::Disjoint;
use patience::Patience;
use phases::Padded;
use trial::Trial;
use worker::{Shared, run_worker};

/// The threads of a run; they end when it is dropped.
pub struct ThreadPool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
    /// With each worker that may be called.
    patience: Mutex<Vec<Patience>>,
    /// One for each kind of [`Region`]; whoever has the lock runs one.
    trials: Mutex<[Trial; 3]>,
    is_alone: AtomicBool,
    /// How many there were; it begins anew at its end.
    phases: AtomicU64,
}

/// What threads do together.
#[derive(Debug, Clone, Copy)]
pub enum Region {
    /// A step, with evaluations and all between them.
    Step,
    /// An evaluation that is no part of such a step.
    Evaluation,
    /// The text of a row of results.
    Row,
}

/// Number of processors that this process may use; none, if the system does not say. The system is asked once: the answer
/// takes longer than to load a small model.
pub fn processors() -> Option<usize> {
    static KNOWN: OnceLock<Option<usize>> = OnceLock::new();
    *KNOWN.get_or_init(|| thread::available_parallelism().ok().map(usize::from))
}

impl ThreadPool {
    /// So many threads in all, this one included. Only so many are ever called
    /// as there are processors for.
    ///
    /// # Errors
    /// The system has no more threads.
    pub fn new(threads: usize) -> io::Result<Self> {
        Self::of(threads - 1, threads.min(processors().unwrap_or(threads)) - 1)
    }

    /// With so many workers, of which so many are called.
    fn of(workers: usize, called: usize) -> io::Result<Self> {
        let shared = Arc::new(Shared::new(workers));
        let patience = Mutex::new(vec![Patience::default(); called]);
        let followers_of = Vec::with_capacity(workers);
        let (trials, is_alone, phases) = (Mutex::default(), AtomicBool::new(false), AtomicU64::new(0));
        let mut pool = Self { shared, workers: followers_of, patience, trials, is_alone, phases };
        for me in 0..workers {
            let shared = Arc::clone(&pool.shared);
            let worker = thread::Builder::new().name(format!("bowline-{}", me + 1));
            // What is said on it goes where its maker listens.
            let messages = dispatcher::get_default(Clone::clone);
            pool.workers.push(worker.spawn(move || {
                let is_heard = !messages.is::<NoSubscriber>();
                let _listening = is_heard.then(|| dispatcher::set_default(&messages));
                run_worker(&shared, me);
            })?);
        }
        Ok(pool)
    }

    /// How many threads there are, the leader included.
    pub fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Calls `work`, which has much to do for all threads: together, unless alone
    /// is faster. A region within a region is part of it.
    pub fn region<R>(&self, region: Region, work: impl FnOnce() -> R) -> R {
        let Ok(mut trials) = self.trials.try_lock() else { return work() };
        let trial = &mut trials[region as usize];
        self.is_alone.store(!trial.is_together(), Ordering::Relaxed);
        let (began, before) = (Instant::now(), self.phases.load(Ordering::Relaxed));
        if trial.is_together() {
            self.call(began);
        }
        let result = work();
        let phases = self.phases.load(Ordering::Relaxed).wrapping_sub(before);
        trial.ended(began.elapsed(), phases);
        result
    }

    /// Wakes the workers that sleep, but for those that were no help when they
    /// were called before.
    fn call(&self, now: Instant) {
        if self.shared.awake() == self.workers.len() {
            return;
        }
        let Ok(mut patience) = self.patience.try_lock() else { return };
        for ((worker, patience), place) in self.workers.iter().zip(&mut *patience).zip(&self.shared.workers) {
            let place = &place.0;
            if !place.is_awake.load(Ordering::Acquire) && patience.is_worth_a_call(now, place.helped()) {
                self.shared.wake(place);
                worker.thread().unpark();
            }
        }
    }

    /// How many workers may come.
    fn helpers(&self) -> usize {
        if self.is_alone.load(Ordering::Relaxed) { 0 } else { self.shared.awake() }
    }

    /// Does `work` for all parts, in ranges, by whoever comes first.
    ///
    /// # Panics
    /// If `work` does, when all threads are done with it.
    pub fn run(&self, parts: usize, work: impl Fn(Range<usize>) + Sync) {
        let helpers = self.helpers();
        self.phases.store(self.phases.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
        if helpers == 0 || parts < 2 {
            return work(0..parts);
        }
        let each = parts.div_ceil(MOST_PARTS);
        // What it captured would else lie on the leader's stack, beside what the
        // leader writes all the time.
        let several = Padded(move |range: Range<usize>| work(range.start * each..(range.end * each).min(parts)));
        self.shared.phases.run(parts.div_ceil(each), helpers + 1, &several.0);
    }

    /// Does `work` for all of `out`, in pieces that begin at multiples of `each`:
    /// it is told where a piece begins.
    ///
    /// # Panics
    /// As [`run`](Self::run).
    pub fn fill<T: Send>(&self, out: &mut [T], each: usize, work: impl Fn(usize, &mut [T]) + Sync) {
        let len = out.len();
        if len <= each {
            return work(0, out);
        }
        let out = Disjoint::new(out);
        self.run(len.div_ceil(each), move |parts| {
            let range = parts.start * each..(parts.end * each).min(len);
            // SAFETY: each part is done once, so that no two ranges overlap.
            work(range.start, unsafe { out.range(range.clone()) });
        });
    }
}

/// For tests of what several threads do.
impl ThreadPool {
    /// With two workers that are called, however many processors there are.
    ///
    /// # Errors
    /// The system has no more threads.
    pub fn of_three() -> io::Result<Self> {
        Self::of(2, 2)
    }

    /// How often workers took parts.
    pub fn times_helped(&self) -> u32 {
        self.shared.workers.iter().map(|place| place.0.helped()).sum()
    }
}

impl fmt::Debug for ThreadPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadPool").field("threads", &self.threads()).field("awake", &self.shared.awake()).finish()
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Release);
        for worker in &self.workers {
            worker.thread().unpark();
        }
        for worker in self.workers.drain(..) {
            // A worker's panics were the leader's.
            drop(worker.join());
        }
    }
}
