//! `bowline plot`: charts of a result.

mod columns;
mod range;
mod response;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use bowline_results::{Chart, DataFrame, FrequencyResponse, Look, Scale, whole_file};

use crate::arguments::{Diagram, LogAxes, PlotArguments};
use crate::result_record::ResultRecord;
use crate::user_path::UserPath;
use crate::{Exit, report};

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
    let results = UserPath::new(&arguments.results);
    let cannot_read = |reason: io::Error| format!("cannot read `{results}`: {reason}");
    let mut frame = DataFrame::read(results.place()).map_err(cannot_read)?;
    if frame.rows() == 0 {
        return Err(format!("`{results}` has no rows: there is nothing to draw"));
    }
    let record = ResultRecord::beside(&results);
    record.add_units(&mut frame);
    let count = frame.rows();
    if !arguments.range.is_empty() {
        frame = range::of(&frame, &arguments.range)?;
    }
    let output = output(arguments);
    let is_page = format_of(&output)?;
    check_replaced(&output, arguments.force)?;
    let pixels = if is_page { Chart::HTML_PIXELS } else { Chart::SVG_PIXELS };
    let mut chart = match response(&frame, &results, arguments)? {
        Some((response, diagram)) => response::chart(&response, diagram, &results, arguments)?,
        None => lines(&frame, &results, arguments, pixels)?,
    };
    tell_left_out(&chart, arguments.quiet);
    chart.title = results.place().file_name().unwrap_or_default().to_string_lossy().into_owned();
    let rows = report::counted(count as u64, "row");
    let rows = match (chart.is_thinned, chart.goes_right && !chart.are_points) {
        (false, _) => rows,
        (true, true) => format!("{rows}, drawn as the least and the largest of each of {pixels} pixels"),
        (true, false) => format!("{rows}, drawn on {pixels} by {pixels} pixels"),
    };
    chart.subtitle = record.title().into_iter().chain([rows.clone()]).collect::<Vec<_>>().join(" · ");
    let text = if is_page { chart.to_html() } else { chart.to_svg() };
    whole_file::write(output.place(), text).map_err(|reason| format!("cannot write `{output}`: {reason}"))?;
    let count = chart.panels.iter().map(|panel| panel.lines.len()).sum::<usize>();
    let lines = report::counted(count as u64, "line");
    report::note(&format!("{output}: {lines} of {rows}"), arguments.quiet);
    Ok(())
}

/// The frequency response that a table is, and how to draw it; none if lines are to be drawn.
fn response(
    frame: &DataFrame,
    results: &UserPath,
    arguments: &PlotArguments,
) -> Result<Option<(FrequencyResponse, Diagram)>, String> {
    let asked = match (arguments.diagram, arguments.decibel) {
        (None, true) => Some(Diagram::Bode),
        (asked, _) => asked,
    };
    let has_axes = arguments.over.is_some() || arguments.log.is_some();
    if arguments.decibel && matches!(asked, Some(Diagram::Nyquist | Diagram::Lines)) {
        return Err("--decibel is for Bode diagrams; leave it out, or say --as bode".to_owned());
    }
    match (asked, FrequencyResponse::of(frame)) {
        (Some(Diagram::Lines), _) => Ok(None),
        (Some(diagram), _) if has_axes => Err(format!(
            "--over and --log are for lines, and a {} diagram has axes of its own; leave them out, or say --as lines",
            diagram.name()
        )),
        (Some(diagram), Ok(response)) => Ok(Some((response, diagram))),
        (Some(diagram), Err(reason)) => {
            Err(format!("`{results}` cannot be drawn as a {} diagram: {reason}", diagram.name()))
        }
        (None, Ok(response)) if !has_axes => Ok(Some((response, Diagram::Bode))),
        (None, _) => Ok(None),
    }
}

/// Lines over a column.
fn lines(frame: &DataFrame, results: &UserPath, arguments: &PlotArguments, pixels: usize) -> Result<Chart, String> {
    let mut frame = frame.clone();
    arguments.units.iter().for_each(|units| columns::show(&mut frame, units));
    let frame = &frame;
    let over = columns::along(frame, arguments.over.as_deref())?;
    let columns = match arguments.signals.as_slice() {
        [] => columns::all(frame, over, arguments.quiet),
        signals => columns::chosen(frame, signals)?,
    };
    if columns.is_empty() {
        let over = &frame.columns[over].name;
        return Err(format!("`{results}` has no numbers over `{over}`: there is nothing to draw"));
    }
    let scale = |is_log: bool| if is_log { Scale::Logarithmic } else { Scale::Linear };
    let (x, y) = arguments.log.map_or((false, false), LogAxes::axes);
    let look = Look { pixels, x: scale(x), y: scale(y), are_points: arguments.points };
    Ok(Chart::new(frame, over, &columns, &look))
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

/// Where the chart goes.
fn output(arguments: &PlotArguments) -> UserPath {
    UserPath::new(arguments.output.clone().unwrap_or_else(|| {
        let mut name = PathBuf::from(arguments.results.file_stem().unwrap_or_default()).into_os_string();
        name.push(".svg");
        name.into()
    }))
}

/// Whether it is a page, by its name.
fn format_of(output: &UserPath) -> Result<bool, String> {
    let ending = output.place().extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(false),
        Some("html" | "htm") => Ok(true),
        _ => Err(format!("`{output}`: a chart is written as .svg or as .html; give the name one of these endings")),
    }
}

/// Refuses to replace what is no chart of this program.
fn check_replaced(output: &UserPath, force: bool) -> Result<(), String> {
    let is_ours = |path: &Path| -> io::Result<bool> {
        let mut start = Vec::new();
        File::open(path)?.take(1024).read_to_end(&mut start)?;
        let start = String::from_utf8_lossy(&start);
        Ok(start.is_empty() || start.contains("<!-- bowline plot -->") || start.contains("content=\"bowline\""))
    };
    let path = output.place();
    if force || !fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return Ok(());
    }
    match is_ours(path) {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!(
            "cannot write `{output}`: it holds something else than a chart; choose another name, or replace it with --force"
        )),
        Err(reason) => Err(format!("cannot write `{output}`: {reason}")),
    }
}
