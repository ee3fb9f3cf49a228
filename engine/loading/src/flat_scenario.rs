//! A scenario without variables, schemes, repetitions and units: what it would be if it were written by hand.

use std::sync::Arc;

use bowline_decimal::Shortest;
use bowline_formula::with_names;
use simobject_host::{Names, Role, Session, Surroundings, number_in, numbers_in};

use crate::declaring::objects;
use crate::loading::Loading;
use crate::overriding::resumed_overrides::TakenOver;
use crate::scenario::Scenario;
use crate::starting::explicit_values;
use bowline_catalog::Catalog;
use bowline_description::aliases::{Alias, Aliases};
use bowline_description::attributes::engine_attribute::{self, Values};
use bowline_description::attributes::{camera, output, times};
use bowline_description::files::ScenarioFiles;
use bowline_description::reference::{OfObject, Reference, is_within, without_unit};
use bowline_description::variables::Variables;
use bowline_description::{Attributes, ModelDescription, Up, Value, is_plain};
use bowline_text::diagnostic::Diagnostics;
use bowline_text::{Decimal, Source, Span, Text, pieces};

/// Names with their values.
pub type Pairs = Vec<(String, String)>;

/// A scenario that is flat.
#[derive(Debug, Clone, PartialEq)]
pub struct FlatScenario {
    /// Which way is up.
    pub up: Up,
    /// From where it is seen.
    pub cameras: Vec<Pairs>,
    /// The SimObjects: library, type and name, and their parameters.
    pub objects: Vec<([String; 3], Pairs)>,
    /// In-ports and bundles with what they are connected to.
    pub connections: Pairs,
    /// States with the numbers that they begin with.
    pub initial_conditions: Pairs,
    /// How it is integrated, and what is recorded.
    pub engine: Pairs,
    /// Further results.
    pub outputs: Vec<Pairs>,
}

impl Scenario {
    /// The scenario with these overrides, without variables, schemes, repetitions and units.
    ///
    /// # Errors
    /// What is wrong with any of these.
    pub fn flat(&self, overrides: &[Source], catalog: &Catalog) -> Result<(FlatScenario, Diagnostics), Diagnostics> {
        let (description, state, mut diagnostics) = self.parts();
        let taken = &TakenOver::new(state.map(|state| &state.file), overrides);
        let mut loading = Loading { description, state, taken, opened: &[] };
        let flat = loading.flat(catalog, &mut diagnostics).map(|(names, variables)| {
            let aliases = &names.aliases;
            Flat { description: &loading.description, catalog, variables: &variables, aliases }.scenario()
        });
        let diagnostics = diagnostics.within(loading.description.texts()).with_items();
        match flat {
            Some(flat) if !diagnostics.has_errors() => Ok((flat, diagnostics)),
            _ => Err(diagnostics),
        }
    }
}

/// A description that is written down.
struct Flat<'f> {
    description: &'f ModelDescription,
    catalog: &'f Catalog,
    variables: &'f Arc<Variables>,
    aliases: &'f Aliases,
}

impl Flat<'_> {
    fn scenario(&self) -> FlatScenario {
        let description = self.description;
        let files = ScenarioFiles::of(description, self.variables);
        let owned = |text: Text<'_>| text.as_str().to_owned();
        let object = |(position, object): (usize, bowline_description::ObjectDescription<'_>)| {
            let names = [object.library(), object.kind(), object.name()].map(owned);
            (names, self.parameters(position, &files))
        };
        let pairs = |attributes: Attributes<'_>| -> Pairs {
            attributes.iter().map(|attribute| (owned(attribute.name), owned(attribute.value))).collect()
        };
        let settings = |attributes: Attributes<'_>| -> Pairs {
            pairs(attributes)
                .into_iter()
                .map(|(name, value)| (name.clone(), self.setting(&name, value, &files)))
                .collect()
        };
        FlatScenario {
            up: description.up,
            cameras: description.cameras().map(|camera| self.camera(camera.attributes)).collect(),
            objects: description.objects().enumerate().map(object).collect(),
            connections: pairs(description.connections())
                .into_iter()
                .map(|(name, value)| (name, self.without_variables(value)))
                .collect(),
            initial_conditions: self.initial_conditions(&files),
            engine: settings(description.engine_attributes()),
            outputs: description.outputs().map(|output| settings(output.attributes)).collect(),
        }
    }

    /// The parameters of an object: formulas by their numbers.
    fn parameters(&self, position: usize, files: &ScenarioFiles) -> Pairs {
        let object = self.description.object_at(position);
        let arguments = object.arguments();
        let scope = self.description.scope_of(position);
        let files = &files.within(scope);
        let declared = objects::known_type(object, self.catalog).map(|kind| {
            kind.declare(Session::declaring(object.name().as_str(), &arguments, files)).declaration.parameters
        });
        let declared = declared.unwrap_or_default();
        let value = |name: &str, text: &str| {
            let Some(parameter) = declared.iter().find(|declared| declared.name == name) else {
                return text.to_owned();
            };
            match parameter.kind.as_str() {
                "true or false" if !matches!(text.trim(), "0" | "1") => match is_true(text, files.names()) {
                    Some(holds) => if holds { "1" } else { "0" }.to_owned(),
                    None => text.to_owned(),
                },
                "file" => match self.variables.directory(scope) {
                    Some(directory) => directory.join(text).to_string_lossy().into_owned(),
                    None => text.to_owned(),
                },
                _ if parameter.numbers.is_empty() || is_plain(text) => text.to_owned(),
                _ => {
                    let rows = text.split(';').count();
                    let columns = parameter.numbers.len().div_ceil(rows.max(1));
                    parameter
                        .numbers
                        .chunks(columns.max(1))
                        .map(|row| Value::from(row).to_string())
                        .collect::<Vec<_>>()
                        .join("; ")
                }
            }
        };
        arguments.iter().map(|given| (given.name.to_owned(), value(given.name, given.value))).collect()
    }

    /// The attributes of a camera: formulas by their numbers.
    fn camera(&self, attributes: Attributes<'_>) -> Pairs {
        let value = |name: &str, text: &str| {
            let known = camera::ATTRIBUTES.iter().find(|attribute| attribute.name == name);
            let unit = known.and_then(|attribute| attribute.unit).filter(|_| !is_plain(text));
            let numbers = unit.and_then(|unit| numbers_in(text, unit, &**self.variables).ok());
            numbers.map_or_else(|| text.to_owned(), |numbers| Value::from(numbers).to_string())
        };
        let attributes = attributes.iter().map(|attribute| (attribute.name.as_str(), attribute.value.as_str()));
        attributes.map(|(name, text)| (name.to_owned(), value(name, text))).collect()
    }

    fn initial_conditions(&self, files: &ScenarioFiles) -> Pairs {
        let value = |name: Text<'_>, text: &str| {
            let unit = if is_plain(text) {
                None
            } else {
                self.signal(name, files, explicit_values::can_be_given).map(|(_, unit)| unit)
            };
            let numbers = unit.and_then(|unit| numbers_in(text, &unit, files.names()).ok());
            numbers.map_or_else(|| text.to_owned(), |numbers| Value::from(numbers).to_string())
        };
        let conditions = self.description.initial_conditions();
        let pair = |attribute: bowline_text::Attribute<'_>| {
            let name = attribute.name;
            (name.as_str().to_owned(), value(name, attribute.value.as_str()))
        };
        conditions.iter().map(pair).collect()
    }

    /// A source with the numbers of variables in the places of their names.
    fn without_variables(&self, text: String) -> String {
        with_names(&text, |name| Some(self.variables.constant(name)?.written()))
    }

    /// Width and unit of a signal of such a role.
    fn signal(&self, name: Text<'_>, files: &ScenarioFiles, role: impl Fn(&Role) -> bool) -> Option<(u32, String)> {
        let OfObject { object, name, .. } = Reference::whole(name).within(self.description).ok()?;
        let described = self.description.object_at(object as usize);
        let arguments = described.arguments();
        let files = &files.within(self.description.scope_of(object as usize));
        let kind = objects::known_type(described, self.catalog)?;
        let session = Session::declaring(described.name().as_str(), &arguments, files);
        let interface = kind.declare(session).declaration.interface;
        let signal = &interface.signals[interface.find(name.as_str(), role)?];
        Some((signal.width, signal.unit.to_string()))
    }

    /// An attribute of `Engine` or `Output`.
    fn setting(&self, name: &str, text: String, files: &ScenarioFiles) -> String {
        if name == "FileOutput" {
            let items: Vec<String> =
                pieces(&text, ',').into_iter().map(|item| self.recorded(item.trim(), files)).collect();
            return items.join(", ");
        }
        let known = engine_attribute::ALL.iter().find(|attribute| attribute.name == name);
        match known.map(|attribute| attribute.values) {
            Some(Values::Number(_, unit)) if !is_plain(&text) => {
                let number = number_in(&text, unit, &**self.variables);
                number.map_or(text, |number| Shortest(number).to_string())
            }
            Some(Values::Count(_)) => {
                number_in(&text, "-", &**self.variables).map_or(text, |number| Shortest(number).to_string())
            }
            Some(Values::TimesAndRanges | Values::Times) => {
                let time = |text: &str| match Decimal::parse(text) {
                    Ok(_) => text.trim().to_owned(),
                    Err(_) => times::time(text, &**self.variables)
                        .map_or(text.to_owned(), |time| Shortest(time.nearest()).to_string()),
                };
                let item = |item: &str| pieces(item, ':').into_iter().map(time).collect::<Vec<_>>().join(":");
                pieces(&text, ',').into_iter().map(item).collect::<Vec<_>>().join(", ")
            }
            _ => text,
        }
    }

    /// What is recorded, by the names of SimObjects; what is called as a port of an instance keeps that name.
    fn recorded(&self, item: &str, files: &ScenarioFiles) -> String {
        if let Some((name, formula)) = item.split_once('=') {
            let (formula, unit) = without_unit(Text::new(formula.trim(), Span::new(0, 0)));
            return in_unit(&format!("{} = {}", name.trim(), self.formula(formula.as_str())), unit);
        }
        if let Some((name, what)) = item.strip_prefix("object.").and_then(|rest| rest.split_once(':')) {
            return self.below(name, what).unwrap_or_else(|| item.to_owned());
        }
        let (written, unit) = without_unit(Text::new(item, Span::new(0, 0)));
        let written = written.as_str();
        let (path, elements) = written.find('[').map_or((written, ""), |bracket| written.split_at(bracket));
        let path = path.trim();
        match self.aliases.get(path) {
            None => item.to_owned(),
            Some(Alias::Signal(full)) => match self.signal(Text::new(full, Span::new(0, 0)), files, |_| true) {
                // A bundle has no name of its own in the results.
                None => format!("{full}{elements}"),
                Some((width, _)) => {
                    let of_name = if width > 1 { elements } else { "" };
                    in_unit(&format!("{path}{of_name} = {full}{elements}"), unit)
                }
            },
            Some(Alias::Source(source)) => {
                let source = output::part_of(&self.formula(source), elements);
                in_unit(&format!("{path}{elements} = {source}"), unit)
            }
        }
    }

    /// A formula of columns, by the names of SimObjects, and without variables.
    fn formula(&self, text: &str) -> String {
        let put = |path: &str| match self.aliases.get(path)? {
            Alias::Signal(full) => Some(full.clone()),
            Alias::Source(source) => Some(format!("({source})")),
        };
        let formula = self.without_variables(with_names(text, put));
        // Its last brackets are no unit.
        match without_unit(Text::new(&formula, Span::new(0, 0))) {
            (_, Some(_)) => format!("({formula})"),
            _ => formula,
        }
    }

    /// The same of all SimObjects of an instance; none, if the name is not one.
    fn below(&self, name: &str, what: &str) -> Option<String> {
        let names = || self.description.objects().map(|object| object.name().as_str());
        if names().any(|known| known == name) {
            return None;
        }
        let below = names().filter(|known| is_within(known, name));
        let all: Vec<String> = below.map(|known| format!("object.{known}:{what}")).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }
}

/// What is recorded, in a unit, if there is one.
fn in_unit(item: &str, unit: Option<Text<'_>>) -> String {
    unit.map_or_else(|| item.to_owned(), |unit| format!("{item} [{}]", unit.as_str()))
}

fn is_true(text: &str, names: &dyn Names) -> Option<bool> {
    match text.trim() {
        "true" => Some(true),
        "false" => Some(false),
        text => bowline_formula::is_true(text, names).ok(),
    }
}
