//! Elements that are flattened later: schemes, instances, repetitions, and what has formulas in its texts.

use std::collections::HashMap;
use std::path::Path;

use super::reader::{Document, Kind, Needed, Open, Reading};
use super::written::WrittenAttribute;
use bowline_description::{Element, ElementKind, ModelDescription, Scheme};
use bowline_text::diagnostic::Diagnostic;
use bowline_text::nearest;
use bowline_text::source::Span;

/// So many elements that are flattened later may stand in each other.
const DEEPEST: usize = 100;

/// What a scheme holds.
#[derive(Default)]
struct Parts {
    sections: Vec<Element>,
    /// Schemes in it.
    schemes: Vec<Element>,
    includes: Vec<Element>,
}

impl<'t> Reading<'t, '_> {
    /// What an element is, if it is flattened later.
    pub(super) fn flattened(
        &self,
        section: &str,
        name: &str,
        attributes: &[WrittenAttribute<'_>],
    ) -> Option<ElementKind> {
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
    pub(super) fn plant(
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
                self.found.needed.push(Needed { path, span, directory, document: Document::Scheme });
            }
        }
        self.tree.push((Element { kind, span, attributes, children: Vec::new() }, section));
        Kind::Tree
    }

    /// An element in one that is flattened later.
    pub(super) fn branch(
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
            let help = match holds {
                [] => "everything is said in attributes".to_owned(),
                _ => nearest::advice(name, "elements here", holds.iter().map(|known| known.name())),
            };
            self.diagnostics.push(Diagnostic::error("unknown-element", message).at(span).help(help));
            return Kind::Refused;
        };
        if self.tree.len() >= DEEPEST {
            let message = format!("more than {DEEPEST} elements are nested here");
            self.diagnostics.push(Diagnostic::error("too-deep", message).at(span));
            return Kind::Refused;
        }
        let is_section = outer == ElementKind::Scheme;
        if is_section {
            self.no_attributes(name, attributes);
        }
        let section = if is_section { kind } else { section };
        self.plant(kind, section, span, attributes, description)
    }

    /// Ends an element.
    pub(super) fn close(&mut self, open: &Open, description: &mut ModelDescription) {
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
                self.found.scheme = self.scheme(element, None, true, description);
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
        let (name, doc) = self.scheme_attributes(&element, description);
        let name = self.scheme_name(name, element.span, is_file, description)?;
        let span = element.span;
        let Parts { sections, schemes, includes } = self.parts(element);
        let directory = self.directory;
        let outline = description.outline_mut();
        let number = outline.schemes.len();
        let named = match outer {
            Some(outer) => &outline.schemes[outer].schemes,
            None => &outline.named,
        };
        if let Some(first) = named.get(&name).map(|first| outline.schemes[*first].span)
            && !is_file
        {
            let message = format!("two schemes are called `{name}`");
            let diagnostic = Diagnostic::error("repeated-name", message).label(span, "again here");
            self.diagnostics.push(diagnostic.label(first, "first used here"));
        }
        let named = match outer {
            Some(outer) => &mut outline.schemes[outer].schemes,
            None => &mut outline.named,
        };
        if !is_file {
            named.insert(name.clone(), number);
        }
        let inner = HashMap::new();
        outline.schemes.push(Scheme { name, doc, span, directory, outer, is_file, sections, schemes: inner });
        for scheme in schemes {
            self.scheme(scheme, Some(number), false, description);
        }
        includes.iter().for_each(|include| self.need(include, number, description));
        Some(number)
    }

    /// The name and the description that a scheme gives.
    fn scheme_attributes(&mut self, element: &Element, description: &ModelDescription) -> (Option<Span>, Option<Span>) {
        let (mut name, mut doc) = (None, None);
        for attribute in &element.attributes {
            match description.texts().text(attribute.name) {
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
        (name, doc)
    }

    /// The given name of a scheme, or that of its file; None, if it has neither.
    fn scheme_name(
        &mut self,
        given: Option<Span>,
        span: Span,
        is_file: bool,
        description: &ModelDescription,
    ) -> Option<String> {
        if let Some(given) = given {
            return Some(description.texts().text(given).to_owned());
        }
        if is_file {
            let file = Path::new(description.texts().locate(span).map_or("", |(source, _)| source.name()));
            return Some(file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default());
        }
        let diagnostic = Diagnostic::error("missing-attribute", "`<Scheme>` without `Name`").at(span);
        self.diagnostics.push(diagnostic.help("instances name it: `<Scheme Name=\"Segment\">`"));
        None
    }

    /// What a scheme holds. Bowline reports a section that is given twice.
    fn parts(&mut self, scheme: Element) -> Parts {
        let mut parts = Parts::default();
        for mut section in scheme.children {
            let is_include = |element: &Element| element.kind == ElementKind::Include;
            let (included, others): (Vec<Element>, Vec<Element>) = section.children.into_iter().partition(is_include);
            parts.includes.extend(included);
            section.children = others;
            match section.kind {
                ElementKind::Schemes => parts.schemes.extend(section.children),
                _ => {
                    if let Some(first) = parts.sections.iter().find(|known| known.kind == section.kind) {
                        let message = format!("the section `<{}>` is given twice", section.kind.name());
                        let diagnostic =
                            Diagnostic::error("repeated-section", message).label(section.span, "again here");
                        self.diagnostics.push(diagnostic.label(first.span, "first given here"));
                    }
                    parts.sections.push(section);
                }
            }
        }
        parts
    }

    /// Notes the file that the scheme of this number includes.
    fn need(&mut self, include: &Element, scheme: usize, description: &ModelDescription) {
        let file = include.attributes.iter().find(|attribute| description.texts().text(attribute.name) == "File");
        match file {
            Some(file) => {
                let path = description.texts().text(file.value).to_owned();
                let document = Document::Included { into: Some(scheme) };
                self.found.needed.push(Needed { path, span: file.value, directory: self.directory, document });
            }
            None => self.no_file(include.span),
        }
    }

    /// A file whose variables and schemes the scenario takes over.
    pub(super) fn include(&mut self, span: Span, attributes: &[WrittenAttribute<'t>]) {
        let into = if let Document::Included { into } = self.document { into } else { None };
        let mut given = false;
        for attribute in attributes {
            match attribute.name.as_str() {
                "File" => {
                    given = true;
                    let (path, span) = (attribute.value.as_str().to_owned(), attribute.value.span());
                    let document = Document::Included { into };
                    self.found.needed.push(Needed { path, span, directory: self.directory, document });
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
}

/// Whether two attributes are what is connected, and to what.
pub(super) fn is_pair(section: &str, one: &WrittenAttribute<'_>, other: &WrittenAttribute<'_>) -> bool {
    let value = if section == "INITIALIZATION" { "Value" } else { "From" };
    let names = [one.name.as_str(), other.name.as_str()];
    names == ["To", value] || names == [value, "To"]
}
