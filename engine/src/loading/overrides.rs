//! Overrides of what objects have: parameters, initial conditions and the
//! constants of in-ports, found by what the objects declare.

use std::collections::BTreeMap;

use simobject_host::{ObjectType, Surroundings};

use super::settable::{Settable, Target};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::nearest;
use crate::scenario::document::{self, Attribute, Document, Text};
use crate::scenario::engine_attribute;
use crate::scenario::overridden::{Overridden, OverrideTarget};
use crate::scenario::overrides::{Override, Overrides, put};

/// What overrides are looked up in.
pub(super) struct Lookup<'a> {
    pub(super) types: &'a dyn Fn(&document::Object<'_>) -> Option<&'static ObjectType>,
    pub(super) files: &'a dyn Surroundings,
    /// Whether the run begins with the states of a file.
    pub(super) has_initial_state: bool,
}

/// Puts overrides into the document, each where it belongs: whole values first,
/// in their order, and then elements. What they set is returned in their order.
pub(super) fn apply<'t>(
    overrides: Overrides<'t>,
    document: &mut Document<'t>,
    lookup: &Lookup<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Overridden> {
    let mut overridden: Vec<(usize, Overridden)> = overrides.engine.iter().map(of_engine).collect();
    let mut by_object: BTreeMap<usize, Vec<Override<'t>>> = BTreeMap::new();
    for of_object in overrides.of_objects {
        let name = of_object.object.as_str();
        match document.objects.iter().position(|object| object.name.as_str() == name) {
            Some(position) => by_object.entry(position).or_default().push(of_object),
            None => diagnostics.push(unknown_object(&of_object, document)),
        }
    }
    for (position, list) in by_object {
        let Some(kind) = (lookup.types)(&document.objects[position]) else { continue };
        let settable = Settable::declare(&document.objects[position], kind, &list, lookup.files);
        let mut elements: BTreeMap<(OverrideTarget, String), Vec<(Override<'t>, Target)>> = BTreeMap::new();
        for of_object in list {
            let target = match settable.target(&of_object, lookup.has_initial_state) {
                Ok(Some(target)) => target,
                Ok(None) => continue,
                Err(diagnostic) => {
                    diagnostics.push(diagnostic);
                    continue;
                }
            };
            if let Err(diagnostic) = settable.allows(&of_object, &target, document) {
                diagnostics.push(diagnostic);
                continue;
            }
            settable.ambiguity(&of_object, &target, document).into_iter().for_each(|note| diagnostics.push(note));
            overridden.push((of_object.number, target.overridden(&of_object)));
            if of_object.element.is_some() {
                let key = (target.kind, of_object.name.as_str().to_owned());
                elements.entry(key).or_default().push((of_object, target));
            } else {
                set(document, position, &of_object, &target, of_object.value.clone());
            }
        }
        for of_one in elements.into_values() {
            match settable.with_elements(&of_one, document) {
                Ok(Some(text)) => {
                    let (last, target) = &of_one[of_one.len() - 1];
                    set(document, position, last, target, Text::new(text, last.value.span()));
                }
                Ok(None) => {}
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
    }
    overridden.sort_by_key(|(number, _)| *number);
    overridden.into_iter().map(|(_, overridden)| overridden).collect()
}

fn of_engine((number, name): &(usize, Text<'_>)) -> (usize, Overridden) {
    let unit = engine_attribute::unit(name.as_str()).to_owned();
    let name = format!("Engine:{}", name.as_str());
    (*number, Overridden { name, target: OverrideTarget::Engine, unit })
}

fn set<'t>(document: &mut Document<'t>, object: usize, of: &Override<'t>, target: &Target, value: Text<'t>) {
    let full = || Attribute { name: of.full_name.clone(), value: value.clone() };
    match target.kind {
        OverrideTarget::Engine => {}
        OverrideTarget::Parameter => {
            put(&mut document.objects[object].parameters, Attribute { name: of.name.clone(), value });
        }
        OverrideTarget::InitialCondition => put(&mut document.initial_conditions, full()),
        OverrideTarget::Constant => put(&mut document.connections, full()),
    }
}

fn unknown_object(of: &Override<'_>, document: &Document<'_>) -> Diagnostic {
    let name = of.object.as_str();
    let advice = match name {
        "Engine" => format!("an attribute of `<Engine>` is written `Engine:{}`", of.name.as_str()),
        name => nearest::advice(name, "objects", document.objects.iter().map(|object| object.name.as_str())),
    };
    Diagnostic::error("unknown-object", format!("there is no object `{name}`")).at(of.object.span()).help(advice)
}
