//! Exact factors.

/// A positive fraction, in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: u128,
    denominator: u128,
}

impl Ratio {
    /// One.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// A fraction; `denominator` is not 0.
    pub(crate) const fn new(numerator: u128, denominator: u128) -> Self {
        let divisor = greatest_common_divisor(numerator, denominator);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// What is above the line.
    pub fn numerator(self) -> u128 {
        self.numerator
    }

    /// What is below the line.
    pub fn denominator(self) -> u128 {
        self.denominator
    }

    /// The product, if it can be kept.
    pub(crate) fn times(self, other: Self) -> Option<Self> {
        // Each is in lowest terms: what the product can be reduced by stands across.
        let one = greatest_common_divisor(self.numerator, other.denominator);
        let two = greatest_common_divisor(other.numerator, self.denominator);
        let numerator = (self.numerator / one).checked_mul(other.numerator / two)?;
        let denominator = (self.denominator / two).checked_mul(other.denominator / one)?;
        Some(Self { numerator, denominator })
    }

    /// A whole power, if it can be kept.
    pub(crate) fn to_the(self, power: i32) -> Option<Self> {
        let exponent = power.unsigned_abs();
        let (numerator, denominator) = (self.numerator.checked_pow(exponent)?, self.denominator.checked_pow(exponent)?);
        let raised = Self { numerator, denominator };
        Some(if power < 0 { Self { numerator: raised.denominator, denominator: raised.numerator } } else { raised })
    }

    /// The nearest number, or its neighbour.
    pub fn as_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

const fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
