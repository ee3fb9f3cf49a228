//! JSON, which is read back too.

use serde::{Deserialize, Serialize};

use crate::error::LtiError;
use crate::matrix::Matrix;
use crate::matrix_size::MatrixSize;
use crate::system::{LinearSystem, OperatingPoint, Quantity};

/// What stands in a file. Matrices are lists of rows.
#[derive(Debug, Serialize, Deserialize)]
struct File {
    sample_time: Option<f64>,
    states: Vec<Quantity>,
    inputs: Vec<Quantity>,
    outputs: Vec<Quantity>,
    operating_point: Point,
    #[serde(rename = "A")]
    a: Vec<Vec<f64>>,
    #[serde(rename = "B")]
    b: Vec<Vec<f64>>,
    #[serde(rename = "C")]
    c: Vec<Vec<f64>>,
    #[serde(rename = "D")]
    d: Vec<Vec<f64>>,
}

/// Numbers that are not finite, which JSON does not have, are null.
#[derive(Debug, Serialize, Deserialize)]
struct Point {
    time: Option<f64>,
    x: Vec<Option<f64>>,
    u: Vec<Option<f64>>,
    y: Vec<Option<f64>>,
}

impl LinearSystem {
    /// The system as JSON: an object with `sample_time` (s, or null), `states`, `inputs` and `outputs` (lists of
    /// `name` and `unit`), `operating_point` (`time` in s, `x`, `u`, `y`) and the matrices `A`, `B`, `C`, `D` as
    /// lists of rows. All numbers read back as the same doubles, but for those of the operating point that are not
    /// finite: they become null.
    pub fn to_json(&self) -> String {
        // Values of numbers, texts and lists are always text.
        let text = |value: &dyn Fn() -> serde_json::Result<String>| value().unwrap_or_default();
        let list = |rows: Vec<String>| match rows.is_empty() {
            true => "[]".to_owned(),
            false => format!("[\n    {}\n  ]", rows.join(",\n    ")),
        };
        let quantities =
            |all: &[Quantity]| list(all.iter().map(|quantity| text(&|| serde_json::to_string(quantity))).collect());
        let rows = |matrix: &Matrix| {
            list((0..matrix.rows()).map(|row| text(&|| serde_json::to_string(matrix.row(row)))).collect())
        };
        let point = &self.operating_point;
        let finite = |values: &[f64]| values.iter().copied().map(Some).collect::<Vec<_>>();
        let point = Point { time: Some(point.time), x: finite(&point.x), u: finite(&point.u), y: finite(&point.y) };
        let members = [
            ("sample_time", text(&|| serde_json::to_string(&self.sample_time))),
            ("states", quantities(&self.states)),
            ("inputs", quantities(&self.inputs)),
            ("outputs", quantities(&self.outputs)),
            ("operating_point", text(&|| serde_json::to_string(&point))),
            ("A", rows(&self.a)),
            ("B", rows(&self.b)),
            ("C", rows(&self.c)),
            ("D", rows(&self.d)),
        ];
        let members: Vec<_> = members.iter().map(|(name, value)| format!("  \"{name}\": {value}")).collect();
        format!("{{\n{}\n}}\n", members.join(",\n"))
    }

    /// The system that [`to_json`](Self::to_json) wrote; null in the operating point is read as NaN.
    ///
    /// # Errors
    ///
    /// [`LtiError::Text`] where the text is no JSON or has other members, and what [`check`](Self::check) finds.
    pub fn from_json(text: &str) -> Result<Self, LtiError> {
        let file: File = serde_json::from_str(text).map_err(|error| LtiError::Text(error.to_string()))?;
        let (states, inputs) = (file.states.len(), file.inputs.len());
        let matrix = |name: &'static str, rows: Vec<Vec<f64>>, columns: usize| {
            if let Some(row) = rows.iter().find(|row| row.len() != columns) {
                let found = MatrixSize { rows: rows.len(), columns: row.len() };
                let expected = MatrixSize { rows: rows.len(), columns };
                return Err(LtiError::Size { what: name, found, expected });
            }
            Matrix::new(rows.len(), columns, rows.concat())
        };
        let list = |values: Vec<Option<f64>>| values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect();
        let system = Self {
            a: matrix("A", file.a, states)?,
            b: matrix("B", file.b, inputs)?,
            c: matrix("C", file.c, states)?,
            d: matrix("D", file.d, inputs)?,
            states: file.states,
            inputs: file.inputs,
            outputs: file.outputs,
            sample_time: file.sample_time,
            operating_point: OperatingPoint {
                time: file.operating_point.time.unwrap_or(f64::NAN),
                x: list(file.operating_point.x),
                u: list(file.operating_point.u),
                y: list(file.operating_point.y),
            },
        };
        system.check()?;
        Ok(system)
    }
}
