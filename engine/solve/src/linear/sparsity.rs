//! Which derivatives depend on which states: the structure of the Jacobian
//! d(dx/dt)/dx.

use std::ops::Range;

use super::colouring::Colouring;

/// The structure of a Jacobian, known before anything is evaluated. Behind the derivatives and the states there may be
/// equations and unknowns that evaluations solve for.
#[derive(Debug)]
pub struct JacobianStructure {
    /// Which elements may differ from 0.
    pub sparsity: Sparsity,
    /// Which columns one evaluation tells apart.
    pub colouring: Colouring,
}

/// The elements of a matrix that may differ from 0, column by column. Of square ones the diagonal is always among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sparsity {
    /// Where each column begins in `rows`, and where the last one ends.
    starts: Vec<usize>,
    /// The rows of each column, rising.
    rows: Vec<usize>,
}

impl Sparsity {
    /// From the columns of each row; they need not be in order.
    pub fn of_rows(columns_of_row: impl ExactSizeIterator<Item = Vec<u32>>) -> Self {
        let n = columns_of_row.len();
        let with_diagonal = columns_of_row.enumerate().map(|(row, mut columns)| {
            columns.push(row as u32);
            columns
        });
        Self::rectangular(with_diagonal, n)
    }

    /// That of a matrix with so many columns, and any number of rows: from the columns of each row, and nothing else.
    pub fn rectangular(columns_of_row: impl Iterator<Item = Vec<u32>>, n: usize) -> Self {
        let mut pairs = Vec::new();
        for (row, columns) in columns_of_row.enumerate() {
            pairs.extend(columns.into_iter().map(|column| (column as usize, row)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0; n + 1];
        pairs.iter().for_each(|(column, _)| starts[column + 1] += 1);
        (0..n).for_each(|column| starts[column + 1] += starts[column]);
        Self { starts, rows: pairs.into_iter().map(|(_, row)| row).collect() }
    }

    /// Number of columns; of square ones also of rows.
    pub fn size(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of rows up to the last one that has any element.
    pub fn height(&self) -> usize {
        self.rows.iter().max().map_or(0, |last| last + 1)
    }

    /// Number of elements.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The product of a matrix of this structure and a vector.
    pub fn multiply(&self, elements: &[f64], vector: &[f64], product: &mut [f64]) {
        product.fill(0.0);
        for (column, x) in vector.iter().enumerate() {
            for (row, element) in self.column(column).iter().zip(&elements[self.range(column)]) {
                product[*row] += element * x;
            }
        }
    }

    /// The rows of a column, rising.
    pub fn column(&self, column: usize) -> &[usize] {
        &self.rows[self.range(column)]
    }

    /// Where each column's elements begin, with their number behind, and the
    /// row of each.
    pub fn compressed_columns(&self) -> (&[usize], &[usize]) {
        (&self.starts, &self.rows)
    }

    /// Where a column's elements stand among all.
    pub fn range(&self, column: usize) -> Range<usize> {
        self.starts[column]..self.starts[column + 1]
    }
}
