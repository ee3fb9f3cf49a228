//! Which states act on which, as the zeros of a matrix tell.

use crate::matrix::Matrix;
use crate::system::LinearSystem;

/// The states in groups, in each of which all act on each other in circles: the strongly connected components of
/// the graph that has an edge between i and j for each element (i, j) of A that is not 0 (Kosaraju; Sharir 1981).
/// The eigenvalues of A are those of its square parts of each group. A group's states are in rising order, and no
/// group acts on one behind it: with the states in this order, A is an upper triangle of blocks.
pub(crate) fn groups(a: &Matrix) -> Vec<Vec<usize>> {
    let n = a.rows();
    let mut seen = vec![false; n];
    let mut finished = Vec::with_capacity(n);
    for root in 0..n {
        visit(root, &mut seen, &mut finished, |i, j| a[(i, j)] != 0.0);
    }
    let mut grouped = vec![false; n];
    let mut groups = Vec::new();
    for &root in finished.iter().rev() {
        let mut group = Vec::new();
        visit(root, &mut grouped, &mut group, |i, j| a[(j, i)] != 0.0);
        if !group.is_empty() {
            group.sort_unstable();
            groups.push(group);
        }
    }
    groups
}

/// The states on ways from one of these inputs to one of these outputs, in rising order.
pub(crate) fn between(system: &LinearSystem, inputs: &[usize], outputs: &[usize]) -> Vec<usize> {
    let n = system.a.rows();
    let (mut driven, mut seen) = (vec![false; n], vec![false; n]);
    let mut rest = Vec::new();
    for state in 0..n {
        if inputs.iter().any(|&input| system.b[(state, input)] != 0.0) {
            visit(state, &mut driven, &mut rest, |i, j| system.a[(j, i)] != 0.0);
        }
        if outputs.iter().any(|&output| system.c[(output, state)] != 0.0) {
            visit(state, &mut seen, &mut rest, |i, j| system.a[(i, j)] != 0.0);
        }
    }
    (0..n).filter(|&state| driven[state] && seen[state]).collect()
}

/// Goes along edges from a root to all that was not seen, depth first. Those that are left are added to `finished`.
fn visit(root: usize, seen: &mut [bool], finished: &mut Vec<usize>, edge: impl Fn(usize, usize) -> bool) {
    if seen[root] {
        return;
    }
    seen[root] = true;
    // Each state on the way, and the one to which its next edge is looked for.
    let mut way = vec![(root, 0)];
    while let Some((state, from)) = way.pop() {
        match (from..seen.len()).find(|&to| !seen[to] && edge(state, to)) {
            Some(to) => {
                seen[to] = true;
                way.push((state, to + 1));
                way.push((to, 0));
            }
            None => finished.push(state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::groups;
    use crate::matrix::Matrix;

    #[test]
    fn circles_are_groups_and_ways_between_them_are_not() {
        let mut a = Matrix::zeros(6, 6);
        // 0 -> 3 -> 5 -> 0, 1 -> 2 -> 1, from the first circle to the second, and 4 alone.
        for (to, from) in [(3, 0), (5, 3), (0, 5), (2, 1), (1, 2), (1, 5), (4, 4)] {
            a[(to, from)] = 1.0;
        }
        assert_eq!(groups(&a), [vec![4], vec![1, 2], vec![0, 3, 5]]);
        assert!(groups(&Matrix::zeros(0, 0)).is_empty());
    }
}
