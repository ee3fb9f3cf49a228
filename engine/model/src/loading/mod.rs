//! Loading: a scenario is read, checked and wired, and becomes a model.

mod algebraic_loop;
mod at_rest;
mod binding;
mod block_scheduler;
mod building;
mod bundles;
mod cameras;
mod column_formulas;
mod column_units;
mod columns;
mod connected;
mod connected_rates;
mod constructed;
mod cuts;
mod declarations;
mod declared_numbers;
mod explicit_values;
mod flat;
mod flows;
mod forms;
mod formula_names;
mod formulas;
mod front_end;
mod guards;
mod initial;
mod inspection;
mod instant_scheduler;
mod laid_out;
mod loops;
mod meshes;
mod names;
mod notes;
mod objects;
mod overrides;
mod parameters;
mod periods;
mod recordable;
mod remaining_names;
mod resources;
mod resumption;
mod sample_times;
mod sampled_parts;
mod scenario;
mod scheduled;
mod scheduler;
mod scheme_ports;
mod settable;
mod stopwatch;
mod taken_over;
mod terminals;
mod undetermined;
mod unit_mismatch;
mod unknown_port;
mod whole_port;
mod width_mismatch;
mod wiring;

use std::sync::Arc;

use crate::aliases::Aliases;
use crate::attributes::{engine, further_output, overrides as written};
use crate::catalog::Catalog;
use crate::description::overridden::Overridden;
use crate::description::{ModelDescription, ObjectDescription};
use crate::files::ScenarioFiles;
use crate::flattening::{self, Flattened, SchemePort};
use crate::model::{Model, SignalId};
use crate::variables::Variables;
use bowline_formula::Names;
use bowline_solve::integration::{Limits, OtherIntegration, Settings};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

use building::Building;
use objects::Objects;
use overrides::Lookup;
use remaining_names::RemainingNames;
use stopwatch::Stopwatch;
use taken_over::TakenOver;
use terminals::Network;

pub use flat::{FlatScenario, Pairs};
pub use front_end::FrontEnd;
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
    /// Integrates otherwise than the scenario asks for.
    pub integration: Option<OtherIntegration>,
    /// Begins with the initial conditions, whatever `Start` of the scenario says, to look for equilibria. Accepts forms that
    /// need rates.
    pub unsettled: bool,
}

impl Model {
    /// Reads, checks and wires a scenario, with the overrides and from the
    /// initial state of `sources`: a [`Scenario`] that is loaded once.
    ///
    /// # Errors
    /// Everything that is wrong with the first stage that found anything.
    pub fn load(sources: &impl FrontEnd, catalog: &Catalog, options: LoadOptions) -> Result<Arc<Self>, Diagnostics> {
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

/// What a flat description names that is not in it.
#[derive(Debug, Default)]
struct FlatNames {
    /// What the overrides set.
    overridden: Vec<Overridden>,
    /// The numbers of those that come from an initial state.
    of_state: Vec<usize>,
    aliases: Aliases,
    ports: Vec<SchemePort>,
}

/// How a description is integrated, and what is recorded.
struct Engine<'d> {
    settings: Settings,
    recording: engine::Recording<'d>,
    further: Vec<further_output::FurtherOutput<'d>>,
}

impl<'d> Engine<'d> {
    fn read(
        description: &'d ModelDescription,
        variables: &Variables,
        (limits, other): (Limits, Option<OtherIntegration>),
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let (mut settings, recording) = engine::read(description, variables, limits, diagnostics)?;
        if let Some(other) = other {
            other.apply(&mut settings);
        }
        let further = (&settings.output_times, variables as &dyn Names);
        let further = further_output::read(description, further, &recording, diagnostics);
        Some(Self { settings, recording, further })
    }
}

/// A description that becomes a model.
struct Loading<'t> {
    description: Arc<ModelDescription>,
    /// The state that the run begins with.
    state: Option<&'t InitialState>,
    /// Its overrides, with those of the run that saved that.
    taken: &'t TakenOver,
    /// In-ports that become inputs though something feeds them.
    opened: &'t [SignalId],
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
        let diagnostics = diagnostics.within(self.description.texts()).with_items();
        let Some(mut model) = model else { return Err(diagnostics) };
        // The model has its own hold of the description.
        drop(self);
        if let Some(own) = Arc::get_mut(&mut model.description) {
            own.forget_wiring();
        }
        Ok(Arc::new(Model { warnings: diagnostics, ..model }))
    }

    fn model(&mut self, catalog: &Catalog, options: LoadOptions, diagnostics: &mut Diagnostics) -> Option<Model> {
        let mut stopwatch = Stopwatch::start();
        let (FlatNames { overridden, of_state, aliases, ports }, variables) = self.flat(catalog, diagnostics)?;
        if !self.description.outline().is_flat() {
            stopwatch.stage("flattened it");
        }
        let variables = &variables;
        let Self { state: initial_state, taken, opened, .. } = *self;
        let notes = taken.notes.iter().cloned().chain(of_state.iter().map(|number| taken.note(*number)));
        let notes: Vec<String> = notes.collect();
        for note in &notes {
            diagnostics.push(Diagnostic::note("initial-state", note.clone()).at(self.description.beginning()));
        }
        let description = &Arc::clone(&self.description);
        if description.texts().is_full() {
            let message = "the texts of the scenario, and what is set, are longer than 4 GiB";
            diagnostics.push(Diagnostic::error("too-large", message).at(description.beginning()));
            return None;
        }
        diagnostics.append(description.faults().clone());
        let limits = Limits { from: initial_state.map(|state| state.file.time), until: options.until };
        let other = options.integration;
        let engine = Engine::read(description, variables, (limits, other), diagnostics);
        let files = &ScenarioFiles::of(description, engine::sample_time(description, &**variables), variables);
        let objects = Objects::declare(description, catalog, files, diagnostics);
        let mut aliases = aliases;
        if diagnostics.has_errors() {
            let engine = engine.as_ref();
            RemainingNames { description, files, aliases: &aliases, ports: &ports, engine }
                .report(objects, diagnostics);
            return None;
        }
        let cameras = cameras::read(description, &objects.list, &**variables, diagnostics);
        if diagnostics.has_errors() {
            return None;
        }
        stopwatch.stage(format_args!("declared {} SimObjects", objects.list.len()));
        // Terminals become SimObjects more, at the end of a further description, which is read as the first one was.
        let (network, with_parts, files_of_all);
        let state = initial_state.map(|state| &state.file);
        let (description, engine, files, objects, network) = if objects.has_terminals {
            let Some(joined) = Network::new((description, &objects), state, &mut aliases, variables, diagnostics)
            else {
                let engine = engine.as_ref();
                RemainingNames { description, files, aliases: &aliases, ports: &ports, engine }
                    .report(objects, diagnostics);
                return None;
            };
            network = joined;
            let event_tol = engine.as_ref().and_then(|engine| engine.settings.event_tol);
            with_parts = Arc::new(network.with_parts(description, event_tol));
            self.description = Arc::clone(&with_parts);
            stopwatch.stage("found the nodes");
            let engine = Engine::read(&with_parts, variables, (limits, other), &mut Diagnostics::default());
            files_of_all = ScenarioFiles::of(&with_parts, engine::sample_time(&with_parts, &**variables), variables);
            let objects = objects.with_parts(&with_parts, &network, &files_of_all);
            (&with_parts, engine?, &files_of_all, objects, Some(&network))
        } else {
            (description, engine?, files, objects, None)
        };
        let building = Building {
            description,
            catalog,
            files,
            initial_state,
            taken: (taken.effective(&of_state), taken),
            notes,
            overridden,
            aliases,
            ports,
            settings: engine.settings,
            recording: engine.recording,
            further: engine.further,
            cameras,
            options,
            network,
            opened,
        };
        let model = building.build(objects, &mut stopwatch, diagnostics)?;
        if !options.unsettled && !options.check {
            forms::refuse_rates(&model, diagnostics);
            if diagnostics.has_errors() {
                return None;
            }
        }
        if !options.unsettled {
            connected_rates::check(&model, diagnostics);
            if diagnostics.has_errors() {
                return None;
            }
        }
        variables.warn_of_unused(diagnostics);
        Some(model)
    }

    /// Writes the overrides into the description, and what schemes and repetitions stand for. None, if what needs its names
    /// and variables would only repeat what is wrong.
    fn flat(&mut self, catalog: &Catalog, diagnostics: &mut Diagnostics) -> Option<(FlatNames, Arc<Variables>)> {
        let before = diagnostics.errors();
        let is_flat = self.taken.overrides.is_empty() && self.description.outline().is_flat();
        if is_flat {
            let variables = Variables::read(&self.description, diagnostics);
            return (diagnostics.errors() == before).then(|| (FlatNames::default(), Arc::new(variables)));
        }
        let description = Arc::make_mut(&mut self.description);
        let mut written = written::read(&self.taken.overrides, description, diagnostics);
        let before = diagnostics.errors();
        let mut variables = Variables::read(description, diagnostics);
        if diagnostics.errors() > before {
            return None;
        }
        let Flattened { aliases, overridden, ports } =
            flattening::flatten(description, &mut variables, &mut written.of_objects, diagnostics);
        if diagnostics.errors() > before {
            return None;
        }
        let variables = Arc::new(variables);
        let files = &ScenarioFiles::of(description, engine::sample_time(description, &*variables), &variables);
        let types = |object: ObjectDescription<'_>| objects::known_type(object, catalog);
        let (has_initial_state, taken) = (self.state.is_some(), self.taken);
        let (variables_of, aliases_of) = (&*variables, &aliases);
        let lookup =
            Lookup { types: &types, files, variables: variables_of, aliases: aliases_of, has_initial_state, taken };
        let (overridden, of_state) = overrides::apply(written, overridden, description, &lookup, diagnostics);
        Some((FlatNames { overridden, of_state, aliases, ports }, variables))
    }
}
