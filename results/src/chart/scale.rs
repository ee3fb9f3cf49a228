//! How numbers lie along an axis.

/// How numbers lie along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// In equal steps.
    #[default]
    Linear,
    /// By their logarithms; what is not above 0 has no place.
    Logarithmic,
    /// In equal steps, told as parts of a turn in degrees.
    Degrees,
}

impl Scale {
    /// Where a number lies: equal distances are equally long. Not finite if it has no place.
    pub(super) fn place(self, number: f64) -> f64 {
        match self {
            Self::Logarithmic if number > 0.0 => number.log10(),
            Self::Logarithmic => f64::NAN,
            Self::Linear | Self::Degrees => number,
        }
    }

    /// The number that lies at a place.
    pub(super) fn number(self, place: f64) -> f64 {
        match self {
            Self::Logarithmic => 10_f64.powf(place).clamp(f64::MIN_POSITIVE, f64::MAX),
            Self::Linear | Self::Degrees => place,
        }
    }

    /// Whether a number that is one has no place.
    pub(super) fn leaves_out(self, number: f64) -> bool {
        self == Self::Logarithmic && number <= 0.0
    }
}
