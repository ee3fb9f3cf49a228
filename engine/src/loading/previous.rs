//! Whether what is read of the time before was held then.

use std::collections::HashMap;

use simobject::host::{Meaning, Purpose, Rate, Role};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::Object;
use crate::model::held::{Previous, PreviousSource};
use crate::model::layout::Layout;
use crate::model::signal_id::SignalId;
use crate::scenario::document::Document;

/// Reports who reads the previous value of something that is not held between
/// ticks, or of which there is none before the first tick.
pub(super) fn check(objects: &[Object], layout: &Layout, document: &Document<'_>, diagnostics: &mut Diagnostics) {
    if layout.previous.is_empty() {
        return;
    }
    let owners = owners(objects, layout);
    for previous in &layout.previous {
        let reader = &objects[previous.of.object as usize];
        let span = document.objects[previous.of.object as usize].name.span();
        let sources = places(previous).into_iter().filter_map(|place| owners.get(&place));
        let Some((source, help)) = sources.copied().find_map(|id| Some((id, fault(objects, id)?))) else { continue };
        let read = reader.signal_name(previous.of.signal as usize);
        let what = objects[source.object as usize].signal_name(source.signal as usize);
        let message = if read == what {
            format!("the previous value of `{read}` is read, but there is none")
        } else {
            format!("the previous value of `{read}` is read, but `{what}`, which it is connected to, has none")
        };
        diagnostics.push(Diagnostic::error("no-previous-value", message).at(span).help(help));
    }
}

/// The out-ports and private values of the model by their places, and its states.
fn owners(objects: &[Object], layout: &Layout) -> HashMap<u32, SignalId> {
    let mut owners = HashMap::new();
    let owns = |role: &Role| matches!(role, Role::Out | Role::Private | Role::State);
    for (object, number) in objects.iter().zip(0..) {
        for (index, signal) in object.interface.signals_with(owns) {
            let id = SignalId { object: number, signal: u32::try_from(index).unwrap_or(u32::MAX) };
            let first = layout.place(id).first;
            owners.extend((first..first + signal.width).map(|place| (place, id)));
        }
    }
    owners
}

/// Where the numbers come from.
fn places(previous: &Previous) -> Vec<u32> {
    match &previous.source {
        PreviousSource::Place(place) => vec![*place],
        PreviousSource::Rows(rows) => rows.iter().flat_map(|row| &row.terms).map(|term| term.place).collect(),
    }
}

/// What to do where a signal has no previous value.
fn fault(objects: &[Object], SignalId { object, signal }: SignalId) -> Option<&'static str> {
    let object = &objects[object as usize];
    let fills =
        object.interface.calculations.iter().find(|calculation| {
            matches!(calculation.purpose, Purpose::Common(_)) && calculation.gives.contains(&signal)
        });
    match fills.map(|calculation| calculation.purpose) {
        Some(Purpose::Common(Rate::Constant)) => None,
        Some(Purpose::Common(Rate::Sampled(_))) => {
            let is_it =
                |number: &simobject::host::Number| number.signal == signal && number.meaning == Meaning::InitialValue;
            let has_one = object.numbers.iter().any(is_it);
            (!has_one).then_some(
                "the library has to declare its initial value, for the time before its first tick \
                 (`c.initial_value(...)` in Rust, `SetInitialValue` in C++)",
            )
        }
        _ => Some("only what runs on a clock has previous values: connect such an out-port, or one of a sampled state"),
    }
}
