//! Filters of signals: their first ticks with a pencil, and closed forms.

use super::order::assert_order;
use super::{Rows, assert_near, circuit};
use crate::laboratory::try_load;

/// What comes out of `F`, tick by tick in steps of a second, where such numbers come in.
fn answer(object: &str, signal: &[f64], more: &str, column: &str) -> Vec<f64> {
    let mut objects = vec![format!("Signal/{object}")];
    let mut sum = signal[0].to_string();
    for (k, pair) in signal.windows(2).enumerate() {
        let at = k as f64 + 0.5;
        objects.push(format!(r#"base:Src/Step U{k} StepTime="{at}" Before="0" After="{}""#, pair[1] - pair[0]));
        sum += &format!(" + U{k}.Out");
    }
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let engine = format!(r#"SampleTime="1" TOutput="0:1:{}""#, signal.len() - 1);
    Rows::of(&circuit(&objects, &format!(r#"F.in="{sum}" {more}"#), &engine)).of_column(column)
}

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

/// It leaves its limit with half of what comes in: what pushed it there no longer counts.
#[test]
fn a_limited_integrator_begins_again_at_its_limits() {
    let limits = r#"LimitedIntegrator F min="-1" max="3""#;
    let signal = [2.0, 2.0, 2.0, -2.0, -2.0, -6.0, 1.0];
    assert_near(&answer(limits, &signal, "", "F.out"), &[0.0, 2.0, 3.0, 2.0, 0.0, -1.0, -0.5], "limits");
    assert_near(&answer(&format!(r#"{limits} StartValue="1""#), &[2.0; 3], "", "F.out"), &[1.0, 3.0, 3.0], "start");
    // The upper limit is a signal: 2, then 1.
    let more = r#"F.max="3 - 0.5*U0.Out""#;
    assert_near(&answer(limits, &[1.0, 3.0, 3.0, -3.0], more, "F.out"), &[0.0, 2.0, 2.0, 0.5], "a signal");
    // Where the limits cross, the upper one counts at each tick: -2.
    let crossed = r#"F.max="3 - 1*U0.Out""#;
    assert_near(&answer(limits, &[5.0, 10.0, 10.0, 10.0], crossed, "F.out"), &[0.0, -2.0, -2.0, -2.0], "crossed");
}

/// With B = 2 and T = 1: 2 a = 6 - 2 (v- + a- / 2). Then at a stop: nothing is left.
#[test]
fn a_double_integrator_with_damping_by_hand() {
    let damped = r#"DoubleIntegratorWithDamping F B="2""#;
    for (column, expected) in [("F.Velocity", [0.0, 3.0, 3.0]), ("F.out", [0.0, 1.5, 4.5])] {
        assert_near(&answer(damped, &[6.0; 3], "", column), &expected, column);
    }
    let stopped = r#"DoubleIntegratorWithDamping F max="4" min="0" StartValue="1""#;
    let signal = [2.0, 2.0, 2.0, -2.0, -2.0];
    for (column, expected) in [("F.Velocity", [0.0, 2.0, 0.0, -1.0, -3.0]), ("F.out", [1.0, 2.0, 4.0, 3.5, 1.5])] {
        assert_near(&answer(stopped, &signal, "", column), &expected, column);
    }
    assert_near(
        &answer(r#"DoubleIntegratorWithDamping F StartVelocity="2""#, &[0.0; 3], "", "F.out"),
        &[0.0, 2.0, 4.0],
        "v",
    );
}

/// x'' = 6 - 2 x': x = 3 t - 1.5 (1 - exp(-2 t)).
#[test]
fn a_double_integrator_answers_as_its_differential_equation() {
    let error = |step: f64| {
        let objects = [r#"Signal/DoubleIntegratorWithDamping F in="6" B="2""#];
        let engine = format!(r#"SampleTime="{step}" TOutput="0:{step}:2""#);
        let found = Rows::of(&circuit(&objects, "", &engine)).of_column("F.out");
        let exact = |t: f64| 3.0 * t - 1.5 * (1.0 - (-2.0 * t).exp());
        found.iter().enumerate().map(|(k, x)| (x - exact(k as f64 * step)).abs()).fold(0.0, f64::max)
    };
    assert_order(2.0, error, [0.04, 0.02, 0.01]);
}

/// Whole steps, one and a half, less than one, and none.
#[test]
fn a_delay_of_any_length() {
    let signal = [1.0, 3.0, 7.0, 5.0, 5.0, 5.0];
    for (time, expected) in [
        ("2", [1.0, 1.0, 1.0, 3.0, 7.0, 5.0]),
        ("1", [1.0, 1.0, 3.0, 7.0, 5.0, 5.0]),
        ("1.5", [1.0, 1.0, 2.0, 5.0, 6.0, 5.0]),
        ("0.25", [1.0, 2.5, 6.0, 5.5, 5.0, 5.0]),
        ("0", signal),
        ("100", [1.0; 6]),
    ] {
        assert_near(&answer(&format!(r#"Delay F deltat="{time}""#), &signal, "", "F.out"), &expected, time);
    }
    let found = answer(r#"Delay F deltat="1.5" StartValue="-1""#, &signal, "", "F.out");
    assert_near(&found, &[-1.0, 0.0, 2.0, 5.0, 6.0, 5.0], "StartValue");
}

/// 37.5 ms in steps of a millisecond, a sine of 2 Hz: straight lines between ticks are
/// (2 pi f T)^2 / 8 off at most.
#[test]
fn a_delay_of_a_sine() {
    let objects = [r#"base:Src/Sine U Frequency="2""#, r#"Signal/Delay F deltat="0.0375""#];
    let text = circuit(&objects, r#"F.in="U.Out""#, r#"SampleTime="1e-3" TOutput="0:1e-3:1""#);
    let found = Rows::of(&text).of_column("F.out");
    let omega = 4.0 * std::f64::consts::PI;
    let exact = |k: usize| (omega * (k as f64 * 1e-3 - 0.0375)).sin();
    let error = (38..found.len()).map(|k| (found[k] - exact(k)).abs()).fold(0.0, f64::max);
    assert!(error < 1.01 * (omega * 1e-3).powi(2) / 8.0 && error > 1e-6, "{error:e}");
}

/// A step or more breaks a loop: what was a second ago, and one.
#[test]
fn a_delay_may_act_on_itself() {
    let counted = |more: &str| {
        circuit(&[&format!("Signal/Delay F {more}")], r#"F.in="F.out + 1""#, r#"SampleTime="0.5" TOutput="0:0.5:2""#)
    };
    let rows = Rows::of(&counted(r#"deltat="1" StartValue="0""#));
    assert_near(&rows.of_column("F.out"), &[0.0, 0.0, 1.0, 1.0, 2.0], "loop");
    let refusing = counted(r#"deltat="0.4" StartValue="0""#).replace("<Engine", "<Engine Loops=\"refuse\"");
    let wrong = try_load(&refusing).expect_err("it needs itself");
    let wrong = wrong.sorted();
    assert!(wrong[0].message().contains("loop") && wrong[0].message().contains('F'), "{wrong:?}");
    let text = circuit(&[r#"Signal/Delay F deltat="1e9""#], "", r#"SampleTime="0.5" TOutput="0, 1""#);
    let wrong = try_load(&text).expect_err("it is too long").to_string();
    assert!(wrong.contains("`F`") && wrong.contains("`deltat`, 1000000000, is 2000000000 steps of 0.5"), "{wrong}");
}

#[test]
fn a_signal_with_play() {
    let signal = [0.5, 2.0, 1.5, 0.0, -3.0, -2.5];
    let play = r#"Hysteresis F y_h="2""#;
    assert_near(&answer(play, &signal, "", "F.out"), &[0.5, 1.0, 1.0, 1.0, -2.0, -2.0], "play");
    let from = answer(&format!(r#"{play} StartValue="5""#), &signal, "", "F.out");
    assert_near(&from, &[1.5, 1.5, 1.5, 1.0, -2.0, -2.0], "StartValue");
    assert_near(&answer(play, &[4.0, 2.0], r#"F.y_h="2 * U0.Out + 5""#, "F.out"), &[4.0, 2.5], "its width is a signal");
}
