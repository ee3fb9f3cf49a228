//! Numbers that look random, the same each time.

/// The generator of Park and Miller (1988).
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new() -> Self {
        Self(1)
    }

    /// Between 0 and 1.
    pub(super) fn part(&mut self) -> f64 {
        self.step() as f64 / 2_147_483_647.0
    }

    /// 1 or -1.
    pub(super) fn sign(&mut self) -> f64 {
        if self.step() & 1 == 0 { -1.0 } else { 1.0 }
    }

    fn step(&mut self) -> u64 {
        self.0 = self.0 * 48271 % 2_147_483_647;
        self.0
    }
}
