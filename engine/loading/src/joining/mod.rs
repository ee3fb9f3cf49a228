//! Terminals: which meet at which node, and what the engine makes of the network.
//!
//! `joints.rs` finds the nodes, `elements.rs` the branches between them, `groups.rs` works out what follows from what,
//! `components.rs` what nothing anchors. `plan.rs` puts it together: the parts that the engine adds, and what every
//! in-port of theirs and of the branches reads. `starts.rs` finds with what the parts begin.

mod components;
mod elements;
mod groups;
mod joints;
mod part;
mod plan;
mod sets;
mod starts;

use std::collections::{HashMap, HashSet};

use crate::declaring::names::Finder;
use crate::declaring::objects::Objects;
use bowline_catalog::ENGINE;
use bowline_description::ModelDescription;
use bowline_description::aliases::{Alias, Aliases};
use bowline_description::variables::Variables;
use bowline_model::model::Object;
use bowline_model::model::kept::Kept;
use bowline_model::model::layout::Layout;
use bowline_model::model::node_position::NodePosition;
use bowline_model::model::port_source::{Origin, Piece, PortSource, ScaledSource};
use bowline_model::model::signal_id::SignalId;
use bowline_model::state_file::reader::StateFile;
use bowline_network::{Form, PartKind};
use bowline_text::diagnostic::Diagnostics;
use simobject_host::Role;

use part::Part;
use plan::Plan;

/// A number of a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Var {
    /// The across variable of a part.
    Across(usize),
    /// Its position.
    Position(usize),
    /// Its rate.
    Rate(usize),
    /// What flows into a storage whose coefficient is a signal.
    Charging(usize),
    /// What flows through a branch of friction or a stop: the part of its bodies, and its number there.
    Held(usize, usize),
    /// An out-port of an element.
    Port(SignalId),
    /// The constant between the positions of two nodes of a group.
    Offset(usize),
    /// The across variable of a node that nothing anchors: there is none.
    Lost(usize),
    /// What a source does not give: its rate, its across variable, its position.
    NotGiven(usize, Quantity),
    /// The rate of a node at which nothing stores.
    NoRate(usize),
}

/// What a branch knows of its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Quantity {
    Across,
    Position,
    Rate,
}

/// What an in-port of a network reads.
#[derive(Debug)]
enum Fed {
    Element(SignalId),
    /// An in-port of a part, by its number there.
    Part(usize, usize),
}

/// The slip of a branch that holds bodies together.
#[derive(Debug)]
struct Slip {
    /// The part of the bodies, and its number there.
    part: usize,
    number: usize,
    /// The element, and the name of the branch if it has one.
    name: String,
    is_stop: bool,
    /// Parts of velocities, with factors.
    row: Vec<(usize, f64)>,
}

/// A node whose position follows from parts.
#[derive(Debug)]
struct Follows {
    /// After one of its terminals.
    name: String,
    /// Positions of parts, with factors.
    row: Vec<(Var, f64)>,
    offset: f64,
}

/// What the engine makes of the terminals of a model.
#[derive(Debug, Default)]
pub(super) struct Network {
    parts: Vec<Part>,
    feeds: Vec<(Fed, Form<Var>)>,
    /// Slips of the branches that hold bodies together.
    slips: Vec<Slip>,
    /// What its variables are called, at all terminals.
    aliases: Vec<(String, Alias)>,
    /// Nodes whose positions follow from others.
    positions: Vec<Follows>,
    /// The initial conditions that the parts begin with.
    pub(super) begun: HashSet<String>,
    /// How many SimObjects there were before.
    elements: usize,
    /// The parts that are SimObjects, in their order.
    placed: Vec<usize>,
    /// The number of each part among them.
    places: Vec<usize>,
}

impl Network {
    /// What the terminals of these SimObjects become, whose names `aliases` get; none, if something is wrong.
    pub(super) fn new(
        (description, objects): (&ModelDescription, &Objects<'_>),
        state: Option<&StateFile>,
        aliases: &mut Aliases,
        variables: &Variables,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let finder = &Finder::new(objects, aliases);
        let before = diagnostics.errors();
        let joints = joints::Joints::read(description, finder, diagnostics);
        if diagnostics.errors() > before {
            return None;
        }
        let elements = elements::Elements::new(&joints, objects);
        let plan = Plan::new(&elements, &joints, (description, objects), diagnostics);
        if diagnostics.errors() > before {
            return None;
        }
        let mut network = starts::begin(plan, &elements, &joints, (description, finder, variables, state), diagnostics);
        network.place();
        std::mem::take(&mut network.aliases).into_iter().for_each(|(name, alias)| aliases.insert(name, alias));
        (diagnostics.errors() == before).then_some(network)
    }

    /// The description with the SimObjects that it adds. State events are located within `event_tol` seconds, if that is given.
    pub(super) fn with_parts(&self, description: &ModelDescription, event_tol: Option<f64>) -> ModelDescription {
        let mut with = description.clone();
        let mut within: Vec<Vec<&Part>> = vec![Vec::new(); self.parts.len()];
        self.parts
            .iter()
            .filter_map(|part| Some((part, part.within?)))
            .for_each(|(part, (held, _))| within[held].push(part));
        for (number, part) in self.placed.iter().map(|number| (*number, &self.parts[*number])) {
            let at = description.object_at(part.of as usize).name().span();
            let texts = with.texts_mut();
            let mut put = |text: &str| texts.push(text, Some(at));
            let names = [put(ENGINE), put(part.kind.object_type().name()), put(&part.name)];
            let own = part.arguments.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
            let located = event_tol.filter(|_| part.kind == PartKind::Held);
            let stored = own
                .chain(located.map(|tolerance| ("EventTol".to_owned(), format!("{tolerance:?}"))))
                .chain(within[number].iter().enumerate().flat_map(|(slot, of)| of.arguments_within(slot)))
                .map(|(name, value)| bowline_description::StoredAttribute { name: put(&name), value: put(&value) });
            let stored: Vec<_> = stored.collect();
            with.push_object(names, stored);
        }
        with.texts_mut().seal();
        with
    }

    /// Numbers the parts that are SimObjects: states of bodies that are held together are those of one.
    fn place(&mut self) {
        self.places = vec![usize::MAX; self.parts.len()];
        for (number, _) in self.parts.iter().enumerate().filter(|(_, part)| part.within.is_none()) {
            self.places[number] = self.placed.len();
            self.placed.push(number);
        }
    }

    /// What the SimObject with that number among those that it adds is.
    pub(crate) fn kind(&self, number: usize) -> Option<PartKind> {
        self.placed.get(number).map(|part| self.parts[*part].kind)
    }

    /// What its in-ports read, when its parts have declared themselves.
    pub(super) fn connections(&self, objects: &Objects<'_>) -> Vec<(SignalId, PortSource)> {
        let connection = |(fed, form): &(Fed, Form<Var>)| {
            let port = match fed {
                Fed::Element(id) => *id,
                Fed::Part(part, number) => {
                    let object = self.elements + self.places[*part];
                    let mut in_ports = objects.list[object].interface.signals_with(Role::is_in_port);
                    let (signal, _) = in_ports.nth(*number)?;
                    SignalId { object: object as u32, signal: signal as u32 }
                }
            };
            Some((port, self.source(form, objects)))
        };
        self.feeds.iter().filter_map(connection).collect()
    }

    /// The nodes whose positions follow from states.
    pub(super) fn positions(&self, objects: &[Object], layout: &Layout) -> Vec<NodePosition> {
        let state = |variable: Var| Some(layout.place(self.signal(variable, objects)?).first as usize);
        let position = |Follows { name, row, offset }: &Follows| {
            let row = row.iter().map(|(variable, factor)| Some((state(*variable)?, *factor)));
            Some(NodePosition { name: name.clone(), row: row.collect::<Option<_>>()?, offset: *offset })
        };
        self.positions.iter().filter_map(position).collect()
    }

    /// The relations of states that hold while branches hold.
    pub(super) fn kept(&self, objects: &[Object], layout: &Layout) -> Vec<Kept> {
        let place = |id: SignalId| layout.place(id).first as usize;
        let state = |variable: Var| self.signal(variable, objects).map(place);
        let relation = |slip: &Slip| {
            let states = slip.row.iter().map(|(part, factor)| Some((state(Var::Across(*part))?, *factor)));
            let positions =
                slip.row.iter().map(|(part, _)| state(Var::Position(*part))).collect::<Option<Vec<usize>>>();
            let of = |role, nth| self.signal_of_slip(slip, objects, role, nth).map(place);
            // Of each branch its slip and its gap.
            let is_private: fn(&Role) -> bool = |role| *role == Role::Private;
            Some(Kept {
                mode: of(|role| *role == Role::DiscreteState, slip.number)?,
                left: of(is_private, 2 * slip.number)?,
                row: states.collect::<Option<_>>()?,
                gap: of(is_private, 2 * slip.number + 1).filter(|_| slip.is_stop),
                positions: positions.unwrap_or_default(),
            })
        };
        self.slips.iter().filter_map(relation).collect()
    }

    /// The names, for people, of what bodies that are held together have: of states after the terminals, of modes and indicators
    /// after what holds.
    pub(super) fn called(&self, objects: &[Object]) -> HashMap<SignalId, String> {
        let mut called = HashMap::new();
        for (number, part) in self.parts.iter().enumerate().filter(|(_, part)| part.within.is_some()) {
            for (variable, argument) in [(Var::Across(number), "Across"), (Var::Position(number), "Position")] {
                let name = part.arguments.iter().find(|(known, _)| *known == argument);
                if let (Some((_, name)), Some(id)) = (name, self.signal(variable, objects)) {
                    called.insert(id, format!("{}.{name}", part.name));
                }
            }
        }
        for slip in &self.slips {
            let mode = self.signal_of_slip(slip, objects, |role| *role == Role::DiscreteState, slip.number);
            let ends = self.signal_of_slip(slip, objects, |role| matches!(role, Role::Indicator(_)), slip.number);
            called.extend(mode.map(|id| (id, format!("{}.mode", slip.name))));
            called.extend(ends.map(|id| (id, format!("{}.mode-ends", slip.name))));
        }
        called
    }

    /// A signal of the SimObject that has a slip.
    fn signal_of_slip(
        &self,
        slip: &Slip,
        objects: &[Object],
        is_it: fn(&Role) -> bool,
        nth: usize,
    ) -> Option<SignalId> {
        let object = self.elements + self.places[slip.part];
        let (signal, _) = objects[object].interface.signals_with(is_it).nth(nth)?;
        Some(SignalId { object: object as u32, signal: signal as u32 })
    }

    fn source(&self, form: &Form<Var>, objects: &Objects<'_>) -> PortSource {
        let mut terms: Vec<ScaledSource> = Vec::new();
        for (variable, scale) in form.terms() {
            let Some(id) = self.signal(variable, &objects.list) else { continue };
            terms.push(ScaledSource { scale, source: Origin::Port { id, first: 0 } });
        }
        if form.constant() != 0.0 || terms.is_empty() {
            terms.push(ScaledSource { scale: 1.0, source: Origin::Constant(vec![form.constant()]) });
        }
        PortSource::of(Role::In, vec![Piece { width: 1, terms }])
    }

    /// Where a variable is.
    fn signal(&self, variable: Var, objects: &[Object]) -> Option<SignalId> {
        let part = match variable {
            Var::Port(id) => return Some(id),
            Var::Across(part) | Var::Position(part) | Var::Rate(part) | Var::Charging(part) | Var::Held(part, _) => {
                part
            }
            Var::Offset(_) | Var::Lost(_) | Var::NotGiven(..) | Var::NoRate(_) => return None,
        };
        let (held, slot) = self.parts[part].within.unwrap_or((part, 0));
        let object = self.elements + self.places[held];
        let interface = &objects[object].interface;
        let is_it: fn(&Role) -> bool = match variable {
            Var::Across(_) | Var::Position(_) => |role| matches!(role, Role::State | Role::Unknown),
            _ => |role| *role == Role::Out,
        };
        let mut all = interface.signals_with(is_it);
        let (signal, _) = match (variable, self.parts[held].kind) {
            (Var::Across(_), PartKind::Held) => all.find(|(_, of)| self.parts[part].is_called("Across", &of.name)),
            (Var::Position(_), PartKind::Held) => all.find(|(_, of)| self.parts[part].is_called("Position", &of.name)),
            // Rates come before what flows through branches.
            (Var::Rate(_), PartKind::Held) => all.nth(slot),
            (Var::Held(_, branch), _) => all.filter(|(_, of)| of.name.starts_with("through-")).nth(branch),
            // The across variable is declared before the position, where there are both.
            (Var::Position(_), PartKind::Storage | PartKind::Massless) => all.nth(1),
            _ => all.next(),
        }?;
        Some(SignalId { object: object as u32, signal: signal as u32 })
    }
}
