//! Which terminals meet at which node.

use simobject_host::{BranchForm, Nature};

use super::sets::Sets;
use crate::connecting::terminal_names::{TerminalId, named};
use crate::connecting::wiring;
use crate::declaring::names::Finder;
use crate::declaring::objects::Objects;
use bowline_description::ModelDescription;
use bowline_description::attributes::expression;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::{Attribute, Span, nearest};

/// All terminals, and the nodes at which they meet.
#[derive(Debug)]
pub(super) struct Joints {
    /// The first terminal of each SimObject, in the row of all.
    first: Vec<usize>,
    pub(super) all: Vec<TerminalId>,
    /// The node of each terminal.
    node_of: Vec<usize>,
    /// The first terminal of each node.
    pub(super) nodes: Vec<TerminalId>,
}

impl Joints {
    /// Finds the nodes, from the connections of a description.
    pub(super) fn read(description: &ModelDescription, finder: &Finder<'_, '_>, diagnostics: &mut Diagnostics) -> Self {
        let objects = finder.objects;
        let (mut first, mut all) = (Vec::with_capacity(objects.list.len()), Vec::new());
        for (object, number) in objects.list.iter().zip(0..) {
            first.push(all.len());
            let terminals = 0..object.interface.terminals.len() as u32;
            all.extend(terminals.map(|terminal| TerminalId { object: number, terminal }));
        }
        let mut joints = Self { first, node_of: Vec::with_capacity(all.len()), all, nodes: Vec::new() };
        let mut sets = Sets::new(joints.all.len());
        let mut is_joined = vec![false; joints.all.len()];
        for connection in description.connections().iter() {
            let Some(left) = named(connection.name, finder) else { continue };
            // An error of the connection is reported; that the terminal stays open need not be reported too.
            is_joined[joints.number(left)] = true;
            for right in terminals(connection, left, finder, diagnostics) {
                is_joined[joints.number(right)] = true;
                sets.join(joints.number(left), joints.number(right));
            }
        }
        joints.number_nodes(sets);
        joints.find_open(&is_joined, description, objects, diagnostics);
        joints
    }

    /// The number of a terminal among all.
    pub(super) fn number(&self, id: TerminalId) -> usize {
        self.first[id.object as usize] + id.terminal as usize
    }

    /// The node of a terminal.
    pub(super) fn node(&self, id: TerminalId) -> usize {
        self.node_of[self.number(id)]
    }

    fn number_nodes(&mut self, mut sets: Sets) {
        for at in 0..self.all.len() {
            let first = sets.of(at);
            let node = if first == at { self.nodes.len() } else { self.node_of[first] };
            if first == at {
                self.nodes.push(self.all[at]);
            }
            self.node_of.push(node);
        }
    }

    /// Reports terminals that nothing is joined to, but for those at which something stores: it stands alone.
    fn find_open(
        &self,
        is_joined: &[bool],
        description: &ModelDescription,
        objects: &Objects<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        for (id, _) in self.all.iter().zip(is_joined).filter(|(_, is_joined)| !**is_joined) {
            let interface = &objects.list[id.object as usize].interface;
            let stores = interface.branches.iter().any(|branch| {
                let is_there = branch.ends.first() == Some(&[Some(id.terminal), None]);
                branch.form == BranchForm::Storage && is_there
            });
            if stores {
                continue;
            }
            let name = id.name(objects);
            let nature = id.nature(objects);
            let others = self.all.iter().zip(is_joined).filter(|(other, is_joined)| {
                !**is_joined && other.object != id.object && other.nature(objects).is_same(&nature)
            });
            let others: Vec<String> = others.take(3).map(|(other, _)| format!("`{}`", other.name(objects))).collect();
            let example = others.first().map_or("Object.Terminal".to_owned(), |name| name.replace('`', ""));
            let mut help = format!("join it: `<Connection {name}=\"{example}\"/>`");
            if others.len() > 1 {
                help += &format!("; not joined yet are {}", others.join(", "));
            }
            let message = format!("the terminal `{name}` ({}) is not joined to anything", nature.name);
            let span = description.object_at(id.object as usize).name().span();
            diagnostics.push(Diagnostic::error("unconnected-terminal", message).at(span).help(help));
        }
    }
}

/// The terminals on the right of a connection.
fn terminals(
    connection: Attribute<'_>,
    left: TerminalId,
    finder: &Finder<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Vec<TerminalId> {
    let objects = finder.objects;
    let name = left.name(objects);
    let help = || format!("write `<Connection {name}=\"Object.Terminal\"/>`, or several with commas between them");
    let sources = match expression::parse(connection.value) {
        Ok(sources) => sources,
        Err(malformed) => {
            let diagnostic = Diagnostic::error("bad-connection", malformed.message).at(malformed.span);
            diagnostics.push(diagnostic.help(malformed.help.map_or_else(help, str::to_owned)));
            return Vec::new();
        }
    };
    let mut found = Vec::new();
    for sum in &sources {
        let Some(right) = expression::alone(&vec![sum.clone()]) else {
            let message = format!("`{name}` is a terminal: it is joined to terminals, and not to an expression");
            diagnostics.push(Diagnostic::error("bad-connection", message).at(connection.value.span()).help(help()));
            return Vec::new();
        };
        let Some(meant) = wiring::source(right, finder, diagnostics) else { continue };
        let object = &objects.list[meant.object as usize];
        let Some(id) = named(right.path, finder) else {
            diagnostics.push_with(|| {
                let what = meant.name.as_str();
                let (code, message) = match object.interface.find(what, |_| true).is_some() {
                    true => ("bad-connection", format!("`{}.{what}` is no terminal", object.name())),
                    false => {
                        let message =
                            format!("`{}` ({}) has no terminal `{what}`", object.name(), object.kind().name());
                        ("unknown-port", message)
                    }
                };
                let known = object.interface.terminals.iter().map(|terminal| terminal.name.as_ref());
                let advice = nearest::advice(what, &format!("terminals of `{}`", object.name()), known);
                let diagnostic = Diagnostic::error(code, message).label(meant.span(), "");
                diagnostic.label(connection.name.span(), format!("`{name}` is a terminal")).help(advice)
            });
            continue;
        };
        if let Some(diagnostic) = mismatch(left, id, connection.name.span(), meant.span(), objects) {
            diagnostics.push(diagnostic);
            continue;
        }
        found.push(id);
    }
    found
}

/// Why two terminals cannot be joined.
fn mismatch(
    left: TerminalId,
    right: TerminalId,
    left_span: Span,
    right_span: Span,
    objects: &Objects<'_>,
) -> Option<Diagnostic> {
    let [left_name, right_name] = [left, right].map(|id| id.name(objects));
    if left == right {
        let message = format!("the terminal `{left_name}` is joined to itself");
        return Some(Diagnostic::error("bad-connection", message).at(right_span));
    }
    let [one, other] = [left, right].map(|id| id.nature(objects));
    if one.is_same(&other) {
        return None;
    }
    let what = |nature: &Nature| {
        let [across, through] = [&nature.across, &nature.through].map(|of| format!("{} in {}", of.name, of.unit));
        format!("{} ({across}; {through})", nature.name)
    };
    let message = format!("`{left_name}` and `{right_name}` are terminals of two natures");
    let diagnostic = Diagnostic::error("nature-mismatch", message).label(left_span, what(&one));
    let help = "what joins two natures is an element with a terminal of each, as a motor or a rack";
    Some(diagnostic.label(right_span, what(&other)).help(help))
}
