//! Finds names in lists, which may be long.

use std::collections::HashMap;

/// Up to this many names are compared one by one: most lists have no more.
const FEW: usize = 24;

/// The positions of names in a list that only grows.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    first: HashMap<Box<str>, usize>,
    /// How many entries of the list are indexed.
    known: usize,
}

impl Positions {
    /// The first position of a name in the list; `name_of` gives the names.
    pub(crate) fn of<T>(&mut self, name: &str, list: &[T], name_of: impl Fn(&T) -> &str) -> Option<usize> {
        if list.len() <= FEW {
            return list.iter().position(|item| name_of(item) == name);
        }
        for (position, item) in list.iter().enumerate().skip(self.known) {
            self.first.entry(name_of(item).into()).or_insert(position);
        }
        self.known = list.len();
        self.first.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, Positions};

    #[test]
    fn the_first_of_a_name_is_found_in_short_lists_and_in_long_ones() {
        let (mut positions, mut list) = (Positions::default(), Vec::new());
        for number in 0..4 * FEW {
            let name = format!("P{}", number / 2);
            let first = list.iter().position(|known| *known == name);
            assert_eq!(positions.of(&name, &list, String::as_str), first);
            list.push(name);
            assert_eq!(positions.of("P0", &list, String::as_str), Some(0));
            assert_eq!(positions.of("Q", &list, String::as_str), None);
        }
    }
}
