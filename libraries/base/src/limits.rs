//! Lower and upper limits of signals.

use simobject::{Creator, SimObject};

/// What each element of a signal is kept between; infinite where it is not.
#[derive(Debug)]
pub(crate) struct Limits {
    pub(crate) lower: Vec<f64>,
    pub(crate) upper: Vec<f64>,
}

impl Limits {
    /// Asks for `Lower` and `Upper`, which may be left out.
    pub(crate) fn declare<T: SimObject>(c: &mut Creator<'_, T>, width: usize) -> Self {
        let lower = c.parameter("Lower").doc("Lower limit; none if not given").length(width).optional();
        let upper = c.parameter("Upper").doc("Upper limit; none if not given").length(width).optional();
        let limits = Self {
            lower: lower.unwrap_or_else(|| vec![f64::NEG_INFINITY; width]),
            upper: upper.unwrap_or_else(|| vec![f64::INFINITY; width]),
        };
        if let Some((lower, upper)) = limits.lower.iter().zip(&limits.upper).find(|(lower, upper)| lower > upper) {
            c.error("Lower", format!("is {lower}, above `Upper`, {upper}"));
        }
        limits
    }

    /// Whether there are any.
    pub(crate) fn exist(&self) -> bool {
        self.lower.iter().chain(&self.upper).any(|limit| limit.is_finite())
    }

    /// The value, or the limit that it lies beyond; not-a-number stays so.
    #[inline]
    pub(crate) fn keep(&self, element: usize, value: f64) -> f64 {
        value.clamp(self.lower[element], self.upper[element])
    }
}
