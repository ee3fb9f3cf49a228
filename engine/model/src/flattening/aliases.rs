//! Names of ports of instances, and what they stand for.

use std::collections::BTreeMap;

/// What a name of a port stands for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Alias {
    /// A signal or a bundle of a SimObject, by its full name.
    Signal(String),
    /// A formula of such names.
    Source(String),
}

/// The names of ports of instances.
#[derive(Debug, Clone, Default)]
pub(crate) struct Aliases {
    all: BTreeMap<String, Alias>,
}

impl Aliases {
    pub(super) fn insert(&mut self, name: String, alias: Alias) {
        self.all.insert(name, alias);
    }

    /// What a name stands for.
    pub(crate) fn get(&self, name: &str) -> Option<&Alias> {
        self.all.get(name)
    }

    /// All names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.all.keys().map(String::as_str)
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
