//! What the driver does at an instant: it restarts the method, records rows, and saves the state.

use tracing::debug;

use super::{Recorder, Run, RunError};
use crate::happenings::{Arrival, Discontinuity, OpenInstant};
use bowline_solve::stepper::Restart;

/// How a method restarts.
fn restart_after(discontinuity: Discontinuity) -> Restart {
    match discontinuity {
        Discontinuity::DiscreteChange => Restart::Tick,
        Discontinuity::Jump => Restart::Jump,
    }
}

impl Run {
    /// Handles everything that happens now, in the order of [`Run`]'s
    /// description.
    pub(super) fn instant(&mut self, arrival: Arrival, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let (is_save, is_repeated) = (arrival.is_save(), arrival.is_repeated());
        let mut instant = self.happenings.enter(arrival)?;
        if instant.has_crossed() && self.model().settings().log_events {
            self.record_event(recorder)?;
        }
        self.happenings.fire_and_tick(&mut instant)?;
        let restart = instant.discontinuity().map(restart_after).or(is_repeated.then_some(Restart::Tick));
        match restart.filter(|_| !is_save) {
            Some(restart) => self.restart(restart)?,
            None => self.happenings.solve_loops_afresh()?,
        }
        if instant.is_event() && !is_save {
            self.happenings.ask_for_events()?;
        }
        self.record_now(&instant, is_save, recorder)?;
        let updated = self.happenings.update(&instant)?.filter(|_| !is_save);
        updated.map_or(Ok(()), |discontinuity| self.restart(restart_after(discontinuity)))?;
        if is_save {
            self.save(recorder)?;
            // A resumed run has nothing that this one learnt before.
            self.stepper = self.stepper.anew(self.happenings.model());
            self.happenings.forget(&mut instant)?;
            self.restart(Restart::Afresh)?;
            self.happenings.ask_for_events()?;
        }
        Ok(self.happenings.close(&instant)?)
    }

    /// Records the rows due now, and the row of an event.
    fn record_now(
        &mut self,
        instant: &OpenInstant,
        is_save: bool,
        recorder: &mut dyn Recorder,
    ) -> Result<(), RunError> {
        if self.rows.next() > self.happenings.horizon() {
            return match instant.has_fired() && self.model().settings().log_events {
                true => self.record_event(recorder),
                false => Ok(()),
            };
        }
        while self.rows.next() <= self.time() {
            self.record_due_now(recorder)?;
        }
        // A row that is later by less than clocks distinguish. A run that
        // continues from a save point reaches it in a step.
        if instant.is_tick() && !is_save && self.rows.next() <= self.happenings.horizon() {
            self.record_due_now(recorder)?;
        }
        Ok(())
    }

    /// Hands the state to the recorder.
    pub(super) fn save(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let time = self.time();
        debug!("t = {time} s: a save point, the method starts afresh");
        self.saved += 1;
        let state = self.state();
        let saved = recorder.save(&state).and_then(|()| self.rows.save(&state));
        saved.map_err(|error| RunError::Save(time, error))
    }

    /// Fires the indicators that an input put on another side, or that crossed
    /// where a step was cut for it. Returns whether any fired.
    pub(super) fn fire(&mut self, recorder: Option<&mut dyn Recorder>) -> Result<bool, RunError> {
        let fired = self.happenings.take_pending()?;
        if fired.is_empty() {
            return Ok(false);
        }
        let mut recorder = recorder.filter(|_| self.model().settings().log_events);
        if let Some(recorder) = recorder.as_deref_mut() {
            self.record_event(recorder)?;
        }
        self.happenings.settle(fired)?;
        recorder.map_or(Ok(()), |recorder| self.record_event(recorder))?;
        Ok(true)
    }
}
