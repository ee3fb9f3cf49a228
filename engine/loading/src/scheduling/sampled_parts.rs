//! What a scenario asks of its sampled signals that cannot be had: clocks that
//! nothing can follow, and previous values of what is not discrete.

use std::collections::HashSet;

use simobject::Clock;
use simobject_host::{Calculation, Meaning, Number, Purpose, Rate, Role};

use crate::connecting::wiring::Wiring;
use bowline_description::ModelDescription;
use bowline_description::attributes::sample_time;
use bowline_model::model::clocks::{Clocks, Timing};
use bowline_model::model::dependencies::Signals;
use bowline_model::model::signal_id::SignalId;
use bowline_solve::integration::grid::Grid;
use bowline_solve::integration::resolution::{least_distance, least_in_words};
use bowline_solve::integration::{Settings, unit_in_the_last_place};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;

/// Most ticks of one clock in a run.
const MOST_TICKS: f64 = 1e12;

/// A model before its order is known.
pub(crate) struct SampledParts<'a> {
    pub(crate) signals: Signals<'a>,
    pub(crate) wiring: &'a Wiring,
    pub(crate) clocks: &'a Clocks,
    pub(crate) settings: &'a Settings,
    /// From where all ticks are counted, s.
    pub(crate) origin: f64,
    pub(crate) description: &'a ModelDescription,
}

impl SampledParts<'_> {
    /// Reports all that is wrong.
    pub(crate) fn check(&self, diagnostics: &mut Diagnostics) {
        if self.clocks.timings().is_empty() {
            return;
        }
        let mut met = vec![false; self.clocks.timings().len()];
        let mut kinds = HashSet::new();
        for (object, number) in self.signals.objects.iter().zip(0..) {
            for calculation in &object.interface.calculations {
                if let Some(clock) = calculation.purpose.clock() {
                    let index = self.clocks.number(clock);
                    if !std::mem::replace(&mut met[index], true) {
                        self.clock(number, calculation, clock).into_iter().for_each(|fault| diagnostics.push(fault));
                    }
                }
                for signal in &calculation.previous {
                    self.previous(SignalId { object: number, signal: *signal }, calculation, diagnostics);
                }
            }
            if self.clocks.timings().len() > 1 {
                self.in_step(number, diagnostics);
            }
            if !object.kind.is_reentrant() && kinds.insert(std::sync::Arc::as_ptr(&object.interface)) {
                self.both(number).into_iter().for_each(|fault| diagnostics.push(fault));
            }
        }
    }

    /// Notes a clock of the scenario that nobody asks for.
    pub(crate) fn note_unused(&self, is_used: bool, diagnostics: &mut Diagnostics) {
        let Some(span) = self.sample_time().filter(|_| !is_used) else { return };
        let message = "SampleTime is given, but nothing in the scenario runs on its clock";
        diagnostics.push(Diagnostic::note("unused-sample-time", message).at(span));
    }

    /// The place of the `SampleTime` of `Engine`.
    fn sample_time(&self) -> Option<Span> {
        Some(sample_time::of_engine(self.description)?.value.span())
    }

    /// What is wrong with a clock, where it is met first.
    fn clock(&self, object: u32, calculation: &Calculation, clock: Clock) -> Option<Diagnostic> {
        let Timing::Every { period, offset } = self.clocks.timings()[self.clocks.number(clock)] else { return None };
        let common = || self.sample_time().filter(|_| clock.is_model());
        let own = sample_time::own(self.description.object_at(object as usize)).map(|own| own.value.span());
        let span = own.or_else(common).unwrap_or(self.name_of(object));
        let who = self.signals.objects[object as usize].introduced();
        let error = |what: String, help: &str| {
            let message = format!("{who}: `{}` runs every {period:?} s: {what}", calculation.name);
            Some(Diagnostic::error("bad-clock", message).at(span).help(help))
        };
        let (start, end) = (self.settings.output_times.start(), self.settings.output_times.end());
        let ticks = (end - start) / period;
        if ticks > MOST_TICKS {
            return error(
                format!("that makes {ticks:.1e} ticks until {end:?} s"),
                "at most 1e12 ticks: give a longer period, or end the run sooner",
            );
        }
        let largest = start.abs().max(end.abs());
        if period < least_distance(start, end) {
            let precision = unit_in_the_last_place(largest);
            return error(
                format!("at {largest:?} s numbers are {precision:.1e} s apart, which is too much to tell its ticks"),
                &format!("give {} or more, or let the run be nearer to 0 s", least_in_words(start, end)),
            );
        }
        if Grid::of_clock(self.origin, offset, period).is_none() {
            let offset = if offset == 0.0 { String::new() } else { format!(" and an offset of {offset:?} s") };
            return error(
                format!("counted from {:?} s{offset}, the times of its ticks have too many digits", self.origin),
                "round period, offset and start: together they have room for some 18 digits",
            );
        }
        None
    }

    /// Reports what has no previous value, where a calculation reads that.
    fn previous(&self, id: SignalId, calculation: &Calculation, diagnostics: &mut Diagnostics) {
        let object = |id: SignalId| &self.signals.objects[id.object as usize];
        let connection = self.wiring.connection(id).filter(|_| self.signals.role(id).is_in_port());
        let span = connection.and_then(|connection| connection.span).unwrap_or(self.name_of(id.object));
        for from in self.signals.origins(id) {
            let Some(help) = self.without_previous(from) else { continue };
            diagnostics.push_with(|| {
                let name = |id: SignalId| object(id).signal_name(id.signal as usize);
                let none = match from == id {
                    true => "there is none".to_owned(),
                    false => format!("`{}`, which it is connected to, has none", name(from)),
                };
                let message = format!(
                    "{}: in `{}` the previous value of `{}` is read, but {none}",
                    object(id).introduced(),
                    calculation.name,
                    name(id),
                );
                Diagnostic::error("no-previous-value", message).at(span).help(help)
            });
        }
    }

    /// What to do, if a signal has no previous value.
    fn without_previous(&self, from: SignalId) -> Option<String> {
        let object = &self.signals.objects[from.object as usize];
        let fills = |calculation: &&Calculation| calculation.gives.contains(&from.signal);
        let rate = object.interface.calculations.iter().filter(fills).find_map(|c| match c.purpose {
            Purpose::Common(rate) => Some(rate),
            _ => None,
        });
        match (self.signals.role(from), rate) {
            (Role::DiscreteState, _) | (_, Some(Rate::Constant)) => None,
            (_, Some(Rate::Sampled(_))) => {
                let is_initial =
                    |number: &Number| number.signal == from.signal && number.meaning == Meaning::InitialValue;
                let help = format!(
                    "the library of {} has to declare its initial value, for the time before its first tick \
                     (`c.initial_value(...)`, or `c.initial(...)` that sets it, in Rust, `SetInitialValue` in C++)",
                    object.introduced()
                );
                let is_set = |c: &Calculation| c.purpose == Purpose::Initial && c.gives.contains(&from.signal);
                let has_any = object.numbers.iter().any(is_initial) || object.interface.calculations.iter().any(is_set);
                (!has_any).then_some(help)
            }
            _ => Some(
                "only what runs on a clock has previous values: connect such an out-port, or one of a discrete state \
                 (a `Signal/UnitDelay` in between is one)"
                    .to_owned(),
            ),
        }
    }

    /// Warns of in-ports that should be given at the ticks at which they are read, and are not.
    fn in_step(&self, number: u32, diagnostics: &mut Diagnostics) {
        let object = &self.signals.objects[number as usize];
        for Number { signal, meaning, .. } in object.numbers.iter() {
            let (why, is_out): (_, fn(f64, f64) -> bool) = match meaning {
                Meaning::InStep(why) => (why, |own, other| other != own),
                Meaning::NoFiner(why) => (why, |own, other| other < own),
                _ => continue,
            };
            let mut reading = object.interface.calculations.iter().filter(|c| c.reads.contains(signal));
            let Some(own) = reading.find_map(|c| self.period(c)) else { continue };
            for from in self.signals.origins(SignalId { object: number, signal: *signal }) {
                let giver = &self.signals.objects[from.object as usize];
                let mut giving = giver.interface.calculations.iter().filter(|c| c.gives.contains(&from.signal));
                let Some(other) = giving.find_map(|c| self.period(c)).filter(|other| is_out(own, *other)) else {
                    continue;
                };
                let message = format!(
                    "{} ticks every {own:?} s, and what gives its `{}`, `{}`, every {other:?} s: {why}",
                    object.introduced(),
                    object.interface.signals[*signal as usize].name,
                    giver.name,
                );
                let attribute = |object: u32| sample_time::own(self.description.object_at(object as usize));
                let span = attribute(number).or_else(|| attribute(from.object)).map(|own| own.value.span());
                let diagnostic = Diagnostic::warning("out-of-step", message).at(span.unwrap_or(self.name_of(number)));
                let finer = if own < other { own } else { other };
                diagnostics.push(diagnostic.help(format!("give both the same: SampleTime=\"{finer:?}\"")));
            }
        }
    }

    /// Of the clock that a calculation runs on, s.
    fn period(&self, calculation: &Calculation) -> Option<f64> {
        match self.clocks.timings()[self.clocks.number(calculation.purpose.clock()?)] {
            Timing::Every { period, .. } => Some(period),
            Timing::Steps => None,
        }
    }

    /// Objects that keep results in themselves see each signal in one way.
    fn both(&self, number: u32) -> Option<Diagnostic> {
        let object = &self.signals.objects[number as usize];
        let calculations = &object.interface.calculations;
        let touches = |calculation: &&Calculation, signal: &u32| {
            calculation.reads.contains(signal) || calculation.gives.contains(signal)
        };
        calculations.iter().flat_map(|c| c.previous.iter().map(move |signal| (c, signal))).find_map(|(c, signal)| {
            let other = calculations.iter().find(|other| touches(other, signal))?;
            let message = format!(
                "{}: `{}` reads the previous value of `{}`, and `{}` touches it as it is now: a type that keeps \
                 results in itself sees each signal in one way only",
                object.introduced(),
                c.name,
                object.interface.signals[*signal as usize].name,
                other.name,
            );
            let help =
                "this is for the library to mend: make the type re-entrant, or let another port carry one of them";
            Some(Diagnostic::error("faulty-library", message).at(self.name_of(number)).help(help))
        })
    }

    fn name_of(&self, object: u32) -> Span {
        self.description.object_at(object as usize).name().span()
    }
}
