//! Which parts of a phase are left.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most parts of a phase.
pub(super) const MOST_PARTS: usize = u16::MAX as usize;

/// The parts of a phase that nobody took yet, in one word: the number of the
/// phase, the first part that is left, and the end of those that are. The leader
/// takes from the front and workers from the back, each most of what is its own
/// at once, so that it finds in its cache what it wrote in the phase before: to
/// read what another one wrote costs more than to calculate it. The rest, and what
/// those who come late have left, is taken little by little.
///
/// A part is taken by exchanging the whole word. So a worker that looked long
/// ago takes nothing of a phase that is over: its word is another one now.
#[derive(Debug, Default)]
pub(super) struct Claims(AtomicU64);

/// What the word says.
#[derive(Debug, Clone, Copy)]
struct Left {
    phase: u32,
    first: u16,
    end: u16,
}

impl Left {
    fn of(word: u64) -> Self {
        Self { phase: (word >> 32) as u32, first: (word >> 16) as u16, end: word as u16 }
    }

    fn word(self) -> u64 {
        u64::from(self.phase) << 32 | u64::from(self.first) << 16 | u64::from(self.end)
    }

    /// An equal part for each of so many; at least one.
    fn share(self, among: usize) -> u16 {
        let left = self.end - self.first;
        (usize::from(left) / among.max(1)).max(1) as u16
    }

    fn is_empty(self) -> bool {
        self.first == self.end
    }
}

impl Claims {
    /// Opens the next phase, with these parts left. What was written before is
    /// seen by all who take of them. Only the leader opens, and only when all
    /// parts of the phase before were taken.
    pub(super) fn open(&self, left: Range<usize>) {
        debug_assert!(left.start <= left.end && left.end <= MOST_PARTS);
        let phase = Left::of(self.0.load(Ordering::Relaxed)).phase.wrapping_add(1);
        let left = Left { phase, first: left.start as u16, end: left.end as u16 };
        self.0.store(left.word(), Ordering::Release);
    }

    /// Takes the next parts, for the leader of so many threads that has done its
    /// own: the fewer are left, the fewer, so that all are done at the same time.
    pub(super) fn take_first(&self, threads: usize) -> Option<Range<usize>> {
        let take = |left: Left| {
            let first = left.first + left.share(threads);
            (Left { first, ..left }, left.first..first)
        };
        // It wrote what the phase is about itself.
        self.take(take, Ordering::Relaxed)
    }

    /// Takes the last parts, for a worker among so many threads: three quarters
    /// of those that are its own, unless it is late and the leader may be about to
    /// take some.
    pub(super) fn take_last(&self, threads: usize, is_late: bool) -> Option<Range<usize>> {
        let take = |left: Left| {
            let own = left.share(if is_late { threads } else { threads - 1 });
            let end = left.end - if is_late { own } else { own - own / 4 };
            (Left { end, ..left }, end..left.end)
        };
        self.take(take, Ordering::Acquire)
    }

    /// Takes all that is left.
    pub(super) fn take_rest(&self) -> Range<usize> {
        let take = |left: Left| (Left { first: left.end, ..left }, left.first..left.end);
        self.take(take, Ordering::Relaxed).unwrap_or(0..0)
    }

    fn take(&self, take: impl Fn(Left) -> (Left, Range<u16>), success: Ordering) -> Option<Range<usize>> {
        let mut word = self.0.load(Ordering::Relaxed);
        loop {
            let left = Left::of(word);
            if left.is_empty() {
                return None;
            }
            let (rest, taken) = take(left);
            match self.0.compare_exchange_weak(word, rest.word(), success, Ordering::Relaxed) {
                Ok(_) => return Some(taken.start.into()..taken.end.into()),
                Err(now) => word = now,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_taken_once_from_both_ends() {
        let claims = Claims::default();
        assert_eq!(claims.take_last(2, true), None, "no phase is open");
        claims.open(8..16);
        assert_eq!(claims.take_last(2, true), Some(12..16));
        assert_eq!(claims.take_first(2), Some(8..10));
        assert_eq!(claims.take_last(2, true), Some(11..12));
        assert_eq!(claims.take_first(2), Some(10..11));
        assert_eq!((claims.take_first(2), claims.take_last(2, true)), (None, None));
        assert_eq!(claims.take_rest(), 0..0);
        claims.open(1..MOST_PARTS);
        assert_eq!(claims.take_last(MOST_PARTS, true), Some(MOST_PARTS - 1..MOST_PARTS));
        assert_eq!(claims.take_rest(), 1..MOST_PARTS - 1);
        assert_eq!(claims.take_last(2, true), None);
    }

    #[test]
    fn who_is_not_late_takes_most_of_what_is_its_own() {
        let claims = Claims::default();
        claims.open(8..16);
        assert_eq!([claims.take_last(2, false), claims.take_last(2, false)], [Some(10..16), Some(8..10)]);
        assert_eq!(claims.take_first(2), None);
        claims.open(8..24);
        assert_eq!([claims.take_last(3, false), claims.take_last(3, false)], [Some(18..24), Some(14..18)]);
        claims.take_rest();
        // All others fell asleep meanwhile.
        claims.open(1..2);
        assert_eq!(claims.take_last(1, false), Some(1..2));
        claims.open(0..MOST_PARTS);
        assert_eq!(claims.take_last(2, false), Some(16_383..MOST_PARTS));
    }

    #[test]
    fn phases_are_told_apart_also_when_their_numbers_begin_anew() {
        let claims = Claims(AtomicU64::new(u64::from(u32::MAX) << 32));
        claims.open(0..3);
        let left = Left::of(claims.0.load(Ordering::Relaxed));
        assert_eq!((left.phase, left.first, left.end), (0, 0, 3));
        let word = claims.0.load(Ordering::Relaxed);
        claims.take_rest();
        claims.open(0..3);
        assert_ne!(claims.0.load(Ordering::Relaxed), word);
    }
}
