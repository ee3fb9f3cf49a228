//! A run that keeps pace with the clock on the wall.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use bowline_engine::live::{Pacer, Rate};
use bowline_engine::{Ending, Recorder, Run, RunError};

/// Rows are at most so late.
const SHORTLY: Duration = Duration::from_millis(5);
/// An interruption is noticed within this time.
const AT_MOST: Duration = Duration::from_millis(20);

/// Lets a run go on as far as the clock on the wall says.
#[derive(Debug)]
pub(crate) struct RealTime(Pacer);

impl RealTime {
    /// For a run that is at `time`, s, now.
    pub(crate) fn new(rate: Rate, time: f64) -> Self {
        Self(Pacer::new(rate, time))
    }

    /// Goes on to a time, s, as [`Run::pass`] does, but not before it is that
    /// time.
    ///
    /// # Errors
    /// Why the run could not go on.
    pub(crate) fn pass(
        &self,
        run: &mut Run,
        time: f64,
        recorder: &mut dyn Recorder,
        observe: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Ending, RunError> {
        let Self(pacer) = self;
        let end = run.model().settings().output_times.end();
        loop {
            let goal = pacer.target().min(time);
            let ending = run.pass(goal, recorder, observe)?;
            if ending == Ending::Stopped || goal >= time || run.time() >= end {
                return Ok(ending);
            }
            let target = pacer.target();
            // A method may be ahead by a step; who is late does not wait.
            if pacer.duration(run.time(), target) < SHORTLY {
                thread::sleep(pacer.duration(target, run.time()).clamp(SHORTLY, AT_MOST));
            }
            if observe(run.time()).is_break() {
                return Ok(Ending::Stopped);
            }
        }
    }
}
