//! `TSave`: the times at which the state of a run is saved.

use simobject_host::Names;

use super::times::time;
use bowline_solve::integration::OutputTimes;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;
use bowline_text::{Attribute, Text};

const HELP: &str = "rising times from the start to the end of the run, in s, separated by commas, as in `10, 20, 60`";

/// Reads the attribute: the save points that this run comes to. Those up to
/// the time of an initial state, and those behind an earlier end, are not
/// among them.
pub(super) fn read(
    attribute: Option<Attribute<'_>>,
    times: &OutputTimes,
    names: &dyn Names,
    diagnostics: &mut Diagnostics,
) -> Vec<f64> {
    let Some(attribute) = attribute else { return Vec::new() };
    match parse(attribute.value, times, names) {
        Ok(points) => {
            let resumed = |point: f64| times.resumed_at().is_some_and(|start| point <= start);
            points.into_iter().filter(|point| !resumed(*point) && *point <= times.end()).collect()
        }
        Err((span, message)) => {
            let diagnostic = Diagnostic::error("bad-save-points", format!("TSave: {message}")).at(span);
            diagnostics.push(diagnostic.help(HELP));
            Vec::new()
        }
    }
}

fn parse(text: Text<'_>, times: &OutputTimes, names: &dyn Names) -> Result<Vec<f64>, (Span, String)> {
    let (first, last) = (times.first_asked(), times.last_asked().max(times.end()));
    let mut points: Vec<f64> = Vec::new();
    for (item, span) in text.items() {
        let point = time(item, names).map_err(|message| (span, message))?.nearest();
        if let Some(before) = points.last().filter(|before| **before >= point) {
            return Err((span, format!("the times do not rise: {point:?} comes after {before:?}")));
        }
        if !(first..=last).contains(&point) {
            return Err((span, format!("{point:?} s lies outside the run, from {first:?} to {last:?} s")));
        }
        points.push(point);
    }
    Ok(points)
}
