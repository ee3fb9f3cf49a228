//! `bowline plot`: charts of a result.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use bowline_engine::nearest_names;
use bowline_results::{Chart, DataFrame, Values, whole_file};
use serde::Deserialize;

use crate::arguments::PlotArguments;
use crate::user_path::UserPath;
use crate::{Exit, report};

/// Most lines that are drawn where nobody says which.
const MOST_LINES: usize = 40;

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
    let record = Record::beside(&results);
    record.add_units(&mut frame);
    let over = frame.columns.iter().position(|column| column.name == "Time").unwrap_or(0);
    let columns = match arguments.signals.as_slice() {
        [] => all(&frame, over, arguments.quiet),
        signals => chosen(&frame, signals)?,
    };
    if columns.is_empty() {
        return Err(format!(
            "`{results}` has no numbers over `{}`: there is nothing to draw",
            frame.columns[over].name
        ));
    }
    let output = output(arguments);
    let is_page = format_of(&output)?;
    check_replaced(&output, arguments.force)?;
    let pixels = if is_page { Chart::HTML_PIXELS } else { Chart::SVG_PIXELS };
    let mut chart = Chart::new(&frame, over, &columns, pixels);
    chart.title = results.place().file_name().unwrap_or_default().to_string_lossy().into_owned();
    let rows = report::counted(frame.rows() as u64, "row");
    let thinned = format!("{rows}, drawn as the least and the largest of each of {pixels} pixels");
    let rows = if chart.is_thinned { thinned } else { rows };
    chart.subtitle = record.title().into_iter().chain([rows.clone()]).collect::<Vec<_>>().join(" · ");
    let text = if is_page { chart.to_html() } else { chart.to_svg() };
    whole_file::write(output.place(), text).map_err(|reason| format!("cannot write `{output}`: {reason}"))?;
    let lines = report::counted(columns.len() as u64, "line");
    report::note(&format!("{output}: {lines} of {rows}"), arguments.quiet);
    Ok(())
}

/// All numbers but what they are drawn over, as far as they can be told apart.
fn all(frame: &DataFrame, over: usize, quiet: bool) -> Vec<usize> {
    let is_number = |index: &usize| !matches!(frame.columns[*index].values, Values::Texts(_));
    let mut columns: Vec<usize> = (0..frame.columns.len()).filter(|index| *index != over).filter(is_number).collect();
    if columns.len() > MOST_LINES {
        let count = columns.len();
        columns.truncate(MOST_LINES);
        report::warning(&format!("the first {MOST_LINES} of {count} columns are drawn; choose with --signals"), quiet);
    }
    columns
}

/// The columns of these signals, in their order.
fn chosen(frame: &DataFrame, signals: &[String]) -> Result<Vec<usize>, String> {
    let mut columns = Vec::new();
    for signal in signals {
        let found = frame.find(signal);
        if found.is_empty() {
            let names = frame.columns.iter().map(|column| column.name.as_str());
            let advice = nearest_names(signal, "columns", names);
            return Err(format!("there is no column `{signal}`; {advice}"));
        }
        if let Some(text) = found.iter().find(|index| matches!(frame.columns[**index].values, Values::Texts(_))) {
            return Err(format!("`{}` holds texts, which cannot be drawn", frame.columns[*text].name));
        }
        columns.extend(found.into_iter().filter(|index| !columns.contains(index)).collect::<Vec<_>>());
    }
    Ok(columns)
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

/// What the record beside the results tells of them; nothing if there is none.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Record {
    scenario: Scenario,
    overrides: Vec<String>,
    columns: Vec<Named>,
}

#[derive(Debug, Default, Deserialize)]
struct Scenario {
    path: String,
}

#[derive(Debug, Deserialize)]
struct Named {
    name: String,
    unit: String,
}

impl Record {
    fn beside(results: &UserPath) -> Self {
        let text = fs::read_to_string(results.beside(".run.json").place());
        text.ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Gives units to columns that tell none themselves.
    fn add_units(&self, frame: &mut DataFrame) {
        for column in frame.columns.iter_mut().filter(|column| column.unit.is_empty()) {
            if let Some(named) = self.columns.iter().find(|named| named.name == column.name) {
                column.unit.clone_from(&named.unit);
            }
        }
    }

    /// The run in a line.
    fn title(&self) -> Option<String> {
        let sets: String = self.overrides.iter().map(|set| format!(" --set {set}")).collect();
        let name = Path::new(&self.scenario.path).file_name()?;
        Some(format!("{}{sets}", name.to_string_lossy()))
    }
}
