//! Whether several threads are faster than one: tried again and again.

use std::time::Duration;

/// Each trial of the slower way lasts this long, and one region at least.
const TRY: Duration = Duration::from_millis(1);

/// The faster way is gone for so many times as long before the other one is
/// tried; for four times as long each time that it stays the faster one.
const FEWEST: u32 = 4;
const MOST: u32 = 512;

/// Two ways to run a region, together and alone, and which of them is the faster one. A
/// processor that others use, or that is not there, makes threads slower than
/// one in more ways than a run could know of, so their time is taken.
#[derive(Debug)]
pub(super) struct Trial {
    is_together: bool,
    /// Whether this way is only tried.
    is_tried: bool,
    /// What a phase took when the faster way was gone last, s.
    faster: f64,
    /// How long the faster way is gone, in tries.
    tries: u32,
    regions: u32,
    spent: Duration,
    phases: u64,
}

impl Default for Trial {
    fn default() -> Self {
        let (regions, spent, phases) = (0, Duration::ZERO, 0);
        Self { is_together: true, is_tried: false, faster: 0.0, tries: FEWEST, regions, spent, phases }
    }
}

impl Trial {
    /// Whether the next region runs on all threads.
    pub(super) fn is_together(&self) -> bool {
        self.is_together
    }

    /// A region of so many phases is over.
    pub(super) fn ended(&mut self, spent: Duration, phases: u64) {
        self.regions += 1;
        self.spent += spent;
        self.phases += phases;
        let tries = if self.is_tried { 1 } else { self.tries };
        if self.spent < tries * TRY || self.regions < tries {
            return;
        }
        let each = self.spent.as_secs_f64() / self.phases.max(1) as f64;
        (self.regions, self.spent, self.phases) = (0, Duration::ZERO, 0);
        if !self.is_tried {
            (self.faster, self.is_tried, self.is_together) = (each, true, !self.is_together);
            return;
        }
        self.is_tried = false;
        if each < self.faster {
            self.tries = FEWEST;
        } else {
            self.tries = (4 * self.tries).min(MOST);
            self.is_together = !self.is_together;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regions of ten phases, each of so many microseconds; the share of the time
    /// that is spent together.
    fn share_together(trial: &mut Trial, together: u64, alone: u64, seconds: u64) -> f64 {
        let (mut both, mut spent_together) = (0, 0);
        while both < 1_000_000 * seconds {
            let is_together = trial.is_together();
            let region = 10 * if is_together { together } else { alone };
            trial.ended(Duration::from_micros(region), 10);
            both += region;
            spent_together += if is_together { region } else { 0 };
        }
        spent_together as f64 / both as f64
    }

    #[test]
    fn the_faster_way_is_gone_nearly_always() {
        let mut trial = Trial::default();
        assert!(trial.is_together(), "at first");
        let share = share_together(&mut trial, 55, 100, 10);
        assert!((0.98..1.0).contains(&share), "{share}");
        // Others came: it is seen within two seconds, and left alone then.
        share_together(&mut trial, 120, 100, 2);
        let share = share_together(&mut trial, 120, 100, 10);
        assert!((0.001..0.02).contains(&share), "{share}");
        // And they went.
        share_together(&mut trial, 55, 100, 2);
        let share = share_together(&mut trial, 55, 100, 10);
        assert!((0.98..1.0).contains(&share), "{share}");
    }

    #[test]
    fn short_runs_lose_little_by_trying() {
        let share = share_together(&mut Trial::default(), 100, 50, 1);
        assert!(share < 0.1, "{share}");
        // Steps of half a second.
        let share = share_together(&mut Trial::default(), 50_000, 100_000, 100);
        assert!(share > 0.8, "{share}");
    }
}
