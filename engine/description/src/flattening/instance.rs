//! Instances of schemes.

use std::collections::{BTreeMap, HashMap};

use simobject_host::is_name;

use super::Flattening;
use super::level::{Declared, InPort, Level};
use crate::builder::bad_name;
use crate::outline::{Element, ElementKind};
use crate::store::{Attributes, VariableDescription};
use crate::variables::Scope;
use bowline_formula::is_free_word;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::source::Span;
use bowline_text::{Text, nearest};

/// So many instances may stand in each other.
const DEEPEST: usize = 50;
/// So many instances a scenario may have: schemes of two instances each, 25 deep, would be more than memory holds.
const MOST: usize = 1_000_000;

impl<'f> Flattening<'f, '_> {
    /// What an instance of a scheme is made of.
    pub(super) fn instance(&mut self, outer: usize, element: &Element) {
        const HELP: &str = "every `<Instance>` has Scheme and Name";
        let (scheme, name) = (self.attribute(element, "Scheme"), self.attribute(element, "Name"));
        for (what, _) in [("Scheme", scheme), ("Name", name)].iter().filter(|(_, given)| given.is_none()) {
            self.missing(element, what, HELP);
        }
        let (Some(written), Some(name)) = (scheme, name) else { return };
        let Some(number) = self.scheme(outer, written) else { return };
        let outline = self.outline;
        let scheme = &outline.schemes[number];
        if let Some(diagnostic) = self.circle(outer, number, written) {
            return self.diagnostics.push(diagnostic);
        }
        let Some(filled) = self.filled(outer, name, true) else { return };
        let own = self.text(filled).to_owned();
        if !is_name(&own) {
            let diagnostic = bad_name(Text::new(&own, self.place(filled)));
            return self.diagnostics.push(diagnostic);
        }
        let place = self.place(name);
        if let Some(first) = self.levels[outer].instances.get(&own).and_then(|first| self.levels[*first].place) {
            let message = format!("two instances are called `{}{own}`", self.levels[outer].prefix);
            let diagnostic = Diagnostic::error("repeated-name", message).label(place, "again here");
            return self.diagnostics.push(diagnostic.label(first, "first used here"));
        }
        let prefix = format!("{}{own}.", self.levels[outer].prefix);
        let directory = (scheme.directory > 0).then(|| outline.directories[scheme.directory].1.as_path().into());
        let scope = self.variables.push_scope(Scope { prefix: prefix.clone(), indices: Vec::new(), directory });
        let level = self.levels.len();
        if level > MOST {
            if !std::mem::replace(&mut self.has_too_many, true) {
                let message = format!("the scenario has more than {MOST} instances");
                let help = "a scheme that holds two instances of the next one doubles their number with each level";
                self.diagnostics.push(Diagnostic::error("many-instances", message).at(place).help(help));
            }
            return;
        }
        self.levels[outer].instances.insert(own, level);
        let made = Level { scheme: Some(number), prefix, scope, place: Some(place), ..Level::default() };
        self.levels.push(Level { outer, ..made });
        let before = self.diagnostics.errors();
        self.parameters(outer, level, element);
        // What needs one that is wrong would only repeat it.
        if self.diagnostics.errors() > before {
            return;
        }
        self.variables_of(level);
        self.ports(level);
        if self.diagnostics.errors() > before {
            return;
        }
        // Indices of the repetitions around the instance mean nothing in it.
        let around = (std::mem::take(&mut self.indices), self.indexed_scope.take());
        for kind in [ElementKind::Parameters, ElementKind::Variables] {
            for section in scheme.sections.iter().filter(|section| section.kind == kind) {
                self.assert_all(level, &section.children);
            }
        }
        self.scheme_sections(level, ElementKind::Objects);
        (self.indices, self.indexed_scope) = around;
    }

    /// The scheme that an instance names.
    fn scheme(&mut self, outer: usize, written: Span) -> Option<usize> {
        let outline = self.outline;
        let text = self.text(written);
        let within = self.levels[outer].scheme;
        if text.ends_with(".xml") {
            let directory = within.map_or(0, |scheme| outline.schemes[scheme].directory);
            // The reader has reported a file that is missing or wrong.
            return outline.files.get(&(directory, text.to_owned())).copied();
        }
        let mut around = within;
        let mut known: Vec<&HashMap<String, usize>> = Vec::new();
        while let Some(scheme) = around.map(|scheme| &outline.schemes[scheme]) {
            known.push(&scheme.schemes);
            if scheme.is_file {
                break;
            }
            around = scheme.outer;
        }
        if around.is_none() {
            known.push(&outline.named);
        }
        if let Some(found) = known.iter().find_map(|named| named.get(text)) {
            return Some(*found);
        }
        let names = known.iter().flat_map(|named| named.keys().map(String::as_str));
        let advice = match known.iter().all(|named| named.is_empty()) {
            true => "schemes stand in `<SCHEMES>`, or are files that end in .xml".to_owned(),
            false => nearest::advice(text, "schemes", names),
        };
        let message = format!("{}there is no scheme `{text}`", self.who(outer));
        let diagnostic = Diagnostic::error("unknown-scheme", message).at(self.place(written)).help(advice);
        self.report(outer, diagnostic);
        None
    }

    /// The error, if a scheme is used in itself, or schemes are nested too deep.
    fn circle(&self, outer: usize, scheme: usize, written: Span) -> Option<Diagnostic> {
        let mut chain: Vec<&Level> = Vec::new();
        let mut level = outer;
        while level > 0 {
            chain.push(&self.levels[level]);
            level = self.levels[level].outer;
        }
        let is_in_itself = chain.iter().any(|level| level.scheme == Some(scheme));
        if !is_in_itself && chain.len() < DEEPEST {
            return None;
        }
        let name = |level: &&Level| format!("`{}`", self.outline.schemes[level.scheme.unwrap_or(scheme)].name);
        let names: Vec<String> = chain.iter().rev().map(name).collect();
        let own = &self.outline.schemes[scheme].name;
        let message = match is_in_itself {
            true => format!("the scheme `{own}` is used in itself: {}, `{own}`", names.join(", ")),
            false => format!("schemes are used in each other more than {DEEPEST} deep"),
        };
        Some(Diagnostic::error("circular-schemes", message).at(self.place(written)))
    }

    fn variables_of(&mut self, level: usize) {
        let Self { description, outline, variables, levels, set, overridden, diagnostics, .. } = self;
        let Some(scheme) = levels[level].scheme else { return };
        let texts = description.texts();
        let prefix = &levels[level].prefix;
        let elements = outline.schemes[scheme].section(ElementKind::Variables);
        let described = elements.filter(|element| element.kind == ElementKind::Variable).map(|element| {
            let attributes = Attributes::of(&element.attributes, texts);
            let full = attributes.find("Name").map(|name| format!("{prefix}{}", name.value.as_str()));
            let set = full.and_then(|full| set.get(&full));
            VariableDescription { attributes, span: element.span, set: set.map(|named| named.value()) }
        });
        let described: Vec<VariableDescription<'_>> = described.collect();
        variables.add(described.iter().copied(), levels[level].scope, diagnostics);
        for variable in described.iter().filter(|variable| variable.set.is_some()) {
            let full = variable.attributes.find("Name").map(|name| format!("{prefix}{}", name.value.as_str()));
            if let Some(named) = full.and_then(|full| set.get(&full)) {
                overridden.push((named.number(), super::parameter::overridden(named, variables)));
            }
        }
    }

    fn ports(&mut self, level: usize) {
        let outline = self.outline;
        let Some(scheme) = self.levels[level].scheme.map(|scheme| &outline.schemes[scheme]) else { return };
        let mut names: BTreeMap<String, Span> = BTreeMap::new();
        for element in scheme.section(ElementKind::Ports) {
            let known: &[&str] = match element.kind {
                ElementKind::InPort => &["Name", "Unit", "Width", "Default", "To", "Doc"],
                ElementKind::OutPort => &["Name", "Unit", "Width", "From", "Doc"],
                _ => &["Name", "At", "Doc"],
            };
            self.only(element, known);
            let Some(span) = self.attribute(element, "Name") else {
                self.missing(element, "Name", "every port of a scheme has a name");
                continue;
            };
            let name = self.text(span).to_owned();
            if !is_free_word(&name) {
                let message = format!("`{name}` cannot be the name of a port of a scheme");
                let help = "it is made of letters, digits and `_`, and is neither a function nor a word of formulas";
                let diagnostic = Diagnostic::error("bad-name", message).at(self.place(span)).help(help);
                self.diagnostics.push(diagnostic);
                continue;
            }
            let full = format!("{}{name}", self.levels[level].prefix);
            if let Some(first) = names.insert(name.clone(), span).or(self.variables.get(&full).map(|v| v.name)) {
                let message = format!("the scheme `{}` has two things called `{name}`", scheme.name);
                let diagnostic = Diagnostic::error("repeated-name", message).label(self.place(span), "again here");
                self.diagnostics.push(diagnostic.label(first, "first used here"));
                continue;
            }
            self.unit_of_port(element, &name);
            let [width, unit] = ["Width", "Unit"].map(|what| self.attribute(element, what));
            if width.or(unit).is_some() {
                self.levels[level].declared.insert(name.clone(), Declared { width, unit });
            }
            match element.kind {
                ElementKind::InPort => {
                    let to = self.attribute(element, "To").map(|to| self.written(to));
                    let targets = to.iter().flat_map(|to| to.items()).filter(|(to, _)| !to.is_empty());
                    let targets = targets.map(|(to, place)| (to.to_owned(), place)).collect();
                    let default = self.attribute(element, "Default");
                    let port = InPort { span, targets, default, driven: Vec::new(), is_read: false };
                    self.levels[level].in_ports.insert(name, port);
                }
                ElementKind::OutPort => match self.attribute(element, "From") {
                    Some(from) => drop(self.levels[level].out_ports.insert(name, from)),
                    None => self.missing(
                        element,
                        "From",
                        "an out-port of a scheme shows what is in it: `From=\"Valve.Flow\"`",
                    ),
                },
                _ => match self.attribute(element, "At") {
                    Some(at) => {
                        let at = self.text(at).trim().to_owned();
                        self.levels[level].bundles.insert(name, at);
                    }
                    None if element.kind == ElementKind::Terminal => self.missing(
                        element,
                        "At",
                        "a terminal of a scheme is one of an object in it: `At=\"Motor.Flange\"`",
                    ),
                    None => {
                        self.missing(element, "At", "a bundle of a scheme is one of an object in it: `At=\"Line.P1\"`")
                    }
                },
            }
        }
    }

    /// Refuses units of ports that are no SI units: numbers of ports are in these.
    fn unit_of_port(&mut self, element: &Element, name: &str) {
        let Some(span) = self.attribute(element, "Unit") else { return };
        let unit = self.text(span).trim();
        let known = simobject_host::Unit::parse(unit);
        if unit.is_empty() || known.is_some_and(|unit| unit.is_si()) {
            return;
        }
        let (message, help) = match known {
            Some(known) => (
                format!("the port `{name}` is in `{unit}`, and numbers of ports are in SI units"),
                format!("write `{}`", known.dimension()),
            ),
            None => (format!("`{unit}` is no unit that is known"), "write an SI unit, as `Pa` or `m/s`".to_owned()),
        };
        let diagnostic = Diagnostic::error("bad-unit", message).at(self.place(span)).help(help);
        self.diagnostics.push(diagnostic);
    }
}
