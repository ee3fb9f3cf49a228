//! States that lie at a stop: events set them, and there their derivatives are 0 whatever else is. A run leaves them where
//! they are, and so does the search.

use super::Rest;
use bowline_solve::differentiation::{Derivatives, Structure};

/// A state that lies at a stop.
pub(crate) struct Stopped {
    /// Its number among those that are sought.
    pub(crate) at: usize,
    /// Where it is.
    pub(crate) place: f64,
    /// What its derivative depends on elsewhere.
    row: Vec<u32>,
}

impl Rest<'_> {
    /// Keeps the states that lie at a stop where it is.
    pub(crate) fn stop(&mut self) {
        self.release();
        self.resting().into_iter().for_each(|at| self.keep(at));
    }

    /// Lets those go on that could move where it is: whether there are any.
    pub(crate) fn release_moving(&mut self) -> bool {
        if self.stopped.is_empty() {
            return false;
        }
        let stopped = self.release();
        let resting = self.resting();
        let (stay, move_on): (Vec<usize>, Vec<usize>) = stopped.into_iter().partition(|at| resting.contains(at));
        stay.into_iter().for_each(|at| self.keep(at));
        !move_on.is_empty()
    }

    fn keep(&mut self, at: usize) {
        let place = self.state.x()[self.sought.states[at]];
        let row = std::mem::replace(&mut self.rows[at], vec![at as u32]);
        self.stopped.push(Stopped { at, place, row });
    }

    /// Lets all of them go on.
    fn release(&mut self) -> Vec<usize> {
        let stopped = std::mem::take(&mut self.stopped);
        stopped
            .into_iter()
            .map(|Stopped { at, row, .. }| {
                self.rows[at] = row;
                at
            })
            .collect()
    }

    /// The states that events set, and whose derivatives are 0 whatever else is.
    fn resting(&mut self) -> Vec<usize> {
        let is_set = self.model().states_of_events();
        let of_events: Vec<usize> =
            (0..self.sought.states.len()).filter(|at| is_set[self.sought.states[*at]]).collect();
        if of_events.is_empty() {
            return Vec::new();
        }
        let n = self.size();
        let structure = Structure::of_rows(self.rows.clone().into_iter(), n);
        let Ok((point, sizes)) = self.point() else { return Vec::new() };
        let found = Derivatives::of(self, &point, &sizes, &structure, n);
        self.take_found_parameters();
        let Ok(found) = found else { return Vec::new() };
        let mut moves: Vec<bool> = found.values.iter().map(|rate| *rate != 0.0).collect();
        for column in 0..n {
            let sparsity = &structure.sparsity;
            for (row, slope) in sparsity.column(column).iter().zip(&found.elements[sparsity.range(column)]) {
                moves[*row] |= *slope != 0.0;
            }
        }
        of_events.into_iter().filter(|at| !moves[*at]).collect()
    }
}
