//! The error falls with the square of the step; with the filter of the waves, which
//! adds a resistance as long as the step, with the step.

use super::{Rows, circuit};

/// That errors at such steps, s, fall with a power of the step.
#[track_caller]
pub(super) fn assert_order(expected: f64, error: impl Fn(f64) -> f64, steps: [f64; 3]) {
    let errors = steps.map(error);
    for (coarse, fine) in [(0, 1), (1, 2)] {
        let order = (errors[coarse] / errors[fine]).ln() / (steps[coarse] / steps[fine]).ln();
        assert!((order - expected).abs() < 0.1, "order {order}: {errors:?} at {steps:?}");
    }
}

/// A volume of a litre that fills through a gap: V / (Beta_e Kc) = 0.1 s.
#[test]
fn a_volume_that_fills_through_a_gap() {
    let error = |alpha: f64, step: f64| {
        let volume = format!(r#"Hydraulic/Volume V NumPorts="1" alpha="{alpha}" StartPressure="1e6" StartFlow="4e-5""#);
        let objects = [
            r#"Hydraulic/PressureSource S p="5e6""#,
            r#"Hydraulic/LaminarOrifice A Kc="1e-11" StartFlow="4e-5""#,
            &volume,
        ];
        let engine = format!(r#"SampleTime="{step}" TOutput="0:{step}:0.4""#);
        let rows = Rows::of(&circuit(&objects, r#"S.P1="A.P1" A.P2="V.P1""#, &engine));
        let exact = |k: usize| 5e6 - 4e6 * (-(k as f64) * step / 0.1).exp();
        rows.of_column("V.P1.p").iter().enumerate().map(|(k, p)| (p - exact(k)).abs()).fold(0.0, f64::max)
    };
    assert_order(2.0, |step| error(0.0, step), [0.02, 0.01, 0.005]);
    assert_order(1.0, |step| error(0.1, step), [1e-3, 5e-4, 2.5e-4]);
}

/// 1 kg at a spring of 100 N/m and a wall, with 1 m/s at the start: v = cos(10 t).
#[test]
fn a_mass_at_a_spring() {
    let error = |step: f64| {
        let objects = [
            r#"Mechanic/TranslationalMass M m="1" B="0" StartVelocity="1""#,
            r#"Mechanic/TranslationalSpring S k="100" StartVelocity="1, 0""#,
            "Mechanic/FixedPosition W",
        ];
        let engine = format!(r#"SampleTime="{step}" TOutput="0:{step}:1""#);
        let rows = Rows::of(&circuit(&objects, r#"M.P2="S.P1" S.P2="W.P1""#, &engine));
        let exact = |k: usize| (10.0 * k as f64 * step).cos();
        rows.of_column("M.P2.v").iter().enumerate().map(|(k, v)| (v - exact(k)).abs()).fold(0.0, f64::max)
    };
    assert_order(2.0, error, [2e-3, 1e-3, 5e-4]);
}
