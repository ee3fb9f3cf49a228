//! What happens at one instant, when a step has reached it.

use std::sync::Arc;

use tracing::{debug, info};

use super::watch::Fired;
use super::{Recorder, Run, RunError};
use bowline_model::evaluation::ModeSearch;
use bowline_model::model::schedule::Handler;
use bowline_model::model::store::Store;
use bowline_model::workspace::loops::Continuity;
use bowline_solve::stepper::Restart;

/// How the run reached an instant.
#[derive(Debug, Default)]
pub(super) struct Arrival {
    /// Indicators that crossed 0 in the step, located or found at its end.
    pub(super) fired: Fired,
    /// A time event is due.
    pub(super) is_event: bool,
    /// A save point is due.
    pub(super) is_save: bool,
    /// A step ends here, for another reason than a row, a save point or the end.
    pub(super) is_step: bool,
    /// The method has to start afresh, because it repeated its last step.
    pub(super) must_restart: bool,
}

/// The most rounds of handlers that make each other fire.
const MOST_ROUNDS: usize = 100;

impl Run {
    /// Handles everything that happens now, in the order of [`Run`]'s
    /// description; times up to `self.horizon` are now.
    pub(super) fn instant(&mut self, arrival: Arrival, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let Arrival { mut fired, is_event, is_save, is_step, must_restart } = arrival;
        let mut restart = if is_event { Some(Restart::Jump) } else { must_restart.then_some(Restart::Tick) };
        let mut is_stale = false;
        let mut is_told = false;
        if is_event {
            self.keep_announced();
        }
        self.note_seen();
        let is_step = is_step && self.model.state_count() > 0;
        self.agenda.ticks.take(self.horizon, is_step, &mut self.due);
        let is_tick = !self.due.clocks.is_empty();
        if is_tick {
            self.model.copy_previous(&mut self.workspace, self.time);
        }
        let has_crossed = !fired.is_empty();
        if !self.watch.is_idle() && (has_crossed || is_event || must_restart) {
            // Other indicators that crossed where the step was cut, or jumped
            // there.
            fired.add(&self.watch.compare(&mut self.workspace, self.time)?);
        }
        if has_crossed {
            self.watch.count(&fired, self.time)?;
            if self.model.settings().log_events {
                self.record_event(recorder)?;
            }
        }
        if self.settle(fired)? {
            (restart, is_stale, is_told) = (Some(Restart::Jump), true, true);
        }
        let steps = self.agenda.ticks.steps().filter(|clock| self.due.clocks.contains(clock));
        if is_tick {
            self.statistics.ticks += u64::from(self.due.clocks.len() > usize::from(steps.is_some()));
            self.model.take_effect(&mut self.workspace, &self.due.clocks, self.time)?;
            self.model.run_sampled(&mut self.workspace, &self.due, self.time)?;
        }
        if restart.is_none() && self.has_changed_what_is_seen() {
            restart = Some(Restart::Tick);
        }
        if is_tick && self.settle_now()? {
            (restart, is_stale, is_told) = (Some(Restart::Jump), true, true);
        }
        match restart.filter(|_| !is_save) {
            Some(restart) => self.restart(restart)?,
            None => self.solve_loops(self.time, Continuity::Broken)?,
        }
        if is_event && !is_save {
            self.agenda.events.ask(&self.model, &self.workspace, self.time)?;
        }
        self.record_now(is_tick && !is_save, is_told, recorder)?;
        if is_tick {
            self.model.run_updates(&mut self.workspace, &self.due, self.time, is_stale)?;
        }
        if let Some(clock) = steps {
            self.take_effect_at_once(clock, !is_save)?;
        }
        if is_save {
            self.save(recorder)?;
            // A resumed run has nothing that this one learnt before.
            self.agenda.events.forget();
            self.agenda.stops.forget();
            self.stepper = self.stepper.anew(&self.model);
            self.workspace.loops.drop_factors();
            is_told |= self.settle_now()?;
            self.restart(Restart::Afresh)?;
            self.agenda.events.ask(&self.model, &self.workspace, self.time)?;
        }
        if is_tick || is_told {
            self.between.hold(&self.workspace);
        }
        debug_assert!(self.is_settled()?, "t = {} s: an indicator changed its side, and did not fire", self.time);
        Ok(())
    }

    /// Whether every indicator is on its recorded side.
    fn is_settled(&mut self) -> Result<bool, RunError> {
        // A library may remember earlier calls: then the sides prove nothing.
        let are_reentrant = self.model.stores().iter().all(Store::is_reentrant);
        Ok(self.watch.is_idle() || !are_reentrant || self.watch.is_settled(&mut self.workspace, self.time)?)
    }

    /// Records the rows due now, and the row of an event.
    fn record_now(&mut self, is_tick: bool, is_told: bool, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        if self.agenda.rows.next() > self.horizon {
            return match is_told && self.model.settings().log_events {
                true => self.record_event(recorder),
                false => Ok(()),
            };
        }
        while self.agenda.rows.next() <= self.time {
            self.record_asked(recorder)?;
        }
        // A row that is later by less than clocks distinguish. A run that
        // continues from a save point reaches it in a step.
        if is_tick && self.agenda.rows.next() <= self.horizon {
            self.record_asked(recorder)?;
        }
        Ok(())
    }

    /// Makes the values that updates on the clock of accepted steps have set take
    /// effect.
    fn take_effect_at_once(&mut self, clock: usize, may_restart: bool) -> Result<(), RunError> {
        self.note_seen();
        self.model.take_effect(&mut self.workspace, &[clock], self.time)?;
        let mut restart = self.has_changed_what_is_seen().then_some(Restart::Tick);
        if self.settle_now()? {
            restart = Some(Restart::Jump);
        }
        restart.filter(|_| may_restart).map_or(Ok(()), |restart| self.restart(restart))
    }

    /// Hands the state to the recorder.
    pub(super) fn save(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        debug!("t = {} s: a save point, the method starts afresh", self.time);
        self.agenda.saved += 1;
        let state = self.state();
        let saved = recorder.save(&state).and_then(|()| self.agenda.rows.save(&state));
        saved.map_err(|error| RunError::Save(self.time, error))
    }

    /// Notes the discrete values that derivatives or indicators see.
    fn note_seen(&mut self) {
        self.seen.clear();
        for row in &self.model.schedule().sampled.seen {
            self.seen.extend_from_slice(&self.workspace.values[row.clone()]);
        }
    }

    fn has_changed_what_is_seen(&self) -> bool {
        let now = self.model.schedule().sampled.seen.iter().flat_map(|row| &self.workspace.values[row.clone()]);
        self.seen.iter().zip(now).any(|(before, now)| before.to_bits() != now.to_bits())
    }

    /// Fires the indicators that an input put on another side, or that crossed
    /// where a step was cut for it. Returns whether any fired.
    pub(super) fn fire(&mut self, recorder: Option<&mut dyn Recorder>) -> Result<bool, RunError> {
        if self.watch.is_idle() {
            return Ok(false);
        }
        let mut fired = std::mem::take(&mut self.pending);
        fired.add(&self.watch.compare(&mut self.workspace, self.time)?);
        if fired.is_empty() {
            return Ok(false);
        }
        let mut recorder = recorder.filter(|_| self.model.settings().log_events);
        if let Some(recorder) = recorder.as_deref_mut() {
            self.record_event(recorder)?;
        }
        self.settle(fired)?;
        recorder.map_or(Ok(()), |recorder| self.record_event(recorder))?;
        Ok(true)
    }

    /// Fires indicators until none has changed sides. Returns whether any fired.
    fn settle_now(&mut self) -> Result<bool, RunError> {
        if self.watch.is_idle() {
            return Ok(false);
        }
        let fired = self.watch.compare(&mut self.workspace, self.time)?;
        self.settle(fired)
    }

    /// Fires these indicators, and then those that their handlers put on another
    /// side, until none is left. Returns whether any fired.
    pub(super) fn settle(&mut self, mut fired: Fired) -> Result<bool, RunError> {
        if fired.is_empty() {
            return Ok(false);
        }
        let has_modes = self.model.has_modes();
        let (mut earlier, mut search) = (Fired::default(), ModeSearch::default());
        for _ in 0..MOST_ROUNDS {
            self.round(&fired, &mut earlier)?;
            fired = self.watch.compare_after(&fired, &mut self.workspace, self.time)?;
            if has_modes {
                // Of modes only the sides count, whatever they come from.
                fired = fired.iter().filter(|index| !self.watch.is_of_mode(*index)).collect();
                fired.add(&self.watch.wrong_modes(&mut search, &self.workspace, self.time)?);
            }
            if fired.is_empty() {
                return Ok(true);
            }
        }
        let names: Vec<String> = fired.iter().map(|index| format!("`{}`", self.watch.name(index))).collect();
        Err(RunError::EndlessEvents(format!(
            "at t = {} s the handlers of events make each other fire without an end: after {MOST_ROUNDS} rounds {} \
             still crossed 0; a handler must leave its indicator on one side",
            self.time,
            names.join(", ")
        )))
    }

    /// Runs the handlers of indicators that fire. Those that fired `earlier` at
    /// this instant count again only if their handlers change anything.
    fn round(&mut self, fired: &Fired, earlier: &mut Fired) -> Result<(), RunError> {
        let model = Arc::clone(&self.model);
        for index in fired.iter().filter(|index| !earlier.contains(*index)) {
            self.tell(index);
        }
        self.watch.note_modes(fired, &self.workspace);
        model.run_before_handlers(&mut self.workspace, self.time)?;
        for (position, handler) in model.schedule().events.handlers.iter().enumerate() {
            if !fired.contains(handler.indicator) {
                continue;
            }
            let is_again = earlier.contains(handler.indicator);
            let before = if is_again { self.set_by(handler) } else { Vec::new() };
            self.run_handler(position)?;
            if is_again && before.iter().zip(self.set_by(handler)).any(|(a, b)| a.to_bits() != b.to_bits()) {
                self.tell(handler.indicator);
            }
        }
        earlier.add(fired);
        Ok(())
    }

    /// Counts and logs a state event.
    fn tell(&mut self, index: usize) {
        self.statistics.state_events += 1;
        self.keep_crossing(index);
        info!("t = {} s: `{}` {}", self.time, self.watch.name(index), self.watch.words(index));
    }

    /// The current numbers of the states that a handler sets.
    fn set_by(&self, handler: &Handler) -> Vec<f64> {
        self.model.set_by(handler).flat_map(|id| self.model.values_of(&self.workspace, id)).copied().collect()
    }
}
