//! Diagrams of a frequency response.

use bowline_engine::nearest_names;
use bowline_results::{Chart, FrequencyResponse};

use super::columns::MOST_LINES;
use crate::arguments::{Diagram, PlotArguments};
use crate::report;
use crate::user_path::UserPath;

/// Its chart, or what the table lacks.
pub(super) fn chart(
    response: &FrequencyResponse,
    diagram: Diagram,
    results: &UserPath,
    arguments: &PlotArguments,
) -> Result<Chart, String> {
    let cannot = |reason| format!("`{results}` cannot be drawn as a {} diagram: {reason}", diagram.name());
    let pairs = pairs(response, arguments)?;
    let mut chart = match diagram {
        Diagram::Bode | Diagram::Lines => Chart::bode(response, &pairs, arguments.decibel),
        Diagram::Nyquist => Chart::nyquist(response, &pairs).map_err(cannot)?,
        Diagram::Nichols => Chart::nichols(response, &pairs).map_err(cannot)?,
    };
    chart.are_points = arguments.points;
    Ok(chart)
}

fn pairs(response: &FrequencyResponse, arguments: &PlotArguments) -> Result<Vec<usize>, String> {
    let mut pairs = Vec::new();
    for signal in &arguments.signals {
        let Some(pair) = response.find(signal) else {
            let names = response.pairs.iter().map(|pair| pair.name.as_str());
            return Err(format!("there is no pair `{signal}`; {}", nearest_names(signal, "pairs", names)));
        };
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    if arguments.signals.is_empty() {
        let count = response.pairs.len();
        pairs.extend((0..count).take(MOST_LINES));
        if count > MOST_LINES {
            let message = format!("the first {MOST_LINES} of {count} pairs are drawn; choose with --signals");
            report::warning(&message, arguments.quiet);
        }
    }
    Ok(pairs)
}
