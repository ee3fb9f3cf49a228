//! Handles of signals, for who reads them from outside.

use simobject_host::Role;

use super::columns::{Column, push};
use super::signal_id::SignalId;
use super::{Model, Object};
use crate::aliases::Alias;
use crate::reference::{self, Objects as _, Reference, Unfound};
use crate::workspace::{ModelId, Workspace};
use bowline_text::Text;
use bowline_text::elements::Elements;
use bowline_text::nearest;
use bowline_text::source::Span;

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

    /// Whether it reads that model.
    pub fn is_of(&self, model: &Model) -> bool {
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
        let reference = read(name)?;
        let signal = reference.path.as_str();
        let id = self.find_signal(signal, "signal", |role| *role != Role::Memory)?;
        let object = &self.objects[id.object as usize];
        let declared = &object.interface.signals[id.signal as usize];
        let range = match reference.elements {
            None => 0..declared.width,
            Some(Elements { first, end, .. }) if end <= declared.width as usize => first as u32..end as u32,
            Some(_) => {
                return Err(NameError {
                    message: format!("`{name}` has no such elements"),
                    help: format!("`{signal}` has {}: write `[i]` or `[i:j]`, from 0 on, j excluded", declared.width),
                });
            }
        };
        let mut columns = Vec::with_capacity(range.len());
        push(&mut columns, object, &self.layout, id, range);
        if matches!(self.aliases.get(signal), Some(Alias::Signal(_))) {
            let is_wide = declared.width > 1;
            columns = columns.into_iter().map(|column| column.named(signal, is_wide)).collect();
        }
        Ok(Probe { model: self.id.clone(), name: name.to_owned(), unit: declared.unit.to_string(), columns })
    }

    /// A signal by its name, `Object.Signal`; states, ports, indicators, private values and memory.
    ///
    /// # Errors
    /// There is no such signal.
    pub fn signal(&self, name: &str) -> Result<SignalId, NameError> {
        self.find_signal(name, "signal", |_| true)
    }

    /// A signal of such a role, by `Object.Signal`.
    pub(super) fn find_signal(&self, name: &str, what: &str, role: fn(&Role) -> bool) -> Result<SignalId, NameError> {
        let name = match self.aliases.get(name) {
            Some(Alias::Signal(full)) => full.as_str(),
            Some(Alias::Source(formula)) => {
                let message = format!("`{name}` is a formula, `{formula}`");
                return Err(NameError { message, help: "name one of the ports that it is made of".to_owned() });
            }
            None => name,
        };
        let meant = match Reference::whole(text(name)).within(self) {
            Ok(meant) => meant,
            Err(Unfound::NoPath(_)) => {
                let message = format!("`{name}` does not name a {what}");
                return Err(NameError { message, help: "write `Object.Name`".to_owned() });
            }
            Err(Unfound::NoObject(object)) => {
                let message = format!("there is no object `{}`", object.as_str());
                return Err(NameError { message, help: nearest::advice(object.as_str(), "objects", self.names()) });
            }
        };
        let (object_name, signal_name) = (meant.object_name.as_str(), meant.name.as_str());
        let object = &self.objects[meant.object as usize];
        let interface = &object.interface;
        let Some(signal) = meant.signal(interface, role) else {
            let message = format!("`{object_name}` ({}) has no {what} `{signal_name}`", object.kind.name());
            let names = interface.signals_with(role).map(|(_, signal)| signal.name.as_ref());
            return Err(NameError {
                message,
                help: nearest::advice(signal_name, &format!("{what}s of `{object_name}`"), names),
            });
        };
        Ok(SignalId { object: meant.object, signal })
    }
}

impl reference::Objects for Model {
    fn position(&self, name: &str) -> Option<u32> {
        let position = self.objects.iter().position(|object| object.name() == name)?;
        u32::try_from(position).ok()
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.objects.iter().map(Object::name)
    }

    /// As many as there may be: who asks for a probe has time.
    fn most_points(&self) -> usize {
        usize::MAX - 1
    }
}

/// A name that stands in no text.
fn text(name: &str) -> Text<'_> {
    Text::new(name, Span::new(0, name.len()))
}

fn read(name: &str) -> Result<Reference<'_>, NameError> {
    Reference::read(text(name)).map_err(|malformed| NameError {
        message: format!("`{name}`: {}", malformed.message),
        help: "write `[i]` or `[i:j]`, from 0 on, j excluded".to_owned(),
    })
}
