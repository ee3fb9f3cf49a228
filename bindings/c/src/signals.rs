//! Signals that are read and set, many at once.

use std::ffi::c_char;
use std::{ptr, slice};

use bowline_surface::session::{InputSet, ProbeSet, check_count};

use crate::error::{BowlineError, BowlineStatus, Fault};
use crate::handle::{self, Kind, magic};
use crate::model::BowlineModel;
use crate::{call, text};

/// In-ports that are set together, in runs of one model. It never changes: any number of threads may use it.
pub struct BowlineInputs {
    _opaque: [u8; 0],
}

impl Kind for BowlineInputs {
    type Inner = InputSet;
    type Shared = ();
    const NAME: &'static str = "set of inputs";
    const MAGIC: u64 = magic(5);
}

/// Signals that are read together, in runs of one model. It never changes: any number of threads may use it.
pub struct BowlineProbes {
    _opaque: [u8; 0],
}

impl Kind for BowlineProbes {
    type Inner = ProbeSet;
    type Shared = ();
    const NAME: &'static str = "set of probes";
    const MAGIC: u64 = magic(6);
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
            Ok(InputSet::new(&loaded.model, self::names(names, count)?)?)
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
    unsafe { handle::shared(inputs) }.map_or(0, InputSet::width)
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
            Ok(ProbeSet::new(&loaded.model, self::names(names, count)?)?)
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
    unsafe { handle::shared(probes) }.map_or(0, ProbeSet::width)
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
    check_count(width, count)?;
    if count > 0 && (values.is_null() || !values.is_aligned()) {
        return Err(Fault::argument("the numbers are at a null pointer, or not where numbers can be"));
    }
    Ok(())
}
