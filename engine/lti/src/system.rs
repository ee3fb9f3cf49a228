//! A linear time-invariant system.

use serde::{Deserialize, Serialize};

use crate::error::LtiError;
use crate::matrix::Matrix;
use crate::matrix_size::MatrixSize;

/// What a state, an input or an output is called, and its unit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quantity {
    /// Its name.
    pub name: String,
    /// Its unit; empty where it has none.
    pub unit: String,
}

impl Quantity {
    /// A quantity of this name and unit.
    pub fn new(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { name: name.into(), unit: unit.into() }
    }

    /// `name [unit]`, or the name alone.
    pub(crate) fn label(&self) -> String {
        if self.unit.is_empty() { self.name.clone() } else { format!("{} [{}]", self.name, self.unit) }
    }
}

/// Where a system was linearised. The system's own states, inputs and outputs are deviations from these values.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OperatingPoint {
    /// The time, s.
    pub time: f64,
    /// Values of the states, each in its unit.
    pub x: Vec<f64>,
    /// Values of the inputs.
    pub u: Vec<f64>,
    /// Values of the outputs.
    pub y: Vec<f64>,
}

/// A linear time-invariant system, y = C x + D u.
///
/// Each element of a matrix is in the unit of its row by that of its column; those of A and B are for each second
/// as well, unless the system is sampled.
#[derive(Debug, Clone, PartialEq)]
pub struct LinearSystem {
    /// From states to their derivatives or next values.
    pub a: Matrix,
    /// From inputs to the derivatives or next values of states.
    pub b: Matrix,
    /// From states to outputs.
    pub c: Matrix,
    /// From inputs to outputs.
    pub d: Matrix,
    /// The states.
    pub states: Vec<Quantity>,
    /// The inputs.
    pub inputs: Vec<Quantity>,
    /// The outputs.
    pub outputs: Vec<Quantity>,
    /// None: dx/dt = A x + B u. Else x\[k+1\] = A x\[k\] + B u\[k\], one step each so many seconds.
    pub sample_time: Option<f64>,
    /// Where it was linearised.
    pub operating_point: OperatingPoint,
}

impl LinearSystem {
    /// A system of these matrices, continuous, whose quantities are called `x1`, `u1`, `y1` and so on, without
    /// units, about an operating point of zeros.
    ///
    /// # Errors
    ///
    /// What [`check`](Self::check) finds.
    pub fn new(a: Matrix, b: Matrix, c: Matrix, d: Matrix) -> Result<Self, LtiError> {
        let named = |letter: char, count: usize| -> Vec<Quantity> {
            (1..=count).map(|number| Quantity::new(format!("{letter}{number}"), "")).collect()
        };
        let (states, inputs, outputs) = (a.rows(), b.columns(), c.rows());
        let system = Self {
            a,
            b,
            c,
            d,
            states: named('x', states),
            inputs: named('u', inputs),
            outputs: named('y', outputs),
            sample_time: None,
            operating_point: OperatingPoint {
                time: 0.0,
                x: vec![0.0; states],
                u: vec![0.0; inputs],
                y: vec![0.0; outputs],
            },
        };
        system.check()?;
        Ok(system)
    }

    /// That all sizes fit, that the matrices are finite, and that a sample time is positive.
    ///
    /// # Errors
    ///
    /// [`LtiError::Size`], [`LtiError::NotFinite`], [`LtiError::SampleTime`].
    pub fn check(&self) -> Result<(), LtiError> {
        let (states, inputs, outputs) = (self.states.len(), self.inputs.len(), self.outputs.len());
        for (name, matrix, rows, columns) in [
            ("A", &self.a, states, states),
            ("B", &self.b, states, inputs),
            ("C", &self.c, outputs, states),
            ("D", &self.d, outputs, inputs),
        ] {
            matrix.check_size(name, rows, columns)?;
            matrix.check_finite(name)?;
        }
        let point = &self.operating_point;
        for (what, list, count) in [
            ("x of the operating point", &point.x, states),
            ("u of the operating point", &point.u, inputs),
            ("y of the operating point", &point.y, outputs),
        ] {
            if list.len() != count {
                let found = MatrixSize { rows: list.len(), columns: 1 };
                return Err(LtiError::Size { what, found, expected: MatrixSize { rows: count, columns: 1 } });
            }
        }
        self.sample_time.map_or(Ok(()), check_step)
    }

    /// That there are an output and an input of these numbers.
    pub(crate) fn check_channel(&self, output: usize, input: usize) -> Result<(), LtiError> {
        for (what, number, count) in [("output", output, self.outputs.len()), ("input", input, self.inputs.len())] {
            if number >= count {
                return Err(LtiError::NoSuch { what, number, count });
            }
        }
        Ok(())
    }
}

/// That a step of time is positive and finite.
pub(crate) fn check_step(step: f64) -> Result<(), LtiError> {
    if step > 0.0 && step.is_finite() { Ok(()) } else { Err(LtiError::SampleTime(step)) }
}
