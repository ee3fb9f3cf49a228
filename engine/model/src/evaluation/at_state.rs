//! A model evaluated in a state of a run.

use super::{Due, EvaluationError};
use crate::model::clocks::ClockTimes;
use crate::model::{Model, RunState};
use crate::workspace::Workspace;
use crate::workspace::loops::Continuity;

impl Model {
    /// The state at the start of a run, after sampled computations and modes were found, and before anything ticks.
    ///
    /// # Errors
    /// Something cannot be evaluated.
    pub fn first_state(&self) -> Result<RunState, Box<EvaluationError>> {
        let time = self.settings().output_times.start();
        let mut workspace = self.workspace();
        self.hold_first(&mut workspace)?;
        let clocks = self.resumed.unwrap_or(ClockTimes { origin: time, steps: 0 });
        let x = workspace.x().to_vec();
        let mut state = RunState::new(self, time, &x, &workspace, clocks);
        state.past.clone_from(&self.past);
        Ok(state)
    }

    /// The numbers of a run in a state, evaluated there, its loops solved.
    ///
    /// # Errors
    /// Something cannot be evaluated.
    pub fn workspace_at(&self, state: &RunState) -> Result<Workspace, Box<EvaluationError>> {
        let mut workspace = self.workspace();
        workspace.x_mut().copy_from_slice(&state.x);
        workspace.values[self.layout.discrete.all.clone()].copy_from_slice(&state.discrete);
        workspace.values[self.layout.constant_places()].copy_from_slice(&state.constants);
        workspace.next[..state.x.len()].copy_from_slice(&state.x);
        workspace.next[state.x.len()..].copy_from_slice(&state.next);
        self.evaluate_constants(&mut workspace, state.time)?;
        workspace.loops.take_state(&state.loops);
        self.solve_loops(&mut workspace, state.time, Continuity::Broken)?;
        self.evaluate_signals(&mut workspace, state.time)?;
        Ok(workspace)
    }

    /// The numbers at some places in a state.
    ///
    /// # Errors
    /// Something cannot be evaluated.
    pub fn numbers_at(&self, state: &RunState, places: &[usize]) -> Result<Vec<f64>, Box<EvaluationError>> {
        let workspace = self.workspace_at(state)?;
        Ok(places.iter().map(|place| workspace.values[*place]).collect())
    }

    /// The state just after a tick in a state.
    ///
    /// # Errors
    /// Something cannot be evaluated.
    pub fn after_tick(&self, state: &RunState, due: &Due) -> Result<RunState, Box<EvaluationError>> {
        let mut workspace = self.workspace_at(state)?;
        self.tick_seen(&mut workspace, due, state.time)?;
        let mut after = RunState::new(self, state.time, &state.x, &workspace, state.clocks);
        after.past.clone_from(&state.past);
        Ok(after)
    }
}
