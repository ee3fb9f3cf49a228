//! State files: the state of a run at one time, as JSON, from which another
//! run can begin.
//!
//! ```json
//! {
//!   "format": "bowline-state",
//!   "version": 1,
//!   "program": "bowline 0.1.0",
//!   "scenario": {"path":"model.xml","sha256":"..."},
//!   "overrides": ["S.Stiffness=200"],
//!   "time_s": 5.0,
//!   "states": {
//!     "B.Pos": [0.0,0.0,-4.8],
//!     "B.Vel": [0.0,0.0,1.3]
//!   }
//! }
//! ```
//!
//! Numbers are the shortest that read back as the same double. The states
//! stand in the order of the state vector; when read they may stand in any.

mod json;
pub(crate) mod reader;

use serde::Serialize;

use crate::model::{Model, RunState};
use crate::provenance::ScenarioRecord;
use crate::source::Sources;

const FORMAT: &str = "bowline-state";
const VERSION: u32 = 1;

/// The state of a run at one time.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedState {
    program: String,
    scenario: ScenarioRecord,
    overrides: Vec<String>,
    time: f64,
    states: Vec<(String, Vec<f64>)>,
}

impl SavedState {
    /// The state of a run of `model`, read from `sources`. `program` is the name
    /// and version of who writes it.
    pub fn new(program: impl Into<String>, sources: &Sources, model: &Model, state: &RunState) -> Self {
        let (time, x) = (state.time(), state.x());
        Self {
            program: program.into(),
            scenario: ScenarioRecord::of(sources),
            overrides: sources.overrides().iter().map(|source| source.text().to_owned()).collect(),
            time,
            states: model.states().map(|(id, range)| (model.signal_name(id), x[range].to_vec())).collect(),
        }
    }

    /// The state as JSON text.
    ///
    /// # Errors
    /// The first state, by name, that is not finite: no run can begin with it.
    pub fn to_json(&self) -> Result<String, String> {
        let lines: Result<Vec<String>, String> = self
            .states
            .iter()
            .map(|(name, values)| match values.iter().find(|value| !value.is_finite()) {
                Some(value) => Err(format!("`{name}` is {value}")),
                None => Ok(format!("    {}: {}", json_of(name), json_of(values))),
            })
            .collect();
        let states = match lines?.join(",\n") {
            none if none.is_empty() => "{}".to_owned(),
            lines => format!("{{\n{lines}\n  }}"),
        };
        Ok(format!(
            "{{\n  \"format\": {},\n  \"version\": {VERSION},\n  \"program\": {},\n  \"scenario\": {},\n  \
             \"overrides\": {},\n  \"time_s\": {},\n  \"states\": {states}\n}}\n",
            json_of(FORMAT),
            json_of(&self.program),
            json_of(&self.scenario),
            json_of(&self.overrides),
            json_of(&self.time),
        ))
    }
}

fn json_of<T: Serialize + ?Sized>(value: &T) -> String {
    // Only maps with keys that are no strings cannot be written.
    serde_json::to_string(value).unwrap_or_default()
}
