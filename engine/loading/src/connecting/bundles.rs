//! Connections of bundles: each is one of every member, both ways.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::RandomState;
use simobject_host::{Bundle, BundleMember, Role, Signal};

use super::element_forms::{Joint, JointEnd};
use super::{element_forms, wiring};
use crate::declaring::names::Finder;
use crate::declaring::objects::Objects;
use bowline_description::Attributes;
use bowline_description::attributes::expression;
use bowline_description::reference::{OfObject, Reference};
use bowline_model::model::Object;
use bowline_model::model::port_source::{Connection, Origin, Piece, PortSource, ScaledSource};
use bowline_model::model::signal_id::SignalId;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;
use bowline_text::{Attribute, nearest};

/// Advice to who writes a minus that is read as part of a name.
const A_MINUS: &str = "a `-` between letters belongs to a name: write spaces around a minus, as in `A.Out - B.Out`";

/// A bundle of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BundleId {
    object: u32,
    bundle: u32,
}

/// The bundles while they are being connected.
#[derive(Debug, Default)]
pub(crate) struct Bundles {
    /// The partner of each, and where that is written.
    partners: HashMap<BundleId, (BundleId, Span), RandomState>,
    /// What was meant to be connected by what is wrong.
    refused: HashSet<BundleId, RandomState>,
    /// What was joined and does not fit.
    misfits: Vec<[BundleId; 2]>,
    /// The error of the first of these.
    misfit: Option<Diagnostic>,
}

/// What a connection of bundles gives an in-port.
pub(crate) struct MemberSource {
    pub(crate) port: SignalId,
    pub(crate) source: PortSource,
    pub(crate) span: Span,
}

impl Bundles {
    /// Resolves the connections of bundles among the description's.
    pub(crate) fn connect(
        &mut self,
        connections: Attributes<'_>,
        finder: &Finder<'_, '_>,
        diagnostics: &mut Diagnostics,
    ) -> Vec<MemberSource> {
        let objects = finder.objects;
        let mut sources = Vec::new();
        if !objects.has_bundles {
            return sources;
        }
        for connection in connections.iter() {
            let Some(left) = target(connection, finder) else { continue };
            let Some(right) = partner(left, connection, finder, diagnostics) else {
                self.refused.insert(left);
                self.refuse_named(connection, objects);
                continue;
            };
            if self.join([left, right], connection, objects, diagnostics) {
                let span = connection.name.span();
                sources.extend(members(left, right, span, objects));
                sources.extend(members(right, left, span, objects));
            } else {
                self.refused.extend([left, right]);
            }
        }
        if let Some(misfit) = self.misfit.take() {
            let end = |id: BundleId| JointEnd { object: id.object, bundle: &id.of_list(objects).name };
            let fitting =
                self.partners.iter().map(|(one, (other, _))| [*one, *other]).filter(|[one, other]| one < other);
            let mut joints: Vec<[BundleId; 2]> = self.misfits.iter().copied().chain(fitting).collect();
            joints.sort_unstable();
            let joints: Vec<Joint<'_>> = joints.into_iter().map(|ends| ends.map(end)).collect();
            let misfit = match element_forms::that_fit(&joints, &objects.list) {
                Some(forms) => misfit.help(format!("with other forms all joints fit: {forms}")),
                None => misfit,
            };
            diagnostics.push(misfit);
        }
        sources
    }

    /// Notes of the bundles that a connection names which was refused that they
    /// were meant to be connected; of all bundles of an object, if it names none
    /// that is there.
    pub(crate) fn refuse_named(&mut self, connection: Attribute<'_>, objects: &Objects<'_>) {
        let mut names = Vec::new();
        let sources = expression::parse(connection.value).unwrap_or_default();
        sources.iter().for_each(|sum| expression::ports(sum, &mut names));
        for meant in names.into_iter().filter_map(|name| name.within(objects).ok()) {
            let interface = &objects.list[meant.object as usize].interface;
            let bundles = match meant.bundle(interface) {
                Some(bundle) => bundle..bundle + 1,
                None if meant.signal(interface, |_| true).is_none() => 0..interface.bundles.len() as u32,
                None => 0..0,
            };
            self.refused.extend(bundles.map(|bundle| BundleId { object: meant.object, bundle }));
        }
    }

    /// Notes that two bundles are partners, unless something is wrong with that.
    fn join(
        &mut self,
        both @ [left, right]: [BundleId; 2],
        connection: Attribute<'_>,
        objects: &Objects<'_>,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        let span = connection.name.span();
        if let Some(diagnostic) = mismatch(both, objects) {
            let what = |id: BundleId| {
                let bundle = id.of_list(objects);
                format!("{}, side {}", bundle.kind.name, bundle.side_name())
            };
            let diagnostic = diagnostic.label(span, what(left)).label(connection.value.span(), what(right));
            self.misfits.push(both);
            match self.misfit {
                None => self.misfit = Some(diagnostic),
                Some(_) => diagnostics.push(diagnostic),
            }
            return false;
        }
        for (one, new) in [(left, right), (right, left)] {
            let Some((old, first)) = self.partners.get(&one) else { continue };
            let (message, help) = if *old == new {
                let message = format!("`{}` and `{}` are connected twice", left.name(objects), right.name(objects));
                (message, "one connection goes both ways: remove the other")
            } else {
                let (one, old, new) = (one.name(objects), old.name(objects), new.name(objects));
                let message = format!("the bundle `{one}` is connected to two others: `{old}` and `{new}`");
                (message, "a bundle has one partner: what joins several of them has a bundle for each")
            };
            let diagnostic = Diagnostic::error("connected-twice", message).label(span, "again here");
            diagnostics.push(diagnostic.label(*first, "first connected here").help(help));
            return false;
        }
        self.partners.insert(left, (right, span));
        self.partners.insert(right, (left, span));
        true
    }

    /// The signal of its partner that an in-port reads as a member of a bundle.
    fn source_of(&self, port: SignalId, objects: &Objects<'_>) -> Option<SignalId> {
        let id = BundleId::of(port, objects)?;
        let (partner, _) = self.partners.get(&id)?;
        let (member, _) = id.of_list(objects).read().find(|(_, signal)| *signal == port.signal)?;
        let signal = partner.of_list(objects).signal_of(&member.name)?;
        Some(SignalId { object: partner.object, signal })
    }

    /// The out-port of that name of an object, or the one that shows its state of that name. A member of a bundle is
    /// one quantity at both ends: where this object reads it, it is the out-port of its partner.
    pub(crate) fn out_port(&self, meant: OfObject<'_>, objects: &Objects<'_>) -> Option<SignalId> {
        let object = meant.object;
        let interface = &objects.list[object as usize].interface;
        if let Some(signal) = meant.signal(interface, Role::is_out_port) {
            return Some(SignalId { object, signal });
        }
        if let Some(state) = meant.signal(interface, |role| matches!(role, Role::State | Role::DiscreteState)) {
            let shows = |signal: &Signal| signal.role == Role::OutOfState(state);
            let signal = interface.signals.iter().position(shows)?;
            return Some(SignalId { object, signal: u32::try_from(signal).ok()? });
        }
        self.source_of(SignalId { object, signal: meant.signal(interface, Role::is_in_port)? }, objects)
    }

    /// What is wrong with a connection of an in-port that its bundle feeds already.
    pub(crate) fn fed(&self, port: SignalId, span: Span, objects: &Objects<'_>) -> Option<Diagnostic> {
        let id = BundleId::of(port, objects)?;
        let (partner, first) = self.partners.get(&id)?;
        let object = &objects.list[port.object as usize];
        let (name, bundle) = (object.signal_name(port.signal as usize), id.name(objects));
        let message = format!("`{name}` is connected, and so is its bundle `{bundle}`");
        let help = format!("`{}` gives it: remove one of the two connections", partner.name(objects));
        let diagnostic = Diagnostic::error("connected-twice", message).label(span, "again here");
        Some(diagnostic.label(*first, "the bundle is connected here").help(help))
    }

    /// What is wrong with a bundle of which something is not connected, once for
    /// each: `None` for a port that is no member, or if it was told. The connections
    /// stand in the order of the ports.
    pub(crate) fn unconnected(
        &mut self,
        port: SignalId,
        connections: &[Connection],
        objects: &Objects<'_>,
    ) -> Option<Diagnostic> {
        let id = BundleId::of(port, objects)?;
        if !self.refused.insert(id) {
            return None;
        }
        let bundle = id.of_list(objects);
        let (name, kind, other) = (id.name(objects), &bundle.kind.name, bundle.other_side_name());
        let (mut connected, mut missing) = (Vec::new(), Vec::new());
        for (member, signal) in bundle.read() {
            let port = SignalId { object: id.object, signal };
            let found = connections.binary_search_by_key(&port, |connection| connection.port);
            match found.ok().map(|position| &connections[position]) {
                Some(Connection { span: Some(_), .. }) => connected.push(format!("`{}`", member.name)),
                // An open end.
                Some(Connection { span: None, .. }) => {}
                None => missing.push(format!("`{}`", member.name)),
            }
        }
        if !connected.is_empty() {
            let (side, connected, missing) = (bundle.side_name(), connected.join(", "), missing.join(", "));
            let message =
                format!("of the bundle `{name}` ({kind}, side {side}), {connected} is connected, but not {missing}");
            let help = "connect them all, or the bundle as a whole".to_owned();
            return Some(Diagnostic::error("unconnected-port", message).help(help));
        }
        let message = format!("the bundle `{name}` ({kind}, side {}) is not connected", bundle.side_name());
        let free = self.free_partners(bundle, objects);
        let example = free.first().map_or("Object.Bundle", String::as_str);
        let mut help = format!("connect it to a {kind} of side {other}: `<Connection {name}=\"{example}\"/>`");
        if free.len() > 1 {
            let names: Vec<String> = free.iter().map(|name| format!("`{name}`")).collect();
            help += &format!("; not connected yet are {}", names.join(", "));
        }
        Some(Diagnostic::error("unconnected-port", message).help(help))
    }

    /// A few bundles that could be connected to this one.
    fn free_partners(&self, bundle: &Bundle, objects: &Objects<'_>) -> Vec<String> {
        let all = objects.list.iter().zip(0..).flat_map(|(object, number)| {
            let of_object = object.interface.bundles.iter().zip(0..);
            of_object.map(move |(bundle, index)| (bundle, BundleId { object: number, bundle: index }))
        });
        let free = all.filter(|(other, id)| !self.partners.contains_key(id) && bundle.fits(other));
        free.take(3).map(|(_, id)| id.name(objects)).collect()
    }
}

impl BundleId {
    /// The bundle that a signal is a member of.
    fn of(id: SignalId, objects: &Objects<'_>) -> Option<Self> {
        let bundle = objects.list[id.object as usize].interface.signals[id.signal as usize].bundle?;
        Some(Self { object: id.object, bundle })
    }

    fn of_list<'o>(self, objects: &'o Objects<'_>) -> &'o Bundle {
        &objects.list[self.object as usize].interface.bundles[self.bundle as usize]
    }

    /// `Object.Bundle`.
    fn name(self, objects: &Objects<'_>) -> String {
        format!("{}.{}", objects.list[self.object as usize].name, self.of_list(objects).name)
    }
}

/// Whether a signal is a member of a bundle.
pub(crate) fn is_member(id: SignalId, objects: &Objects<'_>) -> bool {
    BundleId::of(id, objects).is_some()
}

/// The bundle that stands on the left of a connection.
pub(crate) fn target(connection: Attribute<'_>, finder: &Finder<'_, '_>) -> Option<BundleId> {
    if !finder.objects.has_bundles {
        return None;
    }
    let meant = Reference::whole(connection.name).within(finder).ok()?;
    let bundle = meant.bundle(&finder.objects.list[meant.object as usize].interface)?;
    Some(BundleId { object: meant.object, bundle })
}

/// The bundle that stands on its right; `None` if it was told that there is none.
fn partner(
    left: BundleId,
    connection: Attribute<'_>,
    finder: &Finder<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<BundleId> {
    let objects = finder.objects;
    let what = || introduced(left.of_list(objects), &left.name(objects));
    let help = || format!("write `<Connection {}=\"Object.Bundle\"/>`", left.name(objects));
    let sources = match expression::parse(connection.value) {
        Ok(sources) => sources,
        Err(malformed) => {
            let diagnostic = Diagnostic::error("bad-connection", malformed.message).at(malformed.span);
            diagnostics.push(diagnostic.help(malformed.help.map_or_else(help, str::to_owned)));
            return None;
        }
    };
    let Some(right) = expression::alone(&sources) else {
        let message = format!("{}: its source is one bundle, not an expression", what());
        diagnostics.push(Diagnostic::error("bad-connection", message).at(connection.value.span()).help(help()));
        return None;
    };
    let meant = wiring::source(right, finder, diagnostics)?;
    let partner = &objects.list[meant.object as usize];
    if let Some(bundle) = meant.bundle(&partner.interface) {
        return Some(BundleId { object: meant.object, bundle });
    }
    diagnostics.push_with(|| {
        let found = not_a_bundle(partner, meant, left.of_list(objects));
        found.label(connection.name.span(), format!("{} is a bundle", left.name(objects)))
    });
    None
}

/// `V.P1` is a bundle (kind, side).
fn introduced(bundle: &Bundle, name: &str) -> String {
    format!("`{name}` is a bundle ({}, side {})", bundle.kind.name, bundle.side_name())
}

/// Something else stands where a bundle is needed.
fn not_a_bundle(object: &Object, meant: OfObject<'_>, needed: &Bundle) -> Diagnostic {
    let interface = &object.interface;
    let (port, span) = (meant.name.as_str(), meant.name.span());
    let full_name = format!("{}.{port}", object.name);
    let is = |role: fn(&Role) -> bool| meant.signal(interface, role).is_some();
    let what = match () {
        () if is(Role::is_out_port) => Some("an out-port"),
        () if is(Role::is_in_port) => Some("an in-port"),
        () => None,
    };
    let member_of = meant.member().filter(|(bundle, _)| interface.bundle(bundle.as_str()).is_some());
    let (code, message) = match what {
        Some(what) => ("bad-connection", format!("`{full_name}` is {what}, where a bundle is needed")),
        None if is(|_| true) => ("bad-connection", format!("`{full_name}` is no bundle")),
        None => ("unknown-port", format!("`{}` ({}) has no bundle `{}`", object.name, object.kind.name(), port)),
    };
    let help = match member_of {
        Some((bundle, _)) => format!("it is a member of the bundle `{}.{}`", object.name, bundle.as_str()),
        None => {
            let fitting = fitting(object, needed);
            match fitting.is_empty() {
                false => format!("of that kind and the other side there is {}", fitting.join(" and ")),
                true => {
                    let names = interface.bundles.iter().map(|bundle| bundle.name.as_ref());
                    nearest::advice(port, &format!("bundles of `{}`", object.name), names)
                }
            }
        }
    };
    Diagnostic::error(code, message).label(span, "").help(help)
}

/// The bundles of an object that could have been meant.
fn fitting(object: &Object, needed: &Bundle) -> Vec<String> {
    let fits = object.interface.bundles.iter().filter(|bundle| needed.fits(bundle));
    fits.take(3).map(|bundle| format!("`{}.{}`", object.name, bundle.name)).collect()
}

/// Why two bundles cannot be partners.
fn mismatch([left, right]: [BundleId; 2], objects: &Objects<'_>) -> Option<Diagnostic> {
    let (one, other) = (left.of_list(objects), right.of_list(objects));
    if left != right && Arc::ptr_eq(&one.kind, &other.kind) && one.side != other.side {
        return None;
    }
    let (left_name, right_name) = (left.name(objects), right.name(objects));
    if left == right {
        let message = format!("the bundle `{left_name}` is connected to itself");
        let help = format!("connect it to a {} of side {}", one.kind.name, one.other_side_name());
        return Some(Diagnostic::error("bundle-mismatch", message).help(help));
    }
    let object = &objects.list[right.object as usize];
    let candidates = fitting(object, one);
    let meant = |otherwise: String| match candidates.as_slice() {
        [] => otherwise,
        names => format!("of that kind and the other side there is {}", names.join(" and ")),
    };
    let (kind, side, needed) = (&one.kind.name, one.side_name(), one.other_side_name());
    if let Some(difference) = one.kind.difference(&other.kind) {
        let message = if one.kind.name == other.kind.name {
            format!("the bundles `{left_name}` and `{right_name}` are both called {kind}, but {difference}")
        } else {
            format!("`{left_name}` and `{right_name}` are bundles of two kinds: {difference}")
        };
        let help = if one.kind.name == other.kind.name {
            let introduced = |id: BundleId| objects.list[id.object as usize].introduced();
            format!("the libraries of {} and {} declare it differently", introduced(left), introduced(right))
        } else {
            meant(format!("connect it to a {kind} of side {needed}"))
        };
        return Some(Diagnostic::error("bundle-mismatch", message).help(help));
    }
    if side == other.side_name() {
        let message = format!("the bundles `{left_name}` and `{right_name}` are both of side {side} of {kind}");
        let help =
            meant(format!("side {side} connects to side {needed}: put a SimObject of side {needed} between them"));
        return Some(Diagnostic::error("bundle-mismatch", message).help(help));
    }
    None
}

/// What the in-ports of `to` read of the bundle `from`.
fn members(to: BundleId, from: BundleId, span: Span, objects: &Objects<'_>) -> Vec<MemberSource> {
    let (reader, giver) = (to.of_list(objects), from.of_list(objects));
    let signals = |id: BundleId| &objects.list[id.object as usize].interface.signals;
    let source = |(member, signal): (&BundleMember, u32)| {
        let given = giver.signal_of(&member.name)?;
        let role = signals(to)[signal as usize].role;
        let origin = match signals(from)[given as usize].role {
            Role::OutOfState(state) => state,
            _ => given,
        };
        let source = Origin::Port { id: SignalId { object: from.object, signal: origin }, first: 0 };
        let terms = vec![ScaledSource { scale: 1.0, source }];
        let source = PortSource::of(role, vec![Piece { width: member.width as usize, terms }]);
        Some(MemberSource { port: SignalId { object: to.object, signal }, source, span })
    };
    reader.read().filter_map(source).collect()
}

/// What is wrong with a name that is no out-port (or in-port, if not `is_given`),
/// if it is that of a bundle, or looks like that of a member.
pub(crate) fn not_found(object: &Object, meant: OfObject<'_>, is_given: bool) -> Option<Diagnostic> {
    let (interface, name, span) = (&object.interface, meant.name.as_str(), meant.name.span());
    if let Some(bundle) = interface.bundle(name) {
        let (bundle, full_name) = (&interface.bundles[bundle], format!("{}.{name}", object.name));
        let message = format!("{}, where an out-port is needed", introduced(bundle, &full_name));
        let ports = bundle.given().take(9).map(|(member, _)| format!("`{full_name}.{}`", member.name));
        let ports = ports.collect::<Vec<_>>().join(", ");
        let help = if ports.is_empty() { "it has no out-ports".to_owned() } else { format!("its out-ports: {ports}") };
        return Some(Diagnostic::error("bad-connection", message).at(span).help(help));
    }
    let (bundle_name, member) = meant.member().map(|(bundle, member)| (bundle.as_str(), member.as_str()))?;
    let full_name = format!("{}.{bundle_name}", object.name);
    let (message, advice) = match interface.bundle(bundle_name) {
        Some(bundle) => {
            let bundle = &interface.bundles[bundle];
            if bundle.signal_of(member).is_some() {
                return None;
            }
            let (members, does): (Vec<_>, _) = match is_given {
                true => (bundle.given().collect(), "gives"),
                false => (bundle.read().collect(), "reads"),
            };
            let names = members.iter().map(|(member, _)| member.name.as_ref());
            let advice = nearest::advice(member, &format!("members that `{full_name}` {does}"), names);
            let advice = if member.contains('-') { format!("{advice}; {A_MINUS}") } else { advice };
            (format!("the bundle `{full_name}` ({}) has no member `{member}`", bundle.kind.name), advice)
        }
        None => {
            let names = interface.bundles.iter().map(|bundle| bundle.name.as_ref());
            let advice = nearest::advice(bundle_name, &format!("bundles of `{}`", object.name), names);
            let message = match interface.find(bundle_name, |_| true) {
                Some(_) => format!("`{full_name}` is no bundle, so that it has no member `{member}`"),
                None => format!("`{}` ({}) has no bundle `{bundle_name}`", object.name, object.kind.name()),
            };
            // `A.Out-B.Out`, which is one name.
            let is_near = advice.starts_with("did you mean");
            let advice = match (bundle_name.contains('-'), is_near) {
                (true, true) => format!("{advice} {A_MINUS}"),
                (true, false) => A_MINUS.to_owned(),
                (false, _) => advice,
            };
            (message, advice)
        }
    };
    Some(Diagnostic::error("unknown-port", message).at(span).help(advice))
}
