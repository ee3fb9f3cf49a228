//! Looks up from a long calculation now and then: whether the user pressed Ctrl-C, and how far it is.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// So often, about.
const EVERY: Duration = Duration::from_millis(50);

/// Most steps between two looks at the clock.
const MOST: u32 = 64;

/// Looks up now and then.
pub(crate) struct Pulse {
    progress: Option<Py<PyAny>>,
    last: Instant,
    /// Calls until it looks at the clock again, and how many these are in all.
    left: u32,
    stride: u32,
    /// What ended it.
    pub(crate) raised: Option<PyErr>,
}

impl Pulse {
    /// With a function that gets the time, s.
    pub(crate) fn new(progress: Option<Py<PyAny>>) -> Self {
        Self { progress, last: Instant::now(), left: 1, stride: 1, raised: None }
    }

    /// Called at each step.
    #[inline]
    pub(crate) fn beat(&mut self, time: f64) -> ControlFlow<()> {
        self.left -= 1;
        if self.left > 0 { ControlFlow::Continue(()) } else { self.look(time) }
    }

    #[cold]
    fn look(&mut self, time: f64) -> ControlFlow<()> {
        let elapsed = self.last.elapsed();
        // Short steps are counted, and not timed one by one; but what is stiff later on must not keep it from looking.
        self.stride = if elapsed < EVERY / 4 { (self.stride * 2).min(MOST) } else { 1 };
        self.left = self.stride;
        if elapsed < EVERY {
            return ControlFlow::Continue(());
        }
        let looked = Python::attach(|py| {
            py.check_signals()?;
            match &self.progress {
                Some(progress) => progress.call1(py, (time,)).map(drop),
                None => Ok(()),
            }
        });
        self.last = Instant::now();
        match looked {
            Ok(()) => ControlFlow::Continue(()),
            Err(raised) => {
                self.raised = Some(raised);
                ControlFlow::Break(())
            }
        }
    }
}
