//! The times at which moments of a run are kept.

use bowline_solve::integration::OutputTimes;

/// Moments in a second where nothing else is asked for.
const USUAL_RATE: f64 = 30.0;
/// A short run has so many, and a long one no more than that.
const USUAL_COUNT: (f64, f64) = (300.0, 10_000.0);
/// More than this would fill a disk by a slip of the finger.
const MOST: f64 = 1_000_000.0;

/// The times at which moments of a run are kept: evenly, from its start on, and
/// its end.
#[derive(Debug, Clone)]
pub struct MomentTimes {
    start: f64,
    end: f64,
    /// Moments a second.
    rate: f64,
    taken: u32,
    is_over: bool,
}

impl MomentTimes {
    /// Enough to see a run of these times: 30 a second, but at least 300 and at
    /// most 10 000 in all.
    pub fn usual(times: &OutputTimes) -> Self {
        let duration = times.end() - times.start();
        let (least, most) = USUAL_COUNT;
        Self::of(times, USUAL_RATE.max(least / duration).min(most / duration))
    }

    /// So many a second.
    ///
    /// # Errors
    /// There are more than a million in all; in words.
    pub fn with_rate(times: &OutputTimes, rate: f64) -> Result<Self, String> {
        let count = rate * (times.end() - times.start());
        if count > MOST {
            return Err(format!(
                "{rate} moments a second are {count} in all: give fewer, so that there are at most {MOST}"
            ));
        }
        Ok(Self::of(times, rate))
    }

    fn of(times: &OutputTimes, rate: f64) -> Self {
        Self { start: times.start(), end: times.end(), rate, taken: 0, is_over: false }
    }
}

impl Iterator for MomentTimes {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        if self.is_over {
            return None;
        }
        // Each from the start, so that they do not drift.
        let time = self.start + f64::from(self.taken) / self.rate;
        self.taken += 1;
        let is_before_end = time < self.end;
        self.is_over = !is_before_end;
        Some(if is_before_end { time } else { self.end })
    }
}
