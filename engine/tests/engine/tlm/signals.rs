//! Filters of signals: their first ticks with a pencil, and closed forms.

use super::order::assert_order;
use super::{Rows, assert_near, circuit};

/// The output, at each tick, of a filter whose input jumps from 1 to 3 at the third tick.
fn after_a_jump(filter: &str, step: f64) -> Vec<f64> {
    let jump = format!(r#"base:Src/Step U StepTime="{}" Before="1" After="3""#, 1.5 * step);
    let engine = format!(r#"SampleTime="{step}" TOutput="0:{step}:{}""#, 4.0 * step);
    let objects = [jump.as_str(), &format!("Signal/{filter}")];
    Rows::of(&circuit(&objects, r#"F.in="U.Out""#, &engine)).of_column("F.out")
}

#[test]
fn filters_by_hand() {
    // 2 s: (2 + 2 s) y is 2 u + 2 u(before) - ..., so that y = (u + u(before)) / 2.
    let lag = r#"FirstOrderTransferFunction F a_1="0" a_0="1" b_0="1" b_1="1""#;
    assert_near(&after_a_jump(lag, 2.0), &[0.0, 1.0, 2.0, 3.0, 3.0], "lag");
    assert_near(&after_a_jump(&format!(r#"{lag} StartValue="1" max="2.5""#), 2.0), &[1.0, 1.0, 2.0, 2.5, 2.5], "limit");
    // 1 / (s + 1)^2 in steps of 2 s: y = (u + 2 u(before) + u(before that)) / 4.
    let twice = r#"SecondOrderTransferFunction F a_1="0" a_2="0" b_1="2" StartValue="1""#;
    assert_near(&after_a_jump(twice, 2.0), &[1.0, 1.0, 1.5, 2.5, 3.0], "twice");
    let integral = r#"Integrator F StartValue="10" max="15""#;
    assert_near(&after_a_jump(integral, 1.0), &[10.0, 11.0, 13.0, 15.0, 15.0], "integral");
}

/// The answer of 1 / (s^2 + 2 s + 5), at rest, to sin(t).
#[test]
fn a_second_order_answers_as_its_differential_equation() {
    let error = |step: f64| {
        let objects = [
            r#"base:Src/Sine U Frequency="0.15915494309189535""#,
            r#"Signal/SecondOrderTransferFunction F a_1="0" a_2="0" b_0="5" b_1="2" b_2="1""#,
        ];
        let engine = format!(r#"SampleTime="{step}" TOutput="0:{step}:3""#);
        let found = Rows::of(&circuit(&objects, r#"F.in="U.Out""#, &engine)).of_column("F.out");
        let fading = |t: f64| (-t).exp() * (0.1 * (2.0 * t).cos() - 0.05 * (2.0 * t).sin());
        let exact = |t: f64| 0.2 * t.sin() - 0.1 * t.cos() + fading(t);
        found.iter().enumerate().map(|(k, y)| (y - exact(k as f64 * step)).abs()).fold(0.0, f64::max)
    };
    assert_order(2.0, error, [0.04, 0.02, 0.01]);
}
