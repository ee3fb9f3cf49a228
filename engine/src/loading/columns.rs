//! Which signals are recorded.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use foldhash::fast::RandomState;
use simobject_host::Role;

use super::objects::Objects;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::Object;
use crate::model::columns::{Column, push};
use crate::model::layout::Layout;
use crate::model::signal_id::SignalId;
use crate::nearest;
use crate::scenario::engine::Recording;
use crate::scenario::output::{self, Asked, What};

/// The columns that a scenario asks for, each once: in file order and then in
/// the order of declaration, or in the order in which they are asked for.
pub(super) fn select(
    recording: &Recording<'_>,
    objects: &Objects<'_>,
    layout: &Layout,
    diagnostics: &mut Diagnostics,
) -> Vec<Column> {
    let mut columns = Columns { list: Vec::new(), seen: HashSet::default() };
    let mut asked: Vec<Vec<Wanted>> = vec![Vec::new(); objects.list.len()];
    match &recording.asked {
        None if recording.log_states => {
            asked.iter_mut().for_each(|of_object| of_object.push(Wanted::Group(Role::is_any_state)))
        }
        None => {}
        Some(items) => {
            for item in items {
                resolve(item, objects, &mut asked, diagnostics);
                if recording.keep_order {
                    columns.add(objects, layout, &asked);
                    asked.iter_mut().for_each(Vec::clear);
                }
            }
        }
    }
    columns.add(objects, layout, &asked);
    columns.list
}

/// Columns, and which there are.
struct Columns {
    list: Vec<Column>,
    seen: HashSet<(SignalId, u32), RandomState>,
}

impl Columns {
    /// Adds what is asked for of each object, and is not there yet.
    fn add(&mut self, objects: &Objects<'_>, layout: &Layout, asked: &[Vec<Wanted>]) {
        for ((object, wanted), index) in objects.list.iter().zip(asked).zip(0..) {
            for (signal, elements) in elements(object, wanted) {
                let id = SignalId { object: index, signal };
                let wanted = (0..).zip(elements).filter(|(_, wanted)| *wanted).map(|(element, _)| element);
                let new = wanted.filter(|element| self.seen.insert((id, *element)));
                push(&mut self.list, object, layout, id, new);
            }
        }
    }
}

/// What is recorded of an object.
#[derive(Debug, Clone)]
enum Wanted {
    /// All of its signals with such a role.
    Group(fn(&Role) -> bool),
    /// Elements of a signal.
    Elements(u32, Range<usize>),
}

/// Finds out what an item of `FileOutput` means.
fn resolve(item: &Asked<'_>, objects: &Objects<'_>, asked: &mut [Vec<Wanted>], diagnostics: &mut Diagnostics) {
    let (slots, object) = match item.object {
        None => (asked, None),
        Some((name, span)) => match objects.find(name) {
            Some(index) => (&mut asked[index..=index], objects.list.get(index)),
            None => {
                let message = format!("FileOutput: there is no object `{name}`");
                let advice = nearest::advice(name, "objects", objects.names());
                diagnostics.push(Diagnostic::error("unknown-object", message).at(span).help(advice));
                return;
            }
        },
    };
    let wanted = match (item.what, object) {
        (What::States, _) => Wanted::Group(Role::is_any_state),
        (What::Outputs, _) => Wanted::Group(Role::is_out_port),
        (What::Inputs, _) => Wanted::Group(Role::is_in_port),
        (What::All, _) => Wanted::Group(is_recordable),
        (What::Signal { .. }, None) => return,
        (What::Signal { name, name_span, slice, span }, Some(object)) => {
            if let Some(bundle) = object.interface.bundle(name) {
                let bundle = &object.interface.bundles[bundle];
                if slice.is_some() {
                    let message =
                        format!("FileOutput: `{}.{name}` is a bundle, which has members, no elements", object.name);
                    let help = format!(
                        "write `{}.{name}`, or one member, as in `{}.{name}.{}`",
                        object.name, object.name, bundle.kind.members[0].name
                    );
                    diagnostics.push(Diagnostic::error("bad-file-output", message).at(span).help(help));
                    return;
                }
                let members = bundle.members.iter().map(|signal| {
                    let width = object.interface.signals[*signal as usize].width;
                    Wanted::Elements(*signal, 0..width as usize)
                });
                slots.iter_mut().for_each(|of_object| of_object.extend(members.clone()));
                return;
            }
            let Some(signal) = object.interface.find(name, is_recordable) else {
                diagnostics.push(unknown_signal(object, name).at(name_span));
                return;
            };
            let width = object.interface.signals[signal].width as usize;
            let (first, end) = slice.unwrap_or((0, width));
            if end > width {
                let name = object.signal_name(signal);
                diagnostics.push(Diagnostic::bad_slice(end, &name, width, span));
                return;
            }
            Wanted::Elements(u32::try_from(signal).unwrap_or(u32::MAX), first..end)
        }
    };
    slots.iter_mut().for_each(|of_object| of_object.push(wanted.clone()));
}

fn is_recordable(role: &Role) -> bool {
    !matches!(role, Role::Private | Role::Memory) && !role.is_resource()
}

fn unknown_signal(object: &Object, name: &str) -> Diagnostic {
    let message =
        format!("FileOutput: `{}` ({}) has no state, out-port or in-port `{name}`", object.name, object.kind.name());
    let advice = if output::WORDS.contains(&name) {
        format!("write `object.{}:{name}`", object.name)
    } else {
        let signals = object.interface.signals_with(is_recordable).map(|(_, signal)| signal.name.as_ref());
        let names = signals.chain(object.interface.bundles.iter().map(|bundle| bundle.name.as_ref()));
        nearest::advice(name, &format!("signals of `{}`", object.name), names.chain(output::WORDS))
    };
    Diagnostic::error("unknown-signal", message).help(advice)
}

/// The signals of an object that are recorded, in the order of declaration,
/// and which of their elements. An out-port that is a state of the same name
/// is that state.
fn elements(object: &Object, wanted: &[Wanted]) -> BTreeMap<u32, Vec<bool>> {
    let signals = &object.interface.signals;
    let mut elements: BTreeMap<u32, Vec<bool>> = BTreeMap::new();
    let mut want = |index: u32, range: Option<&Range<usize>>| {
        let signal = &signals[index as usize];
        let index = match signal.role {
            Role::OutOfState(state) if signals[state as usize].name == signal.name => state,
            _ => index,
        };
        let elements = elements.entry(index).or_insert_with(|| vec![false; signal.width as usize]);
        match range {
            Some(range) => elements[range.clone()].fill(true),
            None => elements.fill(true),
        }
    };
    for wanted in wanted {
        match wanted {
            Wanted::Group(role) => {
                (0..).zip(signals).filter(|(_, signal)| role(&signal.role)).for_each(|(index, _)| want(index, None));
            }
            Wanted::Elements(index, range) => want(*index, Some(range)),
        }
    }
    elements
}
