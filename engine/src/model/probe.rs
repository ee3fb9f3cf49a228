//! Handles of signals, for who reads them from outside.

use std::ops::Range;

use simobject_host::Role;

use super::columns::{Column, push};
use super::signal_id::SignalId;
use super::{Model, Object};
use crate::nearest;
use crate::workspace::{ModelId, Workspace};

/// A signal of a model, or some elements of it, to be read in a run.
#[derive(Debug, Clone)]
pub struct Probe {
    model: ModelId,
    name: String,
    unit: String,
    columns: Vec<Column>,
}

impl Probe {
    /// As it was asked for: `Object.Signal`, perhaps with elements.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// SI unit, empty for a pure number.
    pub fn unit(&self) -> &str {
        &self.unit
    }

    /// How many numbers it has.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// Its numbers as columns, for a recorder.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Whether it can be read without an evaluation.
    pub fn is_state(&self) -> bool {
        self.columns.iter().all(Column::is_state)
    }

    /// Its numbers in a workspace that has been evaluated.
    pub fn values(&self, workspace: &Workspace) -> impl Iterator<Item = f64> {
        self.columns.iter().map(|column| column.value(workspace))
    }

    pub(crate) fn is_of(&self, model: &Model) -> bool {
        self.model == model.id
    }
}

/// A name that means nothing in a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameError {
    pub(super) message: String,
    pub(super) help: String,
}

impl std::fmt::Display for NameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.message, self.help)
    }
}

impl std::error::Error for NameError {}

impl Model {
    /// A signal by its name: `Object.Signal`, `Object.Signal[2]` or
    /// `Object.Signal[0:3]`; states, ports, indicators and private values.
    ///
    /// # Errors
    /// There is no such signal, or no such elements.
    pub fn probe(&self, name: &str) -> Result<Probe, NameError> {
        let (signal, elements) = match name.split_once('[') {
            Some((signal, elements)) => (signal, Some(elements)),
            None => (name, None),
        };
        let id = self.find_signal(signal, "signal", |role| *role != Role::Memory)?;
        let object = &self.objects[id.object as usize];
        let declared = &object.interface.signals[id.signal as usize];
        let range = match elements {
            None => 0..declared.width,
            Some(elements) => slice(elements).filter(|range| range.end <= declared.width).ok_or_else(|| NameError {
                message: format!("`{name}` has no such elements"),
                help: format!("`{signal}` has {}: write `[i]` or `[i:j]`, from 0 on, j excluded", declared.width),
            })?,
        };
        let mut columns = Vec::with_capacity(range.len());
        push(&mut columns, object, &self.layout, id, range);
        Ok(Probe { model: self.id.clone(), name: name.to_owned(), unit: declared.unit.to_string(), columns })
    }

    /// A signal of such a role, by `Object.Signal`.
    pub(super) fn find_signal(&self, name: &str, what: &str, role: fn(&Role) -> bool) -> Result<SignalId, NameError> {
        let Some((object_name, signal_name)) = name.split_once('.') else {
            let message = format!("`{name}` does not name a {what}");
            return Err(NameError { message, help: "write `Object.Name`".to_owned() });
        };
        let Some(object) = self.objects.iter().position(|object| object.name() == object_name) else {
            let message = format!("there is no object `{object_name}`");
            let names = self.objects.iter().map(Object::name);
            return Err(NameError { message, help: nearest::advice(object_name, "objects", names) });
        };
        let interface = &self.objects[object].interface;
        let Some(signal) = interface.find(signal_name, role) else {
            let message =
                format!("`{object_name}` ({}) has no {what} `{signal_name}`", self.objects[object].kind.name());
            let names = interface.signals_with(role).map(|(_, signal)| signal.name.as_ref());
            return Err(NameError {
                message,
                help: nearest::advice(signal_name, &format!("{what}s of `{object_name}`"), names),
            });
        };
        Ok(SignalId { object: object as u32, signal: signal as u32 })
    }
}

/// `2]` or `0:3]`.
fn slice(text: &str) -> Option<Range<u32>> {
    let inside = text.strip_suffix(']')?;
    let number = |text: &str| text.trim().parse::<u32>().ok();
    match inside.split_once(':') {
        None => number(inside).and_then(|index| Some(index..index.checked_add(1)?)),
        Some((first, end)) => Some(number(first)?..number(end)?).filter(|range| range.start < range.end),
    }
}
