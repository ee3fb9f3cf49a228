//! The first ticks of mechanical elements, as calculated with a pencil.

use super::{Rows, assert_near, circuit};
use crate::laboratory::{load, try_run};

#[track_caller]
fn assert_rows(objects: &[&str], connections: &str, engine: &str, expected: &[(&str, &[f64])]) {
    let rows = Rows::of(&circuit(objects, connections, engine));
    for (name, expected) in expected {
        assert_near(&rows.of_column(name)[..expected.len()], expected, name);
    }
}

/// 2 m/s, then 4 m/s, on a damper of 3 N s/m at a wall: 6 N, then 12 N. The wall
/// feels it one step later.
#[test]
fn a_damper_between_a_velocity_source_and_a_wall() {
    let step = r#"base:Src/Step U StepTime="0.5" Before="2" After="4""#;
    let engine = r#"SampleTime="0.5" TOutput="0:0.5:1.5""#;
    let objects = [
        step,
        r#"Mechanic/VelocitySource V StartPosition="1" m_e="7""#,
        r#"Mechanic/TranslationalDamper D B="3""#,
        "Mechanic/FixedPosition W",
    ];
    assert_rows(
        &objects,
        r#"V.v="U.Out" V.P1="D.P1" D.P2="W.P1""#,
        engine,
        &[
            ("V.P1.v", &[2.0, 4.0, 4.0]),
            ("V.P1.x", &[1.0, 2.5, 4.5]),
            ("V.P1.f", &[6.0, 12.0, 12.0]),
            ("V.P1.me", &[7.0; 3]),
            ("W.P1.f", &[0.0, 6.0, 12.0, 12.0]),
        ],
    );
    // The other way round, turning, and with the velocity known before the start.
    let objects = [
        step,
        r#"Mechanic/AngularVelocitySource V StartAngle="1" J_e="7""#,
        r#"Mechanic/TorsionalDamper D StartAngularVelocity="0, 2""#,
        r#"Mechanic/FixedRotation W a="0.3""#,
    ];
    assert_rows(
        &objects,
        r#"V.w="U.Out" V.P1="D.P2" D.P1="W.P1" D.B="1.5*U.Out""#,
        engine,
        &[
            ("V.P1.w", &[2.0, 4.0, 4.0]),
            ("V.P1.a", &[1.0, 2.5, 4.5]),
            ("V.P1.T", &[6.0, 24.0, 24.0]),
            ("V.P1.Je", &[7.0; 3]),
            ("W.P1.T", &[6.0, 12.0, 24.0]),
            ("W.P1.a", &[0.3; 3]),
        ],
    );
}

/// 6 N m on 1 kg m^2 with B = 1 N m s/rad, at a torsional spring of 2 N m/rad and a
/// wall, in steps of 1 s: Zc = 2, and J dw = 6 - w - T2 at every tick.
const TURNING: [(&str, &[f64]); 6] = [
    ("M.AngularAcceleration", &[6.0, -1.2, 0.24]),
    ("M.P2.w", &[0.0, 2.4, 1.92]),
    ("M.P2.a", &[0.0, 1.2, 3.36]),
    ("M.P2.T", &[0.0, 4.8, 3.84]),
    ("S.P2.c", &[0.0, 0.0, 9.6, 7.68]),
    ("W.P1.T", &[0.0, 0.0, 9.6, 7.68]),
];

#[test]
fn an_inertia_at_a_torsional_spring() {
    let objects = [
        r#"Mechanic/TorqueSource F T="6""#,
        r#"Mechanic/RotationalInertia M J="1" B="1""#,
        r#"Mechanic/TorsionalSpring S k="2""#,
        "Mechanic/FixedRotation W",
    ];
    let connections = r#"F.P1="M.P1" M.P2="S.P1" S.P2="W.P1""#;
    let engine = r#"SampleTime="1" TOutput="0:1:3""#;
    assert_rows(&objects, connections, engine, &TURNING);
    let expected: [(&str, &[f64]); 3] =
        [("M.P1.w", &[0.0, -2.4, -1.92]), ("M.P1.a", &[0.0, -1.2, -3.36]), ("M.P1.T", &[6.0; 3])];
    assert_rows(&objects, connections, engine, &expected);
    // 3 N m through a gear of 2 are 6 N m.
    let gear = r#"Mechanic/Gear M J="1" B="1" omega="2""#;
    let objects = [r#"Mechanic/TorqueSource F T="3""#, gear, objects[2], objects[3]];
    assert_rows(&objects, connections, engine, &TURNING);
    let expected: [(&str, &[f64]); 4] = [
        ("M.P1.w", &[0.0, -4.8, -3.84]),
        ("M.P1.a", &[0.0, -2.4, -6.72]),
        ("M.P1.Je", &[0.25; 3]),
        ("M.P2.Je", &[1.0; 3]),
    ];
    assert_rows(&objects, connections, engine, &expected);
}

/// In steps of 1 s, with B + ratio^2 Zc1 + Zc2 = 4: 2 a = 6 - 4 v at every tick.
#[test]
fn gears_and_levers_with_impedances_at_both_ends() {
    let engine = r#"SampleTime="1" TOutput="0:1:2""#;
    let gear = [r#"Mechanic/Gear M J="2" B="1" omega="-2""#];
    let waves = r#"M.P1.c="-5" M.P1.Zc="0.5" M.P2.c="4" M.P2.Zc="1""#;
    assert_rows(
        &gear,
        waves,
        engine,
        &[
            ("M.AngularAcceleration", &[3.0, 0.0, 0.0]),
            ("M.P2.w", &[0.0, 1.5, 1.5]),
            ("M.P2.a", &[0.0, 0.75, 2.25]),
            ("M.P2.T", &[4.0, 5.5, 5.5]),
            ("M.P1.w", &[0.0, 3.0, 3.0]),
            ("M.P1.a", &[0.0, 1.5, 4.5]),
            ("M.P1.T", &[-5.0, -3.5, -3.5]),
        ],
    );
    let lever = [r#"Mechanic/Lever M m="2" B="1" L_1="0.3" L_2="0.3""#];
    let waves = r#"M.P1.c="20" M.P1.Zc="8" M.P2.c="4" M.P2.Zc="1""#;
    assert_rows(
        &lever,
        waves,
        engine,
        &[
            ("M.Acceleration", &[3.0, 0.0, 0.0]),
            ("M.P2.v", &[0.0, 1.5, 1.5]),
            ("M.P2.x", &[0.0, 0.75, 2.25]),
            ("M.P2.f", &[4.0, 5.5, 5.5]),
            ("M.P1.v", &[0.0, -0.75, -0.75]),
            ("M.P1.x", &[0.0, -0.375, -1.125]),
            ("M.P1.f", &[20.0, 14.0, 14.0]),
            ("M.P1.me", &[8.0; 3]),
            ("M.P2.me", &[2.0; 3]),
        ],
    );
}

/// 1 kg with friction of 4 N at rest and 2 N when it slides, in steps of 1 s: at rest
/// with 3 N; it begins to slide with 6 N; with -3 N it stops 0.7 s after the fourth
/// tick; with -6 N after 0.25 s, and goes back with -4 m/s^2.
#[test]
fn dry_friction_holds_and_brakes_and_lets_go() {
    let run = |pull: f64, expected: &[(&str, &[f64])]| {
        for (names, kind, symbols) in [
            (["F", "x", "v", "Acceleration"], "TranslationalMassWithCoulombFriction", r#"m="1" f_s="4" f_k="2""#),
            (
                ["T", "a", "w", "AngularAcceleration"],
                "RotationalInertiaWithCoulombFriction",
                r#"J="1" t_s="4" t_k="2""#,
            ),
        ] {
            let [force, x, v, acceleration] = names;
            let source = if force == "F" { "ForceSource" } else { "TorqueSource" };
            let objects = [
                r#"base:Src/Step U StepTime="1.5" Before="3" After="6""#,
                &format!(r#"base:Src/Step D StepTime="3.5" Before="0" After="{}""#, pull - 6.0),
                &format!("Mechanic/{source} S"),
                &format!(r#"Mechanic/{kind} M B="0" {symbols}"#),
            ];
            let connections = format!(r#"S.{force}="U.Out + D.Out" S.P1="M.P1""#);
            let rows = Rows::of(&circuit(&objects, &connections, r#"SampleTime="1" TOutput="0:1:6""#));
            for (what, expected) in expected {
                let column = match *what {
                    "x" => format!("M.P2.{x}"),
                    "v" => format!("M.P2.{v}"),
                    "a" => format!("M.{acceleration}"),
                    other => format!("M.{other}"),
                };
                assert_near(&rows.of_column(&column), expected, &column);
            }
        }
    };
    run(
        -3.0,
        &[
            ("Sliding", &[0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0]),
            ("a", &[0.0, 0.0, 4.0, 4.0, -5.0, 0.0, 0.0]),
            ("v", &[0.0, 0.0, 0.0, 4.0, 3.5, 0.0, 0.0]),
            ("x", &[0.0, 0.0, 0.0, 2.0, 5.75, 6.975, 6.975]),
        ],
    );
    run(
        -6.0,
        &[
            ("Sliding", &[0.0, 0.0, 1.0, 1.0, 1.0, -1.0, -1.0]),
            ("a", &[0.0, 0.0, 4.0, 4.0, -8.0, -4.0, -4.0]),
            ("v", &[0.0, 0.0, 0.0, 4.0, 2.0, -3.0, -7.0]),
            ("x", &[0.0, 0.0, 0.0, 2.0, 5.0, 4.125, -0.875]),
        ],
    );
}

/// Damping that is less than 0 would give energy.
#[test]
fn a_damper_damps() {
    let objects = [
        r#"base:Src/Step U StepTime="0.5" Before="3" After="-3""#,
        "Mechanic/FixedPosition V",
        "Mechanic/TranslationalDamper D",
        "Mechanic/FixedPosition W",
    ];
    let connections = r#"D.B="U.Out" V.P1="D.P1" D.P2="W.P1""#;
    let model = load(&circuit(&objects, connections, r#"SampleTime="0.1" TOutput="0, 1""#));
    let error = try_run(&model).2.unwrap_err().to_string();
    assert!(error.contains("`D`") && error.contains("`B` is -3") && error.contains("0.5"), "{error}");
}
