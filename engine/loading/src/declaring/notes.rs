//! What is worth knowing of a model that can be run.

use std::collections::HashSet;

use simobject::Towards;
use simobject_host::{ParameterDeclaration, Role};

use bowline_description::{ObjectDescription, Up};
use bowline_model::model::Model;
use bowline_model::model::signal_id::SignalId;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;

/// Most names in one note.
const MOST_NAMED: usize = 4;

/// Names, so many of them as can be read: `A`, `B` and 3 more.
pub(crate) fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(MOST_NAMED).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(MOST_NAMED);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

/// Notes out-ports that are calculated for nobody, and resources that nobody asks.
pub(crate) fn unread_ports(model: &Model, diagnostics: &mut Diagnostics) {
    let read = model.signals_read();
    unread_out_ports(model, &read, diagnostics);
    for id in model.layout().resources.iter().filter(|id| !read.contains(id)) {
        let message = format!("nothing asks `{}`", model.signal_name(*id));
        let span = model.description().object_at(id.object as usize).name().span();
        diagnostics.push(Diagnostic::note("unasked-resource", message).at(span));
    }
}

fn unread_out_ports(model: &Model, read: &HashSet<SignalId>, diagnostics: &mut Diagnostics) {
    let recorded = model.recorded();
    let (mut names, mut first) = (Vec::new(), None);
    // Those that the engine has added have what they need.
    let own = model.objects().iter().zip(0_u32..).filter(|(object, _)| !object.is_added());
    for (object, index) in own {
        for (signal, port) in object.interface.signals_with(|role| *role == Role::Out) {
            let id = SignalId { object: index, signal: u32::try_from(signal).unwrap_or(u32::MAX) };
            // What a source gives need not be needed where it stands.
            let is_given = object.interface.branches.iter().any(|branch| branch.gives(id.signal));
            if !read.contains(&id) && !recorded.contains(&id) && !is_given {
                first.get_or_insert(model.description().object_at(index as usize).name().span());
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
pub(crate) struct OddGravity {
    names: Vec<String>,
    first: Option<Odd>,
}

/// The first that does not.
#[derive(Debug)]
struct Odd {
    value: String,
    is_sideways: bool,
    /// What would pull downwards.
    instead: String,
    span: Span,
}

impl OddGravity {
    /// Looks at the parameters of an object.
    pub(crate) fn look(&mut self, object: ObjectDescription<'_>, parameters: &[ParameterDeclaration], up: Up) {
        for parameter in parameters {
            let Some(towards) = parameter.gravity else { continue };
            let pull = match (parameter.numbers.as_slice(), towards) {
                ([value], Towards::Z) => [0.0, 0.0, *value],
                ([value], Towards::MinusZ) => [0.0, 0.0, -value],
                ([x, y, z], _) => [*x, *y, *z],
                _ => continue,
            };
            let downwards = match up {
                Up::MinusZ => pull[2],
                Up::Z => -pull[2],
                Up::Y => -pull[1],
            };
            if pull == [0.0; 3] || downwards > 0.0 {
                continue;
            }
            let listed = |sign: f64| {
                let numbers = parameter.numbers.iter().map(|number| (sign * number + 0.0).to_string());
                numbers.collect::<Vec<_>>().join(", ")
            };
            let written = object.parameters().find(&parameter.name);
            self.first.get_or_insert_with(|| Odd {
                value: listed(1.0),
                is_sideways: downwards == 0.0,
                instead: listed(-1.0),
                span: written.map_or(object.name().span(), |p| p.value.span()),
            });
            self.names.push(format!("{}.{}", object.name().as_str(), parameter.name));
        }
    }

    /// Tells of all of them at once.
    pub(crate) fn report(self, up: Up, diagnostics: &mut Diagnostics) {
        let Some(Odd { value, is_sideways, instead, span }) = self.first else { return };
        let (direction, help) = match is_sideways {
            true => ("sideways", String::new()),
            false => ("upwards", format!("if things are to fall, write {instead}")),
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
