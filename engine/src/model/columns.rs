//! The columns of the results: which signals are recorded.

use std::collections::HashSet;

use simobject::host::{Place, Role};

use super::Model;
use super::feed::SignalId;
use super::layout::Layout;
use super::object::{Object, Objects};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::nearest;
use crate::scenario::output::What;
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
/// of declaration.
pub(super) fn select(
    recording: &Recording<'_>,
    objects: &Objects<'_>,
    layout: &Layout,
    diagnostics: &mut Diagnostics,
) -> Vec<Column> {
    let mut asked: Vec<Vec<What>> = vec![Vec::new(); objects.list.len()];
    match &recording.asked {
        None if recording.log_states => asked.iter_mut().for_each(|of_object| of_object.push(What::States)),
        None => {}
        Some(items) => {
            for item in items {
                match item.object.map(|name| (name, objects.find(name))) {
                    None => asked.iter_mut().for_each(|of_object| of_object.push(item.what)),
                    Some((_, Some(index))) => asked[index].push(item.what),
                    Some((name, None)) => {
                        let message = format!("FileOutput: there is no object `{name}`");
                        let advice = nearest::advice(name, "objects", objects.names());
                        let diagnostic = Diagnostic::error("unknown-object", message).at(item.span);
                        diagnostics.push(diagnostic.help(advice));
                    }
                }
            }
        }
    }
    let mut columns = Vec::new();
    for ((object, what), index) in objects.list.iter().zip(&asked).zip(0..) {
        let mut seen = HashSet::new();
        for (signal, number) in object.interface.signals.iter().zip(0..) {
            let wanted = what.iter().any(|what| match signal.role {
                Role::State => what.states(),
                Role::Out | Role::OutOfState(_) => what.outputs(),
                Role::In | Role::Sum => what.inputs(),
                Role::Private => false,
            });
            // An out-port that is a state of the same name is the same column.
            if wanted && seen.insert(signal.name.as_ref()) {
                push(&mut columns, object, layout, SignalId { object: index, signal: number });
            }
        }
    }
    columns
}

fn push(columns: &mut Vec<Column>, object: &Object, layout: &Layout, id: SignalId) {
    let signal = &object.interface.signals[id.signal as usize];
    let Place { first, count } = layout.place(id);
    for element in 0..signal.width {
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
