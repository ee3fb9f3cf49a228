//! Pump and motor of fixed displacement, as calculated with a pencil.

use super::pump::solved;
use super::{Rows, assert_near, circuit};

/// The numbers of 12 digits were calculated apart from this program: those of the
/// variable pump, whose setting of 0.8 makes 4e-5 of 5e-5 m^3.
#[test]
fn a_fixed_pump_gives_what_a_variable_one_does() {
    let pump = r#"Hydraulic/FixedDisplacementPump X D_p="4e-5" n_p="250" C_lp="1e-11""#;
    for cavitation in ["Limit", "Zero"] {
        let [q, p1, p2] = solved(&format!(r#"{pump} Cavitation="{cavitation}""#), [4e6, 1.5e9, 1e7, 2.5e9]);
        assert!((q / 1.472643683576e-3 - 1.0).abs() < 5e-13, "{q:e}");
        assert!((p1 - 1791034.47).abs() < 0.01 && (p2 - 13681609.2).abs() < 0.1, "{p1} {p2}");
    }
    // D_p n_p / (2 pi) is 2e-3 m^3/s; the inlet gives 1e6 / 1e9 at most.
    let two_litres =
        format!(r#"Hydraulic/FixedDisplacementPump X D_p="1e-3" n_p="{}" C_lp="0""#, 4.0 * std::f64::consts::PI);
    let waves = [1e6, 1e9, 1e7, 1e9];
    assert_near(&solved(&two_litres, waves), &[1e-3, 0.0, 1.1e7], "Limit");
    assert_near(&solved(&format!(r#"{two_litres} Cavitation="Zero""#), waves), &[2e-3, 0.0, 1.2e7], "Zero");
}

/// 4 rad/s for two ticks of a second, and 6 then: half of either on the way.
#[test]
fn a_pump_turns() {
    let objects = [
        r#"base:Src/Step U StepTime="1.5" Before="4" After="6""#,
        r#"Hydraulic/FixedDisplacementPump X StartFlow="3""#,
    ];
    let rows = Rows::of(&circuit(&objects, r#"X.n_p="U.Out""#, r#"SampleTime="1" TOutput="0:1:3""#));
    assert_near(&rows.of_column("X.a"), &[0.0, 4.0, 9.0, 15.0], "a");
    assert_eq!(rows.of_column("X.P2.q")[0], 3.0);
}

/// The first ticks of a motor of 1 kg m^2 with `D_m / (2 pi)` m^3, in steps of a second,
/// with waves `c, Zc` at P1, P2 and P3.
fn motor(d: f64, more: &str, waves: [[f64; 2]; 3]) -> Rows {
    let volume = d * 2.0 * std::f64::consts::PI;
    let object = format!(r#"Hydraulic/FixedDisplacementMotor M D_m="{volume}" J_m="1" {more}"#);
    let given = |(port, [c, zc]): (usize, [f64; 2])| format!(r#"M.P{port}.c="{c}" M.P{port}.Zc="{zc}" "#);
    let connections: String = (1..).zip(waves).map(given).collect();
    Rows::of(&circuit(&[&object], &connections, r#"SampleTime="1" TOutput="0:1:2""#))
}

#[track_caller]
fn assert_begins(rows: &Rows, expected: &[(&str, &[f64])]) {
    for (name, expected) in expected {
        let found = &rows.of_column(name)[..expected.len()];
        let is_near = |(found, expected): (&f64, &f64)| (found - expected).abs() < 1e-14 * expected.abs().max(1.0);
        assert!(found.iter().zip(*expected).all(is_near), "{name}: {found:?}");
    }
}

const DRIVEN: [[f64; 2]; 3] = [[10.0, 0.25], [2.0, 0.25], [4.0, 0.0]];

/// 2 (10 - 2) - 4 N m and a damping of 4 (1/4 + 1/4): dw = 12 - 2 w.
#[test]
fn oil_turns_a_motor() {
    assert_begins(
        &motor(2.0, r#"C_lm="0""#, DRIVEN),
        &[
            ("M.AngularAcceleration", &[12.0, 0.0, 0.0]),
            ("M.P3.w", &[0.0, 6.0, 6.0]),
            ("M.P3.a", &[0.0, 3.0, 9.0]),
            ("M.P3.T", &[4.0; 3]),
            ("M.P3.Je", &[1.0; 3]),
            ("M.P1.q", &[0.0, -12.0, -12.0]),
            ("M.P2.q", &[0.0, 12.0, 12.0]),
            ("M.P1.p", &[10.0, 7.0, 7.0]),
            ("M.P2.p", &[2.0, 5.0, 5.0]),
        ],
    );
    // With friction 5 and an impedance of 1 at the shaft: 5 dw = 12 - 8 6.
    let rows = motor(2.0, r#"C_lm="0" B_m="5""#, [DRIVEN[0], DRIVEN[1], [4.0, 1.0]]);
    assert_begins(&rows, &[("M.P3.w", &[0.0, 2.4]), ("M.P3.T", &[4.0, 6.4])]);
}

/// Half of the pressure is lost: p1 - p2 = (8 - w) / 2, dw = 4 - w, and q = 2 w + 2 (p1 - p2).
#[test]
fn a_motor_leaks() {
    assert_begins(
        &motor(2.0, r#"C_lm="2""#, DRIVEN),
        &[
            ("M.AngularAcceleration", &[4.0, 4.0 / 3.0]),
            ("M.P3.w", &[0.0, 8.0 / 3.0]),
            ("M.P2.q", &[8.0, 32.0 / 3.0]),
            ("M.P1.p", &[8.0, 22.0 / 3.0]),
            ("M.P2.p", &[4.0, 14.0 / 3.0]),
        ],
    );
}

/// It draws more than comes: p1 would be -4 Pa, and 1 - 7/3; without, dw = -2.
#[test]
fn no_torque_comes_from_tension() {
    let rows = motor(1.0, r#"C_lm="0" StartAngularVelocity="5""#, [[1.0, 1.0], [2.0, 0.0], [0.0, 0.0]]);
    assert_begins(
        &rows,
        &[
            ("M.P3.w", &[5.0, 3.0]),
            ("M.P3.a", &[0.0, 4.0]),
            ("M.P1.p", &[0.0, 0.0]),
            // The inlet supplies no more than 1 / 1.
            ("M.P1.q", &[-1.0, -1.0]),
            ("M.P2.q", &[1.0, 1.0]),
            ("M.P2.p", &[2.0, 2.0]),
        ],
    );
}

/// With all of the oil w = (2 + 22 - 2 w) / 2 = 6, and p1 would be -4 Pa, p2 -14. Only the outlet pulls: without it
/// w = (2 + 2 - w) / 2, and the inlet stays full.
#[test]
fn a_full_inlet_is_not_shut_by_tension_at_the_outlet() {
    let rows = motor(1.0, r#"C_lm="0""#, [[2.0, 1.0], [-20.0, 1.0], [0.0, 0.0]]);
    assert_begins(
        &rows,
        &[
            ("M.AngularAcceleration", &[2.0, 2.0 / 3.0]),
            ("M.P3.w", &[0.0, 4.0 / 3.0]),
            ("M.P1.p", &[2.0, 2.0 / 3.0]),
            ("M.P1.q", &[0.0, -4.0 / 3.0]),
            ("M.P2.p", &[0.0, 0.0]),
        ],
    );
    // The same backwards.
    let rows = motor(1.0, r#"C_lm="0""#, [[-20.0, 1.0], [2.0, 1.0], [0.0, 0.0]]);
    assert_begins(&rows, &[("M.P3.w", &[0.0, -4.0 / 3.0]), ("M.P2.p", &[2.0, 2.0 / 3.0])]);
    // A shaft that is driven empties it too: w = (102 + 102 - w) / 2 makes p1 -66, and without it w = (102 + 100) / 2.
    let rows = motor(1.0, r#"C_lm="0""#, [[2.0, 1.0], [-200.0, 1.0], [-100.0, 0.0]]);
    assert_begins(&rows, &[("M.P3.w", &[0.0, 101.0]), ("M.P1.p", &[2.0, 0.0]), ("M.P2.p", &[0.0, 0.0])]);
}
