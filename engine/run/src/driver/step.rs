//! A step of a run, and how far the run has advanced in it.

use super::dense_output::DenseOutput;
use super::recorder::Recorder;
use super::{Method, Run, RunError};
use crate::happenings::{IntegratorTimes, MadeStep, StepEnd, Stop};
use bowline_solve::stepper::StepLimit;

impl Run {
    /// Advances to a time, s, or to the end of a step, and handles the instant there. The step is the one already made, or
    /// a new one. A new one does not go beyond `limit`, s, if the method lands where the run goes.
    pub(super) fn step(&mut self, limit: f64, until: f64, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let inside = match &self.ahead {
            Some(ahead) => ahead.inside(),
            None => {
                let ahead = self.make_step(limit)?;
                self.ahead.insert(ahead).inside()
            }
        };
        while self.rows.next() < inside && self.rows.next() <= until {
            let time = self.rows.next();
            self.record_within(recorder).inspect_err(|_| self.happenings.move_to(time))?;
        }
        if until < inside {
            self.happenings.move_to(until);
            self.happenings.look_within_step();
            self.stepper.interpolate(until, self.happenings.states_within_mut());
            return Ok(());
        }
        self.ahead.take().map_or(Ok(()), |ahead| self.finish(ahead, recorder))
    }

    /// Makes one step, and searches it for the first crossing.
    fn make_step(&mut self, until: f64) -> Result<StepEnd, RunError> {
        let stop = self.stop(until);
        let limit = StepLimit { stop: stop.time(), latest: stop.latest() };
        let start = self.time();
        let reached = match stop.is_at(start) {
            true => stop.time(),
            false => {
                self.happenings.enter_step();
                let Method { stepper, mut integration } = self.method();
                let reached = stepper.step(&mut integration, limit).map_err(RunError::Step);
                self.happenings.leave_step();
                reached?
            }
        };
        self.pace.step(reached)?;
        let step = MadeStep { from: start, to: reached, stop };
        let Self { happenings, stepper, statistics, .. } = self;
        happenings.search(step, &mut DenseOutput { stepper, statistics })
    }

    /// Handles the end of a step.
    fn finish(&mut self, ahead: StepEnd, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        if ahead.needs_cut() {
            self.end_step(ahead.time())?;
        }
        let arrival = self.happenings.arrive(ahead)?;
        if arrival.is_plain() && self.rows.next() > self.time() {
            return Ok(());
        }
        let is_at_stop = arrival.is_at_stop();
        self.instant(arrival, recorder)?;
        if is_at_stop {
            self.happenings.ask_for_stops_when_due()?;
            self.pace.restart(self.time());
        }
        Ok(())
    }

    /// Ends the current step at the present time, because a change makes its later part invalid. The method has to restart.
    pub(super) fn cut_step(&mut self) -> Result<(), RunError> {
        if self.ahead.take().is_none() {
            return Ok(());
        }
        self.end_step(self.time())?;
        Ok(self.happenings.cut_step()?)
    }

    /// Ends the step just made at an earlier time, s.
    fn end_step(&mut self, time: f64) -> Result<(), RunError> {
        self.happenings.enter_step();
        let Method { stepper, mut integration } = self.method();
        let ended = stepper.end_at(&mut integration, time).map_err(RunError::Step);
        self.happenings.leave_step();
        ended
    }

    /// Where the next step must end, if the run advances to a time, s.
    fn stop(&mut self, until: f64) -> Stop {
        let sample = self.rows.next();
        let landing = if self.stepper.steps_to_output_times() { sample.min(until) } else { f64::INFINITY };
        let (end, save) = (self.end, self.next_save());
        self.happenings.next_stop(IntegratorTimes { end, save, sample, landing })
    }
}
