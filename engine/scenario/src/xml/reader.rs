//! Reading a scenario's text into a description of a model.

use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::files;
use super::malformed::{self, malformed};
use super::section::{ROOT, SECTIONS, Section, VIEW};
use super::syntax::{self, Whole};
use super::written::WrittenAttribute;
use bowline_description::{Element, ElementKind, ModelDescription, StoredAttribute, Up};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::nearest;
use bowline_text::source::{Source, SourceMap, Span};

const EXPECTED: &str = "a scenario is XML: `<Contents>` with the sections `<OBJECTS>`, `<INTERCONNECTIONS>`, \
                        `<INITIALIZATION>` and `<INTEGRATION>` in it";

/// Reads a scenario, and the files of its schemes. What is wrong goes to `diagnostics`; the description holds
/// what could be read.
pub(crate) fn read(source: &Arc<Source>, scheme_path: &[PathBuf], diagnostics: &mut Diagnostics) -> ModelDescription {
    let mut description = ModelDescription::beside(source);
    let found = read_document(source, Document::Scenario, &mut description, diagnostics);
    if !diagnostics.has_errors() {
        files::read(found.needed, scheme_path, &mut description, diagnostics);
    }
    description.texts_mut().seal();
    description.shrink();
    description
}

/// Reads a scheme's file, or a scenario, for its schemes alone.
pub(crate) fn read_schemes(source: &Arc<Source>, description: &mut ModelDescription, diagnostics: &mut Diagnostics) {
    let mut first = Diagnostics::default();
    read_document(source, Document::Scheme, description, &mut first);
    if first.has_errors() && source.text().contains("<Contents") {
        *description = ModelDescription::beside(source);
        read_document(source, Document::Scenario, description, diagnostics);
    } else {
        diagnostics.append(first);
    }
}

/// What a file is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Document {
    /// A scenario.
    Scenario,
    /// A scheme of its own, whose root is `Scheme`.
    Scheme,
    /// Variables and schemes, for a scenario or for the scheme of that number.
    Included { into: Option<usize> },
}

/// A file that a document names.
#[derive(Debug, Clone)]
pub(super) struct Needed {
    /// Its path, as it is written, and where.
    pub(super) path: String,
    pub(super) span: Span,
    /// The directory of the file that names it, by its number in the outline.
    pub(super) directory: usize,
    pub(super) document: Document,
}

/// What a document has, beside what is in the description.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The files that it names.
    pub(super) needed: Vec<Needed>,
    /// The scheme that it is.
    pub(super) scheme: Option<usize>,
}

/// Reads a file into a description.
pub(super) fn read_document(
    source: &Arc<Source>,
    document: Document,
    description: &mut ModelDescription,
    diagnostics: &mut Diagnostics,
) -> Found {
    let whole = Whole { begins: description.texts_mut().add(source), text: source.text() };
    let directory = |path: &Path| path.parent().map(Path::to_path_buf).unwrap_or_default();
    let outline = description.outline_mut();
    let directories = (directory(Path::new(source.name())), directory(source.path()));
    let known = outline.directories.iter().position(|known| *known == directories);
    let directory = known.unwrap_or_else(|| {
        outline.directories.push(directories);
        outline.directories.len() - 1
    });
    let mut reading = Reading {
        whole,
        document,
        directory,
        open: Vec::new(),
        tree: Vec::new(),
        found: Found::default(),
        has_templates: whole.text.contains("${"),
        sections: Vec::new(),
        root: None,
        view: None,
        lost: false,
        attributes: Vec::new(),
        stored: Vec::new(),
        diagnostics,
    };
    if whole.text.trim().is_empty() {
        let diagnostic = Diagnostic::error("empty-file", "the file is empty").at(whole.span(0, 0));
        reading.diagnostics.push(diagnostic.help(EXPECTED));
        return Found::default();
    }
    if let Some((character, span)) = reading.whole.control_character() {
        let message = format!("the control character U+{:04X} is not allowed in XML", u32::from(character));
        let help = "remove it; if there are many, the file may not be a scenario";
        reading.diagnostics.push(malformed(message, span).help(help));
        return Found::default();
    }
    if reading.elements(description) && document == Document::Scenario {
        reading.missing_sections();
    }
    reading.found
}

/// An element that has been opened and not yet closed.
pub(super) struct Open {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Root,
    Section(&'static str),
    /// An element that is flattened later.
    Tree,
    /// An element that holds nothing, or one that was refused.
    Leaf,
    Refused,
}

pub(super) struct Reading<'t, 'd> {
    whole: Whole<'t>,
    pub(super) document: Document,
    /// The file's, by its number in the outline.
    pub(super) directory: usize,
    pub(super) open: Vec<Open>,
    /// The elements that are open and are flattened later, and the section of each.
    pub(super) tree: Vec<(Element, ElementKind)>,
    /// What is found in it.
    pub(super) found: Found,
    /// Whether a formula stands in a text anywhere.
    pub(super) has_templates: bool,
    sections: Vec<(&'static str, Span)>,
    root: Option<Span>,
    view: Option<Span>,
    /// An end tag is missing: what follows cannot be understood.
    pub(super) lost: bool,
    /// Room for the attributes of an element.
    attributes: Vec<WrittenAttribute<'t>>,
    pub(super) stored: Vec<StoredAttribute>,
    pub(super) diagnostics: &'d mut Diagnostics,
}

impl<'t, 'd> Reading<'t, 'd> {
    /// Reads all elements; false if the reading had to stop.
    fn elements(&mut self, description: &mut ModelDescription) -> bool {
        let mut reader = Reader::from_str(self.whole.text);
        let byte_order_mark = if self.whole.text.starts_with('\u{FEFF}') { 3 } else { 0 };
        while !self.lost {
            match reader.read_event() {
                Ok(Event::Start(element)) => {
                    let open = self.element(&element, description);
                    self.open.push(open);
                }
                Ok(Event::Empty(element)) => {
                    let open = self.element(&element, description);
                    self.close(&open, description);
                }
                Ok(Event::End(_)) => {
                    if let Some(open) = self.open.pop() {
                        self.close(&open, description);
                    }
                }
                Ok(Event::Text(text)) => self.stray_text(&text),
                Ok(Event::CData(text)) => self.stray_text(&text),
                Ok(Event::GeneralRef(text)) => self.stray_text(&text),
                Ok(Event::Decl(declaration)) => {
                    syntax::check_declaration(self.whole, &declaration, self.diagnostics);
                }
                Ok(Event::DocType(doctype)) => {
                    let span = self.whole.locate(&doctype).map_or(self.whole.span(0, 0), |(_, span)| span);
                    let diagnostic = Diagnostic::error("document-type", "scenarios have no document type").at(span);
                    self.diagnostics.push(diagnostic.help("remove `<!DOCTYPE ...>`, and entities of your own with it"));
                    return false;
                }
                Ok(Event::Comment(_) | Event::PI(_)) => {}
                Ok(Event::Eof) => return self.end(),
                Err(error) => {
                    let position = usize::try_from(reader.error_position()).unwrap_or(0) + byte_order_mark;
                    let open = self.open.last().map(|open| open.span);
                    self.diagnostics.push(malformed::tag(self.whole, position, &error, open));
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
            let message = format!("there is no `<{}>` element", self.root_name());
            let diagnostic = Diagnostic::error("wrong-root", message);
            self.diagnostics.push(diagnostic.at(self.whole.span(0, 0)));
        }
        self.root.is_some()
    }

    fn name_of(&self, open: &Open) -> &'t str {
        let start = open.span.start() - self.whole.begins;
        self.whole.text.get(start..start + open.span.len()).unwrap_or("")
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

    fn element(&mut self, element: &BytesStart<'_>, description: &mut ModelDescription) -> Open {
        let (name, span) = self.whole.locate(element.name().as_ref()).unwrap_or(("", self.whole.span(0, 0)));
        let parent = self.open.last().map(|open| open.kind);
        if matches!(parent, Some(Kind::Refused)) {
            return Open { kind: Kind::Refused, span };
        }
        let mut attributes = take(&mut self.attributes);
        let sound = syntax::attributes(self.whole, element, &mut attributes, self.diagnostics);
        let kind = match parent {
            None => self.root(name, span, &attributes, description),
            Some(Kind::Root) => self.section(name, span, &attributes, description),
            Some(Kind::Tree) => self.branch(name, span, &attributes, description),
            Some(Kind::Section(section)) => self.leaf(section, (name, span), (&mut attributes, sound), description),
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

    /// How the root element is called.
    fn root_name(&self) -> &'static str {
        if self.document == Document::Scheme { ElementKind::Scheme.name() } else { ROOT }
    }

    fn root(
        &mut self,
        name: &str,
        span: Span,
        attributes: &[WrittenAttribute<'t>],
        description: &mut ModelDescription,
    ) -> Kind {
        if let Some(first) = self.root {
            let diagnostic = Diagnostic::error("second-root", "a second root element").label(span, "second root");
            self.diagnostics.push(diagnostic.label(first, "the first one"));
            return Kind::Refused;
        }
        let expected = self.root_name();
        if name != expected {
            let message = format!("the root element is `<{name}>`, not `<{expected}>`");
            let diagnostic = Diagnostic::error("wrong-root", message).at(span);
            self.diagnostics.push(match (self.document, name) {
                (Document::Scheme, ROOT) => diagnostic.help(
                    "this is a whole scenario: a file of a scheme has one `<Scheme>`, with PARAMETERS, PORTS, OBJECTS, ...",
                ),
                (Document::Scenario, "Scheme") => diagnostic.help(
                    "this is a scheme, a part of scenarios: `<Instance Scheme=\"FILE\" Name=\"...\"/>` in one uses it",
                ),
                _ => diagnostic,
            });
            return Kind::Refused;
        }
        self.root = Some(span);
        if self.document == Document::Scheme {
            return self.plant(ElementKind::Scheme, ElementKind::Schemes, span, attributes, description);
        }
        self.no_attributes(name, attributes);
        Kind::Root
    }

    fn section(
        &mut self,
        name: &'t str,
        span: Span,
        attributes: &[WrittenAttribute<'t>],
        description: &mut ModelDescription,
    ) -> Kind {
        if name == VIEW {
            if let Some(first) = self.view.replace(span) {
                let diagnostic =
                    Diagnostic::error("repeated-section", format!("a second `<{VIEW}>`")).label(span, "again here");
                self.diagnostics.push(diagnostic.label(first, "first given here"));
            }
            self.view(attributes, description);
            return Kind::Section(VIEW);
        }
        let names = SECTIONS.iter().map(|section| section.name);
        if name == ElementKind::Include.name() {
            let diagnostic = Diagnostic::error("unknown-section", "`<Include>` beside the sections").at(span);
            self.diagnostics.push(diagnostic.help("it stands in `<VARIABLES>`, or in `<SCHEMES>`"));
            return Kind::Refused;
        }
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
        if matches!(self.document, Document::Included { .. }) && !matches!(section, "VARIABLES" | "SCHEMES") {
            let message = format!("the section `<{section}>` in a file that is included");
            let diagnostic = Diagnostic::error("unknown-section", message).at(span);
            self.diagnostics.push(diagnostic.help("it holds variables and schemes: `<VARIABLES>` and `<SCHEMES>`"));
            return Kind::Refused;
        }
        if section == "INTEGRATION" {
            description.integration_span = Some(span);
        }
        self.no_attributes(name, attributes);
        Kind::Section(section)
    }

    /// What a description keeps of attributes.
    pub(super) fn stored(
        &mut self,
        attributes: &[WrittenAttribute<'_>],
        texts: &mut SourceMap,
    ) -> impl Iterator<Item = StoredAttribute> + use<'_, 't, 'd> {
        self.stored.extend(attributes.iter().map(|attribute| attribute.stored(texts)));
        self.stored.drain(..)
    }

    fn view(&mut self, attributes: &[WrittenAttribute<'t>], description: &mut ModelDescription) {
        for attribute in attributes {
            let (name, value) = (attribute.name.as_str(), attribute.value.as_str());
            if name != "Up" {
                self.unknown_attribute(name, attribute.name.span(), VIEW, &["Up"]);
            } else if let Some(up) = Up::ALL.into_iter().find(|up| up.name() == value) {
                description.up = up;
            } else {
                let names = Up::ALL.map(|up| format!("`{}`", up.name())).join(", ");
                let diagnostic = Diagnostic::error("bad-value", format!("`{value}` is not a direction for Up"));
                self.diagnostics.push(diagnostic.at(attribute.value.span()).help(format!("one of {names}")));
            }
        }
    }

    pub(super) fn no_attributes(&mut self, element: &str, attributes: &[WrittenAttribute<'_>]) {
        for attribute in attributes {
            self.unknown_attribute(attribute.name.as_str(), attribute.name.span(), element, &[]);
        }
    }

    pub(super) fn unknown_attribute(&mut self, name: &str, span: Span, element: &str, valid: &[&str]) {
        let advice = nearest::advice(name, "attributes here", valid.iter().copied());
        let message = format!("unknown attribute `{name}` of `<{element}>`");
        self.diagnostics.push(Diagnostic::error("unknown-attribute", message).at(span).help(advice));
    }
}
