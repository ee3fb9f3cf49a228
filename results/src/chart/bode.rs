//! Bode diagrams: magnitude and phase over frequency.

use super::{Chart, Line, Panel, Point, Scale};
use crate::frequency_table::{MAGNITUDE, PHASE};
use crate::{FrequencyResponse, Response};

impl Chart {
    /// Draws magnitudes, in a panel for each unit, and phases of pairs, by their
    /// positions, over frequency; magnitudes in decibels, if asked.
    ///
    /// # Panics
    /// There is no pair at one of the positions.
    pub fn bode(response: &FrequencyResponse, pairs: &[usize], in_decibels: bool) -> Self {
        let hertz = &response.hertz;
        let mut chart = Self { goes_right: hertz.is_sorted(), ..Self::over_frequency(response) };
        let mut phases =
            Panel { name: "Phase".to_owned(), unit: "deg".to_owned(), scale: Scale::Degrees, ..Panel::default() };
        for (colour, pair) in pairs.iter().map(|pair| &response.pairs[*pair]).enumerate() {
            let name = bowline_harmless::name(&pair.name).into_owned();
            if let Some(sizes) = &pair.magnitude {
                let points = points(hertz, pair, |at| if in_decibels { decibels(sizes[at]) } else { sizes[at] });
                let unit = match (in_decibels, bowline_harmless::name(&pair.unit).as_ref()) {
                    (true, "") => "dB".to_owned(),
                    (true, unit) => format!("dB of {unit}"),
                    (false, unit) => unit.to_owned(),
                };
                let line = Line { name: name.clone(), points, colour, ..Line::default() };
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
                phases.lines.push(Line { name, points, colour, ..Line::default() });
            }
        }
        if !phases.lines.is_empty() {
            chart.panels.push(phases);
        }
        chart
    }

    /// A chart without panels yet, whose lines break where there is no frequency.
    pub(super) fn over_frequency(response: &FrequencyResponse) -> Self {
        let none = response.hertz.iter().filter(|hertz| **hertz <= 0.0).count();
        let left_out = if none > 0 { vec![("Frequency".to_owned(), none)] } else { Vec::new() };
        Self { x: "Frequency [Hz]".to_owned(), x_scale: Scale::Logarithmic, left_out, ..Self::default() }
    }

    /// These pairs, with their complex values.
    ///
    /// # Errors
    /// In words: one has none.
    pub(super) fn complex<'r>(
        response: &'r FrequencyResponse,
        pairs: &[usize],
    ) -> Result<Vec<(&'r Response, &'r [Point])>, String> {
        let complex = pairs.iter().map(|pair| &response.pairs[*pair]).map(|pair| match &pair.complex {
            Some(values) => Ok((pair, values.as_slice())),
            None => {
                let (has, lacks) = if pair.phase.is_some() { (PHASE, MAGNITUDE) } else { (MAGNITUDE, PHASE) };
                Err(format!("it has `{0}{has}` but no `{0}{lacks}`", pair.name))
            }
        });
        complex.collect()
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
