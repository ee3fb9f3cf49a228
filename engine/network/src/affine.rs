//! Nodes whose across variables follow from each other.
//!
//! Sources and ratios are constraints `R v = E e` of the across variables `v` of a group's nodes. All that satisfy them are
//! `v = P s + Q q + S e`: `s` are the across variables of as many storages as are independent, which are states, `q` those
//! of further nodes, at which nothing stores. No storage sees `q`: so with the coefficients `C` of the storages, whose rows
//! are `D`, the rates of the states are `M s' = -P' (f + D' C D S e')`, `M = P' D' C D P`, and `Q' f = 0` are the equations
//! for `q`; `f` is what flows into the other elements at each node.

use crate::dense::{largest, product, solve};
use crate::elimination::Elimination;
use crate::sparse_row::{Row, SparseRow};

/// Across variables, each times a factor, add up to that of a source, or to 0.
#[derive(Debug, Clone)]
pub struct Constraint {
    /// The factors of nodes.
    pub row: Row,
    /// The source that is added, if there is one.
    pub source: Option<usize>,
}

/// What stores by across variables, each times a factor.
#[derive(Debug, Clone)]
pub struct Stored {
    /// The factors of nodes.
    pub row: Row,
    /// Whether it stores by the across variable of one node, as a mass does, and not between two, as a capacitor does.
    pub is_absolute: bool,
}

/// What the constraints of a group leave open.
#[derive(Debug, Clone)]
pub struct Affine {
    /// The across variable of each node as a combination of the states.
    pub of_states: Vec<Row>,
    /// The same, of the free nodes.
    pub of_free: Vec<Row>,
    /// The same, of the sources.
    pub of_sources: Vec<Row>,
    /// The storages whose across variables are states.
    pub chosen: Vec<usize>,
    /// The nodes whose across variables are free.
    pub free: Vec<usize>,
    /// Constraints that follow from others, each with those.
    pub redundant: Vec<Vec<usize>>,
    /// Those that contradict each other.
    pub contradicting: Vec<Vec<usize>>,
    /// How the through variables of independent constraints follow from what flows into everything else at the nodes.
    pub reactions: Vec<(usize, Row)>,
}

/// A number counts as 0 up to this part of the numbers that it is made of.
const NOTHING: f64 = 1e-12;

impl Affine {
    /// Of so many nodes. Constraints are solved for nodes that keep nothing first, and then for later ones. What flows through
    /// a constraint is worked out for those of which it `is_read`.
    pub fn new(
        nodes: usize,
        sources: usize,
        constraints: &[Constraint],
        storages: &[Stored],
        is_read: impl Fn(usize) -> bool,
    ) -> Self {
        let mut keeps = vec![false; nodes];
        storages.iter().filter(|of| of.is_absolute).for_each(|of| keeps[of.row[0].0] = true);
        let Solved { elimination, independent, dependent } = Solved::new(&keeps, sources, constraints);
        let (mut redundant, mut contradicting) = (Vec::new(), Vec::new());
        for (at, is_sound) in dependent {
            let from = circle(at, constraints, &independent);
            if is_sound { redundant.push(from) } else { contradicting.push(from) }
        }
        let open = OpenNodes::new(&elimination, nodes, storages.len());
        let States { solved, chosen } = States::choose(&open, storages);
        let numbers = Numbers::new(&open, &solved, &chosen, storages.len());
        let (mut of_states, mut of_free, mut of_sources) = (Vec::new(), Vec::new(), Vec::new());
        for by in &open.by_open {
            let [s, q, e] = numbers.combination(by, &open, &solved);
            of_states.push(s.without_rounding(NOTHING));
            of_free.push(q.without_rounding(NOTHING));
            of_sources.push(e.without_rounding(NOTHING));
        }
        let reactions = match independent.iter().any(|at| is_read(*at)) {
            true => reactions(nodes, constraints, &independent),
            false => Vec::new(),
        };
        let free = numbers.free.into_iter().map(|at| open.nodes[at]).collect();
        Self { of_states, of_free, of_sources, chosen, free, redundant, contradicting, reactions }
    }

    /// The constraints whose through variables nothing determines: they stand in a circle with others.
    pub fn undetermined(&self) -> impl Iterator<Item = usize> {
        self.redundant.iter().flatten().copied()
    }
}

/// Constraints, solved for nodes. Columns: nodes, then sources.
struct Solved {
    elimination: Elimination,
    independent: Vec<usize>,
    /// Those that follow from others, and whether they agree with them.
    dependent: Vec<(usize, bool)>,
}

impl Solved {
    /// Nodes that keep something are taken last.
    fn new(keeps: &[bool], sources: usize, constraints: &[Constraint]) -> Self {
        let nodes = keeps.len();
        let mut elimination = Elimination::new(nodes);
        let mut independent = Vec::new();
        let mut dependent = Vec::new();
        for (at, constraint) in constraints.iter().enumerate() {
            let mut row = SparseRow::default();
            constraint.row.iter().for_each(|(node, factor)| row.add(*node, *factor));
            if let Some(source) = constraint.source {
                row.set(nodes + source, -1.0);
            }
            let size = row.largest_before(nodes);
            elimination.reduce(&mut row);
            row.drop_up_to(NOTHING * size, nodes + sources);
            let of_nodes = row.iter().map(|(node, _)| node).take_while(|node| *node < nodes);
            let pivot = of_nodes.min_by_key(|node| (keeps[*node], std::cmp::Reverse(*node)));
            match pivot {
                Some(pivot) => {
                    elimination.take(row, pivot);
                    independent.push(at);
                }
                None => dependent.push((at, row.is_empty())),
            }
        }
        Self { elimination, independent, dependent }
    }
}

/// Nodes that constraints leave open. Columns from here on: these nodes, the storages, the sources.
struct OpenNodes {
    nodes: Vec<usize>,
    /// Each node by these, and the sources.
    by_open: Vec<SparseRow>,
    storages_from: usize,
    sources_from: usize,
}

impl OpenNodes {
    fn new(solved: &Elimination, nodes: usize, storages: usize) -> Self {
        let open: Vec<usize> = (0..nodes).filter(|node| solved.solved_for(*node).is_none()).collect();
        let mut number_of_open = vec![usize::MAX; nodes];
        open.iter().enumerate().for_each(|(number, node)| number_of_open[*node] = number);
        let storages_from = open.len();
        let sources_from = storages_from + storages;
        let column = |of: usize| if of < nodes { number_of_open[of] } else { sources_from + (of - nodes) };
        let by_open = |node: usize| -> SparseRow {
            let mut by = SparseRow::default();
            match solved.solved_for(node) {
                Some(row) => row.iter().filter(|(of, _)| *of != node).for_each(|(of, x)| by.set(column(of), -x)),
                None => by.set(number_of_open[node], 1.0),
            }
            by
        };
        let by_open = (0..nodes).map(by_open).collect();
        Self { nodes: open, by_open, storages_from, sources_from }
    }
}

/// Storages that are independent, solved for open nodes.
struct States {
    solved: Elimination,
    /// In the order in which they were chosen.
    chosen: Vec<usize>,
}

impl States {
    fn choose(open: &OpenNodes, storages: &[Stored]) -> Self {
        let storages_from = open.storages_from;
        let (mut solved, mut chosen) = (Elimination::new(storages_from), Vec::new());
        let mut order: Vec<usize> = (0..storages.len()).collect();
        order.sort_by_key(|at| !storages[*at].is_absolute);
        for at in order {
            let mut row = SparseRow::default();
            for (node, factor) in &storages[at].row {
                open.by_open[*node].iter().for_each(|(to, x)| row.add(to, factor * x));
            }
            row.set(storages_from + at, -1.0);
            let size = row.largest_before(storages_from);
            solved.reduce(&mut row);
            row.drop_up_to(NOTHING * size, storages_from);
            let of_open = row.iter().take_while(|(to, _)| *to < storages_from);
            let Some((pivot, _)) = of_open.max_by(|one, other| one.1.abs().total_cmp(&other.1.abs())) else { continue };
            solved.take(row, pivot);
            chosen.push(at);
        }
        Self { solved, chosen }
    }
}

/// The numbers of free nodes and of states among their like.
struct Numbers {
    /// Free nodes, by their numbers among the open ones.
    free: Vec<usize>,
    of_free: Vec<usize>,
    of_state: Vec<usize>,
}

impl Numbers {
    fn new(open: &OpenNodes, solved: &Elimination, chosen: &[usize], storages: usize) -> Self {
        let free: Vec<usize> = (0..open.storages_from).filter(|at| solved.solved_for(*at).is_none()).collect();
        let mut of_free = vec![usize::MAX; open.storages_from];
        free.iter().enumerate().for_each(|(number, at)| of_free[*at] = number);
        let mut of_state = vec![usize::MAX; storages];
        chosen.iter().enumerate().for_each(|(number, storage)| of_state[*storage] = number);
        Self { free, of_free, of_state }
    }

    /// A node by the states, by the free nodes and by the sources.
    fn combination(&self, by: &SparseRow, open: &OpenNodes, solved: &Elimination) -> [SparseRow; 3] {
        let (storages_from, sources_from) = (open.storages_from, open.sources_from);
        let [mut s, mut q, mut e] = <[SparseRow; 3]>::default();
        let mut add = |of: usize, x: f64| match of {
            of if of < storages_from => q.add(self.of_free[of], x),
            of if of < sources_from => s.add(self.of_state[of - storages_from], x),
            of => e.add(of - sources_from, x),
        };
        // Sources come first, as they are, and then what follows from the nodes that are left.
        by.iter().filter(|(to, _)| *to >= sources_from).for_each(|(to, x)| add(to, x));
        for (to, factor) in by.iter().take_while(|(to, _)| *to < storages_from) {
            match solved.solved_for(to) {
                Some(row) => row.iter().filter(|(of, _)| *of != to).for_each(|(of, x)| add(of, -(factor * x))),
                None => add(to, factor),
            }
        }
        [s, q, e]
    }
}

/// The constraints that one follows from, itself among them: those whose rows add up to its own.
fn circle(at: usize, constraints: &[Constraint], independent: &[usize]) -> Vec<usize> {
    let before: Vec<usize> = independent.iter().copied().filter(|of| *of < at).collect();
    // The rows are columns here, solved for how often each of them is in the last one.
    let mut solved: Vec<(SparseRow, usize, SparseRow)> = Vec::new();
    let mut from = SparseRow::default();
    for of in before.iter().copied().chain([at]) {
        let mut row = SparseRow::default();
        constraints[of].row.iter().for_each(|(node, factor)| row.add(*node, *factor));
        let size = row.largest_before(usize::MAX);
        let mut parts = SparseRow::default();
        parts.set(of, 1.0);
        for (known, pivot, of_known) in &solved {
            let factor = row.get(*pivot);
            row.subtract(known, *pivot);
            of_known.iter().for_each(|(to, x)| parts.add(to, -(factor * x)));
        }
        row.drop_up_to(NOTHING * size, usize::MAX);
        let Some((pivot, factor)) = row.iter().next() else {
            from = parts;
            continue;
        };
        row.divide(factor);
        parts.divide(factor);
        solved.push((row, pivot, parts));
    }
    from.iter().filter(|(_, part)| *part != 0.0).map(|(of, _)| of).collect()
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
        let affine = Affine::new(4, 1, &[source], &stored(&[vec![(0, 1.0)], vec![(1, 1.0), (2, -1.0)]]), |_| true);
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
        let affine = Affine::new(3, 0, &circle, &[], |_| true);
        assert_eq!((affine.redundant, affine.contradicting.len()), (vec![vec![0, 1, 2]], 0));
        let sources = [joined(row(0, 1), Some(0)), joined(row(1, 0), Some(1))];
        assert_eq!(Affine::new(2, 2, &sources, &[], |_| true).contradicting, [vec![0, 1]]);
    }

    /// A planetary gear with inertias at all three shafts has two states, and M = T' J T.
    #[test]
    fn a_planetary_gear_has_two_states() {
        let r = 3.0;
        let planetary = Constraint { row: vec![(0, 1.0), (1, r), (2, -(1.0 + r))], source: None };
        let affine =
            Affine::new(3, 0, &[planetary], &stored(&[vec![(0, 1.0)], vec![(1, 1.0)], vec![(2, 1.0)]]), |_| false);
        assert_eq!(affine.chosen, [0, 1]);
        assert_eq!(affine.of_states[2], [(0, 0.25), (1, 0.75)]);
    }
}
