//! The accumulator: by hand, its oil, and its differential equation.

use super::order::assert_order;
use super::{Rows, assert_near, circuit};

/// Of a cubic metre and 1 Pa, with kappa 1, in steps of a second; the wave falls from
/// 4 Pa at the third tick, where `xmp` has reached 3/4.
fn ticks(after: f64) -> Rows {
    let objects = [
        &format!(r#"base:Src/Step U StepTime="1.5" Before="4" After="{after}""#),
        r#"Hydraulic/Accumulator X V0="1" Kca="1" kappa="1" p0="1""#,
    ];
    Rows::of(&circuit(&objects, r#"X.P1.c="U.Out" X.P1.Zc="1""#, r#"SampleTime="1" TOutput="0:1:4""#))
}

/// vmp = (c - pa) / 2. At the second tick y = 1 - xmp solves y^2 + 3/4 y = 1/4. Then it
/// would fall by 3/4 + (0 - 8/5) / 4 below half of itself: it empties in two ticks.
#[test]
fn it_fills_and_empties() {
    let rows = ticks(0.0);
    for (name, expected) in [
        ("X.xmp", [0.0, 0.75, 0.375, 0.0, 0.0]),
        ("X.vmp", [1.5, 0.0, -0.75, 0.0, 0.0]),
        ("X.pa", [1.0, 4.0, 1.6, 1.0, 1.0]),
        ("X.Va", [1.0, 0.25, 0.625, 1.0, 1.0]),
        ("X.P1.q", [-1.5, 0.0, 0.75, 0.0, 0.0]),
        ("X.P1.p", [2.5, 4.0, 0.75, 0.0, 0.0]),
    ] {
        let found = rows.of_column(name);
        assert!(
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-14),
            "{name}: {found:?}"
        );
    }
    // -1 + 3/4 Pa: its port has none.
    let rows = ticks(-1.0);
    assert_near(&rows.of_column("X.P1.p")[2..], &[0.0; 3], "p");
    let q = rows.of_column("X.P1.q");
    assert!((q[2] - 0.75).abs() < 1e-14 && q[3].abs() < 1e-14, "{q:?}");
}

/// 2 MPa in the gas of 1 MPa: half of the volume, with kappa 1. Nothing flows where it
/// is at rest.
#[test]
fn it_begins_as_full_as_its_pressure_says() {
    let at = |pressure: &str| {
        let object = format!(r#"Hydraulic/Accumulator X kappa="1" p0="1e6" StartPressure="{pressure}""#);
        let connections = format!(r#"X.P1.c="{pressure}" X.P1.Zc="1e9""#);
        let rows = Rows::of(&circuit(&[&object], &connections, r#"SampleTime="1e-3" TOutput="0:1e-3:3e-3""#));
        (rows.of_column("X.xmp"), rows.of_column("X.P1.q"))
    };
    assert_eq!(at("2e6"), (vec![0.5; 4], vec![0.0; 4]));
    assert_eq!(at("5e5"), (vec![0.0; 4], vec![0.0; 4]));
}

/// What a source gives is in the volume and in the accumulator, filled, emptied and
/// filled again. What flows at a tick counts half in this step and half in the next.
#[test]
fn oil_is_kept() {
    let objects = [
        r#"base:Src/Sine U Amplitude="3e-3" Frequency="10""#,
        "Hydraulic/FlowSource Q",
        r#"Hydraulic/Volume V V="2e-4" StartPressure="1e7""#,
        r#"Hydraulic/Accumulator X V0="1e-3" p0="9e6" StartPressure="1e7""#,
    ];
    let connections = r#"Q.q="-1 * U.Out" Q.P1="V.P1" V.P2="X.P1""#;
    let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="1e-4" TOutput="0:1e-4:0.3""#));
    let [q, c1, c2, charge, rate] = ["Q.P1.q", "V.P1.c", "V.P2.c", "X.xmp", "X.vmp"].map(|name| rows.of_column(name));
    let kept = |k: usize| 2e-4 / 1e9 * 0.5 * (c1[k] + c2[k]) + 1e-3 * (charge[k] - 0.5e-4 * rate[k]);
    let mut came = 0.0;
    for k in 1..q.len() {
        came += 1e-4 * q[k - 1];
        assert!((kept(k) - kept(0) - came).abs() < 1e-15, "{k}: {:e}", kept(k) - kept(0) - came);
    }
    let least = charge.iter().copied().fold(1.0, f64::min);
    let most = charge.iter().copied().fold(0.0, f64::max);
    assert!(least < 1e-15 && most > 0.05, "{least} {most}");
}

/// Filled from 20 MPa, 10 ms long: SciPy's DOP853 at 1e-13.
#[test]
fn it_converges_to_its_differential_equation() {
    let error = |step: f64| {
        let objects = [r#"Hydraulic/PressureSource S p="2e7""#, r#"Hydraulic/Accumulator X kappa="1.4""#];
        let engine = format!(r#"SampleTime="{step}" TOutput="0, 0.01""#);
        let rows = Rows::of(&circuit(&objects, r#"S.P1="X.P1""#, &engine));
        (rows.of_column("X.xmp")[1] - 0.382_000_094_486_883_9_f64).abs()
    };
    assert_order(2.0, error, [1e-3, 5e-4, 2.5e-4]);
}

#[test]
fn what_an_accumulator_cannot_be() {
    for (parameter, value) in [("V0", "0"), ("Kca", "0"), ("kappa", "-1"), ("p0", "0"), ("StartPressure", "-1")] {
        let object = format!(r#"Hydraulic/Accumulator X {parameter}="{value}""#);
        let found = crate::laboratory::complaints(&circuit(&[&object], "", r#"SampleTime="1" TOutput="0""#));
        assert!(found.iter().any(|told| told.contains(parameter) && told.contains('X')), "{parameter}: {found:?}");
    }
}
