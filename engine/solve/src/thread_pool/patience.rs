//! When a worker that was no help is called again.

use std::time::{Duration, Instant};

/// A worker that was no help is left alone for this long at first, then for
/// twice as long each time. A call costs some microseconds.
const SHORTEST: Duration = Duration::from_millis(1);
const LONGEST: Duration = Duration::from_secs(1);

/// What the leader remembers of a worker.
#[derive(Debug, Clone, Default)]
pub(super) struct Patience {
    /// How often it had helped when it was called last.
    helped: Option<u32>,
    pause: Duration,
    not_before: Option<Instant>,
}

impl Patience {
    /// Whether to call it, who sleeps and has helped so often.
    pub(super) fn is_worth_a_call(&mut self, now: Instant, helped: u32) -> bool {
        match self.helped.take() {
            Some(then) if then == helped => {
                self.pause = (2 * self.pause).clamp(SHORTEST, LONGEST);
                self.not_before = Some(now + self.pause);
            }
            Some(_) => (self.pause, self.not_before) = (Duration::ZERO, None),
            None => {}
        }
        if self.not_before.is_some_and(|then| now < then) {
            return false;
        }
        self.helped = Some(helped);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_no_help_is_called_less_and_less_often() {
        let mut patience = Patience::default();
        let began = Instant::now();
        let calls = |patience: &mut Patience, from_ms: u64, to_ms: u64, helped: u32| {
            let is_call = |ms: &u64| patience.is_worth_a_call(began + Duration::from_millis(*ms), helped);
            (from_ms..to_ms).filter(is_call).collect::<Vec<_>>()
        };
        // It is found to be no help a millisecond after each call.
        assert_eq!(calls(&mut patience, 0, 20, 7), [0, 2, 5, 10, 19]);
        let seconds = calls(&mut patience, 20, 100_000, 7);
        assert!((100..110).contains(&seconds.len()), "about once a second: {}", seconds.len());
        // The one of the last calls that it came for makes all well again.
        let called = calls(&mut patience, 100_000, 102_000, 7)[0];
        let mut patience = Patience { helped: Some(7), ..patience };
        assert_eq!(calls(&mut patience, called, called + 6, 8), [called, called + 2, called + 5]);
    }
}
