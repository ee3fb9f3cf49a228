//! SimObjects are constructed with their final places.

use std::sync::Arc;

use simobject_host::{Argument, Fault, ObjectStore, ObjectType, Precedent, Session, Surroundings};

use crate::model::Object;
use crate::model::layout::Layout;
use crate::model::reach::Views;
use crate::model::store::Store;
use crate::workspace::instances::Constructed;

/// Constructs the objects of a store with their final places.
#[derive(Debug)]
pub(super) struct Binding<'p> {
    kind: &'static ObjectType,
    objects: Vec<ObjectStore>,
    views: Views,
    precedent: Option<&'p Precedent>,
    numbers: Vec<u32>,
    arguments: Vec<Vec<(String, String)>>,
}

impl<'p> Binding<'p> {
    pub(super) fn new(kind: &'static ObjectType, room: usize, views: Views, precedent: Option<&'p Precedent>) -> Self {
        let objects = (0..views.count()).map(|_| ObjectStore::new(kind, room)).collect();
        Self { kind, objects, views, precedent, numbers: Vec::with_capacity(room), arguments: Vec::new() }
    }

    /// Constructs the model's object `number`.
    pub(super) fn bind(
        &mut self,
        number: u32,
        object: &Object,
        arguments: &[Argument<'_>],
        files: &dyn Surroundings,
        layout: &Layout,
    ) -> Result<(), Vec<Fault>> {
        let places = layout.places_of(number as usize, object.interface.signals.len());
        let previous = layout.previous_of(number as usize);
        for (view, objects) in self.objects.iter_mut().enumerate() {
            let seen = self.views.places(view, &object.interface, places, &previous, layout);
            let session = Session::binding(&object.name, arguments, files, &object.interface, &seen);
            objects.bind(session.after(self.precedent))?;
        }
        self.numbers.push(number);
        if !self.kind.is_reentrant() {
            self.arguments.push(arguments.iter().map(|a| (a.name.to_owned(), a.value.to_owned())).collect());
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Store {
        let Self { kind, objects, views, numbers, arguments, .. } = self;
        let shared = |objects| Constructed { objects: Arc::new(objects), missing: None };
        let constructed = if kind.is_reentrant() { objects.into_iter().map(shared).collect() } else { Vec::new() };
        Store { kind, constructed, views, numbers, arguments }
    }
}
