//! The bound SimObjects, type by type.

use std::sync::Arc;

use simobject_host::{Argument, ObjectStore, ObjectType, Session};

use super::Object;
use super::access_sets::AccessSets;
use super::layout::Layout;
use crate::workspace::instances::{Constructed, Instances};
use bowline_description::files::KnownFiles;

/// The SimObjects of one type, in the order of their batches.
#[derive(Debug)]
pub struct Store {
    /// The type.
    pub kind: &'static ObjectType,
    /// Once for each access set; if the type is not re-entrant, none: each workspace
    /// has its own.
    pub constructed: Vec<Constructed>,
    /// The access sets of its calculations.
    pub access_sets: AccessSets,
    /// The model's number of each object.
    pub numbers: Vec<u32>,
    /// What its constructors need, if each workspace gets objects of its own.
    pub arguments: Vec<Arguments>,
}

/// What a constructor needs.
#[derive(Debug)]
pub struct Arguments {
    /// Parameters and their values.
    pub given: Vec<(String, String)>,
    /// Where its formulas look names up.
    pub scope: u32,
}

impl Store {
    /// How many objects there are.
    pub fn count(&self) -> usize {
        self.numbers.len()
    }

    /// The model's number of the object at a position of this store.
    pub fn number(&self, position: usize) -> u32 {
        self.numbers[position]
    }

    /// Which calculations share SimObjects.
    pub fn access_sets(&self) -> &AccessSets {
        &self.access_sets
    }

    /// Whether its calculations may run at the same time.
    pub fn is_reentrant(&self) -> bool {
        self.kind.is_reentrant()
    }
}

/// What objects of types that are not re-entrant are constructed of anew, for
/// each workspace.
pub(super) struct Blueprint<'m> {
    pub(super) objects: &'m [Object],
    pub(super) layout: &'m Layout,
    pub(super) files: &'m KnownFiles,
}

impl Blueprint<'_> {
    /// The objects of a workspace.
    pub(super) fn instances(&self, stores: &[Store]) -> Instances {
        let of = |store: &Store| {
            if store.is_reentrant() { store.constructed.clone() } else { vec![self.construct(store)] }
        };
        Instances::new(stores.iter().flat_map(of))
    }

    fn construct(&self, store: &Store) -> Constructed {
        let mut objects = ObjectStore::new(store.kind, store.count());
        for (number, arguments) in store.numbers.iter().zip(&store.arguments) {
            let object = &self.objects[*number as usize];
            let files = &self.files.within(arguments.scope);
            let arguments: Vec<_> = arguments.given.iter().map(|(name, value)| Argument { name, value }).collect();
            let places = self.layout.places_of(*number as usize, object.interface.signals.len());
            let seen = store.access_sets.places(
                0,
                &object.interface,
                places,
                &self.layout.previous_of(*number as usize),
                self.layout,
            );
            let session = Session::binding(&object.name, &arguments, files, &object.interface, &seen);
            if let Err(faults) = objects.bind(session) {
                let missing = faults.first().map_or_else(String::new, |fault| fault.message.clone());
                return Constructed { objects: Arc::new(objects), missing: Some(missing.into()) };
            }
        }
        Constructed { objects: Arc::new(objects), missing: None }
    }
}
