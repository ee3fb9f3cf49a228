//! The libraries that scenarios may name.

use std::path::Path;

use simobject_host::{Library, ObjectType};

use crate::library_file::{ENGINE, LibraryError, LibraryFile};
use crate::origin::{CatalogLibrary, Origin};
use crate::search_path::SearchPath;
use bowline_text::nearest;

/// The libraries that scenarios may name: those that are linked into the
/// program, those of files that were given, and those in directories that were
/// given, which are loaded when they are first named. No other file is ever
/// looked at, and a library that was loaded stays so for the rest of the
/// process.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    /// Linked in, or given as files.
    libraries: Vec<CatalogLibrary>,
    /// The files that were given.
    files: Vec<LibraryFile>,
    search_path: SearchPath,
    replaced: Vec<Replaced>,
}

/// A library that was linked in, and the one in its place.
#[derive(Debug, Clone)]
struct Replaced {
    library: CatalogLibrary,
    by: CatalogLibrary,
}

impl Catalog {
    /// A catalog of libraries that are linked into the program.
    ///
    /// # Panics
    /// If two of them share a name or an alias.
    pub fn new(libraries: impl IntoIterator<Item = &'static simobject::Library>) -> Self {
        let mut catalog = Self::default();
        for library in libraries {
            let library = CatalogLibrary { library: Library::linked_in(library), origin: Origin::BuiltIn };
            for name in library.names() {
                assert!(catalog.present(name).is_none(), "two libraries are called `{name}`");
            }
            catalog.libraries.push(library);
        }
        catalog
    }

    /// Loads the libraries in a file. They take the place of linked-in ones
    /// that share a name or an alias with them.
    ///
    /// # Errors
    /// It cannot be loaded, or another file that was given holds a library of
    /// the same name.
    ///
    /// # Safety
    /// The file keeps the rules of the ABI ([`simobject::abi`]), and what it
    /// does while it is loaded is sound.
    pub unsafe fn add_file(&mut self, path: &Path) -> Result<(), LibraryError> {
        let file = LibraryFile::read(path)?;
        for other in &self.files {
            let Some(name) = file.shared_entry(other) else { continue };
            if file.is_same(other)? {
                return Ok(());
            }
            let (first, second) = (other.path().display(), file.path().display());
            let message = format!("two libraries are called `{name}`: `{first}` and `{second}`; give only one of them");
            return Err(LibraryError::new(message));
        }
        // SAFETY: the caller's promise.
        for library in unsafe { CatalogLibrary::load(&file) }? {
            self.put(library);
        }
        self.files.push(file);
        Ok(())
    }

    /// Adds a library that the program made while it ran. It takes the place of linked-in ones that share a name with it.
    ///
    /// # Errors
    /// Another one of the program or of a file is called so.
    pub fn add_library(&mut self, library: &'static Library) -> Result<(), LibraryError> {
        let library = CatalogLibrary { library, origin: Origin::Program };
        if library.names().any(|name| name == ENGINE) {
            return Err(LibraryError::new(format!("no library can be called `{ENGINE}`: the engine's own is")));
        }
        if let Some(name) =
            library.names().find(|name| self.present(name).is_some_and(|other| other.origin != Origin::BuiltIn))
        {
            return Err(LibraryError::new(format!("two libraries are called `{name}`: give only one of them")));
        }
        self.put(library);
        Ok(())
    }

    /// Puts a library in the place of linked-in ones that share a name or an alias with it.
    fn put(&mut self, library: CatalogLibrary) {
        let is_replaced = |other: &mut CatalogLibrary| {
            other.origin == Origin::BuiltIn && other.names().any(|name| library.library.is_called(name))
        };
        let by = library.clone();
        let replaced = self.libraries.extract_if(.., is_replaced);
        self.replaced.extend(replaced.map(|library| Replaced { library, by: by.clone() }));
        self.libraries.push(library);
    }

    /// Looks for libraries in the files of a directory too: those whose names
    /// end as the system's shared libraries do. What is linked in or given as a
    /// file goes first.
    ///
    /// # Errors
    /// It is not a directory, or cannot be read.
    ///
    /// # Safety
    /// Each library in it that is named, later on, keeps the rules of the ABI
    /// ([`simobject::abi`]), and what it does while it is loaded is sound.
    pub unsafe fn add_directory(&mut self, path: &Path) -> Result<(), LibraryError> {
        self.search_path.add(path)
    }

    /// All libraries that are loaded.
    pub fn libraries(&self) -> impl Iterator<Item = &CatalogLibrary> + '_ {
        self.libraries
            .iter()
            .chain(self.search_path.loaded().filter(|library| self.present(library.library.name()).is_none()))
    }

    /// Loads all libraries of the directories; what is wrong with them.
    pub fn load_all(&self) -> Vec<LibraryError> {
        let names: Vec<&str> = self.libraries.iter().flat_map(CatalogLibrary::names).collect();
        self.search_path.load_all(&|name| names.contains(&name))
    }

    /// What is in the directories and is not taken, in words: files that are
    /// called like shared libraries and are none, and libraries that are built in too.
    pub fn left_out(&self) -> Vec<String> {
        let refused = self.search_path.refused().map(ToString::to_string);
        let built_in = self.libraries.iter().filter(|library| library.origin == Origin::BuiltIn);
        let hidden = built_in.filter_map(|library| {
            let (name, file) = library.names().find_map(|name| Some((name, self.search_path.file_of(name)?)))?;
            let file = file.display();
            Some(format!("the built-in library `{name}` is used, not that of `{file}`; --library FILE would load it"))
        });
        refused.chain(hidden).collect()
    }

    /// The library of that name or alias, which is loaded if it has to be; none
    /// if there is no such library.
    ///
    /// # Errors
    /// It cannot be loaded, or several files of the directories hold it.
    pub fn library(&self, name: &str) -> Result<Option<&CatalogLibrary>, LibraryError> {
        match self.present(name) {
            Some(library) => Ok(Some(library)),
            None => self.search_path.library(name),
        }
    }

    /// The loaded library that a name that is none stands for, if only one is near.
    pub fn meant(&self, name: &str) -> Option<&CatalogLibrary> {
        self.present(nearest::only(name, self.libraries().map(|library| library.library.name()))?)
    }

    /// All loaded types of that name, with their libraries.
    pub fn types_named<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = (&'a CatalogLibrary, &'static ObjectType)> + 'a {
        self.libraries().flat_map(move |library| {
            library.library.types().filter(move |kind| kind.name() == name).map(move |kind| (library, kind))
        })
    }

    /// What a user should know: libraries that took the place of others.
    pub fn notes(&self) -> Vec<String> {
        let of_linked_in = self.replaced.iter().map(|Replaced { library, by }| {
            format!("{} takes the place of the built-in `{}`", by.in_words(), library.library.name())
        });
        let of_found = self.files.iter().flat_map(|file| self.search_path.others(file)).map(|(name, file, other)| {
            let (file, other) = (file.path().display(), other.path().display());
            format!("the library `{name}` of `{file}` takes the place of that in `{other}`")
        });
        of_linked_in.chain(of_found).collect()
    }

    /// What may help who names a library that is not there, line by line.
    pub fn advice(&self, name: &str) -> String {
        let names = self.libraries().map(|library| library.library.name()).chain(self.search_path.names());
        let mut lines = vec![nearest::advice(name, "libraries", names)];
        if name.contains(['/', '\\']) {
            lines.insert(0, "a LibName is a name, not the path of a file".to_owned());
        }
        let was_called = |replaced: &&Replaced| replaced.library.library.is_called(name);
        lines.extend(self.replaced.iter().find(was_called).map(|Replaced { library, by }| {
            format!("the built-in `{}` was called so, but {} takes its place", library.library.name(), by.in_words())
        }));
        lines.extend(self.search_path.suspects(name));
        let places = self.files.iter().map(LibraryFile::path).chain(self.search_path.directories());
        let places: String = places.map(|place| format!(", `{}`", place.display())).collect();
        lines.push(format!("searched: what is built in{places}; give --library-path DIR or --library FILE"));
        lines.join("\n")
    }

    /// The library of that name or alias among those that are linked in or given as files.
    fn present(&self, name: &str) -> Option<&CatalogLibrary> {
        self.libraries.iter().find(|library| library.library.is_called(name))
    }
}
