//! Which parameters decide what ports and states a type has, and what other parameters.

use serde::Serialize;
use simobject_host::{
    Argument, Declared, Interface, ObjectType, ParameterDeclaration, Requirement, Session, Subject, Surroundings,
};

/// The parameters with another value of which the type declares other signals.
/// Nothing says so but the constructor: it is asked again with a few values.
pub(super) fn shaping(
    kind: &ObjectType,
    parameters: &[ParameterDeclaration],
    interface: &Interface,
    given: &[Argument<'_>],
    files: &dyn Surroundings,
) -> Vec<String> {
    let others = |parameter: &ParameterDeclaration| {
        let name = parameter.name.as_ref();
        let rest = given.iter().filter(|argument| argument.name != name);
        values(&parameter.kind).into_iter().any(|value| {
            let arguments: Vec<Argument<'_>> = rest.clone().copied().chain([Argument { name, value }]).collect();
            let Declared { declaration, faults, .. } = kind.declare(Session::declaring("X", &arguments, files));
            let is_sound = faults.iter().all(|fault| matches!(fault.subject, Subject::MissingParameter(_)));
            is_sound && declaration.interface.signals != interface.signals
        })
    };
    parameters.iter().filter(|parameter| others(parameter)).map(|parameter| parameter.name.to_string()).collect()
}

/// Some values of a kind of parameter.
fn values(kind: &str) -> Vec<&str> {
    match kind.strip_prefix("one of ") {
        Some(options) => options.split(", ").collect(),
        None if kind == "whole number" => vec!["1", "2", "3"],
        None if kind == "true or false" => vec!["true", "false"],
        None if kind == "matrix" || kind == "number" || kind.starts_with("vector") => vec!["0", "1", "1, 1", "1; 1"],
        // Texts and files may say anything: `+-` are two signs of a sum.
        None if kind == "text" => vec!["+-+", "*/*"],
        None => Vec::new(),
    }
}

/// What another value of a choice changes among the parameters of a type.
#[derive(Debug, Serialize)]
pub(super) struct ChoicePage {
    /// The parameter that is chosen, and the value.
    pub(super) parameter: String,
    pub(super) value: String,
    /// Parameters that there are only then, and those that there are not.
    pub(super) adds: Vec<String>,
    pub(super) leaves_out: Vec<String>,
    /// Parameters that have another default then, and that default; none: required, or optional.
    pub(super) defaults: Vec<(String, Option<String>)>,
}

/// The values of choices with which a type declares other parameters, or other defaults.
pub(super) fn choices(
    kind: &ObjectType,
    parameters: &[ParameterDeclaration],
    given: &[Argument<'_>],
    files: &dyn Surroundings,
) -> Vec<ChoicePage> {
    let is_choice =
        |parameter: &&ParameterDeclaration| parameter.kind.starts_with("one of ") || parameter.kind == "true or false";
    let pages = parameters.iter().filter(is_choice).flat_map(|parameter| {
        let name = parameter.name.as_ref();
        values(&parameter.kind).into_iter().filter_map(move |value| {
            let rest = given.iter().filter(|argument| argument.name != name);
            let arguments: Vec<Argument<'_>> = rest.copied().chain([Argument { name, value }]).collect();
            let Declared { declaration, .. } = kind.declare(Session::declaring("X", &arguments, files));
            let then = &declaration.parameters;
            let only = |of: &[ParameterDeclaration], others: &[ParameterDeclaration]| {
                let is_there = |p: &ParameterDeclaration| others.iter().any(|other| other.name == p.name);
                of.iter().filter(|p| !is_there(p)).map(|p| p.name.to_string()).collect::<Vec<_>>()
            };
            let changed = then.iter().filter_map(|p| {
                let now = parameters.iter().find(|known| known.name == p.name)?;
                let default = match &p.requirement {
                    Requirement::Default(default) => Some(default.clone()),
                    Requirement::Required | Requirement::Optional => None,
                };
                (now.requirement != p.requirement).then(|| (p.name.to_string(), default))
            });
            let page = ChoicePage {
                parameter: name.to_owned(),
                value: value.to_owned(),
                adds: only(then, parameters),
                leaves_out: only(parameters, then),
                defaults: changed.collect(),
            };
            page.changes_anything().then_some(page)
        })
    });
    pages.collect()
}

impl ChoicePage {
    fn changes_anything(&self) -> bool {
        !self.adds.is_empty() || !self.leaves_out.is_empty() || !self.defaults.is_empty()
    }

    /// The same in words; each name as `name` writes it.
    pub(super) fn words(&self, name: impl Fn(&str) -> String) -> String {
        let list = |names: &[String]| names.iter().map(|of| name(of)).collect::<Vec<_>>().join(", ");
        let default = |(of, value): &(String, Option<String>)| match value {
            Some(value) => format!("{} = {value} by default", name(of)),
            None => format!("{} has no default", name(of)),
        };
        let mut parts = Vec::new();
        if !self.adds.is_empty() {
            parts.push(format!("also {}", list(&self.adds)));
        }
        if !self.leaves_out.is_empty() {
            parts.push(format!("no {}", list(&self.leaves_out)));
        }
        parts.extend(self.defaults.iter().map(default));
        format!("With {} = {}: {}", name(&self.parameter), self.value, parts.join("; "))
    }
}
