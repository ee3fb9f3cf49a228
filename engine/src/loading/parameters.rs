//! The parameters of a SimObject, for who asks.

use std::collections::BTreeMap;

use simobject_host::{Declared, Requirement, SampleTime, Session};

use super::objects;
use super::overrides::{self, Lookup};
use crate::diagnostic::Diagnostics;
use crate::model::{Model, Object};
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
    pub(crate) fn resolved_parameters(&self, sources: &Sources) -> BTreeMap<String, BTreeMap<String, String>> {
        let document = self.written(sources);
        let of_object = |(index, object): (usize, &Object)| {
            let parameters = self.parameters_of(index, &document, sources).into_iter();
            let given = parameters.filter_map(|parameter| Some((parameter.name, parameter.value?)));
            (object.name().to_owned(), given.collect())
        };
        self.objects.iter().enumerate().map(of_object).collect()
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
        let (Some(object), Some(written)) = (self.objects.get(object), document.objects.get(object)) else {
            return Vec::new();
        };
        if written.name.as_str() != object.name() {
            return Vec::new();
        }
        let files = self.files_beside(sources);
        let arguments = objects::arguments(written);
        let Declared { declaration, .. } = object.kind.declare(Session::declaring(object.name(), &arguments, &files));
        let parameter = |declared: simobject_host::ParameterDeclaration| {
            let given = arguments.iter().find(|argument| argument.name == declared.name);
            let otherwise = match declared.requirement {
                Requirement::Default(default) => Some(default),
                Requirement::Required | Requirement::Optional => None,
            };
            Parameter {
                name: declared.name.into(),
                unit: declared.unit.into(),
                doc: declared.doc.into(),
                value: given.map(|given| given.value.to_owned()).or(otherwise),
                is_given: given.is_some(),
            }
        };
        declaration.parameters.into_iter().map(parameter).collect()
    }
}
