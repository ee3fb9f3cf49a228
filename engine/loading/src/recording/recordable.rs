//! What can be recorded, by its names.

use std::ops::Range;

use simobject_host::{Role, Signal};

use crate::declaring::names::not_inside;
use crate::declaring::objects::Objects;
use bowline_description::aliases::{Alias, Aliases};
use bowline_description::attributes::output;
use bowline_description::reference::{self, Objects as _, OfObject, Reference, Unfound, is_within};
use bowline_model::model::Object;
use bowline_model::model::signal_id::SignalId;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::{Elements, Text, nearest};

/// What names of columns are looked up in.
#[derive(Clone, Copy)]
pub(crate) struct Recordable<'r, 'd> {
    pub(crate) objects: &'r Objects<'d>,
    pub(crate) aliases: &'r Aliases,
}

/// Elements of a signal, as they are recorded.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub(crate) id: SignalId,
    pub(crate) elements: Range<usize>,
}

/// What a name stands for.
pub(crate) enum Named {
    /// Elements of a signal.
    Signal(Part),
    /// The members of a bundle.
    Bundle(Vec<Part>),
}

impl<'r, 'd> Recordable<'r, 'd> {
    /// The objects of an instance.
    pub(crate) fn below(self, name: &str) -> Vec<usize> {
        let objects = self.objects.list.iter().enumerate();
        objects.filter(|(_, object)| is_within(object.name(), name)).map(|(position, _)| position).collect()
    }

    /// The formula that a port of an instance is.
    pub(crate) fn formula(self, name: &str) -> Option<&'r str> {
        if let Some(Alias::Source(formula)) = self.aliases.get(name) { Some(formula) } else { None }
    }

    /// Whether a name is that of a port of an instance, which stands for a signal.
    pub(crate) fn is_other_name(self, name: &str) -> bool {
        matches!(self.aliases.get(name), Some(Alias::Signal(_)))
    }

    /// The error for the name of a column that something else has already.
    pub(crate) fn taken(self, name: Text<'_>) -> Option<String> {
        let text = name.as_str();
        if self.aliases.get(text).is_some() {
            return Some(format!("`{text}` is a port of a scheme already"));
        }
        let meant = Reference::whole(name).within(self.objects).ok()?;
        let interface = &self.objects.list[meant.object as usize].interface;
        let is_taken = meant.bundle(interface).is_some() || meant.signal(interface, |_| true).is_some();
        is_taken.then(|| format!("`{text}` is the name of a signal already"))
    }

    /// The object of that name.
    pub(crate) fn object(self, name: Text<'_>) -> Result<u32, Diagnostic> {
        self.objects.position(name.as_str()).ok_or_else(|| self.unknown_object(name))
    }

    pub(crate) fn unknown_object(self, name: Text<'_>) -> Diagnostic {
        let message = format!("FileOutput: there is no object `{}`", name.as_str());
        let advice = nearest::advice(name.as_str(), "objects", reference::Objects::names(self.objects));
        Diagnostic::error("unknown-object", message).at(name.span()).help(advice)
    }

    /// What a path names, of which some elements may be asked for.
    pub(crate) fn find(self, reference: Reference<'_>) -> Result<Named, Diagnostic> {
        let path = match self.aliases.get(reference.path.as_str()) {
            Some(Alias::Signal(full)) => Text::new(full, reference.path.span()),
            _ => reference.path,
        };
        match Reference::whole(path).within(self.objects) {
            Ok(meant) => self.of_object(meant, reference.elements),
            Err(Unfound::NoObject(name) | Unfound::NoPath(name)) => {
                let inside = not_inside(path, self.aliases, self.objects);
                Err(inside.unwrap_or_else(|| self.unknown_object(name)))
            }
        }
    }

    /// A signal of an object, some of its elements, or the members of a bundle.
    pub(crate) fn of_object(self, meant: OfObject<'_>, elements: Option<Elements>) -> Result<Named, Diagnostic> {
        let (object, name) = (&self.objects.list[meant.object as usize], meant.name.as_str());
        let interface = &object.interface;
        let width = |signal: u32| interface.signals[signal as usize].width as usize;
        let part = |signal: u32, elements: Range<usize>| {
            let id = SignalId { object: meant.object, signal: recorded_as(&interface.signals, signal) };
            Part { id, elements }
        };
        if let Some(bundle) = meant.bundle(interface) {
            let bundle = &interface.bundles[bundle as usize];
            let Some(elements) = elements else {
                let members = bundle.members.iter().map(|signal| part(*signal, 0..width(*signal)));
                return Ok(Named::Bundle(members.collect()));
            };
            let message = format!("FileOutput: `{}.{name}` is a bundle, which has members, no elements", object.name);
            let help = format!(
                "write `{}.{name}`, or one member, as in `{}.{name}.{}`",
                object.name, object.name, bundle.kind.members[0].name
            );
            let span = meant.name.span().to(elements.span);
            return Err(Diagnostic::error("bad-file-output", message).at(span).help(help));
        }
        let Some(signal) = meant.signal(interface, is_recordable) else {
            return Err(unknown_signal(object, name).at(meant.name.span()));
        };
        let (first, end) = elements.map_or((0, width(signal)), |elements| (elements.first, elements.end));
        match elements.and_then(|elements| elements.fault(&object.signal_name(signal as usize), width(signal))) {
            Some(fault) => Err(fault),
            None => Ok(Named::Signal(part(signal, first..end))),
        }
    }

    /// The declaration of a signal.
    pub(crate) fn declared(self, id: SignalId) -> &'r Signal {
        &self.objects.list[id.object as usize].interface.signals[id.signal as usize]
    }
}

pub(crate) fn is_recordable(role: &Role) -> bool {
    !matches!(role, Role::Private | Role::Memory | Role::Residual(_)) && !role.is_resource()
}

fn unknown_signal(object: &Object, name: &str) -> Diagnostic {
    let message =
        format!("FileOutput: `{}` ({}) has no state, out-port or in-port `{name}`", object.name, object.kind.name());
    let advice = if output::WORDS.contains(&name) {
        format!("write `object.{}:{name}`", object.name)
    } else {
        let signals = object.interface.signals_with(is_recordable).map(|(_, signal)| signal.name.as_ref());
        let names = signals.chain(object.interface.bundles.iter().map(|bundle| bundle.name.as_ref()));
        nearest::advice(name, &format!("signals of `{}`", object.name), names.chain(output::WORDS))
    };
    Diagnostic::error("unknown-signal", message).help(advice)
}

/// The signal that is recorded for one: an out-port that is a state of the same name is that state.
pub(crate) fn recorded_as(signals: &[Signal], index: u32) -> u32 {
    let signal = &signals[index as usize];
    match signal.role {
        Role::OutOfState(state) if signals[state as usize].name == signal.name => state,
        _ => index,
    }
}
