//! The scenario that is looked at.

use std::sync::Arc;

use bowline_engine::{Catalog, Diagnostics, FrontEnd, LoadOptions, Model, Scenario, Source};
use bowline_surface::inputs;
use bowline_surface::scenario_request::ScenarioRequest;

use crate::AnalysisError;

/// A scenario that was read, and is loaded with values of its own.
#[derive(Debug, Clone)]
pub struct Study {
    scenario: Scenario,
    overrides: Vec<Source>,
    catalog: Arc<Catalog>,
    until: Option<f64>,
}

impl Study {
    /// Reads it.
    ///
    /// # Errors
    /// It is no scenario.
    pub fn read(sources: &impl FrontEnd, catalog: Arc<Catalog>) -> Result<Self, Diagnostics> {
        let scenario = Scenario::read(sources)?;
        Ok(Self { scenario, overrides: sources.overrides().to_vec(), catalog, until: None })
    }

    /// A scenario that was loaded as requested.
    pub fn of(request: &ScenarioRequest, scenario: Scenario, catalog: Arc<Catalog>) -> Self {
        Self { scenario, overrides: request.sources.overrides().to_vec(), catalog, until: request.until }
    }

    /// Where runs end, s, if that is not where the scenario says.
    pub fn until(&self) -> Option<f64> {
        self.until
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// What is set in it.
    pub fn overrides(&self) -> &[Source] {
        &self.overrides
    }

    /// The libraries.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// Makes in-ports inputs though something feeds them.
    ///
    /// # Errors
    /// It cannot be loaded, or there are no such in-ports.
    pub fn open(&mut self, names: &[String]) -> Result<(), AnalysisError> {
        if names.is_empty() {
            return Ok(());
        }
        let model = self.load(&[])?;
        inputs::open(&mut self.scenario, &model, names).map_err(|error| AnalysisError::Asked(error.to_string()))
    }

    /// Loads it, with more overrides, to look for equilibria.
    ///
    /// # Errors
    /// It is wrong.
    pub fn load(&self, more: &[Source]) -> Result<Arc<Model>, Diagnostics> {
        let options = LoadOptions { until: self.until, unsettled: true, ..LoadOptions::default() };
        self.scenario.load_again(&self.overrides, more, &self.catalog, options)
    }
}
