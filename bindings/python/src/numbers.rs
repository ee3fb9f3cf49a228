//! Numbers from Python and to it.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList, PyTuple};

/// One number, or a row of them. What control loops give is tried first: floats, lists of them, arrays.
pub(crate) fn given(value: &Bound<'_, PyAny>, into: &mut Vec<f64>) -> PyResult<()> {
    if let Ok(number) = value.cast::<PyFloat>() {
        into.push(number.value());
        return Ok(());
    }
    if let Ok(list) = value.cast::<PyList>() {
        return list.iter().try_for_each(|item| one(value, &item, into));
    }
    if let Ok(tuple) = value.cast::<PyTuple>() {
        return tuple.iter().try_for_each(|item| one(value, &item, into));
    }
    if let Ok(array) = value.cast::<PyArray1<f64>>() {
        into.extend(array.try_readonly()?.as_array().iter());
        return Ok(());
    }
    if is_complex(value) {
        return Err(refused(value));
    }
    if let Ok(number) = value.extract::<f64>() {
        into.push(number);
        return Ok(());
    }
    let items = value.try_iter().map_err(|_| refused(value))?;
    items.into_iter().try_for_each(|item| one(value, &item?, into))
}

/// One number of a row.
fn one(row: &Bound<'_, PyAny>, item: &Bound<'_, PyAny>, into: &mut Vec<f64>) -> PyResult<()> {
    let number = match item.cast::<PyFloat>() {
        Ok(number) => number.value(),
        Err(_) if is_complex(item) => return Err(refused(item)),
        Err(_) => item.extract::<f64>().map_err(|_| refused(row))?,
    };
    into.push(number);
    Ok(())
}

/// A complex number of Python or NumPy, which would be read without its imaginary part.
fn is_complex(value: &Bound<'_, PyAny>) -> bool {
    value.get_type().name().is_ok_and(|name| name.to_string().starts_with("complex"))
}

fn refused(value: &Bound<'_, PyAny>) -> PyErr {
    let kind = value.get_type().name().map_or_else(|_| "that".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("give a number or a row of numbers, not {kind}"))
}

/// A number where there is one, else a copy of all as an array.
pub(crate) fn handed_over<'py>(py: Python<'py>, numbers: &[f64]) -> PyResult<Bound<'py, PyAny>> {
    match numbers {
        [number] => Ok(number.into_pyobject(py)?.into_any()),
        _ => Ok(PyArray1::from_slice(py, numbers).into_any()),
    }
}

/// Rows of so many numbers, without a copy.
pub(crate) fn rows<'py>(py: Python<'py>, numbers: Vec<f64>, width: usize) -> PyResult<Bound<'py, PyAny>> {
    let count = numbers.len() / width.max(1);
    Ok(PyArray1::from_vec(py, numbers).reshape([count, width])?.into_any())
}
