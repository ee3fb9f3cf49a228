//! Equilibria one after the other, while a value changes: characteristics.

use std::sync::Arc;

use bowline_campaign::{Plan, Value, Variation};
use bowline_engine::equilibrium::{Equilibrium, NoEquilibrium};
use bowline_engine::{Column as ModelColumn, Model, RunState, Source};
use bowline_results::{Column, DataFrame, Values};
use serde_json::json;

use crate::conditions::{Asked, Wanted};
use crate::rest::signals;
use crate::stability::Stability;
use crate::{AnalysisError, Study};

/// One value and its equilibrium.
#[derive(Debug)]
pub struct Row {
    /// The value.
    pub value: f64,
    /// The sought values, then the signals.
    pub numbers: Vec<f64>,
    /// The largest real part, 1/s.
    pub largest: f64,
    /// Its frequency, Hz.
    pub frequency: f64,
}

/// Equilibria one after the other.
#[derive(Debug)]
pub struct Characteristic {
    /// The swept name.
    pub name: String,
    /// Names and units of what was found and of the signals.
    pub heads: Vec<(String, String)>,
    /// The equilibria.
    pub rows: Vec<Row>,
    /// Values without an equilibrium, and why.
    pub missing: Vec<String>,
}

impl Characteristic {
    /// An equilibrium for each value, each from the one before: `NAME=FROM:STEP:TO`.
    ///
    /// # Errors
    /// The request is wrong.
    pub fn of(study: &Study, wanted: &Wanted, sweep: &str, signals: &[String]) -> Result<Self, AnalysisError> {
        let wrong = |error: bowline_campaign::PlanError| AnalysisError::Asked(format!("the sweep: {error}"));
        let plan = Variation::parse(sweep).and_then(|variation| Plan::new(vec![variation], None)).map_err(wrong)?;
        let name = plan.columns().first().map_or_else(String::new, |column| column.name.clone());
        let mut rows: Vec<Row> = Vec::new();
        let (mut heads, mut before, mut missing): (Vec<(String, String)>, Option<RunState>, Vec<String>) =
            Default::default();
        for number in 1..=plan.count() {
            let case = plan.case(number);
            let Some(Value::Number(value)) = case.values.first().cloned() else {
                return Err(AnalysisError::Asked("a sweep takes one number: `NAME=FROM:STEP:TO`".to_owned()));
            };
            let more: Vec<Source> = case.overrides.iter().map(|set| Source::new("--sweep", set.clone())).collect();
            let model = study.load(&more)?;
            let asked = Asked::of(wanted, &model)?;
            if wanted.find.contains(&name) {
                return Err(AnalysisError::Asked(format!("`{name}` is swept: it cannot be found too")));
            }
            let mut columns = columns(&model, signals)?;
            // The first columns tell what is swept and found.
            columns.retain(|column| {
                let column = model.column_name(column);
                column != name && !wanted.find.contains(&column)
            });
            match follow(study, &asked, &model, before.as_ref(), &more) {
                Ok(found) => {
                    let sought = found
                        .found
                        .iter()
                        .map(|one| (one.name.clone(), asked.unit_of(&one.name).unwrap_or(&one.unit).to_owned()));
                    let named =
                        |column: &ModelColumn| (model.column_name(column), model.column_unit(column).to_owned());
                    let told: Vec<(String, String)> = sought.chain(columns.iter().map(named)).collect();
                    if rows.is_empty() {
                        heads = told;
                    } else if heads != told {
                        let message =
                            format!("the sweep of {name}: other values have other signals; name those that all have");
                        return Err(AnalysisError::Asked(message));
                    }
                    rows.push(row(value, &found, &columns));
                    before = Some(found.state);
                }
                Err(error @ (NoEquilibrium::Name(_) | NoEquilibrium::Asked(_))) => return Err(error.into()),
                Err(error) => missing.push(format!("{name} = {value:?}: {error}")),
            }
        }
        Ok(Self { name, heads, rows, missing })
    }

    /// The table: the value, what was found, the signals, and the largest real part with its frequency.
    pub fn table(&self) -> DataFrame {
        let Self { name, heads, rows, .. } = self;
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
    pub fn to_json(&self) -> String {
        let (frame, missing) = (self.table(), &self.missing);
        let column = |column: &Column| {
            let numbers: Vec<_> = (0..frame.rows()).map(|row| column.values.number(row)).collect();
            json!({"name": column.name, "unit": column.unit, "values": numbers})
        };
        json!({"columns": frame.columns.iter().map(column).collect::<Vec<_>>(), "missing": missing}).to_string()
    }
}

/// From the equilibrium before, and if that does not lead to one, from the start.
fn follow(
    study: &Study,
    asked: &Asked,
    model: &Arc<Model>,
    before: Option<&RunState>,
    more: &[Source],
) -> Result<Equilibrium, NoEquilibrium> {
    let start = model.first_state()?;
    let Some(before) = before.filter(|before| before.x().len() == start.x().len()) else {
        return asked.find(study, model, &start, more);
    };
    let warm = start.clone().from_states_of(before);
    let cold = || asked.find(study, model, &start, more);
    let found = asked.find(study, model, &warm, more).or_else(|_| cold())?;
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
fn columns(model: &Model, names: &[String]) -> Result<Vec<ModelColumn>, AnalysisError> {
    if names.is_empty() { Ok(model.columns().to_vec()) } else { signals(model, names) }
}

fn row(value: f64, found: &Equilibrium, columns: &[ModelColumn]) -> Row {
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
