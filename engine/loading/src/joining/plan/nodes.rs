//! What the variables of nodes are made of.

use std::collections::BTreeMap;

use simobject_host::BranchForm;

use super::Planning;
use crate::joining::groups::Group;
use crate::joining::{Fed, Quantity, Var};
use bowline_network::{Form, PartKind};

impl Planning<'_, '_> {
    /// What each node's variables are made of.
    pub(super) fn make_nodes(&mut self) {
        let mut through = vec![Form::default(); self.joints.nodes.len()];
        for branch in self.elements.branches.iter().filter(|branch| branch.form == BranchForm::Through) {
            let Some(signal) = branch.through else { continue };
            branch.row.iter().for_each(|(node, factor)| through[*node].add(Var::Port(signal), *factor));
        }
        self.plan.through = through;
        self.find_held_flows();
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
    pub(super) fn is_second(&self, group: usize, place: usize) -> bool {
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
    pub(super) fn feed_parts(&mut self) {
        let mut floating: BTreeMap<usize, Form<Var>> = BTreeMap::new();
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
                match self.plan.parts[part].kind {
                    // All nodes of a component add to that one.
                    PartKind::Floating => floating.entry(part).or_default().add_form(&balance, 1.0),
                    _ => self.plan.feeds.push((Fed::Part(part, 0), balance)),
                }
            }
        }
        self.plan.feeds.extend(floating.into_iter().map(|(part, balance)| (Fed::Part(part, 0), balance)));
    }
}
