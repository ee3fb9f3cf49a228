//! Numbers from Python and to it.

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// One number, or a row of them.
pub(crate) fn given(value: &Bound<'_, PyAny>, into: &mut Vec<f64>) -> PyResult<()> {
    if let Ok(number) = value.extract::<f64>() {
        into.push(number);
        return Ok(());
    }
    if let Ok(array) = value.extract::<PyReadonlyArray1<'_, f64>>() {
        into.extend(array.as_array().iter());
        return Ok(());
    }
    let refused = || {
        let kind = value.get_type().name().map_or_else(|_| "that".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("give a number or a row of numbers, not {kind}"))
    };
    for item in value.try_iter().map_err(|_| refused())? {
        into.push(item?.extract::<f64>().map_err(|_| refused())?);
    }
    Ok(())
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
