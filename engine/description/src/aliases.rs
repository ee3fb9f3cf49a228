//! Instances, and what the names of their ports stand for.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use bowline_formula::is_path;
use bowline_text::{Span, nearest};

/// What a name of a port stands for.
#[derive(Debug, Clone, PartialEq)]
pub enum Alias {
    /// A signal or a bundle of a SimObject, by its full name.
    Signal(String),
    /// A formula of such names.
    Source(String),
}

impl Alias {
    /// What a formula stands for.
    pub fn of(text: &str) -> Self {
        if is_path(text) { Self::Signal(text.trim().to_owned()) } else { Self::Source(text.to_owned()) }
    }
}

/// What an instance is made of, besides objects and instances.
#[derive(Debug)]
pub(crate) struct Inside {
    /// The name of its scheme.
    pub(crate) scheme: String,
    /// The names of its parameters, variables and ports, and what each is.
    pub(crate) names: Vec<(String, &'static str)>,
}

/// The instances, and the names of their ports.
#[derive(Debug, Clone, Default)]
pub struct Aliases {
    all: BTreeMap<String, Alias>,
    /// With the places where they are made.
    instances: BTreeMap<String, (Arc<Inside>, Span)>,
}

/// A path that begins with the name of an instance and names nothing that is asked for.
#[derive(Debug, PartialEq)]
pub struct NotInside {
    /// Which word of it names nothing.
    pub word: Range<usize>,
    /// The message, without its place.
    pub message: String,
    /// How to mend it.
    pub help: String,
    /// Where the instance is made, with these words.
    pub made: (Span, String),
}

impl Aliases {
    /// Adds the name of an instance's port.
    pub fn insert(&mut self, name: String, alias: Alias) {
        self.all.insert(name, alias);
    }

    pub(crate) fn insert_instance(&mut self, name: String, inside: Arc<Inside>, made: Span) {
        self.instances.insert(name, (inside, made));
    }

    /// What a name stands for.
    pub fn get(&self, name: &str) -> Option<&Alias> {
        self.all.get(name)
    }

    /// The error for a path in an instance that leads to none of the objects.
    pub fn not_inside<'o>(&self, path: &str, objects: impl Iterator<Item = &'o str>) -> Option<NotInside> {
        let instance = |(point, _): (usize, &str)| Some((&path[..point], self.instances.get(&path[..point])?));
        let (instance, (inside, made)) = path.rmatch_indices('.').find_map(instance)?;
        let begins = instance.len() + 1;
        let word = path[begins..].split('.').next().unwrap_or_default();
        let scheme = &inside.scheme;
        let what = inside.names.iter().find(|(name, _)| name == word).map(|(_, what)| what);
        let (message, help) = match what {
            Some(what) => {
                let of = format!("{what} of `{instance}`, an instance of the scheme `{scheme}`");
                (format!("`{word}` is {of}, and something else is needed here"), String::new())
            }
            None => {
                let below =
                    objects.filter_map(|name| name.strip_prefix(instance)?.strip_prefix('.')?.split('.').next());
                let names = inside.names.iter().map(|(name, _)| name.as_str()).chain(below);
                let message = format!("there is no `{word}` in `{instance}`, an instance of the scheme `{scheme}`");
                (message, nearest::advice(word, &format!("names in `{instance}`"), names))
            }
        };
        let made = (*made, format!("the instance `{instance}` is made here"));
        Some(NotInside { word: begins..begins + word.len(), message, help, made })
    }
}
