//! What is known of how far off the results of some cases are.

use std::fmt::Write;

use bowline_results::page::escaped;
use bowline_results::{Column, DataFrame};

use super::{MOST_LISTED, shown, text};

/// Columns that say how far off something is.
const OFF: [&str; 3] = ["deviation", "in_tolerances", "give_or_take"];

/// The section on cases that were verified, a row of the table for each column of each of them.
pub(super) fn section(verified: &DataFrame) -> String {
    let is_within = |row: usize| text(verified, "verdict", row) == "within";
    let within = (0..verified.rows()).filter(|row| is_within(*row)).count();
    let mut cases: Vec<_> = (0..verified.rows()).filter_map(|row| Some(shown(verified.column("case")?, row))).collect();
    cases.dedup();
    let heads: String =
        verified.columns.iter().map(|column| format!("<th>{}</th>", escaped(&column.name.replace('_', " ")))).collect();
    let row = |row: usize| {
        let cell = |column: &Column| match column.values.number(row) {
            // Two digits tell how far off something is.
            Some(number) if OFF.contains(&column.name.as_str()) => format!("<td class=\"number\">{number:.1e}</td>"),
            Some(_) => format!("<td class=\"number\">{}</td>", escaped(&shown(column, row))),
            None => format!("<td>{}</td>", escaped(&shown(column, row))),
        };
        let class = if is_within(row) { "" } else { " class=\"bad\"" };
        format!("<tr{class}>{}</tr>\n", verified.columns.iter().map(cell).collect::<String>())
    };
    let mut section = format!(
        "<h2>How far off</h2>\n<p class=\"faint\">{} of the cases were run again by other methods and with tighter \
         tolerances: {within} of {} columns are within what was asked for.</p>\n",
        cases.len(),
        verified.rows()
    );
    let rows: String = (0..verified.rows().min(MOST_LISTED)).map(row).collect();
    let _ = write!(section, "<div class=\"wide\"><table id=\"verified\">\n<tr>{heads}</tr>\n{rows}</table></div>\n");
    section
}
