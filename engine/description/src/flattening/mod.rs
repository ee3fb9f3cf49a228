//! Schemes, instances and repetitions become SimObjects, connections and initial conditions.
//!
//! First all levels are walked for their objects, the scenario first: each instance is a level (`level.rs`) with the
//! numbers of its parameters and variables (`instance.rs`). Then their connections are followed from the outside in, so
//! that each port of a scheme knows what drives it (`wires.rs`), and sources are written by full names (`sources.rs`). Nothing of a scheme is left behind: no computation,
//! no copy of a number. What a model is called stays: `Boom.Valve.SpoolPos` is an object `Boom.Valve` and its port, and
//! names of ports of schemes are kept as others for what they lead to ([`Aliases`]).

mod instance;
mod level;
mod parameter;
mod parameter_order;
mod port_names;
mod repeat;
mod scheme_ports;
mod sources;
mod starts;
mod template;
mod wires;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use bowline_formula::{Found, Names};
use foldhash::fast::RandomState;
use simobject_host::is_name;

use crate::aliases::Aliases;
use crate::attributes::overrides::Named;
use crate::builder::{bad_name, is_object_name};
use crate::outline::{Element, ElementKind, Insertion, Outline};
use crate::overridden::Overridden;
use crate::store::ModelDescription;
use crate::stored_attribute::StoredAttribute;
use crate::variables::{Scope, Scoped, Variables, diagnostic};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::{Composed, Span};
use bowline_text::{Text, nearest};

use level::{Drive, Level};
use template::{BEGINS, Index, Reader, Template};

pub use scheme_ports::SchemePort;

/// What flattening leaves beside the description.
#[derive(Debug, Default)]
pub struct Flattened {
    /// The names of ports of instances.
    pub aliases: Aliases,
    /// What overrides of instances set, with their numbers.
    pub overridden: Vec<(usize, Overridden)>,
    /// What ports of instances say of their numbers.
    pub ports: Vec<SchemePort>,
}

/// Flattens a description. Of the overrides those are taken that set a parameter, a variable or a port of an instance.
pub fn flatten(
    description: &mut ModelDescription,
    variables: &mut Variables,
    overrides: &mut Vec<Named<'_>>,
    diagnostics: &mut Diagnostics,
) -> Flattened {
    let outline = &description.shared_outline();
    if outline.is_flat() {
        return Flattened::default();
    }
    let mut flattening = Flattening {
        description,
        outline,
        variables,
        set: overrides.iter().filter(|named| named.is_plain()).map(|named| (named.path().to_owned(), *named)).collect(),
        overridden: Vec::new(),
        levels: vec![Level::default()],
        indices: Vec::new(),
        times: 1,
        has_too_many: false,
        indexed_scope: None,
        templates: HashMap::default(),
        elements: HashMap::default(),
        flat: Vec::new(),
        begun: HashMap::new(),
        ports_give_units: false,
        added: HashSet::new(),
        is_direct: false,
        diagnostics,
    };
    flattening.all();
    let aliases = flattening.aliases();
    let ports = if flattening.diagnostics.has_errors() { Vec::new() } else { flattening.scheme_ports() };
    let overridden = flattening.overridden;
    description.texts_mut().seal();
    description.shrink();
    // Of several for one name the last one counts.
    let is_taken = |named: &Named<'_>| named.is_plain() && overridden.iter().any(|(_, of)| of.name == named.path());
    overrides.retain(|named| !is_taken(named));
    Flattened { aliases, overridden, ports }
}

/// A description that is flattened.
struct Flattening<'f, 't> {
    description: &'f mut ModelDescription,
    outline: &'f Outline,
    variables: &'f mut Variables,
    /// The overrides, by what they name.
    set: HashMap<String, Named<'t>>,
    overridden: Vec<(usize, Overridden)>,
    /// The scenario, and all instances: each behind the one that it stands in.
    levels: Vec<Level>,
    /// The indices of the repetitions around, the outermost first.
    indices: Vec<Index>,
    /// How often everything is made here, by all repetitions around, those around instances too.
    times: i128,
    /// Whether there are more instances than there may be.
    has_too_many: bool,
    /// The scope that knows them, if one was needed.
    indexed_scope: Option<u32>,
    templates: HashMap<Span, Prepared, RandomState>,
    /// Those of elements whose attributes are looked at together.
    elements: HashMap<*const Element, Option<Rc<[Prepared]>>, RandomState>,
    /// What in-ports of SimObjects are connected to, as it is written.
    flat: Vec<(String, Drive)>,
    /// The states that have an initial condition, and the level that gave it.
    begun: HashMap<String, usize>,
    /// Whether numbers without a unit that drive a port take that of the port.
    ports_give_units: bool,
    /// The in-ports of SimObjects to which something is added.
    added: HashSet<String>,
    /// Whether connections stay as they are written: no port of a scheme is in them, and nothing is added to them.
    is_direct: bool,
    diagnostics: &'f mut Diagnostics,
}

/// An attribute that was looked at.
#[derive(Debug, Clone, Default)]
struct Prepared {
    template: Option<Rc<Template>>,
    /// Whether it names an index of a repetition around.
    names_index: bool,
}

/// The names that formulas know in an element.
#[derive(Clone, Copy)]
struct Around<'a> {
    level: Scoped<'a>,
    indices: &'a [Index],
}

impl Names for Around<'_> {
    fn find(&self, name: &str, is_path: bool) -> Found<'_> {
        match self.indices.iter().rev().find(|index| index.name == name) {
            Some(index) => Found::Constant(&index.quantity),
            None => self.level.find(name, is_path),
        }
    }
}

impl<'f> Flattening<'f, '_> {
    fn all(&mut self) {
        let outline = self.outline;
        self.assert_all(0, &outline.asserts);
        let plain = self.description.take_flat();
        self.scenario(ElementKind::Objects, &outline.objects, plain.objects.len(), |this, at| {
            let object = plain.objects[at];
            let names = [object.library, object.kind, object.name];
            this.description.push_object(names, plain.parameters(object).iter().copied());
        });
        self.namesakes();
        if self.diagnostics.has_errors() {
            return;
        }
        self.wire(&plain);
        self.initial_conditions(&plain);
    }

    /// A section of the scenario: what is flattened stands among so many plain elements.
    fn scenario(
        &mut self,
        section: ElementKind,
        insertions: &'f [Insertion],
        plain: usize,
        mut each: impl FnMut(&mut Self, usize),
    ) {
        let mut insertions = insertions.iter().peekable();
        for at in 0..plain {
            while let Some(insertion) = insertions.next_if(|insertion| insertion.at <= at) {
                self.walk(0, section, std::slice::from_ref(&insertion.element));
            }
            each(self, at);
        }
        insertions.for_each(|insertion| self.walk(0, section, std::slice::from_ref(&insertion.element)));
    }

    /// Such a section of the scheme of an instance.
    fn scheme_sections(&mut self, level: usize, kind: ElementKind) {
        let outline = self.outline;
        let Some(scheme) = self.levels[level].scheme.map(|scheme| &outline.schemes[scheme]) else { return };
        for section in scheme.sections.iter().filter(|section| section.kind == kind) {
            self.walk(level, kind, &section.children);
        }
    }

    /// Reports instances that are called as an object is.
    fn namesakes(&mut self) {
        if self.levels.len() == 1 {
            return;
        }
        let instances: HashMap<&str, Span> =
            self.levels[1..].iter().filter_map(|level| Some((level.name(), level.place?))).collect();
        for object in self.description.objects() {
            let name = object.name();
            if let Some(first) = instances.get(name.as_str()) {
                let message = format!("an instance and an object are called `{}`", name.as_str());
                let diagnostic = Diagnostic::error("repeated-name", message).label(name.span(), "again here");
                self.diagnostics.push(diagnostic.label(*first, "first used here"));
            }
        }
    }

    /// Flattens the elements of a section.
    fn walk(&mut self, level: usize, section: ElementKind, elements: &'f [Element]) {
        for element in elements {
            match (element.kind, section) {
                (ElementKind::Repeat, _) => self.repeat(level, section, element),
                (ElementKind::Lib, _) => self.object(level, element),
                (ElementKind::Instance, _) => self.instance(level, element),
                (ElementKind::Assert, _) => self.assert(level, element),
                (ElementKind::Connection, _) => self.connection(level, element),
                (ElementKind::InitialCondition, _) => self.initial_condition(level, element),
                _ => {}
            }
        }
    }

    fn object(&mut self, level: usize, element: &Element) {
        let (mut library, mut kind, mut name) = (None, None, None);
        let mut parameters = Vec::with_capacity(element.attributes.len());
        let mut names_index = false;
        let Some(prepared) = self.prepared_element(element) else { return };
        for (attribute, prepared) in element.attributes.iter().zip(prepared.iter()) {
            let written = self.text(attribute.name);
            let meant = match written {
                "LibName" => &mut library,
                "SimObject" => &mut kind,
                "Name" => {
                    name = Some((attribute.value, prepared));
                    continue;
                }
                _ => {
                    names_index |= prepared.names_index;
                    if let Some(value) = self.filled_with(level, attribute.value, prepared, false) {
                        parameters.push(StoredAttribute { name: attribute.name, value });
                    }
                    continue;
                }
            };
            *meant = self.filled_with(level, attribute.value, prepared, false);
        }
        let given = [("LibName", library.is_some()), ("SimObject", kind.is_some()), ("Name", name.is_some())];
        for (what, _) in given.iter().filter(|(_, is_given)| !is_given) {
            self.missing(element, what, "every `<Lib>` has LibName, SimObject and Name");
        }
        let (Some(library), Some(kind), Some((name, prepared))) = (library, kind, name) else { return };
        let Some(name) = self.full_name(level, name, prepared) else { return };
        self.description.push_object([library, kind, name], parameters);
        let scope = if names_index { self.indexed_scope(level) } else { self.levels[level].scope };
        self.description.put_scope(scope);
    }

    /// The name of an object or instance, with those of the instances around.
    fn full_name(&mut self, level: usize, written: Span, prepared: &Prepared) -> Option<Span> {
        let span = self.filled_with(level, written, prepared, true)?;
        let text = self.text(span);
        let is_plain_path = level == 0 && is_object_name(text);
        if !is_name(text) && !is_plain_path {
            let diagnostic = bad_name(Text::new(text, self.place(span)));
            self.diagnostics.push(diagnostic);
            return None;
        }
        if level == 0 {
            return Some(span);
        }
        let full = format!("{}{text}", self.levels[level].prefix);
        Some(self.put(&full, written))
    }

    fn missing(&mut self, element: &Element, what: &str, help: &str) {
        let message = format!("`<{}>` without `{what}`", element.kind.name());
        self.diagnostics.push(Diagnostic::error("missing-attribute", message).at(element.span).help(help));
    }

    /// Reports attributes that an element does not have.
    fn only(&mut self, element: &Element, known: &[&str]) {
        for attribute in &element.attributes {
            let name = self.text(attribute.name);
            if !known.contains(&name) {
                let message = format!("unknown attribute `{name}` of `<{}>`", element.kind.name());
                let help = nearest::advice(name, "attributes", known.iter().copied());
                let diagnostic = Diagnostic::error("unknown-attribute", message).at(attribute.name).help(help);
                self.diagnostics.push(diagnostic);
            }
        }
    }

    fn text(&self, span: Span) -> &str {
        self.description.texts().text(span)
    }

    /// Where a text is written.
    fn place(&self, span: Span) -> Span {
        self.description.texts().origin(span)
    }

    fn written(&self, span: Span) -> Text<'_> {
        Text::new(self.text(span), self.place(span))
    }

    /// Reports what is wrong with something in a level: in an instance, with the place where that is made.
    fn report(&mut self, level: usize, diagnostic: Diagnostic) {
        let diagnostic = match self.levels[level].place {
            Some(place) => {
                diagnostic.label(place, format!("the instance `{}` is made here", self.levels[level].name()))
            }
            None => diagnostic,
        };
        self.diagnostics.push(diagnostic);
    }

    /// A text that is put together; that one, if it is the same.
    fn put_composed(&mut self, composed: &Composed, of: Span) -> Span {
        if self.text(of) == composed.text() { of } else { self.description.texts_mut().push_composed(composed) }
    }

    /// A text that stands for another one; that itself, if it is the same.
    fn put(&mut self, text: &str, of: Span) -> Span {
        if self.text(of) == text {
            return of;
        }
        let origin = self.place(of);
        self.description.texts_mut().push(text, Some(origin))
    }

    /// An attribute of an element, by its name.
    fn attribute(&self, element: &Element, name: &str) -> Option<Span> {
        element.attributes.iter().find(|attribute| self.text(attribute.name) == name).map(|attribute| attribute.value)
    }

    /// Looks a value over; none, if its template is malformed.
    fn prepared(&mut self, value: Span) -> Option<Prepared> {
        if let Some(known) = self.templates.get(&value) {
            return Some(known.clone());
        }
        let text = self.text(value);
        let names_index = |text: &str| self.indices.iter().any(|index| has_word(text, &index.name));
        let prepared = match Template::of(text, &self.indices) {
            Ok(Some(template)) => {
                let names_index = template.beside(text).any(names_index);
                Prepared { template: Some(Rc::new(template)), names_index }
            }
            Ok(None) => Prepared { template: None, names_index: names_index(text) },
            Err(fault) => {
                let diagnostic = diagnostic("bad-formula", &format!("`{text}`"), self.written(value), &fault);
                self.diagnostics.push(diagnostic);
                return None;
            }
        };
        self.templates.insert(value, prepared.clone());
        Some(prepared)
    }

    /// The same of all values of an element, which is mostly looked at again and again.
    fn prepared_element(&mut self, element: &Element) -> Option<Rc<[Prepared]>> {
        let key = std::ptr::from_ref(element);
        if let Some(known) = self.elements.get(&key) {
            return known.clone();
        }
        let all: Option<Rc<[Prepared]>> =
            element.attributes.iter().map(|attribute| self.prepared(attribute.value)).collect();
        self.elements.insert(key, all.clone());
        all
    }

    /// A value with its formulas filled in; none, if they are wrong.
    fn filled(&mut self, level: usize, value: Span, is_name: bool) -> Option<Span> {
        let prepared = self.prepared(value)?;
        self.filled_with(level, value, &prepared, is_name)
    }

    fn filled_with(&mut self, level: usize, value: Span, prepared: &Prepared, is_name: bool) -> Option<Span> {
        let Some(template) = &prepared.template else { return Some(value) };
        let text = self.text(value);
        let names = self.around(level);
        let prefix = &self.levels[level].prefix;
        let text_of = |name: &str| self.variables.text(&format!("{prefix}{name}")).map(str::to_owned);
        let reader = Reader { names: &names, indices: &self.indices, text_of: &text_of, is_name };
        let mut out = String::with_capacity(text.len() + BEGINS.len());
        match template.fill(text, &reader, &mut out) {
            Ok(()) => {
                let origin = self.place(value);
                Some(self.description.texts_mut().push(&out, Some(origin)))
            }
            Err(fault) => {
                let who = self.who(level);
                let diagnostic = diagnostic("bad-formula", &format!("{who}`{text}`"), self.written(value), &fault);
                self.report(level, diagnostic);
                None
            }
        }
    }

    /// The names that formulas know in a level, and in the repetitions around.
    fn around(&self, level: usize) -> Around<'_> {
        Around { level: self.variables.within(self.levels[level].scope), indices: &self.indices }
    }

    /// The scope of a level that knows the indices around, too.
    fn indexed_scope(&mut self, level: usize) -> u32 {
        if let Some(scope) = self.indexed_scope {
            return scope;
        }
        let prefix = self.levels[level].prefix.clone();
        let directory = self.variables.directory(self.levels[level].scope).map(Arc::from);
        let indices = self.indices.iter().map(|index| (index.name.clone(), index.quantity.clone())).collect();
        let scope = self.variables.push_scope(Scope { prefix, indices, directory });
        self.indexed_scope = Some(scope);
        scope
    }

    /// The instance that a level is, for messages.
    fn who(&self, level: usize) -> String {
        match self.levels[level].name() {
            "" => String::new(),
            name => format!("`{name}`: "),
        }
    }
}

/// Whether a word stands in a text, and not only as a part of another one.
fn has_word(text: &str, word: &str) -> bool {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .any(|(at, word)| !text[..at].ends_with(is_of_word) && !text[at + word.len()..].starts_with(is_of_word))
}
