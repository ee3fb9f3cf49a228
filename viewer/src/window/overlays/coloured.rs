//! A SimObject whose colour shows a number.

use bowline_engine::scene::Legend;
use bowline_parts::{Rgba, scale_rgba};

use crate::window::player::Quantity;

/// A SimObject whose colour shows a number, on a scale that is as wide as what was seen.
#[derive(Debug, Clone)]
pub(super) struct Coloured {
    pub(super) object: usize,
    pub(super) quantity: Quantity,
    value: f64,
    /// The least and the largest that was seen.
    range: [f64; 2],
}

impl Coloured {
    pub(super) fn new(object: usize, quantity: Quantity) -> Self {
        Self { object, quantity, value: f64::NAN, range: [f64::INFINITY, f64::NEG_INFINITY] }
    }

    pub(super) fn take(&mut self, value: f64) {
        self.value = value;
        if value.is_finite() {
            self.range = [self.range[0].min(value), self.range[1].max(value)];
        }
    }

    /// The ends of its scale: round numbers; none before there is a number.
    fn scale(&self) -> Option<[f64; 2]> {
        let [low, high] = self.range;
        if low > high {
            return None;
        }
        let width = if high > low { high - low } else { low.abs().max(1.0) };
        let step = 10.0_f64.powf(width.log10().floor()) / 2.0;
        let [low, high] = [(low / step).floor() * step, (high / step).ceil() * step];
        Some([low, if high > low { high } else { low + step }])
    }

    pub(super) fn colour(&self) -> Option<Rgba> {
        let [low, high] = self.scale()?;
        Some(scale_rgba((self.value - low) / (high - low)))
    }

    pub(super) fn legend(&self) -> Option<Legend> {
        let (title, unit) = (self.quantity.name().to_owned(), self.quantity.unit().to_owned());
        Some(Legend { title, unit, range: self.scale()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_round_and_as_wide_as_what_was_seen() {
        let mut coloured = Coloured::new(0, Quantity::recorded("B.Pos[0]", "m"));
        assert_eq!(coloured.scale(), None);
        coloured.take(f64::NAN);
        assert_eq!((coloured.scale(), coloured.colour()), (None, None));
        coloured.take(3.0);
        assert_eq!(coloured.scale(), Some([3.0, 3.5]));
        coloured.take(-0.2);
        coloured.take(7.3);
        assert_eq!(coloured.scale(), Some([-0.5, 7.5]));
        // What lies at the upper end is yellow, as viridis has it.
        coloured.take(7.5);
        assert_eq!(coloured.colour(), Some([253, 231, 37, 255]));
    }
}
