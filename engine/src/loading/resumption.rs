//! The states of a state file, in the place of all initial conditions.

use simobject::host::Role;

use super::initial::Given;
use super::objects::Objects;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::signal_id::SignalId;
use crate::nearest;
use crate::state_file::reader::{NamedState, StateFile};

/// The states of the file, matched with those of the objects. Every state
/// must be there, with its width, and nothing else.
pub(super) fn states(file: &StateFile, objects: &Objects<'_>, diagnostics: &mut Diagnostics) -> Vec<Given> {
    let mut given = Vec::with_capacity(file.states.len());
    let mut found: Vec<Vec<bool>> =
        objects.list.iter().map(|object| vec![false; object.interface.signals.len()]).collect();
    for state in &file.states {
        let Some(id) = find(state, objects, diagnostics) else { continue };
        found[id.object as usize][id.signal as usize] = true;
        let width = objects.list[id.object as usize].interface.signals[id.signal as usize].width as usize;
        if state.values.len() == width {
            given.push(Given { id, values: state.values.clone() });
        } else {
            let (name, count) = (&state.name, state.values.len());
            let message = format!("`{name}` has width {width}, but the state file has {count} numbers");
            diagnostics.push(Diagnostic::error("bad-state-file", message).at(state.values_span));
        }
    }
    for (object, found) in objects.list.iter().zip(&found) {
        for (signal, state) in object.interface.signals_with(Role::is_any_state).filter(|(signal, _)| !found[*signal]) {
            diagnostics.push_with(|| {
                let message = format!("the state file has no `{}`", object.signal_name(signal));
                let help = format!("an array of {} of its numbers belongs here", state.width);
                Diagnostic::error("missing-state", message).at(file.states_end).help(help)
            });
        }
    }
    given
}

fn find(state: &NamedState, objects: &Objects<'_>, diagnostics: &mut Diagnostics) -> Option<SignalId> {
    let (object_name, name) = state.name.split_once('.').unwrap_or((&state.name, ""));
    let Some(position) = objects.find(object_name) else {
        diagnostics.push_with(|| {
            let message = format!("the state file has `{}`, but there is no object `{object_name}`", state.name);
            let advice = nearest::advice(object_name, "objects", objects.names());
            Diagnostic::error("unknown-object", message).at(state.name_span).help(advice)
        });
        return None;
    };
    let object = &objects.list[position];
    let Some(signal) = object.interface.find(name, Role::is_any_state) else {
        diagnostics.push_with(|| {
            let message = format!("`{object_name}` ({}) has no state `{name}`", object.kind.name());
            let names = object.interface.signals_with(Role::is_any_state).map(|(_, state)| state.name.as_ref());
            let advice = nearest::advice(name, &format!("states of `{object_name}`"), names);
            Diagnostic::error("unknown-state", message).at(state.name_span).help(advice)
        });
        return None;
    };
    Some(SignalId { object: u32::try_from(position).ok()?, signal: u32::try_from(signal).ok()? })
}
