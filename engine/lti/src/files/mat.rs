//! MAT-files of level 5, which MATLAB, Octave and SciPy read.
//!
//! "MAT-File Format", The MathWorks: a header of 128 bytes, then an element for each variable. An element is its type
//! and its length in bytes, both in 4 bytes, and its data, filled up to a multiple of 8. All of it is little-endian.

use super::{lists, matrices, numbers, texts};
use crate::error::LtiError;
use crate::system::LinearSystem;

/// Types of elements.
const INT8: u32 = 1;
const INT32: u32 = 5;
const UINT32: u32 = 6;
const DOUBLE: u32 = 9;
const MATRIX: u32 = 14;
const UTF8: u32 = 16;
/// Classes of matrices.
const CELL: u32 = 1;
const CHAR: u32 = 4;
const DOUBLES: u32 = 6;

impl LinearSystem {
    /// The system as a MAT-file of level 5, not compressed: the matrices `A`, `B`, `C`, `D`; the columns `x0`, `u0`,
    /// `y0` of the operating point; the numbers `Ts` (the sample time, s; 0 if the system is continuous) and `t0` (s);
    /// and columns of cells with texts, `StateName`, `StateUnit`, `InputName`, `InputUnit`, `OutputName`, `OutputUnit`.
    /// Characters beyond the first 65536 of Unicode become U+FFFD.
    ///
    /// # Errors
    ///
    /// What [`check`](Self::check) finds, and [`LtiError::Overflow`] for a variable of 4 GiB and more.
    pub fn to_mat(&self) -> Result<Vec<u8>, LtiError> {
        self.check()?;
        let mut file = b"MATLAB 5.0 MAT-file, written by Bowline".to_vec();
        file.resize(116, b' ');
        // No data of subsystems; version 1.0; the order of bytes.
        file.extend([0; 8]);
        file.extend([0x00, 0x01, b'I', b'M']);
        for (name, matrix) in matrices(self) {
            let (rows, columns) = (matrix.rows(), matrix.columns());
            // Column by column.
            let elements = (0..columns).flat_map(|j| (0..rows).map(move |i| matrix[(i, j)]));
            file.extend(doubles(name, rows, columns, elements)?);
        }
        for (name, number) in numbers(self) {
            file.extend(doubles(name, 1, 1, [number])?);
        }
        for (name, list) in lists(self) {
            file.extend(doubles(name, list.len(), 1, list.iter().copied())?);
        }
        for (name, list) in texts(self) {
            let cells: Result<Vec<_>, _> = list.iter().map(|text| characters(text)).collect();
            file.extend(variable(CELL, name, list.len(), 1, &cells?.concat())?);
        }
        Ok(file)
    }
}

/// A matrix of numbers, column by column.
fn doubles(
    name: &str,
    rows: usize,
    columns: usize,
    elements: impl IntoIterator<Item = f64>,
) -> Result<Vec<u8>, LtiError> {
    let data: Vec<u8> = elements.into_iter().flat_map(f64::to_le_bytes).collect();
    variable(DOUBLES, name, rows, columns, &element(DOUBLE, &data)?)
}

/// A text as a row of characters, without a name: a cell. As UTF-8, since SciPy guesses what 16 bits of no declared
/// encoding are, and Octave reads no UTF-16.
fn characters(text: &str) -> Result<Vec<u8>, LtiError> {
    // What takes two places in MATLAB is one for others: how long is such a row?
    let one_place = |character: char| if u32::from(character) < 0x1_0000 { character } else { '\u{fffd}' };
    let text: String = text.chars().map(one_place).collect();
    let count = text.chars().count();
    // An empty text has no row either.
    variable(CHAR, "", usize::from(count > 0), count, &element(UTF8, text.as_bytes())?)
}

/// A matrix of a class: its flags, size and name, and elements with its content.
fn variable(class: u32, name: &str, rows: usize, columns: usize, content: &[u8]) -> Result<Vec<u8>, LtiError> {
    let number = |size: usize| i32::try_from(size).map_err(|_| LtiError::Overflow("a size in a MAT-file"));
    let flags = [class.to_le_bytes(), [0; 4]].concat();
    let size = [number(rows)?.to_le_bytes(), number(columns)?.to_le_bytes()].concat();
    let mut data = element(UINT32, &flags)?;
    data.extend(element(INT32, &size)?);
    data.extend(element(INT8, name.as_bytes())?);
    data.extend(content);
    element(MATRIX, &data)
}

/// An element of a file.
fn element(kind: u32, data: &[u8]) -> Result<Vec<u8>, LtiError> {
    let length = u32::try_from(data.len()).map_err(|_| LtiError::Overflow("a variable of a MAT-file"))?;
    let mut element = [kind.to_le_bytes(), length.to_le_bytes()].concat();
    element.extend(data);
    element.resize(element.len().next_multiple_of(8), 0);
    Ok(element)
}
