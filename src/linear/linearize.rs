//! `bowline linearize`: matrices and modes.

use bowline_analysis::Linearized;
use bowline_engine::lti::{LinearSystem, LtiError};
use bowline_results::whole_file;
use bowline_surface::earlier_file::Kind;

use super::subject::{self, Subject};
use super::{Failure, modes, point};
use crate::arguments::{Format, LinearizeArguments};
use crate::user_path::UserPath;
use crate::{Exit, report};

pub(crate) fn linearize(arguments: &LinearizeArguments) -> Exit {
    write_and_show(arguments).unwrap_or_else(Failure::exit)
}

fn write_and_show(arguments: &LinearizeArguments) -> Result<Exit, Failure> {
    let scenario = &arguments.point.scenario;
    let output = subject::output(arguments.output.as_ref(), scenario.force, &[Kind::LinearModel])?;
    let file = output.as_ref().map(FileKind::of).transpose()?;
    let mut subject = Subject::read(scenario, output.as_ref())?;
    subject.study.open(&arguments.inputs)?;
    let point = point::of(&arguments.point, &subject)?;
    let found = Linearized::of(point, &arguments.inputs, &arguments.outputs)?;
    let system = &found.model.system;
    if let (Some(output), Some(file)) = (&output, file) {
        let cannot = |reason: String| Failure::None(format!("cannot write `{output}`: {reason}"));
        let bytes = file.bytes(system).map_err(|error| cannot(error.to_string()))?;
        whole_file::write(output.place(), bytes).map_err(|reason| cannot(reason.to_string()))?;
    }
    let shown = match scenario.format {
        Format::Human => report::page(&page(&subject.name(), &found)),
        Format::Json => report::data((found.to_json() + "\n").as_bytes()),
    };
    if let Some(output) = &output {
        report::note(&format!("{output}: A, B, C, D of {}", sizes(system)), scenario.quiet);
    }
    Ok(shown)
}

/// How matrices are written.
#[derive(Debug, Clone, Copy)]
enum FileKind {
    Json,
    Csv,
    Mat,
    Npz,
}

impl FileKind {
    /// By the name of the file.
    fn of(output: &UserPath) -> Result<Self, Failure> {
        let ending = output.place().extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("json") => Ok(Self::Json),
            Some("csv") => Ok(Self::Csv),
            Some("mat") => Ok(Self::Mat),
            Some("npz") => Ok(Self::Npz),
            _ => Err(Failure::Wrong(format!(
                "`{output}`: matrices are written as .json, .csv, .mat or .npz; give the name one of these endings"
            ))),
        }
    }

    fn bytes(self, system: &LinearSystem) -> Result<Vec<u8>, LtiError> {
        match self {
            Self::Json => Ok(system.to_json().into_bytes()),
            Self::Csv => Ok(system.to_csv().into_bytes()),
            Self::Mat => system.to_mat(),
            Self::Npz => system.to_npz(),
        }
    }
}

fn sizes(system: &LinearSystem) -> String {
    let counted = |count: usize, what: &str| report::counted(count as u64, what);
    let (states, inputs) = (counted(system.states.len(), "state"), counted(system.inputs.len(), "input"));
    format!("{states}, {inputs} and {}", counted(system.outputs.len(), "output"))
}

fn page(name: &str, linearized: &Linearized) -> String {
    let Linearized { point, model: found, modes } = linearized;
    let mut text = String::new();
    let mut line = |parts: &str| text += &(bowline_harmless::name(parts.trim_end()).into_owned() + "\n");
    line(&format!("{}: a linear model {}, {}", name, point.words, sizes(&found.system)));
    if let Some(step) = found.system.sample_time {
        line(&format!("from tick to tick, every {step} s; eigenvalues are those of a step, z"));
    }
    line("");
    if modes.is_empty() {
        line("nothing moves: there are no states");
    }
    if !modes.is_empty() {
        modes::table(&found.system, modes).iter().for_each(|row| line(row));
    }
    let notes = linearized.notes();
    if !notes.is_empty() {
        line("");
    }
    notes.iter().for_each(|note| line(note));
    text
}
