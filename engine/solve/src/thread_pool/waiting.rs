//! How long a thread waits actively.

use std::hint::spin_loop;
use std::time::{Duration, Instant};

/// A thread that waits actively gives its processor away after this long. To
/// fall asleep and to be woken takes about as long.
const BOUND: Duration = Duration::from_micros(50);

/// The clock is looked at once in so many rounds.
const ROUNDS: u32 = 64;

/// Active waiting, for a bounded time.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    rounds: u32,
    began: Option<Instant>,
}

impl Waiting {
    /// Waits for a moment; `false` if it took too long in all.
    #[inline]
    pub(super) fn goes_on(&mut self) -> bool {
        self.rounds += 1;
        spin_loop();
        !self.rounds.is_multiple_of(ROUNDS) || self.is_within()
    }

    #[cold]
    fn is_within(&mut self) -> bool {
        self.began.get_or_insert_with(Instant::now).elapsed() < BOUND
    }
}
