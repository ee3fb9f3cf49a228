//! `bowline plot`: charts of results.

mod columns;
mod drawn;
mod picture;
mod range;
mod response;
mod spectrum;

use std::path::PathBuf;

use bowline_results::{Chart, Curves, DataFrame, Look, Panel, Scale};
use bowline_surface::earlier_file::Kind;
use bowline_units::DisplayUnits;

use crate::arguments::{LogAxes, PlotArguments};
use crate::user_path::UserPath;
use crate::{Exit, replacement, report};
use drawn::Drawn;
use picture::Format;

pub(crate) fn plot(arguments: &PlotArguments) -> Exit {
    match draw(arguments) {
        Ok(()) => Exit::Done,
        Err(message) => {
            report::error(&message);
            Exit::Wrong
        }
    }
}

fn draw(arguments: &PlotArguments) -> Result<(), String> {
    let mut results = drawn::read(arguments)?;
    let output = output(arguments);
    let format = Format::of(&output)?;
    if format == Format::Page && arguments.size.is_some() {
        return Err("--size is for pictures; a page is as wide as its window".to_owned());
    }
    replacement::check(&output, &[Kind::Chart], arguments.force)?;
    let pixels = format.pixels(arguments.size);
    let (mut chart, about) = match response::asked(&results, arguments)? {
        Some((responses, diagram)) => (response::chart(&responses, diagram, &results, arguments)?, None),
        None => lines(&mut results, arguments, pixels)?,
    };
    tell_left_out(&chart, arguments.quiet);
    let rows = rows(&results);
    let rows = match (chart.is_thinned, chart.goes_right && !chart.are_points) {
        (false, _) => rows,
        (true, true) => format!("{rows}, drawn as the least and the largest of each of {pixels} pixels"),
        (true, false) => format!("{rows}, drawn on {pixels} by {pixels} pixels"),
    };
    chart.title = arguments.title.clone().unwrap_or_else(|| title(&results));
    let record = results.first().filter(|_| results.len() == 1).and_then(|only| only.record.title());
    chart.subtitle = record.into_iter().chain([rows.clone()]).chain(about).collect::<Vec<_>>().join(" · ");
    format.write(&chart, arguments.size, &output)?;
    let count = chart.panels.iter().map(|panel| panel.lines.len()).sum::<usize>();
    let lines = report::counted(count as u64, "line");
    report::note(&format!("{output}: {lines} of {rows}"), arguments.quiet);
    Ok(())
}

/// Lines over a column, or spectra of them, with words on these.
fn lines(results: &mut [Drawn], arguments: &PlotArguments, pixels: usize) -> Result<(Chart, Option<String>), String> {
    let workshop = DisplayUnits::parse(DisplayUnits::WORKSHOP)?;
    for of in results.iter_mut() {
        // Tables that are not of times, such as those of poles, have the units of their field.
        let has_time = of.frame.columns.iter().any(|column| column.name == "Time");
        let is_over_time = has_time || !arguments.range.is_empty();
        let Some(units) = arguments.units.as_ref().or(is_over_time.then_some(&workshop)) else { continue };
        // A spectrum is one over seconds.
        let columns = of.frame.columns.iter_mut().filter(|column| !arguments.spectrum || column.name != "Time");
        columns.for_each(|column| drawn::show(column, units));
    }
    let curves = columns::curves(results, arguments.over.as_deref(), &arguments.signals, arguments.quiet)?;
    let scale = |is_log: bool| if is_log { Scale::Logarithmic } else { Scale::Linear };
    let (x, y) = arguments.log.map_or((false, false), LogAxes::axes);
    let look = Look { pixels, x: scale(x), y: scale(y), are_points: arguments.points };
    if !arguments.spectrum {
        return Ok((Chart::of(&curves, &look), None));
    }
    let mut spectra: Vec<(String, DataFrame)> = Vec::new();
    let mut stretches: Vec<String> = Vec::new();
    for (curves, of) in curves.iter().zip(&*results) {
        let (frame, stretch) = spectrum::of(curves, &of.path, arguments.quiet)?;
        spectra.push((curves.result.clone(), frame));
        if !stretches.contains(&stretch) {
            stretches.push(stretch);
        }
    }
    let mut curves = Vec::new();
    for (result, frame) in &spectra {
        curves.push(Curves { result: result.clone(), frame, x: 0, columns: (1..frame.columns.len()).collect() });
    }
    let mut chart = Chart::of(&curves, &look);
    chart.panels.iter_mut().for_each(Panel::name_amplitudes);
    Ok((chart, Some(stretches.join("; "))))
}

/// Warns of values that have no place on a logarithmic axis.
fn tell_left_out(chart: &Chart, quiet: bool) {
    if chart.left_out.is_empty() {
        return;
    }
    let count = chart.left_out.iter().map(|(_, count)| *count as u64).sum();
    let of: Vec<String> = chart.left_out.iter().map(|(name, count)| format!("{count} of `{name}`")).collect();
    let (values, verb) = (report::counted(count, "value"), if count == 1 { "is" } else { "are" });
    let of = of.join(", ");
    let message =
        format!("{values} that {verb} not above 0 cannot be shown on a logarithmic axis: {of}; lines break there");
    report::warning(&message, quiet);
}

/// How many rows are drawn.
fn rows(results: &[Drawn]) -> String {
    let rows = report::counted(results.iter().map(|of| of.rows as u64).sum(), "row");
    if results.len() == 1 { rows } else { format!("{rows} in {} results", results.len()) }
}

/// The names of the results, the first three of them.
fn title(results: &[Drawn]) -> String {
    const MOST: usize = 3;
    if let [only] = results {
        return only.path.place().file_name().unwrap_or_default().to_string_lossy().into_owned();
    }
    let names: Vec<&str> = results.iter().take(MOST).map(|of| of.name.as_str()).collect();
    match results.len().saturating_sub(MOST) {
        0 => names.join(", "),
        others => format!("{} and {others} more", names.join(", ")),
    }
}

/// Where the chart goes.
fn output(arguments: &PlotArguments) -> UserPath {
    UserPath::new(arguments.output.clone().unwrap_or_else(|| {
        let first = arguments.results.first().and_then(|first| first.file_stem());
        let mut name = PathBuf::from(first.unwrap_or_default()).into_os_string();
        name.push(".svg");
        name.into()
    }))
}
