//! Connections: what every in-port reads.

use std::collections::HashSet;

use simobject_host::{Meaning, Number, Role, Signal};

use super::bundles::{self, Bundles};
use super::resources::{self, Provided, Types};
use super::unit_mismatch::{UnitMismatch, UnitMismatches};
use super::unknown_port::{self, Direction};
use super::width_mismatch::{Blame, DecimalCommas, WidthMismatch};
use super::{formulas, scheme_ports, terminal_names, whole_port};
use crate::declaring::names::Finder;
use crate::declaring::objects::Objects;
use bowline_description::ModelDescription;
use bowline_description::attributes::expression::{self, Atom, Sources, Term};
use bowline_description::flattening::SchemePort;
use bowline_description::reference::{OfObject, Reference, Unfound};
use bowline_description::variables::Variables;
use bowline_model::model::Object;
use bowline_model::model::dependencies::Signals;
use bowline_model::model::port_source::{Connection, Origin, Piece, PortSource, ScaledSource, add, width};
use bowline_model::model::signal_id::SignalId;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;
use bowline_text::{Attribute, Text};

/// The connections of all in-ports, in file order and then in declaration order.
#[derive(Debug, Default)]
pub(crate) struct Wiring {
    /// Position of the first in-port of each object.
    first: Vec<usize>,
    connections: Vec<Connection>,
}

/// Where connections come from.
pub(crate) struct ConnectionSources<'a> {
    /// The connections that are written.
    pub(crate) description: &'a ModelDescription,
    /// The ports of schemes, which declare units and widths.
    pub(crate) ports: &'a [SchemePort],
    /// What the network feeds to in-ports.
    pub(crate) network: Vec<(SignalId, PortSource)>,
}

impl Wiring {
    /// Resolves connections, and compares them with what ports of schemes say. `types` names the types that provide a
    /// resource.
    pub(crate) fn connect(
        written: ConnectionSources<'_>,
        finder: &Finder<'_, '_>,
        variables: &Variables,
        types: Types<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let ConnectionSources { description, ports, network } = written;
        let (objects, connections) = (finder.objects, description.connections());
        let mut slots = Slots::new(&objects.list);
        let (mut unit_mismatches, mut commas) = (UnitMismatches::default(), DecimalCommas::new(description));
        for member in slots.bundles.connect(connections, finder, diagnostics) {
            slots.set(member.port, member.source, member.span);
        }
        for (port, source) in network {
            if let Some(slot) = slots.slot(port) {
                *slot = Some((source, None));
            }
            slots.of_branches.insert(port);
        }
        for connection in connections.iter() {
            if terminal_names::is_connection(connection, finder) {
                continue;
            }
            if let Some((id, source)) = whole_port::connected(connection, finder, &slots.bundles) {
                slots.put(id, source, connection, objects, diagnostics);
                continue;
            }
            if bundles::target(connection, finder).is_some() {
                continue;
            }
            if let Some(id) = resources::asked(connection, finder) {
                match resources::connected(id, connection, finder, diagnostics) {
                    Some(source) => slots.put(id, source, connection, objects, diagnostics),
                    None => slots.refuse(Refused::Port(id)),
                }
                continue;
            }
            let reading = Reading { finder, bundles: &slots.bundles, variables };
            match resolve(connection, reading, &mut unit_mismatches, &mut commas, diagnostics) {
                Ok((id, source)) => slots.put(id, source, connection, objects, diagnostics),
                Err(refused) => {
                    slots.refuse(refused);
                    slots.bundles.refuse_named(connection, objects);
                }
            }
        }
        unit_mismatches.report(diagnostics);
        let reading = Reading { finder, bundles: &slots.bundles, variables };
        scheme_ports::check(ports, description, reading, diagnostics);
        slots.finish(description, objects, types, diagnostics)
    }

    /// What an in-port reads, and where that is written.
    pub(crate) fn connection(&self, id: SignalId) -> Option<&Connection> {
        let (object, connections) = (id.object as usize, &self.connections);
        let end = self.first.get(object + 1).copied().unwrap_or(connections.len());
        let of_object = &connections[self.first[object]..end];
        of_object.binary_search_by_key(&id, |connection| connection.port).ok().map(|position| &of_object[position])
    }

    /// Whether the places of a layout tell the same of each in-port.
    pub(crate) fn agrees_with(&self, signals: Signals<'_>) -> bool {
        let agrees = |port: SignalId, source: &PortSource| match source {
            // Each of its numbers reads some of what the formula does.
            PortSource::Formula(_) => {
                signals.origins(port).iter().all(|origin| source.origins().any(|of| of == *origin))
            }
            _ => signals.origins(port).into_iter().eq(source.origins()),
        };
        self.connections.iter().all(|connection| agrees(connection.port, &connection.source))
    }

    /// Adds numbers of their own to what these in-ports, in their order, read.
    pub(crate) fn open(&mut self, ports: &[SignalId], objects: &[Object]) {
        let is_opened = |connection: &&mut Connection| ports.binary_search(&connection.port).is_ok();
        for Connection { port: id, source, .. } in self.connections.iter_mut().filter(is_opened) {
            let width = objects[id.object as usize].interface.signals[id.signal as usize].width as usize;
            let whole = std::mem::replace(source, PortSource::Constant([].into()));
            *source = whole.opened(width);
        }
    }

    /// All in-ports with what they read.
    pub(crate) fn connections(&self) -> &[Connection] {
        &self.connections
    }
}

/// What a connection that was refused was meant for, as far as it is known:
/// what is not connected because of it is not reported once more.
enum Refused {
    Nobody,
    Object(u32),
    Port(SignalId),
}

/// What an in-port reads, and where that is written.
type Connected = (PortSource, Option<Span>);

/// The in-ports while they are being connected.
struct Slots {
    first: Vec<usize>,
    slots: Vec<(SignalId, Option<Connected>)>,
    refused_objects: HashSet<u32>,
    refused_ports: HashSet<SignalId>,
    /// What the network feeds.
    of_branches: HashSet<SignalId>,
    bundles: Bundles,
}

impl Slots {
    fn new(objects: &[Object]) -> Self {
        let (mut first, mut slots) = (Vec::with_capacity(objects.len()), Vec::new());
        for (object, index) in objects.iter().zip(0..) {
            first.push(slots.len());
            let ports = object.interface.signals.iter().zip(0..).filter(|(signal, _)| signal.role.is_fed());
            slots.extend(ports.map(|(_, signal)| (SignalId { object: index, signal }, None)));
        }
        let (refused_objects, refused_ports) = (HashSet::new(), HashSet::new());
        let (of_branches, bundles) = (HashSet::new(), Bundles::default());
        Self { first, slots, refused_objects, refused_ports, of_branches, bundles }
    }

    fn refuse(&mut self, refused: Refused) {
        match refused {
            Refused::Nobody => {}
            Refused::Object(object) => {
                self.refused_objects.insert(object);
            }
            Refused::Port(id) => {
                self.refused_ports.insert(id);
            }
        }
    }

    /// Connects an in-port that nobody has connected.
    fn set(&mut self, id: SignalId, source: PortSource, span: Span) {
        if let Some(slot) = self.slot(id) {
            *slot = Some((source, Some(span)));
        }
    }

    fn slot(&mut self, id: SignalId) -> Option<&mut Option<Connected>> {
        let object = id.object as usize;
        let (first, end) = (self.first[object], self.first.get(object + 1).copied().unwrap_or(self.slots.len()));
        let of_object = &mut self.slots[first..end];
        let position = of_object.binary_search_by_key(&id, |(port, _)| *port).ok()?;
        Some(&mut of_object[position].1)
    }

    fn put(
        &mut self,
        id: SignalId,
        source: PortSource,
        connection: Attribute<'_>,
        objects: &Objects<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        match self.slot(id) {
            None => {}
            Some(slot @ None) => *slot = Some((source, Some(connection.name.span()))),
            Some(Some((_, first))) => {
                let first = *first;
                if let Some(diagnostic) = self.bundles.fed(id, connection.name.span(), objects) {
                    diagnostics.push(diagnostic);
                    return;
                }
                let object = &objects.list[id.object as usize];
                let port = object.signal_name(id.signal as usize);
                if self.of_branches.contains(&id) {
                    let message = format!("`{port}` is given by what the terminals of `{}` are joined to", object.name);
                    let diagnostic = Diagnostic::error("connected-twice", message).at(connection.name.span());
                    diagnostics.push(diagnostic.help("leave this connection out"));
                    return;
                }
                let is_resource = object.interface.signals[id.signal as usize].role.is_resource();
                let mut diagnostic = Diagnostic::error("connected-twice", format!("`{port}` is connected twice"))
                    .label(connection.name.span(), "again here")
                    .help(if is_resource { "one answers: leave out the other" } else { TO_ADD });
                if let Some(first) = first {
                    diagnostic = diagnostic.label(first, "first connected here");
                }
                diagnostics.push(diagnostic);
            }
        }
    }

    fn finish(
        mut self,
        description: &ModelDescription,
        objects: &Objects<'_>,
        types: Types<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Wiring {
        let mut unconnected = Vec::new();
        let mut provided = Provided::of(&objects.list);
        // Slots and connections are of one size: these take the room of those.
        let connected = |(id, slot): (SignalId, Option<Connected>)| {
            let object = &objects.list[id.object as usize];
            let default_input =
                || default_input(object, id.signal).map(|numbers| (PortSource::Constant(numbers.into()), None));
            match slot.or_else(default_input) {
                Some((source, span)) => Some(Connection { port: id, source, span }),
                None if self.refused_objects.contains(&id.object) || self.refused_ports.contains(&id) => None,
                None if object.interface.signals[id.signal as usize].role.is_resource() => {
                    provided.find(id).map(|source| Connection { port: id, source, span: None })
                }
                None => {
                    unconnected.push(id);
                    None
                }
            }
        };
        let connections: Vec<Connection> = std::mem::take(&mut self.slots).into_iter().filter_map(connected).collect();
        provided.report(description, types, diagnostics);
        for id in unconnected {
            let span = description.object_at(id.object as usize).name().span();
            if bundles::is_member(id, objects) {
                if let Some(diagnostic) = self.bundles.unconnected(id, &connections, objects) {
                    diagnostics.push(diagnostic.at(span));
                }
                continue;
            }
            let port = objects.list[id.object as usize].signal_name(id.signal as usize);
            let message = format!("the in-port `{port}` is not connected");
            let help = format!("connect it: `<Connection {port}=\"Object.OutPort\"/>`, or to numbers");
            diagnostics.push(Diagnostic::error("unconnected-port", message).at(span).help(help));
        }
        Wiring { first: self.first, connections }
    }
}

/// What an in-port has that is not connected; the first, where several are declared.
fn default_input(object: &Object, signal: u32) -> Option<&[f64]> {
    Number::find(&object.numbers, signal, |meaning| matches!(meaning, Meaning::DefaultInput(_)))
}

/// What the name of an attribute means.
pub(crate) fn named<'a>(
    name: Text<'a>,
    finder: &Finder<'_, '_>,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Option<OfObject<'a>> {
    match Reference::whole(name).within(finder) {
        Ok(found) => return Some(found),
        Err(Unfound::NoObject(object)) => diagnostics.push_with(|| finder.unknown(name, object)),
        Err(Unfound::NoPath(path)) => {
            let message = format!("`{}` does not name {what}", path.as_str());
            let help = format!("write `Object.Name`: an object's name, a point, and the name of {what} of it");
            diagnostics.push(Diagnostic::error("bad-name", message).at(path.span()).help(help));
        }
    }
    None
}

/// What a port or bundle among sources is.
pub(crate) fn source<'a>(
    port: Reference<'a>,
    finder: &Finder<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<OfObject<'a>> {
    match port.within(finder) {
        Ok(found) => Some(found),
        Err(Unfound::NoObject(object) | Unfound::NoPath(object)) => {
            diagnostics.push_with(|| finder.unknown(port.path, object));
            None
        }
    }
}

/// What the right side of a connection is read with.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'r, 'o, 'd> {
    pub(crate) finder: &'r Finder<'o, 'd>,
    pub(crate) bundles: &'r Bundles,
    pub(crate) variables: &'r Variables,
}

fn resolve<'o>(
    connection: Attribute<'_>,
    reading: Reading<'_, 'o, '_>,
    unit_mismatches: &mut UnitMismatches<'o>,
    commas: &mut DecimalCommas<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<(SignalId, PortSource), Refused> {
    const HELP: &str = "sources are out-ports and numbers, as in `A.Out`, `0, 0, -10` or \
                        `2*A.Out[0:3] - (B.Out, C.Out)`, or formulas of them; write spaces around a minus";
    let Reading { finder, bundles, variables } = reading;
    let objects = finder.objects;
    let target = named(connection.name, finder, "an in-port", diagnostics);
    let sources = expression::parse(connection.value);
    let in_port = target.and_then(|target| {
        let interface = &objects.list[target.object as usize].interface;
        target.signal(interface, Role::is_in_port).map(|signal| (signal, &interface.signals[signal as usize]))
    });
    // What is no sum of ports and numbers may be a formula.
    if let Some((signal, port)) = in_port
        && let Some(object) = target.map(|target| target.object)
        && match &sources {
            Ok(_) => formulas::names_a_constant(connection.value.as_str(), variables),
            Err(_) => formulas::is_one(connection.value.as_str()),
        }
    {
        let id = SignalId { object, signal };
        let source = formulas::resolve(connection, port, reading, diagnostics);
        return source.map(|source| (id, source)).ok_or(Refused::Port(id));
    }
    let sources = sources.map_err(|malformed| {
        // Whether a formula is right depends on what it is for.
        if in_port.is_none() && formulas::is_one(connection.value.as_str()) {
            return;
        }
        let diagnostic = Diagnostic::error("bad-connection", malformed.message).at(malformed.span);
        diagnostics.push(diagnostic.help(malformed.help.unwrap_or(HELP)));
    });
    // What is wrong with the sources is told whatever they are for.
    let mut resolver = Resolver {
        finder,
        bundles,
        in_port: in_port.map(|(_, port)| port),
        is_alone: expression::port_alone(connection.value).is_some(),
        mismatches: Vec::new(),
        commas,
        diagnostics,
    };
    let pieces = sources.as_ref().map(|sources| resolver.sources(sources, 1.0));
    let mismatches = resolver.mismatches;
    let target = target.ok_or(Refused::Nobody)?;
    let object = target.object;
    let Some((signal, declared)) = in_port else {
        unknown_port::report(objects, target, Direction::In, diagnostics);
        return Err(Refused::Object(object));
    };
    let id = SignalId { object, signal };
    let refused = || Refused::Port(id);
    let pieces = pieces.ok().flatten().ok_or_else(refused)?;
    let (width, needed) = (width(&pieces), declared.width as usize);
    if width != needed {
        let sources = sources.as_deref().unwrap_or_default();
        let mismatch = WidthMismatch { connection, sources, width, target, needed };
        if let Some(diagnostic) = mismatch.report(objects, commas) {
            diagnostics.push(diagnostic);
        }
        return Err(refused());
    }
    let source = PortSource::of(declared.role, pieces);
    if !source.is_finite() {
        let message = format!("a number of the source of `{}` is too large", connection.name.as_str());
        diagnostics.push(Diagnostic::error("bad-connection", message).at(connection.value.span()));
        return Err(refused());
    }
    let to = &objects.list[object as usize];
    mismatches.into_iter().for_each(|found| unit_mismatches.note(found, to, declared, connection.name.span()));
    Ok((id, source))
}

/// Advice to who connects an in-port more than once.
pub(crate) const TO_ADD: &str = "to add sources, write their sum in one connection: `A.Out + B.Out`; any in-port takes one, \
                                 and those that add up (see `bowline describe`) are made for it";

/// Advice for one number, or one wide port, where `width` are needed.
pub(crate) fn broadcast(value: &str, width: usize) -> String {
    const MOST: usize = 9;
    let value = value.trim();
    if width > MOST || value.len() > 40 {
        return format!("nothing is broadcast: give {width} of them");
    }
    format!("nothing is broadcast: write `{}` if that is meant", vec![value; width].join(", "))
}

struct Resolver<'o, 'd, 'x, 'r> {
    finder: &'r Finder<'o, 'd>,
    bundles: &'r Bundles,
    /// What the sources are for.
    in_port: Option<&'o Signal>,
    /// Whether they are one whole port.
    is_alone: bool,
    mismatches: Vec<UnitMismatch<'o>>,
    commas: &'r mut DecimalCommas<'x>,
    diagnostics: &'r mut Diagnostics,
}

impl Resolver<'_, '_, '_, '_> {
    /// The sources, all of them times `scale`.
    fn sources(&mut self, sources: &Sources<'_>, scale: f64) -> Option<Vec<Piece>> {
        let mut pieces: Option<Vec<Piece>> = Some(Vec::with_capacity(sources.len()));
        for sum in sources {
            // All sums are looked at, so that all faults are found.
            match (self.sum(sum, scale), &mut pieces) {
                (Some(more), Some(pieces)) => pieces.extend(more),
                _ => pieces = None,
            }
        }
        pieces
    }

    fn sum(&mut self, terms: &[Term<'_>], scale: f64) -> Option<Vec<Piece>> {
        let mut sum: Option<Vec<Piece>> = None;
        let mut sound = true;
        for term in terms {
            let Some(pieces) = self.term(term, scale) else {
                sound = false;
                continue;
            };
            match &mut sum {
                None => sum = Some(pieces),
                Some(sum) if width(sum) == width(&pieces) => add(sum, pieces),
                Some(sum) => {
                    sound = false;
                    match self.commas.blame(&[vec![terms[0].clone(), term.clone()]], None, self.finder.objects) {
                        Blame::Nobody => {}
                        Blame::Told => continue,
                        Blame::New(diagnostic) => {
                            self.diagnostics.push(diagnostic.label(terms[0].span.to(term.span), "connected here"));
                            continue;
                        }
                    }
                    let (left, right) = (width(sum), width(&pieces));
                    let message = format!("a term of width {right} is added to one of width {left}");
                    let diagnostic = Diagnostic::error("width-mismatch", message);
                    self.diagnostics.push(
                        diagnostic
                            .label(term.span, format!("width {right}"))
                            .label(terms[0].span, format!("width {left}")),
                    );
                }
            }
        }
        if sound { sum } else { None }
    }

    fn term(&mut self, term: &Term<'_>, scale: f64) -> Option<Vec<Piece>> {
        let scale = scale * term.scale;
        Some(match &term.atom {
            Atom::Number(number) => {
                vec![Piece { width: 1, terms: vec![ScaledSource { scale, source: Origin::Constant(vec![*number]) }] }]
            }
            Atom::Group(sources) => self.sources(sources, scale)?,
            Atom::Port(port) => vec![self.port(*port, scale)?],
        })
    }

    fn port(&mut self, port: Reference<'_>, scale: f64) -> Option<Piece> {
        let objects = self.finder.objects;
        let meant = source(port, self.finder, self.diagnostics)?;
        let Some(id) = self.bundles.out_port(meant, objects) else {
            // A bundle for a bundle that is not there: that has been told.
            if self.in_port.is_some() || meant.bundle(&objects.list[meant.object as usize].interface).is_none() {
                unknown_port::report(objects, meant, Direction::Out, self.diagnostics);
            }
            return None;
        };
        let from = &objects.list[id.object as usize];
        let declared = &from.interface.signals[id.signal as usize];
        let width = declared.width as usize;
        let (first, end) = port.elements.map_or((0, width), |elements| (elements.first, elements.end));
        if let Some(fault) = port.elements.and_then(|elements| elements.fault(port.path.as_str(), width)) {
            self.diagnostics.push(fault);
            return None;
        }
        if let Some(in_port) = self.in_port {
            let found = if self.is_alone {
                UnitMismatch::find_alone(in_port, from, declared, meant.span())
            } else {
                UnitMismatch::find(in_port, scale, from, declared, meant.span())
            };
            self.mismatches.extend(found);
        }
        let source = Origin::Port { id: id.of_state(declared.role), first: u32::try_from(first).ok()? };
        Some(Piece { width: end - first, terms: vec![ScaledSource { scale, source }] })
    }
}
