//! An axis: where it begins and ends, and the numbers beside it.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;

use super::Scale;
use super::ticks::{self, tick};

/// An axis from `low` to `high`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) scale: Scale,
}

impl Axis {
    /// The one that shows numbers, with room beyond them: a share of what they span.
    pub(super) fn around(numbers: impl Iterator<Item = f64>, scale: Scale, share: f64) -> Self {
        let places = numbers.map(|number| scale.place(number)).filter(|place| place.is_finite());
        let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)));
        if low > high {
            let (low, high) = if scale == Scale::Logarithmic { (1.0, 10.0) } else { (0.0, 1.0) };
            return Self { low, high, scale };
        }
        // What differs by rounding alone is drawn as a straight line.
        let is_flat = high / 2.0 - low / 2.0 <= low.abs().max(high.abs()).max(1e-300) * 1e-12;
        let room = match scale {
            _ if !is_flat => (high / 2.0 - low / 2.0) * 2.0 * share,
            Scale::Logarithmic => 0.5,
            Scale::Degrees => 45.0,
            Scale::Linear if low == 0.0 => 1.0,
            Scale::Linear => low.abs() * 0.1,
        };
        let (low, high) = ((low - room).max(f64::MIN / 4.0), (high + room).min(f64::MAX / 4.0));
        Self { low: scale.number(low), high: scale.number(high), scale }
    }

    /// The same, with as much more at both ends as gives a unit the length that it has
    /// on another axis. Both axes have a length in pixels.
    pub(super) fn widened(self, length: u32, other: Self, other_length: u32) -> Self {
        let span = (other.high - other.low) * f64::from(length) / f64::from(other_length.max(1));
        let room = ((span - (self.high - self.low)) / 2.0).max(0.0);
        Self { low: self.low - room, high: self.high + room, ..self }
    }

    /// The share of its length at which a number lies.
    pub(super) fn share(&self, number: f64) -> f64 {
        let [low, high, at] = [self.low, self.high, number].map(|number| self.scale.place(number) / 2.0);
        (at - low) / (high - low)
    }

    /// The numbers beside it, about as many, and where there are lines without a number.
    pub(super) fn ticks(&self, most: usize) -> (Vec<f64>, Vec<f64>) {
        let linear = || {
            let range: RangedCoordf64 = (self.low..self.high).into();
            (range.key_points(plotters::coord::ranged1d::BoldPoints(most)), Vec::new())
        };
        let found = match self.scale {
            Scale::Linear => None,
            // There is room for more than of longer numbers.
            Scale::Logarithmic => ticks::decades(self.low, self.high, most.max(9)),
            Scale::Degrees => ticks::turns(self.low, self.high, most).map(|bold| (bold, Vec::new())),
        };
        found.unwrap_or_else(linear)
    }

    /// What stands beside a number.
    pub(super) fn label(&self, number: f64) -> String {
        match self.scale {
            Scale::Logarithmic if self.high / self.low > 3.0 => {
                // All in plain decimals, if these are short.
                let is_near = self.low > 1.01e-5 && self.high < 0.99e6;
                ticks::short(number, if is_near { 1e-4..=1e5 } else { 1e-2..=1e3 })
            }
            _ => tick(number, self.low, self.high),
        }
    }

    /// The letters of the longest number beside it.
    pub(super) fn widest(&self) -> u32 {
        let middle = self.low / 2.0 + self.high / 2.0;
        let numbers = match self.scale {
            Scale::Logarithmic => self.ticks(7).0,
            Scale::Linear | Scale::Degrees => vec![self.low, middle, self.high],
        };
        let letters = numbers.into_iter().map(|number| self.label(number).chars().count());
        u32::try_from(letters.max().unwrap_or(0)).unwrap_or(u32::MAX)
    }
}

impl Ranged for Axis {
    type ValueType = f64;
    type FormatOption = DefaultFormatting;

    fn map(&self, number: &f64, (first, last): (i32, i32)) -> i32 {
        f64::from(last - first).mul_add(self.share(*number), f64::from(first)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let (bold, light) = self.ticks(hint.bold_points());
        if hint.weight().allow_light_points() { light } else { bold }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}
