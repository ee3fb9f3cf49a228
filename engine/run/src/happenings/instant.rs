//! The parts of one instant, when a step has reached it.

use super::step_end::Arrival;
use super::watch::Fired;
use super::{HappeningError, Happenings};
use bowline_model::model::store::Store;

/// What an instant did to the derivatives, so that the integrator has to restart. The later one is the stronger one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Discontinuity {
    /// Discrete values changed that derivatives or indicators read, as they do again and again: the size of the steps is a
    /// good guess.
    DiscreteChange,
    /// A time event or a crossing: states and derivatives may have jumped.
    Jump,
}

/// An instant that was entered, and whose parts are carried out one after the other:
/// [`fire_and_tick`](Happenings::fire_and_tick), [`update`](Happenings::update), [`close`](Happenings::close).
#[derive(Debug)]
pub(crate) struct OpenInstant {
    /// Indicators that fire.
    fired: Fired,
    is_event: bool,
    is_tick: bool,
    /// Whether an indicator crossed 0 in the step.
    has_crossed: bool,
    /// Whether any handler ran.
    has_fired: bool,
    /// The clock of accepted steps, if it ticks.
    step_clock: Option<usize>,
    discontinuity: Option<Discontinuity>,
}

impl OpenInstant {
    /// Whether an indicator crossed 0 in the step that ended here.
    pub(crate) fn has_crossed(&self) -> bool {
        self.has_crossed
    }

    /// Whether the handler of an indicator ran.
    pub(crate) fn has_fired(&self) -> bool {
        self.has_fired
    }

    /// Whether a time event is due.
    pub(crate) fn is_event(&self) -> bool {
        self.is_event
    }

    /// Whether a clock ticks.
    pub(crate) fn is_tick(&self) -> bool {
        self.is_tick
    }

    /// What happened to the derivatives so far.
    pub(crate) fn discontinuity(&self) -> Option<Discontinuity> {
        self.discontinuity
    }

    fn jump(&mut self) {
        (self.has_fired, self.discontinuity) = (true, Some(Discontinuity::Jump));
    }
}

impl Happenings {
    /// Enters an instant: takes the clocks that tick, and all indicators that fire. Times up to the horizon are now.
    pub(crate) fn enter(&mut self, arrival: Arrival) -> Result<OpenInstant, HappeningError> {
        let Arrival { mut fired, is_event, is_step, must_compare, .. } = arrival;
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
        if !self.watch.is_idle() && (has_crossed || is_event || must_compare) {
            // Other indicators that crossed where the step was cut, or jumped
            // there.
            fired.add(&self.watch.compare(&mut self.workspace, self.time)?);
        }
        if has_crossed {
            self.watch.count(&fired, self.time)?;
        }
        let step_clock = self.agenda.ticks.steps().filter(|clock| self.due.clocks.contains(clock));
        let discontinuity = is_event.then_some(Discontinuity::Jump);
        Ok(OpenInstant { fired, is_event, is_tick, has_crossed, has_fired: false, step_clock, discontinuity })
    }

    /// Runs the handlers of indicators that fire, then sampled computations, then the handlers of indicators that these
    /// put on another side.
    pub(crate) fn fire_and_tick(&mut self, instant: &mut OpenInstant) -> Result<(), HappeningError> {
        let fired = std::mem::take(&mut instant.fired);
        if self.settle(fired)? {
            instant.jump();
        }
        if instant.is_tick {
            self.counts.ticks += u64::from(self.due.clocks.len() > usize::from(instant.step_clock.is_some()));
            self.model.take_effect(&mut self.workspace, &self.due.clocks, self.time)?;
            self.model.run_sampled(&mut self.workspace, &self.due, self.time)?;
        }
        if instant.discontinuity.is_none() && self.has_changed_what_is_seen() {
            instant.discontinuity = Some(Discontinuity::DiscreteChange);
        }
        if instant.is_tick && self.settle_now()? {
            instant.jump();
        }
        Ok(())
    }

    /// Runs the updates of the clocks that tick, and lets those of the clock of accepted steps take effect. Returns what
    /// that did to the derivatives.
    pub(crate) fn update(&mut self, instant: &OpenInstant) -> Result<Option<Discontinuity>, HappeningError> {
        if instant.is_tick {
            self.model.run_updates(&mut self.workspace, &self.due, self.time, instant.has_fired)?;
        }
        instant.step_clock.map_or(Ok(None), |clock| self.take_effect_at_once(clock))
    }

    /// Forgets what a run does not know that starts from the state at this instant.
    pub(crate) fn forget(&mut self, instant: &mut OpenInstant) -> Result<(), HappeningError> {
        self.agenda.forget_announced();
        self.workspace.loops.drop_factors();
        instant.has_fired |= self.settle_now()?;
        Ok(())
    }

    /// Leaves an instant: evaluations within the next step see its discrete values.
    pub(crate) fn close(&mut self, instant: &OpenInstant) -> Result<(), HappeningError> {
        if instant.is_tick || instant.has_fired {
            self.step_workspace.hold(&self.workspace);
        }
        debug_assert!(self.is_settled()?, "t = {} s: an indicator changed its side, and did not fire", self.time);
        Ok(())
    }

    /// Whether every indicator is on its recorded side.
    fn is_settled(&mut self) -> Result<bool, HappeningError> {
        // A library may remember earlier calls: then the sides prove nothing.
        let are_reentrant = self.model.stores().iter().all(Store::is_reentrant);
        Ok(self.watch.is_idle() || !are_reentrant || self.watch.is_settled(&mut self.workspace, self.time)?)
    }

    /// Lets the values take effect that updates on the clock of accepted steps have set.
    fn take_effect_at_once(&mut self, clock: usize) -> Result<Option<Discontinuity>, HappeningError> {
        self.note_seen();
        self.model.take_effect(&mut self.workspace, &[clock], self.time)?;
        let changed = self.has_changed_what_is_seen().then_some(Discontinuity::DiscreteChange);
        let jumped = self.settle_now()?.then_some(Discontinuity::Jump);
        Ok(jumped.or(changed))
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
}
