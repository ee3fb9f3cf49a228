//! The bound SimObjects, type by type.

use std::sync::Arc;

use simobject::host::{Argument, Fault, Files, ObjectStore, ObjectType, Place, Session};

use super::Object;
use super::instances::{Constructed, Instances};
use super::layout::Layout;
use crate::files::KnownFiles;

/// The SimObjects of one type, in the order of their batches.
#[derive(Debug)]
pub(crate) struct Store {
    constructed: Arc<Constructed>,
    /// The model's number of each object.
    numbers: Vec<u32>,
    /// What its constructors need, if each workspace gets objects of its own.
    arguments: Vec<Vec<(String, String)>>,
}

impl Store {
    /// How many objects there are.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The model's number of the object at a position of this store.
    pub(crate) fn number(&self, position: usize) -> u32 {
        self.numbers[position]
    }

    /// Whether its calculations may run at the same time.
    pub(crate) fn is_reentrant(&self) -> bool {
        self.constructed.objects.kind().is_reentrant()
    }
}

/// Constructs the objects of a store with their final places.
#[derive(Debug)]
pub(super) struct Binding {
    objects: ObjectStore,
    numbers: Vec<u32>,
    arguments: Vec<Vec<(String, String)>>,
}

impl Binding {
    pub(super) fn new(kind: &'static ObjectType, room: usize) -> Self {
        let objects = ObjectStore::new(kind, room);
        Self { objects, numbers: Vec::with_capacity(room), arguments: Vec::new() }
    }

    /// Constructs the model's object `number`.
    pub(super) fn bind(
        &mut self,
        number: u32,
        object: &Object,
        arguments: &[Argument<'_>],
        files: &dyn Files,
        places: &[Place],
    ) -> Result<(), Vec<Fault>> {
        self.objects.bind(Session::binding(&object.name, arguments, files, &object.interface, places))?;
        self.numbers.push(number);
        if !self.objects.kind().is_reentrant() {
            self.arguments.push(arguments.iter().map(|a| (a.name.to_owned(), a.value.to_owned())).collect());
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Store {
        let constructed = Arc::new(Constructed { objects: self.objects, missing: None });
        Store { constructed, numbers: self.numbers, arguments: self.arguments }
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
            if store.is_reentrant() { Arc::clone(&store.constructed) } else { Arc::new(self.construct(store)) }
        };
        Instances(stores.iter().map(of).collect())
    }

    fn construct(&self, store: &Store) -> Constructed {
        let mut objects = ObjectStore::new(store.constructed.objects.kind(), store.len());
        for (number, arguments) in store.numbers.iter().zip(&store.arguments) {
            let object = &self.objects[*number as usize];
            let arguments: Vec<_> = arguments.iter().map(|(name, value)| Argument { name, value }).collect();
            let places = self.layout.places_of(*number as usize, object.interface.signals.len());
            let session = Session::binding(&object.name, &arguments, self.files, &object.interface, places);
            if let Err(faults) = objects.bind(session) {
                let missing = faults.first().map_or_else(String::new, |fault| fault.message.clone());
                return Constructed { objects, missing: Some(missing) };
            }
        }
        Constructed { objects, missing: None }
    }
}
