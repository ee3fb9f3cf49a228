//! Runs.

mod advance;
mod keeping;
mod recording;

use std::ffi::CString;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bowline_engine::{Input, Run, RunError};
use bowline_surface::advice::Stepping;
use bowline_surface::listener::heard;
use tracing::Dispatch;

use crate::call;
use crate::error::{BowlineError, BowlineStatus, Fault};
use crate::handle::{self, Exclusive, Kind, magic};
use crate::model::BowlineModel;
use crate::recording::Sinks;
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
    type Shared = Watched;
    const NAME: &'static str = "run";
    const MAGIC: u64 = magic(7);
}

/// A run, and who takes its rows and hears what is said.
pub struct Running {
    run: Run,
    sinks: Sinks,
    listener: Option<Dispatch>,
    /// Texts that were given out; each lives until its kind is asked for again.
    state: CString,
    record: CString,
}

/// What other threads may ask and tell meanwhile.
#[derive(Default)]
pub struct Watched {
    is_cancelled: AtomicBool,
    /// Simulated time, s, as bits.
    time: AtomicU64,
}

impl Running {
    fn flush(&mut self) -> Result<(), Fault> {
        self.sinks.flush().map_err(|reason| Fault::file(format!("a row could not be written: {reason}")))
    }

    fn fault(&self, error: &RunError) -> Fault {
        Fault::run(error, Stepping::of(self.run.model().settings()))
    }

    fn checked<T>(&self, outcome: Result<T, RunError>) -> Result<T, Fault> {
        outcome.map_err(|error| self.fault(&error))
    }
}

/// Does something with a run.
///
/// # Safety
/// The handle is one that is not freed, or null.
unsafe fn with<T>(
    run: *const BowlineRun,
    work: impl FnOnce(&mut Running, &Watched) -> Result<T, Fault>,
) -> Result<T, Fault> {
    // SAFETY: the caller's promise.
    let mut taken: Exclusive<'_, BowlineRun> = unsafe { handle::exclusive(run) }?;
    let (running, watched) = taken.parts();
    let outcome = work(running, watched);
    watched.time.store(running.run.time().to_bits(), Ordering::Relaxed);
    outcome
}

/// The same for a call that only says how it ended.
///
/// # Safety
/// As of [`with`]; `error` is null, or a place for a pointer.
unsafe fn doing(
    run: *const BowlineRun,
    error: *mut *mut BowlineError,
    work: impl FnOnce(&mut Running, &Watched) -> Result<(), Fault>,
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
            let listener = loaded.listener.clone();
            let run = heard(listener.as_ref(), || Run::new(&loaded.model));
            Ok(Running {
                run,
                sinks: Sinks::default(),
                listener,
                state: CString::default(),
                record: CString::default(),
            })
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
    unsafe { handle::beside(run) }.map_or(f64::NAN, |watched| f64::from_bits(watched.time.load(Ordering::Relaxed)))
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
            let values = signals::numbers(values, count, inputs.iter().map(Input::width).sum())?;
            with(run, |running, _| set(running, inputs, values))
        })
    }
}

fn set(running: &mut Running, inputs: &[Input], values: &[f64]) -> Result<(), Fault> {
    running.run.set_all(inputs, values).map_err(|error| match &error {
        RunError::Refused(message) if !running.run.has_failed() => Fault::argument(message.clone()),
        _ => running.fault(&error),
    })
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
            let probed = handle::shared(probes)?;
            let mut room = signals::room(values, count, probed.width)?;
            with(run, |running, _| {
                for probe in &probed.probes {
                    let (own, others) = room.split_at_mut(probe.width());
                    match running.run.get(probe) {
                        Ok(read) => own.copy_from_slice(read),
                        Err(error) => return Err(running.fault(&error)),
                    }
                    room = others;
                }
                Ok(())
            })
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
    let freed = call::caught(|| unsafe { handle::take(run) }?.map_or(Ok(()), |mut running| running.flush()));
    freed.map_or_else(|fault| fault.status, |()| BowlineStatus::Ok)
}
