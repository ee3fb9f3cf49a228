//! Whether ports of schemes have the widths and units that they say they have.

use std::collections::HashSet;

use simobject_host::{Comparison, Role, Unit};

use super::formulas;
use super::wiring::Reading;
use bowline_description::ModelDescription;
use bowline_description::attributes::expression::{self, Atom, Sources};
use bowline_description::flattening::SchemePort;
use bowline_description::reference::Reference;
use bowline_text::Text;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;

/// Compares ports of schemes with what drives them, and with what they lead to.
pub(crate) fn check(
    ports: &[SchemePort],
    description: &ModelDescription,
    reading: Reading<'_, '_, '_>,
    diagnostics: &mut Diagnostics,
) {
    // Errors in connections would be reported again.
    if diagnostics.has_errors() {
        return;
    }
    let mut told = HashSet::new();
    for port in ports {
        let unit = port.unit.map_or("", |unit| description.texts().text(unit).trim());
        Checked { port, unit, description, reading }.check(&mut told, diagnostics);
    }
}

struct Checked<'c, 'o, 'd> {
    port: &'c SchemePort,
    unit: &'c str,
    description: &'c ModelDescription,
    reading: Reading<'c, 'o, 'd>,
}

impl Checked<'_, '_, '_> {
    /// `told` holds the targets in schemes that do not fit, once for all instances.
    fn check(&self, told: &mut HashSet<Span>, diagnostics: &mut Diagnostics) {
        let mut fits = true;
        for (name, place) in &self.port.targets {
            let wrong = self.target(Text::new(name, *place));
            fits &= wrong.is_empty();
            if !wrong.is_empty() && told.insert(*place) {
                wrong.into_iter().for_each(|diagnostic| diagnostics.push(diagnostic));
            }
        }
        if fits {
            self.source(diagnostics);
        }
    }

    /// The errors of the port beside one that it leads to.
    fn target(&self, target: Text<'_>) -> Vec<Diagnostic> {
        let mut wrong = Vec::new();
        let (objects, port) = (self.reading.finder.objects, self.port);
        let Ok(meant) = Reference::whole(target).within(self.reading.finder) else { return wrong };
        let interface = &objects.list[meant.object as usize].interface;
        let Some(signal) = meant.signal(interface, Role::is_in_port) else { return wrong };
        let signal = &interface.signals[signal as usize];
        let leads = |what: String| format!("`{}` {what}, and leads to `{}`", port.name, target.as_str());
        if let Some((width, place)) = port.width.filter(|(width, _)| *width != signal.width as usize) {
            let message = format!("{}, which has {}", leads(format!("has width {width}")), signal.width);
            let diagnostic = Diagnostic::error("width-mismatch", message).label(place, format!("width {width}"));
            wrong.push(diagnostic.label(target.span(), format!("width {}", signal.width)));
        }
        let (unit, other) = (self.unit, &*signal.unit);
        let is_like = Unit::compare(unit, other).is_none_or(|comparison| comparison == Comparison::Same);
        if let (Some(place), false) = (port.unit, is_like) {
            let message = format!("{}, which is in {other}", leads(format!("is in {unit}")));
            let diagnostic = Diagnostic::error("unit-mismatch", message);
            let diagnostic = diagnostic.label(self.description.texts().origin(place), unit);
            wrong.push(diagnostic.label(target.span(), other));
        }
        wrong
    }

    /// Compares the port with its source.
    fn source(&self, diagnostics: &mut Diagnostics) {
        let Self { port, reading, .. } = self;
        let (Some(source), texts) = (port.source, self.description.texts()) else { return };
        let source = Text::new(texts.text(source), texts.origin(source));
        let is_formula = formulas::names_a_constant(source.as_str(), reading.variables);
        // In a sum, a factor converts.
        let converts = !is_formula && expression::parse(source).is_ok_and(|sources| has_factor(&sources));
        let unit = if converts { "" } else { self.unit };
        match (formulas::width(source, &port.name, unit, *reading, diagnostics), port.width) {
            (Ok(found), Some((width, place))) if found != width => {
                let message = format!("`{}` has width {width}, but its source has width {found}", port.name);
                let diagnostic = Diagnostic::error("width-mismatch", message);
                let diagnostic = diagnostic.label(source.span(), format!("width {found}"));
                diagnostics.push(diagnostic.label(place, format!("width {width}")));
            }
            (Err(Some(fault)), _) => diagnostics.push(match port.unit {
                Some(unit) => fault.label(texts.origin(unit), format!("`{}` is in {}", port.name, self.unit)),
                None => fault,
            }),
            _ => {}
        }
    }
}

/// Whether a term has a factor other than 1 and -1.
fn has_factor(sources: &Sources<'_>) -> bool {
    sources
        .iter()
        .flatten()
        .any(|term| term.scale.abs() != 1.0 || matches!(&term.atom, Atom::Group(sources) if has_factor(sources)))
}
