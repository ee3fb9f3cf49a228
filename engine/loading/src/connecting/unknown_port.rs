//! Errors about paths that name no port of the kind that is needed.

use simobject_host::Role;

use super::bundles;
use crate::declaring::objects::Objects;
use bowline_description::reference::OfObject;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::nearest;

/// Which ports are wanted.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Direction {
    In,
    Out,
}

/// Reports that a path names no in-port, or no out-port.
pub(crate) fn report(objects: &Objects<'_>, meant: OfObject<'_>, direction: Direction, diagnostics: &mut Diagnostics) {
    let (object, port, span) = (&objects.list[meant.object as usize], meant.name.as_str(), meant.name.span());
    let wanted = |role: &Role| if direction == Direction::In { role.is_in_port() } else { role.is_out_port() };
    let terminal = port.split_once('.').map_or(port, |(terminal, _)| terminal);
    if let Some(terminal) = object.interface.terminals.iter().find(|known| *known.name == *terminal) {
        let (name, nature) = (format!("{}.{}", object.name, terminal.name), &terminal.nature);
        let message = format!("`{name}` is a terminal, where a number is needed");
        let help = match direction {
            Direction::Out => format!(
                "terminals are joined to terminals; a sensor that is joined there gives `{}` as an out-port",
                nature.across.name
            ),
            Direction::In => "a source that is joined there takes numbers from its in-port".to_owned(),
        };
        diagnostics.push(Diagnostic::error("bad-connection", message).at(span).help(help));
        return;
    }
    if let Some(diagnostic) = bundles::not_found(object, meant, direction == Direction::Out) {
        diagnostics.push(diagnostic);
        return;
    }
    let (what, other) = match direction {
        Direction::In => ("in-port", "out-port"),
        Direction::Out => ("out-port", "in-port"),
    };
    // On the left a bundle may stand, too.
    let bundles = if direction == Direction::In { object.interface.bundles.as_slice() } else { &[] };
    let or_bundle = if bundles.is_empty() { "" } else { " or bundle" };
    let is_other = object.interface.find(port, |role| !wanted(role) && (role.is_in_port() || role.is_out_port()));
    let is_state = object.interface.find(port, |role| matches!(role, Role::State | Role::DiscreteState)).is_some();
    let resource = object.interface.find(port, Role::is_resource);
    let message = if let Some(resource) = resource {
        match object.interface.signals[resource].role {
            Role::Provides => {
                format!("`{}.{port}` is a resource that is provided, where an {what} is needed", object.name)
            }
            _ => format!("`{}.{port}` is a resource that is asked, where an {what} is needed", object.name),
        }
    } else if is_other.is_some() {
        format!("`{}.{port}` is an {other}, where an {what} is needed", object.name)
    } else if is_state {
        let shown = if direction == Direction::Out { ", and no out-port of it shows that state" } else { "" };
        format!("`{}.{port}` is a state, where an {what} is needed{shown}", object.name)
    } else {
        format!("`{}` ({}) has no {what}{or_bundle} `{port}`", object.name, object.kind.name())
    };
    diagnostics.push_with(|| {
        let ports = object.interface.signals_with(wanted).map(|(_, signal)| signal.name.as_ref());
        let names = bundles.iter().map(|bundle| bundle.name.as_ref()).chain(ports);
        let whats = if bundles.is_empty() { format!("{what}s") } else { format!("{what}s and bundles") };
        let mut advice = nearest::advice(port, &format!("{whats} of `{}`", object.name), names);
        if direction == Direction::Out && port.contains('-') {
            advice = format!("{advice}; write spaces around a minus");
        }
        if let Some(resource) = resource {
            let is_provided = object.interface.signals[resource].role == Role::Provides;
            advice = match direction {
                Direction::Out if is_provided => {
                    "in-ports take out-ports and numbers; a resource is for types that ask it (`bowline describe`)"
                }
                _ => "who asks stands on the left of `=`, who provides on the right",
            }
            .to_owned();
        }
        if direction == Direction::In && is_other.is_some() {
            advice = format!("{advice}; in-ports stand on the left of `=`, out-ports on the right");
        }
        Diagnostic::error("unknown-port", message).at(span).help(advice)
    });
}
