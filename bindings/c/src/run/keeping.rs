//! Snapshots and states.

use std::ffi::c_char;
use std::ptr;

use bowline_surface::session::Monitor;

use super::{BowlineRun, Running, doing, with};
use crate::error::{BowlineError, BowlineStatus};
use crate::snapshot::BowlineSnapshot;
use crate::{call, handle, text};

/// Keeps all of the run as it is now. The method starts afresh, as it does where the snapshot is restored: both go on with
/// the same bits.
///
/// # Safety
/// As of `bowline_run_advance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_snapshot(
    run: *mut BowlineRun,
    error: *mut *mut BowlineError,
) -> *mut BowlineSnapshot {
    // SAFETY: the caller's promise.
    unsafe { call::made(error, || with(run, |running, _| Ok(running.session.snapshot()?))) }
}

/// Goes back, or on, to a snapshot of this run or of another one of the model; also after an error. Rows are recorded again
/// from there on.
///
/// # Safety
/// The handles are ones that are not freed, or null; `error` is null, or a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_restore(
    run: *mut BowlineRun,
    snapshot: *const BowlineSnapshot,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        call::status(error, || {
            let snapshot = handle::shared(snapshot)?;
            with(run, |running, _| Ok(running.session.restore(snapshot)?))
        })
    }
}

/// Writes the state into a file, with which other runs begin: `bowline_scenario_load_state`, or `--initial-state`. The
/// method starts afresh, as theirs do: all go on with the same bits.
///
/// # Safety
/// The handle is one that is not freed, or null; the path ends with a zero, or is null; `error` is null, or a place for a
/// pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_save_state(
    run: *mut BowlineRun,
    path: *const c_char,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        call::status(error, || {
            let path = text::path(path, "path of a state")?;
            with(run, |running, _| Ok(running.session.save_state(&path)?))
        })
    }
}

/// The same as a text, for `bowline_scenario_set_state`; null on failure. Valid until the next call of this function, or
/// until the run is freed.
///
/// # Safety
/// As of `bowline_run_advance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_state(run: *mut BowlineRun, error: *mut *mut BowlineError) -> *const c_char {
    let mut found = ptr::null();
    let get = |running: &mut Running, _: &Monitor| {
        running.state = text::owned(&running.session.state()?);
        found = running.state.as_ptr();
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { doing(run, error, get) };
    found
}
