//! Which parameters decide what ports and states a type has.

use simobject_host::{Argument, Declared, Interface, ObjectType, ParameterDeclaration, Session, Subject, Surroundings};

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
