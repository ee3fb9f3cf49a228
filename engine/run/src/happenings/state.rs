//! The numbers of now, and the state from which a run can continue.

use super::ticks::{Resumed, Ticks};
use super::{HappeningError, Happenings};
use bowline_model::model::RunState;
use bowline_model::workspace::Workspace;
use bowline_solve::integration::instant_width;

/// Time of a step to which numbers belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// To its end, where the integrator is.
    AtEnd,
    /// To a time within it.
    Within,
}

impl Happenings {
    /// The numbers there, as they were evaluated last.
    #[inline]
    pub(crate) fn numbers(&self, of: Numbers) -> &Workspace {
        match of {
            Numbers::AtEnd => &self.workspace,
            Numbers::Within => &self.step_workspace,
        }
    }

    /// The states within a step, to be written from the dense output.
    pub(crate) fn states_within_mut(&mut self) -> &mut [f64] {
        self.step_workspace.x_mut()
    }

    /// Evaluates all signals there, at a time, s.
    pub(crate) fn evaluate_signals(&mut self, of: Numbers, time: f64) -> Result<(), HappeningError> {
        let workspace = match of {
            Numbers::AtEnd => &mut self.workspace,
            Numbers::Within => &mut self.step_workspace,
        };
        Ok(self.model.evaluate_signals_as(&self.context, workspace, time)?)
    }

    /// Takes the state before the start, with what is sampled there, into the second workspace.
    pub(crate) fn hold_start_within(&mut self) -> Result<(), HappeningError> {
        self.step_workspace.take_state(&self.workspace);
        Ok(self.model.hold_first(&mut self.step_workspace)?)
    }

    /// The state from which another run can continue, with the continuous states that are there.
    pub(crate) fn state_with(&self, of: Numbers) -> RunState {
        let past = self.has_begun.then(|| self.watch.past().to_vec());
        let x = self.numbers(of).x();
        RunState { past, ..RunState::new(&self.model, self.time, x, &self.workspace, self.agenda.ticks.times()) }
    }

    /// The state before the start, from the second workspace.
    pub(crate) fn state_of_start(&self) -> RunState {
        let (past, numbers) = (self.model.past().map(<[bool]>::to_vec), &self.step_workspace);
        let times = self.agenda.ticks.times();
        RunState { past, ..RunState::new(&self.model, self.time, numbers.x(), numbers, times) }
    }

    /// Takes all numbers from a state. The integrator restarts there, and [asks](Self::ask_for_announced) for what is
    /// announced then.
    pub(crate) fn take_state(&mut self, state: &RunState) -> Result<(), HappeningError> {
        self.unsettled.clear();
        (self.has_begun, self.has_changes) = (true, false);
        let time = state.time();
        let done = time + instant_width(time);
        (self.time, self.horizon) = (time, done);
        let discrete = self.model.layout().discrete.all.clone();
        for workspace in [&mut self.workspace, &mut self.step_workspace] {
            workspace.x_mut().copy_from_slice(&state.x);
            workspace.values[discrete.clone()].copy_from_slice(&state.discrete);
            workspace.values[self.model.layout().constant_places()].copy_from_slice(&state.constants);
            self.model.evaluate_constants(workspace, time)?;
        }
        self.workspace.loops.take_state(&state.loops);
        self.step_workspace.loops.take_record(&self.workspace.loops);
        let states = state.x.len();
        self.workspace.next[..states].copy_from_slice(&state.x);
        self.workspace.next[states..].copy_from_slice(&state.next);
        self.agenda.ticks = Ticks::new(&self.model, time, Some(Resumed { times: state.clocks, done }));
        self.agenda.forget_announced();
        self.pending = self.watch.begin(state.past.as_deref(), &mut self.workspace, time)?;
        self.has_changes = !self.pending.is_empty();
        Ok(())
    }

    /// Asks SimObjects for all announced times, where the last ones are past.
    pub(crate) fn ask_for_announced(&mut self) -> Result<(), HappeningError> {
        self.ask_for_events()?;
        self.ask_for_stops()
    }
}
