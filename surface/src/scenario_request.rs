//! A scenario with its settings, to be loaded.

use std::path::Path;
use std::sync::Arc;

use bowline_engine::{Catalog, LoadOptions, Model, Scenario, Source, Sources};

use crate::inputs;
use crate::session::{ErrorKind, SessionError};

/// A scenario with its settings.
#[derive(Debug, Clone)]
pub struct ScenarioRequest {
    /// The scenario, its overrides, and the directories of schemes.
    pub sources: Sources,
    /// State that runs start from, instead of the initial conditions.
    pub state: Option<Source>,
    /// End of runs, s, instead of the last output time.
    pub until: Option<f64>,
    /// In-ports that become inputs although something feeds them.
    pub inputs: Vec<String>,
}

/// A scenario that was loaded.
#[derive(Debug)]
pub struct LoadedScenario {
    /// The scenario, with its inputs and its state, to be loaded again with other values.
    pub scenario: Scenario,
    /// Its model.
    pub model: Arc<Model>,
}

/// Reads a file.
///
/// # Errors
/// It cannot be read.
pub fn read(path: &Path) -> Result<Source, SessionError> {
    Source::read(path).map_err(|reason| {
        let message = format!("cannot read `{}`: {reason}", path.display());
        SessionError::new(ErrorKind::File, message)
    })
}

/// The source of a state that a program has as a text.
pub fn state_text(text: impl Into<String>) -> Source {
    Source::new("state", text)
}

impl ScenarioRequest {
    fn new(source: Source) -> Self {
        Self { sources: Sources::new(source), state: None, until: None, inputs: Vec::new() }
    }

    /// The scenario of a file.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn from_file(path: &Path) -> Result<Self, SessionError> {
        read(path).map(Self::new)
    }

    /// A scenario from a text, with a name for messages. Relative paths in it start at the folder, by default at the current
    /// directory.
    ///
    /// # Errors
    /// The folder is relative, and the current directory is unknown.
    pub fn from_text(
        name: impl Into<String>,
        text: impl Into<String>,
        folder: Option<&Path>,
    ) -> Result<Self, SessionError> {
        let folder = folder.unwrap_or(Path::new("."));
        let source = Source::new(name, text).in_folder(folder);
        let file = |reason| SessionError::new(ErrorKind::File, format!("`{}`: {reason}", folder.display()));
        source.map(Self::new).map_err(file)
    }

    /// Reads, checks and wires the scenario.
    ///
    /// # Errors
    /// The scenario is wrong, or one of the inputs is no in-port.
    pub fn load(&self, catalog: &Catalog) -> Result<LoadedScenario, SessionError> {
        let options = LoadOptions { until: self.until, ..LoadOptions::default() };
        let overrides = self.sources.overrides();
        let mut scenario = Scenario::read(&self.sources).map_err(SessionError::scenario)?;
        if !self.inputs.is_empty() {
            // Only for its names. A search for its equilibrium could fail where the state makes it unnecessary.
            let named = LoadOptions { unsettled: true, ..options };
            let model = scenario.load(overrides, catalog, named).map_err(SessionError::scenario)?;
            let opened = inputs::open(&mut scenario, &model, &self.inputs);
            opened.map_err(|error| SessionError::unknown_name(&error))?;
        }
        // The state may have numbers for the new inputs.
        if let Some(state) = &self.state {
            scenario = scenario.with_initial_state(state.clone());
        }
        let model = scenario.load(overrides, catalog, options).map_err(SessionError::scenario)?;
        Ok(LoadedScenario { scenario, model })
    }
}
