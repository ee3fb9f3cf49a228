//! Events that follow each other without end, as Zeno's: a ball that bounces
//! infinitely often in a finite time.

use super::BRACKET;
use bowline_solve::integration::unit_in_the_last_place;

/// Detector of crossings that follow each other without end, for one indicator.
#[derive(Debug, Clone)]
pub(super) struct ZenoDetector {
    /// The last two crossings, s.
    last: f64,
    before_last: f64,
    /// The start of the window, s, and the number of crossings since.
    began: f64,
    count: u32,
}

impl Default for ZenoDetector {
    fn default() -> Self {
        let never = f64::NEG_INFINITY;
        Self { last: never, before_last: never, began: never, count: 0 }
    }
}

impl ZenoDetector {
    const MOST: u32 = 30;
    /// Length of the window, as a part of the run's span.
    const WINDOW: f64 = 1e-9;
    /// Least distance of any three crossings, in brackets. Two may be
    /// closer if others cross at the same time.
    const LEAST: f64 = 100.0;

    /// Adds a crossing.
    ///
    /// # Errors
    /// A description, if there are too many.
    pub(super) fn add(&mut self, time: f64, span: f64) -> Result<(), String> {
        let distance = time - self.before_last;
        let least = Self::LEAST * BRACKET * unit_in_the_last_place(time);
        (self.before_last, self.last) = (self.last, time);
        if distance < least {
            return Err(format!("crossed 0 three times within {distance:.1e} s"));
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
