//! Sets that grow together.

/// Numbers in sets; each set is called by its least number.
#[derive(Debug)]
pub(super) struct Sets {
    /// A number of the same set that is not larger, each its own at first.
    above: Vec<usize>,
}

impl Sets {
    /// So many numbers, each alone.
    pub(super) fn new(count: usize) -> Self {
        Self { above: (0..count).collect() }
    }

    /// The least number of the set that a number is in.
    pub(super) fn of(&mut self, mut at: usize) -> usize {
        while self.above[at] != at {
            self.above[at] = self.above[self.above[at]];
            at = self.above[at];
        }
        at
    }

    /// Makes the sets of two numbers one.
    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        self.above[one.max(other)] = one.min(other);
    }
}
