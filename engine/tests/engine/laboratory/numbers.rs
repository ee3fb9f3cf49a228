//! Numbers at random.

/// Numbers from 0 to 1 that are the same in every run (Marsaglia 2003, Xorshift RNGs).
pub(crate) struct Numbers(u64);

impl Numbers {
    /// `seed` is not 0.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One of several.
    pub(crate) fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[(self.next().unwrap() * from.len() as f64) as usize]
    }
}

impl Iterator for Numbers {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        for (left, by) in [(true, 13), (false, 7), (true, 17)] {
            self.0 ^= if left { self.0 << by } else { self.0 >> by };
        }
        Some((self.0 >> 11) as f64 / (1_u64 << 53) as f64)
    }
}
