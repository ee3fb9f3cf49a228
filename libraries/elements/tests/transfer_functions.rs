//! What transmission-line elements are made of, against closed forms.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use simobject_elements::tlm::{FirstOrder, Motion, SecondOrder};

const STEP: f64 = 0.01;

/// Amplitude and phase of a periodic output of `sin(w t)`, by its Fourier sums
/// over whole periods.
fn response(omega: f64, mut output: impl FnMut(f64) -> f64) -> (f64, f64) {
    let per_period = (std::f64::consts::TAU / (omega * STEP)).round() as usize;
    let settling = 400 * per_period;
    let (mut sine, mut cosine) = (0.0, 0.0);
    for k in 0..settling + per_period {
        let phase = omega * k as f64 * STEP;
        let y = output(phase.sin());
        if k >= settling {
            sine += 2.0 * y * phase.sin() / per_period as f64;
            cosine += 2.0 * y * phase.cos() / per_period as f64;
        }
    }
    (sine.hypot(cosine), cosine.atan2(sine))
}

/// Amplitude and phase of `(n0 + n1 s + n2 s^2) / (d0 + d1 s + d2 s^2)` at `s = i w`.
fn exact([n0, n1, n2]: [f64; 3], [d0, d1, d2]: [f64; 3], omega: f64) -> (f64, f64) {
    let (re, im) = (n0 - n2 * omega * omega, n1 * omega);
    let (d_re, d_im) = (d0 - d2 * omega * omega, d1 * omega);
    (re.hypot(im) / d_re.hypot(d_im), im.atan2(re) - d_im.atan2(d_re))
}

/// The bilinear transform is exact but for the frequency, `2/T tan(w T / 2)` for `w`
/// (A. Tustin, 1947).
#[test]
fn a_sine_comes_out_as_the_transfer_function_says() {
    for whole in [40.0, 12.0, 5.0] {
        let omega = std::f64::consts::TAU / (whole * STEP);
        let warped = 2.0 / STEP * (omega * STEP / 2.0).tan();
        for (numerator, denominator) in
            [([1.0, 0.0], [1.0, 0.05]), ([0.3, 0.02], [2.0, 0.1]), ([0.0, 1.0], [1.0, 0.003])]
        {
            let filter = FirstOrder::new(STEP, numerator, denominator);
            let mut before = [0.0; 2];
            let found = response(omega, |u| {
                before = [u, filter.output(before, u)];
                before[1]
            });
            let wide = |[a, b]: [f64; 2]| [a, b, 0.0];
            let expected = exact(wide(numerator), wide(denominator), warped);
            assert!((found.0 - expected.0).abs() < 1e-9, "{found:?} {expected:?}");
            assert!((found.1 - expected.1).abs() < 1e-9, "{found:?} {expected:?}");
        }
        for (numerator, denominator) in [([1.0, 0.0, 0.0], [1.0, 0.02, 1e-3]), ([0.5, 0.1, 2e-3], [1.0, 0.1, 4e-4])] {
            let filter = SecondOrder::new(STEP, numerator, denominator);
            let mut before = [0.0; 4];
            let found = response(omega, |u| {
                let y = filter.output(before, u);
                before = SecondOrder::after(before, u, y);
                y
            });
            let expected = exact(numerator, denominator, warped);
            assert!((found.0 - expected.0).abs() < 1e-9, "{found:?} {expected:?}");
            assert!((found.1 - expected.1).sin().abs() < 1e-9, "{found:?} {expected:?}");
        }
    }
}

/// 1 / (m s^2 + b s + k), and its derivative.
#[test]
fn a_body_moves_as_its_transfer_function_says() {
    let (mass, damping, stiffness) = (2.0, 30.0, 5000.0);
    let motion = Motion::new(STEP, mass, stiffness);
    let omega = std::f64::consts::TAU / (12.0 * STEP);
    let warped = 2.0 / STEP * (omega * STEP / 2.0).tan();
    for (numerator, is_velocity) in [([1.0, 0.0, 0.0], false), ([0.0, 1.0, 0.0], true)] {
        let mut now = motion.start(0.0, 0.0, 0.0, damping);
        let found = response(omega, |force| {
            now = motion.next(now, force, damping);
            if is_velocity { now.v } else { now.x }
        });
        let expected = exact(numerator, [stiffness, damping, mass], warped);
        assert!((found.0 / expected.0 - 1.0).abs() < 1e-9, "{found:?} {expected:?}");
        assert!((found.1 - expected.1).sin().abs() < 1e-9, "{found:?} {expected:?}");
    }
}

/// A force of 3 N on 2 kg: v = 3/2 t, x = 3/4 t^2, which the rule gives exactly.
#[test]
fn a_free_body_is_a_double_integrator() {
    let motion = Motion::new(0.25, 2.0, 0.0);
    let mut now = motion.start(1.0, -1.0, 3.0, 0.0);
    for k in 1..=40 {
        now = motion.next(now, 3.0, 0.0);
        let t = 0.25 * f64::from(k);
        assert_eq!((now.v, now.x), (-1.0 + 1.5 * t, 1.0 - t + 0.75 * t * t), "{t}");
    }
}

#[test]
fn an_integrator_leaves_its_limit_at_once() {
    let integrator = FirstOrder::integrator(0.5).within(-1.0, 2.0);
    let inputs = [4.0, 4.0, 4.0, -2.0, -2.0, -4.0, -4.0, 1.0, 1.0];
    let mut before = [0.0; 2];
    let found = inputs.map(|u| {
        before = [u, integrator.output(before, u)];
        before[1]
    });
    assert_eq!(found, [1.0, 2.0, 2.0, 2.0, 1.0, -0.5, -1.0, -1.0, -0.5]);
}

/// What is kept between limits goes on from there.
#[test]
fn a_filter_of_second_order_stays_between_its_limits() {
    let filter = SecondOrder::new(STEP, [1.0, 0.0, 0.0], [1.0, 0.01, 1e-3]).within(-0.2, 1.1);
    let mut before = [0.0; 4];
    let mut outputs = Vec::new();
    for k in 0..2000 {
        let u = if k < 1000 { 1.0 } else { 0.0 };
        let y = filter.output(before, u);
        before = SecondOrder::after(before, u, y);
        outputs.push(y);
    }
    let range = |part: &[f64]| part.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], y| [a.min(*y), b.max(*y)]);
    assert_eq!(range(&outputs), [-0.2, 1.1]);
    assert!((outputs[999] - 1.0).abs() < 1e-12 && outputs[1999].abs() < 1e-12);
}
