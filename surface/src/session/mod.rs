//! A run with everything that a host program needs around it: recording, signals by name, states, errors.
//!
//! Each door of Bowline (the C library, the Python package) wraps a [`Session`] in its own handles and types. The session
//! knows neither language.
//!
//! ```
//! use bowline_surface::libraries::built_in;
//! use bowline_surface::scenario_request::ScenarioRequest;
//! use bowline_surface::session::{Goal, Session, SessionOptions};
//!
//! // A mass of 2 kg, pushed with 4 N for a second.
//! let scenario = r#"<Contents>
//!   <OBJECTS>
//!     <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" g="0"/>
//!   </OBJECTS>
//!   <INTERCONNECTIONS><Connection B.Force="0,0,0"/></INTERCONNECTIONS>
//!   <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="0,0,0"/></INITIALIZATION>
//!   <INTEGRATION><Engine TOutput="0:0.5:3"/></INTEGRATION>
//! </Contents>"#;
//! let model = ScenarioRequest::from_text("pushed", scenario, None)?.load(&built_in())?.model;
//! let mut session = Session::start(&model, SessionOptions::new("example 1.0"))?;
//! session.set_by_name("B.Force", &[4.0, 0.0, 0.0])?;
//! session.advance(Goal::At(1.0))?;
//! assert!((session.read("B.Pos[0] [mm]")?[0] - 1000.0).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advance;
mod error;
mod monitor;
mod pulse;
mod recording;
mod run_record;
mod signals;
mod states;

use std::collections::HashMap;
use std::sync::Arc;

use bowline_engine::statistics::Statistics;
use bowline_engine::{Column, Input, Model, Probe, Run, RunError};

use crate::advice::Stepping;
use crate::listener::{Dispatch, heard};
use recording::Recording;

pub use advance::Goal;
pub use error::{ErrorKind, ErrorReport, SessionError};
pub use monitor::Monitor;
pub use pulse::Pulse;
pub use recording::{OutputTable, Row, RowFunction};
pub use signals::{InputSet, InputValue, ProbeSet, check_count};

/// A run of a model, with its recording and its listener.
///
/// A session takes one call at a time. Other threads follow and cancel it through a [`Monitor`].
#[derive(Debug)]
pub struct Session {
    run: Run,
    recording: Recording,
    listener: Option<Dispatch>,
    /// Name and version of the host program, for files and records.
    program: &'static str,
    /// Probes and inputs that were named before.
    probes: HashMap<String, Probe>,
    inputs: HashMap<String, Input>,
    /// The error that ended the run.
    failure: Option<String>,
}

/// Settings of a session.
#[derive(Debug, Clone)]
pub struct SessionOptions {
    /// Name and version of the host program, for files and records.
    pub program: &'static str,
    /// Receives the messages of the engine and of SimObjects.
    pub listener: Option<Dispatch>,
    /// Signals to record, by name, instead of those of the scenario.
    pub signals: Option<Vec<String>>,
    /// Whether the session keeps rows in memory: those of the run, and those of each further output of the scenario.
    pub keeps_rows: bool,
}

impl SessionOptions {
    /// The default settings: no listener, the signals of the scenario, no rows in memory.
    pub fn new(program: &'static str) -> Self {
        Self { program, listener: None, signals: None, keeps_rows: false }
    }
}

impl Session {
    /// Starts a run of a model.
    ///
    /// # Errors
    /// A signal to record does not exist, or occurs twice.
    pub fn start(model: &Arc<Model>, options: SessionOptions) -> Result<Self, SessionError> {
        let SessionOptions { program, listener, signals, keeps_rows } = options;
        let columns = recorded_columns(model, signals)?;
        let mut run = heard(listener.as_ref(), || Run::new(model));
        let recording = Recording::new(&mut run, columns, keeps_rows);
        let (probes, inputs) = (HashMap::new(), HashMap::new());
        Ok(Self { run, recording, listener, program, probes, inputs, failure: None })
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        self.run.model()
    }

    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.run.time()
    }

    /// The last output time, s. A run may continue behind it.
    pub fn end(&self) -> f64 {
        self.model().settings().output_times.end()
    }

    /// Whether the run ended with an error. Only a snapshot can continue it then.
    pub fn has_failed(&self) -> bool {
        self.run.has_failed()
    }

    /// Cost of the run so far.
    pub fn statistics(&self) -> &Statistics {
        self.run.statistics()
    }

    /// Warnings of the run so far.
    pub fn warnings(&self) -> Vec<String> {
        self.run.warnings()
    }

    /// Converts an outcome of the run, and remembers the error that ended it.
    fn checked<T>(&mut self, outcome: Result<T, RunError>) -> Result<T, SessionError> {
        outcome.map_err(|error| {
            let is_answer = matches!(error, RunError::Refused(_));
            if self.run.has_failed() && (self.failure.is_none() || !is_answer) {
                self.failure = Some(error.to_string());
            }
            SessionError::run(&error, Stepping::of(self.run.model().settings()))
        })
    }
}

/// The columns of the named signals, or those of the scenario.
fn recorded_columns(model: &Model, signals: Option<Vec<String>>) -> Result<Vec<Column>, SessionError> {
    let Some(signals) = signals else { return Ok(model.columns().to_vec()) };
    let mut columns = Vec::new();
    for name in signals {
        let probe = model.probe(&name).map_err(|error| SessionError::unknown_name(&error))?;
        columns.extend(probe.columns().iter().cloned());
    }
    let names: Vec<String> = columns.iter().map(|column| model.column_name(column)).collect();
    match (1..names.len()).find(|at| names[..*at].contains(&names[*at])) {
        Some(at) => {
            let message = format!("`{}` is recorded twice: name it once, in one unit", names[at]);
            Err(SessionError::new(ErrorKind::Argument, message))
        }
        None => Ok(columns),
    }
}
