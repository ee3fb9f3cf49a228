//! Advancing a run, and cancelling that.

use bowline_surface::session::{Goal, Monitor};

use super::{BowlineRun, doing};
use crate::error::{BowlineError, BowlineStatus};
use crate::handle;

/// Advances a run, unless it is cancelled.
///
/// # Safety
/// As of [`doing`].
unsafe fn advance(run: *mut BowlineRun, goal: Goal, error: *mut *mut BowlineError) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { doing(run, error, |running, monitor| Ok(running.session.advance_monitored(goal, monitor)?)) }
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
    unsafe { advance(run, Goal::At(time), error) }
}

/// Runs to the last output time.
///
/// # Safety
/// As of `bowline_run_advance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_to_end(run: *mut BowlineRun, error: *mut *mut BowlineError) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { advance(run, Goal::End, error) }
}

/// Runs to the end of the method's own step, or of one more; without continuous states to the next tick.
///
/// # Safety
/// As of `bowline_run_advance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_step(run: *mut BowlineRun, error: *mut *mut BowlineError) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { advance(run, Goal::Step, error) }
}

/// Ends the call that advances the run now, between two steps; if there is none, or it comes to its goal before, the next
/// call that advances ends at once. The call fails with `BOWLINE_STATUS_CANCELLED`, and the run may go on. From any thread.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_cancel(run: *const BowlineRun) -> BowlineStatus {
    // SAFETY: the caller's promise.
    match unsafe { handle::beside(run) }.map(Monitor::cancel) {
        Ok(()) => BowlineStatus::Ok,
        Err(fault) => fault.status,
    }
}
