//! Small matrices, row by row.

/// The inverse of a symmetric matrix that is positive definite.
pub fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|column| if column == at { 1.0 } else { 0.0 }));
    }
    solve(&mut matrix);
    matrix.into_iter().map(|row| row[n..].to_vec()).collect()
}

/// Makes `[A | B]`, of a square `A` that has an inverse, `[1 | A^-1 B]`.
pub(super) fn solve(all: &mut [Vec<f64>]) {
    for column in 0..all.len() {
        let size = |row: &usize| all[*row][column].abs();
        let pivot = (column..all.len()).max_by(|one, other| size(one).total_cmp(&size(other)));
        all.swap(column, pivot.unwrap_or(column));
        let factor = all[column][column];
        all[column].iter_mut().for_each(|x| *x /= factor);
        let solved = all[column].clone();
        (0..all.len()).filter(|row| *row != column).for_each(|row| subtract(&mut all[row], &solved, column));
    }
}

/// Subtracts as many times a row, which is 1 in a column, that the column becomes 0.
pub(super) fn subtract(row: &mut [f64], known: &[f64], column: usize) {
    let factor = row[column];
    if factor != 0.0 {
        row.iter_mut().zip(known).for_each(|(x, y)| *x -= factor * y);
        row[column] = 0.0;
    }
}

pub(super) fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(x, y)| x * y).sum()
}

/// The largest size of a number.
pub(super) fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |most, x| most.max(x.abs()))
}
