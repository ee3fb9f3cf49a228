//! `bowline linearize`: matrices and modes.

use bowline_engine::LinearModel;
use bowline_engine::lti::{LinearSystem, LtiError, Mode};
use bowline_results::whole_file;
use serde_json::json;

use super::point::Point;
use super::subject::{self, Subject};
use super::{Failure, modes};
use crate::arguments::{Format, LinearizeArguments};
use crate::user_path::UserPath;
use crate::{Exit, report};
use bowline_surface::earlier_file::Kind;

pub(crate) fn linearize(arguments: &LinearizeArguments) -> Exit {
    write_and_show(arguments).unwrap_or_else(Failure::exit)
}

fn write_and_show(arguments: &LinearizeArguments) -> Result<Exit, Failure> {
    let scenario = &arguments.point.scenario;
    let output = subject::output(arguments.output.as_ref(), scenario.force, &[Kind::LinearModel])?;
    let file = output.as_ref().map(FileKind::of).transpose()?;
    let mut subject = Subject::read(scenario, output.as_ref())?;
    subject.open(&arguments.inputs)?;
    let point = Point::of(&arguments.point, &subject)?;
    let found = point.linear_model(&arguments.inputs, &arguments.outputs)?;
    let modes = found.system.modes(&found.scales).map_err(|error| Failure::None(error.to_string()))?;
    if let (Some(output), Some(file)) = (&output, file) {
        let cannot = |reason: String| Failure::None(format!("cannot write `{output}`: {reason}"));
        let bytes = file.bytes(&found.system).map_err(|error| cannot(error.to_string()))?;
        whole_file::write(output.place(), bytes).map_err(|reason| cannot(reason.to_string()))?;
    }
    let shown = match scenario.format {
        Format::Human => report::page(&page(&subject, &point, &found, &modes)),
        Format::Json => report::data((in_json(&found, &modes) + "\n").as_bytes()),
    };
    if let Some(output) = &output {
        report::note(&format!("{output}: A, B, C, D of {}", sizes(&found.system)), scenario.quiet);
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

fn page(subject: &Subject<'_>, point: &Point, found: &LinearModel, modes: &[Mode]) -> String {
    let mut text = String::new();
    let mut line = |parts: &str| text += &(bowline_harmless::name(parts.trim_end()).into_owned() + "\n");
    line(&format!("{}: a linear model {}, {}", subject.name(), point.words, sizes(&found.system)));
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
    let notes = notes(found);
    if !notes.is_empty() {
        line("");
    }
    notes.iter().for_each(|note| line(note));
    text
}

/// A rate in magnitudes of the state from which on a point is no equilibrium, 1/s.
const MOVES: f64 = 1e-6;

/// What is to be known of a linear model.
pub(super) fn notes(found: &LinearModel) -> Vec<String> {
    let mut notes: Vec<String> =
        found.kinks.iter().map(|kink| format!("at a kink: {kink}; the mean of both counts")).collect();
    if let (rate, Some(state)) = found.drift
        && rate > MOVES
    {
        notes.push(format!(
            "not in equilibrium: `{}` changes by {} of its magnitude in a second; --steady looks for one",
            found.system.states[state].name,
            modes::number(rate)
        ));
    }
    notes
}

fn in_json(found: &LinearModel, modes: &[Mode]) -> String {
    let system: serde_json::Value = serde_json::from_str(&found.system.to_json()).unwrap_or_default();
    let modes: Vec<_> = modes
        .iter()
        .map(|mode| {
            let states: Vec<_> = mode
                .participation
                .iter()
                .map(|(state, part)| json!({"name": found.system.states[*state].name, "part": part}))
                .collect();
            let finite = |number: f64| number.is_finite().then_some(number);
            json!({
                "eigenvalue": [finite(mode.eigenvalue.re), finite(mode.eigenvalue.im)], "z": mode.z.map(|z| [z.re, z.im]),
                "frequency_hz": finite(mode.natural_frequency), "damping": mode.damping_ratio,
                "time_constant_s": finite(mode.time_constant), "states": states,
            })
        })
        .collect();
    json!({"linear_model": system, "modes": modes, "notes": notes(found)}).to_string()
}
