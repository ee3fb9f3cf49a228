//! The parameters of a SimObject, for who asks.

use std::borrow::Cow;
use std::collections::HashMap;

use simobject_host::{Argument, Declared, ParameterDeclaration, Requirement, Session};

use super::Model;
use super::declarations::{Declarations, Declaring, Outcome};
use bowline_description::{Value, is_plain};

/// A parameter of a SimObject, as its scenario has it.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// The attribute's name.
    pub name: String,
    /// SI unit, empty for a pure number or a text.
    pub unit: String,
    /// One line on what it is.
    pub doc: String,
    /// What the scenario writes, or an override; else what holds then. None if
    /// it was left out and nothing holds.
    pub value: Option<String>,
    /// Its numbers, in its unit, where it has any.
    pub numbers: Vec<f64>,
    /// Whether the scenario or an override gives it.
    pub is_given: bool,
}

impl Parameter {
    /// Its value: numbers, where the scenario has a formula or a unit, else the text.
    pub fn shown(&self) -> Option<Cow<'_, str>> {
        let text = self.value.as_deref()?;
        if self.numbers.is_empty() || is_plain(text) {
            return Some(Cow::Borrowed(text));
        }
        Some(Cow::Owned(Value::from(&self.numbers).to_string()))
    }
}

impl Model {
    /// The parameters of the SimObject at a position, in the order of their
    /// declaration; none where there is no SimObject.
    pub fn parameters(&self, object: usize) -> Vec<Parameter> {
        let Some(of) = self.objects.get(object) else { return Vec::new() };
        let arguments = self.description.object_at(object).arguments();
        let given = Given::new(&arguments);
        let files = &self.provenance.known_files.within(self.description.scope_of(object));
        let session = Session::declaring(of.name(), &arguments, files);
        let Declared { declaration, .. } = of.kind.declare(session);
        let parameter = |declared: ParameterDeclaration| {
            let given = given.of(&declared);
            Parameter {
                value: given.or(default(&declared)).map(str::to_owned),
                is_given: given.is_some(),
                numbers: declared.numbers.clone(),
                name: declared.name.into(),
                unit: declared.unit.into(),
                doc: declared.doc.into(),
            }
        };
        declaration.parameters.into_iter().map(parameter).collect()
    }

    /// Tells the parameters of these SimObjects, one after the other: what the
    /// scenario, the overrides and the defaults give. It ends with the first error.
    pub fn each_parameters<E>(
        &self,
        of: impl IntoIterator<Item = usize>,
        mut each: impl FnMut(&str, &mut Vec<(&str, &str)>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut declarations = Declarations::default();
        of.into_iter().try_for_each(|index| {
            let object = &self.objects[index];
            let name = object.name();
            let arguments = self.description.object_at(index).arguments();
            let files = &self.provenance.known_files.within(self.description.scope_of(index));
            let declaring = Declaring { name, kind: object.kind, arguments: &arguments, files };
            let declared;
            // SimObjects of one type mostly ask for the same parameters.
            let parameters = match declarations.declare(declaring) {
                Outcome::Again(_, parameters, _) => parameters,
                Outcome::Anew(anew) => {
                    declared = anew;
                    &declared.declaration.parameters
                }
            };
            let given = Given::new(&arguments);
            let valued = parameters
                .iter()
                .filter_map(|parameter| Some((parameter.name.as_ref(), given.of(parameter).or(default(parameter))?)));
            each(name, &mut valued.collect())
        })
    }
}

/// The arguments that the scenario and the overrides give a SimObject.
enum Given<'a> {
    Few(&'a [Argument<'a>]),
    Many(HashMap<&'a str, &'a str>),
}

impl<'a> Given<'a> {
    /// Up to this many are compared one by one: most SimObjects have no more.
    const FEW: usize = 24;

    fn new(arguments: &'a [Argument<'a>]) -> Self {
        if arguments.len() <= Self::FEW {
            return Self::Few(arguments);
        }
        // If a name is given twice, the first counts.
        Self::Many(arguments.iter().rev().map(|argument| (argument.name, argument.value)).collect())
    }

    /// The argument for a parameter.
    fn of(&self, declared: &ParameterDeclaration) -> Option<&'a str> {
        let name: &str = declared.name.as_ref();
        match self {
            Self::Few(arguments) => {
                arguments.iter().find(|argument| argument.name == name).map(|argument| argument.value)
            }
            Self::Many(by_name) => by_name.get(name).copied(),
        }
    }
}

/// What holds where nothing is written.
fn default(declared: &ParameterDeclaration) -> Option<&str> {
    if let Requirement::Default(default) = &declared.requirement { Some(default) } else { None }
}
