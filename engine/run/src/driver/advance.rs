//! Advancing a run: to its end, to a time, or to the end of a step.

use std::ops::ControlFlow;
use std::time::Instant;

use bowline_decimal::Shortest;

use super::recorder::Recorder;
use super::{Run, RunError};
use crate::happenings::EventCounts;
use bowline_solve::integration::instant_width;
use bowline_text::seconds::Seconds;

/// How a run ended without an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It reached its end.
    Finished,
    /// The observer stopped it.
    Stopped,
}

/// How far a run advances, s.
#[derive(Debug, Clone, Copy)]
pub(super) enum Goal {
    /// Exactly to this time.
    At(f64),
    /// Exactly to this time, in a step that may go as far as the method wants to.
    Within(f64),
    /// To this time, or to the end of the step behind it if the method would
    /// otherwise have to end a step there.
    Past(f64),
}

impl Goal {
    /// s.
    pub(super) fn time(self) -> f64 {
        let (Self::At(time) | Self::Within(time) | Self::Past(time)) = self;
        time
    }
}

impl Run {
    /// Runs to the last output time. Rows go to `recorder`; `observe` gets the simulated time,
    /// s, before each step, and may stop the run. To continue a stopped run, call
    /// this again.
    ///
    /// # Errors
    /// The reason why the run could not continue; recorded rows stay. Only a
    /// snapshot can continue it then, unless inputs were taken back ([`RunError::InputsTakenBack`]).
    pub fn to_end(
        &mut self,
        recorder: &mut dyn Recorder,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Ending, RunError> {
        let end = self.model().settings().output_times.end();
        self.going(|run| run.advance(Goal::At(end), recorder, observe))
    }

    /// Advances to that time, s, without ever changing a step for it: for
    /// observers. A method that does not know the inside of its steps well enough
    /// advances to the end of the step behind that time. `observe` gets the
    /// simulated time, s, before each step, and may stop the run. Earlier times
    /// count as reached; no time lies beyond the end.
    ///
    /// # Errors
    /// The reason why the run could not continue.
    pub fn pass(
        &mut self,
        time: f64,
        recorder: &mut dyn Recorder,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Ending, RunError> {
        let end = self.end;
        let goal = if time < end { Goal::Past(time) } else { Goal::At(end) };
        self.going(|run| run.advance(goal, recorder, observe))
    }

    /// Runs to that time, s, exactly (or to the same instant, within 8 units in
    /// the last place). Rows up to there go to `recorder`; there are none behind the last output time, at which a step ends.
    ///
    /// # Errors
    /// The time lies in the past, or is not finite; or the run could not continue.
    pub fn advance_to(&mut self, time: f64, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.advance_observed(time, recorder, &mut |_| ControlFlow::Continue(())).map(|_| ())
    }

    /// The same; `observe` gets the simulated time, s, before each step, and may
    /// stop the run.
    ///
    /// # Errors
    /// As those of [`advance_to`](Self::advance_to).
    pub fn advance_observed(
        &mut self,
        time: f64,
        recorder: &mut dyn Recorder,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Ending, RunError> {
        // A run that reached an instant may stand a few units behind the requested time.
        if !time.is_finite() || time < self.time() - instant_width(time) {
            return Err(RunError::Refused(self.cannot_advance_to(time)));
        }
        self.going(|run| {
            while time > run.end + instant_width(run.end) {
                let ending = run.advance(Goal::At(run.end), recorder, observe)?;
                if ending == Ending::Stopped {
                    return Ok(ending);
                }
                run.end = run.end_behind(run.end);
            }
            run.advance(Goal::At(time.min(run.end)), recorder, observe)
        })
    }

    /// Where a run ends, s, that goes on behind such a time: each time its span is twice as long. A step ends there,
    /// whoever looks; and none is longer.
    fn end_behind(&self, end: f64) -> f64 {
        let span = end - self.happenings.tick_origin();
        let next = end + if span > 0.0 { span } else { 1.0 };
        // Far from 0 a second may be lost in rounding.
        next.max(end + 1e-3 * end.abs())
    }

    /// The same of a run that is at a time, s.
    pub(super) fn end_from(&self, time: f64) -> f64 {
        let mut end = self.model().settings().output_times.end();
        while end < time {
            end = self.end_behind(end);
        }
        end
    }

    /// Advances to the end of the current step, or of one more: of the method's
    /// own, or to the next tick of a clock if there are no continuous states.
    ///
    /// # Errors
    /// The reason why the run could not continue.
    pub fn pass_step(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.going(|run| run.advance_step(recorder))
    }

    /// The reason why a run cannot go to a time, s.
    fn cannot_advance_to(&self, time: f64) -> String {
        let [now, time_s] = [self.time(), time].map(Shortest);
        if time < self.time() {
            format!("the run is at t = {now} s and cannot go back to {time_s} s: restore a snapshot of that time")
        } else {
            format!("the run is at t = {now} s and cannot go to {time_s}: that is no time")
        }
    }

    /// Advances, if the run has not failed yet.
    pub(super) fn going<T>(&mut self, go: impl FnOnce(&mut Self) -> Result<T, RunError>) -> Result<T, RunError> {
        if self.progress.has_failed {
            let message = format!("the run failed at t = {} s: it goes on from a snapshot only", Seconds(self.time()));
            return Err(RunError::Refused(message));
        }
        let began = Instant::now();
        let outcome = go(self);
        self.statistics.wall_s += began.elapsed().as_secs_f64();
        self.update_statistics();
        self.progress.has_failed = outcome.as_ref().is_err_and(RunError::ends_it);
        outcome
    }

    /// Takes over what happenings and loops have counted.
    fn update_statistics(&mut self) {
        let EventCounts { time_events, state_events, ticks, samples } = *self.happenings.counts();
        self.statistics.events = time_events;
        self.statistics.state_events = state_events;
        self.statistics.ticks = ticks;
        self.statistics.zero_crossing_samples = samples;
        self.statistics.loops = self.happenings.cost_of_loops();
    }

    /// Advances from tick to tick, where nothing is in between, to a time, s, at most.
    fn tick_loop(&mut self, until: f64) -> Result<(), RunError> {
        let other = self.next_save().min(self.end).min(self.rows.next());
        Ok(self.happenings.tick_loop(other.min(until))?)
    }

    /// Advances, and performs planned actions on the way.
    fn advance(
        &mut self,
        goal: Goal,
        recorder: &mut dyn Recorder,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Ending, RunError> {
        if !self.happenings.has_begun() {
            self.begin(recorder)?;
        }
        self.settle_inputs()?;
        self.record_due(recorder)?;
        loop {
            let ending = self.advance_to_next_planned(goal, recorder, observe)?;
            if ending == Ending::Stopped || !self.do_what_is_planned()? {
                self.publish(true);
                return Ok(ending);
            }
        }
    }

    fn advance_step(&mut self, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        if !self.happenings.has_begun() {
            self.begin(recorder)?;
        }
        self.settle_inputs()?;
        self.record_due(recorder)?;
        self.do_what_is_planned()?;
        if self.time() >= self.end && self.end > self.model().settings().output_times.end() {
            self.end = self.end_behind(self.end);
        }
        let end = self.end;
        if self.time() < end {
            self.progress.is_evaluated = false;
            self.take_inputs(Some(recorder))?;
            self.progress.landed = false;
            self.step(end, self.next_planned().map_or(end, Goal::time), recorder)?;
            self.do_what_is_planned()?;
        }
        self.publish(true);
        Ok(())
    }

    fn advance_to_next_planned(
        &mut self,
        goal: Goal,
        recorder: &mut dyn Recorder,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Ending, RunError> {
        let end = self.end;
        let planned = self.next_planned();
        let goal = planned.filter(|planned| planned.time() <= goal.time()).unwrap_or(goal);
        let until = goal.time();
        let is_end = until == end;
        let lands = self.stepper.steps_to_output_times() && self.model().state_count() > 0;
        // How far a step may go, and how far the run may go in it.
        let (limit, furthest) = match goal {
            Goal::Past(_) if lands => (end, planned.map_or(end, Goal::time)),
            Goal::Within(_) if lands => (end, until),
            _ => (until, until),
        };
        while self.time() < until && (is_end || self.happenings.horizon() < until) {
            if observe(self.time()).is_break() {
                return Ok(Ending::Stopped);
            }
            self.progress.is_evaluated = false;
            self.take_inputs(Some(recorder))?;
            if self.ahead.is_none() && self.happenings.only_ticks() {
                self.tick_loop(until)?;
            }
            self.progress.landed = lands && limit < end;
            self.step(limit, furthest, recorder)?;
            self.publish(false);
        }
        Ok(Ending::Finished)
    }
}
