//! What can be wrong with a system or with a question about it.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use bowline_decimal::Shortest;

use crate::matrix_size::MatrixSize;

/// What can be wrong with a system or with a question about it. Rows, columns, inputs and outputs count from 0.
#[derive(Debug, Clone, PartialEq)]
pub enum LtiError {
    /// An element of a matrix is not a finite number.
    NotFinite {
        /// Which matrix.
        matrix: &'static str,
        /// The row of the element.
        row: usize,
        /// The column of the element.
        column: usize,
        /// The element.
        value: f64,
    },
    /// A matrix or a list has another size than the rest asks for.
    Size {
        /// What has it.
        what: &'static str,
        /// Its size.
        found: MatrixSize,
        /// The size that fits.
        expected: MatrixSize,
    },
    /// A nominal value of a state, by which it is scaled, is not a positive finite number.
    Scale {
        /// Which state.
        state: usize,
        /// Its nominal value.
        value: f64,
    },
    /// A sample time, or a step of time, is not a positive finite number.
    SampleTime(f64),
    /// A system that is to be sampled is sampled already, each so many seconds.
    SampledAlready(f64),
    /// The QR algorithm found no eigenvalues, or wrong ones.
    NoConvergence,
    /// A frequency is negative or not finite, Hz.
    Frequency(f64),
    /// A frequency is above the half of the sample rate, to which a sampled system's response is known.
    AboveNyquist {
        /// The frequency, Hz.
        hertz: f64,
        /// The highest one, Hz.
        limit: f64,
    },
    /// The response at a frequency is infinite: a pole lies there.
    Pole {
        /// The frequency, Hz.
        hertz: f64,
    },
    /// There is no output or input of this number.
    NoSuch {
        /// `"output"` or `"input"`.
        what: &'static str,
        /// Its number.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// A result is too large for a number.
    Overflow(&'static str),
    /// A text is not a system.
    Text(String),
}

impl Display for LtiError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { matrix, row, column, value } => write!(
                f,
                "element ({}, {}) of the matrix {matrix} is {}, and must be a finite number",
                row + 1,
                column + 1,
                Shortest(*value)
            ),
            Self::Size { what, found, expected } => write!(
                f,
                "{what} has {} rows and {} columns, but the rest of the system asks for {} and {}",
                found.rows, found.columns, expected.rows, expected.columns
            ),
            Self::Scale { state, value } => {
                write!(
                    f,
                    "the nominal value of state {} is {}, and must be positive and finite",
                    state + 1,
                    Shortest(*value)
                )
            }
            Self::SampleTime(value) => write!(f, "a step of {} s: it must be positive and finite", Shortest(*value)),
            Self::SampledAlready(step) => {
                write!(
                    f,
                    "the system is sampled already, each {} s: only a continuous one can be sampled",
                    Shortest(*step)
                )
            }
            Self::NoConvergence => write!(f, "the eigenvalues were not found: the QR algorithm did not converge"),
            Self::Frequency(hertz) => {
                write!(f, "a frequency of {} Hz: it must be finite, and not negative", Shortest(*hertz))
            }
            Self::AboveNyquist { hertz, limit } => write!(
                f,
                "a frequency of {} Hz is above {} Hz, half of the sample rate: \
                 a sampled system's response is known up to there",
                Shortest(*hertz),
                Shortest(*limit)
            ),
            Self::Pole { hertz } => {
                write!(
                    f,
                    "the response at {} Hz is infinite: a pole lies there. Choose another frequency",
                    Shortest(*hertz)
                )
            }
            Self::NoSuch { what, number, count } => {
                write!(f, "there is no {what} {}: there are {count}", number + 1)
            }
            Self::Overflow(what) => write!(f, "{what} is too large for a number"),
            Self::Text(reason) => write!(f, "not a linear system: {reason}"),
        }
    }
}

impl Error for LtiError {}
