//! On which side of a fold a solution lies: the sign of the determinant of the derivatives.

use crate::linear::Sparsity;

/// Larger systems are not looked at.
const LARGEST: usize = 200;

/// Whether the determinant of a matrix is above 0; none if that is 0, or nobody looks.
///
/// Along a solution that goes on it keeps its sign, also across bends of equations that have one solution for whatever drives
/// them; the two branches that meet in a fold have different ones (Keller 1977, Numerical solution of bifurcation and
/// nonlinear eigenvalue problems).
pub(super) fn is_positive(sparsity: &Sparsity, elements: &[f64]) -> Option<bool> {
    let n = sparsity.size();
    if n > LARGEST {
        return None;
    }
    let mut rows = vec![vec![0.0; n]; n];
    for column in 0..n {
        for (element, row) in elements[sparsity.range(column)].iter().zip(sparsity.column(column)) {
            rows[*row][column] = *element;
        }
    }
    // Scales are no matter of signs.
    for row in &mut rows {
        let size = row.iter().fold(0.0, |most: f64, element| most.max(element.abs()));
        row.iter_mut().for_each(|element| *element /= size);
    }
    let mut is_positive = true;
    for column in 0..n {
        let pivot = (column..n).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        let value = rows[pivot][column];
        if value == 0.0 || !value.is_finite() {
            return None;
        }
        is_positive ^= (pivot != column) ^ (value < 0.0);
        rows.swap(pivot, column);
        let (done, left) = rows.split_at_mut(column + 1);
        let solved = &done[column];
        for row in left {
            let factor = row[column] / value;
            if factor != 0.0 {
                row[column..].iter_mut().zip(&solved[column..]).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    Some(is_positive)
}

#[cfg(test)]
mod tests {
    use super::is_positive;
    use crate::linear::Sparsity;

    fn of(rows: [[f64; 3]; 3]) -> Option<bool> {
        let sparsity = Sparsity::of_rows(vec![vec![0, 1, 2]; 3].into_iter());
        let elements: Vec<f64> = (0..3).flat_map(|column| rows.map(|row| row[column])).collect();
        is_positive(&sparsity, &elements)
    }

    #[test]
    fn signs_of_determinants() {
        assert_eq!(of([[2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 4.0]]), Some(true));
        assert_eq!(of([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), Some(false));
        // 1 (5 10 - 6 8) - 2 (4 10 - 6 7) + 3 (4 8 - 5 7) = -3, and scales of rows change no sign.
        assert_eq!(of([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 10.0]]), Some(false));
        assert_eq!(of([[1e-9, 2e-9, 3e-9], [4e9, 5e9, 6e9], [7.0, 8.0, 10.0]]), Some(false));
        assert_eq!(of([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.0, 0.0, 0.0]]), None);
    }
}
