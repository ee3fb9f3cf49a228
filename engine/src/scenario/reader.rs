//! Reading a scenario's text into a [`Document`].

use std::mem::take;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use simobject_host::is_name;

use super::document::{Attribute, Document, Object, OutputElement, Text, Up};
use super::malformed::{self, malformed};
use super::section::{ROOT, SECTIONS, Section, VIEW};
use super::syntax::{self, Whole};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::nearest;
use crate::source::Span;

const EXPECTED: &str = "a scenario is XML: `<Contents>` with the sections `<OBJECTS>`, `<INTERCONNECTIONS>`, \
                        `<INITIALIZATION>` and `<INTEGRATION>` in it";

/// What every `Lib` has.
const REQUIRED: [&str; 3] = ["LibName", "SimObject", "Name"];

/// Reads a scenario. What is wrong goes to `diagnostics`; the document holds
/// what could be read.
pub(crate) fn read<'t>(text: &'t str, diagnostics: &mut Diagnostics) -> Document<'t> {
    let mut reading = Reading {
        whole: Whole(text),
        open: Vec::new(),
        sections: Vec::new(),
        root: None,
        view: None,
        lost: false,
        attributes: Vec::new(),
        diagnostics,
    };
    let mut document = Document::default();
    if text.trim().is_empty() {
        let diagnostic = Diagnostic::error("empty-file", "the file is empty").at(Span::scenario(0, 0));
        reading.diagnostics.push(diagnostic.help(EXPECTED));
        return document;
    }
    if let Some((character, span)) = reading.whole.control_character() {
        let message = format!("the control character U+{:04X} is not allowed in XML", u32::from(character));
        let help = "remove it; if there are many, the file may not be a scenario";
        reading.diagnostics.push(malformed(message, span).help(help));
        return document;
    }
    if reading.elements(&mut document) {
        reading.missing_sections();
    }
    document
}

/// An element that has been opened and not yet closed.
struct Open {
    kind: Kind,
    span: Span,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Root,
    Section(&'static str),
    /// An element that holds nothing, or one that was refused.
    Leaf,
    Refused,
}

struct Reading<'t, 'd> {
    whole: Whole<'t>,
    open: Vec<Open>,
    sections: Vec<(&'static str, Span)>,
    root: Option<Span>,
    view: Option<Span>,
    /// An end tag is missing: what follows cannot be understood.
    lost: bool,
    /// Room for the attributes of an element.
    attributes: Vec<Attribute<'t>>,
    diagnostics: &'d mut Diagnostics,
}

impl<'t> Reading<'t, '_> {
    /// Reads all elements; false if the reading had to stop.
    fn elements(&mut self, document: &mut Document<'t>) -> bool {
        let mut reader = Reader::from_str(self.whole.0);
        let byte_order_mark = if self.whole.0.starts_with('\u{FEFF}') { 3 } else { 0 };
        while !self.lost {
            match reader.read_event() {
                Ok(Event::Start(element)) => {
                    let open = self.element(&element, document);
                    self.open.push(open);
                }
                Ok(Event::Empty(element)) => {
                    self.element(&element, document);
                }
                Ok(Event::End(_)) => {
                    self.open.pop();
                }
                Ok(Event::Text(text)) => self.stray_text(&text),
                Ok(Event::CData(text)) => self.stray_text(&text),
                Ok(Event::GeneralRef(text)) => self.stray_text(&text),
                Ok(Event::Decl(declaration)) => {
                    syntax::check_declaration(self.whole, &declaration, self.diagnostics);
                }
                Ok(Event::DocType(doctype)) => {
                    let span = self.whole.locate(&doctype).map_or(Span::scenario(0, 0), |(_, span)| span);
                    let diagnostic = Diagnostic::error("document-type", "scenarios have no document type").at(span);
                    self.diagnostics.push(diagnostic.help("remove `<!DOCTYPE ...>`, and entities of your own with it"));
                    return false;
                }
                Ok(Event::Comment(_) | Event::PI(_)) => {}
                Ok(Event::Eof) => return self.end(),
                Err(error) => {
                    let position = usize::try_from(reader.error_position()).unwrap_or(0) + byte_order_mark;
                    let open = self.open.last().map(|open| open.span);
                    self.diagnostics.push(malformed::tag(self.whole.0, position, &error, open));
                    return false;
                }
            }
        }
        false
    }

    fn stray_text(&mut self, text: &str) {
        let trimmed = text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{FEFF}');
        if let (false, Some((_, span))) = (trimmed.is_empty(), self.whole.locate(trimmed)) {
            let (message, help) = match (self.root, self.open.is_empty()) {
                (None, _) => ("text before the root element", EXPECTED),
                (Some(_), true) => ("text after the root element", "remove it; comments are `<!-- ... -->`"),
                _ => ("text between the elements", "everything is said in attributes; comments are `<!-- ... -->`"),
            };
            self.diagnostics.push(Diagnostic::error("stray-text", message).at(span).help(help));
        }
    }

    fn end(&mut self) -> bool {
        if let Some(open) = self.open.last() {
            let diagnostic = malformed("the file ends before this element is closed", open.span);
            let help = format!("`</{}>` is missing; is the file complete?", self.name_of(open));
            self.diagnostics.push(diagnostic.help(help));
            return false;
        }
        if self.root.is_none() && !self.diagnostics.has_errors() {
            let diagnostic = Diagnostic::error("wrong-root", "there is no `<Contents>` element");
            self.diagnostics.push(diagnostic.at(Span::scenario(0, 0)));
        }
        self.root.is_some()
    }

    fn name_of(&self, open: &Open) -> &'t str {
        self.whole.0.get(open.span.start()..open.span.start() + open.span.len()).unwrap_or("")
    }

    fn missing_sections(&mut self) {
        let Some(root) = self.root else { return };
        for Section { name, .. } in SECTIONS.iter().filter(|section| section.required) {
            if !self.sections.iter().any(|(seen, _)| seen == name) {
                let message = format!("the section `<{name}>` is missing");
                self.diagnostics.push(Diagnostic::error("missing-section", message).at(root));
            }
        }
    }

    fn element(&mut self, element: &BytesStart<'_>, document: &mut Document<'t>) -> Open {
        let (name, span) = self.whole.locate(element.name().as_ref()).unwrap_or(("", Span::scenario(0, 0)));
        let parent = self.open.last().map(|open| open.kind);
        if matches!(parent, Some(Kind::Refused)) {
            return Open { kind: Kind::Refused, span };
        }
        let mut attributes = take(&mut self.attributes);
        let sound = syntax::attributes(self.whole, element, &mut attributes, self.diagnostics);
        let kind = match parent {
            None => self.root(name, span, &attributes),
            Some(Kind::Root) => self.section(name, span, &attributes, document),
            Some(Kind::Section(section)) => self.leaf(section, (name, span), (&mut attributes, sound), document),
            Some(Kind::Leaf | Kind::Refused) => {
                let parent = self.open.last().map_or("", |open| self.name_of(open));
                let message = format!("an element `<{name}>` in `<{parent}>`, which holds none");
                let diagnostic = Diagnostic::error("unknown-element", message).at(span);
                self.diagnostics.push(diagnostic.help("everything is said in attributes"));
                Kind::Refused
            }
        };
        attributes.clear();
        self.attributes = attributes;
        Open { kind, span }
    }

    fn root(&mut self, name: &str, span: Span, attributes: &[Attribute<'t>]) -> Kind {
        if let Some(first) = self.root {
            let diagnostic = Diagnostic::error("second-root", "a second root element").label(span, "second root");
            self.diagnostics.push(diagnostic.label(first, "the first one"));
            return Kind::Refused;
        }
        if name != ROOT {
            let message = format!("the root element is `<{name}>`, not `<{ROOT}>`");
            self.diagnostics.push(Diagnostic::error("wrong-root", message).at(span));
            return Kind::Refused;
        }
        self.root = Some(span);
        self.no_attributes(name, attributes);
        Kind::Root
    }

    fn section(
        &mut self,
        name: &'t str,
        span: Span,
        attributes: &[Attribute<'t>],
        document: &mut Document<'t>,
    ) -> Kind {
        if name == VIEW {
            if let Some(first) = self.view.replace(span) {
                let diagnostic =
                    Diagnostic::error("repeated-section", format!("a second `<{VIEW}>`")).label(span, "again here");
                self.diagnostics.push(diagnostic.label(first, "first given here"));
            }
            self.view(attributes, document);
            return Kind::Leaf;
        }
        if name == "VARIABLES" {
            let diagnostic = Diagnostic::error("variables", "the section `<VARIABLES>` is not read yet").at(span);
            self.diagnostics.push(diagnostic.help("write the values where they are used, or vary them with --set"));
            return Kind::Refused;
        }
        let names = SECTIONS.iter().map(|section| section.name);
        let Some(section) = names.clone().find(|section| *section == name) else {
            let advice = nearest::advice(name, "sections", names.chain([VIEW]));
            let message = format!("unknown section `<{name}>`");
            self.diagnostics.push(Diagnostic::error("unknown-section", message).at(span).help(advice));
            return Kind::Refused;
        };
        if let Some((_, first)) = self.sections.iter().find(|(seen, _)| *seen == section) {
            let message = format!("the section `<{section}>` is given twice");
            let diagnostic = Diagnostic::error("repeated-section", message).label(span, "again here");
            self.diagnostics.push(diagnostic.label(*first, "first given here"));
        } else {
            self.sections.push((section, span));
        }
        if section == "INTEGRATION" {
            document.integration_span = Some(span);
        }
        self.no_attributes(name, attributes);
        Kind::Section(section)
    }

    fn leaf(
        &mut self,
        section: &'static str,
        (name, span): (&'t str, Span),
        (attributes, sound): (&mut Vec<Attribute<'t>>, bool),
        document: &mut Document<'t>,
    ) -> Kind {
        match (section, name) {
            // Half of its attributes would make it another object.
            ("OBJECTS", "Lib") if !sound => {}
            ("OBJECTS", "Lib") => self.object(span, attributes, document),
            ("INTERCONNECTIONS", "Connection") => document.connections.append(attributes),
            ("INITIALIZATION", "InitialCondition") => document.initial_conditions.append(attributes),
            ("INTEGRATION", "Engine") => {
                if let Some(first) = document.engine_span {
                    let diagnostic = Diagnostic::error("repeated-engine", "a second `<Engine>`").label(span, "again");
                    self.diagnostics.push(diagnostic.label(first, "first given here"));
                } else {
                    document.engine_span = Some(span);
                    document.engine = take(attributes);
                }
            }
            ("INTEGRATION", "Output") => {
                document.outputs.push(OutputElement { attributes: take(attributes), span });
            }
            _ if SECTIONS.iter().any(|section| section.name == name) => {
                self.lost = true;
                let open = self.open.last().map_or(span, |open| open.span);
                let message = format!("`<{name}>` begins before `<{section}>` is closed");
                let label = format!("`</{section}>` is missing for this");
                self.diagnostics.push(malformed(message, span).label(open, label));
                return Kind::Refused;
            }
            _ => {
                let expected = SECTIONS.iter().find(|known| known.name == section).map_or("", |known| known.holds);
                let message = format!("unknown element `<{name}>` in `<{section}>`");
                let diagnostic = Diagnostic::error("unknown-element", message).at(span);
                let more = if section == "INTEGRATION" { " and `<Output .../>`" } else { "" };
                self.diagnostics.push(diagnostic.help(format!("`<{section}>` holds `<{expected} .../>`{more}")));
                return Kind::Refused;
            }
        }
        Kind::Leaf
    }

    fn object(&mut self, span: Span, attributes: &mut Vec<Attribute<'t>>, document: &mut Document<'t>) {
        let (mut library, mut kind, mut name) = (None, None, None);
        let mut parameters = Vec::with_capacity(attributes.len().saturating_sub(3));
        let has = |name: &str| attributes.iter().any(|attribute| attribute.name.as_str() == name);
        // Where one is missing, it is perhaps there in other letters.
        let misspelt: Vec<&str> = REQUIRED.into_iter().filter(|required| !has(required)).collect();
        for attribute in attributes.drain(..) {
            let written = attribute.name.as_str();
            let meant = misspelt.iter().find(|name| name.eq_ignore_ascii_case(written));
            if let Some(meant) = meant {
                let message = format!("`<Lib>` has `{meant}`, not `{written}`: capital letters count");
                let diagnostic = Diagnostic::error("unknown-attribute", message).at(attribute.name.span());
                self.diagnostics.push(diagnostic.help(format!("write `{meant}`")));
            }
            match meant.copied().unwrap_or(written) {
                "LibName" => library = Some(attribute.value),
                "SimObject" => kind = Some(attribute.value),
                "Name" => name = Some(attribute.value),
                _ => parameters.push(attribute),
            }
        }
        for (given, what) in [&library, &kind, &name].into_iter().zip(REQUIRED) {
            if given.is_none() {
                let message = format!("`<Lib>` without `{what}`");
                let diagnostic = Diagnostic::error("missing-attribute", message).at(span);
                self.diagnostics.push(diagnostic.help("every `<Lib>` has LibName, SimObject and Name"));
            }
        }
        let (Some(library), Some(kind), Some(name)) = (library, kind, name) else { return };
        if !is_name(name.as_str()) {
            self.bad_name(&name);
        }
        document.objects.push(Object { library, kind, name, parameters });
    }

    fn bad_name(&mut self, name: &Text<'_>) {
        let text = name.as_str();
        let allowed = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let shown = |c: char| match c {
            ' ' => "a space".to_owned(),
            c if c.is_ascii_graphic() || c.is_alphanumeric() => format!("`{c}`"),
            c => format!("the character U+{:04X}", u32::from(c)),
        };
        let (reason, at) = match (text.chars().next(), text.char_indices().find(|(_, c)| !allowed(*c))) {
            (None, _) => (String::new(), 0),
            (_, Some((at, c))) => (format!(": {} may not stand in one", shown(c)), at),
            (Some(first), None) => (format!(": {} may not begin one", shown(first)), 0),
        };
        let message = match text {
            "" => "the Name is empty".to_owned(),
            text => format!("`{text}` is not a name{reason}"),
        };
        let length = text[at..].chars().next().map_or(0, char::len_utf8);
        let diagnostic = Diagnostic::error("bad-name", message).at(name.part(at, at + length));
        self.diagnostics.push(diagnostic.help("a name is a letter or `_`, then letters, digits, `_` and `-`"));
    }

    fn view(&mut self, attributes: &[Attribute<'t>], document: &mut Document<'t>) {
        for attribute in attributes {
            let (name, value) = (attribute.name.as_str(), attribute.value.as_str());
            if name != "Up" {
                self.unknown_attribute(name, attribute.name.span(), VIEW, &["Up"]);
            } else if let Some(up) = Up::ALL.into_iter().find(|up| up.name() == value) {
                document.up = up;
            } else {
                let names = Up::ALL.map(|up| format!("`{}`", up.name())).join(", ");
                let diagnostic = Diagnostic::error("bad-value", format!("`{value}` is not a direction for Up"));
                self.diagnostics.push(diagnostic.at(attribute.value.span()).help(format!("one of {names}")));
            }
        }
    }

    fn no_attributes(&mut self, element: &str, attributes: &[Attribute<'_>]) {
        for attribute in attributes {
            self.unknown_attribute(attribute.name.as_str(), attribute.name.span(), element, &[]);
        }
    }

    fn unknown_attribute(&mut self, name: &str, span: Span, element: &str, valid: &[&str]) {
        let advice = nearest::advice(name, "attributes here", valid.iter().copied());
        let message = format!("unknown attribute `{name}` of `<{element}>`");
        self.diagnostics.push(Diagnostic::error("unknown-attribute", message).at(span).help(advice));
    }
}
