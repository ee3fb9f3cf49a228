//! The classes that are types: a constructor of C has no argument that says which type it is of, so that there is a row of
//! them, each for one class.

use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use simobject::abi;

use super::construct;

/// Most classes of a process.
const MOST: usize = 256;

static CLASSES: Mutex<Vec<Py<PyType>>> = Mutex::new(Vec::new());

type Construct = unsafe extern "C" fn(*mut abi::Creator, *mut c_void) -> u32;

/// # Safety
/// As [`abi::Type::construct`] says.
unsafe extern "C" fn construct_of<const CLASS: usize>(creator: *mut abi::Creator, object: *mut c_void) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { construct(CLASS, creator, object) }
}

/// Sixteen of them, from one on.
macro_rules! sixteen {
    ($first:expr) => {
        [
            construct_of::<{ $first }>,
            construct_of::<{ $first + 1 }>,
            construct_of::<{ $first + 2 }>,
            construct_of::<{ $first + 3 }>,
            construct_of::<{ $first + 4 }>,
            construct_of::<{ $first + 5 }>,
            construct_of::<{ $first + 6 }>,
            construct_of::<{ $first + 7 }>,
            construct_of::<{ $first + 8 }>,
            construct_of::<{ $first + 9 }>,
            construct_of::<{ $first + 10 }>,
            construct_of::<{ $first + 11 }>,
            construct_of::<{ $first + 12 }>,
            construct_of::<{ $first + 13 }>,
            construct_of::<{ $first + 14 }>,
            construct_of::<{ $first + 15 }>,
        ]
    };
}

static CONSTRUCTORS: [[Construct; 16]; MOST / 16] = [
    sixteen!(0),
    sixteen!(16),
    sixteen!(32),
    sixteen!(48),
    sixteen!(64),
    sixteen!(80),
    sixteen!(96),
    sixteen!(112),
    sixteen!(128),
    sixteen!(144),
    sixteen!(160),
    sixteen!(176),
    sixteen!(192),
    sixteen!(208),
    sixteen!(224),
    sixteen!(240),
];

/// The constructor of a class, by its number.
pub(super) fn constructor(number: usize) -> Construct {
    CONSTRUCTORS[number / 16][number % 16]
}

/// The class of that number.
pub(super) fn class(py: Python<'_>, number: usize) -> Option<Bound<'_, PyType>> {
    let classes = CLASSES.lock().unwrap_or_else(PoisonError::into_inner);
    classes.get(number).map(|class| class.bind(py).clone())
}

/// The number of a class, which it keeps.
pub(super) fn number(py: Python<'_>, class: &Bound<'_, PyType>) -> PyResult<usize> {
    let mut classes = CLASSES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(number) = classes.iter().position(|known| known.bind(py).is(class)) {
        return Ok(number);
    }
    if classes.len() == MOST {
        let message = format!("a process has at most {MOST} classes of SimObjects");
        return Err(PyValueError::new_err(message));
    }
    classes.push(class.clone().unbind());
    Ok(classes.len() - 1)
}
