//! Modes that are right together: which indicators flip next.

use super::error::{Cause, Evaluated, EvaluationError};
use crate::model::Model;
use crate::model::schedule::{Handler, Indicator};
use crate::workspace::Workspace;
use bowline_solve::nonlinear::BlockPivoting;

/// The most rounds of a search.
const MOST_ROUNDS: usize = 100;

/// A search for modes in which all indicators are on their sides, by the bits of the modes.
pub type ModeSearch = BlockPivoting<Vec<u64>>;

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
    pub fn find_modes_at(
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
    pub fn modes_at_start(&self) -> Result<Vec<(usize, f64)>, Box<EvaluationError>> {
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
