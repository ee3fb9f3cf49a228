//! A second run that goes where a live one has been, or will go.

use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::STACK;
use crate::run::recorder::NoRecorder;
use crate::run::{Ending, Intervention, Run};
use bowline_model::model::Model;
use bowline_model::workspace::Workspace;

/// A second run of a model, on a thread of its own and as fast as it goes, to
/// which is done what was done to another one; at some times somebody looks at it
/// and notes what there is to be found. So a signal that nobody asked for has a past, and a window knows
/// how far all that it will show reaches.
///
/// To drop it ends the thread, after its step.
#[derive(Debug)]
pub struct Retrace<T> {
    /// Behind a lock that nobody else takes, so that threads may share this.
    found: Mutex<Receiver<T>>,
    is_over: bool,
    is_unwanted: Arc<AtomicBool>,
}

impl<T: Send + 'static> Retrace<T> {
    /// Runs the model, does to it what is in `changes`, and has `look` look at it
    /// at each of these times, which rise, s; or where a method next stands that does not
    /// know well enough what lies within its steps. `found` is what there is before the first look.
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
            // What was found before a calculation panicked counts.
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
                    // Where nothing can be evaluated there is nothing to be seen.
                    if let Ok(signals) = run.signals() {
                        look(&mut found, now, signals);
                    }
                }
            }));
            // Who does not want it any more has hung up.
            let _ = sender.send(found);
        })?;
        Ok(Self { found: Mutex::new(receiver), is_over: false, is_unwanted })
    }

    /// What was found, once the run is over: at its end, or where it could not go
    /// on. None before, and when it was taken.
    pub fn take(&mut self) -> Option<T> {
        let receiver = self.found.get_mut().unwrap_or_else(PoisonError::into_inner);
        let found = receiver.try_recv();
        self.is_over |= !matches!(found, Err(TryRecvError::Empty));
        found.ok()
    }

    /// The same, for which it waits no longer than that.
    pub fn wait(&mut self, patience: Duration) -> Option<T> {
        let receiver = self.found.get_mut().unwrap_or_else(PoisonError::into_inner);
        let found = receiver.recv_timeout(patience).ok();
        self.is_over |= found.is_some();
        found
    }

    /// Ends the run, after its step: what was found up to there can be taken.
    pub fn stop(&self) {
        self.is_unwanted.store(true, Ordering::Relaxed);
    }

    /// Whether there is nothing more to be taken.
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}

impl<T> Drop for Retrace<T> {
    fn drop(&mut self) {
        self.is_unwanted.store(true, Ordering::Relaxed);
    }
}
