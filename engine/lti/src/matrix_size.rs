//! The size of a matrix.

/// How many rows and columns a matrix has. A list is one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatrixSize {
    /// How many rows there are.
    pub rows: usize,
    /// How many columns there are.
    pub columns: usize,
}
