//! How fast a live run goes.

use std::time::{Duration, Instant};

/// Simulated seconds in a second on the wall.
#[derive(Debug)]
pub(super) struct Speed {
    /// When it was measured last, and the simulated time then, s.
    since: Instant,
    from: f64,
    factor: f64,
}

impl Speed {
    const WINDOW: Duration = Duration::from_millis(500);

    /// That of a run that stands at `time`, s.
    pub(super) fn new(time: f64) -> Self {
        Self { since: Instant::now(), from: time, factor: 0.0 }
    }

    /// The speed of a run that has come to `time`, s. Before the first window is
    /// over, that since its beginning.
    pub(super) fn at(&mut self, time: f64) -> f64 {
        let elapsed = self.since.elapsed();
        if elapsed >= Self::WINDOW {
            *self = Self { factor: (time - self.from) / elapsed.as_secs_f64(), ..Self::new(time) };
        } else if self.factor == 0.0 && elapsed > Self::WINDOW / 10 {
            return (time - self.from) / elapsed.as_secs_f64();
        }
        self.factor
    }
}
