//! Loading: a scenario is read, checked and wired, and becomes a model.

mod binding;
mod bundles;
mod columns;
mod declarations;
mod explicit_values;
mod flows;
mod graph;
mod guards;
mod initial;
mod inspection;
mod jacobian_structure;
mod names;
mod notes;
mod objects;
mod overrides;
mod parameters;
mod periods;
mod plan;
mod planning;
mod resources;
mod resumption;
mod sample_times;
mod sampled_parts;
mod scenario;
mod settable;
mod stopwatch;
mod unit_mismatch;
mod walks;
mod whole_port;
mod width_mismatch;
mod wiring;

use std::mem::take;
use std::sync::Arc;

use simobject_host::{Interface, Meaning, Providers, ResourceKind};

use crate::catalog::Catalog;
use crate::description::{ModelDescription, ObjectDescription};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::integration::{Limits, Settings};
use crate::model::clocks::Clocks;
use crate::model::filled::FilledBy;
use crate::model::guard::GUARD;
use crate::model::layout::Layout;
use crate::model::schedule::Position;
use crate::model::signal_id::SignalId;
use crate::model::store::Store;
use crate::model::{Model, Object, Output};
use crate::scenario::engine::{self, Recording};
use crate::scenario::files::ScenarioFiles;
use crate::scenario::further_output::{self, FurtherOutput};
use crate::scenario::overrides as written;
use crate::source::{Source, Sources, Span, StrayByte};
use crate::state_file::reader::StateFile;
use crate::workspace::ModelId;
use crate::workspace::unset::UNSET;

use binding::Constructing;
use columns::Selection;
use explicit_values::ExplicitValues;
use graph::Parts;
use names::Finder;
use objects::Objects;
use overrides::Lookup;
use planning::{Planned, Planning};
use sampled_parts::SampledParts;
use stopwatch::Stopwatch;
use wiring::Wiring;

pub use parameters::Parameter;
use scenario::InitialState;
pub use scenario::Scenario;

/// How a scenario is loaded.
#[derive(Debug, Clone, Copy, Default)]
pub struct LoadOptions {
    /// Ends the run at this time, s, instead of the scenario's last one.
    pub until: Option<f64>,
    /// Evaluates the model once and reports what fails, and runs every
    /// calculation with checked reads. Debug builds always check the reads.
    pub check: bool,
}

impl Model {
    /// Reads, checks and wires a scenario, with the overrides and from the
    /// initial state of `sources`: a [`Scenario`] that is loaded once.
    ///
    /// # Errors
    /// Everything that is wrong with the first stage that found anything.
    pub fn load(sources: &Sources, catalog: &Catalog, options: LoadOptions) -> Result<Arc<Self>, Diagnostics> {
        Scenario::read(sources)?.load_once(sources.overrides(), catalog, options)
    }

    /// Checks and wires what a program has described: a [`Scenario`] that is loaded once.
    ///
    /// # Errors
    /// Everything that is wrong with the first stage that found anything.
    pub fn build(
        description: ModelDescription,
        catalog: &Catalog,
        options: LoadOptions,
    ) -> Result<Arc<Self>, Diagnostics> {
        Scenario::from(description).load_once(&[], catalog, options)
    }
}

/// A description that becomes a model.
struct Loading<'t> {
    description: Arc<ModelDescription>,
    /// The state that the run begins with.
    state: Option<&'t InitialState>,
    overrides: &'t [Source],
}

impl Loading<'_> {
    /// The model, with what was found on the way.
    fn finish(
        mut self,
        catalog: &Catalog,
        options: LoadOptions,
        mut diagnostics: Diagnostics,
    ) -> Result<Arc<Model>, Diagnostics> {
        let model = self.model(catalog, options, &mut diagnostics);
        let mut description = self.description;
        let diagnostics = diagnostics.within(description.texts()).with_items();
        let model = model.ok_or_else(|| diagnostics.clone())?;
        if let Some(own) = Arc::get_mut(&mut description) {
            own.forget_wiring();
        }
        let overrides = self.overrides.iter().map(|source| source.text().to_owned()).collect();
        Ok(Arc::new(Model { warnings: diagnostics, description, overrides, ..model }))
    }

    fn model(&mut self, catalog: &Catalog, options: LoadOptions, diagnostics: &mut Diagnostics) -> Option<Model> {
        let mut stopwatch = Stopwatch::start();
        let Self { state, overrides, .. } = *self;
        let mut overridden = Vec::new();
        if !overrides.is_empty() {
            let description = Arc::make_mut(&mut self.description);
            let written = written::read(overrides, description, diagnostics);
            let files = ScenarioFiles::of(description, engine::sample_time(description));
            let types = |object: ObjectDescription<'_>| objects::known_type(object, catalog);
            let lookup = Lookup { types: &types, files: &files, has_initial_state: state.is_some() };
            overridden = overrides::apply(written, description, &lookup, diagnostics);
        }
        let description = &*self.description;
        if description.texts().is_full() {
            let message = "the texts of the scenario, and what is set, are longer than 4 GiB";
            diagnostics.push(Diagnostic::error("too-large", message).at(description.beginning()));
            return None;
        }
        diagnostics.append(description.faults().clone());
        let limits = Limits { from: state.map(|state| state.file.time), until: options.until };
        let engine = engine::read(description, limits, diagnostics);
        let further = engine.as_ref().map_or_else(Vec::new, |(settings, recording)| {
            further_output::read(description, &settings.output_times, recording, diagnostics)
        });
        let files = ScenarioFiles::of(description, engine::sample_time(description));
        let objects = Objects::declare(description, catalog, &files, diagnostics);
        if diagnostics.has_errors() {
            return None;
        }
        stopwatch.stage(format_args!("declared {} SimObjects", objects.list.len()));
        let (settings, recording) = engine?;

        let state_file = state.map(|state| &state.file);
        let building =
            Building { description, catalog, files: &files, state: state_file, settings, recording, further, options };
        let mut model = building.build(objects, &mut stopwatch, diagnostics).filter(|_| !diagnostics.has_errors())?;
        model.overridden = overridden;
        if let Some(InitialState { source, file }) = state {
            let record = file.record(source);
            model
                .notes
                .extend(description.first_source().map(|text| record.changes(text, overrides)).into_iter().flatten());
            model.initial_state = Some(record);
        }
        Some(model)
    }
}

fn not_utf8(StrayByte { offset, value }: StrayByte) -> Diagnostic {
    let help = match (offset, value) {
        (0, 0xFE | 0xFF) => "it looks like UTF-16: save it as UTF-8",
        _ => "save it as UTF-8; it may be in the encoding of one country, as Latin-1 or Windows-1252 are",
    };
    let message = format!("the file is not UTF-8: here is the byte 0x{value:02X}");
    let span = Span::new(offset, offset + char::REPLACEMENT_CHARACTER.len_utf8());
    Diagnostic::error("foreign-encoding", message).at(span).help(help)
}

/// What a model is built of.
struct Building<'d> {
    description: &'d ModelDescription,
    catalog: &'d Catalog,
    files: &'d ScenarioFiles,
    state: Option<&'d StateFile>,
    settings: Settings,
    recording: Recording<'d>,
    further: Vec<FurtherOutput<'d>>,
    options: LoadOptions,
}

impl Building<'_> {
    fn build(
        self,
        mut objects: Objects<'_>,
        stopwatch: &mut Stopwatch,
        diagnostics: &mut Diagnostics,
    ) -> Option<Model> {
        let finder = Finder::new(&objects);
        let types = |kind: &ResourceKind| resources::types_that_provide(kind, self.catalog, self.files);
        let wiring = Wiring::connect(self.description, &finder, &types, diagnostics);
        let explicit = explicit_values::read(self.description.initial_conditions(), &finder, diagnostics);
        let interfaces = objects.list.iter().map(|object| object.interface.as_ref());
        let clocks = Clocks::of(interfaces, self.settings.sample_time);
        let mut resumed = self.state.map(|state| resumption::read(state, &objects, &clocks, diagnostics));
        if diagnostics.has_errors() {
            return None;
        }
        flows::look(&objects.list, &wiring, self.description, diagnostics);
        let Some(layout) = Layout::new(&objects.list, wiring.connections(), &clocks) else {
            let message = format!("the model needs more than {} million numbers", Layout::MOST / 1_000_000);
            let diagnostic = Diagnostic::error("too-large", message).at(self.description.beginning());
            diagnostics.push(diagnostic.help("give smaller widths, or fewer SimObjects"));
            return None;
        };
        let selection = Selection::of(&self.recording, &objects, diagnostics);
        let selected = |further: &FurtherOutput<'_>| Selection::of(&further.recording, &objects, diagnostics);
        let further: Vec<Selection> = self.further.iter().map(selected).collect();
        objects.forget_names();
        stopwatch.stage(format_args!("connected {} in-ports", wiring.connections().len()));

        let parts = Parts { objects: &objects.list, wiring: &wiring, layout: &layout };
        let start = self.settings.output_times.start();
        let origin = resumed.as_ref().map_or(start, |resumption| resumption.clocks.origin);
        let settings = &self.settings;
        let sampled = SampledParts { parts, clocks: &clocks, settings, origin, description: self.description };
        sampled.check(diagnostics);
        sample_times::check(self.description, &objects.list, settings.sample_time, diagnostics);
        if self.options.check {
            sampled.note_unused(objects.on_its_clock, diagnostics);
        }
        if diagnostics.has_errors() {
            return None;
        }
        let mut start = start_of(&objects.list, &layout);
        let (explicit, next) = match &mut resumed {
            Some(resumption) => (take(&mut resumption.explicit), take(&mut resumption.next)),
            None => (explicit, ExplicitValues::default()),
        };
        explicit.set(&layout, &mut start);
        drop(explicit);
        let planning = Planning { parts, clocks: &clocks, description: self.description };
        let planned = planning.planned(settings.method, resumed.is_none().then_some(start.as_slice()), diagnostics)?;
        let Planned { placement, schedule, jacobian, initial_order, unset } = planned;
        // Who is told which ports nobody reads needs them to the end.
        let wiring = self.options.check.then_some(wiring);
        stopwatch.stage("ordered the computations");
        let constructing = Constructing {
            description: self.description,
            objects: &objects.list,
            declarations: &objects.declarations,
            files: self.files,
            layout: &layout,
        };
        let stores = constructing.stores(&placement, diagnostics)?;
        diagnostics.append(unset);
        let initial_order = initial_order?;
        stopwatch.stage("constructed the SimObjects");

        let mut nominal = numbers_of(&objects.list, &layout, &Meaning::Nominal, 1.0);
        nominal.truncate(layout.states);
        nominal.shrink_to_fit();
        let positions = placement.positions;
        let providers = providers(&objects.list, &layout, &positions, &stores);
        let mut model = Model {
            providers,
            start,
            with_events: with(&objects.list, &positions, |interface| interface.time_events.is_some()),
            with_stops: with(&objects.list, &positions, |interface| interface.stops.is_some()),
            filled: FilledBy::default(),
            schedule,
            clocks: clocks.clone(),
            next: Vec::new(),
            resumed: None,
            past: None,
            settings: self.settings,
            objects: Vec::new(),
            libraries: objects.libraries,
            stores,
            layout: Layout::default(),
            nominal,
            jacobian,
            columns: Vec::new(),
            outputs: Vec::new(),
            up: self.description.up,
            description: Arc::default(),
            warnings: Diagnostics::default(),
            files: self.files.records(),
            directory: self.files.place().to_path_buf(),
            known_files: self.files.known(),
            notes: engine::method_note(self.description).into_iter().collect(),
            initial_state: None,
            overridden: Vec::new(),
            overrides: Vec::new(),
            id: ModelId::default(),
        };
        model.filled = FilledBy::new(&model.schedule, (&model.stores, &clocks), &objects.list, &layout);
        model.layout = layout;
        model.objects = objects.list;
        if let Some(resumption) = resumed {
            resumption.set_inputs(&mut model, diagnostics);
            model.resumed = Some(resumption.clocks);
            model.past = resumption.past_of(&model.schedule.events.indicators);
        }
        if model.resumed.is_none() {
            initial::complete(&mut model, &next, &initial_order, &positions, self.description, diagnostics);
        } else {
            initial::complete(&mut model, &next, &[], &positions, self.description, diagnostics);
            initial::look_at_state(&model, &initial_order, &positions, self.description, diagnostics);
        }
        model.columns = selection.columns(&model.objects, &model.layout);
        let output = |(FurtherOutput { name, times, .. }, selection): (FurtherOutput<'_>, Selection)| Output {
            name,
            times,
            columns: selection.columns(&model.objects, &model.layout),
        };
        model.outputs = self.further.into_iter().zip(further).map(output).collect();
        stopwatch.stage("set the initial states");
        // What is built in has been looked at before; what others built, perhaps not.
        let is_loaded = model.libraries.iter().any(|library| library.origin.path().is_some());
        let is_inspected = self.options.check || cfg!(debug_assertions) || is_loaded;
        if is_inspected {
            let (workspace, dx) = inspection::evaluated(&model);
            inspection::inspect(&model, (&workspace, &dx), self.description, self.files, diagnostics);
        }
        if self.options.check && !diagnostics.has_errors() {
            inspection::evaluate(&model, self.description, diagnostics);
        }
        if self.options.check && !diagnostics.has_errors() {
            let (workspace, dx) = inspection::evaluated(&model);
            inspection::inspect_elsewhere(&model, (&workspace, &dx), self.description, self.files, diagnostics);
        }
        if self.options.check && !diagnostics.has_errors() {
            inspection::remember(&model, self.description, diagnostics);
        }
        if let Some(wiring) = wiring.filter(|_| !diagnostics.has_errors()) {
            notes::unread_ports(&model.objects, &wiring, &model.recorded(), self.description, diagnostics);
            let provided = &model.layout.resources;
            notes::unasked_resources(&model.objects, &wiring, provided, self.description, diagnostics);
        }
        if is_inspected {
            stopwatch.stage("checked every computation");
        }
        (!diagnostics.has_errors()).then_some(model)
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

/// The numbers of a workspace as far as the declarations and the connections give them.
fn start_of(objects: &[Object], layout: &Layout) -> Vec<f64> {
    let mut values = numbers_of(objects, layout, &Meaning::InitialValue, UNSET);
    values.reserve_exact(layout.len - values.len());
    values.extend_from_slice(&layout.constants);
    values.resize(layout.len, UNSET);
    layout.guards.iter().for_each(|guard| values[guard.clone()].fill(GUARD));
    values
}

/// One number for each element of x and of the discrete values: what the declarations say, else `default`.
fn numbers_of(objects: &[Object], layout: &Layout, meaning: &Meaning, default: f64) -> Vec<f64> {
    let mut all = vec![default; layout.discrete.all.end];
    for (object, index) in objects.iter().zip(0..) {
        for number in object.numbers.iter().filter(|number| number.meaning == *meaning) {
            let first = layout.place(SignalId { object: index, signal: number.signal }).first as usize;
            all[first..first + number.values.len()].copy_from_slice(&number.values);
        }
    }
    all
}
