//! Crossings that come too fast.

use super::BRACKET;

/// How an indicator's last crossings follow on each other.
#[derive(Debug, Clone)]
pub(super) struct Crowd {
    last: f64,
    /// Where the window began, s, and how many came since.
    began: f64,
    count: u32,
}

impl Default for Crowd {
    fn default() -> Self {
        Self { last: f64::NEG_INFINITY, began: f64::NEG_INFINITY, count: 0 }
    }
}

impl Crowd {
    const MOST: u32 = 30;
    /// As a part of the run's span.
    const WINDOW: f64 = 1e-9;
    /// The least between two crossings, in brackets.
    const LEAST: f64 = 100.0;

    /// Adds a crossing.
    ///
    /// # Errors
    /// In words, if there are too many.
    pub(super) fn add(&mut self, time: f64, span: f64) -> Result<(), String> {
        let distance = time - self.last;
        let least = Self::LEAST * BRACKET * (time.abs().next_up() - time.abs());
        self.last = time;
        if distance < least {
            return Err(format!("crossed 0 again after {distance:.1e} s"));
        }
        if time - self.began > Self::WINDOW * span {
            (self.began, self.count) = (time, 0);
        }
        self.count += 1;
        if self.count >= Self::MOST {
            return Err(format!("crossed 0 {} times within {:.1e} s", self.count, time - self.began));
        }
        Ok(())
    }
}
