//! Zero crossings of a function of time.

pub(super) mod bracket;
pub(super) mod extremum;

use simobject::Crossing;

/// A time, s, and a function's value there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    pub(super) time: f64,
    pub(super) value: f64,
}

/// The side of zero that a function reaches when it crosses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// Less than 0.
    Below,
    /// More than 0.
    Above,
    /// 0 or less.
    NotAbove,
    /// 0 or more.
    NotBelow,
}

impl Side {
    /// The side on which an indicator is beyond 0, or on which it is not.
    pub(super) fn of(crossing: Crossing, is_beyond: bool) -> Self {
        match (crossing, is_beyond) {
            (Crossing::Falling, true) => Self::Below,
            (Crossing::Falling, false) => Self::NotBelow,
            (Crossing::Rising | Crossing::Either, true) => Self::Above,
            (Crossing::Rising | Crossing::Either, false) => Self::NotAbove,
        }
    }

    /// Whether a value lies there.
    pub(super) fn holds(self, value: f64) -> bool {
        match self {
            Self::Below | Self::Above => self.height(value) > 0.0,
            Self::NotAbove | Self::NotBelow => self.height(value) >= 0.0,
        }
    }

    /// How far on this side a value lies.
    fn height(self, value: f64) -> f64 {
        match self {
            Self::Below | Self::NotAbove => -value,
            Self::Above | Self::NotBelow => value,
        }
    }
}
