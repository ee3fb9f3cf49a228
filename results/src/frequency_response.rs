//! What a table says of a frequency response.

use crate::frequency_table::{FREQUENCY, HERTZ, IMAGINARY, MAGNITUDE, PHASE, REAL, phases};
use crate::{Column, DataFrame};

/// A frequency response, as a table has it: all kinds of columns, or some.
#[derive(Debug, Clone, PartialEq)]
pub struct FrequencyResponse {
    /// The frequencies in Hz; not a number where the table has none.
    pub hertz: Vec<f64>,
    /// The pairs, in the order of the table.
    pub pairs: Vec<Response>,
}

/// How an output answers to an input.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// The output, a slash and the input.
    pub name: String,
    /// The unit of the magnitude; empty for a pure number.
    pub unit: String,
    /// The magnitude at each frequency, where the table tells it in any way.
    pub magnitude: Option<Vec<f64>>,
    /// The phase in degrees, where the table tells it in any way.
    pub phase: Option<Vec<f64>>,
    /// The real and the imaginary part, where the table tells them in any way.
    pub complex: Option<Vec<(f64, f64)>>,
}

impl FrequencyResponse {
    /// What a table tells of a frequency response.
    ///
    /// # Errors
    /// In words: what the table would need to be one.
    pub fn of(frame: &DataFrame) -> Result<Self, String> {
        let is_frequency = |column: &&Column| column.name == FREQUENCY && ["", HERTZ].contains(&column.unit.as_str());
        let Some(frequency) = frame.columns.first().filter(is_frequency) else {
            let first = frame.columns.first().map_or(String::new(), |column| {
                let unit = if column.unit.is_empty() { String::new() } else { format!(" [{}]", column.unit) };
                format!(", and is `{}{unit}`", column.name)
            });
            return Err(format!("its first column has to be `{FREQUENCY} [{HERTZ}]`{first}"));
        };
        let mut names: Vec<&str> = Vec::new();
        for name in frame.columns.iter().filter_map(|column| pair_of(&column.name)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let pairs: Vec<Response> = names.into_iter().filter_map(|name| Response::of(frame, name)).collect();
        if pairs.is_empty() {
            return Err(format!(
                "it has no columns such as `Valve.Q2/Valve.P1{MAGNITUDE}` and `{PHASE}`, or `{REAL}` and `{IMAGINARY}`"
            ));
        }
        Ok(Self { hertz: numbers(frequency), pairs })
    }

    /// The position of the pair that a name means: its own, or that of one of its columns.
    pub fn find(&self, name: &str) -> Option<usize> {
        let is_meant = |pair: &Response| pair.name == name || pair_of(name) == Some(&pair.name);
        self.pairs.iter().position(is_meant)
    }
}

impl Response {
    /// None if there is only half of what tells it.
    fn of(frame: &DataFrame, name: &str) -> Option<Self> {
        let found = |kind: &str| frame.column(&format!("{name}{kind}"));
        let mut magnitude = found(MAGNITUDE).map(numbers);
        let mut phase = found(PHASE).map(numbers);
        let parts = found(REAL).zip(found(IMAGINARY));
        let mut complex = parts.map(|(real, imaginary)| numbers(real).into_iter().zip(numbers(imaginary)).collect());
        if let Some(values) = &complex {
            let values: &Vec<(f64, f64)> = values;
            let sizes = || values.iter().map(|(real, imaginary)| real.hypot(*imaginary)).collect();
            magnitude = magnitude.or_else(|| Some(sizes()));
            phase = phase.or_else(|| Some(phases(values)));
        } else if let (Some(magnitude), Some(phase)) = (&magnitude, &phase) {
            let values = magnitude.iter().zip(phase);
            complex = Some(values.map(|(size, degrees)| from_polar(*size, *degrees)).collect());
        }
        if magnitude.is_none() && phase.is_none() {
            return None;
        }
        let unit = found(MAGNITUDE).or_else(|| found(REAL)).map_or("", |column| column.unit.as_str());
        Some(Self { name: name.to_owned(), unit: unit.to_owned(), magnitude, phase, complex })
    }

    /// Whether it has a place at an index: it is neither 0 nor without a number there.
    pub(crate) fn is_at(&self, index: usize) -> bool {
        self.magnitude.as_ref().is_none_or(|sizes| sizes[index].is_finite() && sizes[index] > 0.0)
    }
}

fn from_polar(size: f64, degrees: f64) -> (f64, f64) {
    let angle = degrees.to_radians();
    (size * angle.cos(), size * angle.sin())
}

/// The pair whose column has this name.
fn pair_of(column: &str) -> Option<&str> {
    let pair = [MAGNITUDE, PHASE, REAL, IMAGINARY].into_iter().find_map(|kind| column.strip_suffix(kind));
    pair.filter(|pair| !pair.is_empty())
}

fn numbers(column: &Column) -> Vec<f64> {
    (0..column.values.len()).map(|row| column.values.number(row).unwrap_or(f64::NAN)).collect()
}
