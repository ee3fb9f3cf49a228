//! Detection of runs that would never reach their end.

use super::RunError;

/// The progress of a run per step.
#[derive(Debug)]
pub(super) struct Pace {
    /// Steps of the window, and where it began, s.
    steps: u32,
    began: f64,
    /// Simulated time from start to end, s.
    span: f64,
}

impl Pace {
    /// A run that advances by less than this part of its span in so many steps
    /// would never finish.
    const WINDOW: u32 = 100_000;
    const LEAST: f64 = 1e-12;

    pub(super) fn new(start: f64, end: f64) -> Self {
        Self { steps: 0, began: start, span: end - start }
    }

    /// Restarts the window at `time`, s, because a stop ended the step there.
    pub(super) fn restart(&mut self, time: f64) {
        (self.steps, self.began) = (0, time);
    }

    /// Counts a step that ended at `time`.
    ///
    /// # Errors
    /// The run stands still.
    pub(super) fn step(&mut self, time: f64) -> Result<(), RunError> {
        self.steps += 1;
        if self.steps < Self::WINDOW {
            return Ok(());
        }
        let advanced = time - self.began;
        if advanced < Self::LEAST * self.span {
            return Err(RunError::StandsStill { time, steps: self.steps, advanced });
        }
        self.restart(time);
        Ok(())
    }
}
