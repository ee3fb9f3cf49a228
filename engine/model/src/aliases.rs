//! Names of ports of instances, and what they stand for.

use std::collections::BTreeMap;

use bowline_formula::names;

/// What a name of a port stands for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Alias {
    /// A signal or a bundle of a SimObject, by its full name.
    Signal(String),
    /// A formula of such names.
    Source(String),
}

impl Alias {
    /// What a formula stands for.
    pub(crate) fn of(text: String) -> Self {
        let is_alone = names(&text).is_ok_and(
            |found| matches!(found.as_slice(), [name] if name.is_path && text[name.place.clone()] == *text.trim()),
        );
        if is_alone { Self::Signal(text.trim().to_owned()) } else { Self::Source(text) }
    }
}

/// The names of ports of instances.
#[derive(Debug, Clone, Default)]
pub(crate) struct Aliases {
    all: BTreeMap<String, Alias>,
}

impl Aliases {
    pub(crate) fn insert(&mut self, name: String, alias: Alias) {
        self.all.insert(name, alias);
    }

    /// What a name stands for.
    pub(crate) fn get(&self, name: &str) -> Option<&Alias> {
        self.all.get(name)
    }
}
