//! The libraries that scenarios may name.

use simobject::host::{Library, ObjectType};

/// The libraries that scenarios may name.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    libraries: Vec<&'static Library>,
}

impl Catalog {
    /// A catalog of libraries that are linked into the program.
    ///
    /// # Panics
    /// If two of them share a name or an alias.
    pub fn new(libraries: impl IntoIterator<Item = &'static Library>) -> Self {
        let mut catalog = Self::default();
        for library in libraries {
            for name in std::iter::once(library.name()).chain(library.aliases()) {
                assert!(catalog.library(name).is_none(), "two libraries are called `{name}`");
            }
            catalog.libraries.push(library);
        }
        catalog
    }

    /// All libraries.
    pub fn libraries(&self) -> impl Iterator<Item = &'static Library> + '_ {
        self.libraries.iter().copied()
    }

    /// The library of that name or alias.
    pub fn library(&self, name: &str) -> Option<&'static Library> {
        self.libraries().find(|library| library.is_called(name))
    }

    /// All types of that name, with their libraries.
    pub fn types_named<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = (&'static Library, &'static ObjectType)> + 'a {
        self.libraries().flat_map(move |library| {
            library.types().filter(move |kind| kind.name() == name).map(move |kind| (library, kind))
        })
    }
}
