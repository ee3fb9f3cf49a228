//! Simulated time and cancellation of a session, for other threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Simulated time of a session, and a request to cancel it, for any thread.
#[derive(Debug, Default)]
pub struct Monitor {
    is_cancelled: AtomicBool,
    /// Simulated time, s, as bits.
    time: AtomicU64,
}

impl Monitor {
    /// Simulated time, s: where the session is, or where its present step starts.
    pub fn time(&self) -> f64 {
        f64::from_bits(self.time.load(Ordering::Relaxed))
    }

    /// Publishes the simulated time, s.
    pub fn publish(&self, time: f64) {
        self.time.store(time.to_bits(), Ordering::Relaxed);
    }

    /// Cancels the call that advances the session, between two steps. Without such a call, or if it reaches its goal before,
    /// cancels the next one.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Clears a request to cancel, and returns whether there was one.
    pub(super) fn take_request(&self) -> bool {
        self.is_cancelled.swap(false, Ordering::Relaxed)
    }

    /// Publishes the time before each step, and stops the run if another thread cancelled it.
    pub(super) fn observe(&self, time: f64) -> ControlFlow<()> {
        self.publish(time);
        if self.is_cancelled.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
