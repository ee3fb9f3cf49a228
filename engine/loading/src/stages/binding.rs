//! SimObjects are constructed with their final places.

use std::sync::Arc;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use simobject_host::{CachedDeclaration, Fault, ObjectStore, ObjectType, Session};

use crate::scheduling::scheduler::Placement;
use bowline_description::ModelDescription;
use bowline_description::files::ScenarioFiles;
use bowline_model::model::Object;
use bowline_model::model::access_sets::AccessSets;
use bowline_model::model::declarations::Declarations;
use bowline_model::model::layout::Layout;
use bowline_model::model::store::{Arguments, Store};
use bowline_model::workspace::instances::Constructed;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// From so many SimObjects on it is worth to have threads for them.
const MANY: usize = 10_000;

/// What all SimObjects are constructed of.
pub(crate) struct Constructing<'a> {
    pub(crate) description: &'a ModelDescription,
    pub(crate) objects: &'a [Object],
    pub(crate) declarations: &'a Declarations,
    pub(crate) files: &'a ScenarioFiles,
    pub(crate) layout: &'a Layout,
}

impl Constructing<'_> {
    /// Constructs all SimObjects with their final places: those of several types at the same
    /// time if they are many, and no type keeps scratch in itself, as in evaluations.
    pub(crate) fn stores(&self, placement: &Placement, diagnostics: &mut Diagnostics) -> Option<Vec<Store>> {
        let Self { description, objects, declarations, files, layout } = *self;
        let begun = placement.stores.iter().zip(&placement.access_sets).filter_map(|(numbers, access_sets)| {
            let kind = objects[*numbers.first()? as usize].kind;
            Some((
                Binding::new(kind, numbers.len(), access_sets.clone(), declarations.cached(kind)),
                numbers.as_slice(),
            ))
        });
        let types: Vec<(Binding<'_>, &[u32])> = begun.collect();
        let at_once = objects.len() >= MANY && types.iter().all(|(binding, _)| binding.kind.is_reentrant());
        let bound = |(mut binding, numbers): (Binding<'_>, &[u32])| {
            let faults = binding.bind_all(numbers, description, objects, files, layout);
            (binding.finish(), faults)
        };
        let stores: Vec<(Store, Diagnostics)> = match at_once {
            true => types.into_par_iter().map(bound).collect(),
            false => types.into_iter().map(bound).collect(),
        };
        let store = |(store, faults)| {
            diagnostics.append(faults);
            store
        };
        let stores = stores.into_iter().map(store).collect();
        (!diagnostics.has_errors()).then_some(stores)
    }
}

/// Constructs the objects of a store with their final places.
#[derive(Debug)]
struct Binding<'p> {
    kind: &'static ObjectType,
    objects: Vec<ObjectStore>,
    access_sets: AccessSets,
    cached: Option<&'p CachedDeclaration>,
    numbers: Vec<u32>,
    arguments: Vec<Arguments>,
}

impl<'p> Binding<'p> {
    fn new(
        kind: &'static ObjectType,
        room: usize,
        access_sets: AccessSets,
        cached: Option<&'p CachedDeclaration>,
    ) -> Self {
        let objects = (0..access_sets.count()).map(|_| ObjectStore::new(kind, room)).collect();
        Self { kind, objects, access_sets, cached, numbers: Vec::with_capacity(room), arguments: Vec::new() }
    }

    /// Constructs the model's objects of these numbers; what is wrong with them.
    fn bind_all(
        &mut self,
        numbers: &[u32],
        description: &ModelDescription,
        objects: &[Object],
        files: &ScenarioFiles,
        layout: &Layout,
    ) -> Diagnostics {
        let mut diagnostics = Diagnostics::default();
        for number in numbers {
            let (object, written) = (&objects[*number as usize], description.object_at(*number as usize));
            let bound = self.bind(*number, object, description, files, layout);
            for fault in bound.err().into_iter().flatten() {
                let message = format!("{}: {}", object.introduced(), fault.message);
                let diagnostic = Diagnostic::error("faulty-library", message).at(written.name().span());
                diagnostics.push(diagnostic.help(fault.advice));
            }
        }
        diagnostics
    }

    /// Constructs the model's object `number`.
    fn bind(
        &mut self,
        number: u32,
        object: &Object,
        description: &ModelDescription,
        files: &ScenarioFiles,
        layout: &Layout,
    ) -> Result<(), Vec<Fault>> {
        let (arguments, scope) =
            (description.object_at(number as usize).arguments(), description.scope_of(number as usize));
        let files = &files.within(scope);
        let places = layout.places_of(number as usize, object.interface.signals.len());
        let previous = layout.previous_of(number as usize);
        for (access_set, objects) in self.objects.iter_mut().enumerate() {
            let seen = self.access_sets.places(access_set, &object.interface, places, &previous, layout);
            let session = Session::binding(&object.name, &arguments, files, &object.interface, &seen);
            objects.bind(session.after(self.cached))?;
        }
        self.numbers.push(number);
        if !self.kind.is_reentrant() {
            let arguments = arguments.iter().map(|a| (a.name.to_owned(), a.value.to_owned())).collect();
            self.arguments.push(Arguments { given: arguments, scope });
        }
        Ok(())
    }

    fn finish(self) -> Store {
        let Self { kind, objects, access_sets, numbers, arguments, .. } = self;
        let shared = |objects| Constructed { objects: Arc::new(objects), missing: None };
        let constructed = if kind.is_reentrant() { objects.into_iter().map(shared).collect() } else { Vec::new() };
        Store { kind, constructed, access_sets, numbers, arguments }
    }
}
