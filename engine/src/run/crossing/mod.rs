//! Where a function of time crosses zero.

pub(super) mod bracket;
pub(super) mod extremum;

/// A time, s, and a function's value there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    pub(super) time: f64,
    pub(super) value: f64,
}

/// The side of zero that a function comes to when it crosses: zero itself does
/// not belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// Less than 0.
    Below,
    /// More than 0.
    Above,
}

impl Side {
    /// The side on which a value other than 0 lies.
    pub(super) fn of(value: f64) -> Self {
        if value < 0.0 { Self::Below } else { Self::Above }
    }

    /// Whether a value lies there.
    pub(super) fn holds(self, value: f64) -> bool {
        self.height(value) > 0.0
    }

    /// How far on this side a value lies.
    fn height(self, value: f64) -> f64 {
        match self {
            Self::Below => -value,
            Self::Above => value,
        }
    }
}
