//! Modes that are right together: which indicators flip next.

use std::collections::HashSet;

use super::error::{Cause, Evaluated, EvaluationError};
use crate::model::Model;
use crate::model::schedule::{Handler, Indicator};
use crate::workspace::Workspace;

/// The most rounds of a search.
const MOST_ROUNDS: usize = 100;

/// A search for modes in which all indicators are on their sides.
///
/// All that are wrong flip at once. Where that comes back to modes that were there before, they flip one by one, always
/// the first that is wrong: that ends where there is one solution for whatever drives the modes, as in passive
/// circuits of diodes (Murty 1974, Note on a Bard-type scheme for solving the linear complementarity problem, Opsearch 11;
/// Judice, Pires 1994, A block principal pivoting algorithm, Computers & Operations Research 21, for both together).
#[derive(Debug, Default)]
pub struct ModeSearch {
    met: HashSet<Vec<u64>>,
    is_one_by_one: bool,
}

impl ModeSearch {
    /// Which of those that are wrong in these modes flip next: the first ones, so many; none if the search has come back to
    /// modes that it met one by one.
    fn next(&mut self, wrong: usize, modes: Vec<u64>) -> Option<usize> {
        if wrong == 0 {
            return Some(0);
        }
        if self.met.contains(&modes) {
            if self.is_one_by_one {
                return None;
            }
            self.is_one_by_one = true;
            self.met.clear();
        }
        self.met.insert(modes);
        Some(if self.is_one_by_one { 1 } else { wrong })
    }
}

impl Model {
    /// Whether indicators have to be on sides in modes, not at the start alone.
    pub fn has_modes(&self) -> bool {
        self.schedule.events.indicators.iter().any(Indicator::is_of_mode)
    }

    /// The indicators, by their positions, that are on the wrong side for their modes and flip next, of those in the
    /// workspace as they were watched last.
    ///
    /// # Errors
    /// The search has been in these modes before.
    pub fn wrong_modes(
        &self,
        search: &mut ModeSearch,
        workspace: &Workspace,
        time: f64,
    ) -> Result<Vec<usize>, Box<EvaluationError>> {
        self.wrong_at(false, search, workspace, time)
    }

    fn wrong_at(
        &self,
        is_start: bool,
        search: &mut ModeSearch,
        workspace: &Workspace,
        time: f64,
    ) -> Result<Vec<usize>, Box<EvaluationError>> {
        let (indicators, values) = (&self.schedule.events.indicators, &workspace.values);
        let wrong = indicators.iter().enumerate().filter(|(_, indicator)| indicator.is_wrong(is_start, values));
        let mut wrong: Vec<usize> = wrong.map(|(index, _)| index).collect();
        let modes = indicators.iter().filter_map(|indicator| indicator.mode(values)).map(f64::to_bits);
        match search.next(wrong.len(), modes.collect()) {
            Some(count) => wrong.truncate(count),
            None => return Err(self.no_modes(&wrong, time)),
        }
        Ok(wrong)
    }

    /// Finds the modes in which all indicators are on their sides at the start, and holds what is sampled there.
    ///
    /// # Errors
    /// There are none, or something cannot be evaluated.
    pub(crate) fn find_modes(&self, workspace: &mut Workspace) -> Evaluated {
        // Sampled computations see other modes then.
        self.find_modes_at(workspace, self.settings.output_times.start(), |workspace| self.hold_sampled(workspace))
    }

    /// The same at another time, with what follows when modes have changed.
    pub(crate) fn find_modes_at(
        &self,
        workspace: &mut Workspace,
        time: f64,
        mut follow: impl FnMut(&mut Workspace) -> Evaluated,
    ) -> Evaluated {
        let indicators = &self.schedule.events.indicators;
        if indicators.iter().all(|indicator| indicator.side.is_none()) {
            return Ok(());
        }
        let (mut search, mut values) = (ModeSearch::default(), vec![f64::NAN; indicators.len()]);
        let mut wrong = Vec::new();
        for _ in 0..MOST_ROUNDS {
            self.watch(workspace, time, &mut values)?;
            wrong = self.wrong_at(true, &mut search, workspace, time)?;
            if wrong.is_empty() {
                return Ok(());
            }
            self.run_before_handlers(workspace, time)?;
            let is_wrong = |handler: &&Handler| wrong.binary_search(&handler.indicator).is_ok();
            for handler in self.schedule.events.handlers.iter().filter(is_wrong) {
                self.run_handler(handler, workspace, time)?;
            }
            follow(workspace)?;
        }
        Err(self.no_modes(&wrong, time))
    }

    /// The modes in which indicators have to be on sides at the start: where they are, and what.
    pub(crate) fn modes_at_start(&self) -> Result<Vec<(usize, f64)>, Box<EvaluationError>> {
        let sides = || self.schedule.events.indicators.iter().filter_map(|indicator| indicator.side);
        if sides().next().is_none() {
            return Ok(Vec::new());
        }
        let mut workspace = self.workspace();
        self.hold_first(&mut workspace)?;
        Ok(sides().map(|side| (side.mode, workspace.values[side.mode])).collect())
    }

    #[cold]
    fn no_modes(&self, wrong: &[usize], time: f64) -> Box<EvaluationError> {
        let name = |index: &usize| self.shown_name(self.schedule.events.indicators[*index].id);
        let cause = Cause::NoModes { indicators: wrong.iter().map(name).collect() };
        Box::new(EvaluationError { time, cause })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a search comes to among three modes, of which `wrong_in` says which are wrong.
    fn search(wrong_in: impl Fn([bool; 3]) -> Vec<usize>) -> Option<[bool; 3]> {
        let (mut search, mut modes) = (ModeSearch::default(), [false; 3]);
        for _ in 0..50 {
            let bits = modes.iter().map(|mode| u64::from(*mode)).collect();
            let wrong = wrong_in(modes);
            let next = search.next(wrong.len(), bits)?;
            if next == 0 {
                return Some(modes);
            }
            wrong[..next].iter().for_each(|index| modes[*index] = !modes[*index]);
        }
        panic!("the search does not end");
    }

    #[test]
    fn what_goes_round_together_is_found_one_by_one() {
        // Wrong are all that are not as the two others together say.
        let right = [true, false, true];
        let wrong = |modes: [bool; 3]| (0..3).filter(|at| modes[*at] != right[*at]).collect::<Vec<_>>();
        assert_eq!(search(wrong), Some(right));
        // All at once go from none to all and back; one by one the first two.
        let go_round = |modes: [bool; 3]| match modes {
            [false, false, false] | [true, true, true] => vec![0, 1, 2],
            [true, false, false] => vec![1],
            [true, true, false] => vec![],
            _ => vec![0],
        };
        assert_eq!(search(go_round), Some([true, true, false]));
    }

    #[test]
    fn what_has_no_solution_ends() {
        assert_eq!(search(|_| vec![0, 2]), None);
        assert_eq!(search(|modes| vec![usize::from(modes[0])]), None);
    }
}
