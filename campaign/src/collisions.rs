//! Names that set the same numbers.

use bowline_engine::{Overridden, OverrideTarget};

/// What an override sets: all of something, or one element of it.
struct Place<'o> {
    target: OverrideTarget,
    name: &'o str,
    element: Option<usize>,
}

impl<'o> Place<'o> {
    fn of(overridden: &'o Overridden) -> Self {
        let name = overridden.name.as_str();
        let name = ["Init:", "Port:"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
        let (name, element) = match name.split_once('[') {
            Some((name, element)) => (name, element.trim_end_matches(']').parse().ok()),
            None => (name, None),
        };
        Self { target: overridden.target, name, element }
    }

    /// Whether both have numbers in common.
    fn meets(&self, other: &Self) -> bool {
        let is_same = self.target == other.target && self.name == other.name;
        is_same && (self.element.is_none() || other.element.is_none() || self.element == other.element)
    }
}

/// Two names that vary the same numbers, or one that varies what another one sets, in
/// words. A value that is set as a whole may vary in its elements.
pub(crate) fn collision(set: &[Overridden], varied: &[Overridden]) -> Option<String> {
    for (index, one) in varied.iter().enumerate() {
        let place = Place::of(one);
        if let Some(other) = varied[..index].iter().find(|other| Place::of(other).meets(&place)) {
            return Some(format!(
                "`{}` and `{}` vary the same numbers: leave out one of the two",
                other.name, one.name
            ));
        }
        let is_replaced = |other: &&Overridden| {
            let other = Place::of(other);
            other.meets(&place) && !(other.element.is_none() && place.element.is_some())
        };
        if let Some(other) = set.iter().find(is_replaced) {
            let (set, varied) = (&other.name, &one.name);
            return Some(format!("`{set}` is set, and `{varied}` varies the same numbers: leave out one of the two"));
        }
    }
    None
}
