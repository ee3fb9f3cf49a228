//! The SimObjects of a scenario declare themselves.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use bowline_formula::{Names as FormulaNames, constants};
use simobject_host::{
    Declaration, Declared, Fault, Library, Message, OWN_SAMPLE_TIME, ObjectType, ParameterDeclaration, Subject,
    Surroundings as _,
};

use super::names::Names;
use super::notes::OddGravity;
use bowline_catalog::{Catalog, CatalogLibrary, library_message};
use bowline_description::attributes::sample_time;
use bowline_description::files::ScenarioFiles;
use bowline_description::{ModelDescription, ObjectDescription, reference};
use bowline_model::evaluation::EvaluationError;
use bowline_model::model::Object;
use bowline_model::model::declarations::{Declarations, Declaring, Outcome, Shared};
use bowline_model::model::object::introduced;
use bowline_network::PartKind;

use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::{Span, Text, nearest};

/// All SimObjects, in file order, with their names.
#[derive(Debug, Default)]
pub(crate) struct Objects<'d> {
    pub(crate) list: Vec<Object>,
    /// The libraries that are named, in the order of their first SimObject.
    pub(crate) libraries: Vec<CatalogLibrary>,
    /// Whether any of them asks for the scenario's clock, and has none of its own.
    pub(crate) on_its_clock: bool,
    pub(crate) declarations: Declarations,
    pub(crate) names: Names<'d>,
    /// The numbers of the branches of those that have any.
    pub(crate) branch_numbers: HashMap<u32, Arc<[Vec<f64>]>>,
    pub(crate) has_terminals: bool,
    /// Whether there are bundles, or resources that are asked.
    pub(crate) has_bundles: bool,
    pub(crate) has_askers: bool,
}

impl<'d> Objects<'d> {
    /// Lets every SimObject of the description declare itself. All faults are
    /// reported; the list holds the sound ones.
    pub(crate) fn declare(
        description: &'d ModelDescription,
        catalog: &Catalog,
        files: &ScenarioFiles,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let count = description.object_count();
        let (list, names) = (Vec::with_capacity(count), Names::with_capacity(count));
        let mut objects = Self { list, names, ..Self::default() };
        let mut unfound = Unfound::default();
        let mut gravity = OddGravity::default();
        for (position, object) in description.objects().enumerate() {
            let name = object.name().as_str();
            if let Some(first) = objects.names.push(name) {
                let first = description.object_at(first).name().span();
                let message = format!("two objects are called `{name}`");
                let diagnostic = Diagnostic::error("repeated-name", message).label(object.name().span(), "again here");
                diagnostics.push(diagnostic.label(first, "first used here"));
                continue;
            }
            let Some((library, kind)) = find_type(object, catalog, &mut unfound, diagnostics) else { continue };
            objects.note(library);
            let library = library.library;
            let arguments = object.arguments();
            let tell = |messages: Vec<Message>| {
                for Message { level, text, .. } in messages {
                    library_message::tell(level, &introduced(name, kind.name(), library), None, &text);
                }
            };
            let see = |parameters: &[ParameterDeclaration], on_its_clock: &mut bool| {
                let asks = parameters.iter().any(|declared| declared.name == OWN_SAMPLE_TIME);
                *on_its_clock |= asks && sample_time::own(object).is_none();
            };
            let files = &files.within(description.scope_of(position));
            let declaring = Declaring { name, kind, arguments: &arguments, files };
            let shared = match objects.declarations.declare(declaring) {
                Outcome::Again(shared, parameters, messages) => {
                    tell(messages);
                    see(parameters, &mut objects.on_its_clock);
                    gravity.look(object, parameters, description.up);
                    shared
                }
                Outcome::Anew(declared) => {
                    let Declared { declaration, faults, messages } = *declared;
                    tell(messages);
                    see(&declaration.parameters, &mut objects.on_its_clock);
                    if !report(object, library, &declaration, &faults, files.names(), diagnostics) {
                        continue;
                    }
                    gravity.look(object, &declaration.parameters, description.up);
                    objects.declarations.share(kind, declaration)
                }
            };
            let Shared { interface, numbers, looks, branch_numbers } = shared;
            if !branch_numbers.is_empty() {
                objects.branch_numbers.insert(objects.list.len() as u32, branch_numbers);
            }
            objects.has_terminals |= !interface.terminals.is_empty();
            objects.has_bundles |= !interface.bundles.is_empty();
            objects.has_askers |= !interface.resources.is_empty();
            objects.list.push(Object { name: name.into(), library, kind, interface, numbers, looks });
        }
        unfound.report(diagnostics);
        gravity.report(description.up, diagnostics);
        objects
    }

    /// The same of a description that has more SimObjects at its end, parts of a network.
    pub(crate) fn with_parts<'n>(
        self,
        description: &'n ModelDescription,
        kind_of_part: impl Fn(usize) -> Option<PartKind>,
        files: &ScenarioFiles,
    ) -> Objects<'n> {
        let mut objects = Objects { names: Names::with_capacity(description.object_count()), ..self.without_names() };
        let elements = objects.list.len();
        for (position, object) in description.objects().enumerate() {
            let name = object.name().as_str();
            objects.names.push(name);
            let Some(kind) = position.checked_sub(elements).and_then(&kind_of_part) else { continue };
            let kind = kind.object_type();
            let arguments = object.arguments();
            let declaring = Declaring { name, kind, arguments: &arguments, files };
            let shared = match objects.declarations.declare(declaring) {
                Outcome::Again(shared, ..) => shared,
                Outcome::Anew(declared) => {
                    debug_assert!(declared.faults.is_empty(), "{:?}", declared.faults);
                    objects.declarations.share(kind, declared.declaration)
                }
            };
            let Shared { interface, numbers, looks, .. } = shared;
            let library = Library::linked_in(&bowline_network::LIBRARY);
            objects.list.push(Object { name: name.into(), library, kind, interface, numbers, looks });
        }
        objects
    }

    /// The same with the names of those that are sound, and the names of the others.
    pub(crate) fn sound(self, description: &'d ModelDescription) -> (Self, HashSet<&'d str>) {
        let mut sound = Objects { names: Names::with_capacity(self.list.len()), ..self.without_names() };
        let mut unsound = HashSet::new();
        for object in description.objects() {
            let name = object.name().as_str();
            let next = sound.names.count();
            if sound.list.get(next).is_some_and(|known| known.name() == name) {
                sound.names.push(name);
            } else {
                unsound.insert(name);
            }
        }
        unsound.retain(|name| sound.names.find(name).is_none());
        (sound, unsound)
    }

    /// The same without the names, which are in its description.
    fn without_names<'n>(self) -> Objects<'n> {
        let Self { list, libraries, on_its_clock, declarations, branch_numbers, .. } = self;
        let (has_terminals, has_bundles, has_askers) = (self.has_terminals, self.has_bundles, self.has_askers);
        let names = Names::default();
        Objects {
            list,
            libraries,
            on_its_clock,
            declarations,
            names,
            branch_numbers,
            has_terminals,
            has_bundles,
            has_askers,
        }
    }

    fn note(&mut self, library: &CatalogLibrary) {
        if !self.libraries.iter().any(|known| std::ptr::eq(known.library, library.library)) {
            self.libraries.push(library.clone());
        }
    }

    /// Position of the object of that name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.names.find(name)
    }

    /// Lets go of what finds objects by their names, when all are found.
    pub(crate) fn forget_names(&mut self) {
        self.names = Names::default();
    }
}

impl reference::Objects for Objects<'_> {
    fn position(&self, name: &str) -> Option<u32> {
        u32::try_from(self.find(name)?).ok()
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(Object::name)
    }

    fn most_points(&self) -> usize {
        self.names.most_points()
    }
}

/// The diagnostic at the object that an evaluation failed in.
pub(crate) fn at_culprit(
    diagnostic: Diagnostic,
    error: &EvaluationError,
    description: &ModelDescription,
) -> Diagnostic {
    let object = description.objects().find(|object| error.is_about(object.name().as_str()));
    let span = match (object, error.column()) {
        (Some(object), _) => Some(object.name().span()),
        (None, Some(column)) => place_of_column(column, description),
        (None, None) => None,
    };
    match span {
        Some(span) => diagnostic.at(span),
        None => diagnostic,
    }
}

/// Where a column is asked for.
fn place_of_column(column: &str, description: &ModelDescription) -> Option<Span> {
    let name = column.split('[').next().unwrap_or(column);
    let outputs = description.outputs().map(|output| output.attributes);
    let mut asked =
        std::iter::once(description.engine_attributes()).chain(outputs).filter_map(|all| all.find("FileOutput"));
    asked.find_map(|asked| {
        let at = asked.value.as_str().find(name)?;
        Some(asked.value.part(at, at + name.len()))
    })
}

/// Libraries that are not there or cannot be used, each told once.
#[derive(Default)]
struct Unfound<'d>(BTreeMap<&'d str, (usize, Diagnostic)>);

impl<'d> Unfound<'d> {
    fn note(&mut self, object: ObjectDescription<'d>, diagnostic: impl FnOnce() -> Diagnostic) {
        let first = || (0, diagnostic().at(object.library().span()));
        self.0.entry(object.library().as_str()).or_insert_with(first).0 += 1;
    }

    fn report(self, diagnostics: &mut Diagnostics) {
        for (objects, diagnostic) in self.0.into_values() {
            diagnostics.push(match objects {
                1 => diagnostic,
                _ => diagnostic.more(&format!(" ({objects} SimObjects name it)")),
            });
        }
    }
}

/// The type of an object. After a slip of the finger it is the one that is meant, so that the rest of the object is checked too.
fn find_type<'c, 'd>(
    object: ObjectDescription<'d>,
    catalog: &'c Catalog,
    unfound: &mut Unfound<'d>,
    diagnostics: &mut Diagnostics,
) -> Option<(&'c CatalogLibrary, &'static ObjectType)> {
    let library_name = object.library().as_str();
    let library = match catalog.library(library_name) {
        Ok(Some(library)) => library,
        Ok(None) => {
            unfound.note(object, || unknown_library(library_name, catalog));
            catalog.meant(library_name)?
        }
        Err(error) => {
            unfound.note(object, || Diagnostic::error("unusable-library", error.to_string()));
            return None;
        }
    };
    let kind_name = object.kind().as_str();
    let kind = library.library.find(kind_name).or_else(|| {
        let name = if library.library.is_called(library_name) { library_name } else { library.library.name() };
        diagnostics.push_with(|| unknown_type(kind_name, name, library.library, catalog).at(object.kind().span()));
        let types = library.library.types().map(|kind| kind.name());
        nearest::only(kind_name, types).and_then(|meant| library.library.find(meant))
    });
    kind.map(|kind| (library, kind))
}

/// The type of an object, if it is there.
pub(crate) fn known_type(object: ObjectDescription<'_>, catalog: &Catalog) -> Option<&'static ObjectType> {
    catalog.library(object.library().as_str()).ok()??.library.find(object.kind().as_str())
}

fn unknown_library(name: &str, catalog: &Catalog) -> Diagnostic {
    let message = match name {
        "" => "the LibName is empty".to_owned(),
        name => format!("there is no library `{name}`"),
    };
    Diagnostic::error("unknown-library", message).help(catalog.advice(name))
}

fn unknown_type(name: &str, library_name: &str, library: &Library, catalog: &Catalog) -> Diagnostic {
    let message = match name {
        "" => "the SimObject's type is empty".to_owned(),
        name => format!("the library `{library_name}` has no type `{name}`"),
    };
    let elsewhere: Vec<String> =
        catalog.types_named(name).map(|(other, _)| format!("`{}`", other.library.name())).collect();
    let forms: Vec<String> = library
        .types()
        .filter(|kind| !name.is_empty() && kind.name().strip_prefix(name).is_some_and(|rest| rest.starts_with('/')))
        .map(|kind| format!("`{}`", kind.name()))
        .collect();
    let of_a_group = |kind: &&'static ObjectType| !name.is_empty() && kind.name().rsplit('/').next() == Some(name);
    let advice = match library.types().find(of_a_group) {
        Some(kind) => format!("did you mean `{}`?", kind.name()),
        None if (1..=8).contains(&forms.len()) => format!("did you mean {}?", forms.join(" or ")),
        None if !elsewhere.is_empty() => format!("there is one in the library {}", elsewhere.join(", ")),
        None => {
            let what = format!("types in `{library_name}`");
            nearest::advice(name, &what, library.types().map(|kind| kind.name()))
        }
    };
    Diagnostic::error("unknown-type", message).help(advice)
}

/// Where stands what is wrong with a value: the part of a formula of which the message says so, or else all of it.
fn place_in(value: Text<'_>, message: &str, names: &dyn FormulaNames) -> Span {
    match constants(value.as_str(), names, "") {
        Err(fault) if message.contains(&fault.message) && !fault.place.is_empty() => {
            value.part(fault.place.start, fault.place.end)
        }
        _ => value.span(),
    }
}

/// Reports the faults of one construction; whether there were none.
fn report(
    object: ObjectDescription<'_>,
    library: &Library,
    declaration: &Declaration,
    faults: &[Fault],
    names: &dyn FormulaNames,
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut sound = faults.is_empty();
    let who = format!("`{}` ({})", object.name().as_str(), object.kind().as_str());
    for fault in faults {
        let value = |name: &str| Some(place_in(object.parameters().find(name)?.value, &fault.message, names));
        let (code, span) = match &fault.subject {
            Subject::MissingParameter(_) => ("missing-parameter", None),
            Subject::Parameter(name) => ("bad-parameter", value(name)),
            Subject::CrossCheck(name) => ("bad-parameter", value(name)),
            Subject::Construction => ("failed-construction", None),
            Subject::Declaration => ("faulty-library", None),
        };
        let who = match &fault.subject {
            Subject::Construction | Subject::Declaration => {
                introduced(object.name().as_str(), object.kind().as_str(), library)
            }
            _ => who.clone(),
        };
        let diagnostic = Diagnostic::error(code, format!("{who}: {}", fault.message)).help(&fault.advice);
        diagnostics.push(diagnostic.at(span.unwrap_or(object.name().span())));
    }
    // Half a declaration does not know all of its parameters.
    if !faults.iter().any(|fault| fault.subject == Subject::Construction) {
        let declared: HashSet<&str> = declaration.parameters.iter().map(|declared| declared.name.as_ref()).collect();
        for parameter in object.parameters().iter() {
            let name = parameter.name.as_str();
            if !declared.contains(name) {
                sound = false;
                diagnostics.push_with(|| {
                    let known = declaration.parameters.iter().map(|declared| declared.name.as_ref());
                    let advice = match name {
                        OWN_SAMPLE_TIME => "nothing of it runs on the scenario's clock".to_owned(),
                        _ => nearest::advice(name, &format!("parameters of {}", object.kind().as_str()), known),
                    };
                    let message = format!("{who}: unknown parameter `{name}`");
                    Diagnostic::error("unknown-parameter", message).at(parameter.name.span()).help(advice)
                });
            }
        }
    }
    sound
}
