//! The guarded evaluation: every object runs once with its signals apart from
//! each other, and numbers that are not a number between them. Handles of Rust
//! know how wide a signal is; C and C++ code that uses more of it than there is
//! would else go on with its neighbour's numbers.

use std::collections::HashSet;

use simobject::Io;
use simobject::host::{Calculation, Files, Interface, ObjectStore, Place, Purpose, Role, Session};

use super::feed::SignalId;
use super::{Model, Object, object};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::scenario::document::Document;
use crate::workspace::Workspace;

/// Numbers behind each signal.
const GUARD: usize = 8;

/// The signals of one object, apart from each other.
#[derive(Default)]
struct Guarded {
    values: Vec<f64>,
    places: Vec<Place>,
    /// Where the sources of sums are.
    summed: Vec<u32>,
    /// Beginnings of signals, with what is there.
    owners: Vec<(usize, u32)>,
}

/// Runs the calculations of every object once, and reports those that use or
/// change numbers beyond their signals. Signals and derivatives are those of
/// the start.
pub(super) fn inspect(
    model: &Model,
    (workspace, dx): (&Workspace, &[f64]),
    document: &Document<'_>,
    files: &dyn Files,
    diagnostics: &mut Diagnostics,
) {
    let time = model.settings.output_times.start();
    let mut reported = HashSet::new();
    for (number, object) in model.objects.iter().enumerate() {
        let mut guarded = Guarded::new(model, number, workspace);
        let arguments = object::arguments(&document.objects[number]);
        let session = Session::binding(&object.name, &arguments, files, &object.interface, &guarded.places);
        let mut single = ObjectStore::new(object.kind, 1);
        if single.bind(session).is_err() {
            continue;
        }
        let order = in_order(&object.interface);
        let run = |guarded: &mut Guarded, calculation: &Calculation| {
            let mut derivatives = vec![f64::NAN; guarded.values.len()];
            let mut io = Io::new(&mut guarded.values, &mut derivatives, &guarded.summed, time);
            // SAFETY: the store holds one object, of the type that declared the calculation.
            let outcome = unsafe { single.run(calculation.sweep, 0..1, &mut io) };
            let has_failed = outcome.is_err_and(|notes| notes.stopped.is_some());
            (!has_failed).then_some(derivatives)
        };
        let mut report = |calculation: &Calculation, fault: Option<String>| {
            let Some(fault) = fault else { return };
            if reported.insert((object.kind.name(), calculation.name.clone())) {
                let message = format!("{}: `{}` {fault}", object.introduced(), calculation.name);
                let diagnostic = Diagnostic::error("beyond-its-signals", message);
                diagnostics.push(diagnostic.at(document.objects[number].name.span()).help(
                    "this is a mistake in the library: a calculation keeps to the width of its ports and states, and \
                     changes only what it declared to fill",
                ));
            }
        };
        let plain = guarded.values.clone();
        for calculation in &order {
            let derivatives = run(&mut guarded, calculation);
            let fault =
                derivatives.and_then(|dx_here| guarded.hidden(model, number, calculation, workspace, dx, &dx_here));
            report(calculation, fault);
            guarded.values.clone_from(&plain);
        }
        // With numbers that nobody has: an evaluation before may have left what is written again.
        let strange: Vec<f64> = plain.iter().map(|number| number.next_up()).collect();
        for calculation in &order {
            guarded.values.clone_from(&strange);
            let derivatives = run(&mut guarded, calculation);
            let fault = derivatives.and_then(|dx_here| guarded.changed(object, calculation, &strange, &dx_here));
            report(calculation, fault);
        }
    }
}

/// Common computations, each behind those that it reads from, and the derivatives.
fn in_order(interface: &Interface) -> Vec<&Calculation> {
    let (mut waiting, mut order): (Vec<&Calculation>, Vec<&Calculation>) =
        (interface.calculations.iter().filter(|c| matches!(c.purpose, Purpose::Common(_))).collect(), Vec::new());
    while !waiting.is_empty() {
        let is_ready = |c: &&Calculation| {
            let others = waiting.iter().filter(|other| !std::ptr::eq(**other, *c));
            !others.flat_map(|other| &other.gives).any(|given| c.reads.contains(given))
        };
        let next = waiting.iter().position(is_ready).unwrap_or(0);
        order.push(waiting.remove(next));
    }
    order.extend(interface.calculations.iter().filter(|c| c.purpose == Purpose::Derivatives));
    order
}

impl Guarded {
    fn new(model: &Model, number: usize, workspace: &Workspace) -> Self {
        let signals = &model.objects[number].interface.signals;
        let places = model.layout.places_of(number, signals.len());
        let mut guarded = Self::default();
        for ((signal, place), index) in signals.iter().zip(places).zip(0..) {
            let width = signal.width as usize;
            let of = |first: u32| &workspace.values[first as usize..first as usize + width];
            let place = match signal.role {
                Role::OutOfState(state) => guarded.places[state as usize],
                Role::Sum => {
                    let first = guarded.summed.len() as u32;
                    let sources = place.first as usize..(place.first + place.count) as usize;
                    for source in &model.layout.summed[sources] {
                        let copy = guarded.append(index, of(*source));
                        guarded.summed.push(copy);
                    }
                    Place::sum(first, place.count)
                }
                _ => Place::at(guarded.append(index, of(place.first))),
            };
            guarded.places.push(place);
        }
        guarded
    }

    fn append(&mut self, signal: u32, numbers: &[f64]) -> u32 {
        let first = self.values.len();
        self.owners.push((first, signal));
        self.values.extend(numbers);
        self.values.extend([f64::NAN; GUARD]);
        first as u32
    }

    /// What was changed that is not the calculation's to change, in words.
    fn changed(
        &self,
        object: &Object,
        calculation: &Calculation,
        before: &[f64],
        derivatives: &[f64],
    ) -> Option<String> {
        let is_other = |(a, b): (&f64, &f64)| a.to_bits() != b.to_bits() && !(a.is_nan() && b.is_nan());
        let values = self.values.iter().zip(before).map(is_other);
        let slopes = derivatives.iter().map(|slope| !slope.is_nan());
        let touched = values.zip(slopes).enumerate();
        touched.into_iter().find_map(|(at, (is_changed, has_slope))| {
            let (first, owner) = *self.owners.iter().rev().find(|(first, _)| *first <= at)?;
            let signal = &object.interface.signals[owner as usize];
            let is_inside = at < first + signal.width as usize;
            let is_given = calculation.gives.contains(&owner);
            let is_derivative = calculation.purpose == Purpose::Derivatives;
            let (may_change, may_slope) = (is_inside && is_given && !is_derivative, is_inside && is_derivative);
            let name = &signal.name;
            match ((is_changed && !may_change), (has_slope && !may_slope)) {
                (false, false) => None,
                (true, _) if is_inside => Some(format!("changes `{name}`, which it did not declare to fill")),
                _ => Some(format!("writes beyond `{name}`, which has width {}", signal.width)),
            }
        })
    }

    /// What became not-a-number though it is a number elsewhere, in words.
    fn hidden(
        &self,
        model: &Model,
        number: usize,
        calculation: &Calculation,
        workspace: &Workspace,
        dx: &[f64],
        derivatives: &[f64],
    ) -> Option<String> {
        let signals = &model.objects[number].interface.signals;
        let is_derivative = calculation.purpose == Purpose::Derivatives;
        calculation.gives.iter().find_map(|given| {
            let width = signals[*given as usize].width as usize;
            let here = self.places[*given as usize].first as usize;
            let id = SignalId { object: u32::try_from(number).unwrap_or(u32::MAX), signal: *given };
            let there = model.layout.place(id).first as usize;
            let (here, there) = if is_derivative {
                (&derivatives[here..here + width], &dx[there..there + width])
            } else {
                (&self.values[here..here + width], &workspace.values[there..there + width])
            };
            let is_lost = here.iter().zip(there).any(|(a, b)| a.is_nan() && !b.is_nan());
            let what = if is_derivative { "the derivative of " } else { "" };
            is_lost.then(|| {
                let name = &signals[*given as usize].name;
                format!("uses numbers beyond the width of its ports or states: without them {what}`{name}` is NaN")
            })
        })
    }
}
