//! Complex numbers, one a lane.

use std::ops::{AddAssign, Mul};

use super::lanes::Lanes;

/// A complex number in each lane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Complex {
    /// Real part.
    pub re: Lanes,
    /// Imaginary part.
    pub im: Lanes,
}

impl Complex {
    /// Nothing.
    pub const ZERO: Self = Self { re: Lanes::ZERO, im: Lanes::ZERO };

    /// Multiplied by a real number.
    #[inline(always)]
    pub fn scaled(self, factor: Lanes) -> Self {
        Self { re: self.re * factor, im: self.im * factor }
    }
}

impl Mul for Complex {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

impl AddAssign for Complex {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.re += other.re;
        self.im += other.im;
    }
}
