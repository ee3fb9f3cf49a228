//! Amplitude spectra of columns.

use bowline_results::{Column, Curves, DataFrame, Sampling, Values};

use crate::report;
use crate::user_path::UserPath;

/// The spectra of what is drawn of a result over time, as a table over `Frequency`, and words on the stretch that they
/// are of.
pub(super) fn of(curves: &Curves<'_>, path: &UserPath, quiet: bool) -> Result<(DataFrame, String), String> {
    let numbers = |column: &Column| -> Vec<f64> {
        (0..column.values.len()).map(|row| column.values.number(row).unwrap_or(f64::NAN)).collect()
    };
    let along = &curves.frame.columns[curves.x];
    if along.name != "Time" {
        return Err(format!("`{path}` has no column `Time`, and a spectrum is one of numbers over time"));
    }
    let times = numbers(along);
    let sampling = Sampling::of(&times).map_err(|reason| format!("`{path}`: {reason}"))?;
    if !sampling.are_equal() {
        let (step, unit) = (sampling.step(), &along.unit);
        let message = format!(
            "the rows of `{path}` do not lie at equal steps: the spectrum is of values every {step:.6e} {unit}, on \
             straight lines between them"
        );
        report::warning(&message, quiet);
    }
    let column = |name: &str, unit: &str, numbers: Vec<f64>| Column {
        name: name.to_owned(),
        unit: unit.to_owned(),
        values: Values::Numbers(numbers.into_iter().map(Some).collect()),
    };
    let mut columns = vec![column("Frequency", "Hz", sampling.hertz())];
    for of in curves.columns.iter().map(|column| &curves.frame.columns[*column]) {
        let values = numbers(of);
        let amplitudes = sampling.amplitudes(&values).ok_or_else(|| {
            let time = times.iter().zip(&values).find(|(_, value)| !value.is_finite()).map_or(f64::NAN, |(time, _)| *time);
            format!("`{path}`: `{}` has no number at {time} s; leave that out with --from or --until", of.name)
        })?;
        columns.push(column(&of.name, &of.unit, amplitudes));
    }
    let (first, last) = sampling.span();
    Ok((DataFrame { columns }, format!("amplitudes from {first} to {last} s, Hann window")))
}
