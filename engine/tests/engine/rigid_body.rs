//! A rigid body against closed forms, conservation laws and balances.

use bowline_engine::Run;

use crate::drawing::drawing;
use crate::laboratory::{METHODS, complaints, load, rows_of, run, scenario, try_load, try_run};

const EARTH: &str = "mechanics:Environment/Gravity Earth";
const NOWHERE: &str = r#"mechanics:Environment/Gravity Nowhere Acceleration="0,0,0""#;

/// A vector in the axes of a body, in those of the scenario.
fn world(quaternion: &[f64], vector: [f64; 3]) -> [f64; 3] {
    let cross = |a: [f64; 3], b: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
    };
    let axis = [quaternion[1], quaternion[2], quaternion[3]];
    let once = cross(axis, vector);
    let twice = cross(axis, once);
    std::array::from_fn(|i| vector[i] + 2.0 * (quaternion[0] * once[i] + twice[i]))
}

/// Close to the motion that never comes back, from a quaternion of length 2.
#[test]
fn a_top_on_which_nothing_acts_turns_as_the_elliptic_functions_say() {
    let expected = rows_of("asymmetric_top.csv");
    let top = r#"mechanics:Body/RigidBody B Mass="7" Inertia="1,2,3" NumPoints="2" Point1="1,0,0" Point2="0,1,0""#;
    let (sin, cos) = (0.5 * 0.5_f64.atan()).sin_cos();
    let half = 2.0 * 0.5_f64.sqrt();
    let initial = format!(
        r#"B.Pos="0,0,0" B.Vel="0,0,0" B.Orientation="{}, {}, {}, {}" B.BodyAngVel="1.5, 0, 1""#,
        half * cos,
        half * sin,
        -half * sin,
        half * cos
    );
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.25:20" IntegratorMethod="{method}" AbsTol="1e-11" RelTol="1e-11" FileOutput="B.BodyAngVel, B.Pos1, B.Pos2""#
        );
        let (found, _) = run(&load(&scenario(&[NOWHERE, top], "", &initial, &engine)));
        assert_eq!(found.len(), expected.len());
        let mut largest = 0.0_f64;
        for ((time, values), row) in found.iter().zip(&expected) {
            assert!((time - row[0]).abs() < 1e-9);
            for (value, wanted) in values.iter().zip(&row[1..]) {
                let off = (value - wanted).abs();
                assert!(off.is_finite());
                largest = largest.max(off);
            }
        }
        assert!(largest < 1e-6, "{method}: {largest:e}");
    }
}

/// Turning almost about its middle axis, so that it tumbles.
#[test]
fn a_free_body_keeps_its_momentum_its_spin_and_its_energy() {
    let body = r#"mechanics:Body/RigidBody B Mass="2" Inertia="0.3, 0.5, 0.7""#;
    let initial = r#"B.Pos="1,2,3" B.Vel="0.5,-1,2" B.Orientation="0.3, -0.5, 0.7, 0.1" B.BodyAngVel="0.01, 3, 0.02""#;
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.1:10" IntegratorMethod="{method}" AbsTol="1e-11" RelTol="1e-11"
               FileOutput="B.Pos, B.Vel, B.BodyAngVel, B.WorldFromBody, B.AngVel""#
        );
        let (rows, _) = run(&load(&scenario(&[NOWHERE, body], "", initial, &engine)));
        let kept = |values: &[f64]| {
            let spin: [f64; 3] = std::array::from_fn(|i| [0.3, 0.5, 0.7][i] * values[6 + i]);
            let energy: f64 = (0..3).map(|i| 0.5 * spin[i] * values[6 + i]).sum();
            (world(&values[9..13], spin), energy)
        };
        let first = kept(&rows[0].1);
        let mut reversed = false;
        for (time, values) in &rows {
            let (spin, energy) = kept(values);
            let off = (0..3).map(|i| (spin[i] - first.0[i]).abs()).fold((energy - first.1).abs(), f64::max);
            assert!(off < 1e-7, "{method}, {time} s: {off:e}");
            for i in 0..3 {
                assert!(
                    (values[i] - [1.0, 2.0, 3.0][i] - time * [0.5, -1.0, 2.0][i]).abs() < 1e-9,
                    "{method}, {time} s"
                );
                let turns = world(&values[9..13], [values[6], values[7], values[8]])[i];
                assert!((values[13 + i] - turns).abs() < 1e-12, "{method}, {time} s");
            }
            let length: f64 = values[9..13].iter().map(|part| part * part).sum();
            assert!((length - 1.0).abs() < 1e-14, "{method}, {time} s: {length}");
            reversed |= values[7] < -2.5;
        }
        assert!(reversed, "{method}");
    }
}

/// On a smooth floor, which holds its tip: steady where m g l = W (C n - A W
/// cos), with the precession W and the spin n about its axis.
#[test]
fn a_top_that_stands_askew_precesses_steadily() {
    let [a, c, precession, weight_arm] = [0.02, 0.03, 5.0, 9.81 * 0.2];
    let (sin, cos) = (0.75_f64.sqrt(), 0.5);
    let spin = (weight_arm / precession + a * precession * cos) / c;
    let top = r#"mechanics:Body/RigidBody B Mass="1" Inertia="0.02, 0.02, 0.03" NumPoints="1" Point1="0,0,0.2""#;
    let initial = format!(
        r#"B.Pos="0,0,0" B.Vel="0,0,0" B.Orientation="{}, 0, 0.5, 0" B.BodyAngVel="{}, 0, {spin}""#,
        0.75_f64.sqrt(),
        -precession * sin
    );
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.1:3" IntegratorMethod="{method}" AbsTol="1e-11" RelTol="1e-11" FileOutput="B.Pos, B.Pos1, B.Vel1""#
        );
        let (rows, _) = run(&load(&scenario(&[EARTH, top], r#"B.Force1="0,0,-9.81""#, &initial, &engine)));
        for (time, values) in &rows {
            let (y, x) = (precession * time).sin_cos();
            let [radius, speed] = [0.2 * sin, 0.2 * sin * precession];
            let expected = [0.0, 0.0, 0.0, radius * x, radius * y, 0.2 * cos, -speed * y, speed * x, 0.0];
            for (found, expected) in values.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-7, "{method}, {time} s: {values:?}, not {expected:?}");
            }
        }
    }
}

/// Gravity, a drag and a constant force at points, and a torque that brakes.
#[test]
fn the_work_on_a_body_is_the_change_of_its_energy() {
    let objects = [
        EARTH,
        r#"mechanics:Body/RigidBody B Mass="2" Inertia="0.3, 0.5, 0.7" NumPoints="2" Point1="0.5,-0.2,0.3" Point2="-0.1,0.4,0.6""#,
        r#"base:Signal/Product Drag PortWidth="3""#,
        r#"base:Signal/Product Push PortWidth="3""#,
        r#"base:Signal/Product Brake PortWidth="3""#,
        r#"base:Signal/Product Lift PortWidth="3""#,
        r#"base:Math/Integrator Work PortWidth="3""#,
    ];
    let connections = r#"B.Force1="-1.5*B.Vel1" B.Force2="3,-2,1" B.Torque="(0.5,-0.2,0.1) - 0.1*B.AngVel" B.Force="0,0.5,-20"
        Drag.In1="-1.5*B.Vel1" Drag.In2="B.Vel1" Push.In1="3,-2,1" Push.In2="B.Vel2"
        Brake.In1="(0.5,-0.2,0.1) - 0.1*B.AngVel" Brake.In2="B.AngVel" Lift.In1="0,0.5,-20" Lift.In2="B.Vel"
        Work.In="Drag.Out + Push.Out + Brake.Out + Lift.Out""#;
    let initial = r#"B.Pos="0,0,0" B.Vel="1,-1,2" B.Orientation="0.3, -0.5, 0.7, 0.1" B.BodyAngVel="1, 3, -2""#;
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.1:5" IntegratorMethod="{method}" AbsTol="1e-11" RelTol="1e-11"
               FileOutput="B.Pos, B.Vel, B.BodyAngVel, object.Work:states""#
        );
        let (rows, _) = run(&load(&scenario(&objects, connections, initial, &engine)));
        let energy = |values: &[f64]| {
            let moving: f64 = values[3..6].iter().map(|part| part * part).sum();
            let turning: f64 = (0..3).map(|i| [0.3, 0.5, 0.7][i] * values[6 + i].powi(2)).sum();
            moving + 0.5 * turning - 2.0 * 9.81 * values[2]
        };
        let first = energy(&rows[0].1);
        let mut largest = 0.0_f64;
        for (time, values) in &rows {
            let work: f64 = values[9..].iter().sum();
            largest = largest.max(work.abs());
            let change = energy(values) - first;
            assert!((change - work).abs() < 1e-6, "{method}, {time} s: {change} J, not {work} J");
        }
        assert!(largest > 5.0, "{largest}");
    }
}

#[test]
fn it_is_drawn_as_a_box_in_its_frame() {
    let drawn = |size: &str| {
        // 12 kg, 2 by 3 by 4 m: 25, 20 and 13 kg m^2.
        let body = format!(r#"mechanics:Body/RigidBody B Mass="12" Inertia="25, 20, 13" {size}"#);
        let initial = r#"B.Pos="1,2,3" B.Vel="0,0,0" B.Orientation="5, 0, 0, 5" B.BodyAngVel="0,0,0""#;
        let model = load(&scenario(&[EARTH, &body], "", initial, r#"TOutput="0, 1""#));
        drawing(&model, Run::new(&model).signals().unwrap())
    };
    assert_eq!(drawn(""), ["B: box at 1 2 3, axes 0 -1 0, 1 0 0, 0 0 1, size 2 3 4"]);
    assert_eq!(drawn(r#"Size="1, 0.5, 0""#), ["B: box at 1 2 3, axes 0 -1 0, 1 0 0, 0 0 1, size 1 0.5 0"]);
}

#[test]
fn what_is_no_body_and_no_orientation_is_told() {
    let told = |replaced: &str, by: &str| {
        const BODY: &str =
            r#"mechanics:Body/RigidBody B Mass="2" Inertia="0.3, 0.5, 0.7" NumPoints="1" Point1="0,1,0" Size="1""#;
        const INITIAL: &str = r#"B.Pos="0,0,0" B.Vel="0,0,0" B.Orientation="1,0,0,0" B.BodyAngVel="0,0,0""#;
        assert!(BODY.contains(replaced) || INITIAL.contains(replaced), "{replaced}");
        let (body, initial) = (BODY.replace(replaced, by), INITIAL.replace(replaced, by));
        let text = scenario(&[EARTH, &body], "", &initial, r#"TOutput="0, 1""#);
        match try_load(&text) {
            Ok(model) => try_run(&model).2.map_or_else(|wrong| wrong.to_string(), |()| "nothing".to_owned()),
            Err(_) => complaints(&text).join("; "),
        }
    };
    assert_eq!(told("B", "B"), "nothing");
    assert_eq!(told("0.3, 0.5, 0.7", "0.3, 0.4, 0.7"), "nothing");
    for (replaced, by, parameter) in [
        (r#"Mass="2""#, r#"Mass="0""#, "Mass"),
        (r#"Mass="2""#, r#"Mass="-1""#, "Mass"),
        (r#"Mass="2""#, "", "Mass"),
        ("0.3, 0.5, 0.7", "0.3, 0, 0.7", "Inertia"),
        ("0.3, 0.5, 0.7", "0.3, 0.5", "Inertia"),
        ("0.3, 0.5, 0.7", "0.3, 0.5, 0.9", "Inertia"),
        (r#"NumPoints="1""#, r#"NumPoints="2""#, "Point2"),
        (r#"NumPoints="1""#, r#"NumPoints="0""#, "Point1"),
        (r#"NumPoints="1""#, r#"NumPoints="some""#, "NumPoints"),
        (r#"Point1="0,1,0""#, r#"Point1="1,0""#, "Point1"),
        (r#"Size="1""#, r#"Size="-1""#, "Size"),
    ] {
        let message = told(replaced, by);
        let names = message.contains(&format!("`{parameter}`")) || message.contains(&format!("B.{parameter}"));
        assert!(names, "{replaced} as {by}: {message}");
    }
    for quaternion in ["0.1,0,0,0", "0,0,10,0"] {
        assert_eq!(told("1,0,0,0", quaternion), "nothing");
    }
    // With a tiny one the tolerances would say nothing.
    for (quaternion, length) in [("0,0,0,0", "0"), ("0,0.01,0,0", "0.01"), ("0,20,0,0", "20")] {
        let message = told("1,0,0,0", quaternion);
        let expected = format!("the quaternion `Orientation` has the length {length}, not one from 0.1 to 10");
        assert!(message.contains("`B`") && message.contains(&expected), "{message}");
    }
}
