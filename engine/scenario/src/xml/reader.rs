//! Reading a scenario's text into a description of a model.

use std::collections::HashMap;
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
use bowline_model::description::{
    Element, ElementKind, ModelDescription, Scheme, StoredAttribute, Up, bad_name, is_object_name,
};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::nearest;
use bowline_text::source::{Source, SourceMap, Span};

const EXPECTED: &str = "a scenario is XML: `<Contents>` with the sections `<OBJECTS>`, `<INTERCONNECTIONS>`, \
                        `<INITIALIZATION>` and `<INTEGRATION>` in it";

/// What every `Lib` has.
const REQUIRED: [&str; 3] = ["LibName", "SimObject", "Name"];

/// Reads a scenario, and the files of its schemes. What is wrong goes to `diagnostics`; the description holds
/// what could be read.
pub(crate) fn read(source: &Arc<Source>, scheme_path: &[PathBuf], diagnostics: &mut Diagnostics) -> ModelDescription {
    let mut description = ModelDescription::beside(source);
    let needed = read_document(source, Document::Scenario, &mut description, diagnostics);
    if !diagnostics.has_errors() {
        files::read(needed, scheme_path, &mut description, diagnostics);
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
    /// The directory of who names it, by its number in the outline.
    pub(super) directory: usize,
    pub(super) document: Document,
}

/// Reads a file into a description; the files that it names.
pub(super) fn read_document(
    source: &Arc<Source>,
    document: Document,
    description: &mut ModelDescription,
    diagnostics: &mut Diagnostics,
) -> Vec<Needed> {
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
        needed: Vec::new(),
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
        return Vec::new();
    }
    if let Some((character, span)) = reading.whole.control_character() {
        let message = format!("the control character U+{:04X} is not allowed in XML", u32::from(character));
        let help = "remove it; if there are many, the file may not be a scenario";
        reading.diagnostics.push(malformed(message, span).help(help));
        return Vec::new();
    }
    if reading.elements(description) && document == Document::Scenario {
        reading.missing_sections();
    }
    reading.needed
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
    /// An element that is flattened later.
    Tree,
    /// An element that holds nothing, or one that was refused.
    Leaf,
    Refused,
}

struct Reading<'t, 'd> {
    whole: Whole<'t>,
    document: Document,
    /// The file's, by its number in the outline.
    directory: usize,
    open: Vec<Open>,
    /// The elements that are open and are flattened later, and the section of each.
    tree: Vec<(Element, ElementKind)>,
    /// The files that it names.
    needed: Vec<Needed>,
    /// Whether a formula stands in a text anywhere.
    has_templates: bool,
    sections: Vec<(&'static str, Span)>,
    root: Option<Span>,
    view: Option<Span>,
    /// An end tag is missing: what follows cannot be understood.
    lost: bool,
    /// Room for the attributes of an element.
    attributes: Vec<WrittenAttribute<'t>>,
    stored: Vec<StoredAttribute>,
    diagnostics: &'d mut Diagnostics,
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
            return Kind::Leaf;
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

    fn leaf(
        &mut self,
        section: &'static str,
        (name, span): (&'t str, Span),
        (attributes, sound): (&mut Vec<WrittenAttribute<'t>>, bool),
        description: &mut ModelDescription,
    ) -> Kind {
        if name == ElementKind::Include.name() && matches!(section, "VARIABLES" | "SCHEMES") {
            self.include(span, attributes);
            return Kind::Leaf;
        }
        if let Some(kind) = self.flattened(section, name, attributes) {
            let section = ElementKind::ALL.into_iter().find(|known| known.name() == section);
            return self.plant(kind, section.unwrap_or(ElementKind::Variables), span, attributes, description);
        }
        match (section, name) {
            // Half of its attributes would make it another object.
            ("VARIABLES", "Variable") if matches!(self.document, Document::Included { into: Some(_) }) => {
                return self.plant(ElementKind::Variable, ElementKind::Variables, span, attributes, description);
            }
            ("VARIABLES", "Variable") => {
                let attributes = self.stored(attributes, description.texts_mut()).collect();
                description.push_variable(attributes, span);
            }
            ("OBJECTS", "Lib") if !sound => {}
            ("OBJECTS", "Lib") => self.object(span, attributes, description),
            ("INTERCONNECTIONS", "Connection") | ("INITIALIZATION", "InitialCondition")
                if let [one, other] = attributes.as_slice()
                    && is_pair(section, one, other) =>
            {
                let (to, value) = if one.name.as_str() == "To" { (one, other) } else { (other, one) };
                let texts = description.texts_mut();
                let pair = StoredAttribute { name: to.value.stored(texts), value: value.value.stored(texts) };
                match section {
                    "INITIALIZATION" => description.push_initial_conditions([pair]),
                    _ => description.push_connections([pair]),
                }
            }
            ("INTERCONNECTIONS", "Connection") => {
                let stored = self.stored(attributes, description.texts_mut());
                description.push_connections(stored);
            }
            ("INITIALIZATION", "InitialCondition") => {
                let stored = self.stored(attributes, description.texts_mut());
                description.push_initial_conditions(stored);
            }
            ("INTEGRATION", "Engine") => {
                if let Some(first) = description.engine_span {
                    let diagnostic = Diagnostic::error("repeated-engine", "a second `<Engine>`").label(span, "again");
                    self.diagnostics.push(diagnostic.label(first, "first given here"));
                } else {
                    description.engine_span = Some(span);
                    let stored = self.stored(attributes, description.texts_mut());
                    description.push_engine_attributes(stored);
                }
            }
            ("INTEGRATION", "Output") => {
                let attributes = self.stored(attributes, description.texts_mut()).collect();
                description.push_output(attributes, span);
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
                let more = match section {
                    "INTEGRATION" => " and `<Output .../>`",
                    "OBJECTS" => ", `<Instance .../>` and `<Repeat ...>`",
                    "INTERCONNECTIONS" | "INITIALIZATION" => " and `<Repeat ...>`",
                    _ => "",
                };
                self.diagnostics.push(diagnostic.help(format!("`<{section}>` holds `<{expected} .../>`{more}")));
                return Kind::Refused;
            }
        }
        Kind::Leaf
    }

    /// What an element is, if it is flattened later.
    fn flattened(&self, section: &str, name: &str, attributes: &[WrittenAttribute<'_>]) -> Option<ElementKind> {
        let kinds = ElementKind::ALL.into_iter().find(|known| known.name() == section)?.holds();
        let kind = kinds.iter().copied().find(|known| known.name() == name)?;
        let is_template = |attribute: &WrittenAttribute<'_>| attribute.value.as_str().contains("${");
        let has = |name: &str| attributes.iter().any(|attribute| attribute.name.as_str() == name);
        let is_flat = match kind {
            ElementKind::Variable => true,
            ElementKind::Lib => !(self.has_templates && attributes.iter().any(is_template)),
            // The two of a pair are read at once.
            ElementKind::Connection | ElementKind::InitialCondition => {
                let is_whole_pair = matches!(attributes, [one, other] if is_pair(section, one, other)) || !has("To");
                is_whole_pair && !(self.has_templates && attributes.iter().any(is_template))
            }
            _ => false,
        };
        (!is_flat).then_some(kind)
    }

    /// Begins an element that is flattened later.
    fn plant(
        &mut self,
        kind: ElementKind,
        section: ElementKind,
        span: Span,
        attributes: &[WrittenAttribute<'t>],
        description: &mut ModelDescription,
    ) -> Kind {
        let attributes: Vec<_> = self.stored(attributes, description.texts_mut()).collect();
        if kind == ElementKind::Instance {
            let text = |span| description.texts().text(span);
            let scheme = attributes.iter().find(|attribute| text(attribute.name) == "Scheme");
            if let Some(span) = scheme.map(|scheme| scheme.value).filter(|scheme| text(*scheme).ends_with(".xml")) {
                let (path, directory) = (text(span).to_owned(), self.directory);
                self.needed.push(Needed { path, span, directory, document: Document::Scheme });
            }
        }
        self.tree.push((Element { kind, span, attributes, children: Vec::new() }, section));
        Kind::Tree
    }

    /// An element in one that is flattened later.
    fn branch(
        &mut self,
        name: &'t str,
        span: Span,
        attributes: &[WrittenAttribute<'t>],
        description: &mut ModelDescription,
    ) -> Kind {
        let Some((outer, section)) = self.tree.last().map(|(outer, section)| (outer.kind, *section)) else {
            return Kind::Refused;
        };
        let holds = if outer == ElementKind::Repeat { section.holds() } else { outer.holds() };
        let Some(kind) = holds.iter().copied().find(|known| known.name() == name) else {
            let message = format!("unknown element `<{name}>` in `<{}>`", outer.name());
            let help = match (holds, name) {
                ([], _) => "everything is said in attributes".to_owned(),
                (_, "Terminal") => "terminals are not known yet".to_owned(),
                _ => nearest::advice(name, "elements here", holds.iter().map(|known| known.name())),
            };
            self.diagnostics.push(Diagnostic::error("unknown-element", message).at(span).help(help));
            return Kind::Refused;
        };
        let is_section = holds.len() > 4 && outer == ElementKind::Scheme;
        if is_section {
            self.no_attributes(name, attributes);
        }
        let section = if outer == ElementKind::Scheme { kind } else { section };
        self.plant(kind, section, span, attributes, description)
    }

    /// Ends an element.
    fn close(&mut self, open: &Open, description: &mut ModelDescription) {
        if open.kind != Kind::Tree {
            return;
        }
        let Some((element, section)) = self.tree.pop() else { return };
        if let Some((outer, _)) = self.tree.last_mut() {
            outer.children.push(element);
            return;
        }
        match (element.kind, self.document) {
            (ElementKind::Scheme, Document::Scheme) => {
                let number = self.scheme(element, None, true, description);
                description.outline_mut().read = number;
            }
            (ElementKind::Scheme, Document::Included { into: Some(outer) }) => {
                self.scheme(element, Some(outer), false, description);
            }
            (ElementKind::Scheme, _) => {
                self.scheme(element, None, false, description);
            }
            (_, Document::Included { into: Some(outer) }) => {
                let own = Element {
                    kind: ElementKind::Variables,
                    span: element.span,
                    attributes: Vec::new(),
                    children: vec![element],
                };
                description.outline_mut().schemes[outer].sections.push(own);
            }
            _ => description.push_element(section, element),
        }
    }

    /// Adds a scheme, and those in it; its number.
    fn scheme(
        &mut self,
        element: Element,
        outer: Option<usize>,
        is_file: bool,
        description: &mut ModelDescription,
    ) -> Option<usize> {
        let text = |span: Span| description.texts().text(span).to_owned();
        let (mut name, mut doc) = (None, None);
        for attribute in &element.attributes {
            match text(attribute.name).as_str() {
                "Name" => name = Some(attribute.value),
                "Doc" => doc = Some(attribute.value),
                other => {
                    let message = format!("unknown attribute `{other}` of `<Scheme>`");
                    let advice = nearest::advice(other, "attributes here", ["Name", "Doc"]);
                    self.diagnostics
                        .push(Diagnostic::error("unknown-attribute", message).at(attribute.name).help(advice));
                }
            }
        }
        let file = || Path::new(description.texts().locate(element.span).map_or("", |(source, _)| source.name()));
        let own = match name {
            Some(name) => text(name),
            None if is_file => file().file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
            None => {
                let diagnostic = Diagnostic::error("missing-attribute", "`<Scheme>` without `Name`").at(element.span);
                self.diagnostics.push(diagnostic.help("instances name it: `<Scheme Name=\"Segment\">`"));
                return None;
            }
        };
        let mut sections: Vec<Element> = Vec::new();
        let (mut inner, mut includes) = (Vec::new(), Vec::new());
        for mut section in element.children {
            let is_include = |element: &Element| element.kind == ElementKind::Include;
            let (included, others): (Vec<Element>, Vec<Element>) = section.children.into_iter().partition(is_include);
            includes.extend(included);
            section.children = others;
            match section.kind {
                ElementKind::Schemes => inner.extend(section.children),
                _ => {
                    if let Some(first) = sections.iter().find(|known| known.kind == section.kind) {
                        let message = format!("the section `<{}>` is given twice", section.kind.name());
                        let diagnostic =
                            Diagnostic::error("repeated-section", message).label(section.span, "again here");
                        self.diagnostics.push(diagnostic.label(first.span, "first given here"));
                    }
                    sections.push(section);
                }
            }
        }
        let directory = self.directory;
        let outline = description.outline_mut();
        let number = outline.schemes.len();
        let named = outer.map_or(&outline.named, |outer| &outline.schemes[outer].schemes);
        if let Some(first) = named.get(&own).map(|first| outline.schemes[*first].span)
            && !is_file
        {
            let message = format!("two schemes are called `{own}`");
            let diagnostic = Diagnostic::error("repeated-name", message).label(element.span, "again here");
            self.diagnostics.push(diagnostic.label(first, "first used here"));
        }
        let named = match outer {
            Some(outer) => &mut outline.schemes[outer].schemes,
            None => &mut outline.named,
        };
        if !is_file {
            named.insert(own.clone(), number);
        }
        let schemes = HashMap::new();
        outline.schemes.push(Scheme {
            name: own,
            doc,
            span: element.span,
            directory,
            outer,
            is_file,
            sections,
            schemes,
        });
        for scheme in inner {
            self.scheme(scheme, Some(number), false, description);
        }
        for include in includes {
            let file = include.attributes.iter().find(|attribute| description.texts().text(attribute.name) == "File");
            match file {
                Some(file) => {
                    let path = description.texts().text(file.value).to_owned();
                    let document = Document::Included { into: Some(number) };
                    self.needed.push(Needed { path, span: file.value, directory, document });
                }
                None => self.no_file(include.span),
            }
        }
        Some(number)
    }

    /// A file whose variables and schemes the scenario takes over.
    fn include(&mut self, span: Span, attributes: &[WrittenAttribute<'t>]) {
        let into = if let Document::Included { into } = self.document { into } else { None };
        let mut given = false;
        for attribute in attributes {
            match attribute.name.as_str() {
                "File" => {
                    given = true;
                    let (path, span) = (attribute.value.as_str().to_owned(), attribute.value.span());
                    let document = Document::Included { into };
                    self.needed.push(Needed { path, span, directory: self.directory, document });
                }
                name => self.unknown_attribute(name, attribute.name.span(), "Include", &["File"]),
            }
        }
        if !given {
            self.no_file(span);
        }
    }

    fn no_file(&mut self, span: Span) {
        let diagnostic = Diagnostic::error("missing-attribute", "`<Include>` without `File`").at(span);
        self.diagnostics.push(diagnostic.help("write `<Include File=\"sea_states.xml\"/>`"));
    }

    fn object(&mut self, span: Span, attributes: &mut Vec<WrittenAttribute<'t>>, description: &mut ModelDescription) {
        let (mut library, mut kind, mut name) = (None, None, None);
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
                _ => self.stored.push(attribute.stored(description.texts_mut())),
            }
        }
        for (given, what) in [&library, &kind, &name].into_iter().zip(REQUIRED) {
            if given.is_none() {
                let message = format!("`<Lib>` without `{what}`");
                let diagnostic = Diagnostic::error("missing-attribute", message).at(span);
                self.diagnostics.push(diagnostic.help("every `<Lib>` has LibName, SimObject and Name"));
            }
        }
        let (Some(library), Some(kind), Some(name)) = (library, kind, name) else {
            self.stored.clear();
            return;
        };
        if !is_object_name(name.as_str()) {
            self.diagnostics.push(bad_name(name.text()));
        }
        let names = [library, kind, name].map(|name| name.stored(description.texts_mut()));
        description.push_object(names, self.stored.drain(..));
    }

    /// What a description keeps of attributes.
    fn stored(
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

    fn no_attributes(&mut self, element: &str, attributes: &[WrittenAttribute<'_>]) {
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

/// Whether two attributes are what is connected, and to what.
fn is_pair(section: &str, one: &WrittenAttribute<'_>, other: &WrittenAttribute<'_>) -> bool {
    let value = if section == "INITIALIZATION" { "Value" } else { "From" };
    let names = [one.name.as_str(), other.name.as_str()];
    names == ["To", value] || names == [value, "To"]
}
