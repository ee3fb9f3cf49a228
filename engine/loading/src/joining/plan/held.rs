//! Bodies that friction and stops hold together.

use std::collections::HashMap;

use simobject_host::BranchForm;

use super::Planning;
use crate::joining::part::Part;
use crate::joining::sets::Sets;
use crate::joining::{Fed, Quantity, Slip, Var};
use bowline_network::{Form, PartKind, inverted};

/// Bodies, and the branches that hold them together.
#[derive(Debug)]
pub(super) struct Set {
    part: usize,
    groups: Vec<usize>,
    /// Branches, by their numbers.
    branches: Vec<usize>,
}

/// The velocities of the bodies of a set.
struct Velocities {
    /// The number of the first one of each group.
    first: Vec<usize>,
    count: usize,
}

/// The numbers of the branches of a set, by the part's parameters.
#[derive(Default)]
struct BranchNumbers {
    /// For each branch a factor for each velocity.
    rows: Vec<f64>,
    kinds: Vec<f64>,
    rests: Vec<f64>,
    /// Each with a `|` behind it.
    names: String,
}

impl Planning<'_, '_> {
    /// Finds the sets of bodies that are held together.
    pub(super) fn make_held(&mut self) {
        let holding: Vec<usize> = (0..self.elements.branches.len())
            .filter(|number| self.elements.branches[*number].holds())
            .filter(|number| self.has_inertia(*number))
            .collect();
        let mut sets = Sets::new(self.groups.list.len());
        let mut touched = vec![false; self.groups.list.len()];
        for number in &holding {
            let moving = self.moving(*number);
            moving.iter().for_each(|group| touched[*group] = true);
            moving.windows(2).for_each(|pair| sets.join(pair[0], pair[1]));
        }
        // By the first group of each set.
        let mut at_first: HashMap<usize, usize> = HashMap::new();
        for number in holding {
            let first = sets.of(self.moving(number)[0]);
            let at = *at_first.entry(first).or_insert_with(|| {
                let branch = &self.elements.branches[number];
                let name = format!("{}-held", self.between(branch));
                let part = self.plan.parts.len();
                self.plan.parts.push(Part::new(name, PartKind::Held, branch.object));
                self.held.push(Set { part, groups: Vec::new(), branches: Vec::new() });
                self.held.len() - 1
            });
            let set = &mut self.held[at];
            self.holds.insert(number, (set.part, set.branches.len()));
            set.branches.push(number);
        }
        for group in (0..touched.len()).filter(|group| touched[*group]) {
            if let Some(at) = at_first.get(&sets.of(group)) {
                self.held[*at].groups.push(group);
            }
        }
        for set in &self.held {
            let mut slots = 0..;
            for group in &set.groups {
                self.is_held[*group] = true;
                for state in &self.states[*group] {
                    self.plan.parts[*state].within = slots.next().map(|slot| (set.part, slot));
                }
            }
        }
    }

    /// The groups of a branch that have states.
    fn moving(&self, number: usize) -> Vec<usize> {
        let groups = self.elements.branches[number].row.iter().map(|(node, _)| self.groups.of_node[*node].0);
        groups.filter(|group| !self.states[*group].is_empty()).collect()
    }

    /// Whether a branch that holds has inertia at its ends, or what sources give; else that is reported.
    fn has_inertia(&mut self, number: usize) -> bool {
        let branch = &self.elements.branches[number];
        let place = |node: usize| {
            let (group, place) = self.groups.of_node[node];
            (&self.groups.list[group].affine, place)
        };
        let free = branch.row.iter().map(|(node, _)| *node).find(|node| {
            let (affine, place) = place(*node);
            !affine.of_free[place].is_empty()
        });
        let moves = branch.row.iter().any(|(node, _)| {
            let (affine, place) = place(*node);
            !affine.of_states[place].is_empty()
        });
        let (name, of) = (branch.name.clone(), branch.object);
        if let Some(node) = free {
            let message = format!("{name} holds the node of {}, at which nothing has inertia", self.terminals_at(node));
            self.fault(
                "no-inertia",
                message,
                of,
                "give it a mass or an inertia, or put what is elastic on its other side",
            );
            return false;
        }
        if !moves {
            let message = format!("{name} holds nothing that could move: sources give both of its ends");
            self.fault("fixed-twice", message, of, "leave it out, or put a mass and a spring between");
            return false;
        }
        true
    }

    /// What flows into what holds, at each node.
    pub(super) fn find_held_flows(&mut self) {
        let mut flows = vec![Form::default(); self.joints.nodes.len()];
        for set in &self.held {
            for (at, number) in set.branches.iter().enumerate() {
                let row = &self.elements.branches[*number].row;
                row.iter().for_each(|(node, factor)| flows[*node].add(Var::Held(set.part, at), *factor));
            }
        }
        self.plan.held = flows;
    }

    /// What flows through a branch that holds.
    pub(super) fn through_held(&self, number: usize) -> Form<Var> {
        let found = self.holds.get(&number);
        found.map_or_else(Form::default, |(part, at)| Form::of(Var::Held(*part, *at)))
    }

    /// What the in-ports of bodies that are held together read, and their numbers.
    pub(super) fn feed_held(&mut self) {
        let sets = std::mem::take(&mut self.held);
        for set in &sets {
            self.feed_set(set);
        }
        self.held = sets;
    }

    fn feed_set(&mut self, set: &Set) {
        let velocities = self.velocities(set);
        let inverse = self.feed_balances(set, &velocities);
        let mut branches =
            BranchNumbers { rows: vec![0.0; set.branches.len() * velocities.count], ..Default::default() };
        for at in 0..set.branches.len() {
            self.feed_branch(set, at, &velocities, &mut branches);
        }
        self.list_slips(set, branches.rows.chunks_exact(velocities.count));
        let part = &mut self.plan.parts[set.part];
        part.arguments.push(("Velocities", velocities.count.to_string()));
        part.numbers("Inverse", &inverse);
        part.numbers("Rows", &branches.rows);
        part.numbers("Kinds", &branches.kinds);
        part.numbers("Rests", &branches.rests);
        part.arguments.push(("Branches", branches.names));
    }

    fn velocities(&self, set: &Set) -> Velocities {
        let mut count = 0;
        let first = set.groups.iter().map(|group| {
            let first = count;
            count += self.states[*group].len();
            first
        });
        Velocities { first: first.collect(), count }
    }

    /// Feeds the balances of a set's bodies; returns the inverse of their masses, row by row.
    fn feed_balances(&mut self, set: &Set, &Velocities { ref first, count }: &Velocities) -> Vec<f64> {
        let mut inverse = vec![0.0; count * count];
        for (group, first) in set.groups.iter().zip(first) {
            let equations = self.equations(*group);
            for (at, row) in inverted(equations.mass).iter().enumerate() {
                inverse[(first + at) * count + first..][..row.len()].copy_from_slice(row);
            }
            for (at, balance) in equations.balances.into_iter().enumerate() {
                self.plan.feeds.push((Fed::Part(set.part, first + at), balance));
            }
        }
        inverse
    }

    /// Feeds the in-ports of a set that belong to its branch number `at`, and adds the numbers of this branch.
    fn feed_branch(&mut self, set: &Set, at: usize, velocities: &Velocities, numbers: &mut BranchNumbers) {
        let (number, count) = (set.branches[at], velocities.count);
        let row = &mut numbers.rows[at * count..][..count];
        let (slip, slip_rate) = self.slip(set, number, velocities, row);
        let branch = &self.elements.branches[number];
        // Of a gap, and of a slip, what does not follow from the bodies' own states.
        let mut gap = Form::default();
        let (mut limit, mut sliding) = <(Form<Var>, Form<Var>)>::default();
        if branch.form == BranchForm::Stop {
            gap = self.of_branch(number, 1);
            gap.add_constant(-branch.numbers[0]);
            let own = set.groups.iter().flat_map(|group| &self.states[*group]);
            for (state, factor) in own.zip(&*row) {
                gap.add(Var::Position(*state), -factor);
            }
            numbers.kinds.push(branch.numbers[1]);
            numbers.rests.push(branch.numbers[2]);
            limit.add_constant(f64::MAX);
        } else {
            numbers.kinds.push(-1.0);
            numbers.rests.push(0.0);
            if let Some(signal) = branch.limit {
                limit = Form::of(Var::Port(signal));
                sliding = Form::of(Var::Port(branch.coefficient.unwrap_or(signal)));
            }
        }
        numbers.names += &branch.name.replace('|', "/");
        numbers.names.push('|');
        for (port, form) in [limit, sliding, slip, slip_rate, gap].into_iter().enumerate() {
            self.plan.feeds.push((Fed::Part(set.part, count + 5 * at + port), form));
        }
    }

    /// The slip of a branch and its rate, as far as sources give them; adds the factors of the bodies' velocities to `row`.
    fn slip(&self, set: &Set, branch: usize, velocities: &Velocities, row: &mut [f64]) -> (Form<Var>, Form<Var>) {
        let (mut slip, mut slip_rate) = <(Form<Var>, Form<Var>)>::default();
        for (node, factor) in &self.elements.branches[branch].row {
            let (group, place) = self.groups.of_node[*node];
            let affine = &self.groups.list[group].affine;
            if let Some(known) = set.groups.iter().position(|of| *of == group) {
                for (state, of) in &affine.of_states[place] {
                    row[velocities.first[known] + state] += factor * of;
                }
            }
            for (source, of) in &affine.of_sources[place] {
                let source = self.groups.list[group].sources[*source];
                let gives = &self.elements.branches[source];
                let given = |signal: Option<_>, what| signal.map_or(Var::NotGiven(source, what), Var::Port);
                slip.add(given(gives.across, Quantity::Across), factor * of);
                slip_rate.add(given(gives.rate, Quantity::Rate), factor * of);
            }
        }
        (slip, slip_rate)
    }

    /// Lists the slips of a set's branches, with the rows of their factors.
    fn list_slips<'r>(&mut self, set: &Set, rows: impl Iterator<Item = &'r [f64]>) {
        let states: Vec<usize> = set.groups.iter().flat_map(|group| self.states[*group].iter().copied()).collect();
        for ((number, branch), row) in set.branches.iter().enumerate().zip(rows) {
            let branch = &self.elements.branches[*branch];
            let is_stop = branch.form == BranchForm::Stop;
            let name = branch.called.clone();
            let factors = states.iter().copied().zip(row.iter().copied()).filter(|(_, factor)| *factor != 0.0);
            self.plan.slips.push(Slip { part: set.part, number, name, is_stop, row: factors.collect() });
        }
    }
}
