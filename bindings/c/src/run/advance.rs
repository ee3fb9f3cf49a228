//! Advancing a run, and cancelling that.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use bowline_engine::{Ending, Run, RunError};
use bowline_surface::listener::heard;

use super::{BowlineRun, Running, Watched, doing};
use crate::error::{BowlineError, BowlineStatus, Fault};
use crate::handle;
use crate::recording::Sinks;

/// Advances a run. What was recorded is written where it does not come to its goal, or to the end.
fn advance(
    running: &mut Running,
    watched: &Watched,
    go: impl FnOnce(&mut Run, &mut Sinks, &mut dyn FnMut(f64) -> ControlFlow<()>) -> Result<Ending, RunError>,
) -> Result<(), Fault> {
    if watched.is_cancelled.swap(false, Ordering::Relaxed) {
        return Err(cancelled(running));
    }
    let mut observe = |time: f64| {
        watched.time.store(time.to_bits(), Ordering::Relaxed);
        if watched.is_cancelled.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let Running { run, sinks, listener, .. } = running;
    let outcome = heard(listener.as_ref(), || go(run, sinks, &mut observe));
    let is_on_its_way =
        matches!(outcome, Ok(Ending::Finished)) && run.time() < run.model().settings().output_times.end();
    let written = if is_on_its_way { Ok(()) } else { running.flush() };
    let ending = running.checked(outcome)?;
    written?;
    if ending == Ending::Stopped {
        watched.is_cancelled.store(false, Ordering::Relaxed);
        return Err(cancelled(running));
    }
    Ok(())
}

fn cancelled(running: &Running) -> Fault {
    let message =
        format!("the run was cancelled at t = {} s; it may go on", bowline_engine::Seconds(running.run.time()));
    Fault::new(BowlineStatus::Cancelled, "cancelled", message)
}

/// Runs to a time, s, exactly. Rows up to there are recorded; behind the last output time there are none.
///
/// # Safety
/// The handle is one that is not freed, or null; `error` is null, or a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_advance(
    run: *mut BowlineRun,
    time: f64,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        doing(run, error, |running, watched| {
            advance(running, watched, |run, sinks, observe| run.advance_observed(time, sinks, observe))
        })
    }
}

/// Runs to the last output time.
///
/// # Safety
/// As of `bowline_run_advance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_to_end(run: *mut BowlineRun, error: *mut *mut BowlineError) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        doing(run, error, |running, watched| {
            advance(running, watched, |run, sinks, observe| run.to_end(sinks, observe))
        })
    }
}

/// Runs to the end of the method's own step, or of one more; without continuous states to the next tick.
///
/// # Safety
/// As of `bowline_run_advance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_step(run: *mut BowlineRun, error: *mut *mut BowlineError) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        doing(run, error, |running, watched| {
            advance(running, watched, |run, sinks, _| run.pass_step(sinks).map(|()| Ending::Finished))
        })
    }
}

/// Ends the call that advances the run now, between two steps; if there is none, or it comes to its goal before, the next
/// call that advances ends at once. The call fails with `BOWLINE_STATUS_CANCELLED`, and the run may go on. From any thread.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_cancel(run: *const BowlineRun) -> BowlineStatus {
    // SAFETY: the caller's promise.
    match unsafe { handle::beside(run) } {
        Ok(watched) => {
            watched.is_cancelled.store(true, Ordering::Relaxed);
            BowlineStatus::Ok
        }
        Err(fault) => fault.status,
    }
}
