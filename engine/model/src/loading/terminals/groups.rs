//! Groups: nodes whose across variables follow from each other by ratios, sources and storages between them.

use simobject_host::BranchForm;

use super::elements::{Element, Elements};
use super::joints::Joints;
use super::sets::Sets;
use crate::network::{Affine, Constraint, Row};

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
}

impl Groups {
    pub(super) fn new(elements: &Elements, joints: &Joints) -> Self {
        let count = joints.nodes.len();
        let mut sets = Sets::new(count);
        let makes_groups = |branch: &&Element| branch.form != BranchForm::Through && !branch.holds();
        for branch in elements.branches.iter().filter(makes_groups) {
            branch.row.windows(2).for_each(|pair| sets.join(pair[0].0, pair[1].0));
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
            let Some((node, _)) = branch.row.first() else { continue };
            let [constraints, sources, storages] = &mut members[of_node[*node].0];
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
        let list = nodes.into_iter().zip(members).map(|(nodes, [constraints, sources, mut storages])| {
            storages.sort_by_key(|storage| elements.branches[*storage].nature.position.is_none());
            let row = |branch: &usize| -> Row {
                elements.branches[*branch].row.iter().map(|(node, factor)| (of_node[*node].1, *factor)).collect()
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
            let stored: Vec<Row> = storages.iter().map(row).collect();
            let affine = Affine::new(nodes.len(), sources.len(), &rows, &stored);
            Group { nodes, constraints, sources, storages, affine }
        });
        let list = list.collect();
        Self { list, of_node }
    }
}
