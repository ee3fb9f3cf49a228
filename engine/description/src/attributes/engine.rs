//! The attributes of `Engine`: how to integrate and what to record.

use bowline_decimal::Shortest;
use simobject_host::{Names, number_in};

use super::engine_attribute::{self as attribute, EngineAttribute, MOST_CORES, Values};
use super::output::{self, Asked};
use super::save_points;
use super::steps::{MOST_STEPS, Steps};
use super::times::time;
use crate::store::{Attributes, ModelDescription};
use bowline_solve::integration::{Limits, Method, Norm, OutputTimes, Settings, Short};
use bowline_solve::thread_pool::processors;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;
use bowline_text::{Attribute, Text, nearest};

/// What is recorded, as the scenario asks for it.
#[derive(Debug, Clone)]
pub struct Recording<'t> {
    /// Whether all states are recorded.
    pub log_states: bool,
    /// Whether the columns stand as they are asked for, not as in the scenario.
    pub keep_order: bool,
    /// None if there is no FileOutput.
    pub asked: Option<Vec<Asked<'t>>>,
    /// Whether the run begins where the model rests.
    pub rest: Option<Rest>,
}

/// That a run begins in equilibrium.
#[derive(Debug, Clone)]
pub struct Rest {
    /// States that keep their values.
    pub holds: Vec<String>,
    /// Where that is said.
    pub span: Span,
}

/// Reads the attributes of `Engine`.
pub fn read<'d>(
    description: &'d ModelDescription,
    names: &dyn Names,
    limits: Limits,
    diagnostics: &mut Diagnostics,
) -> Option<(Settings, Recording<'d>)> {
    let Some(engine_span) = description.engine_span else {
        diagnostics.push(missing_engine(description));
        return None;
    };
    let mut engine = Engine { attributes: description.engine_attributes(), names, diagnostics };
    engine.unknown_attributes();

    let output_times = engine.output_times(engine_span, limits);
    let steps = Steps::read(&mut engine, output_times.as_ref());
    let (abs_tol, rel_tol) = engine.tolerances();
    let sample_time = engine.sample_time(output_times.as_ref());
    let event_tol = engine.optional(&attribute::EVENT_TOL);
    let log_events = engine.flag("LogEvents", false);
    let refuses_loops = engine.refuses_loops();
    let rest = engine.rest();
    let cores = engine.cores();
    let log_states = engine.flag("LogStates", true);
    let keep_order = engine.flag(attribute::KEEP_ORDER.name, false);
    let norm = engine.norm();
    let save_points = match &output_times {
        Some(times) => save_points::read(engine.get("TSave"), times, names, engine.diagnostics),
        None => Vec::new(),
    };
    let asked = engine.get("FileOutput").map(|attribute| output::parse(attribute.value, engine.diagnostics));

    let settings = Settings {
        step_size: steps.fixed,
        h_max: steps.most?,
        h_min: steps.least,
        h_first: steps.first,
        abs_tol: abs_tol?,
        rel_tol: rel_tol?,
        norm,
        cores,
        save_points,
        sample_time,
        event_tol,
        log_events,
        refuses_loops,
        attributes: description.engine_attributes().iter().map(pair).collect(),
        ..Settings::new(steps.method?, output_times?)
    };
    Some((settings, Recording { log_states, keep_order, asked, rest }))
}

/// The error of a scenario that does not say how to integrate.
fn missing_engine(description: &ModelDescription) -> Diagnostic {
    let Some(span) = description.integration_span else {
        let help = "call `engine().output_times(...)`: it says when to start, when to write rows and when to end";
        let diagnostic = Diagnostic::error("missing-engine", "nothing says how to integrate");
        return diagnostic.at(description.beginning()).help(help);
    };
    Diagnostic::error("missing-engine", "there is no `<Engine>` in `<INTEGRATION>`")
        .at(span)
        .help("write `<Engine TOutput=\"0:0.1:10\"/>`: it says when to start, when to write rows and when to end")
}

/// The period of the scenario's clock, s, if it is given.
pub(super) fn sample_time(
    description: &ModelDescription,
    names: &dyn Names,
    diagnostics: &mut Diagnostics,
) -> Option<f64> {
    Engine { attributes: description.engine_attributes(), names, diagnostics }.optional(&attribute::SAMPLE_TIME)
}

fn pair(attribute: Attribute<'_>) -> (String, String) {
    (attribute.name.as_str().to_owned(), attribute.value.as_str().to_owned())
}

/// The attributes of `Engine` while they are read.
pub(super) struct Engine<'d, 'r> {
    attributes: Attributes<'d>,
    names: &'r dyn Names,
    pub(super) diagnostics: &'r mut Diagnostics,
}

impl<'d> Engine<'d, '_> {
    pub(super) fn get(&self, name: &str) -> Option<Attribute<'d>> {
        self.attributes.find(name)
    }

    fn unknown_attributes(&mut self) {
        for attribute in self.attributes.iter() {
            let name = attribute.name.as_str();
            if !attribute::names().any(|known| known == name) {
                let message = format!("unknown attribute `{name}` of `<Engine>`");
                let advice = nearest::advice(name, "attributes", attribute::names());
                let diagnostic = Diagnostic::error("unknown-attribute", message).at(attribute.name.span());
                self.diagnostics.push(diagnostic.help(advice));
            }
        }
    }

    pub(super) fn report(&mut self, code: &'static str, attribute: &str, message: String, help: &str) {
        let mut diagnostic = Diagnostic::error(code, message).help(help);
        if let Some(attribute) = self.get(attribute) {
            diagnostic = diagnostic.at(attribute.value.span());
        }
        self.diagnostics.push(diagnostic);
    }

    /// The value, the default, or none after a fault.
    pub(super) fn number(&mut self, attribute: &EngineAttribute, default: f64) -> Option<f64> {
        match self.get(attribute.name) {
            None => Some(default),
            Some(_) => self.optional(attribute),
        }
    }

    pub(super) fn optional(&mut self, EngineAttribute { name, values, doc, .. }: &EngineAttribute) -> Option<f64> {
        let text = self.get(name)?.value.as_str();
        let unit = if let Values::Number(_, unit) = values { unit } else { "" };
        let value = number_in(text, unit, self.names).and_then(|value| match values {
            Values::Number(range, _) if !range.holds(value) => Err(format!("{} is out of range", text.trim())),
            _ => Ok(value),
        });
        match value {
            Ok(value) => Some(value),
            Err(fault) => {
                self.report("bad-value", name, format!("{name}: {fault}"), &format!("expected: {values} ({doc})"));
                None
            }
        }
    }

    /// The absolute and the relative tolerance, of which one must be more than 0.
    fn tolerances(&mut self) -> (Option<f64>, Option<f64>) {
        let abs_tol = self.number(&attribute::ABS_TOL, Settings::TOLERANCE);
        let rel_tol = self.number(&attribute::REL_TOL, Settings::TOLERANCE);
        if (abs_tol, rel_tol) == (Some(0.0), Some(0.0)) {
            let message = "AbsTol and RelTol are both 0".to_owned();
            self.report("bad-value", "AbsTol", message, "one of them must be more than 0");
        }
        (abs_tol, rel_tol)
    }

    /// The period of the scenario's clock, s, whose ticks must not be too many for a run.
    fn sample_time(&mut self, times: Option<&OutputTimes>) -> Option<f64> {
        let period = self.optional(&attribute::SAMPLE_TIME)?;
        if let Some(times) = times {
            let ticks = (times.end() - times.start()) / period;
            if ticks > MOST_STEPS {
                let message = format!("SampleTime: {period:?} s would make {ticks:.1e} ticks");
                self.report("bad-value", "SampleTime", message, "at most 1e12 ticks: give a larger one");
            }
        }
        Some(period)
    }

    fn flag(&mut self, name: &str, default: bool) -> bool {
        let Some(attribute) = self.get(name) else { return default };
        let text = attribute.value.as_str();
        attribute::truth(text).unwrap_or_else(|| {
            let message = format!("{name}: `{}` is neither true nor false", text.trim());
            self.report("bad-value", name, message, &format!("expected: {}", Values::Truth));
            default
        })
    }

    fn cores(&mut self) -> usize {
        let Some(attribute) = self.get("NumCores") else { return 1 };
        let cores = number_in(attribute.value.as_str(), "-", self.names);
        match cores.as_ref().map(|cores| (cores.fract() == 0.0, *cores as usize)) {
            Ok((true, cores)) if (1..=MOST_CORES).contains(&cores) => {
                let there = processors().unwrap_or(cores);
                if cores > there {
                    let message = format!("NumCores: {cores} threads, where this machine has {there} cores");
                    let note = Diagnostic::note("many-threads", message).at(attribute.value.span());
                    self.diagnostics.push(note.help("more threads than cores do not make a run faster"));
                }
                cores
            }
            _ => {
                let message = format!("NumCores: `{}` is not a number of cores", attribute.value.as_str());
                let expected = Values::Count(MOST_CORES);
                self.report("bad-value", "NumCores", message, &format!("expected: {expected}"));
                1
            }
        }
    }

    fn rest(&mut self) -> Option<Rest> {
        let hold = self.get("Hold");
        let word = self.get("Start").map(|attribute| (attribute.value.as_str().trim(), attribute.value.span()));
        match word {
            Some(("steady", span)) => {
                let holds = hold.iter().flat_map(|hold| hold.value.as_str().split(','));
                let holds = holds.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
                return Some(Rest { holds, span });
            }
            Some((word, _)) if word != "initial" => {
                let message = format!("Start: `{word}` is not known");
                self.report("bad-value", "Start", message, &format!("expected: {}", Values::Start));
            }
            _ => {}
        }
        if let Some(hold) = hold {
            let message =
                "Hold says what stays as it is where an equilibrium is looked for, which Start=\"steady\" asks for";
            self.diagnostics.push(Diagnostic::warning("no-effect", message).at(hold.name.span()));
        }
        None
    }

    fn refuses_loops(&mut self) -> bool {
        let Some(attribute) = self.get("Loops") else { return false };
        let word = attribute.value.as_str().trim();
        if !attribute::LOOPS.iter().any(|(known, _)| *known == word) {
            let message = format!("Loops: `{word}` is not known");
            self.report("bad-value", "Loops", message, &format!("expected: {}", Values::Loops));
        }
        word == "refuse"
    }

    fn norm(&mut self) -> Norm {
        let rss = self.flag("UseRSSNormInsteadOfInfNorm", false);
        if let (Some(ours), Some(_)) = (self.get("ErrorNorm"), self.get("UseRSSNormInsteadOfInfNorm")) {
            let message = "ErrorNorm is used, UseRSSNormInsteadOfInfNorm has no effect";
            self.diagnostics.push(Diagnostic::warning("no-effect", message).at(ours.name.span()));
        }
        let Some(attribute) = self.get("ErrorNorm") else {
            return if rss { Norm::RootSumSquare } else { Norm::default() };
        };
        let text = attribute.value.as_str().trim();
        Norm::ALL.into_iter().find(|norm| norm.name() == text).unwrap_or_else(|| {
            let names = Norm::ALL.map(|norm| format!("`{}`", norm.name())).join(", ");
            let message = format!("ErrorNorm: there is no norm `{text}`");
            self.report("bad-value", "ErrorNorm", message, &format!("one of {names}"));
            Norm::default()
        })
    }

    fn output_times(&mut self, engine_span: Span, limits: Limits) -> Option<OutputTimes> {
        const HELP: &str = "times and ranges start:step:stop, separated by commas, as in `0:0.1:10, 100`";
        let Some(attribute) = self.get("TOutput") else {
            let diagnostic = Diagnostic::error("missing-attribute", "`<Engine>` without `TOutput`").at(engine_span);
            self.diagnostics.push(diagnostic.help(HELP));
            return None;
        };
        let mut times = match OutputTimes::read(attribute.value, &|text| time(text, self.names)) {
            Ok(times) => times,
            Err(faults) => {
                for (span, message) in faults {
                    let diagnostic = Diagnostic::error("bad-output-times", format!("TOutput: {message}")).at(span);
                    self.diagnostics.push(diagnostic.help(HELP));
                }
                return None;
            }
        };
        if times.first_asked() == times.last_asked() && limits.until.is_none() {
            self.diagnostics.push(no_time_passes(&times, attribute.value).at(attribute.value.span()));
            return None;
        }
        for short in times.short_ranges() {
            self.diagnostics.push(short_range(short));
        }
        if let Err(diagnostic) = times.restrict(limits) {
            self.diagnostics.push(diagnostic);
            return None;
        }
        Some(times)
    }

    pub(super) fn method(&mut self, fixed_step: bool) -> Option<Method> {
        let method = match self.get("IntegratorMethod") {
            None => Method::DEFAULT,
            Some(attribute) => match Method::named(attribute.value.as_str().trim()) {
                Ok(method) => method,
                Err((message, help)) => {
                    self.report("unknown-method", "IntegratorMethod", message, &help);
                    return None;
                }
            },
        };
        if !fixed_step && !method.has_error_estimate() {
            let message = format!("{} has no error estimate, so it needs a fixed step", method.name());
            self.report("missing-step-size", "IntegratorMethod", message, "give `stepsize`, in s, more than 0");
            return None;
        }
        if fixed_step && !method.can_fix_its_steps() {
            let message = format!("{} chooses its own steps: it cannot take steps of a fixed size", method.name());
            self.report("no-fixed-steps", "stepsize", message, "leave `stepsize` out, or limit the steps with HMax");
            return None;
        }
        Some(method)
    }
}

/// A run that ends where it starts, and what was probably meant.
fn no_time_passes(times: &OutputTimes, text: Text<'_>) -> Diagnostic {
    let at = times.first_asked();
    let message = format!("TOutput: the run ends where it starts, at {} s", Shortest(at));
    let meant = match times.short_ranges() {
        [Short { turned: Some(turned), .. }] => turned.clone(),
        [] if at > 0.0 && !text.as_str().contains([',', ':']) => format!("0:{}:{}", Shortest(at / 100.0), Shortest(at)),
        _ => "0:0.1:10".to_owned(),
    };
    Diagnostic::error("no-time-passes", message)
        .help(format!("rows from a start to a stop are start:step:stop, as in `{meant}`"))
}

/// A range that ends before its stop.
fn short_range(Short { text, span, last, is_start_alone, turned, .. }: &Short) -> Diagnostic {
    if *is_start_alone {
        let message = format!("TOutput: the range `{text}` gives only its start, {} s", Shortest(*last));
        let help = turned.as_ref().map_or("its step is longer than it".to_owned(), |turned| {
            format!("a range is start:step:stop; was `{turned}` meant?")
        });
        return Diagnostic::warning("short-range", message).at(*span).help(help);
    }
    let stop = text.rsplit(':').next().unwrap_or(text).trim();
    let message = format!("TOutput: the range `{text}` ends at {} s, the last step before its stop", Shortest(*last));
    let help = format!("to end at {stop} s, write `{text}, {stop}`, or a step that goes into it");
    Diagnostic::warning("short-range", message).at(*span).help(help)
}

/// The recorded meaning of `IntegratorMethod="2"`, for the run record.
pub fn method_note(description: &ModelDescription) -> Option<String> {
    let two = description.engine_attributes().find("IntegratorMethod")?.value;
    (two.as_str().trim() == Method::NUMBER).then(|| format!("IntegratorMethod 2 is read as {}", Method::DEFAULT.name()))
}
