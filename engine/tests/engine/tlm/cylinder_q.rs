//! The cylinder of Q type, as calculated with a pencil: in steps of a second, with
//! areas of 2 and 1 m^2 and a mass of 1 kg.

use super::{Rows, assert_near, circuit};
use crate::laboratory::complaints;

/// Its first ticks, with waves `c, Zc` at P1, P2 and P3.
fn ticks(more: &str, waves: [[f64; 2]; 3]) -> Rows {
    let cylinder = format!(r#"Hydraulic/CylinderQ C A_1="2" A_2="1" m_l="1" {more}"#);
    let given = |(port, [c, zc]): (usize, [f64; 2])| format!(r#"C.P{port}.c="{c}" C.P{port}.Zc="{zc}" "#);
    let connections: String = (1..).zip(waves).map(given).collect();
    Rows::of(&circuit(&[&cylinder], &connections, r#"SampleTime="1" TOutput="0:1:3""#))
}

#[track_caller]
fn assert_begins(rows: &Rows, expected: &[(&str, &[f64])]) {
    for (name, expected) in expected {
        assert_near(&rows.of_column(name)[..expected.len()], expected, name);
    }
}

/// c1 = 10, c2 = 6 and c3 = 2: 12 N, and a damping of 4/4 + 1.
const PUSHED: [[f64; 2]; 3] = [[10.0, 0.25], [6.0, 1.0], [2.0, 0.0]];

/// a = 12 - 2 v at every tick.
#[test]
fn oil_pushes_a_load() {
    assert_begins(
        &ticks(r#"k_l="0" s_l="100""#, PUSHED),
        &[
            ("C.Acceleration", &[12.0, 0.0, 0.0]),
            ("C.P3.v", &[0.0, 6.0, 6.0]),
            ("C.P3.x", &[0.0, 3.0, 9.0]),
            ("C.P1.q", &[0.0, -12.0, -12.0]),
            ("C.P1.p", &[10.0, 7.0, 7.0]),
            ("C.P2.q", &[0.0, 6.0, 6.0]),
            ("C.P2.p", &[6.0, 12.0, 12.0]),
            ("C.P3.f", &[2.0; 3]),
            ("C.P3.me", &[1.0; 3]),
        ],
    );
}

/// a = 12 - 2 v - 4 x; then with frictions of 1 and 3 N s/m and an impedance of 2 at
/// the rod: a = 12 - 8 v; and from where it moves at the start.
#[test]
fn a_load_has_a_spring_and_friction() {
    let rows = ticks(r#"k_l="4" s_l="100""#, PUSHED);
    assert_begins(&rows, &[("C.Acceleration", &[12.0, -4.0]), ("C.P3.v", &[0.0, 4.0]), ("C.P3.x", &[0.0, 2.0])]);
    let waves = [PUSHED[0], PUSHED[1], [2.0, 2.0]];
    let rows = ticks(r#"k_l="0" s_l="100" B_p="1" B_l="3""#, waves);
    // 5 a = 12 - 8 * 6, v = 6 - 3.6.
    assert_begins(
        &rows,
        &[("C.Acceleration", &[12.0, -7.2]), ("C.P3.v", &[0.0, 2.4]), ("C.P3.f", &[2.0, 6.8]), ("C.P3.x", &[0.0, 1.2])],
    );
    let rows = ticks(r#"k_l="0" s_l="100" StartPosition="50" StartVelocity="6""#, PUSHED);
    assert_begins(&rows, &[("C.Acceleration", &[0.0; 3]), ("C.P3.x", &[50.0, 56.0, 62.0]), ("C.P2.p", &[12.0; 3])]);
}

#[test]
fn stops_are_inelastic() {
    let rows = ticks(r#"k_l="0" s_l="8""#, PUSHED);
    assert_begins(
        &rows,
        &[
            ("C.P3.x", &[0.0, 3.0, 8.0, 8.0]),
            ("C.P3.v", &[0.0, 6.0, 0.0, 0.0]),
            ("C.P1.p", &[10.0, 7.0, 10.0, 10.0]),
            ("C.P2.q", &[0.0, 6.0, 0.0, 0.0]),
        ],
    );
    // 12 N inwards.
    let rows = ticks(r#"k_l="0" s_l="8" StartPosition="2""#, [[3.0, 0.0], [6.0, 0.0], [12.0, 0.0]]);
    assert_begins(&rows, &[("C.P3.x", &[2.0, 0.0, 0.0]), ("C.P3.v", &[0.0; 3])]);
}

/// p2 would be -20 and -6 Pa: without it, 18 N and a damping of 1.
#[test]
fn a_chamber_cavitates() {
    let rows = ticks(r#"k_l="0" s_l="100""#, [[10.0, 0.25], [-20.0, 1.0], [2.0, 0.0]]);
    assert_begins(
        &rows,
        &[
            ("C.Acceleration", &[18.0, 6.0]),
            ("C.P3.v", &[0.0, 12.0]),
            ("C.P3.x", &[0.0, 6.0]),
            ("C.P1.p", &[10.0, 4.0]),
            ("C.P2.p", &[0.0, 0.0]),
            ("C.P2.q", &[0.0, 12.0]),
        ],
    );
}

/// With all of the oil v = (4 + 24 - 2 v) / 2 = 7, and p1 would be -1.5 Pa, p2 -13. Only chamber 2 pulls: without
/// it v = (4 + 4 - v) / 2, and chamber 1 stays full.
#[test]
fn a_full_chamber_is_not_shut_by_tension_in_the_other() {
    let rows = ticks(r#"k_l="0" s_l="100""#, [[2.0, 0.25], [-20.0, 1.0], [0.0, 0.0]]);
    assert_begins(
        &rows,
        &[
            ("C.Acceleration", &[4.0, 4.0 / 3.0]),
            ("C.P3.v", &[0.0, 8.0 / 3.0]),
            ("C.P3.x", &[0.0, 4.0 / 3.0]),
            ("C.P1.p", &[2.0, 2.0 / 3.0]),
            ("C.P1.q", &[0.0, -16.0 / 3.0]),
            ("C.P2.p", &[0.0, 0.0]),
        ],
    );
    // A load that pulls it out empties that one too: v = (208 - v) / 2 makes p1 -98 / 3, and without it v = (104 + 100) / 2.
    let rows = ticks(r#"k_l="0" s_l="1000""#, [[2.0, 0.25], [-20.0, 0.1], [-100.0, 0.0]]);
    assert_begins(
        &rows,
        &[
            ("C.Acceleration", &[104.0, 100.0]),
            ("C.P3.v", &[0.0, 102.0]),
            ("C.P1.p", &[2.0, 0.0]),
            ("C.P2.p", &[0.0, 0.0]),
        ],
    );
}

#[test]
fn what_a_cylinder_cannot_be() {
    for (parameter, value) in [
        ("A_1", "0"),
        ("A_2", "-1"),
        ("s_l", "0"),
        ("m_l", "0"),
        ("B_p", "-1"),
        ("B_l", "-1"),
        ("k_l", "-1"),
        ("StartPosition", "-1e-3"),
        ("StartPosition", "0.02"),
    ] {
        let cylinder = format!(r#"Hydraulic/CylinderQ X {parameter}="{value}""#);
        let found = complaints(&circuit(&[&cylinder], "", r#"SampleTime="1" TOutput="0""#));
        assert!(found.iter().any(|told| told.contains(parameter) && told.contains('X')), "{parameter}: {found:?}");
    }
}
