//! The exponential of a matrix.

use crate::balancing::balance;
use crate::error::LtiError;
use crate::matrix::Matrix;

/// The exponential of a square matrix of plain numbers.
///
/// Scaling, the Pade approximant of order 13 and squaring, as in Higham 2005 ("The scaling and squaring method for
/// the matrix exponential revisited"), of the balanced matrix. What is approximated and squared is not exp A but
/// exp A - 1, by F <- 2 F + F^2 (Zhong & Williams 1994, "A precise time step integration method"), so that slow
/// parts keep their digits beside fast ones.
///
/// # Errors
///
/// [`LtiError::Size`] unless the matrix is square, [`LtiError::NotFinite`], and [`LtiError::Overflow`].
pub fn exponential(a: &Matrix) -> Result<Matrix, LtiError> {
    a.check_size("A", a.rows(), a.rows())?;
    a.check_finite("A")?;
    let mut balanced = a.clone();
    let scales = balance(&mut balanced);
    let mut result = of_balanced(balanced).ok_or(LtiError::Overflow("an exponential"))?;
    for i in 0..a.rows() {
        let row = result.row_mut(i);
        row.iter_mut().zip(&scales).for_each(|(element, scale)| *element *= scales[i] / scale);
        row[i] += 1.0;
    }
    result.check_finite("A").map_err(|_| LtiError::Overflow("an exponential"))?;
    Ok(result)
}

/// The exponential less the identity; `None` if it is not finite.
fn of_balanced(mut a: Matrix) -> Option<Matrix> {
    /// Up to this norm the approximant is exact to within rounding.
    const LARGEST: f64 = 5.371_920_351_148_152;
    /// Its coefficients.
    const B: [f64; 14] = [
        64_764_752_532_480_000.0,
        32_382_376_266_240_000.0,
        7_771_770_303_897_600.0,
        1_187_353_796_428_800.0,
        129_060_195_264_000.0,
        10_559_470_521_600.0,
        670_442_572_800.0,
        33_522_128_640.0,
        1_323_241_920.0,
        40_840_800.0,
        960_960.0,
        16_380.0,
        182.0,
        1.0,
    ];
    let norm = a.norm_1();
    if !norm.is_finite() {
        return None;
    }
    let squarings = (norm / LARGEST).log2().ceil().max(0.0) as i32;
    a.scale(0.5_f64.powi(squarings));

    let a2 = a.times(&a);
    let a4 = a2.times(&a2);
    let a6 = a4.times(&a2);
    let of_powers = |constant: f64, coefficients: [f64; 3]| {
        let mut sum = Matrix::zeros(a.rows(), a.rows());
        (0..a.rows()).for_each(|i| sum[(i, i)] = constant);
        for (factor, power) in coefficients.into_iter().zip([&a2, &a4, &a6]) {
            sum.add_scaled(factor, power);
        }
        sum
    };
    let mut odd = a6.times(&of_powers(0.0, [B[9], B[11], B[13]]));
    odd.add_scaled(1.0, &of_powers(B[1], [B[3], B[5], B[7]]));
    let odd = a.times(&odd);
    let mut even = a6.times(&of_powers(0.0, [B[8], B[10], B[12]]));
    even.add_scaled(1.0, &of_powers(B[0], [B[2], B[4], B[6]]));

    // (even + odd) / (even - odd) - 1 = 2 odd / (even - odd)
    even.add_scaled(-1.0, &odd);
    let mut result = odd;
    result.scale(2.0);
    solve(even, &mut result)?;
    for _ in 0..squarings {
        let square = result.times(&result);
        result.scale(2.0);
        result.add_scaled(1.0, &square);
    }
    Some(result)
}

/// Solves A X = B for X, which stands in the place of B, by elimination with pivots; `None` where a pivot is 0 or
/// no number.
fn solve(mut a: Matrix, x: &mut Matrix) -> Option<()> {
    let n = a.rows();
    for i in 0..n {
        let pivot = (i..n).max_by(|&j, &k| a[(j, i)].abs().total_cmp(&a[(k, i)].abs()))?;
        a.swap_rows(i, pivot);
        x.swap_rows(i, pivot);
        let inverse = 1.0 / a[(i, i)];
        if !inverse.is_finite() || inverse == 0.0 {
            return None;
        }
        for k in i + 1..n {
            let factor = a[(k, i)] * inverse;
            if factor != 0.0 {
                a.subtract_row(k, factor, i);
                x.subtract_row(k, factor, i);
            }
        }
    }
    for i in (0..n).rev() {
        for k in i + 1..n {
            let factor = a[(i, k)];
            x.subtract_row(i, factor, k);
        }
        let inverse = 1.0 / a[(i, i)];
        x.row_mut(i).iter_mut().for_each(|element| *element *= inverse);
    }
    Some(())
}
