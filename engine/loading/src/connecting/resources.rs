//! Shared resources: who answers whom.

use simobject_host::{Resource, ResourceDifference, ResourceKind, Role, Session, Surroundings};

use super::wiring;
use crate::declaring::names::Finder;
use bowline_catalog::{Catalog, CatalogLibrary};
use bowline_description::ModelDescription;
use bowline_description::attributes::expression;
use bowline_description::reference::{OfObject, Reference};
use bowline_model::model::Object;
use bowline_model::model::port_source::PortSource;
use bowline_model::model::signal_id::SignalId;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;
use bowline_text::{Attribute, nearest};

/// Most names in one message.
const MOST_NAMED: usize = 4;

/// The types that provide a resource, in words.
pub(crate) type Types<'t> = &'t dyn Fn(&ResourceKind) -> Vec<String>;

/// The types of all loaded libraries that provide such a resource, as far as they declare it without parameters.
pub(crate) fn types_that_provide(kind: &ResourceKind, catalog: &Catalog, files: &dyn Surroundings) -> Vec<String> {
    let of_library = |CatalogLibrary { library, .. }: &CatalogLibrary| {
        let library = *library;
        let provides = |resources: &[Resource]| resources.iter().any(|r| r.answer.is_some() && r.kind.is_same(kind));
        let types = library.types().filter(move |kind| {
            provides(&kind.declare(Session::declaring("X", &[], files)).declaration.interface.resources)
        });
        types.map(move |kind| format!("`{}` of `{}`", kind.name(), library.name())).collect::<Vec<String>>()
    };
    catalog.libraries().flat_map(of_library).collect()
}

/// The resource that a connection is for, if its left side names one that is asked.
pub(crate) fn asked(connection: Attribute<'_>, finder: &Finder<'_, '_>) -> Option<SignalId> {
    if !finder.objects.has_askers {
        return None;
    }
    let meant = Reference::whole(connection.name).within(finder).ok()?;
    let interface = &finder.objects.list[meant.object as usize].interface;
    Some(SignalId { object: meant.object, signal: meant.signal(interface, |role| *role == Role::Uses)? })
}

fn name(objects: &[Object], id: SignalId) -> String {
    objects[id.object as usize].signal_name(id.signal as usize)
}

fn resource(objects: &[Object], id: SignalId) -> Option<&Resource> {
    objects[id.object as usize].interface.resource(id.signal as usize)
}

fn provided(object: &Object) -> impl Iterator<Item = &str> {
    object.interface.signals_with(|role| *role == Role::Provides).map(|(_, signal)| signal.name.as_ref())
}

/// Who answers, as a connection says it.
pub(crate) fn connected(
    id: SignalId,
    connection: Attribute<'_>,
    finder: &Finder<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<PortSource> {
    let objects = finder.objects;
    let asker = name(&objects.list, id);
    let help = who_provides(&objects.list, id);
    let sources = match expression::parse(connection.value) {
        Ok(sources) => sources,
        Err(malformed) => {
            let diagnostic = Diagnostic::error("bad-connection", malformed.message).at(malformed.span);
            diagnostics.push(diagnostic.help(help));
            return None;
        }
    };
    let Some(right) = expression::alone(&sources) else {
        return not_one(&asker, connection, help, diagnostics);
    };
    let meant = wiring::source(right, finder, diagnostics)?;
    let provider = find(&objects.list[meant.object as usize], meant, || help.clone(), diagnostics)?;
    let provider = SignalId { object: meant.object, signal: provider };
    let span = meant.span();
    if provider.object == id.object {
        let message = format!("`{asker}` would ask its own SimObject");
        diagnostics.push(Diagnostic::error("resource-mismatch", message).at(span).help(help));
        return None;
    }
    let (asks, answers) = (resource(&objects.list, id)?, resource(&objects.list, provider)?);
    if !asks.kind.is_same(&answers.kind) {
        let diagnostic =
            mismatch(&objects.list, Declared { id, resource: asks }, Declared { id: provider, resource: answers });
        diagnostics.push(diagnostic.at(span));
        return None;
    }
    Some(PortSource::Alias { id: provider, first: 0 })
}

fn not_one<T>(asker: &str, connection: Attribute<'_>, help: String, diagnostics: &mut Diagnostics) -> Option<T> {
    let message = format!("`{asker}` asks a resource: numbers, sums, factors and elements mean nothing to it");
    diagnostics.push(Diagnostic::error("resource-mismatch", message).at(connection.value.span()).help(help));
    None
}

/// The resource of that name that an object provides.
fn find(
    object: &Object,
    meant: OfObject<'_>,
    others: impl FnOnce() -> String,
    diagnostics: &mut Diagnostics,
) -> Option<u32> {
    if let Some(signal) = meant.signal(&object.interface, |role| *role == Role::Provides) {
        return Some(signal);
    }
    let port = meant.name.as_str();
    let message = match meant.signal(&object.interface, |role| role.is_out_port() || role.is_fed()) {
        Some(signal) => {
            let what = match object.interface.signals[signal as usize].role {
                Role::Uses => "a resource that it asks itself",
                role if role.is_out_port() => "an out-port",
                _ => "an in-port",
            };
            format!("`{}.{}` is {what}, where a resource is needed that is provided", object.name, port)
        }
        None => format!("`{}` ({}) provides no resource `{}`", object.name, object.kind.name(), port),
    };
    let advice = match provided(object).next() {
        Some(_) => nearest::advice(port, &format!("resources of `{}`", object.name), provided(object)),
        None => others(),
    };
    diagnostics.push(Diagnostic::error("unknown-resource", message).at(meant.name.span()).help(advice));
    None
}

/// Advice to who connects a resource that is asked to something else.
fn who_provides(objects: &[Object], id: SignalId) -> String {
    let provided = Provided::of(objects);
    let candidates = resource(objects, id).map(|asked| provided.candidates(id, asked)).unwrap_or_default();
    match (candidates.first(), resource(objects, id)) {
        (Some(first), _) => {
            let (asker, first) = (name(objects, id), name(objects, *first));
            format!("what provides it: {}; write `<Connection {asker}=\"{first}\"/>`", provided.listed(&candidates))
        }
        (None, asked) => {
            let kind = asked.map_or("", |asked| asked.kind.name.as_ref());
            format!("nothing in the scenario provides `{kind}`: add a SimObject that does, and name its resource here")
        }
    }
}

/// A resource that a SimObject declares.
#[derive(Clone, Copy)]
struct Declared<'o> {
    /// The SimObject, and the position of the resource among its signals.
    id: SignalId,
    resource: &'o Resource,
}

/// The error for a provider whose resource is not the one that is asked.
fn mismatch(objects: &[Object], asked: Declared<'_>, provided: Declared<'_>) -> Diagnostic {
    let Declared { id, resource: asks } = asked;
    let Declared { id: other, resource: answers } = provided;
    let introduced = |id: SignalId| objects[id.object as usize].introduced();
    let (asker, provider) = (name(objects, id), name(objects, other));
    let message = match asks.kind.difference(&answers.kind) {
        _ if asks.kind.name != answers.kind.name => {
            format!("`{asker}` asks for `{}`, but `{provider}` is a `{}`", asks.kind.name, answers.kind.name)
        }
        Some(ResourceDifference { what, own, other }) => format!(
            "`{asker}` and `{provider}` mean different things by `{}`: its {what} are {own} to the one, and \
             {other} to the other",
            asks.kind.name
        ),
        None => format!("`{asker}` cannot ask `{provider}`"),
    };
    if asks.kind.name != answers.kind.name {
        return Diagnostic::error("resource-mismatch", message).help(who_provides(objects, id));
    }
    let help = format!(
        "the libraries of {} and {} have to agree in all quantities: their names, units and widths, in this order",
        introduced(id),
        introduced(other)
    );
    Diagnostic::error("resource-mismatch", message).help(help)
}

/// All resources that are provided, and who asks for one that cannot be found.
pub(crate) struct Provided<'o> {
    objects: &'o [Object],
    all: Vec<Declared<'o>>,
    /// For each kind and each set of candidates who asks, in the order in which they are met.
    unfound: Vec<Unfound<'o>>,
}

struct Unfound<'o> {
    asked: &'o Resource,
    candidates: Vec<SignalId>,
    askers: Vec<SignalId>,
}

impl<'o> Provided<'o> {
    pub(crate) fn of(objects: &'o [Object]) -> Self {
        let mut all = Vec::new();
        for (object, number) in objects.iter().zip(0..) {
            let provided = object.interface.resources.iter().filter(|resource| resource.answer.is_some());
            all.extend(provided.map(|resource| {
                let id = SignalId { object: number, signal: resource.signal };
                Declared { id, resource }
            }));
        }
        Self { objects, all, unfound: Vec::new() }
    }

    /// The only one that another SimObject provides.
    pub(crate) fn find(&mut self, id: SignalId) -> Option<PortSource> {
        let asked = resource(self.objects, id)?;
        let candidates = self.candidates(id, asked);
        if let [provider] = candidates.as_slice() {
            return Some(PortSource::Alias { id: *provider, first: 0 });
        }
        let same = self.unfound.iter_mut().find(|u| u.asked.kind == asked.kind && u.candidates == candidates);
        match same {
            Some(unfound) => unfound.askers.push(id),
            None => self.unfound.push(Unfound { asked, candidates, askers: vec![id] }),
        }
        None
    }

    /// Those of other SimObjects that one may ask: those in its instance, else in the one around it; else all.
    fn candidates(&self, id: SignalId, asked: &Resource) -> Vec<SignalId> {
        let others = self.all.iter().filter(|provider| provider.id.object != id.object);
        let fitting = others.filter(|provider| provider.resource.kind.is_same(&asked.kind));
        let all: Vec<SignalId> = fitting.map(|provider| provider.id).collect();
        let name = |id: &SignalId| self.objects[id.object as usize].name();
        let level = |id: &SignalId| name(id).rsplit_once('.').map_or("", |(level, _)| level);
        let mut around = Some(level(&id));
        while let Some(instance) = around {
            let near: Vec<SignalId> = all.iter().filter(|provider| level(provider) == instance).copied().collect();
            if !near.is_empty() {
                return near;
            }
            around = match instance {
                "" => None,
                instance => Some(instance.rsplit_once('.').map_or("", |(level, _)| level)),
            };
        }
        all
    }

    /// Reports what was not found, each once.
    pub(crate) fn report(self, description: &ModelDescription, types: Types<'_>, diagnostics: &mut Diagnostics) {
        let span = |id: SignalId| -> Span { description.object_at(id.object as usize).name().span() };
        for Unfound { asked, candidates, askers } in &self.unfound {
            let (first, kind) = (askers[0], &asked.kind.name);
            let (asker, who) = (name(self.objects, first), self.listed(askers));
            let namesake = self.all.iter().find(|one| one.resource.kind.name == *kind && one.id.object != first.object);
            let diagnostic = match (candidates.as_slice(), namesake) {
                ([], Some(provided)) => mismatch(self.objects, Declared { id: first, resource: asked }, *provided),
                ([], None) => {
                    let message = format!("nothing in the scenario provides `{kind}`; who asks for it: {who}");
                    let doc = &asked.kind.doc;
                    let what = if doc.is_empty() { String::new() } else { format!(" ({doc})") };
                    let help = match types(&asked.kind).as_slice() {
                        [] => format!(
                            "add a SimObject that provides `{kind}`{what}; `bowline describe TYPE` tells what a type provides"
                        ),
                        names => format!("add a SimObject that provides `{kind}`{what}: {}", names.join(", ")),
                    };
                    let of_asker = &self.objects[first.object as usize].interface.signals[first.signal as usize].doc;
                    let help = if of_asker.is_empty() { help } else { format!("{help}; `{asker}` is: {of_asker}") };
                    Diagnostic::error("no-provider", message).help(help)
                }
                ([provider, ..], _) => {
                    let (all, provider) = (self.listed(candidates), name(self.objects, *provider));
                    let message = format!("several SimObjects provide `{kind}`: {all}; who asks for it: {who}");
                    let help = format!("say which of them answers, as in `<Connection {asker}=\"{provider}\"/>`");
                    Diagnostic::error("several-providers", message).help(help)
                }
            };
            diagnostics.push(diagnostic.at(span(first)));
        }
    }

    fn listed(&self, ids: &[SignalId]) -> String {
        let shown: Vec<String> =
            ids.iter().take(MOST_NAMED).map(|id| format!("`{}`", name(self.objects, *id))).collect();
        let more = ids.len().saturating_sub(MOST_NAMED);
        if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
    }
}
