//! `bowline frequency`: frequency responses and margins.

use bowline_engine::lti::{Complex, LinearSystem, Margins, margins};
use bowline_results::{FrequencyPair, Header, frequency_table};
use serde_json::json;

use super::linearize::notes;
use super::modes::number;
use super::point::Point;
use super::subject::{self, Subject};
use super::{Failure, frequencies};
use crate::arguments::{Format, FrequencyArguments};
use crate::table::aligned;
use crate::{Exit, report};
use bowline_surface::earlier_file::Kind;

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
    let cut: Vec<String> = arguments.loop_at.iter().cloned().collect();
    let (from, to) = if cut.is_empty() { (&arguments.from, &arguments.to) } else { (&cut, &cut) };
    subject.open(from)?;
    let point = Point::of(&arguments.point, &subject)?;
    let mut with_rates = point.with_rates(from, to)?;
    if with_rates.has_rates() && (arguments.margins || arguments.loop_at.is_some()) {
        return Err(Failure::Wrong(
            "margins are those of a system of first order: take forms of elements that need no rates".to_owned(),
        ));
    }
    let found = &mut with_rates.model;
    if let Some(port) = &arguments.loop_at {
        let moves = found.moves_between.first().is_some_and(|moves| *moves);
        if moves && found.acts_between.first().is_some_and(|acts| *acts) {
            return Err(Failure::Wrong(format!(
                "`{port}` moves between ticks: a loop with sampled parts is cut where a signal is held or sampled, as at what a \
                 sampled controller reads, or what it feeds"
            )));
        }
        found.system = cut_at(port, &found.system)?;
    }
    let found = &with_rates.model;
    let system = &found.system;
    let none = |error: &dyn std::fmt::Display| Failure::None(error.to_string());
    let hertz = match asked {
        Some(hertz) => hertz,
        None => frequencies::of(system).map_err(Failure::None)?,
    };
    let response = with_rates.frequency_response(&hertz).map_err(|error| none(&error))?;
    let pairs: Vec<Pair> = (0..response.outputs())
        .flat_map(|output| (0..response.inputs()).map(move |input| (output, input)))
        .map(|(output, input)| Pair { output, input, values: response.channel(output, input) })
        .collect();
    if let Some(port) = &arguments.loop_at
        && pairs.iter().all(|pair| pair.values.iter().all(|value| value.norm() == 0.0))
    {
        return Err(Failure::None(format!(
            "no loop goes through `{port}`: what changes there does not come back to it"
        )));
    }
    let columns: Vec<FrequencyPair> = pairs.iter().map(|pair| pair.column(system)).collect();
    let frame = frequency_table(&hertz, &columns);
    if let Some(output) = &output {
        frame
            .write(output.place(), Header::NamesAndUnits)
            .map_err(|reason| Failure::None(format!("cannot write `{output}`: {reason}")))?;
    }
    let margins = if arguments.margins || arguments.loop_at.is_some() {
        let of = |pair: &Pair| margins(system, pair.output, pair.input).map_err(|error| none(&error));
        pairs.iter().map(of).collect::<Result<Vec<_>, _>>()?
    } else {
        Vec::new()
    };
    let shown = match scenario.format {
        Format::Human => {
            let rows = if output.is_none() && margins.is_empty() { rows(&hertz, &pairs, system) } else { Vec::new() };
            let mut text = format!("{}: {}\n", subject.name(), point.words);
            for line in rows.into_iter().chain(margins_in_words(system, &pairs, &margins)).chain(notes(found)) {
                text += &(bowline_harmless::name(line.trim_end()).into_owned() + "\n");
            }
            report::page(&text)
        }
        Format::Json => report::data((in_json(system, &hertz, &pairs, &margins) + "\n").as_bytes()),
    };
    if let Some(output) = &output {
        let (rows, pairs) =
            (report::counted(hertz.len() as u64, "frequency"), report::counted(pairs.len() as u64, "pair"));
        let rows = rows.replace("frequencys", "frequencies");
        report::note(&format!("{output}: {rows} of {pairs}, for `plot`"), scenario.quiet);
    }
    Ok(shown)
}

/// The loop through an in-port.
fn cut_at(port: &str, system: &LinearSystem) -> Result<LinearSystem, Failure> {
    if system.inputs.len() != 1 {
        return Err(Failure::Wrong(format!("`{port}` has {} numbers: a loop goes through one", system.inputs.len())));
    }
    system.loop_gain(0, 0).map_err(|_| {
        Failure::None(format!(
            "the loop through `{port}` closes in the same instant, with a gain of 1: it cannot be cut there"
        ))
    })
}

/// An output and an input.
struct Pair {
    output: usize,
    input: usize,
    values: Vec<Complex>,
}

impl Pair {
    fn name(&self, system: &LinearSystem) -> String {
        format!("{}/{}", system.outputs[self.output].name, system.inputs[self.input].name)
    }

    fn column(&self, system: &LinearSystem) -> FrequencyPair {
        let (above, below) = (&system.outputs[self.output].unit, &system.inputs[self.input].unit);
        let unit = match (above.as_str(), below.as_str()) {
            (above, below) if above == below => String::new(),
            (above, "") => above.to_owned(),
            ("", below) => format!("1/({below})"),
            (above, below) => {
                let bracketed = |unit: &str| match unit.contains([' ', '/']) {
                    true => format!("({unit})"),
                    false => unit.to_owned(),
                };
                format!("{}/{}", bracketed(above), bracketed(below))
            }
        };
        let values = self.values.iter().map(|value| (value.re, value.im)).collect();
        FrequencyPair { name: self.name(system), unit, values }
    }
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

fn in_json(system: &LinearSystem, hertz: &[f64], pairs: &[Pair], all: &[Margins]) -> String {
    let finite = |number: f64| number.is_finite().then_some(number);
    let of = |(at, pair): (usize, &Pair)| {
        let margins = all.get(at).map(|margins| {
            json!({
                "gain": margins.gain.iter().map(|(hertz, factor)| json!({"frequency_hz": finite(*hertz), "factor": factor})).collect::<Vec<_>>(),
                "phase": margins.phase.iter().map(|(hertz, degrees)| json!({"frequency_hz": hertz, "degrees": degrees})).collect::<Vec<_>>(),
                "delay": margins.delay.iter().map(|(hertz, seconds)| json!({"frequency_hz": hertz, "seconds": seconds})).collect::<Vec<_>>(),
                "is_stable_closed_loop": margins.is_stable_closed_loop,
            })
        });
        json!({
            "output": system.outputs[pair.output].name, "input": system.inputs[pair.input].name,
            "response": pair.values.iter().map(|value| [finite(value.re), finite(value.im)]).collect::<Vec<_>>(),
            "margins": margins,
        })
    };
    json!({"frequencies_hz": hertz, "pairs": pairs.iter().enumerate().map(of).collect::<Vec<_>>()}).to_string()
}
