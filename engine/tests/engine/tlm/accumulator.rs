//! The accumulator: by hand, its oil, and its differential equation.

use super::order::assert_order;
use super::{Rows, assert_near, circuit};

/// Of a cubic metre and 1 Pa, with kappa 1, in steps of a second; the wave falls from
/// 23/12 Pa at the third tick, where `xmp` has reached 1/3.
fn ticks(after: f64) -> Rows {
    let objects = [
        &format!(r#"base:Src/Step U StepTime="1.5" Before="{}" After="{after}""#, 23.0 / 12.0),
        r#"Hydraulic/Accumulator X V0="1" Kca="1" kappa="1" p0="1""#,
    ];
    Rows::of(&circuit(&objects, r#"X.P1.c="U.Out" X.P1.Zc="1""#, r#"SampleTime="1" TOutput="0:1:4""#))
}

/// vmp = (c - pa) / 2. At the second tick y = 1 - xmp solves y^2 - 7/24 y = 1/4. Then it
/// would fall by 7/16 + (0 - 32/25) / 4 below half of itself: it empties in two ticks.
#[test]
fn it_fills_and_empties() {
    let rows = ticks(0.0);
    for (name, expected) in [
        ("X.xmp", [0.0, 1.0 / 3.0, 7.0 / 32.0, 0.0, 0.0]),
        ("X.vmp", [11.0 / 24.0, 5.0 / 24.0, -7.0 / 16.0, 0.0, 0.0]),
        ("X.pa", [1.0, 1.5, 1.28, 1.0, 1.0]),
        ("X.Va", [1.0, 2.0 / 3.0, 25.0 / 32.0, 1.0, 1.0]),
        ("X.P1.q", [-11.0 / 24.0, -5.0 / 24.0, 7.0 / 16.0, 0.0, 0.0]),
        ("X.P1.p", [35.0 / 24.0, 41.0 / 24.0, 7.0 / 16.0, 0.0, 0.0]),
    ] {
        let found = rows.of_column(name);
        assert!(
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-14),
            "{name}: {found:?}"
        );
    }
    // -1 + 7/16 Pa: its port has none.
    let rows = ticks(-1.0);
    assert_near(&rows.of_column("X.P1.p")[2..], &[0.0; 3], "p");
    let q = rows.of_column("X.P1.q");
    assert!((q[2] - 7.0 / 16.0).abs() < 1e-14 && q[3].abs() < 1e-14, "{q:?}");
}

/// Behind an inlet that hardly resists it is at the pressure outside, p0 / (1 - xmp)^kappa = c, after a few steps, from one side,
/// and stays there: nothing flows to and fro.
#[test]
fn it_does_not_swing_where_its_inlet_is_wide() {
    for (inlet, ticks) in [("1e-6", 10), ("1e-3", 3), ("1", 3), ("1e6", 3)] {
        let objects = [
            r#"base:Src/Step U StepTime="0.0505" Before="2e7" After="1.5e7""#,
            "Hydraulic/PressureSource S",
            &format!(r#"Hydraulic/Accumulator X Kca="{inlet}""#),
        ];
        let engine = r#"SampleTime="1e-3" TOutput="0:1e-3:0.1""#;
        let charge = Rows::of(&circuit(&objects, r#"S.p="U.Out" S.P1="X.P1""#, engine)).of_column("X.xmp");
        for (part, pressure) in [(&charge[..51], 2.0_f64), (&charge[51..], 1.5)] {
            let exact = 1.0 - pressure.powf(-1.0 / 1.2);
            let errors: Vec<f64> = part.iter().map(|charge| charge - exact).collect();
            let is_closer = |pair: &[f64]| pair[1].abs() <= pair[0].abs() + 1e-13 && pair[1] * errors[0] >= -1e-13;
            assert!(errors.windows(2).all(is_closer), "{inlet}: {errors:?}");
            assert!(errors[ticks..].iter().all(|error| error.abs() < 1e-4), "{inlet}: {errors:?}");
            assert!(errors[40..].iter().all(|error| error.abs() < 1e-9), "{inlet}: {errors:?}");
        }
    }
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
    // With a wide inlet more of what flows at a tick counts in the step before it: what does not is told.
    let wide = objects.map(|object| object.replace("X V0", r#"X Kca="1e-3" V0"#));
    let text = circuit(&wide.each_ref().map(String::as_str), connections, r#"SampleTime="1e-4" TOutput="0:1e-4:0.3""#);
    let rows = Rows::of(&text);
    let [q, c1, c2, before, rest] =
        ["Q.P1.q", "V.P1.c", "V.P2.c", "X.Before[0]", "X.Before[1]"].map(|name| rows.of_column(name));
    let kept = |k: usize| 2e-4 / 1e9 * 0.5 * (c1[k] + c2[k]) + 1e-3 * (before[k] + 1e-4 * rest[k]);
    let mut came = 0.0;
    for k in 2..q.len() {
        came += 1e-4 * q[k - 1];
        assert!((kept(k) - kept(1) - came).abs() < 1e-14, "{k}: {:e}", kept(k) - kept(1) - came);
    }
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

/// It is as exact where it is stiff for its step, 2.3 times, at every step: it follows 15 + 4 sin MPa at 20 Hz behind an
/// inlet that is as much wider as the step is shorter. SciPy's DOP853 at 1e-13 gives the charges.
#[test]
fn it_converges_where_it_is_stiff_for_its_step() {
    let error = |step: f64| {
        let exact: f64 = match step {
            1e-3 => 0.396_452_582_469_988_8,
            5e-4 => 0.397_124_265_524_989_8,
            _ => 0.397_448_932_384_019_1,
        };
        let objects = [
            r#"base:Src/Sine U Amplitude="4e6" Frequency="20" Bias="1.5e7""#,
            "Hydraulic/PressureSource S",
            &format!(r#"Hydraulic/Accumulator X StartPressure="1.5e7" Kca="{}""#, 1.6e-10 / step),
        ];
        let engine = format!(r#"SampleTime="{step}" TOutput="0, 0.058""#);
        (Rows::of(&circuit(&objects, r#"S.p="U.Out" S.P1="X.P1""#, &engine)).of_column("X.xmp")[1] - exact).abs()
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
