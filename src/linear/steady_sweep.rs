//! Equilibria one after the other, while a value changes: characteristics.

use bowline_campaign::{Plan, Value, Variation};
use bowline_engine::{Column as ModelColumn, Equilibrium, Model, NoEquilibrium, RunState, Source};
use bowline_results::{Column, DataFrame, Header, Values};
use serde_json::json;

use super::Failure;
use super::conditions::Asked;
use super::modes::number;
use super::steady::{Stability, signals};
use super::subject::{self, Subject};
use crate::arguments::{Format, SteadyArguments};
use crate::table::aligned;
use crate::{Exit, report};
use bowline_surface::earlier_file::Kind;

/// Most columns that are told.
const MOST_COLUMNS: usize = 7;

/// One value, and what was found there.
struct Row {
    value: f64,
    numbers: Vec<f64>,
    largest: f64,
    frequency: f64,
}

pub(super) fn sweep(arguments: &SteadyArguments) -> Result<Exit, Failure> {
    let output = subject::output(arguments.output.as_ref(), arguments.scenario.force, &[Kind::Equilibria])?;
    let subject = Subject::read(&arguments.scenario, output.as_ref())?;
    let spec = arguments.sweep.as_deref().unwrap_or_default();
    let wrong = |error: bowline_campaign::PlanError| Failure::Wrong(format!("--sweep: {error}"));
    let plan = Variation::parse(spec).and_then(|variation| Plan::new(vec![variation], None)).map_err(wrong)?;
    let name = plan.columns().first().map_or_else(String::new, |column| column.name.clone());
    let mut rows: Vec<Row> = Vec::new();
    let (mut heads, mut before, mut missing): (Vec<(String, String)>, Option<RunState>, Vec<String>) =
        Default::default();
    for number in 1..=plan.count() {
        let case = plan.case(number);
        let Some(Value::Number(value)) = case.values.first().cloned() else {
            return Err(Failure::Wrong("--sweep takes one number: `NAME=FROM:STEP:TO`".to_owned()));
        };
        let more: Vec<Source> = case.overrides.iter().map(|set| Source::new("--sweep", set.clone())).collect();
        let model = subject.load(&more)?;
        let asked = Asked::of(&arguments.conditions, &model)?;
        if arguments.conditions.find.contains(&name) {
            return Err(Failure::Wrong(format!("`{name}` is swept: it cannot be found too")));
        }
        let mut columns = columns(&model, &arguments.signals)?;
        // The first columns tell what is swept and found.
        columns.retain(|column| {
            let column = model.column_name(column);
            column != name && !arguments.conditions.find.contains(&column)
        });
        match follow(&subject, &asked, &model, before.as_ref(), &more) {
            Ok(found) => {
                let sought = found
                    .found
                    .iter()
                    .map(|one| (one.name.clone(), asked.unit_of(&one.name).unwrap_or(&one.unit).to_owned()));
                let named = |column: &ModelColumn| (model.column_name(column), model.column_unit(column).to_owned());
                let told: Vec<(String, String)> = sought.chain(columns.iter().map(named)).collect();
                if rows.is_empty() {
                    heads = told;
                } else if heads != told {
                    let message = format!("--sweep {name}: other values have other signals; name those that all have");
                    return Err(Failure::Wrong(message));
                }
                rows.push(row(value, &found, &asked, &columns));
                before = Some(found.state);
            }
            Err(error @ (NoEquilibrium::Name(_) | NoEquilibrium::Asked(_))) => return Err(error.into()),
            Err(error) => missing.push(format!("{name} = {value:?}: {error}")),
        }
    }
    let frame = table(&name, &heads, &rows);
    if let Some(output) = &output {
        frame
            .write(output.place(), Header::NamesAndUnits)
            .map_err(|reason| Failure::None(format!("cannot write `{output}`: {reason}")))?;
    }
    let shown = match &output {
        Some(output) => {
            let rows = report::counted(rows.len() as u64, "equilibrium").replace("equilibriums", "equilibria");
            report::note(&format!("{output}: {rows}, for `plot`"), arguments.scenario.quiet);
            Exit::Done
        }
        None if arguments.scenario.format == Format::Human => report::page(&page(&name, &heads, &rows)),
        None => Exit::Done,
    };
    let shown = match arguments.scenario.format {
        Format::Human => shown,
        Format::Json => report::data((in_json(&frame, &missing) + "\n").as_bytes()),
    };
    for told in &missing {
        report::error(told);
    }
    if !missing.is_empty() && !rows.is_empty() {
        report::note(
            "  help: where equilibria end while others go on, two of them may meet (a fold): look at the largest real part before, which goes to 0 there",
            arguments.scenario.quiet,
        );
    }
    Ok(if missing.is_empty() { shown } else { Exit::Failed })
}

/// From the equilibrium before, and if that does not lead to one, from the start.
fn follow(
    subject: &Subject<'_>,
    asked: &Asked,
    model: &std::sync::Arc<Model>,
    before: Option<&RunState>,
    more: &[Source],
) -> Result<Equilibrium, NoEquilibrium> {
    let start = model.first_state()?;
    let Some(before) = before.filter(|before| before.x().len() == start.x().len()) else {
        return asked.find(subject, model, &start, more);
    };
    let warm = start.clone().from_states_of(before);
    let cold = || asked.find(subject, model, &start, more);
    let found = asked.find(subject, model, &warm, more).or_else(|_| cold())?;
    if found.stopped.is_empty() {
        return Ok(found);
    }
    // The value may have moved a stop, and not every library sees that its state does not lie at it any more.
    let places = |of: &Equilibrium| found.stopped.iter().map(|state| of.state.x()[*state]).collect::<Vec<_>>();
    match cold() {
        Ok(other) if places(&other) != places(&found) => Ok(other),
        _ => Ok(found),
    }
}

/// What the signals are, or what the scenario records.
fn columns(model: &Model, names: &[String]) -> Result<Vec<ModelColumn>, Failure> {
    if names.is_empty() { Ok(model.columns().to_vec()) } else { signals(model, names) }
}

fn row(value: f64, found: &Equilibrium, asked: &Asked, columns: &[ModelColumn]) -> Row {
    let _ = asked;
    let mut numbers: Vec<f64> = found.found.iter().map(|one| one.value).collect();
    let workspace = found.model.workspace_at(&found.state).ok();
    let of = |column: &ModelColumn| {
        workspace.as_ref().map_or(f64::NAN, |workspace| column.value(found.state.time(), workspace))
    };
    numbers.extend(columns.iter().map(of));
    let (largest, frequency) = match Stability::of(found) {
        Stability::Known(_, modes) => {
            let moving = modes.iter().find(|mode| !mode.is_neutral(&modes));
            moving.map_or((f64::NAN, f64::NAN), |mode| (mode.eigenvalue.re, mode.damped_frequency))
        }
        Stability::Unknown(_) => (f64::NAN, f64::NAN),
    };
    Row { value, numbers, largest, frequency }
}

/// The table: the value, what was found, the signals, and the largest real part with its frequency.
fn table(name: &str, heads: &[(String, String)], rows: &[Row]) -> DataFrame {
    let column = |name: &str, unit: &str, numbers: Vec<f64>| Column {
        name: name.to_owned(),
        unit: unit.to_owned(),
        values: Values::Numbers(numbers.into_iter().map(|number| number.is_finite().then_some(number)).collect()),
    };
    let mut columns = vec![column(name, "", rows.iter().map(|row| row.value).collect())];
    for (at, (name, unit)) in heads.iter().enumerate() {
        columns.push(column(name, unit, rows.iter().map(|row| row.numbers[at]).collect()));
    }
    columns.push(column("LargestRealPart", "1/s", rows.iter().map(|row| row.largest).collect()));
    columns.push(column("ItsFrequency", "Hz", rows.iter().map(|row| row.frequency).collect()));
    DataFrame { columns }
}

/// For programs: the table by columns, and what has no equilibrium.
fn in_json(frame: &DataFrame, missing: &[String]) -> String {
    let column = |column: &Column| {
        let numbers: Vec<_> = (0..frame.rows()).map(|row| column.values.number(row)).collect();
        json!({"name": column.name, "unit": column.unit, "values": numbers})
    };
    json!({"columns": frame.columns.iter().map(column).collect::<Vec<_>>(), "missing": missing}).to_string()
}

fn page(name: &str, heads: &[(String, String)], rows: &[Row]) -> String {
    let shown = heads.len().min(MOST_COLUMNS - 2);
    let mut head: [String; MOST_COLUMNS] = std::array::from_fn(|_| String::new());
    head[0] = name.to_owned();
    for (at, (name, unit)) in heads.iter().take(shown).enumerate() {
        head[at + 1] = if unit.is_empty() { name.clone() } else { format!("{name} [{unit}]") };
    }
    head[shown + 1] = "largest real part [1/s]".to_owned();
    let rows: Vec<[String; MOST_COLUMNS]> = rows
        .iter()
        .map(|row| {
            let mut cells: [String; MOST_COLUMNS] = std::array::from_fn(|_| String::new());
            cells[0] = number(row.value);
            row.numbers.iter().take(shown).enumerate().for_each(|(at, value)| cells[at + 1] = number(*value));
            cells[shown + 1] = if row.largest.is_nan() { "?".to_owned() } else { number(row.largest) };
            cells
        })
        .collect();
    let mut text: String = aligned(&head, &rows).iter().map(|line| format!("{line}\n")).collect();
    if heads.len() > shown {
        text += &format!("... and {} columns more: write the table with -o\n", heads.len() - shown);
    }
    text
}
