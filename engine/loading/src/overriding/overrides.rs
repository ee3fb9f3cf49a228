//! Overrides of what objects have: parameters, initial conditions and the
//! constants of in-ports, found by what the objects declare.

use std::collections::BTreeMap;

use simobject_host::{ObjectType, Surroundings};

use super::resumed_overrides::TakenOver;
use super::settable_names::{Settable, Target};
use crate::declaring::names::not_inside;
use bowline_description::aliases::Aliases;
use bowline_description::attributes::engine_attribute;
use bowline_description::attributes::overrides::{Override, Overrides};
use bowline_description::files::ScenarioFiles;
use bowline_description::overridden::{Overridden, OverrideTarget};
use bowline_description::reference::{self, Reference, Unfound};
use bowline_description::variables::Variables;
use bowline_description::{ModelDescription, ObjectDescription, StoredAttribute};
use bowline_text::Text;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;

/// What overrides are looked up in.
pub(crate) struct Lookup<'a> {
    pub(crate) types: &'a dyn Fn(ObjectDescription<'_>) -> Option<&'static ObjectType>,
    pub(crate) files: &'a ScenarioFiles,
    pub(crate) variables: &'a Variables,
    pub(crate) aliases: &'a Aliases,
    /// Whether the run begins with the states of a file.
    pub(crate) has_initial_state: bool,
    /// The overrides of the run that saved it.
    pub(crate) taken: &'a TakenOver,
}

impl Lookup<'_> {
    fn of_variable(&self, name: &str) -> Overridden {
        let unit = self.variables.get(name).map_or_else(String::new, |variable| variable.unit.clone());
        let (what, name) = (name.to_owned(), name.to_owned());
        Overridden { name, what, element: None, target: OverrideTarget::Variable, unit }
    }
}

/// Puts overrides into the description, each where it belongs: whole values first,
/// in their order, and then elements. What they set is returned in their order, and the numbers of those that come from an initial
/// state.
pub(crate) fn apply<'t>(
    overrides: Overrides<'t>,
    of_instances: Vec<(usize, Overridden)>,
    description: &mut ModelDescription,
    lookup: &Lookup<'_>,
    diagnostics: &mut Diagnostics,
) -> (Vec<Overridden>, Vec<usize>) {
    let mut overridden: Vec<(usize, Overridden)> = overrides.engine.iter().map(of_engine).collect();
    overridden
        .extend(overrides.variables.iter().map(|(number, name)| (*number, lookup.of_variable(name.as_str().trim()))));
    overridden.extend(of_instances);
    let mut by_object: BTreeMap<usize, Vec<Override<'t>>> = BTreeMap::new();
    for named in overrides.of_objects {
        match named.reference.within(&*description) {
            Ok(meant) => by_object.entry(meant.object as usize).or_default().push(named.of(meant)),
            Err(Unfound::NoPath(_)) => diagnostics.push(named.of_what()),
            Err(Unfound::NoObject(name)) => {
                let path = named.reference.path;
                let inside = not_inside(path, lookup.aliases, &*description);
                diagnostics.push(inside.unwrap_or_else(|| unknown(name, named.reference, description)));
            }
        }
    }
    for (position, list) in by_object {
        let Some(kind) = (lookup.types)(description.object_at(position)) else { continue };
        let files = lookup.files.within(description.scope_of(position));
        let settable = Settable::declare(description.object_at(position), kind, &list, &files);
        let mut elements: BTreeMap<(OverrideTarget, String), Vec<(Override<'t>, Target)>> = BTreeMap::new();
        for of_object in list {
            // What the run that saved the states began with is behind them.
            let began = |target: Target| target.kind == OverrideTarget::InitialCondition;
            if of_object.number < lookup.taken.count
                && settable.target(&of_object, false).ok().flatten().is_some_and(began)
            {
                continue;
            }
            let target = match settable.target(&of_object, lookup.has_initial_state) {
                Ok(Some(target)) => target,
                Ok(None) => continue,
                Err(diagnostic) => {
                    diagnostics.push(diagnostic);
                    continue;
                }
            };
            if let Err(diagnostic) = settable.allows(&of_object, &target, description, lookup.files.names()) {
                diagnostics.push(diagnostic);
                continue;
            }
            settable.ambiguity(&of_object, &target, description).into_iter().for_each(|note| diagnostics.push(note));
            overridden.push((of_object.number, target.overridden(&of_object)));
            if of_object.element.is_some() {
                let key = (target.kind, of_object.name.as_str().to_owned());
                elements.entry(key).or_default().push((of_object, target));
            } else {
                set(description, position, &of_object, &target, of_object.value.span());
            }
        }
        for of_one in elements.into_values() {
            match settable.with_elements(&of_one, description, lookup.files.names()) {
                Ok(Some(text)) => {
                    let (last, target) = &of_one[of_one.len() - 1];
                    let value = description.texts_mut().push(&text, Some(last.value.span()));
                    set(description, position, last, target, value);
                }
                Ok(None) => {}
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
    }
    overridden.sort_by_key(|(number, _)| *number);
    let taken = overridden.iter().map(|(number, _)| *number).filter(|number| *number < lookup.taken.count).collect();
    (overridden.into_iter().map(|(_, overridden)| overridden).collect(), taken)
}

fn of_engine((number, name): &(usize, Text<'_>)) -> (usize, Overridden) {
    let unit = engine_attribute::unit(name.as_str()).to_owned();
    let (what, name) = (name.as_str().to_owned(), format!("Engine:{}", name.as_str()));
    (*number, Overridden { name, what, element: None, target: OverrideTarget::Engine, unit })
}

fn set(description: &mut ModelDescription, object: usize, of: &Override<'_>, target: &Target, value: Span) {
    let full = StoredAttribute { name: of.full_name.span(), value };
    match target.kind {
        OverrideTarget::Engine | OverrideTarget::Variable => {}
        OverrideTarget::Parameter => {
            description.put_parameter(object, StoredAttribute { name: of.name.span(), value });
        }
        OverrideTarget::InitialCondition => description.put_initial_condition(full),
        OverrideTarget::Constant => description.put_connection(full),
    }
}

fn unknown(name: Text<'_>, of: Reference<'_>, description: &ModelDescription) -> Diagnostic {
    let diagnostic = reference::unknown_object(name, description);
    match (name.as_str(), of.path.as_str().strip_prefix("Engine.")) {
        ("Engine", Some(attribute)) => {
            diagnostic.help(format!("an attribute of `<Engine>` is written `Engine:{attribute}`"))
        }
        _ => diagnostic,
    }
}
