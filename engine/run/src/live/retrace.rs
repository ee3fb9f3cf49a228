//! A second run that goes where a live one has been, or will go.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{io, thread};

use super::STACK;
use crate::driver::recorder::NoRecorder;
use crate::driver::{Ending, Intervention, Run};
use bowline_model::model::Model;
use bowline_model::workspace::Workspace;

/// A second run of a model, on its own thread and as fast as it goes. It repeats
/// the changes of another run, and a closure looks at it at given times. A window
/// finds the past of a signal in this way, and how far its shapes will reach.
///
/// Dropping it ends the thread after the current step.
#[derive(Debug)]
pub struct Retrace<T> {
    /// Behind a lock that nobody else takes, so that threads may share this.
    found: Mutex<Receiver<T>>,
    is_over: bool,
    is_unwanted: Arc<AtomicBool>,
}

impl<T: Send + 'static> Retrace<T> {
    /// Runs the model with these changes and calls `look` at each of these times, s, which must rise. A method
    /// without dense output looks at the end of the step instead. `found` is the result before the first look.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn start<F>(
        model: &Arc<Model>,
        changes: Arc<[Intervention]>,
        times: Vec<f64>,
        mut found: T,
        mut look: F,
    ) -> io::Result<Self>
    where
        F: FnMut(&mut T, f64, &Workspace) + Send + 'static,
    {
        let (sender, receiver) = mpsc::sync_channel(1);
        let (is_unwanted, model) = (Arc::new(AtomicBool::new(false)), Arc::clone(model));
        let is_told = Arc::clone(&is_unwanted);
        thread::Builder::new().name("retrace".to_owned()).stack_size(STACK).spawn(move || {
            // A result from before a panic is still a result.
            let _ = catch_unwind(AssertUnwindSafe(|| {
                let mut run = Run::new(&model);
                if run.plan(&changes).is_err() {
                    return;
                }
                let mut observe = |_| {
                    if is_told.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                for time in times {
                    let ending = run.pass(time, &mut NoRecorder, &mut observe);
                    if !matches!(ending, Ok(Ending::Finished)) {
                        return;
                    }
                    let now = run.time();
                    if let Ok(signals) = run.signals() {
                        look(&mut found, now, signals);
                    }
                }
            }));
            // The receiver may be gone already.
            let _ = sender.send(found);
        })?;
        Ok(Self { found: Mutex::new(receiver), is_over: false, is_unwanted })
    }

    /// The result, once the run has ended or failed; none before, and none after it was taken.
    pub fn take(&mut self) -> Option<T> {
        self.wait(Duration::ZERO)
    }

    /// The same, waiting up to that long.
    pub fn wait(&mut self, patience: Duration) -> Option<T> {
        let receiver = self.found.get_mut().unwrap_or_else(PoisonError::into_inner);
        let found = receiver.recv_timeout(patience);
        self.is_over |= !matches!(found, Err(RecvTimeoutError::Timeout));
        found.ok()
    }

    /// Ends the run after its current step; the result up to there can be taken.
    pub fn stop(&self) {
        self.is_unwanted.store(true, Ordering::Relaxed);
    }

    /// Whether no result is left to take.
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}

impl<T> Drop for Retrace<T> {
    fn drop(&mut self) {
        self.is_unwanted.store(true, Ordering::Relaxed);
    }
}
