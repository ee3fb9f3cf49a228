//! Groups: nodes whose across variables follow from each other by ratios, sources and storages between them.
//!
//! A node whose across variable is 0 for ever, as at a ground, is a group of its own: nothing follows from it, so branches to
//! it join nothing, and a ground at which ten thousand capacitors meet leaves each of them alone.

use simobject_host::BranchForm;

use super::elements::{Element, Elements};
use super::joints::Joints;
use super::sets::Sets;
use bowline_network::{Affine, Constraint, Row, Stored};

/// Nodes, and the branches that make them a group, by their numbers.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) nodes: Vec<usize>,
    /// Ratios and sources.
    pub(super) constraints: Vec<usize>,
    /// The sources among them.
    pub(super) sources: Vec<usize>,
    /// Those that store, what has a position first.
    pub(super) storages: Vec<usize>,
    pub(super) affine: Affine,
}

/// All groups, and where each node is in them.
#[derive(Debug)]
pub(super) struct Groups {
    pub(super) list: Vec<Group>,
    /// The group of each node, and its place there.
    pub(super) of_node: Vec<(usize, usize)>,
    /// Whether the across variable of each node is 0 for ever.
    is_zero: Vec<bool>,
}

/// The nodes whose across variable is 0 for ever. Where somebody reads what flows into that, all that meets there is one group.
fn zeros(elements: &Elements, count: usize) -> Vec<bool> {
    let mut is_zero = vec![false; count];
    let grounds = || elements.branches.iter().filter(|branch| branch.gives_nothing() && branch.row.len() == 1);
    grounds().for_each(|branch| is_zero[branch.row[0].0] = true);
    grounds().filter(|branch| branch.through.is_some()).for_each(|branch| is_zero[branch.row[0].0] = false);
    is_zero
}

impl Groups {
    pub(super) fn new(elements: &Elements, joints: &Joints) -> Self {
        let count = joints.nodes.len();
        let mut sets = Sets::new(count);
        let is_zero = zeros(elements, count);
        let makes_groups = |branch: &&Element| branch.form != BranchForm::Through && !branch.holds();
        for branch in elements.branches.iter().filter(makes_groups) {
            let mut moving = branch.row.iter().map(|(node, _)| *node).filter(|node| !is_zero[*node]);
            if let Some(first) = moving.next() {
                moving.for_each(|node| sets.join(first, node));
            }
        }
        let mut of_node = vec![(usize::MAX, 0); count];
        let mut nodes: Vec<Vec<usize>> = Vec::new();
        for node in 0..count {
            let first = sets.of(node);
            if first == node {
                of_node[node] = (nodes.len(), 0);
                nodes.push(vec![node]);
            } else {
                let group = of_node[first].0;
                of_node[node] = (group, nodes[group].len());
                nodes[group].push(node);
            }
        }
        let mut members: Vec<[Vec<usize>; 3]> = vec![Default::default(); nodes.len()];
        for (number, branch) in elements.branches.iter().enumerate().filter(|(_, branch)| makes_groups(branch)) {
            let Some(group) = group_of(&branch.row, &of_node, &is_zero) else { continue };
            let [constraints, sources, storages] = &mut members[group];
            match branch.form {
                BranchForm::Storage if branch.coefficient.is_none() && branch.numbers[0] == 0.0 => {}
                BranchForm::Storage => storages.push(number),
                BranchForm::Ratio => constraints.push(number),
                _ => {
                    constraints.push(number);
                    sources.push(number);
                }
            }
        }
        let list = nodes.into_iter().zip(members).enumerate().map(|(number, (nodes, members))| {
            let [constraints, sources, mut storages] = members;
            storages.sort_by_key(|storage| elements.branches[*storage].nature.position.is_none());
            let row = |branch: &usize| -> Row {
                let within = elements.branches[*branch].row.iter().filter(|(node, _)| of_node[*node].0 == number);
                within.map(|(node, factor)| (of_node[*node].1, *factor)).collect()
            };
            let source = |branch: &usize| sources.iter().position(|source| source == branch);
            let rows: Vec<Constraint> =
                constraints.iter().map(|branch| Constraint { row: row(branch), source: source(branch) }).collect();
            // A source that is a constant 0 contradicts no other one that is.
            let is_zero = |branch: &usize| elements.branches[*branch].gives_nothing();
            let rows: Vec<Constraint> = rows
                .into_iter()
                .zip(&constraints)
                .map(|(of, branch)| Constraint { source: of.source.filter(|_| !is_zero(branch)), ..of })
                .collect();
            let stored = |branch: &usize| {
                let is_absolute = elements.branches[*branch].row.len() == 1;
                Stored { row: row(branch), is_absolute }
            };
            let stored: Vec<Stored> = storages.iter().map(stored).collect();
            let is_read = |at: usize| elements.branches[constraints[at]].through.is_some();
            let affine = Affine::new(nodes.len(), sources.len(), &rows, &stored, is_read);
            Group { nodes, constraints, sources, storages, affine }
        });
        let list = list.collect();
        Self { list, of_node, is_zero }
    }

    /// The group that a branch is in; none, if its ends are one node.
    pub(super) fn of(&self, branch: &Element) -> Option<usize> {
        group_of(&branch.row, &self.of_node, &self.is_zero)
    }

    /// The places of the nodes of a branch in a group, with its factors; those at a ground are in none.
    pub(super) fn places<'g>(&'g self, group: usize, branch: &'g Element) -> impl Iterator<Item = (usize, f64)> + 'g {
        let places = branch.row.iter().map(|(node, factor)| (self.of_node[*node], *factor));
        places.filter(move |((of, _), _)| *of == group).map(|((_, place), factor)| (place, factor))
    }

    /// Whether a branch has an end whose across variable is 0 for ever.
    pub(super) fn reaches_zero(&self, branch: &Element) -> bool {
        branch.row.iter().any(|(node, _)| self.is_zero[*node])
    }
}

/// The group of the first node that is not 0 for ever, or else of the first one.
fn group_of(row: &Row, of_node: &[(usize, usize)], is_zero: &[bool]) -> Option<usize> {
    let moving = row.iter().find(|(node, _)| !is_zero[*node]).or_else(|| row.first());
    moving.map(|(node, _)| of_node[*node].0)
}
