//! What a run record tells of changes, to do the same again.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::Intervention;
use bowline_model::model::Model;
use bowline_provenance::ScenarioRecord;

/// What was done to a run from outside, as its record tells.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct RecordedChanges {
    scenario: ScenarioRecord,
    overrides: Vec<String>,
    initial_state: Option<InitialState>,
    #[serde(default)]
    interventions: Vec<Intervention>,
    /// Only run records have it.
    #[serde(rename = "reached_s")]
    _reached_s: f64,
}

/// The state file that it began with.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct InitialState {
    path: String,
    sha256: String,
}

impl RecordedChanges {
    /// Reads a run record.
    ///
    /// # Errors
    /// In words: it is none, or nothing was done to its run.
    pub fn read(text: &str) -> Result<Self, String> {
        let read: Self = serde_json::from_str(text)
            .map_err(|reason| format!("it is no run record (`NAME.run.json`, which a run leaves): {reason}"))?;
        if read.interventions.is_empty() {
            return Err("nothing was done to that run from outside: there is nothing to repeat".to_owned());
        }
        Ok(read)
    }

    /// What was done, in order.
    pub fn interventions(&self) -> &[Intervention] {
        &self.interventions
    }

    /// The in-ports that were set, each once.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        let set = self.interventions.iter().filter_map(Intervention::input);
        set.collect::<BTreeSet<_>>().into_iter()
    }

    /// What is not as it was in that run, in words: that of `model`.
    pub fn differences(&self, model: &Model) -> Vec<String> {
        let mut differences = Vec::new();
        if self.scenario.sha256 != model.scenario().sha256 {
            differences.push("it is of another scenario, or of an earlier text of this one".to_owned());
        }
        if self.overrides != *model.overrides() {
            let had: Vec<String> = self.overrides.iter().map(|set| format!("--set {set}")).collect();
            let had = if had.is_empty() { "no --set".to_owned() } else { had.join(" ") };
            differences.push(format!("that run had {had}"));
        }
        let began_with = model.initial_state().map(|state| &state.sha256);
        if self.initial_state.as_ref().map(|state| &state.sha256) != began_with {
            differences.push(match &self.initial_state {
                Some(InitialState { path, .. }) => format!("that run began with another state, that of `{path}`"),
                None => "that run began with the initial conditions".to_owned(),
            });
        }
        differences
    }
}
