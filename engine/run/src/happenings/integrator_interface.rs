//! What an integrator calls that records nothing on the way: each instant as a whole.

use super::step_end::StepEnd;
use super::{Discontinuity, HappeningError, Happenings, Numbers};
use bowline_model::model::{Input, RunState};
use bowline_model::workspace::Workspace;

impl Happenings {
    /// The continuous states.
    pub fn states(&self) -> &[f64] {
        self.workspace.x()
    }

    /// The continuous states, for an integrator to write: those of a stage of a step, and at the end of the step those
    /// that it reached.
    pub fn states_mut(&mut self) -> &mut [f64] {
        self.workspace.x_mut()
    }

    /// Number of indicators.
    pub fn indicator_count(&self) -> usize {
        self.model.schedule().events.indicators.len()
    }

    /// Evaluates the derivatives of all states, at a time within a step, s, and the present states.
    ///
    /// # Errors
    /// The model cannot be evaluated there.
    ///
    /// # Panics
    /// `dx` does not have as many elements as there are states.
    pub fn derivatives(&mut self, time: f64, dx: &mut [f64]) -> Result<(), HappeningError> {
        self.enter_step();
        let evaluated = self.model.evaluate_as(&self.context, &mut self.workspace, time, dx);
        self.leave_step();
        Ok(evaluated?)
    }

    /// Evaluates all indicators, at a time within a step, s, and the present states.
    ///
    /// # Errors
    /// The model cannot be evaluated there.
    pub fn indicators(&mut self, time: f64, indicators: &mut [f64]) -> Result<(), HappeningError> {
        self.enter_step();
        let evaluated = self.model.watch(&mut self.workspace, time, indicators);
        self.leave_step();
        Ok(evaluated?)
    }

    /// Evaluates all signals at the present time.
    ///
    /// # Errors
    /// The model cannot be evaluated here.
    pub fn signals(&mut self) -> Result<&Workspace, HappeningError> {
        if self.has_begun {
            self.evaluate_signals(Numbers::AtEnd, self.time)?;
            return Ok(&self.workspace);
        }
        self.hold_start_within()?;
        self.evaluate_signals(Numbers::Within, self.time)?;
        Ok(&self.step_workspace)
    }

    /// The state from which another run can continue. It has the same bits as this one from there on if this one
    /// [resumes](Self::resume) from the state too, and the integrators restart.
    pub fn state(&self) -> RunState {
        self.state_with(Numbers::AtEnd)
    }

    /// Carries out the instant at which a run begins. Handlers may change the states.
    ///
    /// # Errors
    /// The model cannot be evaluated, or an announced time is impossible.
    pub fn begin(&mut self) -> Result<(), HappeningError> {
        self.hold_first()?;
        self.evaluate_at_instant()?;
        if self.settle_start()? {
            self.evaluate_at_instant()?;
        }
        self.update_start()?;
        self.close_start()
    }

    /// Continues from a state of a run of the same model, instead of its start.
    ///
    /// # Errors
    /// The model cannot be evaluated there, or an announced time is impossible.
    pub fn resume(&mut self, state: &RunState) -> Result<(), HappeningError> {
        self.take_state(state)?;
        self.evaluate_at_instant()?;
        self.ask_for_announced()
    }

    /// Carries out everything that happens where a step ends, with the states there. Returns what that did to the
    /// derivatives and states: none if the integrator can continue.
    ///
    /// # Errors
    /// The model cannot be evaluated, an announced time is impossible, or events follow each other without end.
    pub fn complete_step(&mut self, end: StepEnd) -> Result<Option<Discontinuity>, HappeningError> {
        let arrival = self.arrive(end)?;
        if arrival.is_plain() {
            return Ok(None);
        }
        let is_at_stop = arrival.is_at_stop();
        let mut instant = self.enter(arrival)?;
        self.fire_and_tick(&mut instant)?;
        self.solve_loops_afresh()?;
        if instant.is_event() {
            self.ask_for_events()?;
        }
        let updated = self.update(&instant)?;
        self.close(&instant)?;
        if is_at_stop {
            self.ask_for_stops_when_due()?;
        }
        Ok(instant.discontinuity().max(updated))
    }

    /// Sets inputs from now on, as many values as they have together, in their order. They
    /// [take effect](Self::apply_inputs) before the next step.
    ///
    /// # Errors
    /// An input is that of another model, or cannot have such values; or what depends on it cannot be evaluated. Then
    /// nothing changed.
    pub fn set_inputs(&mut self, inputs: &[Input], values: &[f64]) -> Result<(), HappeningError> {
        let width: usize = inputs.iter().map(Input::width).sum();
        if values.len() != width {
            let message = format!("the inputs have {width} numbers together, but {} are given", values.len());
            return Err(HappeningError::Refused(message));
        }
        for one in super::each_input(inputs, values) {
            self.would_change(one.input, one.values).map_err(HappeningError::Refused)?;
        }
        self.try_inputs(inputs, values)?;
        self.put_inputs(inputs, values)
    }

    /// Lets the inputs that were set since the last step take effect: indicators that they put on another side fire.
    /// Returns what that did to the derivatives and states.
    ///
    /// # Errors
    /// A loop has no solution with them: then they have their earlier values. Or as
    /// [`complete_step`](Self::complete_step).
    pub fn apply_inputs(&mut self) -> Result<Option<Discontinuity>, HappeningError> {
        if !self.take_changes() {
            return Ok(None);
        }
        if let Err(rejected) = self.solve_inputs() {
            for set in rejected.before.iter().rev() {
                self.put_inputs(std::slice::from_ref(&set.input), &set.values)?;
            }
            self.forget_unsettled();
            return Err(rejected.into_error());
        }
        let fired = self.take_pending()?;
        let jumped = self.settle(fired)?;
        self.solve_loops_afresh()?;
        self.hold();
        Ok(Some(if jumped { Discontinuity::Jump } else { Discontinuity::DiscreteChange }))
    }

    /// Evaluates everything that derivatives need where an integrator starts.
    fn evaluate_at_instant(&mut self) -> Result<(), HappeningError> {
        let mut dx = vec![f64::NAN; self.model.state_count()];
        self.model.evaluate_as(&self.context, &mut self.workspace, self.time, &mut dx)?;
        self.solve_loops_afresh()
    }
}
