//! Nodes whose across variables follow from each other.
//!
//! Sources and ratios are constraints `R v = E e` of the across variables `v` of a group's nodes. All that satisfy them are
//! `v = P s + Q q + S e`: `s` are the across variables of as many storages as are independent, which are states, `q` those
//! of further nodes, at which nothing stores. No storage sees `q`: so with the coefficients `C` of the storages, whose rows
//! are `D`, the rates of the states are `M s' = -P' (f + D' C D S e')`, `M = P' D' C D P`, and `Q' f = 0` are the equations
//! for `q`; `f` is what flows into the other elements at each node.

use super::dense::{largest, product, solve, subtract};

/// Factors of some nodes.
pub(crate) type Row = Vec<(usize, f64)>;

/// Across variables, each times a factor, add up to that of a source, or to 0.
#[derive(Debug, Clone)]
pub(crate) struct Constraint {
    pub(crate) row: Row,
    pub(crate) source: Option<usize>,
}

/// What stores by across variables, each times a factor.
#[derive(Debug, Clone)]
pub(crate) struct Stored {
    pub(crate) row: Row,
    /// Whether it stores by the across variable of one node, as a mass does, and not between two, as a capacitor does.
    pub(crate) is_absolute: bool,
}

/// What the constraints of a group leave open.
#[derive(Debug, Clone)]
pub(crate) struct Affine {
    /// For each node its factors of the states, of the free nodes and of the sources.
    pub(crate) of_states: Vec<Row>,
    pub(crate) of_free: Vec<Row>,
    pub(crate) of_sources: Vec<Row>,
    /// The storages whose across variables are states.
    pub(crate) chosen: Vec<usize>,
    /// The nodes whose across variables are free.
    pub(crate) free: Vec<usize>,
    /// Constraints that follow from others, each with those.
    pub(crate) redundant: Vec<Vec<usize>>,
    /// Those that contradict each other.
    pub(crate) contradicting: Vec<Vec<usize>>,
    /// How the through variables of independent constraints follow from what flows into everything else at the nodes.
    pub(crate) reactions: Vec<(usize, Row)>,
}

/// A number counts as 0 up to this part of the numbers that it is made of.
const NOTHING: f64 = 1e-12;

impl Affine {
    /// Of so many nodes. Constraints are solved for nodes that keep nothing first, and then for later ones.
    pub(crate) fn new(nodes: usize, sources: usize, constraints: &[Constraint], storages: &[Stored]) -> Self {
        let mut keeps = vec![false; nodes];
        storages.iter().filter(|of| of.is_absolute).for_each(|of| keeps[of.row[0].0] = true);
        // Columns: nodes, sources, and which constraints went into a row.
        let width = nodes + sources + constraints.len();
        let (mut rows, mut pivots): (Vec<Vec<f64>>, Vec<usize>) = (Vec::new(), Vec::new());
        let (mut redundant, mut contradicting) = (Vec::new(), Vec::new());
        let mut independent = Vec::new();
        for (at, constraint) in constraints.iter().enumerate() {
            let mut row = vec![0.0; width];
            constraint.row.iter().for_each(|(node, factor)| row[*node] += factor);
            if let Some(source) = constraint.source {
                row[nodes + source] = -1.0;
            }
            row[nodes + sources + at] = 1.0;
            let size = largest(&row[..nodes]);
            for (known, pivot) in rows.iter().zip(&pivots) {
                subtract(&mut row, known, *pivot);
            }
            row[..nodes + sources].iter_mut().filter(|x| x.abs() <= NOTHING * size).for_each(|x| *x = 0.0);
            let nonzero = (0..nodes).filter(|node| row[*node] != 0.0);
            let Some(pivot) = nonzero.min_by_key(|node| (keeps[*node], std::cmp::Reverse(*node))) else {
                let from = (0..constraints.len()).filter(|of| row[nodes + sources + of] != 0.0).collect();
                let is_sound = row[nodes..nodes + sources].iter().all(|x| *x == 0.0);
                if is_sound {
                    redundant.push(from)
                } else {
                    contradicting.push(from)
                }
                continue;
            };
            let factor = row[pivot];
            row.iter_mut().for_each(|x| *x /= factor);
            rows.iter_mut().for_each(|known| subtract(known, &row, pivot));
            rows.push(row);
            pivots.push(pivot);
            independent.push(at);
        }
        // Each node by the nodes that are left, and the sources.
        let open: Vec<usize> = (0..nodes).filter(|node| !pivots.contains(node)).collect();
        let by_open = |node: usize| -> (Vec<f64>, Vec<f64>) {
            match pivots.iter().position(|pivot| *pivot == node) {
                Some(at) => {
                    let row = &rows[at];
                    let of_open = open.iter().map(|open| -row[*open]).collect();
                    (of_open, row[nodes..nodes + sources].iter().map(|x| -x).collect())
                }
                None => {
                    let of_open = open.iter().map(|open| if *open == node { 1.0 } else { 0.0 }).collect();
                    (of_open, vec![0.0; sources])
                }
            }
        };
        let by_open: Vec<(Vec<f64>, Vec<f64>)> = (0..nodes).map(by_open).collect();
        // Storages, solved for some of these: columns are the nodes that are left, the states, the sources.
        let (mut taken, mut of, mut chosen): (Vec<Vec<f64>>, Vec<usize>, Vec<usize>) = Default::default();
        let states_from = open.len();
        let sources_from = states_from + storages.len();
        let mut order: Vec<usize> = (0..storages.len()).collect();
        order.sort_by_key(|at| !storages[*at].is_absolute);
        for at in order {
            let mut row = vec![0.0; sources_from + sources];
            for (node, factor) in &storages[at].row {
                let (of_open, of_sources) = &by_open[*node];
                of_open.iter().enumerate().for_each(|(to, x)| row[to] += factor * x);
                of_sources.iter().enumerate().for_each(|(to, x)| row[sources_from + to] += factor * x);
            }
            row[states_from + at] = -1.0;
            let size = largest(&row[..states_from]);
            for (known, pivot) in taken.iter().zip(&of) {
                subtract(&mut row, known, *pivot);
            }
            row[..states_from].iter_mut().filter(|x| x.abs() <= NOTHING * size).for_each(|x| *x = 0.0);
            let nonzero = (0..states_from).filter(|to| row[*to] != 0.0);
            let Some(pivot) = nonzero.max_by(|one, other| row[*one].abs().total_cmp(&row[*other].abs())) else {
                continue;
            };
            let factor = row[pivot];
            row.iter_mut().for_each(|x| *x /= factor);
            taken.iter_mut().for_each(|known| subtract(known, &row, pivot));
            taken.push(row);
            of.push(pivot);
            chosen.push(at);
        }
        let free: Vec<usize> = (0..open.len()).filter(|at| !of.contains(at)).collect();
        let (mut of_states, mut of_free, mut of_sources) = (Vec::new(), Vec::new(), Vec::new());
        for (of_open, from_sources) in &by_open {
            let (mut s, mut q) = (vec![0.0; chosen.len()], vec![0.0; free.len()]);
            let mut e = from_sources.clone();
            for (to, factor) in of_open.iter().enumerate().filter(|(_, factor)| **factor != 0.0) {
                match of.iter().position(|pivot| *pivot == to) {
                    Some(at) => {
                        let row = &taken[at];
                        chosen.iter().enumerate().for_each(|(i, storage)| s[i] -= factor * row[states_from + storage]);
                        free.iter().enumerate().for_each(|(i, open)| q[i] -= factor * row[*open]);
                        (0..sources).for_each(|i| e[i] -= factor * row[sources_from + i]);
                    }
                    None => {
                        let at = free.iter().position(|free| *free == to).unwrap_or(0);
                        q[at] += factor;
                    }
                }
            }
            of_states.push(sparse(&s));
            of_free.push(sparse(&q));
            of_sources.push(sparse(&e));
        }
        let reactions = reactions(nodes, constraints, &independent);
        let free = free.into_iter().map(|at| open[at]).collect();
        Self { of_states, of_free, of_sources, chosen, free, redundant, contradicting, reactions }
    }

    /// The constraints whose through variables nothing determines: they stand in a circle with others.
    pub(crate) fn undetermined(&self) -> impl Iterator<Item = usize> {
        self.redundant.iter().flatten().copied()
    }
}

/// The through variables of constraints: `R' l = -g` by least squares, which is exact, since a solution exists.
fn reactions(nodes: usize, constraints: &[Constraint], independent: &[usize]) -> Vec<(usize, Row)> {
    let count = independent.len();
    if count == 0 {
        return Vec::new();
    }
    let dense = |at: &usize| {
        let mut row = vec![0.0; nodes];
        constraints[*at].row.iter().for_each(|(node, factor)| row[*node] += factor);
        row
    };
    let rows: Vec<Vec<f64>> = independent.iter().map(dense).collect();
    // [R R' | R], solved by elimination.
    let mut all: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| rows.iter().map(|other| product(row, other)).chain(row.iter().map(|x| -x)).collect())
        .collect();
    solve(&mut all);
    independent.iter().zip(all).map(|(constraint, row)| (*constraint, sparse(&row[count..]))).collect()
}

/// The numbers that are not 0, but for rounding.
fn sparse(row: &[f64]) -> Row {
    let size = largest(row);
    row.iter().copied().enumerate().filter(|(_, x)| x.abs() > NOTHING * size).collect()
}

#[cfg(test)]
mod tests {
    use super::{Affine, Constraint, Row, Stored};

    fn stored(rows: &[Row]) -> Vec<Stored> {
        rows.iter().map(|row| Stored { row: row.clone(), is_absolute: row.len() == 1 }).collect()
    }

    /// A capacitor to ground at node 0, a source of 1 between 0 and 1, a floating capacitor from 1 to 2, and nothing at 3.
    #[test]
    fn across_variables_follow_from_states_sources_and_free_nodes() {
        let source = Constraint { row: vec![(1, 1.0), (0, -1.0)], source: Some(0) };
        let affine = Affine::new(4, 1, &[source], &stored(&[vec![(0, 1.0)], vec![(1, 1.0), (2, -1.0)]]));
        assert_eq!((affine.chosen, affine.free), (vec![0, 1], vec![3]));
        assert_eq!(affine.of_states, [vec![(0, 1.0)], vec![(0, 1.0)], vec![(0, 1.0), (1, -1.0)], vec![]]);
        assert_eq!(affine.of_sources, [vec![], vec![(0, 1.0)], vec![(0, 1.0)], vec![]]);
        assert_eq!(affine.of_free, [vec![], vec![], vec![], vec![(0, 1.0)]]);
        // At its ends flows the half of the difference, by least squares; where the sum is 0 that is all of it.
        assert_eq!(affine.reactions, [(0, vec![(0, 0.5), (1, -0.5)])]);
    }

    #[test]
    fn constraints_may_follow_from_each_other_or_contradict() {
        let row = |one: usize, other: usize| vec![(one, 1.0), (other, -1.0)];
        let joined = |row, source| Constraint { row, source };
        let circle = [joined(row(0, 1), None), joined(row(1, 2), None), joined(row(2, 0), None)];
        let affine = Affine::new(3, 0, &circle, &[]);
        assert_eq!((affine.redundant, affine.contradicting.len()), (vec![vec![0, 1, 2]], 0));
        let sources = [joined(row(0, 1), Some(0)), joined(row(1, 0), Some(1))];
        assert_eq!(Affine::new(2, 2, &sources, &[]).contradicting, [vec![0, 1]]);
    }

    /// A planetary gear with inertias at all three shafts has two states, and M = T' J T.
    #[test]
    fn a_planetary_gear_has_two_states() {
        let r = 3.0;
        let planetary = Constraint { row: vec![(0, 1.0), (1, r), (2, -(1.0 + r))], source: None };
        let affine = Affine::new(3, 0, &[planetary], &stored(&[vec![(0, 1.0)], vec![(1, 1.0)], vec![(2, 1.0)]]));
        assert_eq!(affine.chosen, [0, 1]);
        assert_eq!(affine.of_states[2], [(0, 0.25), (1, 0.75)]);
    }
}
