//! Sensors: one tick late, or not.

use super::{Rows, assert_near, circuit};
use crate::laboratory::complaints;

const ENGINE: &str = r#"SampleTime="1e-3" TOutput="0:1e-3:3e-3""#;
const SENSORS: [(&str, &str); 8] = [
    ("Hydraulic/PressureSensor", "p"),
    ("Hydraulic/FlowSensor", "q"),
    ("Mechanic/PositionSensor", "x"),
    ("Mechanic/VelocitySensor", "v"),
    ("Mechanic/ForceSensor", "f"),
    ("Mechanic/AngleSensor", "a"),
    ("Mechanic/AngularVelocitySensor", "w"),
    ("Mechanic/TorqueSensor", "T"),
];

#[test]
fn sensors_read_one_tick_late_or_at_once() {
    for (kind, port) in SENSORS {
        for (more, expected) in [
            ("", [3.0, 3.0, 4.0, 5.0]),
            (r#"Lag="1" StartValue="7""#, [7.0, 3.0, 4.0, 5.0]),
            (r#"Lag="0""#, [3.0, 4.0, 5.0, 6.0]),
        ] {
            let objects =
                [r#"base:Src/Ramp U StartTime="0" EndTime="1" Before="3" After="1003""#, &format!("{kind} S {more}")];
            let rows = Rows::of(&circuit(&objects, &format!(r#"S.{port}="U.Out""#), ENGINE));
            assert_near(&rows.of_column("S.out"), &expected, &format!("{kind} {more}"));
        }
    }
}

/// An orifice that closes itself by its own pressure: with the lag of a tick, no loop.
#[test]
fn a_pressure_may_act_on_its_own_orifice() {
    let with = |more: &str| {
        let objects = [
            r#"Hydraulic/FlowSource Q q="1e-4""#,
            r#"Hydraulic/Volume V V="1e-3" StartPressure="1e6""#,
            r#"Hydraulic/LaminarOrifice L"#,
            "Hydraulic/Tank T",
            &format!("Hydraulic/PressureSensor S {more}"),
        ];
        circuit(&objects, r#"Q.P1="V.P1" V.P2="L.P1" L.P2="T.P1" S.p="L.P1.p" L.Kc="1e-17*S.out""#, ENGINE)
    };
    let out = Rows::of(&with(r#"StartValue="1e6""#)).of_column("S.out");
    assert_near(&out[..2], &[1e6, 1e6], "it starts with what is given");
    let refusing = with(r#"Lag="0""#).replace("<Engine", "<Engine Loops=\"refuse\"");
    let found = complaints(&refusing);
    assert!(found.iter().any(|told| told.contains("algebraic loop") && told.contains("S.out")), "{found:?}");
    let found = complaints(&with(""));
    assert!(found.iter().any(|told| told.contains("initial") && told.contains("S.out")), "{found:?}");
}

#[test]
fn what_a_sensor_cannot_be() {
    for (kind, port) in SENSORS {
        for (given, parameter) in [(r#"Lag="2""#, "Lag"), (r#"Lag="0" StartValue="1""#, "StartValue")] {
            let text = circuit(&[&format!("{kind} S {given}")], &format!(r#"S.{port}="1""#), ENGINE);
            let found = complaints(&text);
            assert!(found.iter().any(|told| told.contains(parameter) && told.contains('S')), "{found:?}");
        }
    }
}
