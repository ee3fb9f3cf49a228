//! Scales of colours as people read them.

use bowline_engine::scene::{Legend, scale_colour};
use bowline_units::DisplayUnits;

use crate::colour::{Rgba, bytes};

/// A scale of colours in the unit in which it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownLegend {
    /// What the colours show, with the unit: `Tension [kN]`.
    pub title: String,
    /// The numbers at both ends, the lower one first.
    pub ends: [f64; 2],
}

impl ShownLegend {
    /// In these units; in SI without.
    pub fn of(legend: &Legend, units: Option<&DisplayUnits>) -> Self {
        let shown = units.and_then(|units| units.of(&legend.unit));
        let unit = shown.map_or(legend.unit.as_str(), |shown| shown.unit());
        Self {
            title: if unit.is_empty() { legend.title.clone() } else { format!("{} [{unit}]", legend.title) },
            ends: legend.range.map(|end| shown.map_or(end, |shown| shown.number(end))),
        }
    }
}

/// The colour at that part of a scale, 0 to 1.
pub fn scale_rgba(part: f64) -> Rgba {
    let [red, green, blue] = scale_colour(part);
    bytes([red, green, blue, 1.0])
}
