//! A scenario that is read once and loaded as often as its values vary.

use std::sync::Arc;

use crate::starting::initial_state::InitialState;
use crate::stopwatch::Stopwatch;
use bowline_catalog::Catalog;
use bowline_description::{FrontEnd, ModelDescription};
use bowline_model::model::{Model, SignalId};
use bowline_text::Source;
use bowline_text::diagnostic::Diagnostics;

use crate::load_options::LoadOptions;
use crate::loading::Loading;
use crate::overriding::resumed_overrides::TakenOver;

/// A scenario that was read, and the initial state that goes with it: models of
/// it are loaded with values of their own, on any threads at once.
#[derive(Debug, Clone)]
pub struct Scenario {
    description: Arc<ModelDescription>,
    state: Option<Arc<InitialState>>,
    /// What was found on the way, and does not keep it from being loaded.
    found: Diagnostics,
    /// In-ports that become inputs though something feeds them.
    opened: Vec<SignalId>,
}

impl Scenario {
    /// Reads a scenario and its initial state. Overrides are left to
    /// [`load`](Self::load).
    ///
    /// # Errors
    /// What is not a scenario.
    pub fn read(sources: &impl FrontEnd) -> Result<Self, Diagnostics> {
        let mut stopwatch = Stopwatch::start();
        let (mut description, mut found) = sources.describe()?;
        stopwatch.stage("read the scenario");
        let state = sources.initial_state();
        let state = state.and_then(|source| InitialState::read(source, &mut description, &mut found)).map(Arc::new);
        if state.is_some() {
            stopwatch.stage("read the initial state");
        }
        Ok(Self { description: Arc::new(description), state, found, opened: Vec::new() })
    }

    /// The same with the text of a state file ([`SavedState`](bowline_model::state_file::SavedState)):
    /// models start at its time, with its states.
    #[must_use]
    pub fn with_initial_state(mut self, state: Source) -> Self {
        let description = Arc::make_mut(&mut self.description);
        self.state = InitialState::read(&Arc::new(state), description, &mut self.found).map(Arc::new);
        self
    }

    /// From now on these in-ports too, by what a model of the scenario calls them, are inputs ([`Model::input`]) though
    /// something feeds them: what is set there is added to that. Such models have more computations, for who wants to
    /// know how a model answers.
    pub fn add_inputs_at(&mut self, ports: Vec<SignalId>) {
        self.opened.extend(ports);
        self.opened.sort_unstable();
        self.opened.dedup();
    }

    /// Checks and wires the scenario with these overrides. Paths in it are
    /// relative to the directory of its name. With an initial state the model
    /// starts at its time, with its states.
    ///
    /// # Errors
    /// Everything that is wrong with the first stage that found anything.
    pub fn load(
        &self,
        overrides: &[Source],
        catalog: &Catalog,
        options: LoadOptions,
    ) -> Result<Arc<Model>, Diagnostics> {
        let Self { description, state, found, opened } = self;
        let taken = &TakenOver::new(state.as_deref().map(|state| &state.file), overrides);
        let (description, state) = (Arc::clone(description), state.as_deref());
        let loading = Loading { description, state, taken, opened };
        loading.finish(catalog, options, found.clone())
    }

    /// The same with more overrides: what is set again takes the place of what was set.
    ///
    /// # Errors
    /// As those of [`load`](Self::load).
    pub fn load_again(
        &self,
        overrides: &[Source],
        more: &[Source],
        catalog: &Catalog,
        options: LoadOptions,
    ) -> Result<Arc<Model>, Diagnostics> {
        let name = |source: &Source| source.text().split('=').next().unwrap_or_default().trim().to_owned();
        let again: Vec<_> = more.iter().map(name).collect();
        let kept = overrides.iter().filter(|source| !again.contains(&name(source)));
        self.load(&kept.chain(more).cloned().collect::<Vec<_>>(), catalog, options)
    }

    /// What it is made of, to be changed.
    pub(super) fn parts(&self) -> (Arc<ModelDescription>, Option<&InitialState>, Diagnostics) {
        (Arc::clone(&self.description), self.state.as_deref(), self.found.clone())
    }

    /// Loads it once: what was read is let go of where it is not needed any more.
    pub(super) fn load_once(
        self,
        overrides: &[Source],
        catalog: &Catalog,
        options: LoadOptions,
    ) -> Result<Arc<Model>, Diagnostics> {
        let Self { description, state, found, opened } = self;
        let taken = &TakenOver::new(state.as_deref().map(|state| &state.file), overrides);
        let (state, opened) = (state.as_deref(), opened.as_slice());
        let loading = Loading { description, state, taken, opened };
        loading.finish(catalog, options, found)
    }
}

/// What a program has described.
impl From<ModelDescription> for Scenario {
    fn from(mut description: ModelDescription) -> Self {
        description.texts_mut().seal();
        description.shrink();
        Self { description: Arc::new(description), state: None, found: Diagnostics::default(), opened: Vec::new() }
    }
}
