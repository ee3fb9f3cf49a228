//! What the record beside results tells who shows them.

use std::fs;
use std::path::Path;

use bowline_engine::Intervention;
use bowline_results::DataFrame;
use serde::Deserialize;

use crate::user_path::UserPath;

/// What the record beside the results tells of them; nothing if there is none.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ResultRecord {
    scenario: Scenario,
    overrides: Vec<String>,
    columns: Vec<Named>,
    interventions: Vec<Intervention>,
}

#[derive(Debug, Default, Deserialize)]
struct Scenario {
    path: String,
}

#[derive(Debug, Deserialize)]
struct Named {
    name: String,
    unit: String,
}

impl ResultRecord {
    pub(crate) fn beside(results: &UserPath) -> Self {
        let text = fs::read_to_string(results.beside(".run.json").place());
        text.ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Gives units to columns that tell none themselves.
    pub(crate) fn add_units(&self, frame: &mut DataFrame) {
        for column in frame.columns.iter_mut().filter(|column| column.unit.is_empty()) {
            if let Some(named) = self.columns.iter().find(|named| named.name == column.name) {
                column.unit.clone_from(&named.unit);
            }
        }
    }

    /// When the run was changed from outside, s; what was done before it began counts for nothing.
    pub(crate) fn changes(&self) -> Vec<f64> {
        self.interventions.iter().filter_map(Intervention::time).collect()
    }

    /// The run in a line.
    pub(crate) fn title(&self) -> Option<String> {
        let sets: String = self.overrides.iter().map(|set| format!(" --set {set}")).collect();
        let name = Path::new(&self.scenario.path).file_name()?;
        Some(format!("{}{sets}", name.to_string_lossy()))
    }
}
