//! Runs.

use std::ffi::{CString, c_char, c_void};
use std::ops::ControlFlow;
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bowline_engine::{Ending, Input, Model, Run, RunError, RunRecord, SavedState};
use bowline_results::{Format, whole_file};
use bowline_surface::earlier_file::Kind as FileKind;
use bowline_surface::own_file::OwnFile;
use bowline_surface::result_file::{ResultFile, RowStyle};
use tracing::Dispatch;

use crate::error::{BowlineError, BowlineStatus, Fault};
use crate::handle::{self, Exclusive, Kind, magic};
use crate::model::BowlineModel;
use crate::recording::{BowlineRowFunction, RowFunction, Sink, Sinks};
use crate::signals::{self, BowlineInputs, BowlineProbes};
use crate::snapshot::BowlineSnapshot;
use crate::statistics::BowlineStatistics;
use crate::{call, text};
use bowline_surface::listener::heard;

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
        Fault::run(error, self.run.model().settings().step_size.is_some())
    }

    fn told<T>(&self, outcome: Result<T, RunError>) -> Result<T, Fault> {
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
    let ending = running.told(outcome)?;
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
        call::status(error, || {
            with(run, |running, watched| {
                advance(running, watched, |run, sinks, observe| run.advance_observed(time, sinks, observe))
            })
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
        call::status(error, || {
            with(run, |running, watched| advance(running, watched, |run, sinks, observe| run.to_end(sinks, observe)))
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
        call::status(error, || {
            with(run, |running, watched| {
                advance(running, watched, |run, sinks, _| run.pass_step(sinks).map(|()| Ending::Finished))
            })
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
    unsafe {
        call::made(error, || {
            with(run, |running, _| {
                let outcome = running.run.snapshot();
                running.told(outcome)
            })
        })
    }
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
            with(run, |running, _| {
                let outcome = running.run.restore(snapshot);
                running.told(outcome)
            })
        })
    }
}

/// The state of a run, as a text; the method starts afresh, as that of a run does which begins with it.
fn state(running: &mut Running) -> Result<String, Fault> {
    let outcome = running.run.snapshot();
    let snapshot = running.told(outcome)?;
    let saved = SavedState::new(PROGRAM, running.run.model(), snapshot.state());
    saved.to_json().map_err(|reason| Fault::new(BowlineStatus::RunFailed, "not-finite", reason.to_string()))
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
            may_replace(&path, FileKind::State)?;
            with(run, |running, _| {
                let text = state(running)?;
                whole_file::write(&path, text).map_err(|reason| cannot_write(&path, &reason.to_string()))
            })
        })
    }
}

/// The same as a text, for `bowline_scenario_set_state`; null if it cannot be had. It lives until it is asked for again, or
/// the run is freed.
///
/// # Safety
/// As of `bowline_run_advance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_state(run: *mut BowlineRun, error: *mut *mut BowlineError) -> *const c_char {
    let mut found = ptr::null();
    let get = |running: &mut Running, _: &Watched| {
        running.state = text::owned(&state(running)?);
        found = running.state.as_ptr();
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { call::status(error, || with(run, get)) };
    found
}

/// Writes the rows that come to a file: Parquet if its name ends in `.parquet`, else comma-separated values. What holds
/// something else than results is not replaced.
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
            may_replace(&path, FileKind::Results)?;
            with(run, |running, _| {
                let model = running.run.model();
                let file = OwnFile::open(&path).map_err(|reason| cannot_write(&path, &reason))?;
                let file = file.emptied().map_err(|reason| cannot_write(&path, &reason.to_string()))?;
                let file = ResultFile::new(path.display().to_string(), file, Format::of(&path));
                let style = RowStyle { units: false, prompt: false };
                let begun = file.begin(model, model.columns().to_vec(), style);
                let file = begun.map_err(|reason| cannot_write(&path, &reason.to_string()))?;
                running.sinks.0.push(Sink::File(file));
                Ok(())
            })
        })
    }
}

fn may_replace(path: &Path, kind: FileKind) -> Result<(), Fault> {
    match kind.may_replace(path) {
        Ok(true) => Ok(()),
        Ok(false) => {
            let words = kind.in_words();
            Err(cannot_write(path, &format!("it holds something else than {words}; choose another name, or remove it")))
        }
        Err(reason) => Err(cannot_write(path, &reason.to_string())),
    }
}

fn cannot_write(path: &Path, reason: &str) -> Fault {
    Fault::file(format!("cannot write `{}`: {reason}", path.display()))
}

/// Lets a function have the rows that come, with the columns that the scenario records. It is called on the thread that
/// advances the run, and must not call anything with it.
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
        call::status(error, || {
            with(run, |running, _| {
                let function = function.ok_or_else(|| Fault::argument("the function that takes rows is null"))?;
                let columns = Model::columns(running.run.model()).to_vec();
                running.sinks.0.push(Sink::Function(RowFunction::new(function, context, columns)));
                Ok(())
            })
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
                let found = BowlineStatistics::of(running.run.statistics(), size);
                ptr::copy_nonoverlapping((&raw const found).cast::<u8>(), statistics.cast::<u8>(), known);
                Ok(())
            })
        })
    }
}

/// What was run, how, what was done to it from outside, and how it went: JSON, as in the record that the program leaves
/// beside results; null if it cannot be had. It lives until it is asked for again, or the run is freed.
///
/// # Safety
/// As of `bowline_run_advance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_run_record(run: *mut BowlineRun, error: *mut *mut BowlineError) -> *const c_char {
    let mut found = ptr::null();
    let get = |running: &mut Running, _: &Watched| {
        let run = &running.run;
        let mut record = RunRecord::new(PROGRAM, run.model());
        record.statistics = run.statistics().clone();
        record.interventions = run.interventions().to_vec();
        record.reached_s = run.time();
        let end = run.model().settings().output_times.end();
        let status = if run.has_failed() {
            "failed"
        } else if run.time() >= end {
            "finished"
        } else {
            "running"
        };
        status.clone_into(&mut record.status);
        running.record = text::owned(&record.to_json());
        found = running.record.as_ptr();
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { call::status(error, || with(run, get)) };
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
    unsafe { call::status(error, || with(run, |running, _| running.flush())) }
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
