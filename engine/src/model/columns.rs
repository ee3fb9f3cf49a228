//! The columns of the results: which signals are recorded.

use std::collections::BTreeMap;
use std::ops::Range;

use simobject::host::{Place, Role};

use super::Model;
use super::feed::SignalId;
use super::layout::Layout;
use super::object::{Object, Objects};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::nearest;
use crate::scenario::output::{self, Asked, What};
use crate::scenario::settings::Recording;
use crate::workspace::Workspace;

/// One column of the results: one number of a signal. Its name and unit are
/// the model's to tell ([`Model::column_name`], [`Model::column_unit`]).
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    id: SignalId,
    element: u32,
    source: ColumnSource,
}

/// Where the values of a column come from.
#[derive(Debug, Clone, PartialEq)]
enum ColumnSource {
    /// An element of the state vector.
    State(u32),
    /// A place of the workspace behind the state vector.
    Signal(u32),
    /// An element of a sum: the places that it adds up.
    Sum(Box<[u32]>),
}

impl Column {
    /// Its value in a workspace that has been evaluated.
    pub fn value(&self, workspace: &Workspace) -> f64 {
        match &self.source {
            ColumnSource::State(place) | ColumnSource::Signal(place) => workspace.values[*place as usize],
            ColumnSource::Sum(places) => places.iter().map(|place| workspace.values[*place as usize]).sum(),
        }
    }

    /// The signal of which it is a number.
    pub(super) fn id(&self) -> SignalId {
        self.id
    }

    /// Whether it can be read off the state vector alone.
    pub fn is_state(&self) -> bool {
        matches!(self.source, ColumnSource::State(_))
    }
}

impl Model {
    /// A column's name: `Object.Signal`, with `[i]` if the signal is wide.
    pub fn column_name(&self, column: &Column) -> String {
        let object = &self.objects[column.id.object as usize];
        let name = object.signal_name(column.id.signal as usize);
        match object.interface.signals[column.id.signal as usize].width {
            1 => name,
            _ => format!("{name}[{}]", column.element),
        }
    }

    /// A column's SI unit, empty for a pure number.
    pub fn column_unit(&self, column: &Column) -> &str {
        &self.objects[column.id.object as usize].interface.signals[column.id.signal as usize].unit
    }
}

/// The columns that a scenario asks for, in file order and then in the order
/// of declaration, each once.
pub(super) fn select(
    recording: &Recording<'_>,
    objects: &Objects<'_>,
    layout: &Layout,
    diagnostics: &mut Diagnostics,
) -> Vec<Column> {
    let mut asked: Vec<Vec<Wanted>> = vec![Vec::new(); objects.list.len()];
    match &recording.asked {
        None if recording.log_states => {
            asked.iter_mut().for_each(|of_object| of_object.push(Wanted::Group(Role::is_state)))
        }
        None => {}
        Some(items) => {
            for item in items {
                resolve(item, objects, &mut asked, diagnostics);
            }
        }
    }
    let mut columns = Vec::new();
    for ((object, wanted), index) in objects.list.iter().zip(&asked).zip(0..) {
        for (signal, elements) in elements(object, wanted) {
            let elements = (0..).zip(elements).filter(|(_, wanted)| *wanted).map(|(element, _)| element);
            push(&mut columns, object, layout, SignalId { object: index, signal }, elements);
        }
    }
    columns
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
        (What::States, _) => Wanted::Group(Role::is_state),
        (What::Outputs, _) => Wanted::Group(Role::is_out_port),
        (What::Inputs, _) => Wanted::Group(Role::is_in_port),
        (What::All, _) => Wanted::Group(is_recordable),
        (What::Signal { .. }, None) => return,
        (What::Signal { name, name_span, slice, span }, Some(object)) => {
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
    *role != Role::Private
}

fn unknown_signal(object: &Object, name: &str) -> Diagnostic {
    let message =
        format!("FileOutput: `{}` ({}) has no state, out-port or in-port `{name}`", object.name, object.kind.name());
    let advice = if output::WORDS.contains(&name) {
        format!("write `object.{}:{name}`", object.name)
    } else {
        let names = object.interface.signals_with(is_recordable).map(|(_, signal)| signal.name.as_ref());
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

fn push(
    columns: &mut Vec<Column>,
    object: &Object,
    layout: &Layout,
    id: SignalId,
    elements: impl Iterator<Item = u32>,
) {
    let signal = &object.interface.signals[id.signal as usize];
    let Place { first, count } = layout.place(id);
    for element in elements {
        let source = if signal.role == Role::Sum {
            let places = &layout.summed[first as usize..(first + count) as usize];
            ColumnSource::Sum(places.iter().map(|place| place + element).collect())
        } else if (first as usize) < layout.states {
            ColumnSource::State(first + element)
        } else {
            ColumnSource::Signal(first + element)
        };
        columns.push(Column { id, element, source });
    }
}
