//! How the solutions of algebraic loops continue from one step to the next.

use super::{HappeningError, Happenings};
use bowline_model::workspace::loops::Continuity;
use bowline_solve::nonlinear::Counts;
use bowline_solve::statistics::LoopStatistics;

impl Happenings {
    /// Solves all loops at a time that the integrator reached, s, and records the solution: the next one continues from it.
    #[inline]
    pub(crate) fn solve_loops(&mut self, time: f64, continuity: Continuity) -> Result<(), HappeningError> {
        if self.workspace.loops.is_empty() {
            return Ok(());
        }
        Ok(self.model.solve_loops(&mut self.workspace, time, continuity)?)
    }

    /// Solves all loops at an instant, where anything may have jumped.
    #[inline]
    pub(crate) fn solve_loops_afresh(&mut self) -> Result<(), HappeningError> {
        self.solve_loops(self.time, Continuity::Broken)
    }

    /// Starts evaluations within a step: loops continue from the recorded solution.
    #[inline]
    pub(crate) fn enter_step(&mut self) {
        self.workspace.loops.continuity = match self.model.settings().step_size {
            // No shorter step will come.
            Some(_) => Continuity::OnLine,
            None => Continuity::Continued,
        };
    }

    /// Ends evaluations within a step.
    #[inline]
    pub(crate) fn leave_step(&mut self) {
        self.workspace.loops.continuity = Continuity::Broken;
    }

    /// Starts evaluations for rows and observers between the ends of a step.
    pub(crate) fn look_within_step(&mut self) {
        self.step_workspace.loops.continuity = Continuity::OnLine;
        self.step_workspace.loops.take_record(&self.workspace.loops);
    }

    /// The cost of solving loops, in steps and between their ends.
    pub(crate) fn cost_of_loops(&self) -> Option<LoopStatistics> {
        let loops = &self.workspace.loops;
        if loops.is_empty() {
            return None;
        }
        let mut counts = loops.counts();
        counts.add(self.step_workspace.loops.counts());
        let Counts { solutions, iterations, evaluations, jacobians } = counts;
        Some(LoopStatistics { count: loops.len(), solutions, iterations, evaluations, jacobians })
    }
}
