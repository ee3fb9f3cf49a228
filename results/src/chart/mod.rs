//! Charts of a table: lines over one column, a panel for each unit.

mod html;
mod svg;
mod thinning;
mod ticks;

use crate::{Column, DataFrame};

/// Lines over one column, a panel for each unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// Its title.
    pub title: String,
    /// What stands below the title.
    pub subtitle: String,
    /// What is on the axis along the bottom, as in `Time [s]`.
    pub x: String,
    /// The panels, from top to bottom.
    pub panels: Vec<Panel>,
    /// Whether points were left out.
    pub is_thinned: bool,
}

/// Lines of one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// Their SI unit; empty for pure numbers.
    pub unit: String,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// What it is called.
    pub name: String,
    /// Its points; it is broken at one whose second number is not finite.
    pub points: Vec<(f64, f64)>,
}

impl Chart {
    /// Draws columns over the column `x`, all by their positions. If there are more
    /// rows than the pixels can show, it keeps those that determine a line's shape:
    /// the first, the last, the least and the largest of each pixel. It replaces
    /// control characters in names: no file of a chart may contain any.
    ///
    /// # Panics
    /// There is no column at one of the positions.
    pub fn new(frame: &DataFrame, x: usize, columns: &[usize], pixels: usize) -> Self {
        let mut chart = Self {
            title: String::new(),
            subtitle: String::new(),
            x: with_unit(&frame.columns[x]),
            panels: Vec::new(),
            is_thinned: false,
        };
        for column in columns.iter().map(|column| &frame.columns[*column]) {
            let numbers = (0..frame.rows()).map(|row| {
                let at = frame.columns[x].values.number(row).unwrap_or(f64::NAN);
                (at, column.values.number(row).unwrap_or(f64::NAN))
            });
            let points: Vec<(f64, f64)> = numbers.filter(|(at, _)| at.is_finite()).collect();
            let thinned = thinning::thinned(&points, pixels);
            chart.is_thinned |= thinned.is_some();
            let line =
                Line { name: bowline_harmless::name(&column.name).into_owned(), points: thinned.unwrap_or(points) };
            let unit = bowline_harmless::name(&column.unit);
            match chart.panels.iter_mut().find(|panel| panel.unit == unit) {
                Some(panel) => panel.lines.push(line),
                None => chart.panels.push(Panel { unit: unit.into_owned(), lines: vec![line] }),
            }
        }
        chart
    }
}

impl Panel {
    /// What stands beside its axis.
    fn label(&self) -> String {
        match (self.lines.as_slice(), self.unit.as_str()) {
            ([only], "") => only.name.clone(),
            ([only], unit) => format!("{} [{unit}]", only.name),
            (_, "") => String::new(),
            (_, unit) => format!("[{unit}]"),
        }
    }
}

fn with_unit(column: &Column) -> String {
    let [name, unit] = [&column.name, &column.unit].map(|text| bowline_harmless::name(text));
    match unit.as_ref() {
        "" => name.into_owned(),
        unit => format!("{name} [{unit}]"),
    }
}

/// Colours of lines, told from each other on white and on black.
const COLOURS: [&str; 10] =
    ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"];
