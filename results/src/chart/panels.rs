//! Which lines share a panel.

use super::Scale;

/// Where the numbers of a signal lie, and what they are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent<'s> {
    unit: &'s str,
    low: f64,
    high: f64,
}

/// Of lines without a unit that share a panel, the largest number of one is at most so many times that of another.
const MOST_UNEQUAL: f64 = 20.0;
impl<'s> Extent<'s> {
    /// Of numbers of a unit.
    pub(super) fn of(unit: &'s str, numbers: impl Iterator<Item = f64>) -> Self {
        let finite = numbers.filter(|number| number.is_finite());
        let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)));
        Self { unit, low, high }
    }

    /// That of both.
    pub(super) fn with(&self, other: &Self) -> Self {
        Self { unit: self.unit, low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn size(&self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// Whether both are seen beside each other.
    fn is_as_large(&self, other: &Self) -> bool {
        let (one, two) = (self.size(), other.size());
        let is_flat = |size: f64| size == 0.0 || !size.is_finite();
        is_flat(one) || is_flat(two) || (one.max(two) <= MOST_UNEQUAL * one.min(two))
    }
}

/// The places of the signals in each panel. Those of a unit share one. Those without a unit share panels of their own, as
/// far as their numbers are of similar size: beside an axis of metres a setting of 1 would read as 1 m.
pub(super) fn of(signals: &[Extent<'_>], scale: Scale) -> Vec<Vec<usize>> {
    let mut panels: Vec<Vec<usize>> = Vec::new();
    for (place, signal) in signals.iter().enumerate() {
        let is_alike = |other: &usize| match signal.unit {
            "" => scale == Scale::Logarithmic || signals[*other].is_as_large(signal),
            _ => true,
        };
        let takes = |panel: &&mut Vec<usize>| signals[panel[0]].unit == signal.unit && panel.iter().all(is_alike);
        match panels.iter_mut().find(takes) {
            Some(panel) => panel.push(place),
            None => panels.push(vec![place]),
        }
    }
    panels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panels(signals: &[(&str, f64, f64)], scale: Scale) -> Vec<Vec<usize>> {
        let extents: Vec<Extent<'_>> =
            signals.iter().map(|(unit, low, high)| Extent { unit, low: *low, high: *high }).collect();
        of(&extents, scale)
    }

    /// A reference of 0.3 to 0.7, which a position follows, is no position; nor is a force of 2000, or a command of 0.01.
    #[test]
    fn what_has_no_unit_stands_beside_none() {
        let signals = [("", 0.3, 0.7), ("m", 0.0, 1e-3), ("m", 0.28, 0.71), ("", 0.0, 2000.0), ("", -0.01, 0.01)];
        assert_eq!(panels(&signals, Scale::Linear), [vec![0], vec![1, 2], vec![3], vec![4]]);
        assert_eq!(panels(&signals, Scale::Logarithmic), [vec![0, 3, 4], vec![1, 2]]);
    }

    /// Openings of valves and settings of pumps are no angles, even where both are about 1.
    #[test]
    fn pure_numbers_share_a_panel() {
        let signals = [("rad", 0.45, 0.75), ("Pa", 1e5, 2.7e7), ("", 0.0, 1.0), ("", 0.05, 0.05), ("", 0.0, 0.0)];
        assert_eq!(panels(&signals, Scale::Linear), [vec![0], vec![1], vec![2, 3, 4]]);
    }

    #[test]
    fn what_has_no_numbers_finds_its_place() {
        let nothing = (f64::INFINITY, f64::NEG_INFINITY);
        let signals = [("m", nothing.0, nothing.1), ("", nothing.0, nothing.1), ("", 0.0, 1.0), ("m", 0.0, 1.0)];
        assert_eq!(panels(&signals, Scale::Linear), [vec![0, 3], vec![1, 2]]);
        assert_eq!(panels(&[], Scale::Linear), Vec::<Vec<usize>>::new());
    }
}
