//! The unknowns of nodes at which nothing stores.

use simobject_host::BranchForm;

use super::{Coordinate, Planning, listed};
use crate::joining::Var;
use crate::joining::components::Components;
use crate::joining::elements::Element;
use crate::joining::part::Part;
use bowline_network::{Form, PartKind};

impl Planning<'_, '_> {
    /// The unknowns of free nodes.
    pub(super) fn make_free(&mut self) {
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
            part.through_unit(&nature);
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
                part.through_unit(&nature);
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
                part.through_unit(&nature);
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

    pub(super) fn free_node(&self, (group, at): (usize, usize)) -> usize {
        let group = &self.groups.list[group];
        group.nodes[group.affine.free[at]]
    }

    /// Whether nothing determines the nodes of a component that nothing anchors; then that is reported.
    pub(super) fn is_undetermined(&mut self, nodes: &[usize]) -> bool {
        let nature = self.nature(nodes[0]);
        let groups: Vec<usize> = nodes.iter().map(|node| self.groups.of_node[*node].0).collect();
        let touches = |branch: &&Element| {
            branch.through.is_some()
                && branch.form == BranchForm::Through
                && branch.row.iter().any(|(node, _)| {
                    let (group, place) = self.groups.of_node[*node];
                    groups.contains(&group) && !self.groups.list[group].affine.of_free[place].is_empty()
                })
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
        let more = match nodes.len() {
            1 => String::new(),
            2 => " and at one more".to_owned(),
            count => format!(" and at {} more", count - 1),
        };
        let message = match names.as_slice() {
            [] => {
                format!("nothing determines `{across}` at the node of {terminals}{more}: nothing ties it to anything")
            }
            names => format!(
                "nothing determines `{across}` at the node of {terminals}{more}: only {} {} there, and what flows does \
                 not depend on it",
                listed(names),
                if names.len() == 1 { "leads" } else { "lead" }
            ),
        };
        let help = "join it to what stores, fixes or resists: a reference, a capacity, a leak";
        let of = self.joints.nodes[nodes[0]].object;
        self.fault("undetermined-node", message, of, help);
        true
    }
}
