//! Exponentials and sampled systems against closed forms.

use bowline_lti::{LinearSystem, LtiError, Matrix, exponential, zero_order_hold};

fn matrix<const N: usize>(rows: &[[f64; N]]) -> Matrix {
    Matrix::from_rows(rows).expect("a matrix")
}

fn assert_close<const N: usize>(found: &Matrix, expected: &[[f64; N]], absolute: f64) {
    for (i, row) in expected.iter().enumerate() {
        for (j, expected) in row.iter().enumerate() {
            let found = found[(i, j)];
            assert!((found - expected).abs() <= absolute, "({i}, {j}): {found}, not {expected}");
        }
    }
}

#[test]
fn rotations_are_sines_and_cosines() {
    for angle in [1e-9, 0.3, 1.0, 50.0, 1e4] {
        let found = exponential(&matrix(&[[0.0, angle], [-angle, 0.0]])).expect("an exponential");
        let (sine, cosine) = f64::sin_cos(angle);
        // The angle itself is known to its last digit only.
        assert_close(&found, &[[cosine, sine], [-sine, cosine]], 1e-14 + 4e-16 * angle);
    }
}

#[test]
fn chains_of_integrators_are_powers_of_time() {
    for h in [1e-6, 1.0, 1e3] {
        let found = exponential(&matrix(&[[0.0, h, 0.0], [0.0, 0.0, h], [0.0, 0.0, 0.0]])).expect("an exponential");
        let expected = [[1.0, h, 0.5 * h * h], [0.0, 1.0, h], [0.0, 0.0, 1.0]];
        for (i, row) in expected.iter().enumerate() {
            for (j, expected) in row.iter().enumerate() {
                assert!((found[(i, j)] - expected).abs() <= 1e-14 * expected);
            }
        }
    }
}

/// exp [a c; 0 b] = [e^a, c (e^a - e^b) / (a - b); 0, e^b].
#[test]
fn slow_parts_keep_their_digits_beside_fast_ones() {
    let (a, b) = (-1e6, -1.0_f64);
    for c in [1.0, 1e6] {
        let expected = [[0.0, c * -b.exp() / (a - b)], [0.0, b.exp()]];
        assert_close(&exponential(&matrix(&[[a, c], [0.0, b]])).expect("an exponential"), &expected, 1e-13);
        let expected = [[0.0, 0.0], [c * -b.exp() / (a - b), b.exp()]];
        assert_close(&exponential(&matrix(&[[a, 0.0], [c, b]])).expect("an exponential"), &expected, 1e-13);
    }
}

/// A = P diag(-3, 1) P^-1 with P = [1 1; 1 2] in units that differ by 1e9.
#[test]
fn units_cost_no_digits() {
    let unit = 1e9;
    let (slow, fast) = ((-3.0_f64).exp(), 1.0_f64.exp());
    let found = exponential(&matrix(&[[-7.0, 4.0 * unit], [-8.0 / unit, 5.0]])).expect("an exponential");
    assert!((found[(0, 0)] - (2.0 * slow - fast)).abs() < 1e-13);
    assert!((found[(0, 1)] / unit - (fast - slow)).abs() < 1e-13);
    assert!((found[(1, 0)] * unit - 2.0 * (slow - fast)).abs() < 1e-13);
    assert!((found[(1, 1)] - (2.0 * fast - slow)).abs() < 1e-13);
}

#[test]
fn what_is_too_large_or_no_matrix_is_an_error() {
    assert!(matches!(exponential(&matrix(&[[1e4]])), Err(LtiError::Overflow(_))));
    assert!(matches!(exponential(&matrix(&[[1e308, 1e308], [1e308, 1e308]])), Err(LtiError::Overflow(_))));
    assert!(matches!(exponential(&matrix(&[[f64::INFINITY]])), Err(LtiError::NotFinite { .. })));
    assert!(matches!(exponential(&Matrix::zeros(1, 2)), Err(LtiError::Size { .. })));
    assert_eq!(exponential(&Matrix::zeros(0, 0)), Ok(Matrix::zeros(0, 0)));
    assert_eq!(exponential(&Matrix::zeros(2, 2)), Ok(Matrix::identity(2)));
}

/// Position and velocity under a held acceleration: [1 h; 0 1], [h^2 / 2; h].
#[test]
fn a_held_acceleration_moves_by_half_of_the_square_of_time() {
    for (h, gain) in [(1e-3, 1.0), (0.1, 1e12), (25.0, 1e-12)] {
        let (a, b) =
            zero_order_hold(&matrix(&[[0.0, 1.0], [0.0, 0.0]]), &matrix(&[[0.0], [gain]]), h).expect("sampled");
        assert_close(&a, &[[1.0, h], [0.0, 1.0]], 1e-15 * h.max(1.0));
        assert!((b[(0, 0)] / gain - 0.5 * h * h).abs() <= 1e-14 * h * h);
        assert!((b[(1, 0)] / gain - h).abs() <= 1e-14 * h);
    }
}

/// dx/dt = -a x + b u: e^-ah, (1 - e^-ah) b / a, also where the step is long.
#[test]
fn a_held_input_of_a_lag_is_an_exponential() {
    for (rate, h) in [(1.0, 1e-8), (3.0, 0.2), (1e5, 10.0)] {
        let (a, b) = zero_order_hold(&matrix(&[[-rate]]), &matrix(&[[2e7, 1.0]]), h).expect("sampled");
        assert!((a[(0, 0)] - (-rate * h).exp()).abs() < 1e-13);
        let expected = -(-rate * h).exp_m1() / rate;
        assert!((b[(0, 1)] / expected - 1.0).abs() < 1e-13, "{} {expected}", b[(0, 1)]);
        assert!((b[(0, 0)] / (2e7 * expected) - 1.0).abs() < 1e-13);
    }
}

#[test]
fn a_system_is_sampled_once() {
    let system = LinearSystem::new(matrix(&[[-1.0]]), matrix(&[[1.0]]), matrix(&[[1.0]]), matrix(&[[0.0]]));
    let system = system.expect("a system");
    let sampled = system.sampled(0.5).expect("sampled");
    assert_eq!((sampled.sample_time, &sampled.c), (Some(0.5), &system.c));
    assert!((sampled.a[(0, 0)] - (-0.5_f64).exp()).abs() < 1e-15);
    assert_eq!(sampled.sampled(0.5), Err(LtiError::SampledAlready(0.5)));
    for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(system.sampled(wrong), Err(LtiError::SampleTime(_))));
    }
    let (a, b) = zero_order_hold(&Matrix::zeros(0, 0), &Matrix::zeros(0, 3), 1.0).expect("sampled");
    assert_eq!((a.rows(), b.columns()), (0, 3));
}
