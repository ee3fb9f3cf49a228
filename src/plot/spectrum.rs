//! Amplitude spectra of results.

use bowline_results::{Curves, DataFrame, spectra};

use crate::report;
use crate::user_path::UserPath;

/// The spectra of what is drawn of a result over time, as a table over `Frequency`, and words on the stretch that they
/// are of.
pub(super) fn of(curves: &Curves<'_>, path: &UserPath, quiet: bool) -> Result<(DataFrame, String), String> {
    let along = &curves.frame.columns[curves.x];
    if along.name != "Time" {
        return Err(format!("`{path}` has no column `Time`, and a spectrum is one of numbers over time"));
    }
    let drawn = spectra(curves.frame, curves.x, &curves.columns);
    let (table, sampling) = drawn.map_err(|reason| format!("`{path}`: {reason}"))?;
    if !sampling.are_equal() {
        let message = format!(
            "the rows of `{path}` do not lie at equal steps: the spectrum is of values every {} s, on straight lines \
             between them",
            short(sampling.step())
        );
        report::warning(&message, quiet);
    }
    let (first, last) = sampling.span();
    Ok((table, format!("amplitudes from {} to {} s, Hann window", short(first), short(last))))
}

/// A number of seven digits at the most.
fn short(number: f64) -> f64 {
    format!("{number:.6e}").parse().unwrap_or(number)
}
