//! Rate-limited calls while a run advances.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Interval between two calls, about.
const INTERVAL: Duration = Duration::from_millis(50);

/// Most steps between two readings of the clock.
const MOST_STEPS: u32 = 64;

/// Calls a function about every 50 ms while a run advances: for signals of the user and for progress.
pub struct Pulse<F> {
    function: F,
    last: Instant,
    /// Steps until it reads the clock again, and their number in all.
    left: u32,
    stride: u32,
}

impl<F: FnMut(f64) -> ControlFlow<()>> Pulse<F> {
    /// A pulse of this function, which gets the simulated time, s, and may stop the run.
    pub fn new(function: F) -> Self {
        Self { function, last: Instant::now(), left: 1, stride: 1 }
    }

    /// Counts a step at this simulated time, s.
    #[inline]
    pub fn beat(&mut self, time: f64) -> ControlFlow<()> {
        self.left -= 1;
        if self.left > 0 { ControlFlow::Continue(()) } else { self.look(time) }
    }

    #[cold]
    fn look(&mut self, time: f64) -> ControlFlow<()> {
        let elapsed = self.last.elapsed();
        // Short steps are counted, not timed one by one. A part that becomes stiff later must not delay the next look.
        self.stride = if elapsed < INTERVAL / 4 { (self.stride * 2).min(MOST_STEPS) } else { 1 };
        self.left = self.stride;
        if elapsed < INTERVAL {
            return ControlFlow::Continue(());
        }
        let answer = (self.function)(time);
        self.last = Instant::now();
        answer
    }
}

impl<F> fmt::Debug for Pulse<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pulse").field("left", &self.left).field("stride", &self.stride).finish_non_exhaustive()
    }
}
