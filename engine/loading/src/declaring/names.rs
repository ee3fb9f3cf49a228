//! Which SimObject has which name.

use std::cell::Cell;
use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use super::objects::Objects;
use bowline_description::aliases::{Aliases, NotInside};
use bowline_description::reference;
use bowline_text::{Diagnostic, Text};

/// The names of a scenario's SimObjects, in file order.
#[derive(Debug, Default)]
pub(crate) struct Names<'d> {
    list: Vec<&'d str>,
    /// Positions in the list: a million of them fit into a cache, with names they would not.
    positions: HashTable<u32>,
    hasher: RandomState,
    most_points: usize,
}

impl<'d> Names<'d> {
    pub(crate) fn with_capacity(count: usize) -> Self {
        let (list, positions) = (Vec::with_capacity(count), HashTable::with_capacity(count));
        Self { list, positions, hasher: RandomState::default(), most_points: 0 }
    }

    /// Adds the name of the next SimObject; the position of the first one of that name, if
    /// it is not new.
    pub(crate) fn push(&mut self, name: &'d str) -> Option<usize> {
        if name.contains('.') {
            self.most_points = self.most_points.max(name.matches('.').count());
        }
        let Self { list, positions, hasher, .. } = self;
        let known = positions.entry(
            hasher.hash_one(name),
            |position| list[*position as usize] == name,
            |position| hasher.hash_one(list[*position as usize]),
        );
        let first = match known {
            hashbrown::hash_table::Entry::Occupied(first) => Some(*first.get() as usize),
            hashbrown::hash_table::Entry::Vacant(vacant) => {
                vacant.insert(u32::try_from(list.len()).unwrap_or(u32::MAX));
                None
            }
        };
        list.push(name);
        first
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.list.len()
    }

    /// Position of the SimObject of that name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let is_it = |position: &u32| self.list[*position as usize] == name;
        self.positions.find(self.hasher.hash_one(name), is_it).map(|position| *position as usize)
    }

    /// The most points that one of them has.
    pub(crate) fn most_points(&self) -> usize {
        self.most_points
    }

    fn is_at(&self, position: u32, name: &str) -> bool {
        self.list.get(position as usize).is_some_and(|known| *known == name)
    }
}

/// How many trails are followed: those of the left sides of connections, and of
/// some neighbours on their right sides.
const TRAILS: usize = 4;

/// Finds SimObjects by names that come in some order.
///
/// Most scenarios are written by loops: what is named next has been named just now, or
/// stands behind it in the file. So that is looked at first. A large scenario's names are
/// in no cache, but these are.
#[derive(Debug)]
pub(crate) struct Finder<'o, 'd> {
    pub(crate) objects: &'o Objects<'d>,
    aliases: &'o Aliases,
    /// Positions that were found last, the last one first.
    trails: Cell<[u32; TRAILS]>,
}

impl<'o, 'd> Finder<'o, 'd> {
    pub(crate) fn new(objects: &'o Objects<'d>, aliases: &'o Aliases) -> Self {
        Self { objects, aliases, trails: Cell::default() }
    }

    /// The error for a path that names nothing in any object.
    pub(crate) fn unknown(&self, path: Text<'_>, object: Text<'_>) -> Diagnostic {
        let inside = not_inside(path, self.aliases, self);
        inside.unwrap_or_else(|| reference::unknown_object(object, self))
    }

    /// Position of the SimObject of that name.
    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        let names = &self.objects.names;
        let mut trails = self.trails.get();
        let next = |trail: &u32| [*trail, *trail + 1].into_iter().find(|position| names.is_at(*position, name));
        let followed = trails.iter().enumerate().find_map(|(rank, trail)| Some((rank, next(trail)?)));
        let (rank, position) = match followed {
            Some(followed) => followed,
            None => (TRAILS - 1, u32::try_from(names.find(name)?).ok()?),
        };
        trails[..=rank].rotate_right(1);
        trails[0] = position;
        self.trails.set(trails);
        Some(position)
    }
}

/// The error for a path that begins with the name of an instance, and names nothing in it.
pub(crate) fn not_inside(path: Text<'_>, aliases: &Aliases, objects: &impl reference::Objects) -> Option<Diagnostic> {
    let NotInside { word, message, help, made: (place, made) } = aliases.not_inside(path.as_str(), objects.names())?;
    let diagnostic = Diagnostic::error("unknown-name", message).at(path.part(word.start, word.end));
    Some(diagnostic.label(place, made).help(help))
}

impl reference::Objects for Finder<'_, '_> {
    fn position(&self, name: &str) -> Option<u32> {
        self.find(name)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        reference::Objects::names(self.objects)
    }

    fn most_points(&self) -> usize {
        self.objects.names.most_points()
    }
}

#[cfg(test)]
mod tests {
    use super::{Aliases, Finder, Names, Objects};

    #[test]
    fn names_are_found_in_any_order() {
        let text: Vec<String> = (0..100).map(|i| format!("A{i}")).collect();
        let mut objects = Objects::default();
        text.iter().for_each(|name| assert_eq!(objects.names.push(name), None));
        let aliases = Aliases::default();
        let finder = Finder::new(&objects, &aliases);
        let positions = (0..100).chain((0..100).rev()).chain((0..100).map(|i| 37 * i % 100));
        for position in positions {
            assert_eq!(finder.find(&text[position]), u32::try_from(position).ok());
            assert_eq!(finder.find("B"), None);
        }
    }

    #[test]
    fn the_first_of_a_name_counts() {
        let mut names = Names::default();
        let pushed = ["A", "B", "A", "C", "B"].map(|name| names.push(name));
        assert_eq!(pushed, [None, None, Some(0), None, Some(1)]);
        assert_eq!(["A", "B", "C", "D"].map(|name| names.find(name)), [Some(0), Some(1), Some(3), None]);
    }
}
