//! Powers of units, which may be fractions.

use std::fmt;

/// A power of a unit: a fraction whose denominator divides 60.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Power(i32);

impl Power {
    /// It is kept in so many parts of 1.
    const PARTS: i32 = 60;
    /// No power is larger.
    const LARGEST: i32 = 60 * Self::PARTS;

    /// None.
    pub const ZERO: Self = Self(0);
    /// The first.
    pub const ONE: Self = Self(Self::PARTS);

    /// A whole power, which is at most 60.
    pub(crate) const fn whole(power: i32) -> Self {
        Self(power * Self::PARTS)
    }

    /// A fraction; none if it is too large, or its denominator does not divide 60.
    pub fn fraction(numerator: i64, denominator: i64) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let parts = numerator.checked_mul(Self::PARTS.into())?;
        if parts % denominator != 0 {
            return None;
        }
        let parts = i32::try_from(parts / denominator).ok()?;
        (parts.abs() <= Self::LARGEST).then_some(Self(parts))
    }

    /// As a number.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / f64::from(Self::PARTS)
    }

    /// As a whole number, if it is one.
    pub fn as_whole(self) -> Option<i32> {
        (self.0 % Self::PARTS == 0).then_some(self.0 / Self::PARTS)
    }

    /// Whether it is none.
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The sum of two.
    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        let sum = self.0.checked_add(other.0)?;
        (sum.abs() <= Self::LARGEST).then_some(Self(sum))
    }

    /// The product of two.
    pub(crate) fn times(self, other: Self) -> Option<Self> {
        let parts = i64::from(self.0) * i64::from(other.0);
        Self::fraction(parts, i64::from(Self::PARTS) * i64::from(Self::PARTS))
    }

    /// The other way.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut above, mut below) = (self.0, Self::PARTS);
        for prime in [2, 2, 3, 5] {
            if above % prime == 0 && below % prime == 0 {
                (above, below) = (above / prime, below / prime);
            }
        }
        if below == 1 { write!(f, "{above}") } else { write!(f, "({above}/{below})") }
    }
}

#[cfg(test)]
mod tests {
    use super::Power;

    #[test]
    fn fractions() {
        assert_eq!(Power::fraction(1, 2).and_then(|half| half.plus(half)), Some(Power::ONE));
        assert_eq!(Power::fraction(2, 3).and_then(|p| p.times(Power::whole(3))), Some(Power::whole(2)));
        assert_eq!(Power::fraction(1, 7), None);
        assert_eq!(Power::fraction(1, 0), None);
        assert_eq!(Power::fraction(61, 1), None);
        assert_eq!(Power::fraction(i64::MAX, 1), None);
        let shown = |above, below| Power::fraction(above, below).map(|power| power.to_string());
        assert_eq!(shown(-3, 2).as_deref(), Some("(-3/2)"));
        assert_eq!(shown(4, 2).as_deref(), Some("2"));
    }
}
