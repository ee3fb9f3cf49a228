//! Advancing a session.

use std::ops::ControlFlow;

use bowline_engine::{Ending, Seconds};

use super::{ErrorKind, Monitor, Session, SessionError};
use crate::listener::heard;

/// How far a call advances a session.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Goal {
    /// Exactly to this time, s. Rows behind the last output time are not recorded.
    At(f64),
    /// To the last output time.
    End,
    /// To the end of the method's own step, or of one more; without continuous states to the next tick.
    Step,
}

impl Session {
    /// Advances.
    ///
    /// # Errors
    /// As those of [`advance_observed`](Self::advance_observed).
    pub fn advance(&mut self, goal: Goal) -> Result<(), SessionError> {
        self.advance_observed(goal, &mut |_| ControlFlow::Continue(())).map(|_| ())
    }

    /// Advances. `observe` gets the simulated time, s, before each step, and may stop the run between two of them; a single
    /// step is not observed. Writes the recorded rows if the run is at its last output time, was stopped or failed.
    ///
    /// # Errors
    /// The goal is impossible, the run failed, or a row could not be written.
    pub fn advance_observed(
        &mut self,
        goal: Goal,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Ending, SessionError> {
        let Self { run, recording, listener, .. } = self;
        let outcome = heard(listener.as_ref(), || match goal {
            Goal::At(time) => run.advance_observed(time, recording, observe),
            Goal::End => run.to_end(recording, observe),
            Goal::Step => run.pass_step(recording).map(|()| Ending::Finished),
        });
        let is_underway = matches!(outcome, Ok(Ending::Finished)) && self.time() < self.end();
        let written = if is_underway { Ok(()) } else { self.flush() };
        let ending = self.checked(outcome)?;
        written.map(|()| ending)
    }

    /// Advances, unless another thread cancels it, and publishes the simulated time.
    ///
    /// # Errors
    /// As those of [`advance_observed`](Self::advance_observed); or it was cancelled.
    pub fn advance_monitored(&mut self, goal: Goal, monitor: &Monitor) -> Result<(), SessionError> {
        if monitor.take_request() {
            return Err(self.cancelled());
        }
        if self.advance_observed(goal, &mut |time| monitor.observe(time))? == Ending::Stopped {
            monitor.take_request();
            return Err(self.cancelled());
        }
        Ok(())
    }

    fn cancelled(&self) -> SessionError {
        let message = format!("the run was cancelled at t = {} s; it may go on", Seconds(self.time()));
        SessionError::new(ErrorKind::Cancelled, message)
    }
}
