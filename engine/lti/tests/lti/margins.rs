//! Margins and zeros against closed forms.

use std::f64::consts::{PI, TAU};

use bowline_lti::{Complex, LinearSystem, LtiError, Margins, Matrix, margins};

/// From polynomials in s or z, highest power first, of a denominator that begins with 1: controllable canonical form.
fn transfer(numerator: &[f64], denominator: &[f64]) -> LinearSystem {
    let n = denominator.len() - 1;
    let padded: Vec<_> = vec![0.0; n + 1 - numerator.len()].into_iter().chain(numerator.iter().copied()).collect();
    let (mut a, mut b, mut c, mut d) =
        (Matrix::zeros(n, n), Matrix::zeros(n, 1), Matrix::zeros(1, n), Matrix::zeros(1, 1));
    d[(0, 0)] = padded[0];
    for i in 0..n {
        if i + 1 < n {
            a[(i, i + 1)] = 1.0;
        }
        a[(n - 1, i)] = -denominator[n - i];
        c[(0, i)] = padded[n - i] - padded[0] * denominator[n - i];
    }
    if n > 0 {
        b[(n - 1, 0)] = 1.0;
    }
    LinearSystem::new(a, b, c, d).expect("a system")
}

fn of(system: &LinearSystem) -> Margins {
    margins(system, 0, 0).expect("margins")
}

fn assert_close(found: f64, expected: f64, relative: f64) {
    assert!((found - expected).abs() <= relative * expected.abs(), "{found}, not {expected}");
}

/// K / (s (s + 1) (s + 2)): real at sqrt 2 rad/s, where it is -K / 6.
#[test]
fn a_third_order_loop_has_a_gain_margin_of_six_over_k() {
    for k in [0.01, 1.0, 5.9, 6.1, 1e3] {
        let found = of(&transfer(&[k], &[1.0, 3.0, 2.0, 0.0]));
        assert_eq!((found.gain.len(), found.phase.len()), (1, 1));
        assert_close(found.gain[0].0, 2.0_f64.sqrt() / TAU, 1e-12);
        assert_close(found.gain[0].1, 6.0 / k, 1e-12);
        assert_eq!(found.is_stable_closed_loop, Some(k < 6.0));
        assert_eq!(found.phase[0].1 > 0.0, k < 6.0);
    }
}

/// w^2 / (s (s + 2 z w)): the phase margin is atan (2 z / sqrt (sqrt (1 + 4 z^4) - 2 z^2)), at w times that root.
#[test]
fn a_second_order_loop_has_the_phase_margin_of_its_damping() {
    for (zeta, omega) in [(0.05, 1.0), (0.5, 300.0), (2.0, 1e-3)] {
        let found = of(&transfer(&[omega * omega], &[1.0, 2.0 * zeta * omega, 0.0]));
        let root = ((1.0_f64 + 4.0 * f64::powi(zeta, 4)).sqrt() - 2.0 * zeta * zeta).sqrt();
        assert!(found.gain.is_empty());
        assert_eq!(found.phase.len(), 1);
        assert_close(found.phase[0].0, omega * root / TAU, 1e-11);
        assert_close(found.phase[0].1, (2.0 * zeta / root).atan().to_degrees(), 1e-11);
        assert_close(found.delay[0].1, (2.0 * zeta / root).atan() / (omega * root), 1e-11);
        assert_eq!(found.is_stable_closed_loop, Some(true));
    }
}

/// 1e6 / (s + 1) has its crossover a million times above its pole, 1e-3 (s + 1) / s a thousand times below its zero.
#[test]
fn crossovers_far_from_all_poles_are_found() {
    let found = of(&transfer(&[1e6], &[1.0, 1.0]));
    assert_close(found.phase[0].0, (1e12_f64 - 1.0).sqrt() / TAU, 1e-12);
    assert_close(found.phase[0].1, 180.0 - 1e6_f64.atan().to_degrees(), 1e-9);
    let found = of(&transfer(&[1e-3, 1e-3], &[1.0, 0.0]));
    assert_close(found.phase[0].0, (1e-6_f64 / (1.0 - 1e-6)).sqrt() / TAU, 1e-12);
    let found = of(&transfer(&[1e8], &[1.0, 0.0]));
    assert_close(found.phase[0].0, 1e8 / TAU, 1e-12);
    assert_close(found.phase[0].1, 90.0, 1e-12);
    assert_close(found.delay[0].1, 0.5 * PI / 1e8, 1e-12);
}

/// A resonance so narrow that a grid which does not know of it steps over it: k w^2 / (s^2 + 2 z w s + w^2) is 1 at
/// w^2 = 1 - 2 z^2 +- sqrt (k^2 - 4 z^2 (1 - z^2)) in units of its square.
#[test]
fn crossovers_about_a_narrow_resonance_are_found() {
    let (k, zeta) = (3e-6_f64, 1e-6_f64);
    let found = of(&transfer(&[k], &[1.0, 2.0 * zeta, 1.0]));
    assert_eq!(found.phase.len(), 2);
    let mut hertz: Vec<_> = found.phase.iter().map(|phase| phase.0).collect();
    hertz.sort_by(f64::total_cmp);
    let root = (k * k - 4.0 * zeta * zeta * (1.0 - zeta * zeta)).sqrt();
    assert_close(hertz[0], (1.0 - 2.0 * zeta * zeta - root).sqrt() / TAU, 1e-12);
    assert_close(hertz[1], (1.0 - 2.0 * zeta * zeta + root).sqrt() / TAU, 1e-12);
}

/// (s^2 + 1e-4 s + 1e8) / (s + 1)^2 * 2 dips to nearly 0 at 1e4 rad/s, far above its poles, and is 2 beyond.
#[test]
fn a_narrow_notch_above_all_poles_is_found() {
    let found = of(&transfer(&[2.0, 2e-4, 2e8], &[1.0, 2.0, 1.0]));
    assert_eq!(found.phase.len(), 2);
    assert_eq!(found.is_stable_closed_loop, Some(true));
    // |2 (c - x)| = 1 + x with x = w^2: (2 c - 1) / 3 and 2 c + 1, but for what is 1e-8 smaller.
    let mut hertz: Vec<_> = found.phase.iter().map(|phase| phase.0).collect();
    hertz.sort_by(f64::total_cmp);
    assert_close(hertz[0], (1e8_f64 * 2.0 / 3.0).sqrt() / TAU, 1e-7);
    assert_close(hertz[1], (2e8_f64).sqrt() / TAU, 1e-7);
}

/// -1/2 (s + 3) / (s + 1): -3/2 at rest, -1/2 at infinity; |L| = 1 at w^2 = 5/3; 1 + D = 1/2 and the closed loop
/// (s + 1) - (s + 3) / 2 = (s - 1) / 2.
#[test]
fn ends_of_the_axis_are_crossovers_of_the_phase() {
    let found = of(&transfer(&[-0.5, -1.5], &[1.0, 1.0]));
    assert_eq!(found.gain.len(), 2);
    assert_close(found.gain[0].1, 2.0 / 3.0, 1e-15);
    assert_eq!(found.gain[0].0, 0.0);
    assert_eq!(found.gain[1], (f64::INFINITY, 2.0));
    assert_close(found.phase[0].0, (5.0_f64 / 3.0).sqrt() / TAU, 1e-12);
    assert_eq!(found.is_stable_closed_loop, Some(false));
    let mut system = transfer(&[-1.0, 0.0], &[1.0, 1.0]);
    assert_eq!(of(&system).is_stable_closed_loop, None);
    system.d[(0, 0)] = 0.0;
    assert_eq!(of(&system).is_stable_closed_loop, Some(true));
}

/// k / (z - 1): a sampled integrator, -k/2 at half of the sample rate; |L| = 1 at sin (w T / 2) = k / 2, where the
/// phase is -90 - w T / 2 degrees.
#[test]
fn a_sampled_integrator_has_its_gain_margin_at_half_of_the_sample_rate() {
    for (k, step) in [(0.5, 1.0), (1.5, 1e-3)] {
        let mut system = transfer(&[k], &[1.0, -1.0]);
        system.sample_time = Some(step);
        let found = of(&system);
        assert_eq!(found.gain.len(), 1);
        assert_close(found.gain[0].0, 0.5 / step, 1e-15);
        assert_close(found.gain[0].1, 2.0 / k, 1e-15);
        let angle = 2.0 * f64::asin(0.5 * k);
        assert_close(found.phase[0].0, angle / (TAU * step), 1e-12);
        assert_close(found.phase[0].1, 90.0 - 0.5 * angle.to_degrees(), 1e-12);
        assert_eq!(found.is_stable_closed_loop, Some(true));
    }
}

/// Undamped: 1 / (s^2 + 1) is real everywhere, a jump at the pole, and no crossover of the phase is made up there.
#[test]
fn a_pole_on_the_axis_is_no_crossover_of_the_gain() {
    let found = of(&transfer(&[1.0], &[1.0, 0.0, 1.0]));
    assert!(found.gain.is_empty());
    for (hertz, _) in &found.phase {
        assert_close(*hertz, 2.0_f64.sqrt() / TAU, 1e-12);
    }
}

#[test]
fn zeros_are_the_roots_of_the_numerator() {
    let close = |found: &[Complex], expected: &[Complex]| {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).norm() < 1e-10 * expected.norm(), "{found}, not {expected}");
        }
    };
    let denominator = [1.0, 10.0, 35.0, 50.0, 24.0];
    let zeros = |numerator: &[f64]| transfer(numerator, &denominator).zeros(0, 0).expect("zeros");
    close(&zeros(&[7.0]), &[]);
    close(&zeros(&[7.0, 21.0]), &[Complex::new(-3.0, 0.0)]);
    close(&zeros(&[1.0, 2.0, 101.0]), &[Complex::new(-1.0, 10.0), Complex::new(-1.0, -10.0)]);
    close(
        &zeros(&[1.0, 0.0, 0.0, -8.0]),
        &[Complex::new(2.0, 0.0), Complex::from_polar(2.0, TAU / 3.0), Complex::from_polar(2.0, -TAU / 3.0)],
    );
    close(&zeros(&[2.0, 28.0, 142.0, 308.0, 240.0]), &[-2.0, -3.0, -4.0, -5.0].map(|zero| Complex::new(zero, 0.0)));
    close(&zeros(&[0.0]), &[]);
}

/// A chain of lags has no zeros, however its states are mixed, and (s + 3) behind it has one.
#[test]
fn mixed_states_make_up_no_zeros() {
    let n = 8;
    let denominator = [1.0, 8.0, 28.0, 56.0, 70.0, 56.0, 28.0, 8.0, 1.0];
    for (numerator, expected) in [(&[2.0][..], 0), (&[2.0, 6.0][..], 1)] {
        let mut system = transfer(numerator, &denominator);
        let normals = [[1.0, 2.0, 3.0, 4.0, -4.0, -3.0, -2.0, 1.0], [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0]];
        for normal in normals {
            let square: f64 = normal.iter().map(|element| element * element).sum();
            let reflection = |i: usize, j: usize| f64::from(u8::from(i == j)) - 2.0 * normal[i] * normal[j] / square;
            let times = |left: &dyn Fn(usize, usize) -> f64,
                         right: &dyn Fn(usize, usize) -> f64,
                         i: usize,
                         j: usize| { (0..n).map(|k| left(i, k) * right(k, j)).sum::<f64>() };
            let before = system.clone();
            for i in 0..n {
                for j in 0..n {
                    let right = |k: usize, j: usize| times(&|k, l| before.a[(k, l)], &reflection, k, j);
                    system.a[(i, j)] = times(&reflection, &right, i, j);
                }
                system.b[(i, 0)] = times(&reflection, &|k, _| before.b[(k, 0)], i, 0);
                system.c[(0, i)] = times(&|_, k| before.c[(0, k)], &reflection, 0, i);
            }
        }
        let zeros = system.zeros(0, 0).expect("zeros");
        assert_eq!(zeros.len(), expected, "{zeros:?}");
        assert!(zeros.iter().all(|zero| (zero + 3.0).norm() < 1e-9), "{zeros:?}");
    }
}

#[test]
fn what_does_not_cross_and_what_is_not_there() {
    let found = of(&transfer(&[0.5], &[1.0, 1.0]));
    assert!(found.gain.is_empty() && found.phase.is_empty() && found.delay.is_empty());
    assert_eq!(of(&transfer(&[2.0], &[1.0])).is_stable_closed_loop, Some(true));
    let system = transfer(&[1.0], &[1.0, 1.0]);
    assert_eq!(margins(&system, 1, 0), Err(LtiError::NoSuch { what: "output", number: 1, count: 1 }));
    assert_eq!(system.zeros(0, 3), Err(LtiError::NoSuch { what: "input", number: 3, count: 1 }));
}
