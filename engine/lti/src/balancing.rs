//! Scales of states, by which a matrix is well scaled.

use crate::matrix::Matrix;

/// Balances a system, makes it D^-1 A D, D^-1 B, C D, and returns the diagonal of D. Inputs and outputs count as if each
/// were as large as A, whatever their units.
///
/// They are one more row and column of the balanced matrix. Without them, a state on which the others hardly act back, such
/// as the position of a mass whose spring is but rounding, would be made so large that rounding of A is as much as what acts
/// on it (Watkins 2006, "A case where balancing is harmful"). Every state that an input reaches and an output sees is on a
/// circle through them, so that there is one best D, however many inputs and outputs there are.
pub(crate) fn balance_system(a: &mut Matrix, b: &mut Matrix, c: &mut Matrix) -> Vec<f64> {
    let n = a.rows();
    // Which input and which output is how large, before it is decided how large they are together.
    let mut scales = balance(a);
    scale_sides(&scales, b, c);
    let size = Some(norm(a.elements().iter().copied())).filter(|size| *size > 0.0).unwrap_or(1.0);
    let weight = |norm: f64| if norm > 0.0 { size / norm } else { 0.0 };
    let inputs: Vec<f64> = (0..b.columns()).map(|input| weight(norm((0..n).map(|i| b[(i, input)])))).collect();
    let outputs: Vec<f64> = (0..c.rows()).map(|output| weight(norm(c.row(output).iter().copied()))).collect();
    let mut joined = Matrix::zeros(n + 1, n + 1);
    for i in 0..n {
        joined.row_mut(i)[..n].copy_from_slice(a.row(i));
        joined[(i, n)] = norm(b.row(i).iter().zip(&inputs).map(|(element, weight)| element * weight));
        joined[(n, i)] = norm(outputs.iter().enumerate().map(|(output, weight)| c[(output, i)] * weight));
    }
    let more = &balance(&mut joined)[..n];
    for i in 0..n {
        a.row_mut(i).copy_from_slice(&joined.row(i)[..n]);
        scales[i] *= more[i];
    }
    scale_sides(more, b, c);
    scales
}

/// D^-1 B and C D.
fn scale_sides(scales: &[f64], b: &mut Matrix, c: &mut Matrix) {
    for (i, factor) in scales.iter().enumerate() {
        b.row_mut(i).iter_mut().for_each(|element| *element /= factor);
        (0..c.rows()).for_each(|output| c[(output, i)] *= factor);
    }
}

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
            let mut column = norm((0..n).map(|k| a[(k, i)]));
            let row = norm(a.row(i).iter().copied());
            let is_alone = (0..n).all(|k| k == i || a[(k, i)] == 0.0 && a[(i, k)] == 0.0);
            if column == 0.0 || row == 0.0 || is_alone {
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
            a.row_mut(i).iter_mut().for_each(|element| *element /= factor);
            (0..n).for_each(|k| a[(k, i)] *= factor);
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
