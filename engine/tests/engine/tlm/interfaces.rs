//! Circuits and bodies that move continuously.

use super::order::assert_order;
use super::{Rows, assert_near, circuit};

/// With initial conditions, and states that are exact beside the error of the circuit.
fn mixed(objects: &[&str], connections: &str, initial: &str, engine: &str) -> Rows {
    let engine = format!(r#"IntegratorMethod="DormandPrince" AbsTol="1e-11" RelTol="1e-11" {engine}"#);
    let text = circuit(objects, connections, &engine);
    Rows::of(&text.replace("<INITIALIZATION>", &format!("<INITIALIZATION><InitialCondition {initial}/>")))
}

/// A body outside of 1 kg with 1 m/s at a spring of a circuit, N/m, to a wall.
fn body_at_spring(stiffness: f64, step: f64, end: f64) -> Rows {
    let objects = [
        r#"mechanics:Translational/Mass M Mass="1""#,
        "Mechanic/InterfaceQ I",
        &format!(r#"Mechanic/TranslationalSpring S k="{stiffness}" StartVelocity="1, 0""#),
        "Mechanic/FixedPosition W",
    ];
    let connections = r#"I.Pos="M.Pos" I.Vel="M.Vel" M.Force="I.Force" I.P1="S.P1" S.P2="W.P1""#;
    let engine = format!(r#"SampleTime="{step}" TOutput="0:{step}:{end}""#);
    mixed(&objects, connections, r#"M.Pos="0" M.Vel="1""#, &engine)
}

fn largest_error(found: &[f64], step: f64, exact: impl Fn(f64) -> f64) -> f64 {
    found.iter().enumerate().map(|(k, value)| (value - exact(k as f64 * step)).abs()).fold(0.0, f64::max)
}

#[test]
fn a_body_outside_at_a_spring_of_a_circuit() {
    let error = |step: f64| {
        let rows = body_at_spring(100.0, step, 1.0);
        assert_eq!(rows.of_column("I.P1.v"), rows.of_column("M.Vel"));
        assert_eq!(rows.of_column("I.P1.x"), rows.of_column("M.Pos"));
        largest_error(&rows.of_column("M.Vel"), step, |t| (10.0 * t).cos())
    };
    assert_order(2.0, error, [4e-3, 2e-3, 1e-3]);
}

/// Nothing gives energy to it; what is taken is of the third order.
#[test]
fn a_body_outside_keeps_swinging() {
    let kept = |angle: f64| {
        let velocity = body_at_spring((angle * 1e3).powi(2), 1e-3, 3.0).of_column("M.Vel");
        let largest = |rows: &[f64]| rows.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        largest(&velocity[velocity.len() - 700..]) / largest(&velocity[..700])
    };
    assert!((kept(0.01) - 1.0).abs() < 1e-4, "{}", kept(0.01));
    for angle in [0.02, 0.05, 0.1, 0.2, 0.3, 0.5] {
        assert!(kept(angle) < 1.0 + 1e-4, "{angle}: {}", kept(angle));
    }
}

/// A circuit that drives a body outside: 6 N through a damper of 2 N s/m, from what
/// moves with 3 m/s; and a body outside that drives a circuit.
#[test]
fn forces_and_velocities_go_both_ways() {
    let objects = [
        r#"mechanics:Translational/Mass M Mass="2""#,
        r#"Mechanic/InterfaceQ I m_e="2""#,
        r#"Mechanic/TranslationalDamper D B="2" StartVelocity="3, 0""#,
        r#"Mechanic/VelocitySource V v="3""#,
    ];
    // V.P1 moves into the damper, and the damper pushes the body against what is positive there.
    let connections = r#"I.Pos="M.Pos" I.Vel="M.Vel" M.Force="I.Force" V.P1="D.P1" D.P2="I.P1""#;
    let rows = mixed(&objects, connections, r#"M.Pos="0" M.Vel="0""#, r#"SampleTime="1e-3" TOutput="0:1e-3:1""#);
    let error = largest_error(&rows.of_column("M.Vel"), 1e-3, |t| 3.0 * ((-t).exp() - 1.0));
    assert!(error < 1e-10, "{error:e}");
    // The velocity source feels the body's velocity one step late: 2 (3 + v).
    let (f, v) = (rows.of_column("V.P1.f"), rows.of_column("M.Vel"));
    let late: Vec<f64> = std::iter::once(0.0).chain(v).take(f.len()).map(|v| 2.0 * (3.0 + v)).collect();
    let worst = f.iter().zip(&late).map(|(f, late)| (f - late).abs()).fold(0.0, f64::max);
    assert!(worst < 1e-12, "{worst:e}");
    assert_eq!(rows.of_column("I.P1.me")[0], 2.0);
}

/// Of a wave that rises by 1 N in each step of 1 s a body outside takes what it will be in
/// the middle of the next step, as soon as it is known how it rises.
#[test]
fn what_a_body_takes_of_a_wave() {
    let objects = [
        r#"base:Src/Ramp U StartTime="0" EndTime="10" Before="5" After="15""#,
        "Mechanic/ForceSource F",
        "Mechanic/RotationalInterfaceQ R J_e=\"3\"",
        "Mechanic/InterfaceQ I",
    ];
    let connections =
        r#"F.F="U.Out" F.P1="I.P1" I.Pos="0.5" I.Vel="0" R.P1.c="U.Out" R.P1.Zc="2" R.Angle="0.5" R.AngVel="0.25""#;
    let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="1" TOutput="0:0.5:4.5""#));
    assert_near(&rows.of_column("I.Force"), &[-5.0, -5.0, -6.5, -6.5, -8.0, -8.0, -8.5, -8.5, -9.5, -9.5], "I.Force");
    assert_near(&rows.of_column("R.P1.T"), &[5.5, 5.5, 6.5, 6.5, 7.5, 7.5, 8.5, 8.5, 9.5, 9.5], "R.P1.T");
    assert_near(&rows.of_column("R.P1.a"), &[0.5; 10], "R.P1.a");
    assert_near(&rows.of_column("R.P1.Je"), &[3.0; 10], "R.P1.Je");
}

/// A mass of a circuit at a spring and a damper outside, that are known or not.
#[test]
fn a_mass_of_a_circuit_at_a_spring_outside() {
    let error = |known: &str, step: f64| {
        let objects = [
            r#"Mechanic/TranslationalMass M m="1" B="0" StartVelocity="1""#,
            &format!(r#"Mechanic/InterfaceC I {known}"#),
            r#"mechanics:Translational/SpringDamper S Stiffness="100" Damping="1.2""#,
        ];
        let connections = r#"M.P2="I.P1" S.PosA="I.Pos" S.VelA="I.Vel" I.Force="S.ForceA" S.PosB="0" S.VelB="0""#;
        let engine = format!(r#"SampleTime="{step}" TOutput="0:{step}:1""#);
        let rows = Rows::of(&circuit(&objects, connections, &engine));
        // v'' + 1.2 v' + 100 v = 0, v = 1, v' = -1.2.
        let (decay, w) = (0.6_f64, (100.0_f64 - 0.36).sqrt());
        let exact = |t: f64| (-decay * t).exp() * ((w * t).cos() - decay / w * (w * t).sin());
        largest_error(&rows.of_column("M.P2.v"), step, exact)
    };
    let known = r#"k="100" B="1.2" StartForce="1.2" StartVelocity="1""#;
    assert_order(2.0, |step| error(known, step), [4e-3, 2e-3, 1e-3]);
    assert_order(1.0, |step| error("", step), [5e-4, 2.5e-4, 1.25e-4]);
}

/// In steps of 1 s: c(next) = -F - B v and Zc = k T + B; the position goes on with the velocity.
#[test]
fn an_interface_c_by_hand() {
    let objects = [r#"Mechanic/RotationalInterfaceC I k="3" B="2" StartTorque="20" StartAngularVelocity="1.5""#];
    let connections = r#"I.P1.w="1.5" I.P1.a="4" I.P1.T="0" I.P1.Je="1" I.Torque="-7""#;
    let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="1" TOutput="0:0.5:1.5""#));
    for (name, expected) in [
        ("I.P1.Zc", [5.0; 4]),
        ("I.P1.c", [12.5, 12.5, 4.0, 4.0]),
        ("I.Angle", [4.0, 4.75, 4.0, 4.75]),
        ("I.AngVel", [1.5; 4]),
    ] {
        assert_near(&rows.of_column(name), &expected, name);
    }
}
