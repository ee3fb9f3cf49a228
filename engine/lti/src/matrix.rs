//! A dense matrix.

use std::ops::{Index, IndexMut};

use crate::error::LtiError;
use crate::matrix_size::MatrixSize;

/// A dense matrix, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    elements: Vec<f64>,
}

impl Matrix {
    /// A matrix of these elements, row by row.
    ///
    /// # Errors
    ///
    /// [`LtiError::Size`] unless there are `rows` times `columns` of them.
    pub fn new(rows: usize, columns: usize, elements: Vec<f64>) -> Result<Self, LtiError> {
        if rows.checked_mul(columns) != Some(elements.len()) {
            return Err(LtiError::Size {
                what: "a list of elements",
                found: MatrixSize { rows: elements.len(), columns: 1 },
                expected: MatrixSize { rows: rows.saturating_mul(columns), columns: 1 },
            });
        }
        Ok(Self { rows, columns, elements })
    }

    /// A matrix of zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, elements: vec![0.0; rows * columns] }
    }

    /// The identity of `order` rows.
    pub fn identity(order: usize) -> Self {
        let mut matrix = Self::zeros(order, order);
        for i in 0..order {
            matrix[(i, i)] = 1.0;
        }
        matrix
    }

    /// A matrix of these rows. Without any it has no columns either.
    ///
    /// # Errors
    ///
    /// [`LtiError::Size`] where a row is longer or shorter than the first.
    pub fn from_rows<R: AsRef<[f64]>>(rows: &[R]) -> Result<Self, LtiError> {
        let columns = rows.first().map_or(0, |row| row.as_ref().len());
        if let Some(row) = rows.iter().find(|row| row.as_ref().len() != columns) {
            let found = MatrixSize { rows: 1, columns: row.as_ref().len() };
            let expected = MatrixSize { rows: 1, columns };
            return Err(LtiError::Size { what: "a row of a matrix", found, expected });
        }
        let elements = rows.iter().flat_map(|row| row.as_ref()).copied().collect();
        Ok(Self { rows: rows.len(), columns, elements })
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All elements, row by row.
    pub fn elements(&self) -> &[f64] {
        &self.elements
    }

    /// An element, or `None` outside the matrix.
    pub fn get(&self, row: usize, column: usize) -> Option<f64> {
        (row < self.rows && column < self.columns).then(|| self.elements[row * self.columns + column])
    }

    /// Sets an element.
    ///
    /// # Panics
    ///
    /// Outside the matrix.
    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        self[(row, column)] = value;
    }

    /// A row.
    ///
    /// # Panics
    ///
    /// Where there is no such row.
    pub fn row(&self, row: usize) -> &[f64] {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        &self.elements[row * self.columns..(row + 1) * self.columns]
    }

    /// A row, to be changed.
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [f64] {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        &mut self.elements[row * self.columns..(row + 1) * self.columns]
    }

    /// Exchanges two rows.
    pub(crate) fn swap_rows(&mut self, a: usize, b: usize) {
        for column in 0..self.columns {
            self.elements.swap(a * self.columns + column, b * self.columns + column);
        }
    }

    /// Subtracts a multiple of a row from another.
    pub(crate) fn subtract_row(&mut self, from: usize, factor: f64, row: usize) {
        let (low, high) = self.elements.split_at_mut(from.max(row) * self.columns);
        let place = from.min(row) * self.columns;
        let (low, high) = (&mut low[place..place + self.columns], &mut high[..self.columns]);
        let (to, subtracted) = if from > row { (high, low) } else { (low, high) };
        to.iter_mut().zip(subtracted.iter()).for_each(|(to, subtracted)| *to -= factor * *subtracted);
    }

    /// Adds a multiple of a matrix of the same size.
    pub(crate) fn add_scaled(&mut self, factor: f64, other: &Self) {
        for (to, from) in self.elements.iter_mut().zip(&other.elements) {
            *to += factor * from;
        }
    }

    /// Multiplies each element.
    pub(crate) fn scale(&mut self, factor: f64) {
        for element in &mut self.elements {
            *element *= factor;
        }
    }

    /// The product with a matrix of as many rows as this has columns.
    pub(crate) fn times(&self, other: &Self) -> Self {
        assert_eq!(self.columns, other.rows, "matrices that do not fit");
        let mut product = Self::zeros(self.rows, other.columns);
        for i in 0..self.rows {
            let to = &mut product.elements[i * other.columns..(i + 1) * other.columns];
            for (&factor, k) in self.row(i).iter().zip(0..) {
                if factor != 0.0 {
                    for (to, from) in to.iter_mut().zip(other.row(k)) {
                        *to += factor * from;
                    }
                }
            }
        }
        product
    }

    /// The largest sum of magnitudes in a column.
    pub(crate) fn norm_1(&self) -> f64 {
        let mut sums = vec![0.0; self.columns];
        for i in 0..self.rows {
            for (sum, element) in sums.iter_mut().zip(self.row(i)) {
                *sum += element.abs();
            }
        }
        sums.into_iter().fold(0.0, f64::max)
    }

    /// The rows and columns of these numbers, in their order.
    pub(crate) fn part(&self, rows: &[usize], columns: &[usize]) -> Self {
        let elements = rows.iter().flat_map(|&i| columns.iter().map(move |&j| self[(i, j)])).collect();
        Self { rows: rows.len(), columns: columns.len(), elements }
    }

    /// That all elements are finite, or which is not. `matrix` is its name in a message.
    pub(crate) fn check_finite(&self, matrix: &'static str) -> Result<(), LtiError> {
        match self.elements.iter().position(|element| !element.is_finite()) {
            Some(at) => Err(LtiError::NotFinite {
                matrix,
                row: at / self.columns,
                column: at % self.columns,
                value: self.elements[at],
            }),
            None => Ok(()),
        }
    }

    /// That there are so many rows and columns. `what` is its name in a message.
    pub(crate) fn check_size(&self, what: &'static str, rows: usize, columns: usize) -> Result<(), LtiError> {
        let found = MatrixSize { rows: self.rows, columns: self.columns };
        let expected = MatrixSize { rows, columns };
        if found == expected { Ok(()) } else { Err(LtiError::Size { what, found, expected }) }
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        assert!(row < self.rows && column < self.columns, "({row}, {column}) of {} x {}", self.rows, self.columns);
        &self.elements[row * self.columns + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        assert!(row < self.rows && column < self.columns, "({row}, {column}) of {} x {}", self.rows, self.columns);
        &mut self.elements[row * self.columns + column]
    }
}
