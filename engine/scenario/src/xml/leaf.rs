//! Elements of sections that hold nothing: SimObjects, connections, settings.

use super::malformed::malformed;
use super::reader::{Document, Kind, Reading};
use super::section::{CAMERA, SECTIONS, VIEW};
use super::tree::is_pair;
use super::written::WrittenAttribute;
use bowline_description::{ElementKind, ModelDescription, StoredAttribute, bad_name, is_object_name};
use bowline_text::diagnostic::Diagnostic;
use bowline_text::source::Span;

/// What every `Lib` has.
const REQUIRED: [&str; 3] = ["LibName", "SimObject", "Name"];

impl<'t> Reading<'t, '_> {
    /// Reads an element of a section; the description gets what it says.
    pub(super) fn leaf(
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
                push_pair(section, one, other, description);
            }
            ("INTERCONNECTIONS", "Connection") => {
                let stored = self.stored(attributes, description.texts_mut());
                description.push_connections(stored);
            }
            ("INITIALIZATION", "InitialCondition") => {
                let stored = self.stored(attributes, description.texts_mut());
                description.push_initial_conditions(stored);
            }
            ("INTEGRATION", "Engine") => self.engine(span, attributes, description),
            ("INTEGRATION", "Output") => {
                let attributes = self.stored(attributes, description.texts_mut()).collect();
                description.push_output(attributes, span);
            }
            (VIEW, CAMERA) => {
                let attributes = self.stored(attributes, description.texts_mut()).collect();
                description.push_camera(attributes, span);
            }
            _ if name == VIEW || SECTIONS.iter().any(|section| section.name == name) => {
                self.lose(section, name, span);
                return Kind::Refused;
            }
            _ => {
                self.refuse(section, name, span);
                return Kind::Refused;
            }
        }
        Kind::Leaf
    }

    fn engine(&mut self, span: Span, attributes: &[WrittenAttribute<'t>], description: &mut ModelDescription) {
        if let Some(first) = description.engine_span {
            let diagnostic = Diagnostic::error("repeated-engine", "a second `<Engine>`").label(span, "again");
            self.diagnostics.push(diagnostic.label(first, "first given here"));
        } else {
            description.engine_span = Some(span);
            let stored = self.stored(attributes, description.texts_mut());
            description.push_engine_attributes(stored);
        }
    }

    /// Reports that a section begins within `section`: nothing behind it can be understood.
    fn lose(&mut self, section: &str, name: &str, span: Span) {
        self.lost = true;
        let open = self.open.last().map_or(span, |open| open.span);
        let message = format!("`<{name}>` begins before `<{section}>` is closed");
        let label = format!("`</{section}>` is missing for this");
        self.diagnostics.push(malformed(message, span).label(open, label));
    }

    /// Reports an element that `section` does not hold.
    fn refuse(&mut self, section: &str, name: &str, span: Span) {
        let expected = SECTIONS.iter().find(|known| known.name == section).map_or(CAMERA, |known| known.holds);
        let message = format!("unknown element `<{name}>` in `<{section}>`");
        let diagnostic = Diagnostic::error("unknown-element", message).at(span);
        let more = match section {
            "INTEGRATION" => " and `<Output .../>`",
            "OBJECTS" => ", `<Instance .../>` and `<Repeat ...>`",
            "INTERCONNECTIONS" | "INITIALIZATION" => " and `<Repeat ...>`",
            _ => "",
        };
        self.diagnostics.push(diagnostic.help(format!("`<{section}>` holds `<{expected} .../>`{more}")));
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
}

/// Stores a connection or an initial condition whose two sides are attributes of their own.
fn push_pair(
    section: &str,
    one: &WrittenAttribute<'_>,
    other: &WrittenAttribute<'_>,
    description: &mut ModelDescription,
) {
    let (to, value) = if one.name.as_str() == "To" { (one, other) } else { (other, one) };
    let texts = description.texts_mut();
    let pair = StoredAttribute { name: to.value.stored(texts), value: value.value.stored(texts) };
    match section {
        "INITIALIZATION" => description.push_initial_conditions([pair]),
        _ => description.push_connections([pair]),
    }
}
