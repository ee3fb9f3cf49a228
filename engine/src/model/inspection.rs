//! The checked evaluation: every calculation runs once with only what it
//! declared within its reach.

use std::collections::HashSet;

use simobject::Io;
use simobject::host::{Calculation, FailureKind, Files, Interface, ObjectStore, Place, Purpose, Role, Session};

use super::{Model, Object, object};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::scenario::document::Document;
use crate::workspace::Workspace;

/// Evaluates the model once at its start and reports what fails.
pub(super) fn evaluate(model: &Model, document: &Document<'_>, diagnostics: &mut Diagnostics) {
    let mut workspace = model.workspace();
    let time = model.settings.output_times.start();
    let mut dx = vec![f64::NAN; model.state_count()];
    let evaluated =
        model.evaluate(&mut workspace, time, &mut dx).and_then(|()| model.evaluate_signals(&mut workspace, time));
    if let Err(error) = evaluated {
        let diagnostic = Diagnostic::error("failed-evaluation", error.to_string());
        diagnostics.push(object::at_culprit(diagnostic, &error, document));
    }
}

/// All signals and derivatives at the model's start, as far as they can be evaluated.
pub(super) fn evaluated(model: &Model) -> (Workspace, Vec<f64>) {
    let (mut workspace, time) = (model.workspace(), model.settings.output_times.start());
    let mut dx = vec![f64::NAN; model.state_count()];
    // What fails here is reported elsewhere.
    let _ = model.evaluate(&mut workspace, time, &mut dx);
    let _ = model.evaluate_signals(&mut workspace, time);
    (workspace, dx)
}

/// Runs every calculation of every object once, bound so that signals it did
/// not declare lie outside the workspace, and reports each that is touched.
/// The workspace begins as [`evaluated`].
pub(super) fn inspect(
    model: &Model,
    mut workspace: Workspace,
    document: &Document<'_>,
    files: &dyn Files,
    diagnostics: &mut Diagnostics,
) {
    let time = model.settings.output_times.start();
    let outside = workspace.values.len();
    let mut dx = vec![0.0; outside + model.state_count()];
    let mut reported = HashSet::new();
    for (number, object) in model.objects.iter().enumerate() {
        let arguments = object::arguments(&document.objects[number]);
        let places = model.layout.places_of(number, object.interface.signals.len());
        for (index, calculation) in object.interface.calculations.iter().enumerate() {
            let bound = within_reach(&object.interface, calculation, places, outside);
            let mut single = ObjectStore::new(object.kind, 1);
            let session = Session::binding(&object.name, &arguments, files, &object.interface, &bound);
            if single.bind(session).is_err() {
                continue;
            }
            let mut run = |calculation: &Calculation| {
                let mut io = Io::new(&mut workspace.values, &mut dx, &model.layout.summed, time);
                // SAFETY: the store holds one object, of the type that declared the calculation.
                unsafe { single.run(calculation.sweep, 0..1, &mut io) }
            };
            if !object.kind.is_reentrant() {
                // It may use what others leave in the SimObject.
                let others = object.interface.calculations.iter().enumerate().filter(|(other, _)| *other != index);
                let common = others.filter(|(_, other)| matches!(other.purpose, Purpose::Common(_)));
                common.for_each(|(_, other)| drop(run(other)));
            }
            let outcome = run(calculation);
            if let Err(notes) = outcome
                && let Some(stopped) = notes.stopped
                && let FailureKind::Stray { place } = stopped.failure.kind()
                && let Some(signal) = touched(place, &bound)
                && bound[signal as usize] != places[signal as usize]
                && reported.insert((object.kind.name(), index, signal))
            {
                diagnostics.push(stray(object, calculation, signal).at(document.objects[number].name.span()));
            }
        }
    }
}

/// Places of the signals for one calculation: what it may not touch lies
/// outside. A state that it may differentiate, but not read, lies behind the
/// workspace, where only the derivatives go on.
fn within_reach(interface: &Interface, calculation: &Calculation, places: &[Place], outside: usize) -> Vec<Place> {
    let behind = u32::try_from(outside).unwrap_or(u32::MAX);
    (0..)
        .zip(places)
        .map(|(signal, place)| {
            let is_state = interface.signals[signal as usize].role == Role::State;
            if calculation.reads.contains(&signal) {
                *place
            } else if !calculation.gives.contains(&signal) {
                Place::stray(signal)
            } else if is_state && calculation.purpose == Purpose::Derivatives {
                Place::at(behind.saturating_add(place.first))
            } else {
                *place
            }
        })
        .collect()
}

/// The signal whose place was used though it lies outside.
fn touched(place: u32, places: &[Place]) -> Option<u32> {
    Place::stray_signal(place).or_else(|| (0..).zip(places).find(|(_, bound)| bound.first == place).map(|(s, _)| s))
}

fn stray(object: &Object, calculation: &Calculation, signal: u32) -> Diagnostic {
    let what = object.interface.signals.get(signal as usize).map_or_else(
        || "a place outside the workspace".to_owned(),
        |signal| {
            let role = match signal.role {
                Role::In | Role::Sum => "in-port",
                Role::Out | Role::OutOfState(_) => "out-port",
                Role::State => "state",
                Role::Private => "private value",
            };
            format!("the {role} `{}`", signal.name)
        },
    );
    let gives = match calculation.purpose {
        Purpose::Initial => "sets",
        _ => "fills",
    };
    let message = format!("{}: `{}` uses {what}, which it did not declare", object.introduced(), calculation.name);
    Diagnostic::error("undeclared-signal", message).help(format!(
        "this is a mistake in the library: name the signal in what this calculation reads (`.reads(...)` in Rust, \
         `.Reads(...)` in C++) or {gives}"
    ))
}
