//! What a network becomes: parts, and what every in-port reads.

mod branches;
mod flows;
mod free;
mod held;
mod nodes;
mod states;

use std::collections::HashMap;

use simobject_host::{Nature, Variable};

use super::elements::{Element, Elements};
use super::groups::Groups;
use super::joints::Joints;
use super::part::Part;
use super::{Fed, Slip, Var};
use crate::connecting::terminal_names::TerminalId;
use crate::declaring::objects::Objects;
use bowline_description::ModelDescription;
use bowline_network::Form;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// The plan of a network.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) parts: Vec<Part>,
    pub(super) feeds: Vec<(Fed, Form<Var>)>,
    /// Across variable, position and rate of each node.
    pub(super) nodes: Vec<[Form<Var>; 3]>,
    /// What flows into the branches that give it, at each node; and into what holds.
    pub(super) through: Vec<Form<Var>>,
    pub(super) held: Vec<Form<Var>>,
    /// Slips of the branches that hold.
    pub(super) slips: Vec<Slip>,
    /// What flows into the element at each terminal, if that is a sum of numbers that are there.
    pub(super) flows: Vec<Option<Form<Var>>>,
}

/// A plan while it is made.
struct Planning<'a, 'd> {
    elements: &'a Elements,
    joints: &'a Joints,
    objects: &'a Objects<'d>,
    description: &'a ModelDescription,
    groups: Groups,
    /// For each group, whether somebody reads positions in it.
    needs_position: Vec<bool>,
    /// The part of each chosen storage and of each free node, by group.
    states: Vec<Vec<usize>>,
    free: Vec<Vec<Coordinate>>,
    /// Bodies that friction and stops hold together, and the groups that are among them.
    held: Vec<held::Set>,
    is_held: Vec<bool>,
    /// The part of the bodies of each branch that holds, and its number there.
    holds: HashMap<usize, (usize, usize)>,
    plan: Plan,
    /// Parts that integrate what sources give, and that say what flows into a storage, by their branches.
    integrals: HashMap<usize, usize>,
    chargings: HashMap<usize, usize>,
    diagnostics: &'a mut Diagnostics,
}

/// A free node: what moves it.
#[derive(Debug, Clone)]
struct Coordinate {
    across: Form<Var>,
    position: Form<Var>,
    /// The part whose equation is the balance of this node, and that of a component with the factor of this node in it.
    parts: Vec<(usize, f64)>,
}

impl Plan {
    pub(super) fn new(
        elements: &Elements,
        joints: &Joints,
        (description, objects): (&ModelDescription, &Objects<'_>),
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let groups = Groups::new(elements, joints);
        let before = diagnostics.errors();
        let mut planning = Planning {
            needs_position: vec![false; groups.list.len()],
            states: vec![Vec::new(); groups.list.len()],
            free: vec![Vec::new(); groups.list.len()],
            held: Vec::new(),
            is_held: vec![false; groups.list.len()],
            holds: HashMap::new(),
            elements,
            joints,
            objects,
            description,
            groups,
            plan: Self {
                parts: Vec::new(),
                feeds: Vec::new(),
                nodes: Vec::new(),
                through: Vec::new(),
                held: Vec::new(),
                slips: Vec::new(),
                flows: Vec::new(),
            },
            integrals: HashMap::new(),
            chargings: HashMap::new(),
            diagnostics,
        };
        planning.check_groups();
        planning.find_positions();
        planning.make_states();
        planning.make_held();
        planning.make_free();
        if planning.diagnostics.errors() == before {
            planning.make_nodes();
            planning.feed_parts();
            planning.feed_held();
            planning.feed_elements();
        }
        planning.name_integrals();
        planning.find_flows();
        planning.plan
    }
}

impl Planning<'_, '_> {
    fn nature(&self, node: usize) -> std::sync::Arc<Nature> {
        self.joints.nodes[node].nature(self.objects)
    }

    /// A few terminals that meet at a node.
    fn terminals_at(&self, node: usize) -> String {
        let there = self.joints.all.iter().filter(|id| self.joints.node(**id) == node);
        let names: Vec<String> = there.take(4).map(|id| format!("`{}`", id.name(self.objects))).collect();
        names.join(", ")
    }

    fn fault(&mut self, code: &'static str, message: String, of: u32, help: impl Into<String>) {
        let span = self.description.object_at(of as usize).name().span();
        self.diagnostics.push(Diagnostic::error(code, message).at(span).help(help));
    }

    /// The name of what lies between the ends of a branch.
    fn between(&self, branch: &Element) -> String {
        let [one, other] = branch.ends[0];
        match (one, other) {
            (Some(one), None) | (None, Some(one)) => one.name(self.objects),
            (Some(one), Some(other)) => {
                let terminals = &self.objects.list[other.object as usize].interface.terminals;
                format!("{}-{}", one.name(self.objects), terminals[other.terminal as usize].name)
            }
            (None, None) => self.objects.list[branch.object as usize].name().to_owned(),
        }
    }
}

/// `a`, `b` and `c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Names of terminals.
pub(super) fn variable_name(id: TerminalId, variable: &Variable, objects: &Objects<'_>) -> String {
    format!("{}.{}", id.name(objects), variable.name)
}
