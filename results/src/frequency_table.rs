//! Tables of frequency responses: for each pair of an output and an input its
//! magnitude, phase, real and imaginary parts over frequency.

use crate::{Column, DataFrame, Values};

/// The first column of such a table.
pub(crate) const FREQUENCY: &str = "Frequency";
/// Its unit.
pub(crate) const HERTZ: &str = "Hz";
pub(crate) const MAGNITUDE: &str = ":magnitude";
pub(crate) const PHASE: &str = ":phase";
pub(crate) const REAL: &str = ":real";
pub(crate) const IMAGINARY: &str = ":imaginary";

/// How an output answers to an input, at each frequency of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct FrequencyPair {
    /// The output, a slash and the input, as in `Valve.Q2/Valve.P1`.
    pub name: String,
    /// The unit of the output by that of the input; empty for a pure number.
    pub unit: String,
    /// The real and the imaginary part at each frequency.
    pub values: Vec<(f64, f64)>,
}

/// The table of a frequency response: the column `Frequency` in Hz, then for each
/// pair its magnitude, its phase in degrees, its real and its imaginary part. The
/// phase begins in (-180, 180] and goes on without jumps of more than 180 degrees.
/// A response of 0 has no phase; there is no value of what is not finite.
///
/// # Panics
/// A pair has more or fewer values than there are frequencies.
pub fn frequency_table(hertz: &[f64], pairs: &[FrequencyPair]) -> DataFrame {
    let mut columns = vec![column(FREQUENCY.to_owned(), HERTZ, hertz.iter().copied())];
    for FrequencyPair { name, unit, values } in pairs {
        assert_eq!(values.len(), hertz.len(), "`{name}` has a value for each frequency");
        let magnitudes = values.iter().map(|(real, imaginary)| real.hypot(*imaginary));
        columns.extend([
            column(format!("{name}{MAGNITUDE}"), unit, magnitudes),
            column(format!("{name}{PHASE}"), "deg", phases(values).into_iter()),
            column(format!("{name}{REAL}"), unit, values.iter().map(|value| value.0)),
            column(format!("{name}{IMAGINARY}"), unit, values.iter().map(|value| value.1)),
        ]);
    }
    columns.into()
}

/// Phases in degrees along a curve of complex numbers, without jumps of more than
/// 180 degrees; not a number where there is none.
pub(crate) fn phases(values: &[(f64, f64)]) -> Vec<f64> {
    let mut last = None;
    let phase = |(real, imaginary): &(f64, f64)| {
        let is_none = !(real.is_finite() && imaginary.is_finite()) || (*real == 0.0 && *imaginary == 0.0);
        if is_none {
            return f64::NAN;
        }
        // Of -0 the angle would be -180.
        let degrees = (imaginary + 0.0).atan2(*real).to_degrees();
        let near = last.map_or(degrees, |last: f64| degrees - ((degrees - last) / 360.0).round() * 360.0);
        last = Some(near);
        near
    };
    values.iter().map(phase).collect()
}

fn column(name: String, unit: &str, values: impl Iterator<Item = f64>) -> Column {
    let values = values.map(|value| Some(value).filter(|value| value.is_finite())).collect();
    Column { name, unit: unit.to_owned(), values: Values::Numbers(values) }
}
