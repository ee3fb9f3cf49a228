//! Parameters and ports of the schemes in a file, for documentation.

use std::sync::Arc;

use bowline_description::{Element, ElementKind, ModelDescription, Scheme};
use bowline_text::diagnostic::Diagnostics;
use bowline_text::{Source, Span};

use crate::xml::reader;

/// A scheme: its parameters and its ports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemePage {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// Its parameters.
    pub parameters: Vec<SchemeItem>,
    /// Its in-ports.
    pub in_ports: Vec<SchemeItem>,
    /// Its out-ports.
    pub out_ports: Vec<SchemeItem>,
    /// Its bundles.
    pub bundles: Vec<SchemeItem>,
    /// Its terminals.
    pub terminals: Vec<SchemeItem>,
}

/// A parameter or a port of a scheme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemeItem {
    /// Its name.
    pub name: String,
    /// Its unit, kind, range and default, in words.
    pub what: String,
    /// What it is.
    pub doc: String,
}

/// The schemes of a file: that of a scheme's file, or those of a scenario.
///
/// # Errors
/// What is wrong with it.
pub fn read_schemes(source: &Arc<Source>) -> Result<Vec<SchemePage>, Diagnostics> {
    let mut found = Diagnostics::default();
    let mut description = ModelDescription::beside(source);
    reader::read_schemes(source, &mut description, &mut found);
    description.texts_mut().seal();
    if found.has_errors() {
        return Err(found.within(description.texts()));
    }
    let schemes = description.outline().schemes.iter().filter(|scheme| scheme.outer.is_none());
    Ok(schemes.map(|scheme| page(scheme, &description)).collect())
}

fn page(scheme: &Scheme, description: &ModelDescription) -> SchemePage {
    let text = |span: Span| description.texts().text(span);
    let of = |element: &Element, name: &str| {
        let found = element.attributes.iter().find(|attribute| text(attribute.name) == name);
        found.map(|attribute| text(attribute.value).split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let items = |section: ElementKind, kind: ElementKind| -> Vec<SchemeItem> {
        let elements = scheme.section(section).filter(|element| element.kind == kind);
        let item = |element: &Element| {
            let mut what: Vec<String> = Vec::new();
            what.extend(of(element, "Kind").or_else(|| (kind == ElementKind::Parameter).then(|| "number".to_owned())));
            what.extend(of(element, "Choices").map(|choices| format!("one of {choices}")));
            what.extend(of(element, "Width").map(|width| format!("width {width}")));
            what.extend(of(element, "Unit").filter(|unit| !unit.is_empty()).map(|unit| format!("[{unit}]")));
            what.extend(of(element, "Min").map(|least| format!("at least {least}")));
            what.extend(of(element, "Max").map(|most| format!("at most {most}")));
            what.extend(of(element, "Default").map(|default| format!("default {default}")));
            let (name, doc) = (of(element, "Name").unwrap_or_default(), of(element, "Doc").unwrap_or_default());
            SchemeItem { name, what: what.join(", "), doc }
        };
        elements.map(item).collect()
    };
    SchemePage {
        name: scheme.name.clone(),
        doc: scheme.doc.map(|doc| text(doc).to_owned()).unwrap_or_default(),
        parameters: items(ElementKind::Parameters, ElementKind::Parameter),
        in_ports: items(ElementKind::Ports, ElementKind::InPort),
        out_ports: items(ElementKind::Ports, ElementKind::OutPort),
        bundles: items(ElementKind::Ports, ElementKind::Bundle),
        terminals: items(ElementKind::Ports, ElementKind::Terminal),
    }
}
