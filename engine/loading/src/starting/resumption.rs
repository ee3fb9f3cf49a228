//! A state file, in the place of all initial conditions.

use std::collections::{HashMap, HashSet};

use simobject::Clock;
use simobject_host::{Interface, Role};

use super::explicit_values::ExplicitValues;
use crate::declaring::objects::Objects;
use crate::declaring::periods::Periods;
use bowline_description::reference::{Objects as _, Reference, Unfound};
use bowline_model::model::Model;
use bowline_model::model::clocks::{ClockTimes, Clocks};
use bowline_model::model::discrete_values::{self, discrete_in, updated_in};
use bowline_model::model::schedule::Indicator;
use bowline_model::model::signal_id::SignalId;
use bowline_model::state_file::reader::{NamedNumbers, Section, StateFile, WrittenClocks};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;
use bowline_text::{Text, nearest};

/// What a run goes on with.
#[derive(Debug)]
pub(crate) struct Resumption {
    /// The states, and the discrete values.
    pub(crate) explicit: ExplicitValues,
    /// The next discrete values.
    pub(crate) next: ExplicitValues,
    pub(crate) clocks: ClockTimes,
    /// The indicators that are beyond 0, if the file lists them.
    past: Option<HashSet<SignalId>>,
    /// What in-ports have that were set from outside, with their places.
    inputs: Vec<(SignalId, Vec<f64>, Span)>,
    /// The unknowns of loops, as far as there are such signals; and whether they are solved at ticks.
    pub(crate) unknowns: HashMap<(SignalId, bool), Vec<f64>>,
    /// Hashes of what the loops were solved for, one for each.
    pub(crate) solved_for: Vec<u64>,
    /// The nominal values of their unknowns, loop by loop.
    pub(crate) nominal: Vec<Vec<f64>>,
}

/// A part of a state file that names signals.
#[derive(Clone, Copy)]
struct Part {
    name: &'static str,
    /// The signals of an object that must be there.
    holds: fn(&Interface) -> Vec<u32>,
    /// What these are, behind "has no".
    what: &'static str,
    /// What these are, behind "the" and before a SimObject.
    of: &'static str,
    /// Why they must be there.
    because: &'static str,
}

const STATES: Part = Part { name: "states", holds: states_in, what: "state", of: "states of", because: "" };
const DISCRETE: Part = Part {
    name: "held",
    holds: discrete_in,
    what: "held value",
    of: "values that are held in",
    because: "held between ticks and events",
};
const NEXT: Part = Part {
    name: "next",
    holds: updated_in,
    what: "next value of",
    of: "next values in",
    because: "to take another value at the next tick",
};
const PAST: Part = Part { name: "past", holds: indicators_in, what: "indicator", of: "indicators of", because: "" };
const EVERY: Part = Part {
    name: "every",
    holds: |interface| discrete_values::ticking_in(interface).into_iter().map(|(signal, _)| signal).collect(),
    what: "value that ticks set, called",
    of: "what ticks set in",
    because: "",
};
const INPUTS: Part = Part { name: "inputs", holds: in_ports_in, what: "in-port", of: "in-ports of", because: "" };

fn in_ports_in(interface: &Interface) -> Vec<u32> {
    interface.signals_with(Role::is_in_port).map(|(index, _)| index as u32).collect()
}

fn indicators_in(interface: &Interface) -> Vec<u32> {
    interface.signals_with(Role::is_indicator).map(|(index, _)| index as u32).collect()
}

fn states_in(interface: &Interface) -> Vec<u32> {
    interface.signals_with(Role::is_state).map(|(index, _)| index as u32).collect()
}

/// The numbers of the file, matched with the signals of the objects. Every
/// state and every discrete value must be there, with its width, and nothing
/// else.
pub(crate) fn read(
    file: &StateFile,
    objects: &Objects<'_>,
    clocks: &Clocks,
    diagnostics: &mut Diagnostics,
) -> Resumption {
    let mut matching = Matching { file, objects, clocks, diagnostics };
    let mut explicit = matching.part(STATES, Some(&file.states));
    explicit.extend(&matching.part(DISCRETE, file.discrete.as_ref()));
    let next = matching.part(NEXT, file.next.as_ref());
    let inputs = file.inputs.as_ref().map_or_else(Vec::new, |inputs| matching.inputs(inputs));
    let past = matching.past();
    let (unknowns, solved_for) = (matching.unknowns(), matching.solved_for());
    Resumption {
        explicit,
        next,
        clocks: matching.clocks(),
        past,
        inputs,
        unknowns,
        solved_for,
        nominal: file.nominal.clone(),
    }
}

impl Resumption {
    /// Which of a model's indicators were beyond 0, if the file says so.
    pub(crate) fn past_of(&self, indicators: &[Indicator]) -> Option<Vec<bool>> {
        let past = self.past.as_ref()?;
        Some(indicators.iter().map(|indicator| past.contains(&indicator.id)).collect())
    }

    /// Gives in-ports what they were set to.
    pub(crate) fn set_inputs(&self, model: &mut Model, diagnostics: &mut Diagnostics) {
        for (id, values, span) in &self.inputs {
            match model.input_of(*id) {
                Some(input) => model.start_mut().values[input.places()].copy_from_slice(values),
                None => {
                    let message = format!("the state file sets `{}`, which another port feeds", model.signal_name(*id));
                    let diagnostic = Diagnostic::error("bad-state-file", message).at(*span);
                    diagnostics.push(diagnostic.help(Model::WHAT_IS_AN_INPUT));
                }
            }
        }
    }
}

struct Matching<'a, 'd> {
    file: &'a StateFile,
    objects: &'a Objects<'d>,
    /// The clocks of the model.
    clocks: &'a Clocks,
    diagnostics: &'a mut Diagnostics,
}

impl Matching<'_, '_> {
    fn part(&mut self, part: Part, section: Option<&Section>) -> ExplicitValues {
        let wanted: Vec<Vec<u32>> = self.objects.list.iter().map(|object| (part.holds)(&object.interface)).collect();
        let Some(section) = section else {
            self.all_missing(part, &wanted);
            return ExplicitValues::default();
        };
        let mut explicit = ExplicitValues::with_capacity(section.list.len());
        let mut found: Vec<Vec<bool>> = wanted.iter().map(|signals| vec![false; signals.len()]).collect();
        for named in &section.list {
            let Some((id, position)) = self.find(part, Text::new(&named.name, named.name_span), &wanted) else {
                continue;
            };
            found[id.object as usize][position] = true;
            if self.fits(id, named) {
                explicit.push(id, &named.values);
            }
        }
        for ((object, wanted), found) in self.objects.list.iter().zip(&wanted).zip(&found) {
            for (signal, _) in wanted.iter().zip(found).filter(|(_, found)| !**found) {
                self.diagnostics.push_with(|| {
                    let name = object.signal_name(*signal as usize);
                    let width = object.interface.signals[*signal as usize].width;
                    let within = if part.because.is_empty() { String::new() } else { format!(" in `{}`", part.name) };
                    let help = format!("an array of {width} of its numbers belongs here");
                    let message = format!("the state file has no `{name}`{within}");
                    Diagnostic::error("missing-state", message).at(section.end).help(help)
                });
            }
        }
        explicit
    }

    /// Whether the numbers of a signal are as many as it is wide.
    fn fits(&mut self, id: SignalId, named: &NamedNumbers) -> bool {
        let width = self.objects.list[id.object as usize].interface.signals[id.signal as usize].width as usize;
        if named.values.len() == width {
            return true;
        }
        let (name, count) = (&named.name, named.values.len());
        let message = format!("`{name}` has width {width}, but the state file has {count} numbers");
        self.diagnostics.push(Diagnostic::error("bad-state-file", message).at(named.values_span));
        false
    }

    /// In-ports that were set from outside: any, or none.
    fn inputs(&mut self, section: &Section) -> Vec<(SignalId, Vec<f64>, Span)> {
        let in_ports: Vec<Vec<u32>> = self.objects.list.iter().map(|o| (INPUTS.holds)(&o.interface)).collect();
        let mut inputs = Vec::new();
        for named in &section.list {
            let Some((id, _)) = self.find(INPUTS, Text::new(&named.name, named.name_span), &in_ports) else { continue };
            if self.fits(id, named) {
                inputs.push((id, named.values.clone(), named.name_span));
            }
        }
        inputs
    }

    /// The unknowns of loops: where a model has others, they are only guesses, and what it does not have is left out.
    fn unknowns(&self) -> HashMap<(SignalId, bool), Vec<f64>> {
        let mut unknowns = HashMap::new();
        let parts = [(&self.file.unknowns, false), (&self.file.unknowns_at_ticks, true)];
        let named = parts.iter().flat_map(|(section, at_ticks)| {
            section.iter().flat_map(|section| &section.list).map(|named| (named, *at_ticks))
        });
        for (named, at_ticks) in named {
            let Ok(meant) = Reference::whole(Text::new(&named.name, named.name_span)).within(self.objects) else {
                continue;
            };
            let interface = &self.objects.list[meant.object as usize].interface;
            if let Some(signal) = meant.signal(interface, |_| true)
                && interface.signals[signal as usize].width as usize == named.values.len()
            {
                unknowns.insert((SignalId { object: meant.object, signal }, at_ticks), named.values.clone());
            }
        }
        unknowns
    }

    /// What the loops were solved for.
    fn solved_for(&mut self) -> Vec<u64> {
        let mut hashes = Vec::new();
        for written in &self.file.solved_for {
            match u64::from_str_radix(&written.name, 16) {
                Ok(hash) => hashes.push(hash),
                Err(_) => {
                    let message = format!("`{}` is no hash: 16 hexadecimal digits", written.name);
                    let diagnostic = Diagnostic::error("bad-state-file", message).at(written.span);
                    self.diagnostics.push(diagnostic.help("leave `solved_for` out: the loops are then solved anew"));
                }
            }
        }
        hashes
    }

    /// The indicators that are beyond 0. A file without them does not show which
    /// events have happened since.
    fn past(&mut self) -> Option<HashSet<SignalId>> {
        let indicators: Vec<Vec<u32>> = self.objects.list.iter().map(|o| (PAST.holds)(&o.interface)).collect();
        let Some(past) = &self.file.past else {
            if indicators.iter().any(|indicators| !indicators.is_empty()) {
                let message = "the state file has no `past`: it does not say which indicators were beyond 0";
                let help = "thresholds that other parameters put behind the state do not fire: save the state with \
                            this version of the program";
                self.diagnostics.push(Diagnostic::note("no-past", message).at(self.file.end).help(help));
            }
            return None;
        };
        Some(
            past.iter()
                .filter_map(|named| Some(self.find(PAST, Text::new(&named.name, named.span), &indicators)?.0))
                .collect(),
        )
    }

    /// Tells at once that a whole part is missing that a model needs.
    fn all_missing(&mut self, part: Part, wanted: &[Vec<u32>]) {
        let names = || {
            let of_object = self.objects.list.iter().zip(wanted);
            of_object.flat_map(|(object, wanted)| wanted.iter().map(move |signal| (object, *signal as usize)))
        };
        let Some((object, signal)) = names().next() else { return };
        let (first, name) = (object.signal_name(signal), part.name);
        let more = match names().count() {
            1 => " is".to_owned(),
            count => format!(" and {} more are", count - 1),
        };
        let message = format!("the state file has no `{name}`: `{first}`{more} {}", part.because);
        let zeros = vec!["0.0"; object.interface.signals[signal].width.min(9) as usize].join(", ");
        let help = format!(
            "it was saved without them: save the state with this scenario, or write them, as in `\"{name}\": \
             {{\"{first}\": [{zeros}]}}`"
        );
        self.diagnostics.push(Diagnostic::error("missing-state", message).at(self.file.end).help(help));
    }

    /// The signal of that name, and its position among the wanted ones.
    fn find(&mut self, part: Part, written: Text<'_>, wanted: &[Vec<u32>]) -> Option<(SignalId, usize)> {
        let (full, span) = (written.as_str(), written.span());
        let objects = self.objects;
        let meant = match Reference::whole(written).within(objects) {
            Ok(meant) => meant,
            Err(Unfound::NoObject(object) | Unfound::NoPath(object)) => {
                self.diagnostics.push_with(|| {
                    let object = object.as_str();
                    let message = format!("the state file has `{full}`, but there is no object `{object}`");
                    let advice = nearest::advice(object, "objects", objects.names());
                    Diagnostic::error("unknown-object", message).at(span).help(advice)
                });
                return None;
            }
        };
        let (number, object_name, name) = (meant.object as usize, meant.object_name.as_str(), meant.name.as_str());
        let object = &objects.list[number];
        let signal_of = |signal: &u32| object.interface.signals[*signal as usize].name.as_ref();
        let Some(position) = wanted[number].iter().position(|signal| signal_of(signal) == name) else {
            self.diagnostics.push_with(|| {
                let Part { what, of, .. } = part;
                let message = format!("`{object_name}` ({}) has no {what} `{name}`", object.kind.name());
                let belongs = |other: &&Part| (other.holds)(&object.interface).iter().any(|s| signal_of(s) == name);
                let advice = match [STATES, DISCRETE].iter().find(belongs) {
                    Some(other) => format!("it belongs to `{}` only", other.name),
                    None => {
                        nearest::advice(name, &format!("{of} `{object_name}`"), wanted[number].iter().map(signal_of))
                    }
                };
                Diagnostic::error("unknown-state", message).at(span).help(advice)
            });
            return None;
        };
        Some((SignalId { object: meant.object, signal: wanted[number][position] }, position))
    }

    /// What the model's clocks count from.
    fn clocks(&mut self) -> ClockTimes {
        let calculations = || self.objects.list.iter().flat_map(|object| &object.interface.calculations);
        let has_clocks = calculations().any(|calculation| calculation.purpose.clock().is_some());
        let has_steps = calculations().any(|c| c.purpose.clock().is_some_and(|clock| clock.is_steps()));
        let fallback = ClockTimes { origin: self.file.time.0, steps: 0 };
        let Some(clocks) = &self.file.clocks else {
            if has_clocks {
                let message = "the state file has no `clocks`: it does not say from where their ticks are counted";
                let steps = if has_steps { ", \"steps\": 0" } else { "" };
                let help = format!(
                    "it was saved without them: save the state with this scenario, or write when its run began, s: \
                     `\"clocks\": {{\"origin_s\": {:?}{steps}}}`",
                    self.file.time.0
                );
                self.diagnostics.push(Diagnostic::error("missing-state", message).at(self.file.end).help(help));
            }
            return fallback;
        };
        if let Some(diagnostic) = fault(clocks, self.file.time.0, has_clocks, has_steps) {
            self.diagnostics.push(diagnostic);
        }
        self.periods(clocks);
        ClockTimes { origin: clocks.origin.0, steps: clocks.steps.map_or(0, |(steps, _)| steps) }
    }
}

impl Matching<'_, '_> {
    /// Compares the periods of what ticks set with those of the run that saved
    /// the file.
    fn periods(&mut self, written: &WrittenClocks) {
        let ticking: Vec<Vec<(u32, Clock)>> =
            self.objects.list.iter().map(|object| discrete_values::ticking_in(&object.interface)).collect();
        let wanted: Vec<Vec<u32>> =
            ticking.iter().map(|ticking| ticking.iter().map(|(signal, _)| *signal).collect()).collect();
        let mut periods = Periods::new(self.objects, &ticking);
        for named in written.every.iter().flat_map(|every| &every.list) {
            let Some((id, position)) = self.find(EVERY, Text::new(&named.name, named.name_span), &wanted) else {
                continue;
            };
            let [period, offset] = named.values[..] else {
                let message =
                    format!("`{}` has {} numbers, not a period and an offset", named.name, named.values.len());
                let diagnostic = Diagnostic::error("bad-state-file", message).at(named.values_span);
                self.diagnostics.push(diagnostic.help("both are in s, as in `[0.1, 0.0]`"));
                continue;
            };
            let now = self.clocks.timing(ticking[id.object as usize][position].1);
            periods.compare(id, position, [period, offset], named.values_span, now);
        }
        periods.report(written.span, self.diagnostics);
    }
}

/// What is wrong with clocks in the state of a time, s.
fn fault(clocks: &WrittenClocks, time: f64, has_clocks: bool, has_steps: bool) -> Option<Diagnostic> {
    let error = |message: String, span| Diagnostic::error("bad-state-file", message).at(span);
    if !has_clocks {
        let message = "the state file has `clocks`, but nothing in the scenario runs on a clock".to_owned();
        return Some(error(message, clocks.name_span).help("leave them out"));
    }
    let (origin, span) = clocks.origin;
    if origin > time {
        let message = format!("the clocks count from {origin:?} s on, but the state is that at {time:?} s");
        return Some(error(message, span).help("they count from the start of the first run"));
    }
    match clocks.steps {
        None if has_steps => {
            let diagnostic = error("the clocks have no `steps`".to_owned(), clocks.span);
            Some(diagnostic.help("the ticks so far of the clock of accepted steps, as in `\"steps\": 17`"))
        }
        Some((_, span)) if !has_steps => {
            let message = "the clocks have `steps`, but nothing in the scenario runs on the clock of accepted steps";
            Some(error(message.to_owned(), span).help("leave it out"))
        }
        _ => None,
    }
}
