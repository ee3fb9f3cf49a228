//! `bowline steady`: where a model rests.

use std::sync::Arc;

use bowline_engine::{Column, Equilibrium, LinearModel, Model, SavedState, Seconds};
use bowline_results::whole_file;
use serde_json::json;

use super::conditions::Asked;
use super::modes::{self, number};
use super::subject::{self, Subject};
use super::{Failure, steady_sweep};
use crate::arguments::{Format, SteadyArguments};
use crate::table::aligned;
use crate::user_path::UserPath;
use crate::{Exit, PROGRAM, report};
use bowline_surface::earlier_file::Kind;

/// Most states that are told one by one.
const MOST_TOLD: usize = 200;
/// Most modes that are told in a line.
const MOST_MODES: usize = 5;

pub(crate) fn steady(arguments: &SteadyArguments) -> Exit {
    let done = if arguments.sweep.is_some() { steady_sweep::sweep(arguments) } else { find(arguments) };
    done.unwrap_or_else(Failure::exit)
}

fn find(arguments: &SteadyArguments) -> Result<Exit, Failure> {
    let output = subject::output(arguments.output.as_ref(), arguments.scenario.force, &[Kind::State])?;
    let subject = Subject::read(&arguments.scenario, output.as_ref())?;
    let model = subject.as_it_is()?;
    let asked = Asked::of(&arguments.conditions, &model)?;
    let columns = signals(&model, &arguments.signals)?;
    let start = model.first_state().map_err(|error| Failure::None(error.to_string()))?;
    let found = asked.find(&subject, &model, &start, &[])?;
    let stability = Stability::of(&found);
    if let Some(output) = &output {
        write(&found, output)?;
    }
    let shown = match arguments.scenario.format {
        Format::Human => report::page(&page(&subject, &asked, &found, &columns, &stability)),
        Format::Json => report::data((in_json(&asked, &found, &columns, &stability) + "\n").as_bytes()),
    };
    if let Some(output) = &output {
        report::note(&format!("{output}: the state, for --initial-state"), arguments.scenario.quiet);
    }
    Ok(shown)
}

/// The columns of signals.
pub(super) fn signals(model: &Model, names: &[String]) -> Result<Vec<Column>, Failure> {
    let mut columns = Vec::new();
    for name in names {
        let probe = model.probe(name).map_err(|error| Failure::Wrong(error.to_string()))?;
        columns.extend(probe.columns().iter().cloned());
    }
    Ok(columns)
}

/// Writes the state.
fn write(found: &Equilibrium, output: &UserPath) -> Result<(), Failure> {
    let saved = SavedState::new(PROGRAM, &found.model, &found.state);
    let cannot = |reason: String| Failure::None(format!("cannot write `{output}`: {reason}"));
    let text = saved.to_json().map_err(|reason| cannot(reason.to_string()))?;
    whole_file::write(output.place(), &text).map_err(|reason| cannot(reason.to_string()))
}

/// Whether an equilibrium is stable.
pub(super) enum Stability {
    /// The modes, and the linear model that has them.
    Known(Box<LinearModel>, Vec<bowline_engine::lti::Mode>),
    /// Why nobody knows.
    Unknown(String),
}

impl Stability {
    pub(super) fn of(found: &Equilibrium) -> Self {
        match LinearModel::of(&found.model, &found.state, &[], &[]) {
            Ok(model) => match model.system.modes(&model.scales) {
                Ok(mut modes) => {
                    // What lies at a stop does not move: it has an eigenvalue of 0 for itself.
                    modes.retain(|mode| {
                        let at_stops = mode.participation.iter().filter(|(state, _)| found.stopped.contains(state));
                        at_stops.map(|(_, part)| part).sum::<f64>() < 0.5
                    });
                    Self::Known(Box::new(model), modes)
                }
                Err(error) => Self::Unknown(error.to_string()),
            },
            Err(error) => Self::Unknown(error.to_string()),
        }
    }

    /// In a line or more.
    fn in_words(&self) -> Vec<String> {
        let (model, modes) = match self {
            Self::Unknown(why) => return vec![format!("whether it is stable is not known: {why}")],
            Self::Known(model, modes) => (model, modes),
        };
        let mut lines = Vec::new();
        let Some(slowest) = modes.first() else { return vec!["nothing moves in it".to_owned()] };
        let held = |mode: &bowline_engine::lti::Mode| mode.is_neutral(modes);
        let of = |mode: &bowline_engine::lti::Mode| {
            let swings = if mode.eigenvalue.im == 0.0 {
                String::new()
            } else {
                format!(", {} Hz, damping {:.3}", number(mode.natural_frequency), mode.damping_ratio)
            };
            format!("{} 1/s{swings} ({})", number(mode.eigenvalue.re), modes::states(&model.system, mode))
        };
        let unstable = modes.iter().filter(|mode| mode.eigenvalue.re > 0.0 && !held(mode)).count();
        if unstable > 0 {
            lines.push(format!("UNSTABLE: the largest real part is {}", of(slowest)));
        } else {
            let moving = modes.iter().find(|mode| !held(mode));
            lines.extend(moving.map(|mode| format!("stable: the largest real part is {}", of(mode))));
        }
        let (still, swinging): (Vec<_>, Vec<_>) =
            modes.iter().filter(|mode| held(mode)).partition(|mode| mode.is_zero(modes));
        if !still.is_empty() {
            let states: Vec<String> = still.iter().map(|mode| modes::states(&model.system, mode)).collect();
            let has = if still.len() == 1 { "one eigenvalue is 0" } else { "some eigenvalues are 0" };
            lines.push(format!("{has} ({})", states.join("; ")));
        }
        if !swinging.is_empty() {
            let of = |mode: &&bowline_engine::lti::Mode| {
                format!("{} Hz ({})", number(mode.natural_frequency), modes::states(&model.system, mode))
            };
            let told: Vec<String> = swinging.iter().take(MOST_MODES).map(of).collect();
            let more = swinging.len() - told.len();
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            lines.push(format!("swings for ever, nothing dies away or grows: {}{more}", told.join("; ")));
        }
        lines.extend(model.kinks.iter().map(|kink| format!("at a kink: {kink}")));
        lines
    }
}

/// What is to be known of an equilibrium beside its numbers.
pub(super) fn notes(found: &Equilibrium) -> Vec<String> {
    let model = &found.model;
    let mut notes = Vec::new();
    for state in &found.held {
        let rate = found.rates[*state];
        let unit = model.state_unit(*state);
        let moves = if rate == 0.0 {
            String::new()
        } else {
            format!(", and goes on by {} {}", number(rate), per_second(&unit))
        };
        notes.push(format!("`{}` is held: no derivative reads it{moves}", model.state_name(*state)));
    }
    for state in &found.stopped {
        notes.push(format!(
            "`{}` lies at a stop: an event sets it, and nothing moves it there",
            model.state_name(*state)
        ));
    }
    if !found.events.is_empty() {
        notes.push(format!(
            "between the start and here {} changed sides, and these events happened",
            found.events.join(", ")
        ));
    }
    if !found.on_threshold.is_empty() {
        notes.push(format!("on its threshold: {}", found.on_threshold.join(", ")));
    }
    notes
}

fn per_second(unit: &str) -> String {
    if unit.is_empty() { "1/s".to_owned() } else { format!("{unit}/s") }
}

/// The table for people.
fn page(
    subject: &Subject<'_>,
    asked: &Asked,
    found: &Equilibrium,
    columns: &[Column],
    stability: &Stability,
) -> String {
    let mut text = String::new();
    let mut line = |parts: &str| text += &(bowline_harmless::name(parts.trim_end()).into_owned() + "\n");
    let states = report::counted((found.rates.len() + discrete(found).len()) as u64, "state");
    let corrections = report::counted(found.corrections, "correction");
    line(&format!(
        "{}: an equilibrium at t = {} s ({states}, {corrections})",
        subject.name(),
        Seconds(found.state.time())
    ));
    line("");
    let rows: Vec<[String; 4]> = rows(asked, found, columns);
    let head = ["", "value", "unit", "rate"].map(str::to_owned);
    let told = rows.len().min(MOST_TOLD);
    aligned(&head, &rows[..told]).iter().for_each(|told| line(told));
    if rows.len() > told {
        line(&format!("... and {} more; --format json tells all", rows.len() - told));
    }
    line("");
    notes(found).into_iter().chain(stability.in_words()).for_each(|told| line(&told));
    text
}

/// What was found, then states, then signals.
fn rows(asked: &Asked, found: &Equilibrium, columns: &[Column]) -> Vec<[String; 4]> {
    let model: &Arc<Model> = &found.model;
    let mut rows: Vec<[String; 4]> = Vec::new();
    for one in &found.found {
        let unit = asked.unit_of(&one.name).unwrap_or(&one.unit).to_owned();
        rows.push([one.name.clone(), format!("{:?}", one.value), unit, "found".to_owned()]);
    }
    for (state, value) in found.state.x().iter().enumerate() {
        let unit = model.state_unit(state);
        let rate = found.rates[state];
        let is_held = found.held.contains(&state) || asked.holds(model, state);
        let rate = match () {
            () if is_held => format!("held; {} {}", number(rate), per_second(&unit)),
            () if found.stopped.contains(&state) => "at a stop".to_owned(),
            () => number(rate),
        };
        rows.push([model.state_name(state), format!("{value:?}"), unit, rate]);
    }
    for (name, value) in discrete(found) {
        rows.push([name, format!("{value:?}"), String::new(), "held between ticks".to_owned()]);
    }
    if let Ok(workspace) = model.workspace_at(&found.state) {
        for column in columns {
            let value = column.value(found.state.time(), &workspace);
            let unit = model.column_unit(column).to_owned();
            rows.push([model.column_name(column), format!("{value:?}"), unit, String::new()]);
        }
    }
    rows
}

/// Discrete states, which a tick leaves as they are.
fn discrete(found: &Equilibrium) -> Vec<(String, f64)> {
    let model = &found.model;
    let places = model.updated_places();
    let values = model.numbers_at(&found.state, &places).unwrap_or_default();
    places.iter().zip(values).map(|(place, value)| (model.name_of_place(*place), value)).collect()
}

/// For programs.
fn in_json(asked: &Asked, found: &Equilibrium, columns: &[Column], stability: &Stability) -> String {
    let model = &found.model;
    let states: Vec<_> = found
        .state
        .x()
        .iter()
        .enumerate()
        .map(|(state, value)| {
            let is_held = found.held.contains(&state) || asked.holds(model, state);
            json!({"name": model.state_name(state), "unit": model.state_unit(state), "value": value,
                   "rate": found.rates[state], "held": is_held, "at_stop": found.stopped.contains(&state)})
        })
        .collect();
    let sought: Vec<_> = found
        .found
        .iter()
        .map(|one| json!({"name": one.name, "unit": asked.unit_of(&one.name).unwrap_or(&one.unit), "value": one.value}))
        .collect();
    let workspace = model.workspace_at(&found.state).ok();
    let signals: Vec<_> = columns
        .iter()
        .map(|column| {
            let value = workspace.as_ref().map(|workspace| column.value(found.state.time(), workspace));
            json!({"name": model.column_name(column), "unit": model.column_unit(column), "value": value})
        })
        .collect();
    let (largest, is_stable) = match stability {
        Stability::Known(_, modes) => {
            let moving = modes.iter().find(|mode| !mode.is_neutral(modes));
            let largest = moving.map(|mode| mode.eigenvalue.re);
            // Where nothing dies away or grows, a linear model does not say.
            (largest, largest.map(|re| re < 0.0).or(modes.is_empty().then_some(true)))
        }
        Stability::Unknown(_) => (None, None),
    };
    json!({
        "time_s": found.state.time(), "states": states,
        "discrete_states": discrete(found).iter().map(|(name, value)| json!({"name": name, "value": value})).collect::<Vec<_>>(), "found": sought, "signals": signals,
        "corrections": found.corrections, "largest_real_part": largest, "is_stable": is_stable,
        "notes": notes(found).into_iter().chain(stability.in_words()).collect::<Vec<_>>(),
    })
    .to_string()
}
