//! Modes and eigenvalues against closed forms.

use std::f64::consts::{PI, TAU};

use bowline_lti::{Complex, LinearSystem, LtiError, Matrix, eigenvalues};

fn matrix<const N: usize>(rows: &[[f64; N]]) -> Matrix {
    Matrix::from_rows(rows).expect("a matrix")
}

/// A system that is only A.
fn free(a: Matrix) -> LinearSystem {
    let n = a.rows();
    LinearSystem::new(a, Matrix::zeros(n, 0), Matrix::zeros(0, n), Matrix::zeros(0, 0)).expect("a system")
}

fn assert_close(found: Complex, expected: Complex, relative: f64) {
    assert!((found - expected).norm() <= relative * expected.norm(), "{found}, not {expected}");
}

/// A ladder of inductances with resistances and of capacitances, fed by a stiff source and open at its end: in units
/// of SI, states are currents, then voltages.
fn ladder(sections: usize, l: f64, r: f64, c: f64) -> Matrix {
    let mut a = Matrix::zeros(2 * sections, 2 * sections);
    for k in 0..sections {
        let (current, voltage) = (k, sections + k);
        a[(current, current)] = -r / l;
        a[(current, voltage)] = -1.0 / l;
        a[(voltage, current)] = 1.0 / c;
        if k > 0 {
            a[(current, voltage - 1)] = 1.0 / l;
        }
        if k + 1 < sections {
            a[(voltage, current + 1)] = -1.0 / c;
        }
    }
    a
}

/// s^2 + (R/L) s + mu / (LC) = 0 with mu = 4 sin^2 ((2k - 1) pi / (4 n + 2)), k = 1..n: the eigenvalues of the
/// second difference that is held at one end and free at the other.
#[test]
fn a_ladder_of_inductances_and_capacitances_has_the_modes_of_a_discrete_line() {
    for sections in [1, 2, 7, 100] {
        let (l, r, c): (f64, f64, f64) = (2e-6, 1e-3, 3e-9);
        let modes = free(ladder(sections, l, r, c)).modes(&[]).expect("modes");
        assert_eq!(modes.len(), sections);
        let mut found: Vec<_> = modes.iter().map(|mode| mode.eigenvalue).collect();
        found.sort_by(|a, b| a.im.total_cmp(&b.im));
        for (k, found) in found.into_iter().enumerate() {
            let sine = ((2 * k + 1) as f64 * PI / (4 * sections + 2) as f64).sin();
            let squared = 4.0 * sine * sine / (l * c);
            let expected = Complex::new(-0.5 * r / l, (squared - (0.5 * r / l).powi(2)).sqrt());
            assert!((found.im - expected.im).abs() < 1e-13 * expected.im + 1e-13 / (l * c).sqrt());
            assert!((found.re - expected.re).abs() < 1e-11 / (l * c).sqrt(), "{} {}", found.re, expected.re);
        }
    }
}

#[test]
fn companion_matrices_have_the_roots_of_their_polynomials() {
    // (s + 1)(s + 2)(s + 3)(s + 4)(s + 5)
    let coefficients = [120.0, 274.0, 225.0, 85.0, 15.0];
    let mut a = Matrix::zeros(5, 5);
    for i in 0..4 {
        a[(i, i + 1)] = 1.0;
    }
    for (j, coefficient) in coefficients.into_iter().enumerate() {
        a[(4, j)] = -coefficient;
    }
    for (root, found) in [-1.0, -2.0, -3.0, -4.0, -5.0].into_iter().zip(eigenvalues(&a).expect("eigenvalues")) {
        assert_close(found, root.into(), 1e-11);
    }
    // s^9 = 1: the cyclic shift, whose eigenvalues are the roots of unity.
    let mut shift = Matrix::zeros(9, 9);
    for i in 0..9 {
        shift[(i, (i + 1) % 9)] = 1.0;
    }
    for found in eigenvalues(&shift).expect("eigenvalues") {
        let nearest = (found.arg() / TAU * 9.0).round() / 9.0 * TAU;
        assert_close(found, Complex::from_polar(1.0, nearest), 1e-14);
    }
}

/// Numbers between -1 and 1 (a linear congruential generator; Knuth's constants).
fn numbers(count: usize) -> Vec<f64> {
    let mut state = 7_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

/// Reflects from both sides, which keeps the eigenvalues.
fn reflect(a: &mut Matrix, normal: &[f64]) {
    let n = a.rows();
    let square: f64 = normal.iter().map(|element| element * element).sum();
    for j in 0..n {
        let product: f64 = (0..n).map(|i| normal[i] * a[(i, j)]).sum::<f64>() * 2.0 / square;
        (0..n).for_each(|i| a[(i, j)] -= product * normal[i]);
    }
    for i in 0..n {
        let product: f64 = (0..n).map(|j| normal[j] * a[(i, j)]).sum::<f64>() * 2.0 / square;
        (0..n).for_each(|j| a[(i, j)] -= product * normal[j]);
    }
}

#[test]
fn rotated_spectra_are_found_also_with_200_states() {
    let n = 200;
    let mut a = Matrix::zeros(n, n);
    let mut expected = Vec::new();
    for k in 0..n / 2 {
        let (decay, frequency) = (1.0 + k as f64, 0.5 * (k * k % 37) as f64 + 1.0);
        a[(2 * k, 2 * k)] = -decay;
        a[(2 * k + 1, 2 * k + 1)] = -decay;
        a[(2 * k, 2 * k + 1)] = frequency;
        a[(2 * k + 1, 2 * k)] = -frequency;
        expected.push(Complex::new(-decay, frequency));
    }
    for normal in numbers(3 * n).chunks(n) {
        reflect(&mut a, normal);
    }
    let modes = free(a).modes(&[]).expect("modes");
    assert_eq!(modes.len(), expected.len());
    for (mode, expected) in modes.iter().zip(expected) {
        assert!((mode.eigenvalue - expected).norm() < 1e-11, "{}, not {expected}", mode.eigenvalue);
        let sum: f64 = mode.participation.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }
}

/// [[a, b], [c, d]]: (a + d) / 2 +- sqrt ((a - d)^2 / 4 + b c).
#[test]
fn units_as_far_apart_as_bars_and_millimetres_cost_no_digits() {
    for scale in [1e-12, 1e-5, 1.0, 1e5, 1e12] {
        let a = matrix(&[[-3.0, 2.0 * scale], [1.0 / scale, -2.0]]);
        // s^2 + 5 s + 4
        let found = eigenvalues(&a).expect("eigenvalues");
        assert_close(found[0], Complex::new(-1.0, 0.0), 1e-12);
        assert_close(found[1], Complex::new(-4.0, 0.0), 1e-12);
        let oscillating = matrix(&[[-1.0, 2.0 * scale], [-2.0 / scale, -1.0]]);
        let modes = free(oscillating).modes(&[scale, 1.0]).expect("modes");
        assert_close(modes[0].eigenvalue, Complex::new(-1.0, 2.0), 1e-12);
    }
}

/// Mass, spring, damper: natural frequency sqrt (k / m), damping ratio d / (2 sqrt (k m)).
#[test]
fn an_oscillator_has_its_frequency_damping_and_equal_shares() {
    let (m, d, k) = (2.0, 0.8, 50.0);
    let modes = free(matrix(&[[0.0, 1.0], [-k / m, -d / m]])).modes(&[1e-3, 0.5]).expect("modes");
    assert_eq!(modes.len(), 1);
    let mode = &modes[0];
    assert!((mode.natural_frequency - 5.0 / TAU).abs() < 1e-15);
    assert!((mode.damping_ratio - 0.04).abs() < 1e-15);
    assert!((mode.damped_frequency - 5.0 / TAU * (1.0 - 0.0016_f64).sqrt()).abs() < 1e-15);
    assert!((mode.time_constant - 5.0).abs() < 1e-13);
    assert!(mode.z.is_none());
    // |w v| of [s; 1] and [1; s + d/m]: |s + d/m| = |s|, since s and its conjugate add up to -d/m.
    for (_, share) in &mode.participation {
        assert!((share - 0.5).abs() < 1e-14);
    }
}

/// dx/dt = [-1 1; 2 -3] x and a share of each state in each mode from its characteristic polynomial:
/// p_1i = (s_i - d) / (2 s_i - a - d).
#[test]
fn shares_of_two_coupled_lags_are_those_of_their_eigenvectors() {
    let modes = free(matrix(&[[-1.0, 1.0], [2.0, -3.0]])).modes(&[]).expect("modes");
    let root = 3.0_f64.sqrt();
    for (mode, s) in modes.iter().zip([-2.0 + root, -2.0 - root]) {
        assert_close(mode.eigenvalue, s.into(), 1e-14);
        let first = (s + 3.0) / (2.0 * s + 4.0);
        let share = mode.participation.iter().find(|(state, _)| *state == 0).expect("its share").1;
        assert!((share - first).abs() < 1e-14, "{share}, not {first}");
        assert!((mode.participation[0].1 - first.max(1.0 - first)).abs() < 1e-14);
    }
    assert_eq!(modes[0].participation[0].0, 0);
    assert_eq!(modes[1].participation[0].0, 1);
}

#[test]
fn integrators_are_zero_exactly_and_have_their_own_states() {
    // Position, velocity, and a filter of the position.
    let a = matrix(&[[0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [10.0, 0.0, -10.0]]);
    let modes = free(a).modes(&[]).expect("modes");
    assert_eq!(modes.len(), 3);
    for (mode, state) in modes.iter().zip([0, 1, 2]) {
        assert_eq!(mode.participation, [(state, 1.0)]);
    }
    for mode in &modes[..2] {
        assert_eq!(mode.eigenvalue, Complex::ZERO);
        assert_eq!((mode.natural_frequency, mode.damping_ratio), (0.0, 0.0));
        assert_eq!(mode.time_constant, f64::INFINITY);
    }
    assert_eq!((modes[2].eigenvalue.re, modes[2].damping_ratio), (-10.0, 1.0));
}

/// A Jordan block of two, turned so that both states act on each other: eigenvector (1, 1), both at -1.
#[test]
fn a_double_eigenvalue_with_one_eigenvector_has_shares_without_holes() {
    let modes = free(matrix(&[[-2.0, 1.0], [-1.0, 0.0]])).modes(&[]).expect("modes");
    for mode in &modes {
        assert!((mode.eigenvalue - Complex::new(-1.0, 0.0)).norm() < 1e-7);
        for (_, share) in &mode.participation {
            assert!((share - 0.5).abs() < 1e-6, "{share}");
        }
    }
    // 30 equal lags in a ring that is cut: one circle with a 30-fold eigenvalue but for the last number.
    let n = 30;
    let mut a = Matrix::zeros(n, n);
    for i in 0..n {
        a[(i, i)] = -1.0;
        a[(i, (i + 1) % n)] = if i + 1 == n { 1e-300 } else { 1.0 };
    }
    for mode in free(a).modes(&[]).expect("modes") {
        let sum: f64 = mode.participation.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-12 && mode.participation.iter().all(|(_, share)| share.is_finite()));
    }
}

/// Identical subsystems are not mixed with each other.
#[test]
fn modes_of_separate_parts_have_separate_shares() {
    let part = [[0.0, 1.0], [-100.0, -2.0]];
    let mut a = Matrix::zeros(6, 6);
    for (offset, i, j) in (0..3).flat_map(|part| (0..4).map(move |at| (2 * part, at / 2, at % 2))) {
        a[(offset + i, offset + j)] = part[i][j];
    }
    let modes = free(a).modes(&[]).expect("modes");
    assert_eq!(modes.len(), 3);
    for mode in modes {
        let states: Vec<_> = mode.participation.iter().map(|(state, _)| state / 2).collect();
        assert!(states.len() == 2 && states[0] == states[1]);
    }
}

/// z = exp (s T), and a delay of one sample.
#[test]
fn sampled_systems_have_the_modes_of_what_was_sampled() {
    let (s, step) = (Complex::new(-2.0, 30.0), 0.01);
    let z = (s * step).exp();
    let mut system = free(matrix(&[[z.re, z.im, 0.0], [-z.im, z.re, 0.0], [0.0, 0.0, 0.0]]));
    system.sample_time = Some(step);
    let modes = system.modes(&[]).expect("modes");
    assert_eq!(modes.len(), 2);
    assert_close(modes[0].eigenvalue, s, 1e-13);
    assert_close(modes[0].z.expect("z"), z, 1e-15);
    let delay = &modes[1];
    assert_eq!(delay.eigenvalue, Complex::new(f64::NEG_INFINITY, 0.0));
    assert_eq!((delay.time_constant, delay.damping_ratio, delay.damped_frequency), (0.0, 1.0, 0.0));
}

#[test]
fn neither_large_nor_small_numbers_overflow() {
    for size in [1e-300, 1e-160, 1e160, 1e300] {
        // s^2 + 2 s + 5, times the size.
        let modes = free(matrix(&[[0.0, size], [-5.0 * size, -2.0 * size]])).modes(&[]).expect("modes");
        assert_close(modes[0].eigenvalue / size, Complex::new(-1.0, 2.0), 1e-14);
        assert!((modes[0].damping_ratio - 0.2_f64.sqrt()).abs() < 1e-14);
        assert!(modes[0].participation.iter().all(|(_, share)| (share - 0.5).abs() < 1e-14));
    }
}

#[test]
fn nothing_and_nonsense_are_answered() {
    assert!(free(Matrix::zeros(0, 0)).modes(&[]).expect("modes").is_empty());
    assert!(eigenvalues(&Matrix::zeros(0, 0)).expect("eigenvalues").is_empty());
    let mut system = free(matrix(&[[0.0, 1.0], [0.0, 0.0]]));
    assert_eq!(system.modes(&[1.0, 0.0]), Err(LtiError::Scale { state: 1, value: 0.0 }));
    assert!(matches!(system.modes(&[1.0]), Err(LtiError::Size { .. })));
    system.a[(1, 0)] = f64::NAN;
    let error = system.modes(&[]).expect_err("not a number");
    assert_eq!(error.to_string(), "element (2, 1) of the matrix A is NaN, and must be a finite number");
    assert!(matches!(eigenvalues(&Matrix::zeros(2, 3)), Err(LtiError::Size { .. })));
}

/// 0 and a pair -+ 5i stay as they are; -1e-3 dies away beside -1e6, and -1e-7 does not, which is 1e-13 of it.
#[test]
fn a_mode_is_neutral_that_neither_dies_away_nor_grows() {
    let mut a = Matrix::zeros(6, 6);
    (a[(0, 1)], a[(1, 0)]) = (25.0, -1.0);
    (a[(3, 3)], a[(4, 4)], a[(5, 5)]) = (-1e-3, -1e6, -1e-7);
    let modes = free(a).modes(&[]).expect("modes");
    let real = |mode: &bowline_lti::Mode| mode.eigenvalue.re;
    let (neutral, moving): (Vec<_>, Vec<_>) = modes.iter().partition(|mode| mode.is_neutral(&modes));
    assert_eq!(neutral.len(), 3, "{neutral:?}");
    assert_eq!(moving.into_iter().map(real).collect::<Vec<_>>(), [-1e-3, -1e6]);
}
