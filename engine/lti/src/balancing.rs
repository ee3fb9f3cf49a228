//! Scales of states, by which a matrix is well scaled.

use crate::matrix::Matrix;

/// Balances a square matrix: makes it D^-1 A D, with a diagonal D of powers of two so that norms of rows and of
/// columns come near each other, and returns the diagonal of D. No digit is lost.
///
/// Parlett & Reinsch 1969 with the 2-norm of whole rows and columns, as James, Langou & Lowery 2014 found it to be
/// safe ("On matrix balancing and eigenvector computation", algorithm 3), and as LAPACK's `dgebal` has it since 3.5.
pub(crate) fn balance(a: &mut Matrix) -> Vec<f64> {
    const RADIX: f64 = 2.0;
    /// Scales stay within this and its inverse, far from what overflows.
    const LARGEST: f64 = 1e150;
    let n = a.rows();
    let mut scales = vec![1.0; n];
    loop {
        let mut changed = false;
        for i in 0..n {
            let (mut column, row) = (norm((0..n).map(|k| a[(k, i)])), norm(a.row(i).iter().copied()));
            if column == 0.0 || row == 0.0 || (0..n).all(|k| k == i || a[(k, i)] == 0.0 && a[(i, k)] == 0.0) {
                continue;
            }
            let (mut inverse_row, mut factor, before) = (row, 1.0, column + row);
            while column < inverse_row / RADIX && scales[i] * factor < LARGEST {
                factor *= RADIX;
                column *= RADIX;
                inverse_row /= RADIX;
            }
            while column / RADIX >= inverse_row && scales[i] * factor > 1.0 / LARGEST {
                factor /= RADIX;
                column /= RADIX;
                inverse_row *= RADIX;
            }
            if factor == 1.0 || column + inverse_row >= 0.95 * before {
                continue;
            }
            changed = true;
            scales[i] *= factor;
            for element in a.row_mut(i) {
                *element /= factor;
            }
            for k in 0..n {
                a[(k, i)] *= factor;
            }
        }
        if !changed {
            return scales;
        }
    }
}

/// The 2-norm, without overflow of the squares.
pub(crate) fn norm(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let largest = values.clone().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    largest * values.map(|value| (value / largest).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::balance;
    use crate::matrix::Matrix;

    #[test]
    fn rows_and_columns_become_alike_and_the_matrix_stays_similar() {
        let before = Matrix::from_rows(&[[1.0, 1e10], [1e-10, 2.0]]).expect("a matrix");
        let mut after = before.clone();
        let scales = balance(&mut after);
        assert!(after[(0, 1)] < 4.0 && after[(1, 0)] > 0.25, "{after:?}");
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            assert_eq!(after[(i, j)] * scales[i] / scales[j], before[(i, j)]);
        }
    }
}
