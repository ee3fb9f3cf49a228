//! Rows, and the record of a run.

use std::ffi::{c_char, c_void};
use std::ptr;

use bowline_surface::session::Monitor;

use super::{BowlineRun, Running, doing, with};
use crate::error::{BowlineError, BowlineStatus, Fault};
use crate::recording::{self, BowlineRowFunction};
use crate::statistics::BowlineStatistics;
use crate::{call, text};

/// Writes rows from now on to a file: Parquet if its name ends in `.parquet`, else CSV. A file that holds something other
/// than results is not replaced.
///
/// # Safety
/// As of `bowline_run_save_state`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_record_to_file(
    run: *mut BowlineRun,
    path: *const c_char,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        call::status(error, || {
            let path = text::path(path, "path of results")?;
            with(run, |running, _| Ok(running.session.record_to_file(&path)?))
        })
    }
}

/// Passes rows from now on to a function, with the columns that the scenario records. It runs on the thread that advances
/// the run, and must not use the run.
///
/// # Safety
/// The handle is one that is not freed, or null; the function may be called with the context until the run is freed;
/// `error` is null, or a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_record_to(
    run: *mut BowlineRun,
    function: BowlineRowFunction,
    context: *mut c_void,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        doing(run, error, |running, _| {
            let function = function.ok_or_else(|| Fault::argument("the function that takes rows is null"))?;
            running.session.record_to_function(recording::taking(function, context));
            Ok(())
        })
    }
}

/// What the run cost so far.
///
/// # Safety
/// The handle is one that is not freed, or null; `statistics` is null, or has the size that it says; `error` is null, or a
/// place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_statistics(
    run: *mut BowlineRun,
    statistics: *mut BowlineStatistics,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        call::status(error, || {
            if statistics.is_null() || !statistics.is_aligned() {
                return Err(Fault::argument("the place for the statistics is null, or not where it can be"));
            }
            let size = (&raw const (*statistics).size).read();
            let known = size_of::<BowlineStatistics>().min(size);
            if known < size_of::<usize>() {
                return Err(Fault::argument("the statistics have no size: set it to sizeof(BowlineStatistics)"));
            }
            with(run, |running, _| {
                let found = BowlineStatistics::of(running.session.statistics(), size);
                ptr::copy_nonoverlapping((&raw const found).cast::<u8>(), statistics.cast::<u8>(), known);
                Ok(())
            })
        })
    }
}

/// The run record as JSON, as the program writes it beside results: model, method, interventions, outcome; null on
/// failure. Valid until the next call of this function, or until the run is freed.
///
/// # Safety
/// As of `bowline_run_advance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_record(run: *mut BowlineRun, error: *mut *mut BowlineError) -> *const c_char {
    let mut found = ptr::null();
    let get = |running: &mut Running, _: &Monitor| {
        running.record = text::owned(&running.session.record().to_json());
        found = running.record.as_ptr();
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { doing(run, error, get) };
    found
}

/// Writes the rows that were recorded so far. So does a call that comes to the last output time, or ends with an error,
/// and `bowline_run_free`.
///
/// # Safety
/// As of `bowline_run_advance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_flush(run: *mut BowlineRun, error: *mut *mut BowlineError) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { doing(run, error, |running, _| Ok(running.session.flush()?)) }
}
