//! `bowline steady`: where a model rests.

use std::sync::Arc;

use bowline_analysis::conditions::Asked;
use bowline_analysis::notes::per_second;
use bowline_analysis::rest::{Rest, discrete};
use bowline_analysis::words::number;
use bowline_engine::equilibrium::Equilibrium;
use bowline_engine::{Column, Model, SavedState, Seconds};
use bowline_results::whole_file;
use bowline_surface::earlier_file::Kind;

use super::subject::{self, Subject};
use super::{Failure, steady_sweep};
use crate::arguments::{Format, SteadyArguments};
use crate::table::aligned;
use crate::user_path::UserPath;
use crate::{Exit, PROGRAM, report};

/// Most states that are told one by one.
const MOST_TOLD: usize = 200;

pub(crate) fn steady(arguments: &SteadyArguments) -> Exit {
    let done = if arguments.sweep.is_some() { steady_sweep::sweep(arguments) } else { find(arguments) };
    done.unwrap_or_else(Failure::exit)
}

fn find(arguments: &SteadyArguments) -> Result<Exit, Failure> {
    let output = subject::output(arguments.output.as_ref(), arguments.scenario.force, &[Kind::State])?;
    let subject = Subject::read(&arguments.scenario, output.as_ref())?;
    let model = subject.as_it_is()?;
    let rest = Rest::of(&subject.study, &model, &arguments.conditions.wanted(), &arguments.signals)?;
    if let Some(output) = &output {
        write(&rest.found, output)?;
    }
    let shown = match arguments.scenario.format {
        Format::Human => report::page(&page(&subject.name(), &rest)),
        Format::Json => report::data((rest.to_json() + "\n").as_bytes()),
    };
    if let Some(output) = &output {
        report::note(&format!("{output}: the state, for --initial-state"), arguments.scenario.quiet);
    }
    Ok(shown)
}

/// Writes the state.
fn write(found: &Equilibrium, output: &UserPath) -> Result<(), Failure> {
    let saved = SavedState::new(PROGRAM, &found.model, &found.state);
    let cannot = |reason: String| Failure::None(format!("cannot write `{output}`: {reason}"));
    let text = saved.to_json().map_err(|reason| cannot(reason.to_string()))?;
    whole_file::write(output.place(), &text).map_err(|reason| cannot(reason.to_string()))
}

/// The table for people.
fn page(name: &str, rest: &Rest) -> String {
    let Rest { asked, found, columns, .. } = rest;
    let mut text = String::new();
    let mut line = |parts: &str| text += &(bowline_harmless::name(parts.trim_end()).into_owned() + "\n");
    let states = report::counted((found.rates.len() + discrete(found).len()) as u64, "state");
    let corrections = report::counted(found.corrections, "correction");
    line(&format!("{}: an equilibrium at t = {} s ({states}, {corrections})", name, Seconds(found.state.time())));
    line("");
    let rows: Vec<[String; 4]> = rows(asked, found, columns);
    let head = ["", "value", "unit", "rate"].map(str::to_owned);
    let told = rows.len().min(MOST_TOLD);
    aligned(&head, &rows[..told]).iter().for_each(|told| line(told));
    if rows.len() > told {
        line(&format!("... and {} more; --format json tells all", rows.len() - told));
    }
    line("");
    rest.notes().iter().for_each(|told| line(told));
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
