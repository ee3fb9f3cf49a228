//! The loss-less line: by hand, and against solutions of the wave equation.

use super::order::assert_order;
use super::{Rows, assert_near, circuit};
use crate::laboratory::{complaints, load, run};

/// 1e-3 m^3/s into a line whose end is closed: 1e6 Pa, and once more 2e6 whenever the
/// wave comes back; at the end 2e6 whenever it arrives.
#[test]
fn a_wave_travels_to_and_fro() {
    for (delay, entrance, end) in [
        ("1e-3", [2e6, 2e6, 4e6, 4e6, 6e6, 6e6, 8e6], [1e6, 3e6, 3e6, 5e6, 5e6, 7e6, 7e6]),
        ("2e-3", [2e6, 2e6, 2e6, 2e6, 4e6, 4e6, 4e6], [1e6, 1e6, 3e6, 3e6, 3e6, 3e6, 5e6]),
        // The nearest whole number of steps.
        ("2.4e-3", [2e6, 2e6, 2e6, 2e6, 4e6, 4e6, 4e6], [1e6, 1e6, 3e6, 3e6, 3e6, 3e6, 5e6]),
        ("3e-3", [2e6, 2e6, 2e6, 2e6, 2e6, 2e6, 4e6], [1e6, 1e6, 1e6, 3e6, 3e6, 3e6, 3e6]),
    ] {
        let line = format!(r#"Hydraulic/LosslessLine L deltat="{delay}" Z_c="1e9" StartPressure="1e6""#);
        let objects = [r#"Hydraulic/FlowSource Q q="1e-3""#, &line, r#"Hydraulic/FlowSource E q="0""#];
        let engine = r#"SampleTime="1e-3" TOutput="0:1e-3:6e-3""#;
        let rows = Rows::of(&circuit(&objects, r#"Q.P1="L.P1" L.P2="E.P1""#, engine));
        assert_near(&rows.of_column("Q.P1.p"), &entrance, delay);
        assert_near(&rows.of_column("E.P1.p"), &end, delay);
        assert_near(&rows.of_column("L.P2.Zc"), &[1e9; 7], "Zc");
    }
}

/// A flow that is there at the start goes on; the filter has nothing to do.
#[test]
fn a_line_may_begin_with_its_flow() {
    let objects = [
        r#"Hydraulic/FlowSource Q q="1e-3""#,
        r#"Hydraulic/LosslessLine L deltat="4e-3" Z_c="1e9" alpha="0.25" StartPressure="3e6" StartFlow="1e-3""#,
        r#"Hydraulic/FlowSource E q="-1e-3""#,
    ];
    let engine = r#"SampleTime="1e-3" TOutput="0:1e-3:0.02""#;
    let rows = Rows::of(&circuit(&objects, r#"Q.P1="L.P1" L.P2="E.P1""#, engine));
    for name in ["Q.P1.p", "E.P1.p"] {
        assert_near(&rows.of_column(name), &[3e6; 21], name);
    }
}

/// A valve that closes at the start of 1e-3 m^3/s: Joukowsky's Zc q, 1e6 Pa, more at it at once, at the source 3 ms later.
#[test]
fn a_line_may_begin_with_a_water_hammer() {
    let objects = [
        r#"Hydraulic/FlowSource Q q="1e-3""#,
        r#"Hydraulic/LosslessLine L deltat="3e-3" Z_c="1e9" StartPressure="3e6" StartFlow="1e-3""#,
        r#"Hydraulic/FlowSource E q="0""#,
    ];
    let rows = Rows::of(&circuit(&objects, r#"Q.P1="L.P1" L.P2="E.P1""#, r#"SampleTime="1e-3" TOutput="0:1e-3:5e-3""#));
    assert_near(&rows.of_column("E.P1.p"), &[4e6; 6], "the valve");
    assert_near(&rows.of_column("Q.P1.p"), &[3e6, 3e6, 3e6, 5e6, 5e6, 5e6], "the source");
}

/// At a gap that swallows it, Kc = 1 / Zc, a wave ends: p2(t) = 1e6 + Zc q(t - 0.02). The
/// filter is late by alpha / (1 - alpha) steps.
#[test]
fn a_line_gives_the_solution_of_the_wave_equation() {
    let error = |alpha: f64, step: f64| {
        let objects = [
            r#"base:Src/Sine U Amplitude="1e-3" Frequency="7""#,
            "Hydraulic/FlowSource Q",
            &format!(r#"Hydraulic/LosslessLine L deltat="0.02" Z_c="1e9" alpha="{alpha}" StartPressure="1e6""#),
            r#"Hydraulic/LaminarOrifice A Kc="1e-9""#,
            r#"Hydraulic/Tank T p="1e6""#,
        ];
        let connections = r#"Q.q="U.Out" Q.P1="L.P1" L.P2="A.P1" A.P2="T.P1""#;
        let rows = Rows::of(&circuit(&objects, connections, &format!(r#"SampleTime="{step}" TOutput="0:0.002:0.3""#)));
        let exact = |t: f64| 1e6 + if t < 0.02 { 0.0 } else { 1e6 * (std::f64::consts::TAU * 7.0 * (t - 0.02)).sin() };
        let pressures = rows.of_column("A.P1.p");
        pressures.iter().zip(0..).map(|(p, k)| (p - exact(f64::from(k) * 0.002)).abs()).fold(0.0, f64::max)
    };
    assert!(error(0.0, 1e-3) < 1e-8, "{}", error(0.0, 1e-3));
    assert_order(1.0, |step| error(0.1, step), [1e-3, 5e-4, 2.5e-4]);
}

/// Between closed ends what a pulse has brought travels to and fro for ever, a million
/// steps long, and not a bit is lost.
#[test]
fn a_closed_line_keeps_its_energy() {
    let objects = [
        r#"base:Src/Sine U Amplitude="1e-3" Frequency="35""#,
        r#"base:Src/Step N StepTime="0.0155" Before="1" After="0""#,
        "base:Signal/Product P",
        "Hydraulic/FlowSource Q",
        r#"Hydraulic/LosslessLine L deltat="0.01" Z_c="1e9" StartPressure="2e6""#,
        r#"Hydraulic/FlowSource E q="0""#,
    ];
    let connections = r#"P.In1="U.Out" P.In2="N.Out" Q.q="P.Out" Q.P1="L.P1" L.P2="E.P1""#;
    let engine = r#"SampleTime="1e-3" TOutput="0.02:1e-3:0.039, 999.98:1e-3:999.999" FileOutput="L.P1.c, L.P2.c""#;
    let engine = engine.replace("0.02:", "0, 0.02:");
    let rows = run(&load(&circuit(&objects, connections, &engine))).0;
    assert_eq!(rows.len(), 41);
    let energy = |rows: &[(f64, Vec<f64>)]| -> f64 {
        rows.iter().map(|(_, c)| (c[0] - 2e6).powi(2) + (c[1] - 2e6).powi(2)).sum()
    };
    assert_eq!(energy(&rows[1..21]), energy(&rows[21..]));
    assert!(energy(&rows[1..21]) > 1e12, "{:e}", energy(&rows[1..21]));
}

#[test]
fn what_a_line_cannot_be() {
    for (given, expected) in [
        (r#"deltat="0""#, "deltat"),
        (r#"deltat="0.5e-3""#, "`deltat`, 0.0005, is less than a step, 0.001"),
        (r#"deltat="1001""#, "`deltat`, 1001, is 1001000 steps of 0.001"),
        (r#"Z_c="0""#, "Z_c"),
        (r#"alpha="1""#, "alpha"),
        (r#"StartPressure="-1""#, "StartPressure"),
    ] {
        let ends = r#"X.P1.p="0" X.P1.q="0" X.P2.p="0" X.P2.q="0""#;
        let text =
            circuit(&[&format!("Hydraulic/LosslessLine X {given}")], ends, r#"SampleTime="1e-3" TOutput="0, 1""#);
        let found = complaints(&text);
        assert!(found.iter().any(|told| told.contains(expected) && told.contains('X')), "{given}: {found:?}");
    }
}
