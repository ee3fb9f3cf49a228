//! What a calculation in Python sees of a run.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::{ptr, slice};

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use simobject::abi;

use super::creator::{Declared, Handle};
use crate::numbers;

/// The numbers of a run, during a calculation: ``io[handle]`` reads a signal, ``io[handle] = ...`` fills an out-port.
#[pyclass(frozen, module = "bowline")]
pub(crate) struct Io {
    /// Null when there is nothing to see. Who holds the interpreter's lock uses it.
    io: AtomicPtr<abi::Io>,
    declared: Arc<Declared>,
}

impl Io {
    /// # Safety
    /// It is there until `end` is called.
    pub(super) unsafe fn of(io: *mut abi::Io, declared: &Arc<Declared>) -> Self {
        Self { io: AtomicPtr::new(io), declared: Arc::clone(declared) }
    }

    /// From now on there is nothing to see.
    pub(super) fn end(&self) {
        self.io.store(ptr::null_mut(), Ordering::Relaxed);
    }

    fn io(&self) -> PyResult<&abi::Io> {
        // SAFETY: it is there until it is null.
        let io = unsafe { self.io.load(Ordering::Relaxed).as_ref() };
        io.ok_or_else(|| PyRuntimeError::new_err("the numbers of a run are there during a calculation, and not later"))
    }

    /// The numbers of a handle among so many.
    fn range(handle: &Handle, count: usize) -> PyResult<Range<usize>> {
        let first = handle.place.first as usize;
        let is_there = handle.place.count == 0 && first.checked_add(handle.width).is_some_and(|end| end <= count);
        if is_there { Ok(first..first + handle.width) } else { Err(undeclared(handle)) }
    }

    /// Refuses to read what the calculation does not declare.
    fn check_read(&self, handle: &Handle) -> PyResult<()> {
        let Declared { creator, reads, .. } = &*self.declared;
        let may = match reads {
            Some(reads) => reads.contains(&handle.place.index),
            // All in-ports and states.
            None => matches!(
                handle.role,
                abi::ROLE_IN_PORT | abi::ROLE_SUM_PORT | abi::ROLE_STATE | abi::ROLE_DISCRETE_STATE
            ),
        };
        if may && handle.creator == *creator { Ok(()) } else { Err(undeclared(handle)) }
    }

    /// Refuses to set what the calculation does not give.
    fn check_given(&self, handle: &Handle) -> PyResult<()> {
        let Declared { creator, gives, .. } = &*self.declared;
        if handle.creator == *creator && gives.contains(&handle.place.index) { Ok(()) } else { Err(undeclared(handle)) }
    }

    fn write(&self, handle: &Handle, value: &Bound<'_, PyAny>, into_results: bool) -> PyResult<()> {
        let mut given = Vec::with_capacity(handle.width);
        numbers::given(value, &mut given)?;
        if given.len() != handle.width {
            let message = format!("`{}` has width {}, but is given {}", handle.name, handle.width, given.len());
            return Err(PyValueError::new_err(message));
        }
        let io = self.io()?;
        let (row, count) = if into_results { (io.results, io.result_count) } else { (io.values, io.value_count) };
        let range = Self::range(handle, count)?;
        // SAFETY: the row has so many numbers, and nobody else looks at it during the calculation.
        unsafe { slice::from_raw_parts_mut(row.add(range.start), range.len()) }.copy_from_slice(&given);
        Ok(())
    }
}

#[pymethods]
impl Io {
    /// Simulated time, s.
    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.io()?.time)
    }

    /// In what runs on a clock: how many ticks came before this one.
    #[getter]
    fn tick(&self) -> PyResult<u64> {
        Ok(self.io()?.tick)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, handle: &Handle) -> PyResult<Bound<'py, PyAny>> {
        let io = self.io()?;
        self.check_read(handle)?;
        // SAFETY: the host's rows.
        let values = unsafe { abi::row(io.values.cast_const(), io.value_count) };
        if handle.role != abi::ROLE_SUM_PORT {
            return numbers::handed_over(py, &values[Self::range(handle, values.len())?]);
        }
        // SAFETY: as above.
        let places = unsafe { abi::row(io.places, io.place_count) };
        let mut sum = vec![0.0; handle.width];
        let first = handle.place.first as usize;
        let sources = places.get(first..first + handle.place.count as usize).unwrap_or_default();
        for source in sources {
            let numbers = values.get(*source as usize..*source as usize + handle.width).unwrap_or_default();
            sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
        numbers::handed_over(py, &sum)
    }

    fn __setitem__(&self, handle: &Handle, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let is_state = handle.role == abi::ROLE_STATE || handle.role == abi::ROLE_DISCRETE_STATE;
        let may = match self.declared.purpose {
            abi::PURPOSE_COMMON_COMPUTATION => handle.role == abi::ROLE_OUT_PORT,
            abi::PURPOSE_INITIAL_CONDITION => is_state,
            _ => false,
        };
        if !may {
            let message = format!(
                "`{}` cannot be set here: computations fill out-ports, initial methods set states; \
                 derivatives use set_derivative, updates set_next",
                handle.name
            );
            return Err(PyTypeError::new_err(message));
        }
        self.check_given(handle)?;
        self.write(handle, value, false)
    }

    /// Gives the derivative of a state.
    fn set_derivative(&self, state: &Handle, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.declared.purpose != abi::PURPOSE_DERIVATIVES || state.role != abi::ROLE_STATE {
            let message = format!(
                "derivatives of states are given by the method of `derivatives`, and not of `{}` here",
                state.name
            );
            return Err(PyTypeError::new_err(message));
        }
        if state.creator != self.declared.creator {
            return Err(undeclared(state));
        }
        self.write(state, value, true)
    }

    /// Gives the next value of a discrete state.
    fn set_next(&self, state: &Handle, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.declared.purpose != abi::PURPOSE_UPDATE || state.role != abi::ROLE_DISCRETE_STATE {
            let message = format!(
                "next values of discrete states are given by the method of an `update`, and not of `{}` here",
                state.name
            );
            return Err(PyTypeError::new_err(message));
        }
        self.check_given(state)?;
        self.write(state, value, true)
    }
}

fn undeclared(handle: &Handle) -> PyErr {
    let message = format!("`{}` is not among what this calculation declares: name it in reads or gives", handle.name);
    PyRuntimeError::new_err(message)
}
