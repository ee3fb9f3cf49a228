//! Diagrams of frequency responses.

use bowline_engine::nearest_names;
use bowline_results::{Chart, FrequencyResponse, Responses};

use super::columns::MOST_LINES;
use super::drawn::Drawn;
use crate::arguments::{Diagram, PlotArguments};
use crate::report;

/// The frequency responses that tables are, and how to draw them; none if lines are to be drawn.
pub(super) fn asked(
    results: &[Drawn],
    arguments: &PlotArguments,
) -> Result<Option<(Vec<FrequencyResponse>, Diagram)>, String> {
    let asked = match (arguments.diagram, arguments.decibel) {
        (None, true) => Some(Diagram::Bode),
        (asked, _) => asked,
    };
    let has_axes = arguments.over.is_some() || arguments.log.is_some() || arguments.spectrum;
    if arguments.decibel && matches!(asked, Some(Diagram::Nyquist | Diagram::Lines)) {
        return Err("--decibel is for Bode diagrams; leave it out, or say --as bode".to_owned());
    }
    let responses = || -> Result<Vec<FrequencyResponse>, (&Drawn, String)> {
        results.iter().map(|of| FrequencyResponse::of(&of.frame).map_err(|reason| (of, reason))).collect()
    };
    match (asked, responses()) {
        (Some(Diagram::Lines), _) => Ok(None),
        (Some(diagram), _) if has_axes => Err(format!(
            "--over and --log are for lines, and a {} diagram has axes of its own; leave them out, or say --as lines",
            diagram.name()
        )),
        (Some(diagram), Ok(responses)) => Ok(Some((responses, diagram))),
        (Some(diagram), Err((of, reason))) => {
            Err(format!("`{}` cannot be drawn as a {} diagram: {reason}", of.path, diagram.name()))
        }
        (None, Ok(responses)) if !has_axes => Ok(Some((responses, Diagram::Bode))),
        (None, _) => Ok(None),
    }
}

/// Their chart, or what the tables lack.
pub(super) fn chart(
    responses: &[FrequencyResponse],
    diagram: Diagram,
    results: &[Drawn],
    arguments: &PlotArguments,
) -> Result<Chart, String> {
    let pairs = pairs(responses, arguments)?;
    let named = responses.iter().zip(results).zip(pairs);
    let drawn: Vec<Responses<'_>> =
        named.map(|((response, of), pairs)| Responses { result: of.name.clone(), response, pairs }).collect();
    let cannot = |reason| {
        let names: Vec<String> = results.iter().map(|of| format!("`{}`", of.path)).collect();
        format!("{} cannot be drawn as a {} diagram: {reason}", names.join(", "), diagram.name())
    };
    let mut chart = match diagram {
        Diagram::Bode | Diagram::Lines => Chart::bode(&drawn, arguments.decibel),
        Diagram::Nyquist => Chart::nyquist(&drawn).map_err(cannot)?,
        Diagram::Nichols => Chart::nichols(&drawn).map_err(cannot)?,
    };
    chart.are_points = arguments.points;
    Ok(chart)
}

/// The pairs that are drawn of each.
fn pairs(responses: &[FrequencyResponse], arguments: &PlotArguments) -> Result<Vec<Vec<usize>>, String> {
    let mut names: Vec<&str> = Vec::new();
    for pair in responses.iter().flat_map(|response| &response.pairs) {
        if !names.contains(&pair.name.as_str()) {
            names.push(&pair.name);
        }
    }
    let mut chosen: Vec<&str> = Vec::new();
    for signal in &arguments.signals {
        let found = |response: &'_ FrequencyResponse| response.find(signal);
        if !responses.iter().any(|response| found(response).is_some()) {
            return Err(format!("there is no pair `{signal}`; {}", nearest_names(signal, "pairs", names.into_iter())));
        }
        chosen.push(signal);
    }
    if chosen.is_empty() {
        let (count, most) = (names.len(), (MOST_LINES / responses.len().max(1)).max(1));
        chosen = names;
        chosen.truncate(most);
        if count > most {
            let message = format!("the first {most} of {count} pairs are drawn; choose with --signals");
            report::warning(&message, arguments.quiet);
        }
    }
    let of = |response: &FrequencyResponse| {
        let mut pairs: Vec<usize> = Vec::new();
        for pair in chosen.iter().filter_map(|name| response.find(name)) {
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        pairs
    };
    Ok(responses.iter().map(of).collect())
}
