//! A spring and damper between two orientations: rotations worked out by hand,
//! and the work that turning it takes.

use crate::laboratory::{complaints, load, run, scenario};

fn torques(parameters: &str, connections: &str) -> Vec<f64> {
    let joint = format!("mechanics:Joint/RotationalSpringDamper J {parameters}");
    let engine = r#"TOutput="0, 1" FileOutput="object.J:outputs""#;
    run(&load(&scenario(&[&joint], connections, "", engine))).0.remove(0).1
}

#[track_caller]
fn near(found: &[f64], expected: &[f64], within: f64) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    let is_near = found.iter().zip(expected).all(|(one, other)| (one - other).abs() <= within);
    assert!(is_near, "{found:?}, where {expected:?} is right");
}

fn quaternion(axis: [f64; 3], angle: f64) -> String {
    let [x, y, z] = axis.map(|part| part * (0.5 * angle).sin());
    format!("{:e}, {x:e}, {y:e}, {z:e}", (0.5 * angle).cos())
}

#[test]
fn the_torque_is_along_the_rotation_vector() {
    let axis = [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0];
    // From the smallest turns to nearly half a turn.
    for angle in [0.0, 1e-200, 1e-12, 1e-5, 0.3, 2.0, 3.1, 3.135, -3.1] {
        let found = torques(r#"Stiffness="10""#, &format!(r#"J.WorldFromB="{}""#, quaternion(axis, angle)));
        let turned: [f64; 3] = axis.map(|part| part * angle);
        let expected: Vec<f64> = turned
            .map(|part| 10.0 * part)
            .into_iter()
            .chain(turned.map(|part| -10.0 * part))
            .chain(turned)
            .chain([0.0])
            .collect();
        near(&found, &expected, 1e-14 * angle.abs().max(1e-5) * 100.0);
    }
    // Of any length, and of either sign.
    let turned = torques(r#"Stiffness="10""#, r#"J.WorldFromB="-2, 0, 0, -2" J.WorldFromA="0.1, 0, 0, 0""#);
    near(&turned[..3], &[0.0, 0.0, 5.0 * std::f64::consts::PI], 1e-12);
    // What is turned is A.
    let turned = torques(r#"Stiffness="10""#, &format!(r#"J.WorldFromA="{}""#, quaternion([1.0, 0.0, 0.0], 0.2)));
    near(&turned[..3], &[-2.0, 0.0, 0.0], 1e-12);
}

/// A is turned by a right angle around z, so that its x is the scenario's y; B
/// rests a right angle around A's x, and is turned from there by 0.1 around A's
/// z, which is the scenario's z.
#[test]
fn it_rests_where_it_is_told_to() {
    let right = 0.5_f64.sqrt();
    let rest = format!(r#"Stiffness="10" RestAFromB="{right}, {right}, 0, 0""#);
    let a = format!(r#"J.WorldFromA="{right}, 0, 0, {right}""#);
    // Quaternions of both, one after the other: (1 + k)/sqrt(2) (1 + i)/sqrt(2) = (1 + i + j + k)/2.
    let at_rest = torques(&rest, &format!(r#"{a} J.WorldFromB="0.5, 0.5, 0.5, 0.5""#));
    near(&at_rest, &[0.0; 10], 1e-14);
    let (c, s) = (0.05_f64.cos(), 0.05_f64.sin());
    // (c + s k)(1 + i + j + k)/2
    let b = [c - s, c - s, c + s, c + s].map(|part| 0.5 * part);
    let b = format!("{:e}, {:e}, {:e}, {:e}", b[0], b[1], b[2], b[3]);
    let turned = torques(&rest, &format!(r#"{a} J.WorldFromB="{b}""#));
    near(&turned[3..9], &[0.0, 0.0, -1.0, 0.0, 0.0, 0.1], 1e-13);
}

#[test]
fn the_damper_acts_against_the_relative_velocity() {
    let found = torques(r#"Stiffness="0" Damping="3""#, r#"J.AngVelA="1, 0, -1" J.AngVelB="0, 2, 1""#);
    near(&found[..6], &[-3.0, 6.0, 6.0, 3.0, -6.0, -6.0], 1e-14);
    let frame = torques(r#"Stiffness="1" Damping="3""#, r#"J.AngVelB="0, 0, 1""#);
    near(&frame[..6], &[0.0, 0.0, 3.0, 0.0, 0.0, -3.0], 1e-14);
}

/// B turns around z with 2 rad/s: after 1 s the work is that of the potential, at
/// half a turn the torque jumps, exactly there, and says so once.
#[test]
fn work_goes_into_its_potential_and_half_a_turn_is_told() {
    let objects = [
        r#"base:Src/Sine Q PortWidth="2" Frequency="0.15915494309189535" Phase="1.5707963267948966, 0""#,
        r#"mechanics:Joint/RotationalSpringDamper J Stiffness="10""#,
        r#"base:Math/Integrator Work"#,
    ];
    let connections = r#"J.WorldFromB="(Q.Out[0], 0, 0, Q.Out[1])" J.AngVelB="0, 0, 2" Work.In="-2*J.TorqueB[2]""#;
    let half = std::f64::consts::FRAC_PI_2;
    for method in ["BDF", "ESDIRK34", "TRBDF2", "DormandPrince", "auto"] {
        let engine = format!(
            r#"TOutput="0, 1, 2, 8" LogEvents="1" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9"
               FileOutput="J.TorqueB[2], J.PastHalfTurn, Work.Out""#
        );
        let (rows, _) = run(&load(&scenario(&objects, connections, "", &engine)));
        near(&rows[1].1, &[-20.0, 0.0, 20.0], 1e-4);
        let events: Vec<_> = rows.iter().filter(|(time, _)| ![0.0, 1.0, 2.0, 8.0].contains(time)).collect();
        assert_eq!(events.len(), 6, "{method}: {events:?}");
        for (pair, n) in events.chunks(2).zip([1.0, 3.0, 5.0]) {
            let [before, after] = pair else { panic!() };
            assert!((before.0 - n * half).abs() < 1e-12 && before.0 == after.0, "{method}: {pair:?}");
            near(&[before.1[0], after.1[0]], &[-20.0 * half, 20.0 * half], 1e-9);
            assert_eq!((before.1[1], after.1[1]), (f64::from(n > 1.0), 1.0), "{method}: {pair:?}");
        }
        // As much before half a turn as is given back after it, three times over.
        let turned: f64 = 16.0 - 5.0 * std::f64::consts::PI - std::f64::consts::PI;
        near(&rows.last().unwrap().1, &[-10.0 * turned, 1.0, 5.0 * turned * turned], 1e-4);
    }
}

/// B turns past half a turn and, at the same instant, back: a quarter of a turn
/// around z remains.
#[test]
fn half_a_turn_and_back_at_one_instant_leaves_the_torque_as_it_was() {
    let objects = [
        r#"base:Src/Step S StepTime="0.5""#,
        r#"base:Signal/Relay A SwitchOn="0.5" SwitchOff="0.2""#,
        r#"mechanics:Joint/RotationalSpringDamper J Stiffness="10""#,
        r#"base:Src/Constant U Value="1""#,
    ];
    let connections = r#"A.In="S.Out" J.WorldFromB="(U.Out - 2*S.Out + 2*A.Out, 0, 0, 1)""#;
    let engine = r#"TOutput="0, 0.5, 1" FileOutput="J.Rotation""#;
    let (rows, _) = run(&load(&scenario(&objects, connections, "", engine)));
    for (_, rotation) in &rows {
        near(rotation, &[0.0, 0.0, std::f64::consts::FRAC_PI_2], 1e-14);
    }
}

/// 2 kg m^2 on 8 N m/rad, around an axis that is none of its own: 2 rad/s.
#[test]
fn a_body_on_a_torsion_spring_swings() {
    let objects = [
        r#"mechanics:Environment/Gravity G Acceleration="0, 0, 0""#,
        r#"mechanics:Body/RigidBody B Mass="1" Inertia="2, 2, 2""#,
        r#"mechanics:Joint/RotationalSpringDamper J Stiffness="8""#,
    ];
    let connections = r#"J.WorldFromB="B.WorldFromBody" J.AngVelB="B.AngVel" B.Torque="J.TorqueB""#;
    let axis = [2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0];
    let initial =
        format!(r#"B.Pos="0,0,0" B.Vel="0,0,0" B.BodyAngVel="0,0,0" B.Orientation="{}""#, quaternion(axis, 3.0));
    for method in ["BDF", "ESDIRK34", "DormandPrince", "auto"] {
        let engine = format!(
            r#"TOutput="0, 1, 10" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9" FileOutput="J.Rotation, J.PastHalfTurn""#
        );
        for (time, row) in run(&load(&scenario(&objects, connections, &initial, &engine))).0 {
            let turned = 3.0 * (2.0 * time).cos();
            near(&row, &[axis[0] * turned, axis[1] * turned, axis[2] * turned, 0.0], 1e-4);
        }
    }
}

/// Two free bodies, of unlike moments, that tumble on a spring which rests in a
/// turned orientation: what one gets the other gives, and no energy is lost; a
/// damper takes some, and no angular momentum.
#[test]
fn two_bodies_on_the_joint_keep_momentum_and_energy() {
    let moments = [[1.0, 2.0, 3.0], [4.0, 2.5, 2.0]];
    for damping in ["0", "0.5"] {
        let joint = format!(
            r#"mechanics:Joint/RotationalSpringDamper J Stiffness="8" Damping="{damping}" RestAFromB="{}""#,
            quaternion([0.6, 0.0, 0.8], 0.7)
        );
        let objects = [
            r#"mechanics:Environment/Gravity G Acceleration="0, 0, 0""#,
            r#"mechanics:Body/RigidBody A Mass="1" Inertia="1, 2, 3" Size="1, 1, 1""#,
            r#"mechanics:Body/RigidBody B Mass="1" Inertia="4, 2.5, 2" Size="1, 1, 1""#,
            &joint,
        ];
        let connections = r#"J.WorldFromA="A.WorldFromBody" J.AngVelA="A.AngVel" J.WorldFromB="B.WorldFromBody" J.AngVelB="B.AngVel"
            A.Torque="J.TorqueA" B.Torque="J.TorqueB""#;
        let initial = r#"A.Pos="0,0,0" A.Vel="0,0,0" A.Orientation="1,0,0,0" A.BodyAngVel="0.5,-1,0.2"
            B.Pos="0,0,0" B.Vel="0,0,0" B.Orientation="1,0.2,0.1,0" B.BodyAngVel="0,0.7,1""#;
        let engine = r#"TOutput="0:0.5:20" AbsTol="1e-11" RelTol="1e-11"
            FileOutput="A.BodyAngVel, A.WorldFromBody, B.BodyAngVel, B.WorldFromBody, J.Rotation, J.PastHalfTurn""#;
        let (rows, _) = run(&load(&scenario(&objects, connections, initial, engine)));
        let kept: Vec<([f64; 3], f64)> = rows.iter().map(|(_, row)| totals(row, moments)).collect();
        let (momentum, energy) = kept[0];
        for (now, left) in &kept {
            near(now, &momentum, 1e-8);
            assert!(damping != "0" || (left - energy).abs() < 1e-8, "{left}, not {energy}");
        }
        assert!(damping == "0" || kept.windows(2).all(|pair| pair[1].1 < pair[0].1));
        assert_eq!(rows.last().unwrap().1[17], 0.0);
    }
}

/// Angular momentum and energy of both bodies and a spring of 8 N m/rad.
fn totals(row: &[f64], moments: [[f64; 3]; 2]) -> ([f64; 3], f64) {
    let mut momentum = [0.0; 3];
    let mut energy = 4.0 * row[14..17].iter().map(|part| part * part).sum::<f64>();
    for (body, moments) in row[..14].chunks(7).zip(moments) {
        let [p, q, r, w, x, y, z] = body[..] else { panic!("{body:?}") };
        let [a, b, c] = [p * moments[0], q * moments[1], r * moments[2]];
        energy += 0.5 * (p * a + q * b + r * c);
        momentum[0] += (1.0 - 2.0 * (y * y + z * z)) * a + 2.0 * (x * y - w * z) * b + 2.0 * (x * z + w * y) * c;
        momentum[1] += 2.0 * (x * y + w * z) * a + (1.0 - 2.0 * (x * x + z * z)) * b + 2.0 * (y * z - w * x) * c;
        momentum[2] += 2.0 * (x * z - w * y) * a + 2.0 * (y * z + w * x) * b + (1.0 - 2.0 * (x * x + y * y)) * c;
    }
    (momentum, energy)
}

#[test]
fn what_is_wrong_with_the_joint_is_told_by_name() {
    let told = |parameters: &str| {
        let joint = format!("mechanics:Joint/RotationalSpringDamper J {parameters}");
        complaints(&scenario(&[&joint], "", "", r#"TOutput="0, 1""#)).join("; ")
    };
    for (parameters, name) in [
        ("", "Stiffness"),
        (r#"Stiffness="-1""#, "Stiffness"),
        (r#"Stiffness="1" Damping="-1""#, "Damping"),
        (r#"Stiffness="1" RestAFromB="0""#, "RestAFromB"),
        (r#"Stiffness="1" RestAFromB="1, 0, 0""#, "RestAFromB"),
        (r#"Stiffness="1" RestAFromB="1e200, 1e200, 0, 0""#, "RestAFromB"),
        (r#"Stiffness="1" RestAFromB="1e-200, 0, 0, 0""#, "RestAFromB"),
    ] {
        let message = told(parameters);
        assert!(message.contains(&format!("`{name}`")) && message.contains("`J`"), "{name}: {message}");
    }
    let joint = r#"mechanics:Joint/RotationalSpringDamper J Stiffness="1""#;
    for none in ["0, 0, 0, 0", "1e200, 1e200, 0, 0", "1e-200, 0, 0, 1e-200"] {
        let none = scenario(&[joint], &format!(r#"J.WorldFromA="{none}""#), "", r#"TOutput="0, 1""#);
        let message = complaints(&none).join("; ");
        assert!(message.contains("`J`") && message.contains("has the length"), "{message}");
    }
}
