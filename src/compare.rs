//! `bowline compare`: where two results differ.

use std::path::Path;

use bowline_decimal::Decimal;
use bowline_results::{ColumnComparison, Comparison, DataFrame, Difference, Tolerance};

use crate::arguments::CompareArguments;
use crate::{Exit, report};

/// Most columns that are told one by one.
const MOST_TOLD: usize = 30;

pub(crate) fn compare(arguments: &CompareArguments) -> Exit {
    let read =
        |path: &Path| DataFrame::read(path).map_err(|reason| format!("cannot read `{}`: {reason}", path.display()));
    let (first, second) = match (read(&arguments.first), read(&arguments.second)) {
        (Ok(first), Ok(second)) => (first, second),
        (first, second) => {
            let errors: Vec<String> = [first.err(), second.err()].into_iter().flatten().collect();
            return report::errors(&errors);
        }
    };
    let tolerance = Tolerance { absolute: arguments.tolerance, relative: arguments.relative };
    let comparison = Comparison::new([&first, &second], tolerance);
    let names = [&arguments.first, &arguments.second].map(|path| path.display().to_string());
    match report::page(&told(&comparison, &names, tolerance)) {
        Exit::Done if !comparison.is_same() => Exit::Failed,
        exit => exit,
    }
}

fn told(comparison: &Comparison, names: &[String; 2], tolerance: Tolerance) -> String {
    let mut text = String::new();
    // The contents of a name must not look like a line of their own.
    let mut line = |told: String| text += &(bowline_harmless::name(&told).into_owned() + "\n");
    let key = comparison.key.as_deref().unwrap_or("row");
    for (name, columns) in names.iter().zip(&comparison.columns_alone).filter(|(_, columns)| !columns.is_empty()) {
        line(format!("only in {name}: {}", columns.join(", ")));
    }
    for (name, alone) in names.iter().zip(&comparison.rows_alone).filter(|(_, alone)| alone.count > 0) {
        let rows = report::counted(alone.count as u64, "row");
        line(format!("only in {name}: {rows}, the first at {key} = {}", shortest(alone.first)));
    }
    let differing: Vec<&ColumnComparison> = comparison.columns.iter().filter(|column| !column.is_same()).collect();
    for column in differing.iter().take(MOST_TOLD) {
        line(of_column(column, comparison.rows, key));
    }
    if differing.len() > MOST_TOLD {
        line(format!("... and {} columns more", differing.len() - MOST_TOLD));
    }
    let compared = report::counted(comparison.columns.len() as u64, "column");
    let of = format!("{compared}, {} in both", report::counted(comparison.rows as u64, "row"));
    let within = if tolerance == Tolerance::default() { "" } else { " within the tolerance" };
    match differing.len() {
        0 if comparison.is_same() => line(format!("the same{within}: {of}")),
        0 => line(format!("what both have is the same{within}: {of}")),
        count => line(format!("different in {count} of {of}")),
    }
    text
}

/// A column that differs, in a line.
fn of_column(column: &ColumnComparison, rows: usize, key: &str) -> String {
    let [unit, other_unit] = &column.units;
    let mut text = format!("{}:", column.name);
    if column.has_other_unit() {
        text += &format!(" in {unit} and in {other_unit};");
    }
    let Some([first, most]) = &column.first_and_most else { return text + " the numbers are the same" };
    let at = |difference: &Difference| {
        let [a, b] = difference.values.each_ref().map(|value| if value.is_empty() { "nothing" } else { value });
        format!("at {key} = {}: {a} and {b}", shortest(difference.at))
    };
    let unit = if unit.is_empty() { other_unit } else { unit };
    let by = if most.by.is_finite() { format!(" (by {} {unit})", shortest(rounded(most.by))) } else { String::new() };
    text += &format!(" differs in {} of {}", column.differing, report::counted(rows as u64, "row"));
    text + &format!("; first {}; most {}{}", at(first), at(most), by.replace(" )", ")"))
}

/// A number as it stands in a result.
fn shortest(number: f64) -> String {
    Decimal::new().of(number).to_owned()
}

/// Three digits tell how large a difference is.
fn rounded(number: f64) -> f64 {
    format!("{number:.2e}").parse().unwrap_or(number)
}
