//! Connections, led through the ports of schemes.

use std::collections::HashMap;

use bowline_formula::names;

use super::Flattening;
use super::level::{Drive, How, InPort};
use super::sources::Refused;
use crate::attributes::expression;
use crate::outline::{Element, ElementKind, Insertion};
use crate::overridden::{Overridden, OverrideTarget};
use crate::store::Flat;
use crate::stored_attribute::StoredAttribute;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::nearest;
use bowline_text::source::Span;

/// So many ports of schemes may lead to each other.
pub(super) const DEEPEST: usize = 100;

/// Where the left side of a connection leads.
pub(super) enum Target {
    /// To a port, a bundle or a terminal of a SimObject, by its full name.
    Flat(String),
    /// To an in-port of an instance.
    Port(usize, String),
}

impl<'f> Flattening<'f, '_> {
    /// Follows all connections.
    pub(super) fn wire(&mut self, plain: &Flat) {
        let outline = self.outline;
        let adds = |insertion: &Insertion| self.adds(&insertion.element);
        self.is_direct = self.levels.len() == 1 && !outline.connections.iter().any(adds);
        self.scenario(ElementKind::Interconnections, &outline.connections, plain.connections.len(), |this, at| {
            this.connect(0, plain.connections[at], How::From);
        });
        self.set_ports();
        for level in 1..self.levels.len() {
            self.feed(level);
            self.scheme_sections(level, ElementKind::Interconnections);
        }
        if self.diagnostics.has_errors() {
            return;
        }
        self.flatten_connections();
        self.nowhere();
    }

    /// Whether an element adds to a connection.
    fn adds(&self, element: &Element) -> bool {
        element.attributes.iter().any(|attribute| matches!(self.text(attribute.name), "Add" | "Append"))
            || element.children.iter().any(|child| self.adds(child))
    }

    /// The connections of an element.
    pub(super) fn connection(&mut self, level: usize, element: &Element) {
        let attribute = |this: &Self, name| this.attribute(element, name);
        let Some(to) = attribute(self, "To") else {
            let pairs = &element.attributes;
            return pairs.iter().for_each(|attribute| self.connect(level, *attribute, How::From));
        };
        let Some(name) = self.filled(level, to, true) else { return };
        if let ([_, _], Some(value)) = (element.attributes.as_slice(), attribute(self, "From")) {
            return self.connect(level, StoredAttribute { name, value }, How::From);
        }
        self.only(element, &["To", "From", "Add", "Append"]);
        let given = [("From", How::From), ("Add", How::Add), ("Append", How::Append)];
        let given = given.map(|(what, how)| (attribute(self, what), how));
        if given.iter().all(|(value, _)| value.is_none()) {
            return self.missing(element, "From", "write `<Connection To=\"Valve.Command\" From=\"Lever.Out\"/>`");
        }
        if let [_, (Some(_), _), (Some(append), _)] = given {
            let diagnostic = Diagnostic::error("bad-connection", "`Add` and `Append` in one connection");
            return self.diagnostics.push(diagnostic.at(self.place(append)).help("numbers are added, or put behind"));
        }
        for (value, how) in given {
            if let Some(value) = value {
                self.connect(level, StoredAttribute { name, value }, how);
            }
        }
    }

    /// One connection, as it is written in a level.
    fn connect(&mut self, level: usize, StoredAttribute { name, value }: StoredAttribute, how: How) {
        let Some(prepared) = self.prepared(value) else { return };
        let Some(value) = self.filled_with(level, value, &prepared, false) else { return };
        if self.is_direct && !prepared.names_index {
            return self.description.push_connections([StoredAttribute { name, value }]);
        }
        let indices = if prepared.names_index { self.indices.clone() } else { Vec::new() };
        self.lead(Drive { how, level, indices, name, value });
    }

    /// Leads a connection to what it feeds.
    fn lead(&mut self, drive: Drive) {
        let path = self.text(drive.name).to_owned();
        let by = |this: &Self| this.place(drive.name);
        match self.target(drive.level, &path, by(self), 0) {
            Ok(Target::Flat(full)) => self.flat.push((full, drive)),
            Ok(Target::Port(level, port)) => {
                let twice = |known: &Drive| known.how == How::From && drive.how == How::From;
                let Some(known) = self.levels[level].in_ports.get(&port) else { return };
                if let Some(first) = known.driven.iter().find(|known| twice(known)) {
                    let message = format!("`{}{port}` is connected twice", self.levels[level].prefix);
                    let diagnostic = Diagnostic::error("repeated-connection", message).label(by(self), "again here");
                    let diagnostic = diagnostic.label(self.place(first.name), "first connected here");
                    return self.diagnostics.push(diagnostic.help("`Add` adds to a connection"));
                }
                if let Some(known) = self.levels[level].in_ports.get_mut(&port) {
                    known.driven.push(drive);
                }
            }
            Err(Refused) => {}
        }
    }

    /// What a path on the left side of a connection of a level names.
    pub(super) fn target(&mut self, level: usize, path: &str, place: Span, depth: usize) -> Result<Target, Refused> {
        let Some((first, rest)) = path.split_once('.') else {
            return Ok(Target::Flat(format!("{}{path}", self.levels[level].prefix)));
        };
        let Some(instance) = self.levels[level].instances.get(first).copied() else {
            return Ok(Target::Flat(format!("{}{path}", self.levels[level].prefix)));
        };
        let inside = &self.levels[instance];
        let (port, member) = rest.split_once('.').map_or((rest, None), |(port, member)| (port, Some(member)));
        if inside.in_ports.contains_key(rest) {
            return Ok(Target::Port(instance, rest.to_owned()));
        }
        if let (Some(at), true) = (inside.bundles.get(port).cloned(), depth < DEEPEST) {
            let at = member.map_or_else(|| at.clone(), |member| format!("{at}.{member}"));
            return self.target(instance, &at, place, depth + 1);
        }
        let prefix = inside.name();
        let known = inside.in_ports.keys().chain(inside.bundles.keys()).map(String::as_str);
        let advice = nearest::advice(rest, &format!("in-ports, bundles and terminals of `{prefix}`"), known);
        let diagnostic = if inside.out_ports.contains_key(rest) {
            let message = format!("`{prefix}.{rest}` is an out-port, where an in-port is needed");
            Diagnostic::error("unknown-port", message).help("in-ports stand on the left of `=`, out-ports on the right")
        } else if member.is_some() && self.is_inside(instance, port) {
            let message =
                format!("`{prefix}.{rest}` stands in the instance `{prefix}`, and only its ports can be connected");
            Diagnostic::error("inner-port", message)
                .help(format!("give the scheme an in-port that leads to `{rest}`, or connect it in the scheme"))
        } else {
            let message = format!("the instance `{prefix}` has no in-port `{rest}`");
            Diagnostic::error("unknown-port", message).help(advice)
        };
        self.report(level, diagnostic.at(place));
        Err(Refused)
    }

    /// Whether there is an object or an instance of that name in an instance.
    fn is_inside(&self, level: usize, name: &str) -> bool {
        let full = format!("{}{name}", self.levels[level].prefix);
        self.levels[level].instances.contains_key(name)
            || self.description.objects().any(|object| object.name().as_str() == full)
    }

    /// Connects what an in-port of an instance feeds in it.
    fn feed(&mut self, level: usize) {
        let driven = self.levels[level].in_ports.values().filter(|port| port.is_driven());
        let ports: Vec<(Span, Vec<(String, Span)>)> = driven.map(|port| (port.span, port.targets.clone())).collect();
        for (span, targets) in ports {
            for (target, place) in targets {
                let name = self.put(&target, place);
                self.lead(Drive::plain(level, name, span));
            }
        }
    }

    /// Puts the numbers of overrides in place of what drives in-ports of instances.
    fn set_ports(&mut self) {
        let set: Vec<_> = self.set.values().copied().collect();
        for named in set {
            let Some((instance, port)) = named.path().rsplit_once('.') else { continue };
            let prefix = format!("{instance}.");
            let Some(level) = self.levels.iter().position(|level| level.prefix == prefix) else { continue };
            let Some(known) = self.levels[level].in_ports.get(port) else { continue };
            const NUMBERS: &str = "numbers can be set, and only where no signal is connected";
            if expression::changes(named.value().as_str(), &*self.variables) {
                let message = format!("`{}` can be set to numbers, not to a signal", named.path());
                let diagnostic = Diagnostic::error("driven-port", message).at(named.value().span()).help(NUMBERS);
                self.diagnostics.push(diagnostic);
                continue;
            }
            let changes = |drive: &&Drive| expression::changes(self.text(drive.value), &self.within(drive));
            if let Some(driven) = known.driven.iter().find(changes) {
                let source = self.text(driven.value).trim();
                let message = format!("`{}` cannot be set: it is connected to `{source}`", named.path());
                let diagnostic = Diagnostic::error("driven-port", message).at(named.path_span());
                let diagnostic = diagnostic.label(self.place(driven.name), "connected here");
                self.diagnostics.push(diagnostic.help(NUMBERS));
                continue;
            }
            let (name, value) = (named.path_span(), named.value().span());
            let drive = Drive::plain(0, name, value);
            if let Some(known) = self.levels[level].in_ports.get_mut(port) {
                known.driven = vec![drive];
            }
            let (name, what) = (named.path().to_owned(), named.path().to_owned());
            let target = OverrideTarget::Constant;
            let overridden = Overridden { name, what, element: None, target, unit: String::new() };
            self.overridden.push((named.number(), overridden));
        }
    }

    /// Writes what the in-ports of SimObjects are connected to: first what has a connection, then what is only added.
    fn flatten_connections(&mut self) {
        let all = std::mem::take(&mut self.flat);
        let mut more: HashMap<&str, Vec<&Drive>> = HashMap::new();
        for (full, drive) in all.iter().filter(|(_, drive)| drive.how != How::From) {
            more.entry(full).or_default().push(drive);
        }
        self.added = more.keys().map(|full| (*full).to_owned()).collect();
        for (full, drive) in all.iter().filter(|(_, drive)| drive.how == How::From) {
            let mut drives = vec![drive];
            drives.extend(more.remove(full.as_str()).unwrap_or_default());
            self.push_connection(full, &drives);
        }
        for (full, _) in &all {
            if let Some(drives) = more.remove(full.as_str()) {
                self.push_connection(full, &drives);
            }
        }
    }

    fn push_connection(&mut self, full: &str, drives: &[&Drive]) {
        let Ok(source) = self.with_units(|this| this.joined(drives, 0)) else { return };
        let (name, value) = (self.put(full, drives[0].name), self.put_composed(&source, drives[0].value));
        self.description.push_connections([StoredAttribute { name, value }]);
    }

    /// Reports in-ports of schemes that lead nowhere, each once.
    fn nowhere(&mut self) {
        let mut told: Vec<Span> = Vec::new();
        for level in 1..self.levels.len() {
            let nowhere = |port: &InPort| port.targets.is_empty() && !port.is_read;
            let ports = self.levels[level].in_ports.iter();
            let ports: Vec<(String, Span)> =
                ports.filter(|(_, port)| nowhere(port)).map(|(name, port)| (name.clone(), port.span)).collect();
            for (name, span) in ports {
                // A port that only an out-port reads that nobody reads is no fault.
                let is_named = self.levels[level].out_ports.values().any(|from| {
                    let from = self.text(*from);
                    names(from).is_ok_and(|found| found.iter().any(|n| from[n.place.clone()] == name))
                });
                if !is_named && !told.contains(&span) {
                    told.push(span);
                    let message = format!("the in-port `{name}` of the scheme leads nowhere");
                    let help = "say what it feeds, as in `To=\"Valve.Command\"`, or name it in a connection";
                    self.diagnostics.push(Diagnostic::error("unused-port", message).at(self.place(span)).help(help));
                }
            }
        }
    }
}
