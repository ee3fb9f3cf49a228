//! Which signals are recorded.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use foldhash::fast::RandomState;
use simobject_host::{Role, Signal};

use super::objects::Objects;
use crate::aliases::{Alias, Aliases};
use crate::attributes::engine::Recording;
use crate::attributes::further_output::FurtherOutput;
use crate::attributes::output::{self, Group};
use crate::model::columns::{Column, push};
use crate::model::layout::Layout;
use crate::model::signal_id::SignalId;
use crate::model::{Object, Output};
use crate::reference::{self, Objects as _, OfObject, Reference, Unfound};
use bowline_text::Elements;
use bowline_text::Text;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::nearest;

/// What a scenario records, found among its objects.
#[derive(Debug)]
pub(super) struct Selection {
    /// One after the other, or all of it at once.
    asked: Vec<Asked>,
    /// Signals that are recorded under names of ports of instances, each in the order in which they are asked for.
    names: HashMap<SignalId, Vec<String>>,
    /// Of these, those that are recorded under their own name, too.
    own: HashSet<SignalId>,
}

/// What is recorded of the objects, in file order.
#[derive(Debug, Default)]
struct Asked {
    of_all: Vec<Wanted>,
    /// By the position of an object.
    of_one: BTreeMap<usize, Vec<Wanted>>,
}

/// What is recorded in the results, and in further ones.
#[derive(Debug)]
pub(super) struct Recorded {
    pub(super) results: Selection,
    pub(super) further: Vec<Selection>,
}

impl Recorded {
    /// The columns of the results, and the `further` results that a scenario asks for.
    pub(super) fn columns(
        &self,
        further: Vec<FurtherOutput<'_>>,
        objects: &[Object],
        layout: &Layout,
    ) -> (Vec<Column>, Vec<Output>) {
        let output = |(FurtherOutput { name, times, .. }, selection): (FurtherOutput<'_>, &Selection)| Output {
            name,
            times,
            columns: selection.columns(objects, layout),
        };
        (self.results.columns(objects, layout), further.into_iter().zip(&self.further).map(output).collect())
    }
}

impl Selection {
    /// Finds what a scenario asks for.
    pub(super) fn of(
        recording: &Recording<'_>,
        objects: &Objects<'_>,
        aliases: &Aliases,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let within = &Within { objects, aliases };
        let mut asked = vec![Asked::default()];
        match &recording.asked {
            None if recording.log_states => asked[0].of_all.push(Wanted::Group(Role::is_any_state)),
            None => {}
            Some(items) if recording.keep_order => {
                asked = items.iter().map(|item| Asked::default().with(item, within, diagnostics)).collect();
            }
            Some(items) => items.iter().for_each(|item| asked[0].resolve(item, within, diagnostics)),
        }
        let mut names: HashMap<SignalId, Vec<String>> = HashMap::new();
        for (id, name) in recording.asked.iter().flatten().filter_map(|item| within.name_of(item)) {
            let of_one = names.entry(id).or_default();
            if !of_one.contains(&name) {
                of_one.push(name);
            }
        }
        let is_own = |id: &SignalId| recording.asked.iter().flatten().any(|item| within.asks_for(item, *id));
        let own = names.keys().copied().filter(is_own).collect();
        Self { asked, names, own }
    }

    /// The columns, each once: in file order and then in the order of declaration,
    /// or in the order in which they are asked for.
    fn columns(&self, objects: &[Object], layout: &Layout) -> Vec<Column> {
        let mut columns = Vec::new();
        if let [asked] = self.asked.as_slice() {
            asked.add(&mut columns, objects, layout, |_| true);
        } else {
            let mut seen = HashSet::with_hasher(RandomState::default());
            self.asked
                .iter()
                .for_each(|asked| asked.add(&mut columns, objects, layout, |element| seen.insert(element)));
        }
        columns.shrink_to_fit();
        if self.names.is_empty() {
            return columns;
        }
        let mut all = Vec::with_capacity(columns.len());
        for of_signal in columns.chunk_by(|one, other| one.id() == other.id()) {
            let id = of_signal[0].id();
            let names = self.names.get(&id).map_or(&[][..], Vec::as_slice);
            if names.is_empty() || self.own.contains(&id) {
                all.extend_from_slice(of_signal);
            }
            let is_wide = objects[id.object as usize].interface.signals[id.signal as usize].width > 1;
            for name in names {
                all.extend(of_signal.iter().map(|column| column.clone().named(name, is_wide)));
            }
        }
        all
    }
}

impl Asked {
    /// Appends the columns of what is asked for, element by element where `is_new`.
    fn add(
        &self,
        columns: &mut Vec<Column>,
        objects: &[Object],
        layout: &Layout,
        mut is_new: impl FnMut((SignalId, u32)) -> bool,
    ) {
        let mut of_object = |position: usize, more: &[Wanted]| {
            let object = &objects[position];
            for (signal, elements) in elements(object, self.of_all.iter().chain(more)) {
                let id = SignalId { object: position as u32, signal };
                let wanted = (0..).zip(elements).filter(|(_, wanted)| *wanted).map(|(element, _)| element);
                push(columns, object, layout, id, wanted.filter(|element| is_new((id, *element))));
            }
        };
        if self.of_all.is_empty() {
            self.of_one.iter().for_each(|(position, wanted)| of_object(*position, wanted));
            return;
        }
        for position in 0..objects.len() {
            of_object(position, self.of_one.get(&position).map_or(&[], Vec::as_slice));
        }
    }
}

/// What names of columns are looked up in.
struct Within<'w, 'd> {
    objects: &'w Objects<'d>,
    aliases: &'w Aliases,
}

impl<'w> Within<'w, '_> {
    /// The objects of an instance.
    fn below(&self, name: &str) -> Vec<usize> {
        let is_below = |object: &Object| object.name().strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        let objects = self.objects.list.iter().enumerate();
        objects.filter(|(_, object)| is_below(object)).map(|(position, _)| position).collect()
    }

    /// The error for a port of an instance that is a formula, and so cannot be recorded.
    fn formula(&self, reference: Reference<'_>) -> Option<Diagnostic> {
        let Some(Alias::Source(formula)) = self.aliases.get(reference.path.as_str()) else { return None };
        let message = format!("FileOutput: `{}` is a formula, `{formula}`", reference.path.as_str());
        let diagnostic = Diagnostic::error("bad-file-output", message).at(reference.path.span());
        Some(diagnostic.help("record the ports that it is made of, or let a SimObject calculate it"))
    }

    /// The signal that is recorded under the name of a port of an instance, and the name.
    fn name_of(&self, item: &output::Asked<'_>) -> Option<(SignalId, String)> {
        let output::Asked::Signal(reference) = item else { return None };
        let meant = self.meant(*reference);
        let name = reference.path.as_str();
        if meant.path.as_str() == name {
            return None;
        }
        let meant = meant.within(self.objects).ok()?;
        let signals = &self.objects.list[meant.object as usize].interface.signals;
        let interface = &self.objects.list[meant.object as usize].interface;
        let signal = meant.signal(interface, is_recordable)?;
        let id = SignalId { object: meant.object, signal: recorded_as(signals, signal) };
        Some((id, name.to_owned()))
    }

    /// Whether an item asks for a signal under its own name, or for all signals of a kind.
    fn asks_for(&self, item: &output::Asked<'_>, id: SignalId) -> bool {
        let object = &self.objects.list[id.object as usize];
        let is_it = |meant: OfObject<'_>| {
            let signals = &object.interface.signals;
            let signal = meant.signal(&object.interface, is_recordable);
            meant.object == id.object && signal.is_some_and(|signal| recorded_as(signals, signal) == id.signal)
        };
        let has = |group: &Group| match wanted(*group) {
            Wanted::Group(is) => is(&object.interface.signals[id.signal as usize].role),
            Wanted::Elements(..) => false,
        };
        match item {
            output::Asked::OfAll(group) => has(group),
            output::Asked::OfObject(name, group) => {
                let rest = object.name().strip_prefix(name.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')) && has(group)
            }
            output::Asked::InObject { object: name, name: signal, .. } => {
                let position = self.objects.position(name.as_str());
                position.is_some_and(|object| is_it(OfObject { object, object_name: *name, name: *signal }))
            }
            output::Asked::Signal(reference) => {
                self.aliases.get(reference.path.as_str()).is_none() && reference.within(self.objects).is_ok_and(is_it)
            }
        }
    }

    /// The signal that a port of an instance stands for.
    fn meant<'r>(&self, reference: Reference<'r>) -> Reference<'r>
    where
        'w: 'r,
    {
        match self.aliases.get(reference.path.as_str()) {
            Some(Alias::Signal(full)) => Reference { path: Text::new(full, reference.path.span()), ..reference },
            _ => reference,
        }
    }
}

/// What is recorded of an object.
#[derive(Debug, Clone)]
enum Wanted {
    /// All of its signals with such a role.
    Group(fn(&Role) -> bool),
    /// Elements of a signal.
    Elements(u32, Range<usize>),
}

impl Asked {
    fn with(mut self, item: &output::Asked<'_>, within: &Within<'_, '_>, diagnostics: &mut Diagnostics) -> Self {
        self.resolve(item, within, diagnostics);
        self
    }

    /// Finds out what an item of `FileOutput` means.
    fn resolve(&mut self, item: &output::Asked<'_>, within: &Within<'_, '_>, diagnostics: &mut Diagnostics) {
        let objects = within.objects;
        let found = match *item {
            output::Asked::OfAll(group) => {
                self.of_all.push(wanted(group));
                return;
            }
            output::Asked::OfObject(name, group) => match objects.position(name.as_str()) {
                Some(object) => Ok((object, vec![wanted(group)])),
                None => match within.below(name.as_str()) {
                    below if below.is_empty() => Err(unknown_object(name, objects)),
                    below => {
                        for object in below {
                            self.of_one.entry(object).or_default().push(wanted(group));
                        }
                        return;
                    }
                },
            },
            output::Asked::InObject { object, name, elements } => match objects.position(object.as_str()) {
                Some(position) => {
                    let meant = OfObject { object: position, object_name: object, name };
                    signals(meant, elements, objects).map(|wanted| (position, wanted))
                }
                None => Err(unknown_object(object, objects)),
            },
            output::Asked::Signal(reference) => match within.meant(reference).within(objects) {
                Ok(meant) => signals(meant, reference.elements, objects).map(|wanted| (meant.object, wanted)),
                Err(Unfound::NoObject(name) | Unfound::NoPath(name)) => {
                    Err(within.formula(reference).unwrap_or_else(|| unknown_object(name, objects)))
                }
            },
        };
        match found {
            Ok((object, wanted)) => self.of_one.entry(object as usize).or_default().extend(wanted),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
}

fn unknown_object(name: Text<'_>, objects: &Objects<'_>) -> Diagnostic {
    let message = format!("FileOutput: there is no object `{}`", name.as_str());
    let advice = nearest::advice(name.as_str(), "objects", reference::Objects::names(objects));
    Diagnostic::error("unknown-object", message).at(name.span()).help(advice)
}

fn wanted(group: Group) -> Wanted {
    Wanted::Group(match group {
        Group::States => Role::is_any_state,
        Group::Outputs => Role::is_out_port,
        Group::Inputs => Role::is_in_port,
        Group::All => is_recordable,
    })
}

/// A signal of an object, some of its elements, or the members of a bundle.
fn signals(meant: OfObject<'_>, elements: Option<Elements>, objects: &Objects<'_>) -> Result<Vec<Wanted>, Diagnostic> {
    let (object, name) = (&objects.list[meant.object as usize], meant.name.as_str());
    let interface = &object.interface;
    let width = |signal: u32| interface.signals[signal as usize].width as usize;
    if let Some(bundle) = meant.bundle(interface) {
        let bundle = &interface.bundles[bundle as usize];
        let Some(elements) = elements else {
            return Ok(bundle.members.iter().map(|signal| Wanted::Elements(*signal, 0..width(*signal))).collect());
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
        None => Ok(vec![Wanted::Elements(signal, first..end)]),
    }
}

fn is_recordable(role: &Role) -> bool {
    !matches!(role, Role::Private | Role::Memory) && !role.is_resource()
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
fn recorded_as(signals: &[Signal], index: u32) -> u32 {
    let signal = &signals[index as usize];
    match signal.role {
        Role::OutOfState(state) if signals[state as usize].name == signal.name => state,
        _ => index,
    }
}

/// The signals of an object that are recorded, in the order of declaration,
/// and which of their elements.
fn elements<'w>(object: &Object, wanted: impl Iterator<Item = &'w Wanted>) -> BTreeMap<u32, Vec<bool>> {
    let signals = &object.interface.signals;
    let mut elements: BTreeMap<u32, Vec<bool>> = BTreeMap::new();
    let mut want = |index: u32, range: Option<&Range<usize>>| {
        let signal = &signals[index as usize];
        let index = recorded_as(signals, index);
        let elements = elements.entry(index).or_insert_with(|| vec![false; signal.width as usize]);
        match range {
            Some(range) => elements[range.clone()].fill(true),
            None => elements.fill(true),
        }
    };
    for wanted in wanted {
        match wanted {
            Wanted::Group(role) => {
                (0..).zip(signals).filter(|(_, signal)| role(&signal.role)).for_each(|(index, _)| want(index, None));
            }
            Wanted::Elements(index, range) => want(*index, Some(range)),
        }
    }
    elements
}
