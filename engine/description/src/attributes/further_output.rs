//! `Output`: further results, with times and columns of their own.

use bowline_decimal::Shortest;
use simobject_host::{Names, is_name};

use super::engine::Recording;
use super::engine_attribute::{EngineAttribute, KEEP_ORDER, Values, truth};
use super::output;
use super::times::time;
use crate::store::{ElementDescription, ModelDescription};
use bowline_solve::integration::OutputTimes;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::{Attribute, nearest};

/// Further results, as the scenario asks for them.
#[derive(Debug, Clone)]
pub struct FurtherOutput<'t> {
    /// The name of the result.
    pub name: String,
    /// The times of its rows.
    pub times: OutputTimes,
    /// Its columns.
    pub recording: Recording<'t>,
}

/// Its attributes.
pub static ATTRIBUTES: [&EngineAttribute; 4] = [
    &EngineAttribute {
        name: "Name",
        values: Values::Name,
        default: "",
        doc: "What it is called: its rows go into RESULTS.NAME.csv, or .parquet, beside the results",
    },
    &EngineAttribute {
        name: "TOutput",
        values: Values::TimesAndRanges,
        default: "those of Engine",
        doc: "When its rows are written, in s, within the run",
    },
    &EngineAttribute { name: "FileOutput", values: Values::Selection, default: "as in Engine", doc: "What it records" },
    &KEEP_ORDER,
];

/// Reads all of them; `times` and `recording` are those of `Engine`.
pub fn read<'d>(
    description: &'d ModelDescription,
    times: &OutputTimes,
    names: &dyn Names,
    recording: &Recording<'d>,
    diagnostics: &mut Diagnostics,
) -> Vec<FurtherOutput<'d>> {
    let mut outputs: Vec<FurtherOutput<'d>> = Vec::new();
    for element in description.outputs() {
        let Some(read) = read_one(element, times, names, recording, diagnostics) else { continue };
        // Where large and small letters are the same in names of files.
        if outputs.iter().any(|other| other.name.eq_ignore_ascii_case(&read.name)) {
            let message = format!("a second `<Output>` is called `{}`", read.name);
            let diagnostic = Diagnostic::error("repeated-output", message).at(element.span);
            diagnostics.push(diagnostic.help("give each a name of its own: its file is called by it"));
        }
        outputs.push(read);
    }
    outputs
}

fn read_one<'d>(
    element: ElementDescription<'d>,
    times: &OutputTimes,
    names: &dyn Names,
    recording: &Recording<'d>,
    diagnostics: &mut Diagnostics,
) -> Option<FurtherOutput<'d>> {
    let get = |name: &str| element.attributes.find(name);
    report_unknown_attributes(element, diagnostics);
    let name = name(element, diagnostics)?;
    let own_times = match get("TOutput") {
        None => None,
        Some(attribute) => Some(own_times(name, attribute, (times, names), diagnostics)?),
    };
    let asked = get("FileOutput").map(|attribute| output::parse(attribute.value, diagnostics));
    if own_times.is_none() && asked.is_none() {
        let message = format!("`<Output Name=\"{name}\">` has what the results have");
        let diagnostic = Diagnostic::error("missing-attribute", message).at(element.span);
        diagnostics.push(diagnostic.help("give it a TOutput, a FileOutput or both"));
        return None;
    }
    let keep_order = match get(KEEP_ORDER.name) {
        None => recording.keep_order,
        Some(attribute) => truth(attribute.value.as_str()).unwrap_or_else(|| {
            let message = format!("KeepOrder: `{}` is neither true nor false", attribute.value.as_str());
            diagnostics.push(bad_value(attribute, message, Values::Truth));
            false
        }),
    };
    Some(FurtherOutput {
        name: name.to_owned(),
        times: own_times.unwrap_or_else(|| times.clone()),
        recording: Recording {
            keep_order,
            asked: asked.or_else(|| recording.asked.clone()),
            log_states: recording.log_states,
            rest: None,
        },
    })
}

fn report_unknown_attributes(element: ElementDescription<'_>, diagnostics: &mut Diagnostics) {
    for attribute in element.attributes.iter() {
        let name = attribute.name.as_str();
        if !ATTRIBUTES.iter().any(|known| known.name == name) {
            let message = format!("unknown attribute `{name}` of `<Output>`");
            let advice = nearest::advice(name, "attributes", ATTRIBUTES.iter().map(|known| known.name));
            let diagnostic = Diagnostic::error("unknown-attribute", message).at(attribute.name.span());
            diagnostics.push(diagnostic.help(advice));
        }
    }
}

fn bad_value(attribute: Attribute<'_>, message: String, expected: Values) -> Diagnostic {
    Diagnostic::error("bad-value", message).at(attribute.value.span()).help(format!("expected: {expected}"))
}

/// The name of an output; None, if it has none.
fn name<'d>(element: ElementDescription<'d>, diagnostics: &mut Diagnostics) -> Option<&'d str> {
    let Some(name) = element.attributes.find("Name") else {
        let diagnostic = Diagnostic::error("missing-attribute", "`<Output>` without `Name`").at(element.span);
        diagnostics
            .push(diagnostic.help("as in `<Output Name=\"slow\" TOutput=\"0:1:100\"/>`: its file is called by it"));
        return None;
    };
    if !is_name(name.value.as_str()) {
        let message = format!("Output: `{}` is not a name", name.value.as_str());
        diagnostics.push(bad_value(name, message, Values::Name));
        return None;
    }
    Some(name.value.as_str())
}

/// The times of an output of that name; None, if they are unsound.
fn own_times(
    name: &str,
    attribute: Attribute<'_>,
    (times, names): (&OutputTimes, &dyn Names),
    diagnostics: &mut Diagnostics,
) -> Option<OutputTimes> {
    match OutputTimes::read(attribute.value, &|text| time(text, names)) {
        Ok(mut own) => {
            if let Some(end) = times.until.filter(|_| own.last_asked() >= times.last_asked())
                && let Err(diagnostic) = own.continue_to(end)
            {
                diagnostics.push(diagnostic.at(attribute.value.span()));
                return None;
            }
            outside(name, &own, times).into_iter().for_each(|message| {
                diagnostics.push(Diagnostic::warning("no-effect", message).at(attribute.value.span()));
            });
            Some(own)
        }
        Err(faults) => {
            for (span, message) in faults {
                let diagnostic = Diagnostic::error("bad-output-times", format!("TOutput: {message}")).at(span);
                diagnostics
                    .push(diagnostic.help("times and ranges start:step:stop, separated by commas, as in `0:1:100`"));
            }
            None
        }
    }
}

/// Warnings about rows outside of the run; none for an `--until` or a state that
/// shortens the run, which was requested and cuts the rows of `Engine` too.
fn outside(name: &str, own: &OutputTimes, times: &OutputTimes) -> Vec<String> {
    let (first, last) = (times.first_asked(), times.last_asked().max(times.end()));
    let begins = (own.first_asked() < first).then_some(("begins after its first rows", first));
    let ends = (own.last_asked() > last).then_some(("ends before", last));
    let told = |(how, at): (&str, f64)| {
        format!("TOutput of `{name}`: the run {how}, at {} s; what lies outside of it is not written", Shortest(at))
    };
    begins.into_iter().chain(ends).map(told).collect()
}
