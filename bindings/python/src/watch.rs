//! Long work on a thread of its own, while the interpreter's main thread waits for Ctrl-C.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::{Fault, Result};

/// So often, about, the main thread looks up.
const EVERY: Duration = Duration::from_millis(50);

/// As large as that of a main thread.
const STACK: usize = 8 << 20;

/// An exception of a SimObject's method that is no failure of a calculation: `KeyboardInterrupt`, `SystemExit`. The call of
/// the program raises it again.
static RAISED: Mutex<Option<PyErr>> = Mutex::new(None);

/// Keeps an exception for the caller.
pub(crate) fn keep(error: PyErr) {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}

/// The exception that was kept.
pub(crate) fn kept() -> Option<PyErr> {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Works without the interpreter's lock, and raises what signal handlers raise meanwhile. `work` can ask whether it should
/// stop; the call returns when it has ended.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    work: impl Send + FnOnce(&(dyn Fn() -> bool + Sync)) -> Result<T>,
) -> PyResult<T> {
    let (is_over, mut raised) = (AtomicBool::new(false), None);
    let worked = py.detach(|| {
        thread::scope(|scope| {
            let (sender, done) = mpsc::channel();
            let is_over = &is_over;
            let worker = thread::Builder::new().name("bowline".to_owned()).stack_size(STACK);
            let begun = worker.spawn_scoped(scope, move || {
                // Nobody waits any more if the thread that waits panicked.
                let _ = sender.send(work(&|| is_over.load(Ordering::Relaxed)));
            });
            if let Err(reason) = begun {
                return Err(Fault::NotFound(format!("cannot begin a thread: {reason}")));
            }
            loop {
                match done.recv_timeout(EVERY) {
                    Ok(worked) => return worked,
                    Err(mpsc::RecvTimeoutError::Disconnected) => {
                        return Err(Fault::NotFound("this is a defect of Bowline, please report it".to_owned()));
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        if let Err(error) = Python::attach(|py| py.check_signals()) {
                            is_over.store(true, Ordering::Relaxed);
                            raised.get_or_insert(error);
                        }
                    }
                }
            }
        })
    });
    match raised.or_else(kept) {
        Some(raised) => Err(raised),
        None => Ok(worked?),
    }
}
