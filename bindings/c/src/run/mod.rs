//! Runs.

mod advance;
mod keeping;
mod recording;

use std::ffi::CString;

use bowline_surface::session::{Monitor, Session, SessionOptions};

use crate::call;
use crate::error::{BowlineError, BowlineStatus, Fault};
use crate::handle::{self, Exclusive, Kind, magic};
use crate::model::BowlineModel;
use crate::signals::{self, BowlineInputs, BowlineProbes};

pub use advance::*;
pub use keeping::*;
pub use recording::*;

/// Name and version, for what is written.
const PROGRAM: &str = concat!("libbowline ", env!("CARGO_PKG_VERSION"));

/// A run of a model. One call at a time, on any thread; `bowline_run_cancel` and `bowline_run_time` at any time.
pub struct BowlineRun {
    _opaque: [u8; 0],
}

impl Kind for BowlineRun {
    type Inner = Running;
    type Shared = Monitor;
    const NAME: &'static str = "run";
    const MAGIC: u64 = magic(7);
}

/// A session, and the texts that were given out; each lives until its kind is asked for again.
pub struct Running {
    session: Session,
    state: CString,
    record: CString,
}

/// Does something with a run.
///
/// # Safety
/// The handle is one that is not freed, or null.
unsafe fn with<T>(
    run: *const BowlineRun,
    work: impl FnOnce(&mut Running, &Monitor) -> Result<T, Fault>,
) -> Result<T, Fault> {
    // SAFETY: the caller's promise.
    let mut taken: Exclusive<'_, BowlineRun> = unsafe { handle::exclusive(run) }?;
    let (running, monitor) = taken.parts();
    let outcome = work(running, monitor);
    monitor.publish(running.session.time());
    outcome
}

/// The same for a call that only says how it ended.
///
/// # Safety
/// As of [`with`]; `error` is null, or a place for a pointer.
unsafe fn doing(
    run: *const BowlineRun,
    error: *mut *mut BowlineError,
    work: impl FnOnce(&mut Running, &Monitor) -> Result<(), Fault>,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { call::status(error, || with(run, work)) }
}

/// A run of a model, at its start.
///
/// # Safety
/// The handle is one that is not freed, or null; `error` is null, or a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_new(model: *const BowlineModel, error: *mut *mut BowlineError) -> *mut BowlineRun {
    // SAFETY: the caller's promise.
    let made: *mut BowlineRun = unsafe {
        call::made(error, || {
            let loaded = handle::shared(model)?;
            let options = SessionOptions { listener: loaded.listener.clone(), ..SessionOptions::new(PROGRAM) };
            let session = Session::start(&loaded.model, options)?;
            Ok(Running { session, state: CString::default(), record: CString::default() })
        })
    };
    // The time where it begins is known from now on. SAFETY: it was just made, or is null.
    let _ = unsafe { with(made, |_, _| Ok(())) };
    made
}

/// Simulated time, s; not a number for a wrong handle. From any thread, also while the run is advanced: then it is that of
/// the start of the present step.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_time(run: *const BowlineRun) -> f64 {
    // SAFETY: the caller's promise.
    unsafe { handle::beside(run) }.map_or(f64::NAN, Monitor::time)
}

/// Sets inputs from now on, all of them or none: as many numbers as they have together, finite.
///
/// # Safety
/// The handles are ones that are not freed, or null; there are so many numbers; `error` is null, or a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_set(
    run: *mut BowlineRun,
    inputs: *const BowlineInputs,
    values: *const f64,
    count: usize,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        call::status(error, || {
            let inputs = handle::shared(inputs)?;
            let values = signals::numbers(values, count, inputs.width())?;
            with(run, |running, _| Ok(running.session.set(inputs, values)?))
        })
    }
}

/// Reads signals where the run stands: as many numbers as they have together. At an event they are those after it.
///
/// # Safety
/// The handles are ones that are not freed, or null; there is room for so many numbers; `error` is null, or a place for a
/// pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_get(
    run: *mut BowlineRun,
    probes: *const BowlineProbes,
    values: *mut f64,
    count: usize,
    error: *mut *mut BowlineError,
) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe {
        call::status(error, || {
            let probes = handle::shared(probes)?;
            let room = signals::room(values, count, probes.width())?;
            with(run, |running, _| Ok(running.session.get(probes, room)?))
        })
    }
}

/// Frees a run, when what it recorded is written: `BOWLINE_STATUS_FILE` if it could not be. Null is nothing.
///
/// # Safety
/// The handle is one that is not freed, or null; nobody uses it or its texts after this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_free(run: *mut BowlineRun) -> BowlineStatus {
    // SAFETY: the caller's promise.
    let freed =
        call::caught(|| unsafe { handle::take(run) }?.map_or(Ok(()), |mut running| Ok(running.session.flush()?)));
    freed.map_or_else(|fault| fault.status, |()| BowlineStatus::Ok)
}
