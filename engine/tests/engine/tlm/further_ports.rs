//! Bodies with several ports at an end: what hangs side by side.

use super::{Rows, circuit};
use crate::laboratory::complaints;

const ENGINE: &str = r#"SampleTime="1e-3" TOutput="0:0.001:0.5""#;

/// That columns of two runs are the same but for rounding, as parts of the amplitude.
#[track_caller]
fn assert_alike(together: &Rows, apart: &Rows, columns: &[(&str, &str)]) {
    for (one, other) in columns {
        let (one, other) = (together.of_column(one), apart.of_column(other));
        let amplitude = one.iter().fold(0.0_f64, |most, number| most.max(number.abs()));
        let error = one.iter().zip(&other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(amplitude > 1e-3 && error <= 1e-12 * amplitude, "{error:e} of {amplitude:e}: {columns:?}");
    }
}

/// Springs side by side are one spring: at both ends of each kind of body.
#[test]
fn springs_side_by_side_are_one_spring() {
    for (body, spring, wall, [v, x]) in [
        ("TranslationalMass B", "TranslationalSpring", "FixedPosition", ["v", "x"]),
        (
            r#"TranslationalMassWithCoulombFriction B f_s="0.2" f_k="0.1""#,
            "TranslationalSpring",
            "FixedPosition",
            ["v", "x"],
        ),
        ("Lever B", "TranslationalSpring", "FixedPosition", ["v", "x"]),
        ("RotationalInertia B", "TorsionalSpring", "FixedRotation", ["w", "a"]),
        (r#"Gear B omega="-3""#, "TorsionalSpring", "FixedRotation", ["w", "a"]),
    ] {
        let velocity = if v == "v" { "StartVelocity" } else { "StartAngularVelocity" };
        let mass = if v == "v" { "m" } else { "J" };
        let body = |more: &str| format!(r#"Mechanic/{body} {mass}="0.5" B="0.1" {velocity}="1" {more}"#);
        let parts = |stiffness: &[(&str, f64)]| -> Vec<String> {
            let spring = |(name, k): &(&str, f64)| {
                [format!(r#"Mechanic/{spring} {name} k="{k}""#), format!("Mechanic/{wall} W{name}")]
            };
            stiffness.iter().flat_map(spring).collect()
        };
        let rows = |body: String, parts: &[String], connections: &str| {
            let objects: Vec<&str> = std::iter::once(&body).chain(parts).map(String::as_str).collect();
            Rows::of(&circuit(&objects, connections, ENGINE))
        };
        let apart = rows(
            body(r#"NumPorts1="2" NumPorts2="3" Offset2="0.5, -1""#),
            &parts(&[("R", 30.0), ("S", 10.0), ("T", 50.0), ("U", 20.0), ("V", 5.0)]),
            r#"B.P1="R.P1" R.P2="WR.P1" B.P1_2="S.P1" S.P2="WS.P1" B.P2="T.P1" T.P2="WT.P1" B.P2_2="U.P1" U.P2="WU.P1"
               B.P2_3="V.P1" V.P2="WV.P1""#,
        );
        let together =
            rows(body(""), &parts(&[("R", 40.0), ("T", 75.0)]), r#"B.P1="R.P1" R.P2="WR.P1" B.P2="T.P1" T.P2="WT.P1""#);
        for (one, other) in [("P1", "P1"), ("P1", "P1_2"), ("P2", "P2"), ("P2", "P2_2"), ("P2", "P2_3")] {
            assert_alike(&together, &apart, &[(&format!("B.{one}.{v}"), &format!("B.{other}.{v}"))]);
        }
        let (first, second) = (apart.of_column(&format!("B.P2.{x}")), apart.of_column(&format!("B.P2_3.{x}")));
        assert!(first.iter().zip(second).all(|(first, second)| second == first - 1.0));
        let mass = if v == "v" { "me" } else { "Je" };
        for end in ["P1", "P2"] {
            let [first, second] = ["", "_2"].map(|other| apart.of_column(&format!("B.{end}{other}.{mass}")));
            assert_eq!(first, second);
        }
    }
}

/// 1 kg between a wall and a spring of 100 N/m beside a damper of 4 N s/m, from 1 m/s:
/// v = exp(-2 t) (cos(w t) - 2/w sin(w t)) with w = sqrt(96).
#[test]
fn a_spring_beside_a_damper() {
    let error = |step: f64| {
        let objects = [
            r#"Mechanic/TranslationalMass M m="1" B="0" StartVelocity="1" NumPorts2="2""#,
            r#"Mechanic/TranslationalSpring S k="100" StartVelocity="1, 0""#,
            r#"Mechanic/TranslationalDamper D B="4""#,
            "Mechanic/FixedPosition V",
            "Mechanic/FixedPosition W",
        ];
        let engine = format!(r#"SampleTime="{step}" TOutput="0:{step}:1""#);
        let connections = r#"M.P2="S.P1" S.P2="V.P1" M.P2_2="D.P1" D.P2="W.P1""#;
        let rows = Rows::of(&circuit(&objects, connections, &engine));
        let w = 96.0_f64.sqrt();
        let exact = |k: usize| {
            let t = k as f64 * step;
            (-2.0 * t).exp() * ((w * t).cos() - 2.0 / w * (w * t).sin())
        };
        rows.of_column("M.P2.v").iter().enumerate().map(|(k, v)| (v - exact(k)).abs()).fold(0.0, f64::max)
    };
    super::order::assert_order(2.0, error, [2e-3, 1e-3, 5e-4]);
}

#[test]
fn ports_that_cannot_be() {
    let told = |more: &str| complaints(&circuit(&[&format!("Mechanic/TranslationalMass M {more}")], "", ENGINE));
    assert!(told(r#"NumPorts1="0""#)[0].contains("NumPorts1"));
    assert!(told(r#"NumPorts2="3" Offset2="1, 2, 3""#)[0].contains("Offset2"));
}
