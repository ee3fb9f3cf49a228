//! Tables in files, and charts.

use std::path::PathBuf;

use bowline_analysis::frequencies as of_text;
use bowline_results::{
    Chart, Column, DataFrame, FrequencyPair, FrequencyResponse, Header, Look, Responses, Scale, Values, frequency_table,
};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::errors::Fault;

/// Names, units and values of columns.
pub(crate) type Columns<'py> = Vec<(String, String, Bound<'py, PyAny>)>;

/// Name, unit and values of a pair.
type Pair = (String, String, Vec<(f64, f64)>);

/// A table of columns.
fn frame(columns: &Columns<'_>) -> PyResult<DataFrame> {
    let mut frame = DataFrame::default();
    for (name, unit, values) in columns {
        let values = if let Ok(numbers) = values.extract::<PyReadonlyArray1<'_, f64>>() {
            Values::Numbers(numbers.as_array().iter().map(|number| number.is_finite().then_some(*number)).collect())
        } else if let Ok(numbers) = values.extract::<Vec<Option<i64>>>() {
            Values::Integers(numbers)
        } else if let Ok(numbers) = values.extract::<Vec<Option<f64>>>() {
            Values::Numbers(numbers)
        } else {
            Values::Texts(values.extract()?)
        };
        frame.columns.push(Column { name: name.clone(), unit: unit.clone(), values });
    }
    let rows = frame.rows();
    match frame.columns.iter().find(|column| column.values.len() != rows) {
        Some(column) => Err(PyValueError::new_err(format!(
            "the column `{}` has {} rows, and others have {rows}",
            column.name,
            column.values.len()
        ))),
        None => Ok(frame),
    }
}

/// The columns of a table: arrays of numbers, and lists of texts.
pub(crate) fn handed_over<'py>(py: Python<'py>, frame: &DataFrame) -> PyResult<Columns<'py>> {
    let of = |values: &Values| -> PyResult<_> {
        match values {
            Values::Numbers(numbers) => {
                Ok(PyArray1::from_iter(py, numbers.iter().map(|number| number.unwrap_or(f64::NAN))).into_any())
            }
            Values::Integers(numbers) => match numbers.iter().copied().collect::<Option<Vec<i64>>>() {
                Some(numbers) => Ok(PyArray1::from_vec(py, numbers).into_any()),
                // Arrays of whole numbers have no sign for what is missing.
                None => {
                    let of = |number: &Option<i64>| number.map_or(f64::NAN, |number| number as f64);
                    Ok(PyArray1::from_iter(py, numbers.iter().map(of)).into_any())
                }
            },
            Values::Texts(texts) => Ok(PyList::new(py, texts)?.into_any()),
        }
    };
    frame.columns.iter().map(|column| Ok((column.name.clone(), column.unit.clone(), of(&column.values)?))).collect()
}

/// Reads a table: CSV or Parquet.
#[pyfunction]
pub(crate) fn read_table(py: Python<'_>, path: PathBuf) -> PyResult<Columns<'_>> {
    let read = py.detach(|| DataFrame::read(&path));
    let frame = read.map_err(|reason| Fault::file(format!("cannot read `{}`: {reason}", path.display())))?;
    handed_over(py, &frame)
}

/// Writes a table: Parquet if the name ends so, else CSV.
#[pyfunction]
pub(crate) fn write_table(py: Python<'_>, path: PathBuf, columns: Columns<'_>, units: bool) -> PyResult<()> {
    let frame = frame(&columns)?;
    let header = if units { Header::NamesAndUnits } else { Header::Names };
    let written = py.detach(|| frame.write(&path, header));
    Ok(written.map_err(|reason| Fault::file(format!("cannot write `{}`: {reason}", path.display())))?)
}

/// Lines over a column, by their places.
#[pyfunction]
pub(crate) fn lines_svg(
    columns: Columns<'_>,
    over: usize,
    lines: Vec<usize>,
    title: String,
    log: (bool, bool),
    points: bool,
) -> PyResult<String> {
    let frame = frame(&columns)?;
    if over >= frame.columns.len() || lines.iter().any(|line| *line >= frame.columns.len()) {
        return Err(PyValueError::new_err("there is no such column"));
    }
    let scale = |is_log: bool| if is_log { Scale::Logarithmic } else { Scale::Linear };
    let look = Look { pixels: Chart::SVG_PIXELS, x: scale(log.0), y: scale(log.1), are_points: points };
    let mut chart = Chart::new(&frame, over, &lines, &look);
    chart.title = title;
    Ok(chart.to_svg())
}

/// A frequency response: names and units of pairs, real and imaginary parts.
#[pyfunction]
pub(crate) fn response_svg(
    hertz: Vec<f64>,
    pairs: Vec<Pair>,
    kind: &str,
    decibel: bool,
    title: String,
) -> PyResult<String> {
    let pairs: Vec<FrequencyPair> =
        pairs.into_iter().map(|(name, unit, values)| FrequencyPair { name, unit, values }).collect();
    let response = FrequencyResponse::of(&frequency_table(&hertz, &pairs)).map_err(PyValueError::new_err)?;
    let all = [Responses { result: String::new(), response: &response, pairs: (0..pairs.len()).collect() }];
    let mut chart = match kind {
        "bode" => Chart::bode(&all, decibel),
        "nyquist" => Chart::nyquist(&all).map_err(PyValueError::new_err)?,
        "nichols" => Chart::nichols(&all).map_err(PyValueError::new_err)?,
        other => return Err(PyValueError::new_err(format!("`{other}` is no diagram: bode, nyquist or nichols"))),
    };
    chart.title = title;
    Ok(chart.to_svg())
}

/// The frequencies that a text names, Hz: `0.1:log:1000`, `0:0.5:10`, `1,2,5`.
#[pyfunction]
pub(crate) fn frequencies<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let hertz = of_text::read(text).map_err(Fault::refused)?;
    Ok(PyArray1::from_vec(py, hertz).into_any())
}
