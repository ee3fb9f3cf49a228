//! What a process that runs cases is told, and what it answers: lines of JSON.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::case_result::{CaseResult, Origin};
use crate::definition::Definition;
use crate::manifest::{ColumnKind, Manifest, ScenarioText};

/// The first line: what is run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) definition: Definition,
    pub(super) scenario: ScenarioText,
    /// The text of the state that all cases begin with: as it was read once, for all of them.
    #[serde(default)]
    pub(super) initial_state: Option<String>,
    /// The names of what is taken out of each run.
    pub(super) metrics: Vec<String>,
    pub(super) series: Option<PathBuf>,
    pub(super) timeout_s: Option<f64>,
    pub(super) origin: Origin,
}

impl Job {
    pub(super) fn new(
        manifest: &Manifest,
        initial_state: Option<&str>,
        series: Option<PathBuf>,
        timeout: Option<Duration>,
        origin: &Origin,
    ) -> Self {
        Self {
            definition: manifest.definition.clone(),
            scenario: manifest.scenario.clone(),
            initial_state: initial_state.map(str::to_owned),
            metrics: manifest.columns_of(ColumnKind::Metric).map(|column| column.name.clone()).collect(),
            series,
            timeout_s: timeout.map(|timeout| timeout.as_secs_f64()),
            origin: origin.clone(),
        }
    }
}

/// The other lines.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Request {
    /// Load a case, to see whether that takes the process down.
    Load(u64),
    /// Run a case.
    Run(u64),
}

/// What is answered to each.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Answer {
    /// The case was loaded, or refused: the process still lives.
    Loaded,
    /// The case was run.
    Result(Box<CaseResult>),
    /// The campaign cannot go on, in words.
    Halted(String),
}
