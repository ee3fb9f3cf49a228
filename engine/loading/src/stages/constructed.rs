//! The last stage before a model: the SimObjects are constructed with their final places.

use std::collections::HashMap;
use std::mem::take;
use std::path::Path;
use std::sync::Arc;

use simobject_host::{Interface, Providers};

use super::building::Building;
use crate::declaring::declared_numbers;
use crate::recording::columns::{LaidOut, Recorded};
use crate::starting::explicit_values::ExplicitValues;
use crate::starting::resumption::Resumption;
use crate::starting::{initial_conditions, loop_cuts};
use bowline_catalog::CatalogLibrary;
use bowline_description::ModelDescription;
use bowline_description::attributes::engine;
use bowline_description::overridden::Overridden;
use bowline_model::model::clocks::Clocks;
use bowline_model::model::dependencies::graph::Node;
use bowline_model::model::layout::Layout;
use bowline_model::model::provenance::Provenance;
use bowline_model::model::schedule::{Position, Schedule};
use bowline_model::model::store::Store;
use bowline_model::model::{Model, ModelParts, Object};
use bowline_provenance::FileRecord;
use bowline_solve::linear::JacobianStructure;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// So often modes are sought, of initial conditions that depend on modes.
const MOST_MODES: usize = 10;

/// All of a model but its start, which it completes itself.
pub(crate) struct Constructed {
    pub(crate) objects: Vec<Object>,
    pub(crate) libraries: Vec<CatalogLibrary>,
    pub(crate) clocks: Clocks,
    pub(crate) resumed: Option<Resumption>,
    pub(crate) layout: Layout,
    pub(crate) recorded: Recorded,
    pub(crate) start: Vec<f64>,
    pub(crate) next: ExplicitValues,
    pub(crate) schedule: Schedule,
    pub(crate) jacobian: Option<Arc<JacobianStructure>>,
    /// The nodes that initial conditions are completed, or looked at, with.
    pub(crate) initial_order: Vec<Node>,
    /// By the numbers of the objects.
    pub(crate) positions: Vec<Position>,
    pub(crate) stores: Vec<Store>,
}

impl Constructed {
    /// The model, with its start completed.
    pub(crate) fn model(self, building: Building<'_>, diagnostics: &mut Diagnostics) -> Model {
        let (mut model, start, resumed) = self.assembled(building);
        match resumed {
            None => start.complete(&mut model, diagnostics),
            Some(resumption) => start.resume(&mut model, &resumption, diagnostics),
        }
        model
    }

    /// The model before its start is completed, and what completes it.
    fn assembled<'d>(self, mut building: Building<'d>) -> (Model, Start<'d>, Option<Resumption>) {
        let Self { objects, layout, schedule, positions, stores, clocks, resumed, .. } = self;
        let with = |is: fn(&Interface) -> bool| with(&objects, &positions, is);
        let description = building.description;
        let overridden = take(&mut building.overridden);
        let aliases = take(&mut building.aliases);
        let provenance = provenance(&building, overridden);
        let nominal = declared_numbers::nominal(&objects, &layout);
        let of = LaidOut { objects: &objects, layout: &layout, nominal: &nominal };
        let (columns, outputs) = self.recorded.columns(building.further, of);
        let model = Model::new(ModelParts {
            description: Arc::clone(description),
            settings: building.settings,
            providers: providers(&objects, &layout, &positions, &stores),
            with_events: with(|interface| interface.time_events.is_some()),
            with_stops: with(|interface| interface.stops.is_some()),
            nominal,
            past: resumed.as_ref().and_then(|resumption| resumption.past_of(&schedule.events.indicators)),
            resumed: resumed.as_ref().map(|resumption| resumption.clocks),
            start: self.start,
            called: building.network.as_ref().map_or_else(HashMap::new, |network| network.called(&objects)),
            kept: building.network.map_or_else(Vec::new, |network| network.kept(&objects, &layout)),
            node_positions: building.network.map_or_else(Vec::new, |network| network.positions(&objects, &layout)),
            jacobian: self.jacobian,
            libraries: self.libraries,
            objects,
            stores,
            layout,
            schedule,
            clocks,
            columns,
            aliases,
            outputs,
            cameras: building.cameras,
            provenance,
            opened: building.opened.to_vec(),
            overrides: building.taken.0.clone(),
        });
        (model, Start { description, next: self.next, order: self.initial_order, positions }, resumed)
    }
}

/// What the start of a model is completed with.
struct Start<'d> {
    description: &'d ModelDescription,
    next: ExplicitValues,
    /// The nodes that initial conditions are completed, or looked at, with.
    order: Vec<Node>,
    /// By the numbers of the objects.
    positions: Vec<Position>,
}

impl Start<'_> {
    /// Completes the initial conditions, with the modes that belong to them.
    fn complete(&self, model: &mut Model, diagnostics: &mut Diagnostics) {
        let given = model.start().values.clone();
        self.complete_conditions(model, diagnostics);
        self.settle_modes(model, &given, diagnostics);
        // The run finds them again, with all else that handlers set.
        let sides = model.schedule().events.indicators.iter().filter_map(|indicator| indicator.side);
        let modes: Vec<usize> = sides.map(|side| side.mode).filter(|mode| !given[*mode].is_nan()).collect();
        modes.into_iter().for_each(|mode| model.start_mut().values[mode] = given[mode]);
        loop_cuts::begin(model, None);
    }

    /// Completes the initial conditions with the modes of the start as they are.
    fn complete_conditions(&self, model: &mut Model, diagnostics: &mut Diagnostics) {
        loop_cuts::exchange_cuts(model);
        initial_conditions::complete(model, &self.next, &self.order, &self.positions, self.description, diagnostics);
        loop_cuts::exchange_cuts(model);
    }

    /// Completes the initial conditions again, from the `given` values, until the indicators do not contradict the modes that
    /// they were completed with.
    fn settle_modes(&self, model: &mut Model, given: &[f64], diagnostics: &mut Diagnostics) {
        let mut rounds = 0..MOST_MODES;
        loop {
            let modes = if diagnostics.has_errors() { Vec::new() } else { model.modes_at_start().unwrap_or_default() };
            if modes.iter().all(|(place, mode)| model.start().values[*place].to_bits() == mode.to_bits()) {
                return;
            }
            if rounds.next().is_none() {
                let message = "initial conditions and modes at the start change each other without an end";
                let diagnostic = Diagnostic::error("unsettled-modes", message).at(self.description.beginning());
                diagnostics.push(diagnostic.help("give initial conditions that do not depend on modes"));
                return;
            }
            model.start_mut().values.copy_from_slice(given);
            modes.into_iter().for_each(|(place, mode)| model.start_mut().values[place] = mode);
            self.complete_conditions(model, diagnostics);
        }
    }

    /// Sets the inputs that the earlier run ended with, and completes the initial conditions that its state leaves open.
    fn resume(&self, model: &mut Model, resumption: &Resumption, diagnostics: &mut Diagnostics) {
        let Self { description, next, order, positions } = self;
        resumption.set_inputs(model, diagnostics);
        initial_conditions::complete(model, next, &[], positions, description, diagnostics);
        loop_cuts::begin(model, Some(resumption));
        initial_conditions::look_at_state(model, order, positions, description, diagnostics);
    }
}

/// What was read for a model, beside its description.
fn provenance(building: &Building<'_>, overridden: Vec<Overridden>) -> Provenance {
    let Building { description, files, initial_state, taken: (_, taken), notes: of_state, .. } = building;
    let initial_state = initial_state.map(|state| state.file.record(&state.source));
    let mut notes: Vec<String> = engine::method_note(description).into_iter().collect();
    if let (Some(record), Some(text)) = (&initial_state, description.first_source()) {
        notes.extend(record.changes(text));
        notes.extend(of_state.iter().chain(&taken.new).cloned());
    }
    let schemes = description.outline().sources.iter();
    let schemes =
        schemes.map(|source| FileRecord::new(Path::new(source.name()), source.path().to_path_buf(), source.text()));
    Provenance {
        files: schemes.chain(files.records()).collect(),
        directory: files.place().to_path_buf(),
        known_files: files.known(),
        initial_state,
        overridden,
        notes,
    }
}

/// Who answers for the resources of a model, whose stores these will be.
fn providers(objects: &[Object], layout: &Layout, positions: &[Position], stores: &[Store]) -> Providers<'static> {
    let mut providers = Providers::default();
    for id in &layout.resources {
        let interface = &objects[id.object as usize].interface;
        let answer = (0..).zip(&interface.calculations).find(|(_, calculation)| calculation.gives == [id.signal]);
        let provided = interface.resource(id.signal as usize).and_then(|resource| Some((resource, resource.answer?)));
        let (Some((calculation, _)), Some((resource, function))) = (answer, provided) else {
            unreachable!("who provides a resource answers for it")
        };
        let Position { store, index } = positions[id.object as usize];
        let store = &stores[store];
        let access_set = store.access_sets.of(calculation) - store.access_sets.first();
        // SAFETY: the function is one of the store's type, which is re-entrant
        // (others may not provide anything); the model keeps the store.
        unsafe { providers.add(function, &resource.kind, &store.constructed[access_set].objects, index) };
    }
    providers
}

/// The objects whose interface is as asked for.
fn with(objects: &[Object], positions: &[Position], is: fn(&Interface) -> bool) -> Vec<(Position, u32)> {
    let with = objects.iter().zip(0_u32..).filter(|(object, _)| is(&object.interface));
    with.map(|(_, number)| (positions[number as usize], number)).collect()
}
