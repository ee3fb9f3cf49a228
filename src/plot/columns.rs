//! The columns that are drawn, and what they are drawn over.

use bowline_engine::nearest_names;
use bowline_results::{DataFrame, Values};
use bowline_units::DisplayUnits;

use crate::report;

/// Most lines that are drawn where nobody says which.
pub(super) const MOST_LINES: usize = 40;

/// The column along the bottom.
pub(super) fn along(frame: &DataFrame, over: Option<&str>) -> Result<usize, String> {
    let Some(name) = over else {
        return Ok(frame.columns.iter().position(|column| column.name == "Time").unwrap_or(0));
    };
    match frame.find(name).as_slice() {
        [] => Err(missing(frame, name)),
        [only] => check_number(frame, *only).map(|()| *only),
        [first, rest @ ..] => Err(format!(
            "`{name}` is {} columns; name one of them with --over, such as `{}`",
            rest.len() + 1,
            frame.columns[*first].name
        )),
    }
}

/// Shows numbers in the units that people want.
pub(super) fn show(frame: &mut DataFrame, units: &DisplayUnits) {
    for column in &mut frame.columns {
        let (Some(shown), Values::Numbers(numbers)) = (units.of(&column.unit), &mut column.values) else { continue };
        numbers.iter_mut().flatten().for_each(|number| *number = shown.number(*number));
        column.unit = shown.unit().to_owned();
    }
}

/// All numbers but what they are drawn over, as far as they can be told apart.
pub(super) fn all(frame: &DataFrame, over: usize, quiet: bool) -> Vec<usize> {
    let is_number = |index: &usize| !matches!(frame.columns[*index].values, Values::Texts(_));
    // Time is no number to look at over something else.
    let is_drawn = |index: &usize| *index != over && frame.columns[*index].name != "Time";
    let mut columns: Vec<usize> = (0..frame.columns.len()).filter(is_drawn).filter(is_number).collect();
    if columns.len() > MOST_LINES {
        let count = columns.len();
        columns.truncate(MOST_LINES);
        report::warning(&format!("the first {MOST_LINES} of {count} columns are drawn; choose with --signals"), quiet);
    }
    columns
}

/// The columns of these signals, in their order.
pub(super) fn chosen(frame: &DataFrame, signals: &[String]) -> Result<Vec<usize>, String> {
    let mut columns = Vec::new();
    for signal in signals {
        let found = frame.find(signal);
        if found.is_empty() {
            return Err(missing(frame, signal));
        }
        found.iter().try_for_each(|index| check_number(frame, *index))?;
        columns.extend(found.into_iter().filter(|index| !columns.contains(index)).collect::<Vec<_>>());
    }
    Ok(columns)
}

fn missing(frame: &DataFrame, name: &str) -> String {
    let names = frame.columns.iter().map(|column| column.name.as_str());
    format!("there is no column `{name}`; {}", nearest_names(name, "columns", names))
}

fn check_number(frame: &DataFrame, index: usize) -> Result<(), String> {
    let column = &frame.columns[index];
    match column.values {
        Values::Texts(_) => Err(format!("`{}` holds texts, which cannot be drawn", column.name)),
        Values::Numbers(_) | Values::Integers(_) => Ok(()),
    }
}
