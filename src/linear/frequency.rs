//! `bowline frequency`: frequency responses and margins.

use bowline_analysis::frequencies;
use bowline_analysis::response::{Pair, Response, Wanted};
use bowline_analysis::words::number;
use bowline_engine::lti::{LinearSystem, Margins};
use bowline_results::Header;
use bowline_surface::earlier_file::Kind;

use super::subject::{self, Subject};
use super::{Failure, point};
use crate::arguments::{Format, FrequencyArguments};
use crate::table::aligned;
use crate::{Exit, report};

/// Most rows that are told.
const MOST_TOLD: usize = 40;

pub(crate) fn frequency(arguments: &FrequencyArguments) -> Exit {
    write_and_show(arguments).unwrap_or_else(Failure::exit)
}

fn write_and_show(arguments: &FrequencyArguments) -> Result<Exit, Failure> {
    let scenario = &arguments.point.scenario;
    let output = subject::output(arguments.output.as_ref(), scenario.force, &[Kind::Response])?;
    let asked = arguments.frequencies.as_deref().map(frequencies::read).transpose().map_err(Failure::Wrong)?;
    let mut subject = Subject::read(scenario, output.as_ref())?;
    let wanted = match &arguments.loop_at {
        Some(port) => Wanted::Loop(port.clone()),
        None => Wanted::Between { from: arguments.from.clone(), to: arguments.to.clone(), margins: arguments.margins },
    };
    subject.study.open(&wanted.inputs())?;
    let point = point::of(&arguments.point, &subject)?;
    let response = Response::of(point, &wanted, asked)?;
    if let Some(output) = &output {
        response
            .table()
            .write(output.place(), Header::NamesAndUnits)
            .map_err(|reason| Failure::None(format!("cannot write `{output}`: {reason}")))?;
    }
    let shown = match scenario.format {
        Format::Human => report::page(&page(&subject.name(), &response, output.is_some())),
        Format::Json => report::data((response.to_json() + "\n").as_bytes()),
    };
    if let Some(output) = &output {
        let (rows, pairs) = (
            report::counted(response.hertz.len() as u64, "frequency"),
            report::counted(response.pairs.len() as u64, "pair"),
        );
        let rows = rows.replace("frequencys", "frequencies");
        report::note(&format!("{output}: {rows} of {pairs}, for `plot`"), scenario.quiet);
    }
    Ok(shown)
}

/// For people. What is written, or has margins, has no rows here.
fn page(name: &str, response: &Response, is_written: bool) -> String {
    let Response { point, model, hertz, pairs, margins } = response;
    let system = &model.system;
    let rows = if !is_written && margins.is_empty() { rows(hertz, pairs, system) } else { Vec::new() };
    let mut text = format!("{name}: {}\n", point.words);
    for line in rows.into_iter().chain(margins_in_words(system, pairs, margins)).chain(response.notes()) {
        text += &(bowline_harmless::name(line.trim_end()).into_owned() + "\n");
    }
    text
}

fn rows(hertz: &[f64], pairs: &[Pair], system: &LinearSystem) -> Vec<String> {
    let mut lines = Vec::new();
    for pair in pairs {
        lines.push(String::new());
        lines.push(pair.name(system));
        let phases = bowline_engine::lti::unwrapped_degrees(&pair.values);
        let every = hertz.len().div_ceil(MOST_TOLD);
        let rows: Vec<[String; 4]> = (0..hertz.len())
            .step_by(every.max(1))
            .map(|at| {
                let size = pair.values[at].norm();
                [number(hertz[at]), number(size), format!("{:.2}", 20.0 * size.log10()), format!("{:.2}", phases[at])]
            })
            .collect();
        let head = ["frequency [Hz]", "magnitude", "[dB]", "phase [deg]"];
        lines.extend(aligned(&head.map(str::to_owned), &rows));
    }
    lines
}

fn margins_in_words(system: &LinearSystem, pairs: &[Pair], all: &[Margins]) -> Vec<String> {
    let mut lines = Vec::new();
    for (pair, margins) in pairs.iter().zip(all) {
        lines.push(String::new());
        lines.push(format!("{} as an open loop with negative feedback:", pair.name(system)));
        match margins.gain.first() {
            Some((hertz, factor)) => lines.push(format!(
                "  gain margin   {} ({:.2} dB) at {} Hz",
                number(*factor),
                20.0 * factor.log10(),
                number(*hertz)
            )),
            None => lines.push("  gain margin   infinite: the phase never is -180 deg".to_owned()),
        }
        match (margins.phase.first(), margins.delay.first()) {
            (Some((hertz, degrees)), delay) => {
                lines.push(format!("  phase margin  {degrees:.3} deg at {} Hz", number(*hertz)));
                lines.extend(delay.map(|(_, seconds)| format!("  delay margin  {} s", number(*seconds))));
            }
            (None, _) => lines.push("  phase margin  infinite: the magnitude never is 1".to_owned()),
        }
        lines.extend(
            margins
                .is_stable_closed_loop
                .map(|is_stable| format!("  closed, it is {}", if is_stable { "stable" } else { "UNSTABLE" })),
        );
    }
    lines
}
