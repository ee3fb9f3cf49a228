//! Points that stay or move as they are told, and what pulls at points and
//! turns bodies: closed forms, and an arrow for each.

use bowline_engine::Run;

use crate::drawing::drawing;
use crate::laboratory::{METHODS, Row, complaints, load, run, scenario};

fn rows(objects: &[&str], connections: &str, initial: &str, engine: &str) -> Vec<Row> {
    run(&load(&scenario(objects, connections, initial, engine))).0
}

#[track_caller]
fn near(found: &[f64], expected: &[f64], within: f64) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    let is_near = found.iter().zip(expected).all(|(one, other)| (one - other).abs() <= within);
    assert!(is_near, "{found:?}, where {expected:?} is right");
}

/// 2 kg hang on a spring of 50 N/m and 1 m, 20 N down: 1.4 m below a point that
/// takes those 20 N and what else pulls at it.
#[test]
fn a_fixed_point_holds_a_weight() {
    let objects = [
        r#"mechanics:Body/FixedPoint P Pos="1, 2, -3""#,
        r#"mechanics:Cable/DampedSpring S Stiffness="50" RelaxedLength="1""#,
        r#"mechanics:Environment/Gravity G Acceleration="0, 0, 10""#,
        r#"mechanics:Body/PointMass M Mass="2""#,
    ];
    let connections = r#"S.PosA="P.Pos" S.VelA="P.Vel" S.PosB="M.Pos" S.VelB="M.Vel" M.Force="S.ForceB"
        P.Force="S.ForceA + (3, 0, 0)""#;
    let engine = r#"TOutput="0, 1" FileOutput="P.Pos, P.Vel, P.Reaction, M.Pos""#;
    let found = rows(&objects, connections, r#"M.Pos="1, 2, -1.6" M.Vel="0, 0, 0""#, engine);
    let expected = [1.0, 2.0, -3.0, 0.0, 0.0, 0.0, -3.0, 0.0, -20.0, 1.0, 2.0, -1.6];
    near(&found[1].1, &expected, 1e-9);
    let alone = rows(&objects[..1], "", "", r#"TOutput="0, 1" FileOutput="P.Reaction""#);
    assert_eq!(alone[0].1, [0.0; 3]);
}

/// A circle of 2 m in half a second around what moves with 1 m/s along x and
/// 3 t^2 m/s along z: position and velocity are those of the calculus.
#[test]
fn a_prescribed_motion_is_that_of_the_closed_form() {
    let objects = [
        r#"base:Src/Ramp R EndTime="2" After="12""#,
        r#"base:Math/Integrator V"#,
        r#"mechanics:Body/PrescribedMotion P Amplitude="2, 2, 0" Frequency="2" Phase="0, 1.5707963267948966, 0""#,
    ];
    let connections = r#"V.In="R.Out" P.Velocity="(1, 0, V.Out)""#;
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0, 0.1, 1.3" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9" FileOutput="P.Pos, P.Vel""#
        );
        for (t, found) in rows(&objects, connections, r#"P.Path="5, 0, -1""#, &engine) {
            let (sine, cosine) = (12.566_370_614_359_172 * t).sin_cos();
            let fast = 25.132_741_228_718_345;
            let expected =
                [5.0 + t + 2.0 * sine, 2.0 * cosine, -1.0 + t * t * t, 1.0 + fast * cosine, -fast * sine, 3.0 * t * t];
            near(&found, &expected, 1e-6);
        }
    }
}

/// What drives a point gives the force that pulls at it, the other way, and a
/// mass on a spring that is moved along with 2 m/s swings around it.
#[test]
fn a_prescribed_motion_drives_what_hangs_on_it() {
    let objects = [
        r#"mechanics:Body/PrescribedMotion P Velocity="2, 0, 0""#,
        r#"mechanics:Cable/DampedSpring S Stiffness="8" RelaxedLength="1""#,
        r#"mechanics:Environment/Gravity G Acceleration="0, 0, 0""#,
        r#"mechanics:Body/PointMass M Mass="2""#,
    ];
    let connections =
        r#"S.PosA="P.Pos" S.VelA="P.Vel" S.PosB="M.Pos" S.VelB="M.Vel" M.Force="S.ForceB" P.Force="S.ForceA""#;
    let engine = r#"TOutput="0, 0.4" AbsTol="1e-10" RelTol="1e-10" FileOutput="P.Reaction, M.Pos[0]""#;
    let initial = r#"P.Path="0, 0, 0" M.Pos="-5, 0, 0" M.Vel="0, 0, 0""#;
    let found = rows(&objects, connections, initial, engine);
    // 4 m longer than it is relaxed, at 2 rad/s: 4 cos(2 t) + sin(2 t).
    let stretched = 4.0 * 0.8_f64.cos() + 0.8_f64.sin();
    near(&found[1].1, &[8.0 * stretched, 0.0, 0.0, 0.8 - 1.0 - stretched], 1e-7);
}

/// 6 N along (1, 2, 2) / 3, given by a parameter or by what is connected.
/// What it hits near an end of its way, 50 times a second, is never jumped over:
/// of cos x beyond 0.8, (sqrt(1 - c^2) - c acos c) / pi in each second; the same
/// of its velocity, which is 100 pi times as fast.
#[test]
fn no_wave_of_a_prescribed_motion_is_jumped_over() {
    let objects = [
        r#"mechanics:Body/PrescribedMotion P Amplitude="0, 1, 0" Frequency="0, 50, 0" Phase="0, 1, 0""#,
        r#"base:Signal/Saturation S PortWidth="2" Lower="0" Upper="10""#,
        r#"base:Math/Integrator I PortWidth="2""#,
    ];
    let connections = r#"S.In="P.Pos[1] - 0.8, 0.0031830988618379067*P.Vel[1] - 0.8" I.In="S.Out""#;
    let expected = (0.6 - 0.8 * 0.8_f64.acos()) / std::f64::consts::PI;
    for method in METHODS {
        let engine =
            format!(r#"TOutput="0, 1" AbsTol="1e-7" RelTol="1e-7" IntegratorMethod="{method}" FileOutput="I.Out""#);
        let last = rows(&objects, connections, r#"P.Path="0,0,0""#, &engine).remove(1).1;
        near(&last, &[expected; 2], 0.01 * expected);
    }
}

#[test]
fn a_force_and_a_torque_point_along_their_direction() {
    for kind in ["Force", "Torque"] {
        let given = format!(r#"mechanics:Load/{kind} F Direction="2, 4, 4" Magnitude="6""#);
        let fed = format!(r#"mechanics:Load/{kind} F Direction="1, 2, 2""#);
        let engine = format!(r#"TOutput="0, 1" FileOutput="F.{kind}""#);
        near(&rows(&[&given], "", "", &engine)[0].1, &[2.0, 4.0, 4.0], 1e-12);
        near(&rows(&[&fed], r#"F.Magnitude="-3""#, "", &engine)[0].1, &[-1.0, -2.0, -2.0], 1e-12);
        let ramp = r#"base:Src/Ramp R EndTime="2" After="12""#;
        near(&rows(&[&fed, ramp], r#"F.Magnitude="R.Out""#, "", &engine)[1].1, &[2.0, 4.0, 4.0], 1e-12);
    }
}

#[test]
fn what_is_wrong_with_points_and_loads_is_told_by_name() {
    let told =
        |object: &str, initial: &str| complaints(&scenario(&[object], "", initial, r#"TOutput="0, 1""#)).join("; ");
    let motion = |parameters: &str| told(&format!("mechanics:Body/PrescribedMotion P {parameters}"), "");
    for (message, parts) in [
        (told("mechanics:Body/FixedPoint P", ""), ["`P`", "`Pos`"]),
        (told(r#"mechanics:Body/FixedPoint P Pos="1, 2""#, ""), ["`Pos`", "3"]),
        (told(r#"mechanics:Body/FixedPoint P Pos="1, 2, 3" Size="0""#, ""), ["`Size`", "0"]),
        (motion(r#"Velocity="fast""#), ["`Velocity`", "fast"]),
        (motion(r#"Velocity="0" Frequency="-1""#), ["`Frequency`", "-1"]),
        (motion(r#"Velocity="0" Amplitude="1, 0, 0""#), ["`Frequency`", "`Amplitude`"]),
        (motion(r#"Velocity="0" Amplitude="1, 2" Frequency="1""#), ["`Amplitude`", "3"]),
        (motion(r#"Velocity="0" Phase="1, 2""#), ["`Phase`", "3"]),
        (motion(r#"Velocity="0""#), ["`P.Path`", "initial"]),
        (told(r#"mechanics:Load/Force P Magnitude="1""#, ""), ["`P`", "`Direction`"]),
        (told(r#"mechanics:Load/Force P Direction="0, 0, 0" Magnitude="1""#, ""), ["`P`", "`Direction`"]),
        (told(r#"mechanics:Load/Force P Direction="1, 0, 0""#, ""), ["`P.Magnitude`", "not connected"]),
        (told(r#"mechanics:Load/Torque P Direction="1, 0, 0" Magnitude="x""#, ""), ["`Magnitude`", "x"]),
        (
            told(r#"mechanics:Load/Torque P Direction="1, 0, 0" Magnitude="1" ArrowScale="-1""#, ""),
            ["`ArrowScale`", "-1"],
        ),
    ] {
        assert!(parts.iter().all(|part| message.contains(part)), "{parts:?}: {message}");
    }
}

#[test]
fn points_are_boxes_and_loads_are_arrows() {
    let objects = [
        r#"mechanics:Body/FixedPoint A Pos="1, 2, 3""#,
        r#"mechanics:Body/PrescribedMotion B Velocity="0" Amplitude="1, 0, 0" Frequency="1" Phase="1.5707963267948966" Size="2""#,
        r#"mechanics:Load/Force F Direction="0, 0, 1" Magnitude="20" ArrowScale="0.1""#,
        r#"mechanics:Load/Torque T Direction="0, 1, 0" Magnitude="4""#,
    ];
    let model = load(&scenario(&objects, r#"F.Pos="A.Pos" T.Pos="B.Pos""#, r#"B.Path="0, 0, 5""#, r#"TOutput="0, 1""#));
    let drawn = drawing(&model, Run::new(&model).signals().unwrap());
    assert_eq!(
        drawn,
        [
            "A: box at 1 2 3, axes 1 0 0, 0 1 0, 0 0 1, size 0.2 0.2 0.2",
            "B: box at 1 0 5, axes 1 0 0, 0 1 0, 0 0 1, size 2 2 2",
            "F: arrow 1 2 3, 1 2 5, radius 0.05",
            "T: arrow 1 0 5, 1 0.004 5, radius 0.05",
        ]
    );
}
