//! What is worth knowing of a model that can be run.

use std::collections::HashSet;

use simobject::Towards;
use simobject_host::{ParameterDeclaration, Role};

use super::wiring::Wiring;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::Column;
use crate::model::Object;
use crate::model::signal_id::SignalId;
use crate::scenario::document::{self, Document, Up};
use crate::source::Span;

/// Most names in one note.
const MOST_NAMED: usize = 4;

/// Names, so many of them as can be read: `A`, `B` and 3 more.
fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(MOST_NAMED).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(MOST_NAMED);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

/// Notes out-ports that are calculated for nobody.
pub(super) fn unread_ports(
    objects: &[Object],
    wiring: &Wiring,
    columns: &[Column],
    document: &Document<'_>,
    diagnostics: &mut Diagnostics,
) {
    let read: HashSet<SignalId> = wiring
        .connections()
        .iter()
        .flat_map(|(_, source, _)| source.origins())
        .chain(columns.iter().map(Column::id))
        .collect();
    let (mut names, mut first) = (Vec::new(), None);
    for (object, index) in objects.iter().zip(0_u32..) {
        for (signal, port) in object.interface.signals_with(|role| *role == Role::Out) {
            let id = SignalId { object: index, signal: u32::try_from(signal).unwrap_or(u32::MAX) };
            if !read.contains(&id) {
                first.get_or_insert(document.objects[index as usize].name.span());
                names.push(format!("{}.{}", object.name, port.name));
            }
        }
    }
    let Some(first) = first else { return };
    let message = match names.len() {
        1 => format!("nothing reads or records {}", listed(&names)),
        count => format!("nothing reads or records {count} out-ports: {}", listed(&names)),
    };
    diagnostics.push(Diagnostic::note("unread-port", message).at(first));
}

/// Gravity that does not pull downwards, as it is met.
#[derive(Debug, Default)]
pub(super) struct OddGravity {
    names: Vec<String>,
    first: Option<(f64, Span)>,
}

impl OddGravity {
    /// Looks at the parameters of an object.
    pub(super) fn look(&mut self, object: &document::Object<'_>, parameters: &[ParameterDeclaration], up: Up) {
        for parameter in parameters {
            let (Some(towards), [value, ..]) = (parameter.gravity, parameter.numbers.as_slice()) else { continue };
            let pull = if towards == Towards::Z { *value } else { -value };
            let is_downwards = match up {
                Up::MinusZ => pull > 0.0,
                Up::Z => pull < 0.0,
                Up::Y => false,
            };
            if *value == 0.0 || is_downwards {
                continue;
            }
            let written = object.parameters.iter().find(|p| p.name.as_str() == parameter.name);
            self.first.get_or_insert((*value, written.map_or(object.name.span(), |p| p.value.span())));
            self.names.push(format!("{}.{}", object.name.as_str(), parameter.name));
        }
    }

    /// Tells of all of them at once.
    pub(super) fn report(self, up: Up, diagnostics: &mut Diagnostics) {
        let Some((value, span)) = self.first else { return };
        let (direction, help) = match up {
            Up::Y => ("sideways", String::new()),
            _ => ("upwards", format!("if things are to fall, write {}", -value)),
        };
        let message = format!(
            "with {value} m/s^2 gravity pulls {direction} ({}): {}",
            // What comes after is for the schema.
            up.words().split(" (").next().unwrap_or_default(),
            listed(&self.names),
        );
        diagnostics.push(Diagnostic::note("gravity", message).at(span).help(help));
    }
}
