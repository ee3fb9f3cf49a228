//! An interval of an axis.

/// A closed interval of numbers, from `low` to `high`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Interval {
    /// The least number.
    pub low: f64,
    /// The greatest number.
    pub high: f64,
}
