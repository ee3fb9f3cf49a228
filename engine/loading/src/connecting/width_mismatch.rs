//! Sources that are not as wide as the in-port that they are for.

use std::collections::HashSet;

use simobject_host::{Role, decimal_comma};

use super::wiring::broadcast;
use crate::declaring::objects::Objects;
use bowline_description::ModelDescription;
use bowline_description::attributes::expression::{self, Atom, Sum};
use bowline_description::reference::{OfObject, Reference};
use bowline_text::Attribute;
use bowline_text::diagnostic::Diagnostic;

/// Parameters such as `Gain="0,5"`: two numbers, which make a port two wide.
/// Each is told once, however many connections do not fit because of it.
pub(crate) struct DecimalCommas<'d> {
    description: &'d ModelDescription,
    told: HashSet<usize>,
}

/// Whether a decimal comma is to blame for a width.
pub(crate) enum Blame {
    /// There is none.
    Nobody,
    /// There is one, which has been told.
    Told,
    /// There is one.
    New(Diagnostic),
}

impl<'d> DecimalCommas<'d> {
    pub(crate) fn new(description: &'d ModelDescription) -> Self {
        Self { description, told: HashSet::new() }
    }

    /// Looks for one in the SimObjects of the ports of width 2 in terms that do
    /// not fit, and of the in-port, if it is one of them.
    pub(crate) fn blame(&mut self, sums: &[Sum<'_>], in_port: Option<(usize, &str)>, objects: &Objects<'_>) -> Blame {
        let mut ports: Vec<(usize, &str)> = in_port.into_iter().collect();
        sums.iter().for_each(|sum| ports_of_width_2(sum, objects, &mut ports));
        for (object, port) in ports {
            let written = self.description.object_at(object);
            let found = written.parameters().iter().find_map(|p| Some((p, decimal_comma(p.value.as_str())?)));
            let Some((Attribute { name, value }, pointed)) = found else { continue };
            if !self.told.insert(value.span().start()) {
                return Blame::Told;
            }
            let (object, kind, text) = (written.name().as_str(), written.kind().as_str(), value.as_str().trim());
            let message = format!(
                "`{object}` ({kind}): `{}=\"{text}\"` is two numbers, so that `{object}.{port}` has width 2, which \
                 does not fit where it is connected",
                name.as_str()
            );
            let is_thousand = text.split_once(',').is_some_and(|(_, part)| part.len() == 3);
            let help = match is_thousand {
                true => format!(
                    "a decimal is written with a point, `{pointed}`; thousands have no separator, `{}`",
                    text.replace(',', "")
                ),
                false => format!("a decimal is written with a point: `{pointed}`"),
            };
            return Blame::New(
                Diagnostic::error("width-mismatch", message).label(value.span(), "two numbers").help(help),
            );
        }
        Blame::Nobody
    }
}

fn ports_of_width_2<'t>(sum: &Sum<'t>, objects: &Objects<'_>, found: &mut Vec<(usize, &'t str)>) {
    let mut ports = Vec::new();
    expression::ports(sum, &mut ports);
    for meant in ports.into_iter().filter_map(|port| port.within(objects).ok()) {
        let interface = &objects.list[meant.object as usize].interface;
        let signal = meant.signal(interface, Role::is_out_port);
        if signal.is_some_and(|signal| interface.signals[signal as usize].width == 2) {
            found.push((meant.object as usize, meant.name.as_str()));
        }
    }
}

/// A connection whose sources do not fit.
pub(crate) struct WidthMismatch<'c> {
    pub(crate) connection: Attribute<'c>,
    pub(crate) sources: &'c [Sum<'c>],
    /// Their width.
    pub(crate) width: usize,
    /// The in-port.
    pub(crate) target: OfObject<'c>,
    /// Its width.
    pub(crate) needed: usize,
}

impl WidthMismatch<'_> {
    /// What is wrong; nothing, if the cause has been told.
    pub(crate) fn report(&self, objects: &Objects<'_>, commas: &mut DecimalCommas<'_>) -> Option<Diagnostic> {
        let Self { connection, sources, width, needed, .. } = *self;
        let target = connection.name.as_str();
        let in_port = (needed == 2).then_some((self.target.object as usize, self.target.name.as_str()));
        match commas.blame(sources, in_port, objects) {
            Blame::New(diagnostic) => return Some(diagnostic.label(connection.name.span(), "connected here")),
            Blame::Told => return None,
            Blame::Nobody => {}
        }
        let source = match connection.value.as_str().trim() {
            short if short.len() <= 60 => format!("`{short}`"),
            _ => "its source".to_owned(),
        };
        let message = format!("`{target}` has width {needed}, but {source} has width {width}");
        let diagnostic = Diagnostic::error("width-mismatch", message)
            .label(connection.value.span(), format!("width {width}"))
            .label(connection.name.span(), format!("width {needed}"));
        Some(match (width, self.part()) {
            (1, _) => diagnostic.help(broadcast(connection.value.as_str(), needed)),
            (_, Some(advice)) => diagnostic.help(advice),
            _ => diagnostic,
        })
    }

    /// Advice where a whole port is connected and a part of it would fit.
    fn part(&self) -> Option<String> {
        let [sum] = self.sources else { return None };
        let [term] = sum.as_slice() else { return None };
        let Atom::Port(Reference { path, elements: None }) = &term.atom else { return None };
        let name = path.as_str();
        match (self.needed, self.width) {
            (1, width) => Some(format!("one of its elements is `{name}[0]`, the last one `{name}[{}]`", width - 1)),
            (needed, width) if needed < width => Some(format!("its first {needed} elements are `{name}[0:{needed}]`")),
            _ => None,
        }
    }
}
