//! Charts of tables: lines over one column, a panel for each unit, and those of
//! frequency responses.

mod axis;
mod bode;
mod clipping;
mod html;
mod interval;
mod layout;
mod lines;
mod nichols;
mod nyquist;
mod panels;
mod plane;
mod png;
mod responses;
mod scale;
mod shapes;
mod svg;
mod svg_plane;
mod svg_text;
mod thinning;
mod ticks;

pub use interval::Interval;
pub use layout::Size;
pub use lines::Curves;
pub use plane::{Guide, Plane};
pub use responses::Responses;
pub use scale::Scale;

/// A number along the bottom and one upwards.
type Point = (f64, f64);

/// Lines over one column, in panels below each other.
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

/// Lines that share an axis.
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
    /// The number of its dashes: 0 is a whole line.
    pub dashes: usize,
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

impl Panel {
    /// Says that it shows amplitudes, of what it has shown.
    pub fn name_amplitudes(&mut self) {
        let of = match (self.name.as_str(), self.lines.as_slice()) {
            ("", [only]) => &only.name,
            (name, _) => name,
        };
        self.name = if of.is_empty() { "Amplitude".to_owned() } else { format!("Amplitude of {of}") };
    }

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

/// Colours of lines, told from each other on white and on black.
const COLOURS: [&str; 10] =
    ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"];

/// Dashes of lines: lengths of strokes and of gaps in turn, in pixels; none of a whole line.
const DASHES: [&[u32]; 4] = [&[], &[9, 4], &[2, 3], &[9, 3, 2, 3]];
