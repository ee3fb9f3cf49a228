//! The cylinder of C type: its chambers, its piston and its stops, as calculated
//! with a pencil.

use super::{Rows, assert_near, circuit};
use crate::laboratory::{complaints, load, try_run};

/// Of a litre in both chambers where the piston is in the middle: Zc = 3 1e9 1e-3 /
/// (2 1e-3) = 1.5e9.
const CYLINDER: &str = r#"Hydraulic/CylinderC C V_1="5e-4" V_2="5e-4" B_p="100" alpha="0""#;
const ENGINE: &str = r#"SampleTime="1e-3" TOutput="0:1e-3:4e-3""#;

/// The first ticks, with such signals at the ports.
fn ticks(more: &str, others: &[&str], connections: &str) -> Rows {
    let cylinder = format!("{CYLINDER} {more}");
    let mut objects = vec![cylinder.as_str()];
    objects.extend(others);
    let unused = r#"C.P1.p="0" C.P2.p="0" C.P3.f="0""#;
    Rows::of(&circuit(&objects, &format!("{connections} {unused}"), ENGINE))
}

#[track_caller]
fn assert_begins(rows: &Rows, expected: &[(&str, &[f64])]) {
    for (name, expected) in expected {
        assert_near(&rows.of_column(name)[..expected.len()], expected, name);
    }
}

/// A litre a second into a litre of 1e9 Pa, a millisecond long: 1e6 Pa on average.
/// It sends 4e6 and twice 1e6, on average 2e6.
#[test]
fn a_chamber_that_is_filled() {
    let piston = r#"C.P3.x="-0.5" C.P3.v="0" C.P3.me="100""#;
    let rows = ticks(r#"c_leak="0" StartPressure="1e6, 1e6""#, &[], &format!(r#"C.P1.q="1e-3" C.P2.q="0" {piston}"#));
    assert_begins(
        &rows,
        &[
            ("C.P1.Zc", &[1.5e9; 5]),
            ("C.P1.c", &[1e6, 0.0, 3e6]),
            ("C.Inner1[0]", &[1e6, 3e6, 3e6]),
            ("C.Inner1[1]", &[1e6, 3e6, 3e6]),
            ("C.P2.c", &[1e6; 5]),
            ("C.P3.c", &[0.0, 2e3, 2e3]),
            // A^2 (Zc1 + Zc2) + B_p
            ("C.P3.Zc", &[3.1e3; 5]),
            ("C.q_leak", &[0.0; 5]),
        ],
    );
}

/// The piston moves away from chamber 1 with 1 m/s. The waves at the leakage are then
/// 2e6 and 6e6: 1e-9 (2e6 - 6e6) / (1 + 1e-9 3e9).
#[test]
fn a_piston_that_moves_and_leaks() {
    let rows = ticks(
        r#"c_leak="1e-9" StartPressure="4e6, 4e6""#,
        &[],
        r#"C.P1.q="0" C.P2.q="0" C.P3.x="-0.5" C.P3.v="-1" C.P3.me="100""#,
    );
    assert_begins(
        &rows,
        &[
            ("C.P1.c", &[4e6, 2e6]),
            ("C.P2.c", &[4e6, 6e6]),
            ("C.Inner1[0]", &[4e6, 5e6]),
            ("C.Inner2[0]", &[4e6, 3e6]),
            ("C.P3.c", &[0.0, 2e3]),
            ("C.q_leak", &[0.0, -1e-3]),
        ],
    );
    // At the second tick chamber 1 sends 2e6, 5e6 - 3e6 and, with its leakage, 2e6 + 3e6.
    let mean: f64 = (2e6 + 2e6 + 5e6) / 3.0;
    let inner = rows.of_column("C.Inner1[1]")[2];
    assert!((inner - (2.0 * mean - 5e6)).abs() < 1e-7, "{inner}");
}

/// With a second port chamber 1 has four: Zc = 4 1e9 1e-3 / (2 1e-3) = 2e9. It sends 5e6,
/// 3e6 and twice 1e6, on average 2.5e6.
#[test]
fn a_chamber_with_two_ports() {
    let rows = ticks(
        r#"c_leak="0" StartPressure="1e6, 1e6" NumPorts1="2""#,
        &[],
        r#"C.P1.q="1e-3" C.P1_2.q="0.5e-3" C.P1_2.p="0" C.P2.q="0" C.P3.x="-0.5" C.P3.v="0" C.P3.me="100""#,
    );
    assert_begins(
        &rows,
        &[
            ("C.P1.Zc", &[2e9; 5]),
            ("C.P1_2.Zc", &[2e9; 5]),
            ("C.P2.Zc", &[1.5e9; 5]),
            ("C.P1.c", &[1e6, 0.0]),
            ("C.P1_2.c", &[1e6, 2e6]),
            ("C.Inner1[0]", &[1e6, 4e6]),
            ("C.Inner1[1]", &[1e6, 4e6]),
            ("C.P3.c", &[0.0, 3e3]),
            ("C.P3.Zc", &[3.6e3; 5]),
        ],
    );
}

/// The filter: a quarter of the old wave remains.
#[test]
fn a_chamber_with_a_filter() {
    let cylinder = CYLINDER.replace(r#"alpha="0""#, r#"alpha="0.25" c_leak="0" StartPressure="1e6, 1e6""#);
    let connections =
        r#"C.P1.q="7.5e-4" C.P2.q="0" C.P3.x="-0.5" C.P3.v="0" C.P3.me="100" C.P1.p="0" C.P2.p="0" C.P3.f="0""#;
    let rows = Rows::of(&circuit(&[&cylinder], connections, ENGINE));
    // It sends 1e6 + 2 2e9 7.5e-4 = 4e6 and twice 1e6: 1e6 / 4 + 3/4 (4e6 - 4e6).
    assert_begins(&rows, &[("C.P1.Zc", &[2e9; 2]), ("C.P1.c", &[1e6, 2.5e5]), ("C.Inner1[0]", &[1e6, 2.5e6])]);
}

/// From the middle to the end at chamber 1, at the third tick: half a litre and one and a half.
#[test]
fn impedances_go_with_the_position_of_the_tick_before() {
    let objects = [
        r#"base:Src/Step U StepTime="0.5e-3" Before="-0.5" After="0""#,
        r#"base:Signal/UnitDelay X InitialValue="-0.5""#,
    ];
    let at = |mass: &str| {
        let piston = format!(r#"X.In="U.Out" C.P3.x="X.Out" C.P3.v="0" C.P3.me="{mass}""#);
        ticks("", &objects, &format!(r#"C.P1.q="0" C.P2.q="0" {piston}"#))
    };
    assert_begins(
        &at("100"),
        &[
            ("C.P3.x", &[-0.5, -0.5, 0.0, 0.0]),
            ("C.P1.Zc", &[1.5e9, 1.5e9, 1.5e9, 3e9]),
            ("C.P2.Zc", &[1.5e9, 1.5e9, 1.5e9, 1e9]),
        ],
    );
    // With 1 kg a chamber counts as 1e9 (1e-3 1e-3)^2 / 0.1 = 1e-2 m^3 at least.
    assert_begins(&at("1"), &[("C.P1.Zc", &[1.5e8; 4]), ("C.P2.Zc", &[1.5e8; 4])]);
}

/// With 100 kg and a millisecond k = 0.1 100 / 1e-6 = 1e7 N/m.
#[test]
fn stops_push_back_at_both_ends() {
    for (end, forward) in [(0.0, 1.0_f64), (-1.0, -1.0)] {
        let objects = [
            &format!(r#"base:Src/Step X StepTime="0.5e-3" Before="{end}" After="{}""#, end + 1e-3 * forward),
            &format!(r#"base:Src/Step V StepTime="1.5e-3" Before="0" After="{forward}""#),
            &format!(r#"base:Signal/UnitDelay DX InitialValue="{end}""#),
            r#"base:Signal/UnitDelay DV"#,
        ];
        let moving = r#"DX.In="X.Out" DV.In="V.Out" C.P3.x="DX.Out" C.P3.v="DV.Out" C.P3.me="100""#;
        let rows = |more: &str| ticks(more, &objects, &format!(r#"C.P1.q="0" C.P2.q="0" {moving}"#));
        let (with, without) = (rows(""), rows(r#"use_sl="0""#));
        let added = |name: &str| -> Vec<f64> {
            let pairs = with.of_column(name).into_iter().zip(without.of_column(name));
            pairs.map(|(with, without)| (with - without).round() * forward.powi(i32::from(name == "C.P3.c"))).collect()
        };
        // At a depth of a millimetre at rest; then it comes with 1 m/s, 2 sqrt(0.1) 1e5 N s/m.
        assert_eq!(added("C.P3.c"), [0.0, 0.0, 0.0, 1e4, 1.5e4], "{end}");
        assert_eq!(added("C.P3.Zc"), [0.0, 0.0, 0.0, 5e3, 5e3 + 63246.0], "{end}");
    }
}

/// A force of 1000 N pushes the piston onto its stop: it comes to rest there,
/// 1000 / 1e7 m deep, and goes back when the force turns.
#[test]
fn a_piston_comes_to_rest_at_its_stop() {
    let objects = [
        r#"base:Src/Step U StepTime="0.5" Before="1000" After="-1000""#,
        "Mechanic/ForceSource F",
        r#"Mechanic/TranslationalMass M m="100" StartPosition="0.02""#,
        r#"Hydraulic/CylinderC C"#,
        r#"Hydraulic/LaminarOrifice A Kc="1e-8""#,
        r#"Hydraulic/LaminarOrifice B Kc="1e-8""#,
        "Hydraulic/Tank S",
        "Hydraulic/Tank T",
    ];
    let connections = r#"F.F="U.Out" M.P2="F.P1" M.P1="C.P3" A.P2="C.P1" B.P2="C.P2" A.P1="S.P1" B.P1="T.P1""#;
    let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="1e-3" TOutput="0:1e-3:0.6""#));
    let (x, v) = (rows.of_column("C.P3.x"), rows.of_column("C.P3.v"));
    assert!((x[0], x[499]) == (-0.02, x[499]) && (x[499] - 1e-4).abs() < 1e-8 && v[499].abs() < 1e-6, "{}", x[499]);
    // A body that runs into a critically damped spring gets v / (e omega) deep, omega T =
    // sqrt(0.1), and leaves an undamped one with v / e.
    let arrival = x.iter().position(|x| *x > 0.0).unwrap();
    let (speed, pushed) = (v[arrival - 1], &v[arrival..500]);
    let deepest = x.iter().copied().fold(f64::MIN, f64::max);
    assert!(arrival < 400 && speed > 0.3 && deepest < 1.17e-3 * speed + 1e-4, "{arrival} {speed} {deepest}");
    assert!(pushed.iter().all(|v| *v > -0.37 * speed), "it bounces off with what is left");
    assert!(*x.last().unwrap() < -1e-3, "the stop lets it go");
}

#[test]
fn what_a_cylinder_cannot_be() {
    for (parameter, value) in [
        ("A_1", "0"),
        ("A_2", "-1e-3"),
        ("s_l", "0"),
        ("V_1", "0"),
        ("V_2", "-1"),
        ("B_p", "-1"),
        ("Beta_e", "0"),
        ("c_leak", "-1e-11"),
        ("alpha", "1"),
        ("StartPressure", "1e5, -1"),
        ("NumPorts2", "0"),
    ] {
        let text =
            circuit(&[&format!(r#"Hydraulic/CylinderC X {parameter}="{value}""#)], "", r#"SampleTime="1" TOutput="0""#);
        let found = complaints(&text);
        assert!(found.iter().any(|told| told.contains(parameter) && told.contains('X')), "{parameter}: {found:?}");
    }
    for (piston, more, expected) in [
        (r#"C.P3.x="0.25" C.P3.me="1""#, "", "`P3.x` is 0.25 at the start, and the piston goes from -s_l, -1, to 0"),
        (r#"C.P3.x="-2.5" C.P3.me="1""#, r#"s_l="2""#, "`P3.x` is -2.5 at the start"),
        (r#"C.P3.x="0" C.P3.me="0""#, "", "`P3.me` is 0: something with an equivalent mass above 0"),
    ] {
        let connections = format!(r#"{piston} C.P3.v="0" C.P3.f="0" C.P1.p="0" C.P1.q="0" C.P2.p="0" C.P2.q="0""#);
        let model = load(&circuit(&[&format!("Hydraulic/CylinderC C {more}")], &connections, ENGINE));
        let error = try_run(&model).2.unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("`C`"), "{error}");
    }
}
