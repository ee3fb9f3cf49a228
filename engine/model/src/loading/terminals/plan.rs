//! What a network becomes: parts, and what every in-port reads.

use std::collections::HashMap;

use simobject_host::{BranchForm, Nature, Variable};

use super::components::Components;
use super::elements::{Element, Elements};
use super::groups::{Group, Groups};
use super::joints::{Joints, TerminalId};
use super::{Fed, Part, Quantity, Var};
use crate::description::ModelDescription;
use crate::loading::objects::Objects;
use crate::network::{Form, PartKind};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// What is planned.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) parts: Vec<Part>,
    pub(super) feeds: Vec<(Fed, Form<Var>)>,
    /// Across variable, position and rate of each node.
    pub(super) nodes: Vec<[Form<Var>; 3]>,
    /// What flows into the branches that give it, at each node.
    pub(super) through: Vec<Form<Var>>,
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
            elements,
            joints,
            objects,
            description,
            groups,
            plan: Self { parts: Vec::new(), feeds: Vec::new(), nodes: Vec::new(), through: Vec::new() },
            integrals: HashMap::new(),
            chargings: HashMap::new(),
            diagnostics,
        };
        planning.check_groups();
        planning.find_positions();
        planning.make_states();
        planning.make_free();
        if planning.diagnostics.errors() == before {
            planning.make_nodes();
            planning.feed_parts();
            planning.feed_elements();
        }
        planning.plan
    }
}

impl Part {
    fn new(name: String, kind: PartKind, of: u32) -> Self {
        Self { name, kind, arguments: Vec::new(), of, has_rate: false }
    }

    fn variable(&mut self, [name, unit]: [&'static str; 2], variable: Option<&Variable>) {
        if let Some(variable) = variable {
            self.arguments.push((name, variable.name.to_string()));
            self.arguments.push((unit, variable.unit.to_string()));
        }
    }

    fn across(&mut self, nature: &Nature) {
        self.variable(["Across", "AcrossUnit"], Some(&nature.across));
    }

    fn position(&mut self, nature: &Nature) {
        self.variable(["Position", "PositionUnit"], nature.position.as_ref());
    }

    fn through(&mut self, nature: &Nature) {
        self.variable(["Through", "ThroughUnit"], Some(&nature.through));
    }

    /// A number, as it is written.
    pub(super) fn number(&mut self, name: &'static str, number: f64) {
        self.arguments.retain(|(known, _)| *known != name);
        self.arguments.push((name, format!("{number:?}")));
    }

    fn has_position(&self) -> bool {
        self.arguments.iter().any(|(name, _)| *name == "Position")
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

    /// Reports constraints that contradict each other.
    fn check_groups(&mut self) {
        let mut found = Vec::new();
        for group in &self.groups.list {
            for circle in &group.affine.contradicting {
                let branches: Vec<&Element> =
                    circle.iter().map(|at| &self.elements.branches[group.constraints[*at]]).collect();
                let names: Vec<&str> = branches.iter().map(|branch| branch.name.as_str()).collect();
                let nature = &branches[0].nature;
                let across = &nature.across.name;
                let message = match names.as_slice() {
                    [one] => format!("{one} fixes `{across}` between nodes that are one"),
                    _ => format!("{} fix `{across}` between the same nodes", listed(&names)),
                };
                found.push((message, branches[branches.len() - 1].object));
            }
        }
        for (message, of) in found {
            self.fault(
                "fixed-twice",
                message,
                of,
                "one of them decides: leave out the other, or put an element between",
            );
        }
    }

    fn find_positions(&mut self) {
        let reads = |branch: &&Element| {
            branch.position.is_some() && matches!(branch.form, BranchForm::Through | BranchForm::Storage)
        };
        for branch in self.elements.branches.iter().filter(reads) {
            for (node, _) in &branch.row {
                self.needs_position[self.groups.of_node[*node].0] = true;
            }
        }
    }

    /// The states of what stores.
    fn make_states(&mut self) {
        for number in 0..self.groups.list.len() {
            let group = &self.groups.list[number];
            let chosen: Vec<usize> = group.affine.chosen.iter().map(|at| group.storages[*at]).collect();
            for storage in chosen {
                let branch = &self.elements.branches[storage];
                let mut part = Part::new(self.between(branch), PartKind::Storage, branch.object);
                part.across(&branch.nature);
                part.through(&branch.nature);
                if self.needs_position[number] {
                    part.position(&branch.nature);
                }
                self.states[number].push(self.plan.parts.len());
                self.plan.parts.push(part);
            }
        }
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

    /// The unknowns of free nodes.
    fn make_free(&mut self) {
        let components = Components::new(self.elements, &self.groups);
        let mut coordinates: Vec<Option<Coordinate>> = vec![None; components.free.len()];
        for loose in &components.loose {
            let nodes: Vec<usize> = loose.members.iter().map(|(at, _)| self.free_node(components.free[*at])).collect();
            if self.is_undetermined(&nodes) {
                continue;
            }
            // The base is a node whose position is read: nothing else has it in an equation.
            let is_read = |node: &usize| self.needs_position[self.groups.of_node[*node].0];
            let base_at = nodes.iter().position(is_read).unwrap_or(0);
            let (first, unit) = loose.members[base_at];
            let id = self.joints.nodes[nodes[base_at]];
            let nature = self.nature(nodes[base_at]);
            let base = self.plan.parts.len();
            let mut part = Part::new(id.name(self.objects), PartKind::Floating, id.object);
            part.position(&nature);
            part.through(&nature);
            self.plan.parts.push(part);
            let moves = Form::of(Var::Position(base));
            coordinates[first] =
                Some(Coordinate { across: Form::of(Var::Lost(base)), position: moves, parts: vec![(base, 1.0)] });
            for ((at, motion), node) in loose.members.iter().zip(&nodes).filter(|((at, _), _)| *at != first) {
                let motion = &(motion / unit);
                let id = self.joints.nodes[*node];
                let nature = self.nature(*node);
                let relative = self.plan.parts.len();
                let name = format!("{}-relative", id.name(self.objects));
                let mut part = Part::new(name, PartKind::Massless, id.object);
                part.across(&nature);
                if self.needs_position[self.groups.of_node[*node].0] {
                    part.position(&nature);
                }
                part.through(&nature);
                self.plan.parts.push(part);
                let mut across = Form::of(Var::Across(relative));
                across.add(Var::Lost(base), *motion);
                let mut position = Form::of(Var::Position(relative));
                position.add(Var::Position(base), *motion);
                coordinates[*at] = Some(Coordinate { across, position, parts: vec![(relative, 1.0), (base, *motion)] });
            }
        }
        for (at, coordinate) in coordinates.into_iter().enumerate() {
            let (group, _) = components.free[at];
            let coordinate = coordinate.unwrap_or_else(|| {
                let node = self.free_node(components.free[at]);
                let (id, nature, number) = (self.joints.nodes[node], self.nature(node), self.plan.parts.len());
                let mut part = Part::new(id.name(self.objects), PartKind::Massless, id.object);
                part.across(&nature);
                part.through(&nature);
                if self.needs_position[group] {
                    part.position(&nature);
                }
                self.plan.parts.push(part);
                Coordinate {
                    across: Form::of(Var::Across(number)),
                    position: Form::of(Var::Position(number)),
                    parts: vec![(number, 1.0)],
                }
            });
            self.free[group].push(coordinate);
        }
    }

    fn free_node(&self, (group, at): (usize, usize)) -> usize {
        let group = &self.groups.list[group];
        group.nodes[group.affine.free[at]]
    }

    /// Whether nothing determines the nodes of a component that nothing anchors; then that is reported.
    fn is_undetermined(&mut self, nodes: &[usize]) -> bool {
        let nature = self.nature(nodes[0]);
        let groups: Vec<usize> = nodes.iter().map(|node| self.groups.of_node[*node].0).collect();
        let touches = |branch: &&Element| {
            branch.through.is_some()
                && branch.form == BranchForm::Through
                && branch.row.iter().any(|(node, _)| groups.contains(&self.groups.of_node[*node].0))
        };
        let around: Vec<&Element> = self.elements.branches.iter().filter(touches).collect();
        if nature.position.is_some() && around.iter().any(|branch| branch.position.is_some()) {
            return false;
        }
        let mut names: Vec<&str> = Vec::new();
        for branch in around.iter().filter(|branch| !branch.conducts) {
            if !names.contains(&branch.name.as_str()) {
                names.push(&branch.name);
            }
        }
        let (across, terminals) = (&nature.across.name, self.terminals_at(nodes[0]));
        let more = if nodes.len() > 1 { format!(", and of {} more,", nodes.len() - 1) } else { String::new() };
        let message = match names.as_slice() {
            [] => {
                format!("nothing determines `{across}` at the node of {terminals}{more}: nothing ties it to anything")
            }
            names => format!(
                "nothing determines `{across}` at the node of {terminals}{more}: only what does not depend on it \
                 leads there, {}",
                listed(names)
            ),
        };
        let help = "join it to what stores, fixes or resists: a reference, a capacity, a leak";
        let of = self.joints.nodes[nodes[0]].object;
        self.fault("undetermined-node", message, of, help);
        true
    }

    /// What each node's variables are made of.
    fn make_nodes(&mut self) {
        let mut through = vec![Form::default(); self.joints.nodes.len()];
        for branch in self.elements.branches.iter().filter(|branch| branch.form == BranchForm::Through) {
            let Some(signal) = branch.through else { continue };
            branch.row.iter().for_each(|(node, factor)| through[*node].add(Var::Port(signal), *factor));
        }
        self.plan.through = through;
        let mut nodes = vec![Default::default(); self.joints.nodes.len()];
        for number in 0..self.groups.list.len() {
            let group = &self.groups.list[number];
            for (place, node) in group.nodes.iter().enumerate() {
                let affine = &group.affine;
                let [mut across, mut position, mut rate] = <[Form<Var>; 3]>::default();
                for (at, factor) in &affine.of_states[place] {
                    let part = self.states[number][*at];
                    across.add(Var::Across(part), *factor);
                    position.add(Var::Position(part), *factor);
                    rate.add(Var::Rate(part), *factor);
                }
                for (at, factor) in &affine.of_free[place] {
                    let coordinate = &self.free[number][*at];
                    across.add_form(&coordinate.across, *factor);
                    position.add_form(&coordinate.position, *factor);
                    rate.add(Var::NoRate(group.nodes[affine.free[*at]]), *factor);
                }
                for (at, factor) in &affine.of_sources[place] {
                    let source = group.sources[*at];
                    let branch = &self.elements.branches[source];
                    let given = |signal: Option<_>, what| signal.map_or(Var::NotGiven(source, what), Var::Port);
                    across.add(given(branch.across, Quantity::Across), *factor);
                    position.add(given(branch.position, Quantity::Position), *factor);
                    rate.add(given(branch.rate, Quantity::Rate), *factor);
                }
                // What follows from others may begin at any distance from where that would be.
                let is_one = match (affine.of_states[place].as_slice(), affine.of_free[place].as_slice()) {
                    ([(_, factor)], []) | ([], [(_, factor)]) => *factor == 1.0,
                    ([], []) => true,
                    _ => false,
                };
                let is_chosen = is_one && affine.of_sources[place].is_empty() && !self.is_second(number, place);
                let follows = !affine.of_states[place].is_empty() || !affine.of_free[place].is_empty();
                if follows && !is_chosen {
                    position.add(Var::Offset(*node), 1.0);
                }
                nodes[*node] = [across, position, rate];
            }
        }
        self.plan.nodes = nodes;
    }

    /// Whether a node moves as another one before it in its group, or as one that stores.
    fn is_second(&self, group: usize, place: usize) -> bool {
        let Group { affine, storages, nodes, .. } = &self.groups.list[group];
        match (affine.of_states[place].as_slice(), affine.of_free[place].as_slice()) {
            ([(at, _)], []) => {
                let storage = &self.elements.branches[storages[affine.chosen[*at]]];
                !storage.row.iter().any(|(node, _)| *node == nodes[place]) || storage.row.len() > 1
            }
            ([], [(at, _)]) => affine.free[*at] != place,
            _ => true,
        }
    }

    /// What the in-ports of parts read.
    fn feed_parts(&mut self) {
        for number in 0..self.groups.list.len() {
            self.feed_states(number);
            let group = &self.groups.list[number];
            let mut balances: Vec<(usize, Form<Var>)> = Vec::new();
            for (at, coordinate) in self.free[number].iter().enumerate() {
                let mut balance = Form::default();
                for (place, node) in group.nodes.iter().enumerate() {
                    let factor = group.affine.of_free[place].iter().find(|(of, _)| *of == at).map_or(0.0, |(_, f)| *f);
                    balance.add_form(&self.plan.through[*node], factor);
                }
                for (part, factor) in &coordinate.parts {
                    let mut of_part = Form::default();
                    of_part.add_form(&balance, *factor);
                    balances.push((*part, of_part));
                }
            }
            for (part, balance) in balances {
                let known = self.plan.feeds.iter_mut().find(|(fed, _)| matches!(fed, Fed::Part(of, 0) if *of == part));
                match known.filter(|_| self.plan.parts[part].kind == PartKind::Floating) {
                    Some((_, form)) => form.add_form(&balance, 1.0),
                    None => self.plan.feeds.push((Fed::Part(part, 0), balance)),
                }
            }
        }
    }

    /// `M s' = -P' (f + D' C D S e')`.
    fn feed_states(&mut self, number: usize) {
        let group = &self.groups.list[number];
        let count = group.affine.chosen.len();
        if count == 0 {
            return;
        }
        let mut balances = vec![Form::default(); count];
        for (place, node) in group.nodes.iter().enumerate() {
            for (at, factor) in &group.affine.of_states[place] {
                balances[*at].add_form(&self.plan.through[*node], *factor);
            }
        }
        let mut mass = vec![vec![0.0; count]; count];
        let mut given = Form::default();
        let mut faults = Vec::new();
        for storage in &group.storages {
            let branch = &self.elements.branches[*storage];
            let mut of_states = vec![0.0; count];
            let mut of_sources = Form::default();
            for (node, factor) in &branch.row {
                let place = self.groups.of_node[*node].1;
                group.affine.of_states[place].iter().for_each(|(at, of)| of_states[*at] += factor * of);
                for (at, of) in &group.affine.of_sources[place] {
                    let source = group.sources[*at];
                    let rate = self.elements.branches[source].rate;
                    let rate = rate.map_or(Var::NotGiven(source, Quantity::Rate), Var::Port);
                    of_sources.add(rate, factor * of);
                }
            }
            let is_moved = of_states.iter().any(|of| *of != 0.0);
            match branch.coefficient {
                None => {
                    let coefficient = branch.numbers[0];
                    for (row, of_row) in of_states.iter().enumerate() {
                        for (column, of_column) in of_states.iter().enumerate() {
                            mass[row][column] += coefficient * of_row * of_column;
                        }
                        balances[row].add_form(&of_sources, coefficient * of_row);
                    }
                }
                Some(signal) if count == 1 && of_sources.terms().next().is_none() => {
                    given.add(Var::Port(signal), of_states[0] * of_states[0]);
                }
                Some(_) if !is_moved => {}
                Some(_) => faults.push((branch.name.clone(), branch.object)),
            }
        }
        for (name, of) in faults {
            let message = format!("{name} stores with a coefficient that changes, in a group of several states");
            let help = "put an element between it and what it is coupled with: a resistance, a spring, a damper";
            self.fault("varying-storage", message, of, help);
        }
        let states = self.states[number].clone();
        if count == 1 {
            let (part, balance) = (states[0], balances.swap_remove(0));
            self.plan.feeds.push((Fed::Part(part, 0), balance));
            if given.terms().next().is_some() {
                given.add_constant(mass[0][0]);
                self.plan.feeds.push((Fed::Part(part, 1), given));
            } else {
                self.plan.parts[part].number("Coefficient", mass[0][0]);
            }
            return;
        }
        let inverse = inverted(mass);
        for (row, part) in states.into_iter().enumerate() {
            let mut balance = Form::default();
            balances.iter().zip(&inverse[row]).for_each(|(of, factor)| balance.add_form(of, *factor));
            self.plan.parts[part].number("Coefficient", 1.0);
            self.plan.feeds.push((Fed::Part(part, 0), balance));
        }
    }

    /// What the in-ports of branches read.
    fn feed_elements(&mut self) {
        for number in 0..self.elements.branches.len() {
            let branch = &self.elements.branches[number];
            if matches!(branch.form, BranchForm::Through | BranchForm::Storage) {
                for (what, signal) in [branch.across, branch.position, branch.rate].into_iter().enumerate() {
                    if let Some(signal) = signal {
                        let form = self.of_branch(number, what);
                        self.plan.feeds.push((Fed::Element(signal), form));
                    }
                }
            }
            let Some(signal) = branch.through.filter(|_| branch.form != BranchForm::Through) else { continue };
            let form = match branch.form {
                BranchForm::Storage => self.into_storage(number),
                _ => self.reaction(number),
            };
            self.plan.feeds.push((Fed::Element(signal), form));
        }
        let feeds = std::mem::take(&mut self.plan.feeds);
        let mut checked = Vec::with_capacity(feeds.len());
        for (fed, form) in feeds {
            let form = self.available(&fed, form);
            checked.push((fed, form));
        }
        // What that needed comes behind.
        checked.append(&mut self.plan.feeds);
        self.plan.feeds = checked;
        for (_, form) in &self.plan.feeds {
            for (variable, _) in form.terms() {
                if let Var::Rate(part) = variable {
                    self.plan.parts[part].has_rate = true;
                }
            }
        }
        self.finish_rates();
    }

    /// Parts whose rates are read have them.
    fn finish_rates(&mut self) {
        let natures: Vec<(usize, std::sync::Arc<Nature>)> = self
            .groups
            .list
            .iter()
            .zip(&self.states)
            .flat_map(|(group, parts)| {
                group.affine.chosen.iter().map(|at| group.storages[*at]).zip(parts.iter().copied())
            })
            .map(|(storage, part)| (part, std::sync::Arc::clone(&self.elements.branches[storage].nature)))
            .collect();
        for (part, nature) in natures {
            let part = &mut self.plan.parts[part];
            if part.has_rate {
                let unnamed = Variable { name: "rate".into(), unit: format!("{}/s", nature.across.unit).into() };
                part.variable(["Rate", "RateUnit"], Some(nature.rate.as_ref().unwrap_or(&unnamed)));
            }
        }
    }

    /// The across variable, position or rate of a branch.
    fn of_branch(&self, branch: usize, what: usize) -> Form<Var> {
        let mut form = Form::default();
        for (node, factor) in &self.elements.branches[branch].row {
            form.add_form(&self.plan.nodes[*node][what], *factor);
        }
        form
    }

    /// What flows into a storage.
    fn into_storage(&mut self, number: usize) -> Form<Var> {
        let rate = self.of_branch(number, 2);
        let branch = &self.elements.branches[number];
        let Some(coefficient) = branch.coefficient else {
            let mut form = Form::default();
            form.add_form(&rate, branch.numbers[0]);
            return form;
        };
        if rate.terms().next().is_none() {
            return rate;
        }
        let part = match self.chargings.get(&number) {
            Some(part) => *part,
            None => {
                let mut part =
                    Part::new(format!("{}-charging", self.between(branch)), PartKind::Charging, branch.object);
                part.through(&branch.nature);
                let at = self.plan.parts.len();
                self.plan.parts.push(part);
                self.plan.feeds.push((Fed::Part(at, 0), Form::of(Var::Port(coefficient))));
                self.plan.feeds.push((Fed::Part(at, 1), rate));
                self.chargings.insert(number, at);
                at
            }
        };
        Form::of(Var::Charging(part))
    }

    /// What flows into a branch that fixes or relates across variables.
    fn reaction(&mut self, number: usize) -> Form<Var> {
        let branch = &self.elements.branches[number];
        let mut form = Form::default();
        let Some((node, _)) = branch.row.first() else { return form };
        let group_number = self.groups.of_node[*node].0;
        let group = &self.groups.list[group_number];
        let place = group.constraints.iter().position(|of| *of == number).unwrap_or(0);
        if group.affine.undetermined().any(|of| of == place) {
            let circle = group.affine.redundant.iter().find(|circle| circle.contains(&place));
            let names: Vec<&str> = circle
                .into_iter()
                .flatten()
                .map(|of| self.elements.branches[group.constraints[*of]].name.as_str())
                .collect();
            let (name, through) = (&branch.name, &branch.nature.through.name);
            let message =
                format!("nothing determines `{through}` of {name}: {} hold each other in a circle", listed(&names));
            let of = branch.object;
            self.fault(
                "undetermined-through",
                message,
                of,
                "leave out one of them, or put a spring or a resistance between",
            );
            return form;
        }
        let Some((_, factors)) = group.affine.reactions.iter().find(|(of, _)| *of == place) else { return form };
        let factors = factors.clone();
        let nodes = group.nodes.clone();
        let storages = group.storages.clone();
        for (place, factor) in &factors {
            form.add_form(&self.plan.through[nodes[*place]], *factor);
        }
        for storage in storages {
            let mut factor = 0.0;
            for (node, of) in &self.elements.branches[storage].row {
                let place = self.groups.of_node[*node].1;
                factor += of * factors.iter().find(|(at, _)| *at == place).map_or(0.0, |(_, factor)| *factor);
            }
            if factor.abs() > 1e-12 {
                let into = self.into_storage(storage);
                form.add_form(&into, factor);
            }
        }
        form
    }

    /// The form with positions that sources do not give integrated; what is not there is reported.
    fn available(&mut self, fed: &Fed, form: Form<Var>) -> Form<Var> {
        let variables: Vec<Var> = form.terms().map(|(variable, _)| variable).collect();
        let mut replaced: HashMap<Var, Form<Var>> = HashMap::new();
        for variable in variables {
            let who = match fed {
                Fed::Element(id) => {
                    format!("`{}`", self.objects.list[id.object as usize].signal_name(id.signal as usize))
                }
                Fed::Part(part, _) => format!("the node `{}`", self.plan.parts[*part].name),
            };
            let of = match fed {
                Fed::Element(id) => id.object,
                Fed::Part(part, _) => self.plan.parts[*part].of,
            };
            match variable {
                Var::NotGiven(source, Quantity::Position) => {
                    let form = self.integral(source, of, &who);
                    replaced.insert(variable, form);
                }
                Var::NotGiven(source, what) => {
                    let branch = &self.elements.branches[source];
                    replaced.insert(variable, Form::default());
                    if branch.gives_nothing() {
                        continue;
                    }
                    let name = branch.name.clone();
                    let across = &branch.nature.across.name;
                    let message = match what {
                        Quantity::Rate => {
                            format!("{who} needs the rate of `{across}` of {name}, which does not give it")
                        }
                        _ => format!("{who} needs `{across}` of {name}, which does not give it"),
                    };
                    let help = "take a source that does, or put a resistance, a spring or a damper between";
                    self.fault("missing-rate", message, of, help);
                }
                Var::Lost(part) => {
                    replaced.insert(variable, Form::default());
                    let name = self.plan.parts[part].name.clone();
                    let message = format!(
                        "{who} needs the velocity at `{name}`, and there is none: nothing there has mass, and no damper \
                         leads to what has"
                    );
                    self.fault("no-velocity", message, of, "give it a mass, or a damper to what stands or has mass");
                }
                Var::NoRate(node) => {
                    replaced.insert(variable, Form::default());
                    let message = format!(
                        "{who} needs the rate at the node of {}, at which nothing stores",
                        self.terminals_at(node)
                    );
                    self.fault("missing-rate", message, of, "give it a mass, a capacity or a volume");
                }
                _ => {}
            }
        }
        match replaced.is_empty() {
            true => form,
            false => form.map(|variable| replaced.get(&variable).cloned().unwrap_or_else(|| Form::of(variable))),
        }
    }

    /// The position of what a source of velocity moves.
    fn integral(&mut self, source: usize, of: u32, who: &str) -> Form<Var> {
        let branch = &self.elements.branches[source];
        if branch.gives_nothing() {
            return Form::default();
        }
        let Some(across) = branch.across else {
            let message = format!("{who} needs a position of {}, which gives neither that nor a velocity", branch.name);
            self.fault("missing-rate", message, of, "take a source that does");
            return Form::default();
        };
        let part = match self.integrals.get(&source) {
            Some(part) => *part,
            None => {
                let mut part =
                    Part::new(format!("{}-position", self.between(branch)), PartKind::Integral, branch.object);
                part.across(&branch.nature);
                part.position(&branch.nature);
                let at = self.plan.parts.len();
                if !part.has_position() {
                    return Form::default();
                }
                self.plan.parts.push(part);
                self.plan.feeds.push((Fed::Part(at, 0), Form::of(Var::Port(across))));
                self.integrals.insert(source, at);
                at
            }
        };
        Form::of(Var::Position(part))
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

/// The inverse of a symmetric matrix that is positive definite.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|column| if column == at { 1.0 } else { 0.0 }));
    }
    for column in 0..n {
        let pivot =
            (column..n).max_by(|one, other| matrix[*one][column].abs().total_cmp(&matrix[*other][column].abs()));
        matrix.swap(column, pivot.unwrap_or(column));
        let factor = matrix[column][column];
        matrix[column].iter_mut().for_each(|x| *x /= factor);
        let solved = matrix[column].clone();
        for row in (0..n).filter(|row| *row != column) {
            let factor = matrix[row][column];
            if factor != 0.0 {
                matrix[row].iter_mut().zip(&solved).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    matrix.into_iter().map(|row| row[n..].to_vec()).collect()
}

/// Names of terminals.
pub(super) fn variable_name(id: TerminalId, variable: &Variable, objects: &Objects<'_>) -> String {
    format!("{}.{}", id.name(objects), variable.name)
}
