//! Connections and initial conditions, followed through the ports of schemes.

use std::collections::HashMap;

use bowline_formula::{Found, Names, names};

use super::level::{Drive, How};
use super::{Around, Flattening};
use crate::aliases::{Alias, Aliases};
use crate::attributes::expression;
use crate::description::overridden::{Overridden, OverrideTarget};
use crate::description::{Element, ElementKind, Flat, Insertion, StoredAttribute};
use crate::variables::diagnostic;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::nearest;
use bowline_text::source::Span;

/// Longest source, written for who looks from outside all instances.
const LONGEST: usize = 20_000;

/// So many ports of schemes may lead to each other.
const DEEPEST: usize = 100;

/// Where the left side of a connection leads.
enum Target {
    /// To a port or a bundle of a SimObject, by its full name.
    Flat(String),
    /// To an in-port of an instance.
    Port(usize, String),
}

/// Why a text has no flat form: it is told, or a circle that is told where it began.
struct Refused;

impl<'f> Flattening<'f, '_> {
    /// Follows all connections.
    pub(super) fn wire(&mut self, plain: &Flat) {
        let outline = self.outline;
        let adds = |insertion: &Insertion| self.adds(&insertion.element);
        self.is_direct = self.levels.len() == 1 && !outline.connections.iter().any(adds);
        let mut insertions = outline.connections.iter().peekable();
        for (at, connection) in plain.connections.iter().enumerate() {
            while let Some(insertion) = insertions.next_if(|insertion| insertion.at <= at) {
                self.walk(0, ElementKind::Interconnections, std::slice::from_ref(&insertion.element));
            }
            self.connect(0, *connection, How::From);
        }
        insertions.for_each(|i| self.walk(0, ElementKind::Interconnections, std::slice::from_ref(&i.element)));
        self.set_ports();
        for level in 1..self.levels.len() {
            self.feed(level);
            let Some(scheme) = self.levels[level].scheme else { continue };
            for section in &outline.schemes[scheme].sections {
                if section.kind == ElementKind::Interconnections {
                    self.walk(level, ElementKind::Interconnections, &section.children);
                }
            }
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
    fn target(&mut self, level: usize, path: &str, place: Span, depth: usize) -> Result<Target, Refused> {
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
        let prefix = inside.prefix.trim_end_matches('.');
        let known = inside.in_ports.keys().chain(inside.bundles.keys()).map(String::as_str);
        let advice = nearest::advice(rest, &format!("in-ports and bundles of `{prefix}`"), known);
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
        self.diagnostics.push(diagnostic.at(place));
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
        let ports: Vec<(String, Span, Vec<String>)> = self.levels[level]
            .in_ports
            .iter()
            .filter(|(_, port)| !port.driven.is_empty() || port.default.is_some())
            .map(|(name, port)| (name.clone(), port.span, port.targets.clone()))
            .collect();
        for (_, span, targets) in ports {
            for target in targets {
                let origin = self.place(span);
                let name = self.description.texts_mut().push(&target, Some(origin));
                self.lead(Drive { how: How::From, level, indices: Vec::new(), name, value: span });
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
            let drive = Drive { how: How::From, level: 0, indices: Vec::new(), name, value };
            if let Some(known) = self.levels[level].in_ports.get_mut(port) {
                known.driven = vec![drive];
            }
            let (name, what) = (named.path().to_owned(), named.path().to_owned());
            let target = OverrideTarget::Constant;
            let overridden = Overridden { name, what, element: None, target, unit: String::new() };
            self.overridden.push((named.number(), overridden));
        }
    }

    /// The names that a source knows.
    fn within<'a>(&'a self, drive: &'a Drive) -> Around<'a> {
        Around { level: self.variables.within(self.levels[drive.level].scope), indices: &drive.indices }
    }

    /// Writes what the in-ports of SimObjects are connected to.
    fn flatten_connections(&mut self) {
        let all = std::mem::take(&mut self.flat);
        // What is added belongs to the connection of the same port.
        let mut more: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, (full, drive)) in all.iter().enumerate() {
            if drive.how != How::From {
                more.entry(full.clone()).or_default().push(index);
            }
        }
        let mut done: HashMap<&str, ()> = HashMap::new();
        let written: HashMap<&str, usize> = match more.is_empty() {
            true => HashMap::new(),
            false => all
                .iter()
                .enumerate()
                .filter(|(_, (_, d))| d.how == How::From)
                .map(|(i, (full, _))| (full.as_str(), i))
                .rev()
                .collect(),
        };
        for (index, (full, drive)) in all.iter().enumerate() {
            let added = more.get(full);
            if let (Some(_), Some(first)) = (added, written.get(full.as_str()))
                && *first != index
                && drive.how != How::From
            {
                continue;
            }
            if let (Some(added), None) = (added, done.get(full.as_str())) {
                done.insert(full.as_str(), ());
                let drives: Vec<&Drive> = (drive.how == How::From)
                    .then_some(drive)
                    .into_iter()
                    .chain(added.iter().map(|index| &all[*index].1))
                    .collect();
                let Ok(text) = self.joined(&drives, 0) else { continue };
                self.push_connection(full, drive, &text);
            } else if drive.how == How::From {
                let Ok(text) = self.rewritten(drive, 0) else { continue };
                self.push_connection(full, drive, &text);
            }
        }
    }

    fn push_connection(&mut self, full: &str, drive: &Drive, text: &str) {
        let [name, value] = [(full, drive.name), (text, drive.value)].map(|(own, span)| self.put(own, span));
        self.connected.insert(full.to_owned(), text.to_owned());
        self.description.push_connections([StoredAttribute { name, value }]);
    }

    /// What is connected, with what is added or put behind.
    fn joined(&mut self, drives: &[&Drive], depth: usize) -> Result<String, Refused> {
        let adds = drives.iter().find(|drive| drive.how == How::Add);
        if let (Some(add), Some(append)) = (adds, drives.iter().find(|drive| drive.how == How::Append)) {
            let diagnostic = Diagnostic::error("bad-connection", "`Add` and `Append` of one in-port");
            let diagnostic = diagnostic.label(self.place(append.name), "put behind here");
            self.diagnostics.push(diagnostic.label(self.place(add.name), "added here"));
            return Err(Refused);
        }
        let mut texts = Vec::with_capacity(drives.len());
        for drive in drives {
            let text = self.rewritten(drive, depth)?;
            texts.push(if adds.is_some() { in_parentheses(text) } else { text });
        }
        Ok(texts.join(if adds.is_some() { " + " } else { ", " }))
    }

    /// What a source is for who looks from outside all instances.
    fn rewritten(&mut self, drive: &Drive, depth: usize) -> Result<String, Refused> {
        let text = self.text(drive.value).to_owned();
        let place = self.place(drive.value);
        self.rewrite(&text, drive, place, depth)
    }

    fn rewrite(&mut self, text: &str, drive: &Drive, place: Span, depth: usize) -> Result<String, Refused> {
        let level = drive.level;
        if depth > DEEPEST {
            let message = format!("{}ports of schemes lead to each other in a circle", self.who(level));
            self.diagnostics.push(Diagnostic::error("circular-ports", message).at(place));
            return Err(Refused);
        }
        if level == 0 && self.levels.len() == 1 && drive.indices.is_empty() {
            return Ok(text.to_owned());
        }
        let found = match names(text) {
            Ok(found) => found,
            Err(fault) => {
                let what = format!("{}this connection", self.who(level));
                let at = bowline_text::Text::new(text, place);
                self.diagnostics.push(diagnostic("bad-connection", &what, at, &fault));
                return Err(Refused);
            }
        };
        let mut out = String::with_capacity(text.len() + 16 * found.len());
        let mut at = 0;
        for name in found {
            let own = &text[name.place.clone()];
            out.push_str(&text[at..name.place.start]);
            at = name.place.end;
            let is_all = text.trim() == own;
            let put = if name.is_path {
                self.source(level, own, place, depth)?
            } else {
                self.word(own, drive, place, depth)?
            };
            out.push_str(&if is_all { put } else { in_parentheses(put) });
        }
        out.push_str(&text[at..]);
        if out.len() > LONGEST {
            let message = format!(
                "{}formulas of ports of schemes make a source of more than {LONGEST} characters",
                self.who(level)
            );
            let help = "let a SimObject calculate what is needed several times, as `Math/Expression` does";
            self.diagnostics.push(Diagnostic::error("long-source", message).at(place).help(help));
            return Err(Refused);
        }
        Ok(out)
    }

    /// What a word in a formula stands for.
    fn word(&mut self, word: &str, drive: &Drive, place: Span, depth: usize) -> Result<String, Refused> {
        if let Some(index) = drive.indices.iter().rev().find(|index| index.name == word) {
            return Ok(index.number.to_string());
        }
        let level = drive.level;
        if self.levels[level].in_ports.contains_key(word) {
            return self.in_port(level, word, place, depth);
        }
        let full = format!("{}{word}", self.levels[level].prefix);
        if level > 0 && self.variables.get(&full).is_some() {
            return Ok(full);
        }
        if level > 0
            && !matches!(word, "pi" | "time")
            && let Found::Unknown { message, help } = self.variables.within(self.levels[level].scope).find(word, false)
        {
            let diagnostic = Diagnostic::error("bad-connection", format!("{}{message}", self.who(level)));
            self.diagnostics.push(diagnostic.at(place).help(help));
            return Err(Refused);
        }
        Ok(word.to_owned())
    }

    /// What drives an in-port of an instance.
    fn in_port(&mut self, level: usize, name: &str, place: Span, depth: usize) -> Result<String, Refused> {
        let Some(port) = self.levels[level].in_ports.get_mut(name) else { return Err(Refused) };
        port.is_read = true;
        let port = port.clone();
        let mut drives: Vec<&Drive> = port.driven.iter().filter(|drive| drive.how == How::From).collect();
        drives.extend(port.driven.iter().filter(|drive| drive.how != How::From));
        if !drives.is_empty() {
            return self.joined(&drives, depth + 1);
        }
        if let Some((default, span)) = port.default {
            let drive = Drive { how: How::From, level, indices: Vec::new(), name: span, value: span };
            return self.rewrite(&default, &drive, place, depth + 1);
        }
        let message = format!("the in-port `{}{name}` is not connected", self.levels[level].prefix);
        let place = self.levels[level].place.unwrap_or(place);
        self.diagnostics.push(Diagnostic::error("unconnected-port", message).at(place));
        Err(Refused)
    }

    /// What a path in a formula of a level stands for.
    fn source(&mut self, level: usize, path: &str, place: Span, depth: usize) -> Result<String, Refused> {
        let own = |this: &Self| Ok(format!("{}{path}", this.levels[level].prefix));
        let Some((first, rest)) = path.split_once('.') else { return own(self) };
        let Some(instance) = self.levels[level].instances.get(first).copied() else { return own(self) };
        let inside = &self.levels[instance];
        let (port, member) = rest.split_once('.').map_or((rest, None), |(port, member)| (port, Some(member)));
        if let Some(out_port) = inside.out_ports.get(rest).cloned() {
            let span = out_port.span;
            let drive = Drive { how: How::From, level: instance, indices: Vec::new(), name: span, value: span };
            let place = self.place(span);
            return self.rewrite(&out_port.from, &drive, place, depth + 1);
        }
        if let Some(at) = inside.bundles.get(port).cloned() {
            let at = member.map_or_else(|| at.clone(), |member| format!("{at}.{member}"));
            return self.source(instance, &at, place, depth + 1);
        }
        if inside.instances.contains_key(port) && member.is_some() {
            return self.source(instance, rest, place, depth + 1);
        }
        let full = format!("{}{rest}", inside.prefix);
        if member.is_some() || self.variables.get(&full).is_some() {
            return Ok(full);
        }
        let prefix = inside.prefix.trim_end_matches('.');
        let diagnostic = if inside.in_ports.contains_key(rest) {
            let message = format!("`{full}` is an in-port, where an out-port is needed");
            Diagnostic::error("unknown-port", message).help("in-ports stand on the left of `=`, out-ports on the right")
        } else {
            let known = inside.out_ports.keys().chain(inside.bundles.keys()).map(String::as_str);
            let advice = nearest::advice(rest, &format!("out-ports and bundles of `{prefix}`"), known);
            Diagnostic::error("unknown-port", format!("the instance `{prefix}` has no out-port `{rest}`")).help(advice)
        };
        self.diagnostics.push(diagnostic.at(place));
        Err(Refused)
    }

    /// Reports in-ports of schemes that lead nowhere, each once.
    fn nowhere(&mut self) {
        let mut told: Vec<Span> = Vec::new();
        for level in 1..self.levels.len() {
            let nowhere = |port: &super::level::InPort| port.targets.is_empty() && !port.is_read;
            let ports = self.levels[level].in_ports.iter();
            let ports: Vec<(String, Span)> =
                ports.filter(|(_, port)| nowhere(port)).map(|(name, port)| (name.clone(), port.span)).collect();
            for (name, span) in ports {
                // A port that only an out-port reads that nobody reads is no fault.
                let is_named = self.levels[level].out_ports.values().any(|port| {
                    names(&port.from).is_ok_and(|found| found.iter().any(|n| port.from[n.place.clone()] == name))
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

    /// The initial conditions of all levels: those of the outer ones count.
    pub(super) fn initial_conditions(&mut self, plain: &Flat) {
        let outline = self.outline;
        let mut insertions = outline.initial_conditions.iter().peekable();
        for (at, condition) in plain.initial_conditions.iter().enumerate() {
            while let Some(insertion) = insertions.next_if(|insertion| insertion.at <= at) {
                self.walk(0, ElementKind::Initialization, std::slice::from_ref(&insertion.element));
            }
            self.begin(0, *condition);
        }
        insertions.for_each(|i| self.walk(0, ElementKind::Initialization, std::slice::from_ref(&i.element)));
        for level in 1..self.levels.len() {
            let Some(scheme) = self.levels[level].scheme else { continue };
            for section in &outline.schemes[scheme].sections {
                if section.kind == ElementKind::Initialization {
                    self.walk(level, ElementKind::Initialization, &section.children);
                }
            }
        }
    }

    pub(super) fn initial_condition(&mut self, level: usize, element: &Element) {
        let Some(to) = self.attribute(element, "To") else {
            let pairs = &element.attributes;
            return pairs.iter().for_each(|attribute| self.begin(level, *attribute));
        };
        self.only(element, &["To", "Value"]);
        let Some(value) = self.attribute(element, "Value") else {
            return self.missing(element, "Value", "write `<InitialCondition To=\"Mass.Pos\" Value=\"0, 0, 0\"/>`");
        };
        let Some(name) = self.filled(level, to, true) else { return };
        self.begin(level, StoredAttribute { name, value });
    }

    /// One initial condition, as it is written in a level.
    fn begin(&mut self, level: usize, StoredAttribute { name, value }: StoredAttribute) {
        let Some(prepared) = self.prepared(value) else { return };
        let Some(value) = self.filled_with(level, value, &prepared, false) else { return };
        if self.levels.len() == 1 && !prepared.names_index {
            return self.description.push_initial_conditions([StoredAttribute { name, value }]);
        }
        let full = format!("{}{}", self.levels[level].prefix, self.text(name));
        if let Some(outer) = self.begun.get(&full)
            && *outer < level
        {
            return;
        }
        let indices = if prepared.names_index { self.indices.clone() } else { Vec::new() };
        let drive = Drive { how: How::From, level, indices, name, value };
        let Ok(text) = self.rewritten(&drive, 0) else { return };
        self.begun.insert(full.clone(), level);
        let [name, value] = [(&full, name), (&text, value)].map(|(own, span)| self.put(own, span));
        self.description.push_initial_conditions([StoredAttribute { name, value }]);
    }

    /// What the names of ports of instances stand for.
    pub(super) fn aliases(&mut self) -> Aliases {
        let mut aliases = Aliases::default();
        for level in 1..self.levels.len() {
            let inside = &self.levels[level];
            let prefix = inside.prefix.clone();
            let out_ports: Vec<String> = inside.out_ports.keys().cloned().collect();
            let in_ports: Vec<(String, Option<String>)> =
                inside.in_ports.iter().map(|(name, port)| (name.clone(), port.targets.first().cloned())).collect();
            let bundles: Vec<(String, String)> =
                inside.bundles.iter().map(|(name, at)| (name.clone(), at.clone())).collect();
            let (outer, place) = (inside.outer, inside.place.unwrap_or(Span::new(0, 0)));
            for name in out_ports {
                let path = format!("{}.{name}", prefix.trim_end_matches('.').rsplit('.').next().unwrap_or(""));
                if let Ok(text) = self.source(outer, &path, place, 0) {
                    aliases.insert(format!("{prefix}{name}"), Alias::of(text));
                }
            }
            for (name, first) in in_ports {
                let is_driven = self.levels[level]
                    .in_ports
                    .get(&name)
                    .is_some_and(|port| !port.driven.is_empty() || port.default.is_some());
                let text = if is_driven { self.in_port(level, &name, place, 0).ok() } else { None };
                let target = first.and_then(|first| self.first_target(level, &first, place).ok());
                let alias = match (target, text) {
                    // What it feeds may have more than it.
                    (Some(Target::Flat(full)), Some(text)) if self.connected.get(&full) != Some(&text) => {
                        Alias::of(text)
                    }
                    (Some(Target::Flat(full)), _) => Alias::Signal(full),
                    (_, Some(text)) => Alias::of(text),
                    _ => continue,
                };
                aliases.insert(format!("{prefix}{name}"), alias);
            }
            for (name, at) in bundles {
                if let Ok(full) = self.source(level, &at, place, 0) {
                    aliases.insert(format!("{prefix}{name}"), Alias::Signal(full));
                }
            }
        }
        aliases
    }

    /// The SimObject's port that a target leads to first.
    fn first_target(&mut self, level: usize, path: &str, place: Span) -> Result<Target, Refused> {
        let mut target = self.target(level, path, place, 0)?;
        for _ in 0..DEEPEST {
            let Target::Port(level, port) = &target else { return Ok(target) };
            let Some(first) = self.levels[*level].in_ports.get(port).and_then(|port| port.targets.first().cloned())
            else {
                return Err(Refused);
            };
            target = self.target(*level, &first, place, 0)?;
        }
        Err(Refused)
    }
}

/// A source in parentheses, if it is more than one name.
fn in_parentheses(text: String) -> String {
    let is_one = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']' | ':');
    let text = if text.len() == text.trim().len() { text } else { text.trim().to_owned() };
    // A sign belongs to what follows.
    if !text.starts_with('-') && text.chars().all(is_one) { text } else { format!("({text})") }
}
