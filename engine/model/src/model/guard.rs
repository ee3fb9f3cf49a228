//! Numbers that belong to nobody, around the rows of libraries that only their
//! own care keeps to these: the engine finds a write there, and it harms nobody.

use std::ops::Range;

use simobject_host::{Role, Signal};

use super::object::Object;

/// The value of a guard. It is finite, because the engine searches discrete values
/// for non-finite numbers, and so large that whatever is calculated from it
/// shows.
pub const GUARD: f64 = 1.234_567_890_123_456_7e308;

/// Guard numbers before and behind a row, and a memory, in which code uses its
/// own indices.
const AROUND_ROW: usize = 1;
const AROUND_MEMORY: usize = 4;

/// Whether a guard was overwritten.
pub(crate) fn is_overwritten(number: f64) -> bool {
    number.to_bits() != GUARD.to_bits()
}

/// Gives rows their places, one behind the other.
#[derive(Debug)]
pub(super) struct Rows {
    next: usize,
    is_guarded: bool,
    guards: Vec<Range<usize>>,
}

impl Rows {
    /// Starts at a place, without guards.
    pub(super) fn from(first: usize) -> Self {
        Self { next: first, is_guarded: false, guards: Vec::new() }
    }

    /// With guards where a library needs them.
    pub(super) fn guarded(self) -> Self {
        Self { is_guarded: true, ..self }
    }

    /// The place of the next row.
    pub(super) fn end(&self) -> usize {
        self.next
    }

    /// Continues at a place.
    pub(super) fn skip_to(&mut self, place: usize) {
        self.next = place;
    }

    /// The first place of a row for a signal.
    pub(super) fn place(&mut self, object: &Object, signal: &Signal) -> u32 {
        let around = match signal.role {
            _ if !self.is_guarded || !object.kind.is_foreign() => 0,
            Role::Memory => AROUND_MEMORY,
            _ => AROUND_ROW,
        };
        let before = if self.guards.last().is_some_and(|guard| guard.end == self.next) { 0 } else { around };
        self.guard(before);
        let place = u32::try_from(self.next).unwrap_or(u32::MAX);
        self.next += signal.width as usize;
        self.guard(around);
        place
    }

    fn guard(&mut self, count: usize) {
        if count > 0 {
            self.guards.push(self.next..self.next + count);
            self.next += count;
        }
    }

    /// The number of places, and the guards, ascending.
    pub(super) fn finish(mut self) -> (usize, Vec<Range<usize>>) {
        self.guards.shrink_to_fit();
        (self.next, self.guards)
    }
}
