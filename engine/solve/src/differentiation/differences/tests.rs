//! Derivatives by differences against closed ones.

use std::convert::Infallible;

use super::*;
use crate::stepper::Evaluated;

struct Of<G>(G);

impl<G: FnMut(&[f64], &mut [f64])> Function for Of<G> {
    type Error = Infallible;

    fn evaluate(&mut self, at: &[f64], values: &mut [f64]) -> Evaluated<Infallible> {
        (self.0)(at, values);
        Ok(())
    }
}

/// The derivatives of functions of one number each, at a place.
fn slopes<const N: usize>(
    at: [f64; N],
    sizes: [f64; N],
    functions: [fn(f64) -> f64; N],
) -> Result<Derivatives, NoDerivative<Infallible>> {
    let structure = Structure::of_rows((0..N as u32).map(|row| vec![row]), N);
    assert_eq!(structure.colouring.groups.len(), 1);
    let evaluate = |at: &[f64], values: &mut [f64]| {
        values.iter_mut().zip(at).zip(functions).for_each(|((value, at), function)| *value = function(*at));
    };
    Derivatives::of(&mut Of(evaluate), &at, &sizes, &structure, N)
}

#[test]
fn smooth_functions_have_the_derivatives_of_tables() {
    let found = slopes(
        [1.3, 0.2, 1e5, 3e-4, 0.0, 1e7, 0.0],
        [1.3, 1.0, 1e5, 1.0, 1.0, 1e7, 1.0],
        [f64::sin, f64::exp, |p| 3e-7 * p.sqrt(), |x| (40.0 * x).tanh(), |x| x * x, |p| p * 1e-12 + 5.0, |x| x.powi(3)],
    );
    let found = found.unwrap();
    let closed = [
        1.3_f64.cos(),
        0.2_f64.exp(),
        1.5e-7 / 1e5_f64.sqrt(),
        40.0 / (40.0 * 3e-4_f64).cosh().powi(2),
        0.0,
        1e-12,
        0.0,
    ];
    for ((found, closed), allowed) in
        found.elements.iter().zip(closed).zip([2e-12, 2e-12, 1e-15, 1e-9, 1e-12, 1e-17, 1e-9])
    {
        assert!((found - closed).abs() < allowed, "{found} is {closed}");
    }
    assert_eq!(found.kinks, []);
}

#[test]
fn a_linear_function_is_as_exact_as_its_rounding() {
    let matrix = [[3.0, -2e7, 0.5], [1e-9, 4.0, -1e3]];
    let structure = Structure::of_rows([vec![0, 1, 2], vec![0, 1, 2]].into_iter(), 3);
    let evaluate = |at: &[f64], values: &mut [f64]| {
        for (value, row) in values.iter_mut().zip(matrix) {
            *value = row.iter().zip(at).map(|(a, x)| a * x).sum();
        }
    };
    let sizes = [1.0, 1e-7, 10.0];
    let found = Derivatives::of(&mut Of(evaluate), &[0.7, 1.2e-7, -8.0], &sizes, &structure, 2).unwrap();
    for (column, size) in sizes.iter().enumerate() {
        for (row, coefficients) in matrix.iter().enumerate() {
            let all: f64 = coefficients.iter().zip(sizes).map(|(a, size)| a.abs() * size).sum();
            let off = (found.elements[2 * column + row] - coefficients[column]).abs();
            assert!(off <= 1e-12 * all / size, "{row} {column}: {off}");
        }
    }
}

/// What a limited controller hands back to its integral part: nothing within the limits, which lie between the points of the
/// longest distance.
#[test]
fn a_slope_of_0_is_not_taken_over_a_bend_far_away() {
    let functions: [fn(f64) -> f64; 3] = [
        |x| (8e3 * x).clamp(-10.0, 10.0) - 8e3 * x,
        |x| (x - 1.5e-3).max(0.0),
        |x| 3.0 + (x - 1.5e-3).max(0.0).powi(2) - (-1.2e-3 - x).max(0.0),
    ];
    let found = slopes([0.0; 3], [1.0; 3], functions).unwrap();
    assert_eq!((found.elements, found.kinks), (vec![0.0; 3], Vec::new()));
}

#[test]
fn kinks_are_told_with_both_slopes_at_any_distance() {
    let found = slopes([0.0], [1.0], [|x| 2.0 * x + x.abs()]).unwrap();
    assert_eq!(found.kinks.len(), 1);
    assert!((found.kinks[0].slopes[0] - 1.0).abs() < 1e-7 && (found.kinks[0].slopes[1] - 3.0).abs() < 1e-7);
    assert!((found.elements[0] - 2.0).abs() < 1e-7);
    // One that lies beside the point has one slope there, however near it is.
    for beside in [1e-2, 1e-3, 1e-5, 1e-7] {
        let evaluate = |at: &[f64], values: &mut [f64]| values[0] = (at[0] - beside).abs();
        let structure = Structure::of_rows([vec![0]].into_iter(), 1);
        let found = Derivatives::of(&mut Of(evaluate), &[0.0], &[1.0], &structure, 1).unwrap();
        assert!((found.elements[0] + 1.0).abs() < 1e-6, "{beside}: {found:?}");
        assert_eq!(found.kinks, [], "{beside}");
    }
}

/// Numbers that are 0 move until they show beside large ones, but no further than their slopes hold.
#[test]
fn slopes_at_0_are_seen_beside_large_numbers() {
    let found = slopes(
        [0.0; 4],
        [1.0; 4],
        [|x| 3e-4 - 3e-12 * x, |x| 1e6 + 0.2 * x, |x| 1e6 + 1e-3 * (x / 1e3).sin(), |x| 1e6 + x.min(50.0)],
    );
    for (found, closed) in found.unwrap().elements.iter().zip([-3e-12, 0.2, 1e-6, 1.0]) {
        let allowed = if closed == 1e-6 { 1e-3 } else { 1e-9 };
        assert!((found / closed - 1.0).abs() < allowed, "{found} is {closed}");
    }
}

/// It has a slope, and no second one: that is no kink.
#[test]
fn a_square_that_begins_has_a_slope() {
    let found = slopes([0.0, 0.0], [1.0, 1.0], [|x| x.max(0.0).powi(2), |x| 2.0 * x + 1e6 * x * x.abs()]).unwrap();
    assert!(found.elements[0].abs() < 1e-9 && (found.elements[1] / 2.0 - 1.0).abs() < 1e-7, "{found:?}");
    assert_eq!(found.kinks, []);
}

/// The size of a number need not say at which distance a function changes, and values may be large beside their changes.
#[test]
fn slopes_are_right_whatever_the_sizes() {
    let (angle, place) = (1.5e5_f64, 0.0016_f64);
    let found = slopes(
        [0.0, angle, place, 0.0, 1e-10],
        [1.0, angle, 1.0, 1.0, 1.0],
        [
            |x| -50.0 * (x / 1e-12).tanh() - 1e3 * x,
            |x| x.sin() + 1e7,
            |x| -2e6 * x.powi(3) + 2.6 * x + 1e7,
            |x| -(2.0 * x / 1e-9 + 0.3 * (x / 1e-9).tanh()),
            |x| -(2.0 * x / 1e-9 + 0.3 * (x / 1e-9).tanh()) + 3.0,
        ],
    );
    let found = found.unwrap();
    let sloped = |x: f64| -(2e9 + 0.3e9 / (x / 1e-9).cosh().powi(2));
    let closed = [-5e13 - 1e3, angle.cos(), 2.6 - 6e6 * place * place, sloped(0.0), sloped(1e-10)];
    for ((found, closed), allowed) in found.elements.iter().zip(closed).zip([1e-3, 5e-3, 1e-3, 1e-6, 1e-4]) {
        assert!((found / closed - 1.0).abs() < allowed, "{found} is {closed}");
    }
    assert_eq!(found.kinks, []);
}

#[test]
fn roots_and_jumps_have_no_derivative() {
    let root = slopes([0.0], [1.0], [|x| x.signum() * x.abs().sqrt()]);
    assert!(matches!(root, Err(NoDerivative::Unbounded { row: 0, column: 0, jumps: false, .. })), "{root:?}");
    let jump = slopes([0.0], [1.0], [|x| if x > 0.0 { 1.0 } else { 0.0 }]);
    assert!(matches!(jump, Err(NoDerivative::Unbounded { jumps: true, .. })), "{jump:?}");
    let half = slopes([0.0], [1.0], [f64::sqrt]);
    assert!(matches!(half, Err(NoDerivative::Unbounded { jumps: false, .. })), "{half:?}");
}

#[test]
fn a_function_that_goes_on_to_one_side_has_its_slope() {
    let found = slopes([0.0], [1.0], [|x| if x < 0.0 { f64::NAN } else { 3.0 * x }]).unwrap();
    assert!((found.elements[0] - 3.0).abs() < 1e-7);
    assert!(found.kinks[0].slopes[0].is_nan());
}
