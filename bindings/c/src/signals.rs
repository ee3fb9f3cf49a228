//! Signals that are read and set, many at once.

use std::ffi::c_char;
use std::{ptr, slice};

use bowline_engine::{Input, NameError, Probe};

use crate::error::{BowlineError, BowlineStatus, Fault};
use crate::handle::{self, Kind, magic};
use crate::model::BowlineModel;
use crate::{call, text};

/// In-ports that are set together, in runs of one model. It never changes: any number of threads may use it.
pub struct BowlineInputs {
    _opaque: [u8; 0],
}

impl Kind for BowlineInputs {
    type Inner = Vec<Input>;
    type Shared = ();
    const NAME: &'static str = "set of inputs";
    const MAGIC: u64 = magic(5);
}

/// Signals that are read together, in runs of one model. It never changes: any number of threads may use it.
pub struct BowlineProbes {
    _opaque: [u8; 0],
}

impl Kind for BowlineProbes {
    type Inner = Probed;
    type Shared = ();
    const NAME: &'static str = "set of probes";
    const MAGIC: u64 = magic(6);
}

/// Signals, and how many numbers they have.
pub struct Probed {
    pub(crate) probes: Vec<Probe>,
    pub(crate) width: usize,
}

/// Names of C.
///
/// # Safety
/// There are so many, each null or a text that ends with a zero.
unsafe fn names<'a>(names: *const *const c_char, count: usize) -> Result<Vec<&'a str>, Fault> {
    if count == 0 {
        return Ok(Vec::new());
    }
    if names.is_null() {
        return Err(Fault::argument(format!("the row of {count} names is a null pointer")));
    }
    // SAFETY: the caller's promise.
    let names = unsafe { slice::from_raw_parts(names, count) };
    // SAFETY: as above.
    names.iter().map(|name| unsafe { text::given(*name, "name of a signal") }).collect()
}

/// A name that means nothing.
pub(crate) fn unknown(error: &NameError) -> Fault {
    Fault::new(BowlineStatus::WrongArgument, "unknown-name", error.to_string())
}

/// In-ports by their names, `Object.InPort`, to be set together.
///
/// # Safety
/// The model is one that is not freed, or null; there are so many names, each null or a text that ends with a zero; `error`
/// is null, or a place for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_inputs_new(
    model: *const BowlineModel,
    names: *const *const c_char,
    count: usize,
    error: *mut *mut BowlineError,
) -> *mut BowlineInputs {
    // SAFETY: the caller's promise.
    unsafe {
        call::made(error, || {
            let loaded = handle::shared(model)?;
            let inputs = self::names(names, count)?.into_iter().map(|name| loaded.model.input(name));
            let inputs: Vec<Input> = inputs.collect::<Result<_, _>>().map_err(|error| unknown(&error))?;
            let twice =
                (1..inputs.len()).find(|at| inputs[..*at].iter().any(|input| input.name() == inputs[*at].name()));
            match twice {
                Some(at) => Err(Fault::argument(format!("`{}` is named twice", inputs[at].name()))),
                None => Ok(inputs),
            }
        })
    }
}

/// How many numbers they have together; 0 for a wrong handle.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_inputs_width(inputs: *const BowlineInputs) -> usize {
    // SAFETY: the caller's promise.
    unsafe { handle::shared(inputs) }.map_or(0, |inputs| inputs.iter().map(Input::width).sum())
}

/// Frees a set of inputs. Null is nothing.
///
/// # Safety
/// The handle is one that is not freed, or null; nobody uses it after this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_inputs_free(inputs: *mut BowlineInputs) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { call::free(inputs) }
}

/// Signals by their names, to be read together: `Object.Signal`, `Object.Signal[2]`, `Object.Signal[0:3]`, perhaps with a
/// unit behind, `Object.Signal [mm]`; states, ports, and what the scenario records under a name of its own.
///
/// # Safety
/// As of `bowline_inputs_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_probes_new(
    model: *const BowlineModel,
    names: *const *const c_char,
    count: usize,
    error: *mut *mut BowlineError,
) -> *mut BowlineProbes {
    // SAFETY: the caller's promise.
    unsafe {
        call::made(error, || {
            let loaded = handle::shared(model)?;
            let probes = self::names(names, count)?.into_iter().map(|name| loaded.model.probe(name));
            let probes: Vec<Probe> = probes.collect::<Result<_, _>>().map_err(|error| unknown(&error))?;
            let width = probes.iter().map(Probe::width).sum();
            Ok(Probed { probes, width })
        })
    }
}

/// How many numbers they have together; 0 for a wrong handle.
///
/// # Safety
/// The handle is one that is not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_probes_width(probes: *const BowlineProbes) -> usize {
    // SAFETY: the caller's promise.
    unsafe { handle::shared(probes) }.map_or(0, |probed| probed.width)
}

/// Frees a set of probes. Null is nothing.
///
/// # Safety
/// The handle is one that is not freed, or null; nobody uses it after this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bowline_probes_free(probes: *mut BowlineProbes) -> BowlineStatus {
    // SAFETY: the caller's promise.
    unsafe { call::free(probes) }
}

/// Numbers that a program gives.
///
/// # Safety
/// There are so many, if the pointer is not null.
pub(crate) unsafe fn numbers<'a>(values: *const f64, count: usize, width: usize) -> Result<&'a [f64], Fault> {
    checked(values, count, width)?;
    let values = if count == 0 { ptr::NonNull::<f64>::dangling().as_ptr().cast_const() } else { values };
    // SAFETY: the caller's promise.
    Ok(unsafe { slice::from_raw_parts(values, count) })
}

/// Room for numbers.
///
/// # Safety
/// There is so much, if the pointer is not null.
pub(crate) unsafe fn room<'a>(values: *mut f64, count: usize, width: usize) -> Result<&'a mut [f64], Fault> {
    checked(values, count, width)?;
    let values = if count == 0 { ptr::NonNull::<f64>::dangling().as_ptr() } else { values };
    // SAFETY: the caller's promise.
    Ok(unsafe { slice::from_raw_parts_mut(values, count) })
}

fn checked(values: *const f64, count: usize, width: usize) -> Result<(), Fault> {
    if count != width {
        return Err(Fault::argument(format!("there are {width} numbers, and room for {count} is given")));
    }
    if count > 0 && (values.is_null() || !values.is_aligned()) {
        return Err(Fault::argument("the numbers are at a null pointer, or not where numbers can be"));
    }
    Ok(())
}
