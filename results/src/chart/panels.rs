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
/// A line without a unit shares the panel of a line that lies where it does: what both span is at least this part of
/// what one of them does.
const LEAST_SHARED: f64 = 0.5;

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

    /// The part that both span, of what one of them does.
    fn shared(&self, other: &Self) -> f64 {
        let both = self.high.min(other.high) - self.low.max(other.low);
        let all = self.high.max(other.high) - self.low.min(other.low);
        if all > 0.0 { both / all } else { 0.0 }
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

/// The places of the signals in each panel. Those of a unit share one. One without a unit, as the output of a source,
/// joins the panel of the line that it lies beside most closely, as a reference does what follows it; others without
/// a unit share panels as far as their numbers are of similar size.
pub(super) fn of(signals: &[Extent<'_>], scale: Scale) -> Vec<Vec<usize>> {
    let mut panels: Vec<Vec<usize>> = Vec::new();
    for (place, signal) in signals.iter().enumerate().filter(|(_, signal)| !signal.unit.is_empty()) {
        match panels.iter_mut().find(|panel| signals[panel[0]].unit == signal.unit) {
            Some(panel) => panel.push(place),
            None => panels.push(vec![place]),
        }
    }
    let with_units = panels.len();
    for (place, signal) in signals.iter().enumerate().filter(|(_, signal)| signal.unit.is_empty()) {
        let nearness = |panel: &[usize]| {
            let of_units = panel.iter().map(|place| &signals[*place]).filter(|other| !other.unit.is_empty());
            of_units.map(|other| signal.shared(other)).fold(0.0, f64::max)
        };
        let nearest = (0..with_units).max_by(|a, b| nearness(&panels[*a]).total_cmp(&nearness(&panels[*b])));
        let is_near = |panel: &usize| nearness(&panels[*panel]) >= LEAST_SHARED;
        let is_as_large = |panel: &usize| panels[*panel].iter().all(|other| signals[*other].is_as_large(signal));
        let similar = || {
            let mut others = with_units..panels.len();
            others.find(|panel| scale == Scale::Logarithmic || is_as_large(panel))
        };
        match nearest.filter(is_near).or_else(similar) {
            Some(panel) => panels[panel].push(place),
            None => panels.push(vec![place]),
        }
    }
    for panel in &mut panels {
        panel.sort_unstable();
    }
    panels.sort_by_key(|panel| panel[0]);
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

    /// A reference of 0.3 to 0.7 beside a position that follows it; a force of 2000 and a command of 0.01 beside neither.
    #[test]
    fn a_source_stands_beside_what_follows_it() {
        let signals = [("", 0.3, 0.7), ("m", 0.0, 1e-3), ("m", 0.28, 0.71), ("", 0.0, 2000.0), ("", -0.01, 0.01)];
        assert_eq!(panels(&signals, Scale::Linear), [vec![0, 1, 2], vec![3], vec![4]]);
        assert_eq!(panels(&signals, Scale::Logarithmic), [vec![0, 1, 2], vec![3, 4]]);
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
        assert_eq!(panels(&signals, Scale::Linear), [vec![0, 2, 3], vec![1]]);
        assert_eq!(panels(&[], Scale::Linear), Vec::<Vec<usize>>::new());
    }
}
