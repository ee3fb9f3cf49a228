//! Bode diagrams: magnitude and phase over frequency.

use super::responses::{Pair, Responses};
use super::{Chart, Line, Panel, Scale};
use crate::Response;

impl Chart {
    /// Draws magnitudes, in a panel for each unit, and phases over frequency;
    /// magnitudes in decibels, if asked.
    ///
    /// # Panics
    /// There is no pair at one of the positions.
    pub fn bode(results: &[Responses<'_>], in_decibels: bool) -> Self {
        let goes_right = results.iter().all(|of| of.response.hertz.is_sorted());
        let mut chart = Self { goes_right, ..Self::over_frequency(results) };
        let mut phases =
            Panel { name: "Phase".to_owned(), unit: "deg".to_owned(), scale: Scale::Degrees, ..Panel::default() };
        for Pair { hertz, response: pair, line } in Pair::all(results) {
            if let Some(sizes) = &pair.magnitude {
                let points = points(hertz, pair, |at| if in_decibels { decibels(sizes[at]) } else { sizes[at] });
                let unit = match (in_decibels, bowline_harmless::name(&pair.unit).as_ref()) {
                    (true, "") => "dB".to_owned(),
                    (true, unit) => format!("dB of {unit}"),
                    (false, unit) => unit.to_owned(),
                };
                let line = Line { points, ..line.clone() };
                match chart.panels.iter_mut().find(|panel| panel.unit == unit) {
                    Some(panel) => panel.lines.push(line),
                    None => chart.panels.push(Panel {
                        name: "Magnitude".to_owned(),
                        unit,
                        scale: if in_decibels { Scale::Linear } else { Scale::Logarithmic },
                        lines: vec![line],
                        has_legend: true,
                        plane: None,
                    }),
                }
            }
            if let Some(degrees) = &pair.phase {
                let points = points(hertz, pair, |at| degrees[at]);
                phases.has_legend |= pair.magnitude.is_none();
                phases.lines.push(Line { points, ..line });
            }
        }
        if !phases.lines.is_empty() {
            chart.panels.push(phases);
        }
        chart
    }
}

/// A magnitude in decibels.
pub(super) fn decibels(size: f64) -> f64 {
    20.0 * size.log10()
}

/// The points of a line over frequency.
fn points(hertz: &[f64], pair: &Response, height: impl Fn(usize) -> f64) -> Vec<(f64, f64)> {
    let (mut points, mut last) = (Vec::with_capacity(hertz.len()), None);
    for (at, x) in hertz.iter().copied().enumerate() {
        if x > 0.0 && x.is_finite() {
            points.push((x, if pair.is_at(at) { height(at) } else { f64::NAN }));
            last = Some(x);
        } else if let Some(last) = last {
            points.push((last, f64::NAN));
        }
    }
    points
}
