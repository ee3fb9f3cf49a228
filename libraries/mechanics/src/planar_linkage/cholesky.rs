//! Linear equations with a symmetric, positive definite matrix.

/// A pivot that is less than this part of its diagonal element is rounding.
const SMALLEST_PIVOT: f64 = 1e-12;

/// How many numbers the lower triangle of a matrix with so many rows has: so
/// the place of the row behind them.
#[inline]
pub(super) fn triangle(rows: usize) -> usize {
    rows * (rows + 1) / 2
}

/// Solves `matrix x = right` in place, by the root-free Cholesky factorisation
/// L D L^T (G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed. 2013,
/// section 4.1). The matrix is given by the rows of its lower triangle, one
/// behind the other, which are overwritten; `x` stands in `right` then.
///
/// # Errors
/// The row at which the matrix turned out to be singular.
#[inline]
pub(super) fn solve(matrix: &mut [f64], right: &mut [f64]) -> Result<(), usize> {
    let count = right.len();
    for i in 0..count {
        factorise_row(matrix, i)?;
    }
    for i in 0..count {
        right[i] -= product(&matrix[triangle(i)..], &right[..i]);
    }
    for i in 0..count {
        right[i] /= matrix[triangle(i) + i];
    }
    for i in (0..count).rev() {
        let (inner, outer) = right.split_at_mut(i);
        let solved = outer[0];
        inner.iter_mut().zip(&matrix[triangle(i)..]).for_each(|(right, element)| *right -= element * solved);
    }
    Ok(())
}

/// Puts a row of L, and of D behind it, where that of the matrix was.
#[inline]
fn factorise_row(matrix: &mut [f64], i: usize) -> Result<(), usize> {
    let (above, row) = matrix.split_at_mut(triangle(i));
    // First what L times D has there.
    for j in 0..i {
        row[j] -= product(&above[triangle(j)..], &row[..j]);
    }
    let diagonal = row[i];
    for j in 0..i {
        let element = row[j];
        row[j] /= above[triangle(j) + j];
        row[i] -= element * row[j];
    }
    // Neither where it is not a number.
    if row[i] > SMALLEST_PIVOT * diagonal { Ok(()) } else { Err(i) }
}

/// Of as many elements as there are factors.
#[inline]
fn product(elements: &[f64], factors: &[f64]) -> f64 {
    factors.iter().zip(elements).map(|(factor, element)| factor * element).sum()
}
