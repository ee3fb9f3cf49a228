//! The run record: what was run, how, and how it went; `NAME.run.json`.

use std::io;
use std::sync::Arc;

use serde::Serialize;

use super::Intervention;
use super::parameters_record::ParametersRecord;
use bowline_catalog::CatalogLibrary;
use bowline_description::variables::VariableRecord;
use bowline_model::model::{Column, Model, Output};
use bowline_provenance::{FileRecord, InitialStateRecord, LibraryRecord, ScenarioRecord};
use bowline_solve::statistics::Statistics;
use bowline_text::diagnostic::Severity;

/// What was run, how, and how it went.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunRecord {
    /// Program and version.
    pub program: String,
    /// When the run began, in UTC, as in `2031-05-17T08:30:00Z`; none if nobody told.
    pub started: Option<String>,
    /// The machine that it ran on; none if nobody told.
    pub host: Option<String>,
    /// The program's arguments.
    pub command_line: Vec<String>,
    /// The scenario.
    pub scenario: ScenarioRecord,
    /// Overrides, as given.
    pub overrides: Vec<String>,
    /// The parameters of each SimObject, as the scenario, the overrides and the defaults give them.
    pub parameters: ParametersRecord,
    /// The variables of the scenario.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<VariableRecord>,
    /// The libraries whose SimObjects took part.
    pub libraries: Vec<LibraryRecord>,
    /// How it was integrated.
    pub integration: IntegrationRecord,
    /// The files that parameters name.
    pub files: Vec<FileRecord>,
    /// Path of the results; none if nothing was recorded.
    pub results: Option<String>,
    /// Path of the view that was recorded, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// The columns of the results, `Time` first.
    pub columns: Vec<ColumnRecord>,
    /// Further results, which the scenario asks for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<OutputRecord>,
    /// What it cost.
    pub statistics: Statistics,
    /// What the user was warned of.
    pub warnings: Vec<String>,
    /// How the program read what the scenario leaves open.
    pub notes: Vec<String>,
    /// The state file that the run began with.
    pub initial_state: Option<InitialStateRecord>,
    /// The state files that the run left.
    pub saved_states: Vec<SavedStateRecord>,
    /// What was done to the run from outside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub interventions: Vec<Intervention>,
    /// Simulated time that the run reached, s.
    pub reached_s: f64,
    /// `finished`, `interrupted` or `failed`; `running` of a run that did not
    /// end, or whose program was killed or crashed.
    pub status: String,
    /// Exit status of the program, if it ended.
    pub exit_status: Option<u8>,
    /// Why it failed.
    pub error: Option<String>,
}

/// A state file that the run left.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SavedStateRecord {
    /// Time of the state, s.
    pub time_s: f64,
    /// Its path.
    pub path: String,
}

/// How it was integrated.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct IntegrationRecord {
    /// The method.
    pub method: String,
    /// Where the method's numbers come from.
    pub reference: String,
    /// Fixed step size, s, if it was fixed.
    pub step_size_s: Option<f64>,
    /// Absolute tolerance, in units of the states' nominal values.
    pub abs_tol: f64,
    /// Relative tolerance.
    pub rel_tol: f64,
    /// Error norm.
    pub norm: String,
    /// Largest step allowed, s, if there was a limit.
    pub h_max_s: Option<f64>,
    /// Smallest step allowed, s, if one was given.
    pub h_min_s: Option<f64>,
    /// First step, s, if one was given.
    pub h_first_s: Option<f64>,
    /// Start of the run, s.
    pub start_s: f64,
    /// End of the run, s.
    pub end_s: f64,
    /// The attributes of `Engine` as given, overrides included.
    pub engine: Vec<(String, String)>,
}

/// A column of the results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ColumnRecord {
    /// Its name in the header.
    pub name: String,
    /// SI unit, empty for a pure number.
    pub unit: String,
}

/// Further results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OutputRecord {
    /// What the scenario calls them.
    pub name: String,
    /// Their path; none if they were not written.
    pub results: Option<String>,
    /// Their columns, `Time` first.
    pub columns: Vec<ColumnRecord>,
    /// How many rows there are.
    pub rows: u64,
}

impl RunRecord {
    /// The record of a run of `model` that begins. It keeps the model, which tells the
    /// parameters when the record is written.
    pub fn new(program: impl Into<String>, model: &Arc<Model>) -> Self {
        let settings = model.settings();
        let columns = |of: &[Column]| {
            let time = ColumnRecord { name: "Time".to_owned(), unit: "s".to_owned() };
            let column = |c| ColumnRecord { name: model.column_name(c), unit: model.column_unit(c).to_owned() };
            std::iter::once(time).chain(of.iter().map(column)).collect()
        };
        let output = |output: &Output| OutputRecord {
            name: output.name.clone(),
            results: None,
            columns: columns(&output.columns),
            rows: 0,
        };
        let warnings = model.warnings().sorted().into_iter().filter(|said| said.severity() > Severity::Note);
        Self {
            program: program.into(),
            started: None,
            host: None,
            command_line: Vec::new(),
            parameters: ParametersRecord::new(model),
            variables: model.variables(),
            scenario: model.scenario(),
            overrides: model.overrides().to_vec(),
            libraries: model.libraries().iter().map(CatalogLibrary::record).collect(),
            integration: IntegrationRecord {
                method: settings.method.name().to_owned(),
                reference: settings.method.reference().to_owned(),
                step_size_s: settings.step_size,
                abs_tol: settings.abs_tol,
                rel_tol: settings.rel_tol,
                norm: settings.norm.name().to_owned(),
                h_max_s: Some(settings.h_max).filter(|h| h.is_finite()),
                h_min_s: settings.h_min,
                h_first_s: settings.h_first,
                start_s: settings.output_times.start(),
                end_s: settings.output_times.end(),
                engine: settings.attributes.clone(),
            },
            files: model.files().to_vec(),
            results: None,
            view: None,
            columns: columns(model.columns()),
            outputs: model.outputs().iter().map(output).collect(),
            statistics: Statistics::default(),
            warnings: warnings.map(ToString::to_string).collect(),
            notes: model.notes().to_vec(),
            initial_state: model.initial_state().cloned(),
            saved_states: Vec::new(),
            interventions: Vec::new(),
            reached_s: settings.output_times.start(),
            status: "running".to_owned(),
            exit_status: None,
            error: None,
        }
    }

    /// Writes the record as JSON text, which may be long for a large model.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write_json(&self, mut to: impl io::Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut to, self)?;
        to.write_all(b"\n")
    }

    /// The record as JSON text.
    pub fn to_json(&self) -> String {
        // Only maps with keys that are no strings, and failing implementations,
        // cannot be written; the record has neither.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
