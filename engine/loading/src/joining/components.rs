//! Components: free nodes that are joined by branches whose through variables follow across variables at once. One is
//! *anchored* where such a branch leads to a state, a source or the reference; else its nodes may move together, and no
//! equation has their velocity in it.

use super::elements::Elements;
use super::groups::Groups;

/// Whether free nodes are anchored.
#[derive(Debug)]
pub(super) struct Components {
    /// The free nodes of all groups: the group, and the number among its free nodes.
    pub(super) free: Vec<(usize, usize)>,
    /// The components that nothing anchors.
    pub(super) loose: Vec<Loose>,
}

/// A component that nothing anchors.
#[derive(Debug)]
pub(super) struct Loose {
    /// Its free nodes, with how far each moves when the first one moves by 1.
    pub(super) members: Vec<(usize, f64)>,
}

impl Components {
    pub(super) fn new(elements: &Elements, groups: &Groups) -> Self {
        let mut free = Vec::new();
        let mut first = Vec::new();
        for (number, group) in groups.list.iter().enumerate() {
            first.push(free.len());
            free.extend((0..group.affine.free.len()).map(|at| (number, at)));
        }
        // A forest, in which each moves so many times as much as the one above it.
        let mut above: Vec<(usize, f64)> = (0..free.len()).map(|at| (at, 1.0)).collect();
        let mut is_anchored = vec![false; free.len()];
        fn find(above: &mut [(usize, f64)], at: usize) -> (usize, f64) {
            let (mut root, mut motion) = (at, 1.0);
            while above[root].0 != root {
                motion *= above[root].1;
                root = above[root].0;
            }
            above[at] = (root, motion);
            (root, motion)
        }
        for branch in elements.branches.iter().filter(|branch| branch.conducts) {
            let mut row: Vec<(usize, f64)> = Vec::new();
            for (node, factor) in &branch.row {
                let (group, place) = groups.of_node[*node];
                let affine = &groups.list[group].affine;
                for (at, of) in &affine.of_free[place] {
                    let coordinate = first[group] + at;
                    match row.iter_mut().find(|(known, _)| *known == coordinate) {
                        Some((_, sum)) => *sum += factor * of,
                        None => row.push((coordinate, factor * of)),
                    }
                }
            }
            row.retain(|(_, factor)| factor.abs() > 1e-12);
            match row.as_slice() {
                [] => {}
                [(one, _)] => {
                    let (root, _) = find(&mut above, *one);
                    is_anchored[root] = true;
                }
                [(one, of_one), (other, of_other)] => {
                    let ((root, motion), (other_root, other_motion)) =
                        (find(&mut above, *one), find(&mut above, *other));
                    // The branch is not moved where the one moves by 1 and the other by this.
                    let follows = -of_one * motion / (of_other * other_motion);
                    if root == other_root {
                        is_anchored[root] |= (follows - 1.0).abs() > 1e-9;
                    } else {
                        above[other_root] = (root, follows);
                        is_anchored[root] |= is_anchored[other_root];
                    }
                }
                // What more than two take part in is taken for one that holds them.
                [(one, _), others @ ..] => {
                    let (root, _) = find(&mut above, *one);
                    is_anchored[root] = true;
                    for (other, _) in others {
                        let (other_root, _) = find(&mut above, *other);
                        if other_root != root {
                            above[other_root] = (root, 1.0);
                        }
                    }
                }
            }
        }
        let mut members: Vec<Vec<(usize, f64)>> = vec![Vec::new(); free.len()];
        for at in 0..free.len() {
            let (root, motion) = find(&mut above, at);
            members[root].push((at, motion));
        }
        let loose = members.into_iter().enumerate().filter(|(root, of)| !of.is_empty() && !is_anchored[*root]);
        let loose = loose.map(|(_, members)| {
            let unit = members[0].1;
            Loose { members: members.into_iter().map(|(at, motion)| (at, motion / unit)).collect() }
        });
        Self { loose: loose.collect(), free }
    }
}
