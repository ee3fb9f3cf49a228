//! How long the stages of loading take.

use std::fmt;
use std::time::Instant;

use tracing::info;

/// Tells each stage with its wall-clock time, to whoever subscribed.
#[derive(Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    /// Ends a stage, and begins the next one.
    pub(crate) fn stage(&mut self, what: impl fmt::Display) {
        let now = Instant::now();
        info!("{what} in {:.1?}", now - self.0);
        self.0 = now;
    }
}
