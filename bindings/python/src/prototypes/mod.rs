//! SimObjects that are written in Python, for prototypes: each calculation is a method, called under the interpreter's lock.
//!
//! A class becomes a type of a library that is made at run time, of the same tables of C as all libraries are.

mod creator;
mod io;
mod slots;

use std::ffi::c_void;
use std::ptr;
use std::sync::Mutex;

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyType;
use simobject::abi::{self, Text};
use simobject_host::Library;

use creator::{Calculation, Creator};
use io::Io;

use crate::watch::keep;

pub(crate) use creator::{Creator as PyCreator, Handle};
pub(crate) use io::Io as PyIo;

/// A SimObject: an instance of a Python class, and its methods that are calculations.
struct Held {
    calculations: Vec<Calculation>,
    /// What the methods are bound to.
    _instance: Py<PyAny>,
}

/// What an exception says, with the line that raised it.
fn in_words(py: Python<'_>, error: &PyErr) -> String {
    let place = error.traceback(py).and_then(|mut traceback| {
        while let Ok(next) = traceback.getattr("tb_next").and_then(|next| Ok(next.cast_into()?)) {
            traceback = next;
        }
        let line: u32 = traceback.getattr("tb_lineno").ok()?.extract().ok()?;
        let code = traceback.getattr("tb_frame").and_then(|frame| frame.getattr("f_code")).ok()?;
        let file: String = code.getattr("co_filename").ok()?.extract().ok()?;
        Some(format!(" ({file}, line {line})"))
    });
    format!("{error}{}", place.unwrap_or_default())
}

/// Lets what is no failure of a calculation, such as Ctrl-C, be raised where the program called.
fn raise_later(py: Python<'_>, error: PyErr) {
    if !error.is_instance_of::<PyException>(py) {
        keep(error);
    }
}

/// # Safety
/// As [`abi::Type::construct`] says, for the type of a class.
unsafe fn construct(class: usize, creator: *mut abi::Creator, object: *mut c_void) -> u32 {
    let constructed = Python::attach(|py| {
        let class = slots::class(py, class).ok_or_else(|| "its class is gone".to_owned())?;
        let fault = |error: PyErr| {
            let words = in_words(py, &error);
            raise_later(py, error);
            words
        };
        // SAFETY: the host's creator is there during this call; what keeps it longer finds nothing.
        let handed = Bound::new(py, unsafe { Creator::of(creator) }).map_err(fault)?;
        let made = class.call1((handed.clone(),)).map_err(fault);
        let calculations = handed.get().end();
        let made = made?;
        // From now on it keeps nothing in itself.
        made.setattr("_is_made", true).map_err(fault)?;
        Ok::<_, String>(Held { calculations, _instance: made.unbind() })
    });
    match constructed {
        Ok(held) => {
            // SAFETY: the host's memory is large enough, aligned, and empty.
            unsafe { object.cast::<Held>().write(held) };
            0
        }
        Err(message) => {
            let fault =
                abi::Fault { kind: abi::FAULT_NOT_CONSTRUCTED, message: Text::of(&message), ..abi::Fault::NOTHING };
            // SAFETY: a host's creator points to its table.
            unsafe { ((*(*creator).calls).fault)(creator, &raw const fault) };
            1
        }
    }
}

/// # Safety
/// As [`abi::Type::destroy`] says.
unsafe extern "C" fn destroy(object: *mut c_void) {
    // SAFETY: the constructor wrote it there.
    Python::attach(|_| unsafe { object.cast::<Held>().drop_in_place() });
}

/// # Safety
/// As [`abi::Calculate`] says; the tag is the number of the calculation.
unsafe extern "C" fn calculate(objects: *mut c_void, count: usize, io: *mut abi::Io, tag: usize) -> usize {
    Python::attach(|py| {
        for at in 0..count {
            // SAFETY: so many SimObjects lie side by side, each with as many calculations.
            let held = unsafe { &*objects.cast::<Held>().add(at) };
            // SAFETY: the host's.
            unsafe { (*io).object = at };
            let called = || -> PyResult<()> {
                let Some(calculation) = held.calculations.get(tag) else { return Ok(()) };
                // SAFETY: it is there during this call; what keeps it longer finds nothing.
                let view = Bound::new(py, unsafe { Io::of(io, &calculation.declared) })?;
                let called = calculation.method.call1(py, (view.clone(),));
                view.get().end();
                called.map(drop)
            };
            if let Err(error) = called() {
                let is_recoverable = py
                    .import("bowline.simobject")
                    .and_then(|module| module.getattr("Recoverable"))
                    .is_ok_and(|class| error.matches(py, class).unwrap_or(false));
                let kind = if is_recoverable { abi::FAILURE_RECOVERABLE } else { abi::FAILURE_FATAL };
                let message = in_words(py, &error);
                raise_later(py, error);
                // SAFETY: the host's table.
                unsafe { ((*(*io).calls).fail)(io, kind, Text::of(&message)) };
                return at;
            }
        }
        count
    })
}

/// A text that stays.
fn kept(text: &str) -> Text {
    Text::of(String::leak(text.to_owned()))
}

/// The libraries that were made: names and numbers of classes, and the tables.
type Made = Vec<(String, Vec<usize>, &'static Library)>;

static MADE: Mutex<Made> = Mutex::new(Vec::new());

/// The library that has these classes as its types. It stays for the rest of the process, and is made once.
pub(crate) fn library(py: Python<'_>, name: &str, classes: &[Bound<'_, PyType>]) -> PyResult<&'static Library> {
    let numbers = classes.iter().map(|class| slots::number(py, class)).collect::<PyResult<Vec<usize>>>()?;
    let mut made = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some((_, _, library)) = made.iter().find(|(of, with, _)| of == name && *with == numbers) {
        return Ok(library);
    }
    let mut types: Vec<*const abi::Type> = Vec::new();
    for (class, number) in classes.iter().zip(&numbers) {
        let named = |attribute: &str| class.getattr(attribute).and_then(|text| text.extract::<String>());
        let doc = named("__doc__").unwrap_or_default();
        let kind = abi::Type {
            // Each run gets instances of its own: what they keep is not mixed up.
            flags: abi::TYPE_NOT_REENTRANT,
            name: kept(&named("type_name").or_else(|_| named("__name__"))?),
            doc: kept(doc.trim().lines().next().unwrap_or_default()),
            object_size: size_of::<Held>(),
            object_alignment: align_of::<Held>(),
            construct: Some(slots::constructor(*number)),
            destroy: Some(destroy),
            ..abi::Type::NOTHING
        };
        types.push(Box::leak(Box::new(kind)));
    }
    let table = abi::Library {
        abi_major: abi::ABI_MAJOR,
        abi_minor: abi::ABI_MINOR,
        size: abi::size::<abi::Library>(),
        flags: abi::LIBRARY_KEEPS_TO_ROWS,
        name: kept(name),
        version: kept(env!("CARGO_PKG_VERSION")),
        doc: kept("SimObjects in Python"),
        aliases: ptr::null(),
        alias_count: 0,
        type_count: types.len(),
        types: types.leak().as_ptr(),
        needs_minor: 0,
        reserved: 0,
    };
    // SAFETY: the tables stay.
    let library = unsafe { Library::from_table(Box::leak(Box::new(table))) };
    let library = library.map_err(pyo3::exceptions::PyValueError::new_err)?;
    made.push((name.to_owned(), numbers, library));
    Ok(library)
}
