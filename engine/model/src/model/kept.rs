//! Relations between states that hold in some modes, as between the velocities of what friction holds together: one of the
//! states follows from the others then.

use super::{Model, RunState};

/// States, each with a factor.
type Row = Vec<(usize, f64)>;

/// A relation of velocities: their sum, each times its factor, is given from outside while its mode is 0.
#[derive(Debug, Clone)]
pub struct Kept {
    /// The place of the mode.
    pub mode: usize,
    /// The place of the remainder of the relation.
    pub left: usize,
    /// States with their factors.
    pub row: Row,
    /// Of a stop, where its gap is, which is 0 while it is closed.
    pub gap: Option<usize>,
    /// Their integrals, if all of them are states.
    pub positions: Vec<usize>,
}

/// A state that follows from others, but for a constant.
#[derive(Debug, Clone, PartialEq)]
pub struct Follower {
    /// Which state.
    pub state: usize,
    /// From which, each times a factor.
    pub by: Vec<(usize, f64)>,
}

/// A relation that is solved for a state.
struct Solved<'k> {
    kept: &'k Kept,
    pivot: usize,
    by: Row,
}

impl Model {
    /// For each relation that holds, in modes of the numbers of a workspace, and follows from no other one: the state that
    /// follows from others by it, and where what is left of it is.
    pub fn kept_now(&self, values: &[f64]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for Solved { kept, pivot, .. } in self.solved(|kept| values[kept.mode] == 0.0) {
            found.push((pivot, kept.left));
            let position = self.kept.iter().find_map(|kept| kept.position_of(pivot));
            found.extend(position.zip(kept.gap).filter(|_| !kept.positions.is_empty()));
        }
        found
    }

    /// The states that follow from others in a state of a run.
    pub fn followers(&self, state: &RunState) -> Vec<Follower> {
        let first = self.layout.discrete.all.start;
        let mut found = Vec::new();
        for Solved { kept, pivot, by } in self.solved(|kept| state.discrete[kept.mode - first] == 0.0) {
            let position = |of: usize| self.kept.iter().find_map(|kept| kept.position_of(of));
            let of_position = position(pivot).and_then(|state| {
                let by = by.iter().map(|(of, factor)| Some((position(*of)?, *factor))).collect::<Option<_>>()?;
                Some(Follower { state, by })
            });
            found.extend(of_position.filter(|_| !kept.positions.is_empty()));
            found.push(Follower { state: pivot, by });
        }
        found
    }

    /// Relations that hold, each solved for a state that no other one has.
    fn solved(&self, holds: impl Fn(&Kept) -> bool) -> Vec<Solved<'_>> {
        let mut solved: Vec<Solved<'_>> = Vec::new();
        for kept in self.kept.iter().filter(|kept| holds(kept)) {
            let mut row = kept.row.clone();
            for Solved { pivot, by, .. } in &solved {
                substitute(&mut row, *pivot, by);
            }
            let size = kept.row.iter().fold(0.0, |most: f64, (_, factor)| most.max(factor.abs()));
            row.retain(|(_, factor)| factor.abs() > 1e-11 * size);
            let Some(at) = (0..row.len()).max_by(|i, j| row[*i].1.abs().total_cmp(&row[*j].1.abs())) else { continue };
            let (pivot, factor) = row.remove(at);
            row.iter_mut().for_each(|(_, of)| *of /= -factor);
            for Solved { by, .. } in &mut solved {
                substitute(by, pivot, &row);
            }
            solved.push(Solved { kept, pivot, by: row });
        }
        solved
    }
}

impl Kept {
    /// The integral of a state of its.
    fn position_of(&self, state: usize) -> Option<usize> {
        let at = self.row.iter().position(|(of, _)| *of == state)?;
        self.positions.get(at).copied()
    }
}

/// Puts what a state follows from in its place.
fn substitute(row: &mut Row, pivot: usize, by: &[(usize, f64)]) {
    let Some(at) = row.iter().position(|(of, _)| *of == pivot) else { return };
    let (_, factor) = row.remove(at);
    for (state, of) in by {
        match row.iter_mut().find(|(known, _)| known == state) {
            Some((_, sum)) => *sum += factor * of,
            None => row.push((*state, factor * of)),
        }
    }
}
