//! What is asked about: a scenario, and the numbers of it that count.

use std::fmt;
use std::sync::Arc;

use bowline_engine::{Catalog, Column, Diagnostics, LoadOptions, Model, RunError, Scenario, Source};

/// A scenario, and the numbers of it that count.
#[derive(Clone, Copy)]
pub struct Subject<'s> {
    /// The scenario.
    pub scenario: &'s Scenario,
    /// What is set in it.
    pub overrides: &'s [Source],
    /// The libraries.
    pub catalog: &'s Catalog,
    /// Ends runs at this time, s, instead of the scenario's last one.
    pub until: Option<f64>,
    /// `Object.Signal`, perhaps with elements; what the scenario records, if none is named.
    pub signals: &'s [String],
    /// Whether all shall stop; asked before each step, on any thread.
    pub stop: &'s (dyn Fn() -> bool + Sync),
}

/// Why nothing is known of it.
#[derive(Debug)]
pub enum VerificationError {
    /// The scenario is wrong.
    Scenario(Diagnostics),
    /// The run itself failed.
    Run(RunError),
    /// What was asked for cannot be, in words.
    Asked(String),
    /// It was to stop.
    Stopped,
}

impl fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subject").field("until", &self.until).field("signals", &self.signals).finish_non_exhaustive()
    }
}

impl Subject<'_> {
    /// Loads it, with more overrides and integrated otherwise.
    pub(crate) fn load(&self, more: &[Source], options: LoadOptions) -> Result<Arc<Model>, Diagnostics> {
        self.scenario.load_again(self.overrides, more, self.catalog, LoadOptions { until: self.until, ..options })
    }

    /// Loads it as it is.
    pub(crate) fn as_it_is(&self) -> Result<Arc<Model>, VerificationError> {
        self.load(&[], LoadOptions::default()).map_err(VerificationError::Scenario)
    }

    /// The columns that count, in a model of it.
    pub(crate) fn columns(&self, model: &Model) -> Result<Vec<Column>, VerificationError> {
        if self.signals.is_empty() {
            let message = "nothing is recorded: name signals, or record some with FileOutput";
            return match model.columns() {
                [] => Err(VerificationError::Asked(message.to_owned())),
                columns => Ok(columns.to_vec()),
            };
        }
        let probes = self.signals.iter().map(|signal| model.probe(signal));
        let probes =
            probes.collect::<Result<Vec<_>, _>>().map_err(|error| VerificationError::Asked(error.to_string()))?;
        Ok(probes.iter().flat_map(|probe| probe.columns().iter().cloned()).collect())
    }
}
