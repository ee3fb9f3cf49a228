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
use crate::scenario::output::{self, What};

/// What a scenario records, found among its objects.
#[derive(Debug)]
pub(super) struct Selection {
    /// One after the other, or all of it at once.
    asked: Vec<Asked>,
}

/// What is recorded of the objects, in file order.
#[derive(Debug, Default)]
struct Asked {
    of_all: Vec<Wanted>,
    /// By the position of an object.
    of_one: BTreeMap<usize, Vec<Wanted>>,
}

impl Selection {
    /// Finds what a scenario asks for.
    pub(super) fn of(recording: &Recording<'_>, objects: &Objects<'_>, diagnostics: &mut Diagnostics) -> Self {
        let mut asked = vec![Asked::default()];
        match &recording.asked {
            None if recording.log_states => asked[0].of_all.push(Wanted::Group(Role::is_any_state)),
            None => {}
            Some(items) if recording.keep_order => {
                asked = items.iter().map(|item| Asked::default().with(item, objects, diagnostics)).collect();
            }
            Some(items) => items.iter().for_each(|item| asked[0].resolve(item, objects, diagnostics)),
        }
        Self { asked }
    }

    /// The columns, each once: in file order and then in the order of declaration,
    /// or in the order in which they are asked for.
    pub(super) fn columns(&self, objects: &[Object], layout: &Layout) -> Vec<Column> {
        let mut columns = Vec::new();
        if let [asked] = self.asked.as_slice() {
            asked.add(&mut columns, objects, layout, |_| true);
        } else {
            let mut seen = HashSet::with_hasher(RandomState::default());
            self.asked
                .iter()
                .for_each(|asked| asked.add(&mut columns, objects, layout, |element| seen.insert(element)));
        }
        columns.shrink_to_fit();
        columns
    }
}

impl Asked {
    /// Appends the columns of what is asked for, element by element where `is_new`.
    fn add(
        &self,
        columns: &mut Vec<Column>,
        objects: &[Object],
        layout: &Layout,
        mut is_new: impl FnMut((SignalId, u32)) -> bool,
    ) {
        let mut of_object = |position: usize, more: &[Wanted]| {
            let object = &objects[position];
            for (signal, elements) in elements(object, self.of_all.iter().chain(more)) {
                let id = SignalId { object: position as u32, signal };
                let wanted = (0..).zip(elements).filter(|(_, wanted)| *wanted).map(|(element, _)| element);
                push(columns, object, layout, id, wanted.filter(|element| is_new((id, *element))));
            }
        };
        if self.of_all.is_empty() {
            self.of_one.iter().for_each(|(position, wanted)| of_object(*position, wanted));
            return;
        }
        for position in 0..objects.len() {
            of_object(position, self.of_one.get(&position).map_or(&[], Vec::as_slice));
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

impl Asked {
    fn with(mut self, item: &output::Asked<'_>, objects: &Objects<'_>, diagnostics: &mut Diagnostics) -> Self {
        self.resolve(item, objects, diagnostics);
        self
    }

    /// Finds out what an item of `FileOutput` means.
    fn resolve(&mut self, item: &output::Asked<'_>, objects: &Objects<'_>, diagnostics: &mut Diagnostics) {
        let (asked, object) = match item.object {
            None => (&mut self.of_all, None),
            Some((name, span)) => match objects.find(name) {
                Some(index) => (self.of_one.entry(index).or_default(), objects.list.get(index)),
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
                    asked.extend(members);
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
        asked.push(wanted);
    }
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
fn elements<'w>(object: &Object, wanted: impl Iterator<Item = &'w Wanted>) -> BTreeMap<u32, Vec<bool>> {
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
