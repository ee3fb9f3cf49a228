//! The columns of the results: which signals are recorded.

use std::collections::HashSet;

use simobject::host::{Place, Role, Term};

use super::layout::Layout;
use super::object::{Object, Objects};
use super::wiring::SignalId;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::evaluation::Workspace;
use crate::nearest;
use crate::scenario::output::What;
use crate::scenario::settings::Recording;

/// One column of the results.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// `Object.Signal`, with `[i]` if the signal is wide.
    pub name: String,
    /// SI unit, empty for a pure number.
    pub unit: String,
    /// Where its values come from.
    pub source: ColumnSource,
}

/// Where the values of a column come from.
#[derive(Debug, Clone, PartialEq)]
pub enum ColumnSource {
    /// An element of the state vector.
    State(usize),
    /// A place of the workspace behind the state vector.
    Signal(usize),
    /// An element of a sum.
    Sum(Vec<Term>),
}

impl Column {
    /// Its value in a workspace that has been evaluated.
    pub fn value(&self, workspace: &Workspace) -> f64 {
        match &self.source {
            ColumnSource::State(place) | ColumnSource::Signal(place) => workspace.values[*place],
            ColumnSource::Sum(terms) => {
                terms.iter().map(|term| term.scale * workspace.values[term.place as usize]).sum()
            }
        }
    }

    /// Whether it can be read off the state vector alone.
    pub fn is_state(&self) -> bool {
        matches!(self.source, ColumnSource::State(_))
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
    let name = object.signal_name(id.signal as usize);
    let Place { first, count } = layout.place(id);
    let first = first as usize;
    for element in 0..signal.width {
        let index = element as usize;
        let source = if signal.role == Role::Sum {
            let terms = &layout.terms[first..first + count as usize];
            ColumnSource::Sum(terms.iter().map(|t| Term { place: t.place + element, scale: t.scale }).collect())
        } else if first < layout.states {
            ColumnSource::State(first + index)
        } else {
            ColumnSource::Signal(first + index)
        };
        let name = if signal.width == 1 { name.clone() } else { format!("{name}[{element}]") };
        columns.push(Column { name, unit: signal.unit.to_string(), source });
    }
}
