//! Handles of signals, for who reads them from outside.

use simobject_host::Role;

use super::calculated::Conversion;
use super::columns::{Column, nominal, numbers};
use super::signal_id::SignalId;
use super::{Model, Object};
use crate::workspace::{ModelId, Workspace};
use bowline_description::aliases::{Alias, NotInside};
use bowline_description::reference::{self, Objects as _, Reference, Unfound, without_unit};
use bowline_text::elements::Elements;
use bowline_text::source::Span;
use bowline_text::{Text, nearest};

/// A signal of a model, or some elements of it, to be read in a run.
#[derive(Debug, Clone)]
pub struct Probe {
    model: ModelId,
    name: String,
    unit: String,
    columns: Vec<Column>,
}

impl Probe {
    /// As it was asked for: `Object.Signal`, perhaps with elements and a unit, or the name of a column.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its unit, empty for a pure number: that of the signal, or the one that was asked for.
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

    /// Its numbers at a time, s, in a workspace that has been evaluated for that time.
    pub fn values(&self, time: f64, workspace: &Workspace) -> impl Iterator<Item = f64> {
        self.columns.iter().map(move |column| column.value(time, workspace))
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
    /// What SimObjects give, out-ports and states, in file order.
    pub fn probes(&self) -> impl Iterator<Item = Probe> + '_ {
        let mut before: Option<(u32, Vec<&str>)> = None;
        let given = self.signals_of(|role| role.is_out_port() || role.is_any_state());
        given.filter_map(move |(id, _)| {
            let object = &self.objects[id.object as usize];
            let declared = &object.interface.signals[id.signal as usize];
            // A state and its out-port may have one name.
            let (_, names) = match &mut before {
                Some(of) if of.0 == id.object => of,
                other => other.insert((id.object, Vec::new())),
            };
            if names.contains(&&*declared.name) {
                return None;
            }
            names.push(&declared.name);
            let columns = numbers(object, &self.layout, id, 0..declared.width).map(Column::from).collect();
            let (name, unit) = (self.signal_name(id), declared.unit.to_string());
            Some(Probe { model: self.id.clone(), name, unit, columns })
        })
    }

    /// A signal by its name: `Object.Signal`, `Object.Signal[2]` or `Object.Signal[0:3]`, perhaps with a unit behind,
    /// `Object.Signal [mm]`; states, ports, indicators and private values. Else what is recorded under a name of its own.
    ///
    /// # Errors
    /// There is no such signal, or no such elements, or it does not convert into the unit.
    pub fn probe(&self, name: &str) -> Result<Probe, NameError> {
        let (wanted, unit) = without_unit(text(name));
        let reference = read(wanted)?;
        let signal = reference.path.as_str();
        let id = match self.find_signal(signal, "signal", |role| *role != Role::Memory) {
            Ok(id) => id,
            Err(unknown) => return self.probe_of_columns(name, reference, unit).unwrap_or(Err(unknown)),
        };
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
        let conversion = unit.map_or(Ok(None), |unit| Conversion::between(&declared.unit, unit.as_str()));
        let conversion = conversion.map_err(|fault| {
            let unknown = unit.and_then(|unit| bowline_formula::unit(unit.as_str()).err());
            let own = || format!("`{signal}` is in {}", unit_in_words(&declared.unit));
            NameError {
                message: format!("`{name}`: {}", unknown.map_or_else(own, |unknown| unknown.message)),
                help: fault.help.unwrap_or_else(|| "leave the unit out, or name one that fits".to_owned()),
            }
        })?;
        let is_other_name = matches!(self.aliases.get(signal), Some(Alias::Signal(_)));
        let column = |number: super::columns::Number| {
            let element = number.element();
            let shown = || match (is_other_name, declared.width) {
                (false, _) => object.element_name(id.signal as usize, element),
                (true, 1) => signal.to_owned(),
                (true, _) => format!("{signal}[{element}]"),
            };
            match &conversion {
                Some(conversion) => {
                    let nominal = nominal(&number, &self.nominal);
                    Column::calculated(conversion.of(number, shown(), nominal))
                }
                None if is_other_name => Column::named(number, shown()),
                None => Column::from(number),
            }
        };
        let columns = numbers(object, &self.layout, id, range).map(column).collect();
        let unit = conversion.as_ref().map_or(&*declared.unit, |conversion| &conversion.unit).to_owned();
        Ok(Probe { model: self.id.clone(), name: name.to_owned(), unit, columns })
    }

    /// The column whose name the scenario gives, if there is one.
    fn probe_of_columns(
        &self,
        name: &str,
        reference: Reference<'_>,
        unit: Option<Text<'_>>,
    ) -> Option<Result<Probe, NameError>> {
        let path = reference.path.as_str();
        let is_element = |of: &str| match (of.strip_prefix(path), reference.elements) {
            (Some(""), None) => true,
            (Some(element), elements) => {
                let element = element.strip_prefix('[').and_then(|element| element.strip_suffix(']')?.parse().ok());
                element.is_some_and(|element| elements.is_none_or(|of| (of.first..of.end).contains(&element)))
            }
            (None, _) => false,
        };
        let all = std::iter::once(&self.columns).chain(self.outputs.iter().map(|output| &output.columns));
        let named = all.map(|columns| {
            let columns = columns.iter().filter(|column| column.given_name().is_some_and(is_element));
            columns.cloned().collect::<Vec<_>>()
        });
        let columns = named.into_iter().find(|columns| !columns.is_empty())?;
        let recorded = self.column_unit(columns.first()?).to_owned();
        if let Some(unit) = unit.filter(|unit| unit.as_str() != recorded) {
            let message =
                format!("the column `{path}` is in {}, and not in {}", unit_in_words(&recorded), unit.as_str());
            return Some(Err(NameError { message, help: "FileOutput gives its unit".to_owned() }));
        }
        let missing = reference.elements.filter(|elements| columns.len() != elements.end - elements.first);
        if missing.is_some() {
            let message = format!("`{name}` has no such elements");
            return Some(Err(NameError { message, help: "FileOutput gives the columns of that name".to_owned() }));
        }
        Some(Ok(Probe { model: self.id.clone(), name: name.to_owned(), unit: recorded, columns }))
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
                let help = "record it with FileOutput, or name one of the ports that it is made of".to_owned();
                return Err(NameError { message, help });
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
                if let Some(NotInside { message, help, .. }) = self.aliases.not_inside(name, self.names()) {
                    return Err(NameError { message, help });
                }
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

/// A unit, where it is read by people.
fn unit_in_words(unit: &str) -> &str {
    if unit.is_empty() { "no unit" } else { unit }
}

fn read(name: Text<'_>) -> Result<Reference<'_>, NameError> {
    Reference::read(name).map_err(|malformed| NameError {
        message: format!("`{}`: {}", name.as_str(), malformed.message),
        help: "write `[i]` or `[i:j]`, from 0 on, j excluded".to_owned(),
    })
}
