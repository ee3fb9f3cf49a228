//! One loading: from a description to a model, stage by stage.

use std::sync::Arc;

use bowline_catalog::Catalog;
use bowline_description::attributes::overrides as written;
use bowline_description::files::ScenarioFiles;
use bowline_description::flattening::{self, Flattened};
use bowline_description::variables::Variables;
use bowline_description::{ModelDescription, ObjectDescription};
use bowline_model::model::{Model, SignalId};
use bowline_solve::integration::Limits;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

use crate::connecting::element_forms;
use crate::declaring::objects;
use crate::load_options::LoadOptions;
use crate::overriding::flat_names::FlatNames;
use crate::overriding::overrides::{self, Lookup};
use crate::overriding::resumed_overrides::TakenOver;
use crate::recording::cameras;
use crate::stages::building::Building;
use crate::stages::declared::{Declared, Integration, Joined};
use crate::starting::connected_rates;
use crate::starting::initial_state::InitialState;
use crate::stopwatch::Stopwatch;

/// A description that becomes a model.
pub(crate) struct Loading<'t> {
    pub(crate) description: Arc<ModelDescription>,
    /// The state that the run begins with.
    pub(crate) state: Option<&'t InitialState>,
    /// Its overrides, with those of the run that saved that.
    pub(crate) taken: &'t TakenOver,
    /// In-ports that become inputs though something feeds them.
    pub(crate) opened: &'t [SignalId],
}

impl Loading<'_> {
    /// The model, with what was found on the way.
    pub(crate) fn finish(
        mut self,
        catalog: &Catalog,
        options: LoadOptions,
        mut diagnostics: Diagnostics,
    ) -> Result<Arc<Model>, Diagnostics> {
        let model = self.model(catalog, options, &mut diagnostics);
        let diagnostics = diagnostics.within(self.description.texts()).with_items();
        let Some(model) = model else { return Err(diagnostics) };
        // The model shares the description no longer.
        drop(self);
        Ok(Arc::new(model.completed(diagnostics)))
    }

    fn model(&mut self, catalog: &Catalog, options: LoadOptions, diagnostics: &mut Diagnostics) -> Option<Model> {
        let mut stopwatch = Stopwatch::start();
        let (mut names, variables) = self.flat(catalog, diagnostics)?;
        if !self.description.outline().is_flat() {
            stopwatch.stage("flattened it");
        }
        let notes = self.report_notes(&names.of_state, diagnostics);
        let description = &Arc::clone(&self.description);
        refuse_long_texts(description, diagnostics)?;
        diagnostics.append(description.faults().clone());
        let integration = Integration {
            limits: Limits { from: self.state.map(|state| state.file.time), until: options.until },
            other: options.integration,
            variables: &variables,
        };
        let files = &ScenarioFiles::of(description, &variables);
        let declared = Declared::read(description, catalog, files, &integration, diagnostics);
        if diagnostics.has_errors() {
            declared.report_remaining_names(&names, diagnostics);
            return None;
        }
        let cameras = cameras::read(description, &declared.objects.list, &*variables, diagnostics);
        if diagnostics.has_errors() {
            return None;
        }
        stopwatch.stage(format_args!("declared {} SimObjects", declared.objects.list.len()));
        let joined = if declared.objects.has_terminals {
            let state = self.state.map(|state| &state.file);
            let Some(joined) = Joined::new(&declared, state, &mut names.aliases, &variables, diagnostics) else {
                declared.report_remaining_names(&names, diagnostics);
                return None;
            };
            self.description = Arc::clone(&joined.description);
            stopwatch.stage("found the nodes");
            Some(joined)
        } else {
            None
        };
        let Declared { description, files, engine, objects } = match &joined {
            Some(joined) => declared.with_parts(joined, &integration),
            None => declared,
        };
        let engine = engine?;
        let building = Building {
            description,
            catalog,
            files,
            initial_state: self.state,
            taken: (self.taken.effective(&names.of_state), self.taken),
            notes,
            overridden: names.overridden,
            aliases: names.aliases,
            ports: names.ports,
            settings: engine.settings,
            recording: engine.recording,
            further: engine.further,
            cameras,
            options,
            network: joined.as_ref().map(|joined| &joined.network),
            opened: self.opened,
        };
        let model = building.build(objects, &mut stopwatch, diagnostics)?;
        refuse_missing_rates(&model, options, diagnostics)?;
        variables.warn_of_unused(diagnostics);
        Some(model)
    }

    /// Reports what the overrides of the initial state, whose numbers are `of_state`, change; returns the notes.
    fn report_notes(&self, of_state: &[usize], diagnostics: &mut Diagnostics) -> Vec<String> {
        let taken = self.taken;
        let notes = taken.notes.iter().cloned().chain(of_state.iter().map(|number| taken.note(*number)));
        let notes: Vec<String> = notes.collect();
        for note in &notes {
            diagnostics.push(Diagnostic::note("initial-state", note.clone()).at(self.description.beginning()));
        }
        notes
    }

    /// Writes the overrides into the description, and what schemes and repetitions stand for. None, if what needs its names
    /// and variables would only repeat what is wrong.
    pub(crate) fn flat(
        &mut self,
        catalog: &Catalog,
        diagnostics: &mut Diagnostics,
    ) -> Option<(FlatNames, Arc<Variables>)> {
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
        let files = &ScenarioFiles::of(description, &variables);
        let types = |object: ObjectDescription<'_>| objects::known_type(object, catalog);
        let (has_initial_state, taken) = (self.state.is_some(), self.taken);
        let (variables_of, aliases_of) = (&*variables, &aliases);
        let lookup =
            Lookup { types: &types, files, variables: variables_of, aliases: aliases_of, has_initial_state, taken };
        let (overridden, of_state) = overrides::apply(written, overridden, description, &lookup, diagnostics);
        Some((FlatNames { overridden, of_state, aliases, ports }, variables))
    }
}

/// Refuses a description whose texts are too long for spans; None, if it does.
fn refuse_long_texts(description: &ModelDescription, diagnostics: &mut Diagnostics) -> Option<()> {
    if description.texts().is_full() {
        let message = "the texts of the scenario, and what is set, are longer than 4 GiB";
        diagnostics.push(Diagnostic::error("too-large", message).at(description.beginning()));
        return None;
    }
    Some(())
}

/// Refuses a model whose element forms or connections need rates that it does not have; None, if it does.
fn refuse_missing_rates(model: &Model, options: LoadOptions, diagnostics: &mut Diagnostics) -> Option<()> {
    if !options.unsettled && !options.check {
        element_forms::refuse_rates(model, diagnostics);
        if diagnostics.has_errors() {
            return None;
        }
    }
    if !options.unsettled {
        connected_rates::check(model, diagnostics);
        if diagnostics.has_errors() {
            return None;
        }
    }
    Some(())
}
