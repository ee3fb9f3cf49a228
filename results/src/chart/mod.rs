//! Charts of a table: lines over one column, a panel for each unit, and those of
//! frequency responses.

mod axis;
mod bode;
mod clipping;
mod html;
mod nichols;
mod nyquist;
mod plane;
mod scale;
mod svg;
mod svg_plane;
mod thinning;
mod ticks;

use crate::{Column, DataFrame};
use axis::Axis;
pub use plane::{Guide, Plane};
pub use scale::Scale;
use thinning::Thinning;

/// A number along the bottom and one upwards.
type Point = (f64, f64);

/// Lines over one column, a panel for each unit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Chart {
    /// Its title.
    pub title: String,
    /// What stands below the title.
    pub subtitle: String,
    /// What is on the axis along the bottom, as in `Time [s]`.
    pub x: String,
    /// How numbers lie along the bottom.
    pub x_scale: Scale,
    /// The panels, from top to bottom.
    pub panels: Vec<Panel>,
    /// Whether all lines go from left to right.
    pub goes_right: bool,
    /// Whether points are drawn in the place of lines.
    pub are_points: bool,
    /// Whether points were left out.
    pub is_thinned: bool,
    /// How many values have no place on a logarithmic axis, by the names of columns.
    pub left_out: Vec<(String, usize)>,
}

/// Lines of one unit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Panel {
    /// What they are all of, as in `Magnitude`; empty if that is told by their names.
    pub name: String,
    /// Their SI unit; empty for pure numbers.
    pub unit: String,
    /// How numbers lie upwards.
    pub scale: Scale,
    /// The lines.
    pub lines: Vec<Line>,
    /// Whether the lines are named beside it.
    pub has_legend: bool,
    /// What the panel shows besides, if it is of complex numbers.
    pub plane: Option<Plane>,
}

/// A line.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Line {
    /// What it is called.
    pub name: String,
    /// Its points; it is broken at one whose second number is not finite.
    pub points: Vec<(f64, f64)>,
    /// The frequency in Hz of each point, if they do not stand along the bottom.
    pub hertz: Vec<f64>,
    /// The number of its colour.
    pub colour: usize,
}

/// How lines over a column are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// The pixels along an axis.
    pub pixels: usize,
    /// How numbers lie along the bottom.
    pub x: Scale,
    /// How numbers lie upwards.
    pub y: Scale,
    /// Whether points are drawn in the place of lines.
    pub are_points: bool,
}

impl Chart {
    /// Draws columns over the column `x`, all by their positions, in the order of
    /// rows. If there are more rows than the pixels can show, it keeps those that
    /// determine a line's shape: the first, the last, the least and the largest of
    /// each pixel; of lines that turn back, what lies in other pixels. It replaces
    /// control characters in names: no file of a chart may contain any.
    ///
    /// # Panics
    /// There is no column at one of the positions.
    pub fn new(frame: &DataFrame, x: usize, columns: &[usize], look: &Look) -> Self {
        let along = &frame.columns[x];
        let mut chart = Self {
            x: with_unit(along),
            x_scale: look.x,
            goes_right: goes_right(along),
            are_points: look.are_points,
            ..Self::default()
        };
        let axis = Axis::around(numbers(along), look.x, 0.0);
        let thinning = Thinning { pixels: look.pixels, x: axis, are_points: look.are_points };
        for column in columns.iter().map(|column| &frame.columns[*column]) {
            let points = points(along, column, look);
            let thinned = thinning.of(&points, &Axis::around(numbers(column), look.y, 0.0));
            chart.is_thinned |= thinned.is_some();
            let name = bowline_harmless::name(&column.name).into_owned();
            let unit = bowline_harmless::name(&column.unit);
            let index = chart.panels.iter().position(|panel| panel.unit == unit).unwrap_or_else(|| {
                let unit = unit.into_owned();
                chart.panels.push(Panel { unit, scale: look.y, has_legend: true, ..Panel::default() });
                chart.panels.len() - 1
            });
            let lines = &mut chart.panels[index].lines;
            let (points, colour) = (thinned.unwrap_or(points), lines.len());
            lines.push(Line { name, points, colour, ..Line::default() });
        }
        let scales = columns.iter().map(|column| (*column, look.y)).chain([(x, look.x)]);
        chart.left_out = scales.filter_map(|(column, scale)| left_out(&frame.columns[column], scale)).collect();
        chart
    }
}

impl Panel {
    /// What stands beside its axis.
    fn label(&self) -> String {
        let name = match (self.name.as_str(), self.lines.as_slice()) {
            ("", [only]) => &only.name,
            (name, _) => name,
        };
        match (name, self.unit.as_str()) {
            (name, "") => name.to_owned(),
            ("", unit) => format!("[{unit}]"),
            (name, unit) => format!("{name} [{unit}]"),
        }
    }
}

/// The points of a line; where one has no place, it is broken.
fn points(along: &Column, column: &Column, look: &Look) -> Vec<(f64, f64)> {
    let (mut points, mut last) = (Vec::with_capacity(column.values.len()), None);
    for (x, y) in numbers(along).zip(numbers(column)) {
        if look.x.place(x).is_finite() {
            points.push((x, if look.y.place(y).is_finite() { y } else { f64::NAN }));
            last = Some(x);
        } else if let Some(last) = last {
            points.push((last, f64::NAN));
        }
    }
    points
}

fn numbers(column: &Column) -> impl Iterator<Item = f64> {
    (0..column.values.len()).map(|row| column.values.number(row).unwrap_or(f64::NAN))
}

fn goes_right(column: &Column) -> bool {
    numbers(column).filter(|number| number.is_finite()).is_sorted()
}

fn left_out(column: &Column, scale: Scale) -> Option<(String, usize)> {
    let count = numbers(column).filter(|number| scale.leaves_out(*number)).count();
    (count > 0).then(|| (bowline_harmless::name(&column.name).into_owned(), count))
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
