//! The parameters of a SimObject, for who asks.

use std::collections::HashMap;

use simobject_host::{Argument, Declared, ParameterDeclaration, Requirement, SampleTime, Session};

use super::declarations::{Declarations, Declaring, Outcome};
use super::objects;
use super::overrides::{self, Lookup};
use crate::diagnostic::Diagnostics;
use crate::model::{Model, Object};
use crate::provenance::ParametersRecord;
use crate::scenario::document::Document;
use crate::scenario::files::ScenarioFiles;
use crate::scenario::overrides as written;
use crate::scenario::{document, reader};
use crate::source::Sources;

/// A parameter of a SimObject, as its scenario has it.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// Whether the scenario or an override gives it.
    pub is_given: bool,
}

impl Model {
    /// The parameters of the SimObject at a position, in the order of their
    /// declaration. A model does not keep them: they are read again from the
    /// sources that it was loaded from, of others there are none.
    pub fn parameters(&self, sources: &Sources, object: usize) -> Vec<Parameter> {
        self.parameters_of(object, &self.written(sources), sources)
    }

    /// The parameters of all SimObjects, by their names: what the scenario, the
    /// overrides and the defaults give.
    pub(crate) fn resolved_parameters(&self, sources: &Sources) -> ParametersRecord {
        let (document, files) = (self.written(sources), self.files_beside(sources));
        let mut declarations = Declarations::default();
        ParametersRecord::gather(self.objects.len(), |each| {
            for (index, object) in self.objects.iter().enumerate() {
                let name = object.name();
                let arguments = written_of(object, index, &document).map(objects::arguments).unwrap_or_default();
                let declaring = Declaring { name, kind: object.kind, arguments: &arguments, files: &files };
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
                let valued = parameters.iter().filter_map(|parameter| {
                    Some((parameter.name.as_ref(), given.of(parameter).or(default(parameter))?))
                });
                each(name, &mut { valued });
            }
        })
    }

    /// The scenario with its overrides; what is wrong with it has been told.
    fn written<'t>(&self, sources: &'t Sources) -> Document<'t> {
        let mut unheard = Diagnostics::default();
        let mut document = reader::read(sources.scenario().text(), &mut unheard);
        let written = written::read(sources.overrides(), &mut document, &mut unheard);
        let files = self.files_beside(sources);
        let types = |written: &document::Object<'_>| {
            let object = self.objects.iter().find(|object| object.name() == written.name.as_str());
            object.map(|object| object.kind)
        };
        let lookup = Lookup { types: &types, files: &files, has_initial_state: false };
        overrides::apply(written, &mut document, &lookup, &mut unheard);
        document
    }

    fn files_beside(&self, sources: &Sources) -> ScenarioFiles {
        let sample_time = self.settings.sample_time.map_or(SampleTime::Missing, SampleTime::Given);
        ScenarioFiles::beside(sources.scenario(), sample_time)
    }

    fn parameters_of(&self, object: usize, document: &Document<'_>, sources: &Sources) -> Vec<Parameter> {
        let written = self.objects.get(object).and_then(|of| Some((of, written_of(of, object, document)?)));
        let Some((object, written)) = written else { return Vec::new() };
        let files = self.files_beside(sources);
        let arguments = objects::arguments(written);
        let given = Given::new(&arguments);
        let Declared { declaration, .. } = object.kind.declare(Session::declaring(object.name(), &arguments, &files));
        let parameter = |declared: ParameterDeclaration| {
            let given = given.of(&declared);
            Parameter {
                value: given.or(default(&declared)).map(str::to_owned),
                is_given: given.is_some(),
                name: declared.name.into(),
                unit: declared.unit.into(),
                doc: declared.doc.into(),
            }
        };
        declaration.parameters.into_iter().map(parameter).collect()
    }
}

/// The element of an object in the document that it was loaded from.
fn written_of<'d, 't>(object: &Object, index: usize, document: &'d Document<'t>) -> Option<&'d document::Object<'t>> {
    document.objects.get(index).filter(|written| written.name.as_str() == object.name())
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
