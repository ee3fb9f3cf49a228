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
            "the rows of `{path}` do not lie at equal steps: the spectrum is of values every {:.6e} s, on straight \
             lines between them",
            sampling.step()
        );
        report::warning(&message, quiet);
    }
    let (first, last) = sampling.span();
    Ok((table, format!("amplitudes from {first} to {last} s, Hann window")))
}
