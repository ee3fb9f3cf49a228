//! What a worker does, and what the leader knows of it.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::thread;

use super::phases::{Padded, Phases};
use super::waiting::Waiting;

/// What leader and workers share.
pub(super) struct Shared {
    pub(super) phases: Phases,
    pub(super) workers: Box<[Padded<Place>]>,
    /// How many workers are awake.
    awake: Padded<AtomicUsize>,
    pub(super) is_over: AtomicBool,
}

/// A worker, as the leader sees it.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// The leader sets it, the worker takes it back.
    pub(super) is_awake: AtomicBool,
    /// How often it took parts; it begins anew at its end.
    helped: AtomicU32,
}

impl Place {
    pub(super) fn helped(&self) -> u32 {
        self.helped.load(Ordering::Relaxed)
    }
}

impl Shared {
    pub(super) fn new(workers: usize) -> Self {
        Self {
            phases: Phases::new(),
            workers: (0..workers).map(|_| Padded::default()).collect(),
            awake: Padded::default(),
            is_over: AtomicBool::new(false),
        }
    }

    pub(super) fn awake(&self) -> usize {
        self.awake.0.load(Ordering::Relaxed)
    }

    /// Marks a worker that sleeps as awake; it is to be unparked then.
    pub(super) fn wake(&self, place: &Place) {
        self.awake.0.fetch_add(1, Ordering::Relaxed);
        place.is_awake.store(true, Ordering::Release);
    }
}

/// Helps with phase after phase; sleeps where there are none for a while, and
/// before it is called for the first time.
pub(super) fn run_worker(shared: &Shared, me: usize) {
    let place = &shared.workers[me].0;
    loop {
        while !place.is_awake.load(Ordering::Acquire) {
            if shared.is_over.load(Ordering::Acquire) {
                return;
            }
            thread::park();
        }
        let (mut waiting, mut is_late) = (Waiting::default(), true);
        while waiting.goes_on() {
            if shared.phases.help(shared.awake() + 1, is_late) {
                place.helped.store(place.helped().wrapping_add(1), Ordering::Relaxed);
                waiting = Waiting::default();
            } else {
                is_late = false;
            }
        }
        shared.awake.0.fetch_sub(1, Ordering::Relaxed);
        place.is_awake.store(false, Ordering::Release);
    }
}
