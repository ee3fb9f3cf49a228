//! What a constructor says beside signals and calculations, each time in the same way.

use std::hash::{Hash, Hasher};

use crate::parameter_request::ParameterRequest;

/// What was said in one pass of a constructor, as much of it as tells two passes apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Repeated {
    /// The parameters, in their order.
    pub(crate) parameters: Vec<AskedFor>,
    /// How many of each of the others.
    pub(crate) counts: Counts,
}

/// How often each was declared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) numbers: u32,
    pub(crate) times: u32,
    pub(crate) patterns: u32,
    pub(crate) looks: u32,
    pub(crate) bundles: u32,
    pub(crate) terminals: u32,
    pub(crate) branches: u32,
}

/// Something that was declared another number of times before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CountDifference {
    /// What was declared, in the plural.
    pub(crate) what: &'static str,
    /// How often now.
    pub(crate) now: u32,
    /// How often before.
    pub(crate) before: u32,
}

impl Counts {
    /// What was declared another number of times before.
    pub(crate) fn difference(&self, before: &Self) -> Option<CountDifference> {
        let all = [
            ("numbers of signals", self.numbers, before.numbers),
            ("kinds of time events", self.times, before.times),
            ("patterns", self.patterns, before.patterns),
            ("looks", self.looks, before.looks),
            ("bundles", self.bundles, before.bundles),
            ("terminals", self.terminals, before.terminals),
            ("branches", self.branches, before.branches),
        ];
        let found = all.into_iter().find(|(_, now, before)| now != before);
        found.map(|(what, now, before)| CountDifference { what, now, before })
    }
}

/// A parameter that was asked for: a digest of what was said of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AskedFor(u64);

impl AskedFor {
    pub(crate) fn new(request: &ParameterRequest<'_>) -> Self {
        Self(digest(request))
    }
}

/// A quick hash, for what nobody tries to make collide.
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        // An odd number without a pattern: 2^64 over the golden ratio.
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn digest(request: &ParameterRequest<'_>) -> u64 {
    let mut hasher = Mixed(0);
    request.name.hash(&mut hasher);
    request.unit.hash(&mut hasher);
    request.kind.hash(&mut hasher);
    request.range.hash(&mut hasher);
    request.otherwise.hash(&mut hasher);
    hasher.finish()
}
