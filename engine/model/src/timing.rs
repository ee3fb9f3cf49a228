//! Durations of calls, from a sample of them.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Of this many walks through a list of calls, one is timed call by call, and,
/// for evaluations, another one as a whole.
const EVERY: u64 = 32;

/// The number of durations kept for each call.
const KEPT: usize = 63;

/// The number of lists that ticks walk through.
const LISTS: usize = 3;

/// Where the time of a run goes: in evaluations, and in what runs at ticks.
#[derive(Debug)]
pub struct Timings {
    pub(crate) evaluations: Calls,
    /// Each list that ticks walk through, by its address; 0 for none yet.
    ticks: [(AtomicUsize, Calls); LISTS],
    /// The cost of the clock itself.
    clock: Duration,
}

/// How a walk is timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Timed {
    /// Call by call.
    Calls,
    /// As a whole.
    Whole,
}

/// Walks through a list of calls.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    count: AtomicU64,
    durations: Mutex<Durations>,
}

/// Whose a call is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The SimObjects of the store with this number.
    Store(usize),
    /// Nobody's: a pass that puts in-ports together.
    #[default]
    Wiring,
    /// A loop's, with all that runs in it.
    Loop,
}

/// Durations of a list's calls.
#[derive(Debug, Default)]
pub(crate) struct Durations {
    /// Walks timed call by call.
    pub(crate) walks: u64,
    /// Durations of whole walks.
    pub(crate) whole: Sample,
    /// Durations of each call, by its position, with its owner.
    pub(crate) calls: Vec<(Owner, Sample)>,
}

impl Timings {
    pub(crate) fn new() -> Self {
        let mut clock = Sample::default();
        (0..4 * KEPT).for_each(|_| clock.add(Instant::now().elapsed()));
        let clock = clock.middle();
        Self { evaluations: Calls::default(), ticks: std::array::from_fn(|_| Default::default()), clock }
    }

    /// Walks through the list at an address.
    pub(crate) fn of_ticks(&self, address: usize) -> Option<&Calls> {
        let is_its =
            |place: &AtomicUsize| match place.compare_exchange(0, address, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => true,
                Err(other) => other == address,
            };
        self.ticks.iter().find(|(place, _)| is_its(place)).map(|(_, calls)| calls)
    }

    /// All walks through lists at ticks.
    pub(crate) fn ticks(&self) -> impl Iterator<Item = &Calls> {
        self.ticks.iter().map(|(_, calls)| calls)
    }

    /// A duration without the cost of the clock, s.
    pub(crate) fn net(&self, duration: Duration) -> f64 {
        duration.saturating_sub(self.clock).as_secs_f64()
    }
}

impl Calls {
    /// Counts an evaluation; returns how to time it.
    pub(crate) fn evaluate(&self) -> Option<Timed> {
        match self.count.fetch_add(1, Ordering::Relaxed) % EVERY {
            0 => Some(Timed::Calls),
            half if half == EVERY / 2 => Some(Timed::Whole),
            _ => None,
        }
    }

    /// Counts a walk at a tick; returns whether to time its calls. The timed
    /// walks are irregular, because every so many ticks may do more.
    pub(crate) fn tick(&self) -> bool {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        scrambled(count).is_multiple_of(EVERY)
    }

    /// The number of walks.
    pub(crate) fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    pub(crate) fn durations(&self) -> MutexGuard<'_, Durations> {
        self.durations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Durations {
    /// Adds the duration of the call at a position, and its owner.
    pub(crate) fn add(&mut self, position: usize, whose: Owner, took: Duration) {
        if self.calls.len() <= position {
            self.calls.resize_with(position + 1, Default::default);
        }
        let (owner, sample) = &mut self.calls[position];
        *owner = whose;
        sample.add(took);
    }
}

/// Durations, of which some are kept, each with the same probability.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    seen: u64,
    kept: Vec<u64>,
}

impl Sample {
    pub(crate) fn add(&mut self, took: Duration) {
        let took = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        if self.kept.len() < KEPT {
            self.kept.push(took);
        } else if let Some(place) = self.kept.get_mut((scrambled(self.seen) % (self.seen + 1)) as usize) {
            *place = took;
        }
        self.seen += 1;
    }

    /// Their number.
    pub(crate) fn count(&self) -> u64 {
        self.seen
    }

    /// The mean of the middle half. Other load on the machine, which makes some
    /// of them a hundred times as long, does not show in it; a nanosecond does,
    /// though the clock's resolution is coarser.
    pub(crate) fn middle(&self) -> Duration {
        let mut sorted = self.kept.clone();
        sorted.sort_unstable();
        let quarter = sorted.len() / 4;
        let middle = &sorted[quarter..sorted.len() - quarter];
        let sum: u64 = middle.iter().sum();
        Duration::from_secs_f64(1e-9 * sum as f64 / middle.len().max(1) as f64)
    }
}

/// A number that looks random, but is the same each time (the last steps of
/// SplitMix64: Steele, Lea, Flood 2014).
fn scrambled(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_that_took_very_long_do_not_show() {
        let mut sample = Sample::default();
        for i in 0..10_000 {
            sample.add(Duration::from_nanos(if i % 10 == 3 { 1_000_000 } else { 8 + i % 2 }));
        }
        // Halves of them are 8 and 9 ns.
        let middle = sample.middle().as_nanos();
        assert!((8..=9).contains(&middle) && sample.count() == 10_000, "{middle}");
        assert_eq!(Sample::default().middle(), Duration::ZERO);
    }

    #[test]
    fn about_one_walk_in_so_many_is_timed_at_ticks_whatever_their_rhythm() {
        let calls = Calls::default();
        let timed: Vec<u64> = (0..64_000).filter(|_| calls.tick()).collect();
        for rhythm in [1, 2, 10, 32, 64] {
            let share = timed.iter().filter(|tick| tick.is_multiple_of(rhythm)).count() as f64 * rhythm as f64;
            assert!((share / 2000.0 - 1.0).abs() < 0.3, "{rhythm}: {share}");
        }
        assert_eq!(calls.count(), 64_000);
    }
}
