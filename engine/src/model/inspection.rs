//! The checked evaluation: every calculation runs once with only what it
//! declared within its reach.

use std::collections::HashSet;

use simobject::Io;
use simobject::host::{FailureKind, Files, Interface, Place, Purpose, Role, Session};

use super::{Model, object};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::scenario::document::Document;

/// Runs every calculation of every object once, bound so that signals it did
/// not declare lie outside the workspace, and reports each that is touched.
pub(super) fn inspect(model: &Model, document: &Document<'_>, files: &dyn Files, diagnostics: &mut Diagnostics) {
    let mut workspace = model.workspace();
    let time = model.settings.output_times.start();
    // What fails here fails in the run too, and is reported there.
    let _ = model.evaluate_signals(&mut workspace, time);
    let mut dx = vec![0.0; model.state_count()];
    let mut reported = HashSet::new();
    for (number, object) in model.objects.iter().enumerate() {
        let arguments = object::arguments(&document.objects[number]);
        let places = model.layout.places_of(number, object.interface.signals.len());
        for (index, calculation) in object.interface.calculations.iter().enumerate() {
            let reachable = reachable(&object.interface, index);
            let places: Vec<Place> = (0..)
                .zip(places)
                .map(|(signal, place)| if reachable.contains(&signal) { *place } else { Place::stray(signal) })
                .collect();
            let mut single = object.kind.store();
            let session = Session::binding(&object.name, &arguments, files, &object.interface, &places);
            if single.bind(session).is_err() {
                continue;
            }
            let mut io = Io::new(&mut workspace.values, &mut dx, &model.layout.summed, time);
            // SAFETY: the store holds one object, of the type that declared the calculation.
            let outcome = unsafe { calculation.sweep.run(single.objects(), 0..1, &mut io) };
            if let Err(stopped) = outcome
                && let FailureKind::Stray { place } = stopped.failure.kind()
                && let Some(signal) = Place::stray_signal(place)
                && reported.insert((object.kind.name, index, signal))
            {
                diagnostics.push(stray(object, index, signal).at(document.objects[number].name.span()));
            }
        }
    }
}

/// The signals that a calculation may touch.
fn reachable(interface: &Interface, calculation: usize) -> HashSet<u32> {
    let calculation = &interface.calculations[calculation];
    calculation.reads.iter().chain(&calculation.gives).copied().collect()
}

fn stray(object: &super::Object, calculation: usize, signal: u32) -> Diagnostic {
    let calculation = &object.interface.calculations[calculation];
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
    let message = format!(
        "`{}` ({}): `{}` uses {what}, which it did not declare",
        object.name, object.kind.name, calculation.name
    );
    Diagnostic::error("undeclared-signal", message).help(format!(
        "this is a mistake in the library: name the signal in `.reads(...)` or `.{gives}(...)` of this calculation"
    ))
}
