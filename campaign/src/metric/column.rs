//! A metric for one number of a model.

use bowline_engine::{Column, Model};

use super::asked::STEADY;
use super::{About, Asked, Metric, ModeValue, What, Window};

/// A metric, for one number of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricColumn {
    /// What it is called in a summary.
    pub name: String,
    /// Its SI unit, empty for a pure number.
    pub unit: String,
    pub(super) origin: Origin,
}

/// Where the number of a case comes from.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Origin {
    /// The rows of its run.
    Rows { what: What, window: Window, column: Column },
    /// Its equilibrium.
    Equilibrium(Column),
    /// Its modes.
    Modes { value: ModeValue, about: About },
}

/// What is asked of a model, a column for each number: without metrics the
/// final value of each recorded one.
///
/// # Errors
/// In words: a signal that is not there; two columns of one name.
pub fn metric_columns(metrics: &[Metric], model: &Model) -> Result<Vec<MetricColumn>, String> {
    let mut columns = Vec::new();
    if metrics.is_empty() {
        for column in model.columns() {
            let (what, signal, window) = (What::Final, model.column_name(column), Window::ALL);
            let name = Asked::Rows { what, signal, window }.to_string();
            let origin = Origin::Rows { what, window, column: column.clone() };
            columns.push(MetricColumn { name, unit: model.column_unit(column).to_owned(), origin });
        }
    }
    for metric in metrics {
        columns.extend(columns_of(metric, model)?);
    }
    for (index, column) in columns.iter().enumerate() {
        if columns[..index].iter().any(|other| other.name == column.name) {
            return Err(format!(
                "two metrics are called `{}`: give one of them another name, NAME=WHAT:SIGNAL",
                column.name
            ));
        }
    }
    Ok(columns)
}

/// The columns of one metric.
fn columns_of(metric: &Metric, model: &Model) -> Result<Vec<MetricColumn>, String> {
    let signal = match &metric.asked {
        Asked::Rows { signal, .. } | Asked::Equilibrium { signal } => signal,
        Asked::Modes { value, about } => {
            if let Some(state) = value.state() {
                model.probe(state).map_err(|error| format!("`{metric}`: {error}"))?;
            }
            let name = metric.name.clone().unwrap_or_else(|| metric.to_string());
            let origin = Origin::Modes { value: value.clone(), about: *about };
            return Ok(vec![MetricColumn { name, unit: value.unit().to_owned(), origin }]);
        }
    };
    let probe = model.probe(signal).map_err(|error| format!("`{metric}`: {error}"))?;
    // Numbers in another unit are another column: `max:S.Force [kN]`.
    let has_unit = signal.trim_end().strip_suffix(']').is_some_and(|text| text.contains(" ["));
    let column = |(index, column): (usize, &Column)| {
        let unit = model.column_unit(column).to_owned();
        let (asked, unit, origin) = match &metric.asked {
            Asked::Rows { what, window, .. } => {
                let origin = Origin::Rows { what: *what, window: *window, column: column.clone() };
                (what.to_string(), if what.is_time() { "s".to_owned() } else { unit }, origin)
            }
            _ => (STEADY.to_owned(), unit, Origin::Equilibrium(column.clone())),
        };
        let window = match &metric.asked {
            Asked::Rows { window, .. } => *window,
            _ => Window::ALL,
        };
        let name = match &metric.name {
            Some(name) if probe.width() == 1 => name.clone(),
            Some(name) => format!("{name}[{index}]"),
            None if has_unit => {
                format!("{asked}:{} [{}]{window}", model.column_name(column), model.column_unit(column))
            }
            None => format!("{asked}:{}{window}", model.column_name(column)),
        };
        MetricColumn { name, unit, origin }
    };
    Ok(probe.columns().iter().enumerate().map(column).collect())
}
