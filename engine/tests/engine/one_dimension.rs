//! Masses, springs and motors along a line and around an axis: closed forms
//! and balances of power.

use crate::laboratory::{METHODS, Row, complaints, load, run, scenario, statistics};

fn rows(objects: &[&str], connections: &str, initial: &str, engine: &str) -> Vec<Row> {
    run(&load(&scenario(objects, connections, initial, engine))).0
}

fn last(objects: &[&str], connections: &str, initial: &str, engine: &str) -> Vec<f64> {
    rows(objects, connections, initial, engine).pop().unwrap().1
}

#[track_caller]
fn near(found: &[f64], expected: &[f64], within: f64) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    let is_near = found.iter().zip(expected).all(|(one, other)| (one - other).abs() <= within);
    assert!(is_near, "{found:?}, where {expected:?} is right");
}

/// Two of 2 and 3 on a spring of 30 with its rest at 0.5, pushed to the side by
/// 10 in all: they swing at sqrt(30 (1/2 + 1/3)) = 5 rad/s around the middle,
/// which falls with 2; the same along a line and around an axis. A motion with
/// no relative velocity at first: stretched by 0.25 beyond the rest.
#[test]
fn two_on_a_spring_swing_around_their_middle() {
    let along = (
        [
            r#"mechanics:Translational/Mass A Mass="2""#,
            r#"mechanics:Translational/Mass B Mass="3""#,
            r#"mechanics:Translational/SpringDamper S Stiffness="30" RelaxedLength="0.5""#,
        ],
        r#"S.PosA="A.Pos" S.VelA="A.Vel" S.PosB="B.Pos" S.VelB="B.Vel" A.Force="S.ForceA + 4" B.Force="S.ForceB + 6""#,
        r#"A.Pos="0" A.Vel="1" B.Pos="0.75" B.Vel="1""#,
        "A.Pos, A.Vel, B.Pos, B.Vel, S.Tension",
    );
    let around = (
        [
            r#"mechanics:Rotational/Inertia A Inertia="2""#,
            r#"mechanics:Rotational/Inertia B Inertia="3""#,
            r#"mechanics:Rotational/SpringDamper S Stiffness="30" RestAngle="0.5""#,
        ],
        r#"S.AngleA="A.Angle" S.AngVelA="A.AngVel" S.AngleB="B.Angle" S.AngVelB="B.AngVel" A.Torque="S.TorqueA + 4" B.Torque="S.TorqueB + 6""#,
        r#"A.Angle="0" A.AngVel="1" B.Angle="0.75" B.AngVel="1""#,
        "A.Angle, A.AngVel, B.Angle, B.AngVel, S.Torque",
    );
    let (t, sine, cosine) = (1.1_f64, 5.5_f64.sin(), 5.5_f64.cos());
    // The middle begins at 3/5 of 0.75.
    let (middle, speed) = (0.45 + t + t * t, 1.0 + 2.0 * t);
    let (apart, parting) = (0.5 + 0.25 * cosine, -1.25 * sine);
    let expected =
        [middle - 0.6 * apart, speed - 0.6 * parting, middle + 0.4 * apart, speed + 0.4 * parting, 7.5 * cosine];
    for (objects, connections, initial, outputs) in [along, around] {
        for method in METHODS {
            let engine = format!(
                r#"TOutput="0, 1.1" IntegratorMethod="{method}" AbsTol="1e-10" RelTol="1e-10" FileOutput="{outputs}""#
            );
            near(&last(&objects, connections, initial, &engine), &expected, 1e-5);
        }
    }
}

/// 2 with a damper of 8 to the frame: exp(-4 t); a spring-damper whose ends move
/// apart with 3 pulls with the damping times that.
#[test]
fn dampers_take_what_they_are_told_to() {
    let decay = (-4.0_f64 * 0.5).exp();
    let exact = r#"TOutput="0, 0.5" AbsTol="1e-11" RelTol="1e-11""#;
    let mass = [r#"mechanics:Translational/Mass M Mass="2" Damping="8""#];
    near(&last(&mass, "", r#"M.Pos="1" M.Vel="3""#, exact), &[1.0 + 0.75 * (1.0 - decay), 3.0 * decay], 1e-9);
    let inertia = [r#"mechanics:Rotational/Inertia M Inertia="2" Damping="8""#];
    near(&last(&inertia, "", r#"M.Angle="1" M.AngVel="3""#, exact), &[1.0 + 0.75 * (1.0 - decay), 3.0 * decay], 1e-9);
    let spring = [r#"mechanics:Translational/SpringDamper S Stiffness="100" Damping="5" RelaxedLength="-1""#];
    let found = last(
        &spring,
        r#"S.PosA="2" S.VelA="-1" S.PosB="1.5" S.VelB="2""#,
        "",
        r#"TOutput="0, 1" FileOutput="object.S:outputs""#,
    );
    assert_eq!(found, [65.0, -65.0, 65.0]);
    let shaft = [r#"mechanics:Rotational/SpringDamper S Stiffness="100" Damping="5" RestAngle="-1""#];
    let found = last(
        &shaft,
        r#"S.AngleA="2" S.AngVelA="-1" S.AngleB="1.5" S.AngVelB="2""#,
        "",
        r#"TOutput="0, 1" FileOutput="object.S:outputs""#,
    );
    assert_eq!(found, [65.0, -65.0, 65.0]);
}

/// 0.5 kg m^2 and 8 kg at 0.25 m are 1 kg m^2: 3 N m and 4 N at 0.25 m, at the
/// teeth, turn it with 4 rad/s^2.
#[test]
fn a_rack_and_its_pinion_are_one_body() {
    let objects = [r#"mechanics:Rotational/Rack R Inertia="0.5" Mass="8" Radius="0.25""#];
    let engine = r#"TOutput="0, 2" FileOutput="R.Angle, R.AngVel, R.Pos, R.Vel""#;
    let found = last(&objects, r#"R.Torque="1 + 2" R.Force="4""#, r#"R.Angle="1" R.AngVel="-2""#, engine);
    near(&found, &[5.0, 6.0, 1.25, 1.5], 1e-9);
    let damped = [r#"mechanics:Rotational/Rack R Mass="16" Radius="-0.25" Damping="2""#];
    let engine = r#"TOutput="0, 1" AbsTol="1e-10" RelTol="1e-10" FileOutput="R.AngVel, R.Vel""#;
    let decay = (-2.0_f64).exp();
    near(&last(&damped, "", r#"R.Angle="0" R.AngVel="8""#, engine), &[8.0 * decay, -2.0 * decay], 1e-8);
}

/// 12 V, 2 ohm, 0.05 H and 0.1 N m/A at 20 rad/s: 10 V drive the current to 5 A
/// with a time constant of 25 ms, or at once without inductance.
#[test]
fn the_current_of_a_motor_is_that_of_the_closed_form() {
    let motor = |inductance: &str| {
        format!(
            r#"mechanics:Rotational/DcMotor M Voltage="12" Resistance="2" Inductance="{inductance}" TorqueConstant="0.1""#
        )
    };
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0, 0.02" IntegratorMethod="{method}" AbsTol="1e-10" RelTol="1e-10"
               FileOutput="M.Current, M.Torque, M.ReactionTorque, M.BackVoltage, M.Power""#
        );
        let current = 5.0 * (1.0 - (-0.8_f64).exp());
        let found = last(&[&motor("0.05")], r#"M.AngVel="20""#, "", &engine);
        near(&found, &[current, 0.1 * current, -0.1 * current, 2.0, 12.0 * current], 1e-6);
        let found = last(&[&motor("0")], r#"M.AngVel="20""#, "", &engine);
        near(&found, &[5.0, 0.5, -0.5, 2.0, 60.0], 1e-12);
    }
    let fed = motor("0").replace(r#"Voltage="12" "#, "");
    let found = last(&[&fed], r#"M.AngVel="20" M.Voltage="6""#, "", r#"TOutput="0, 1" FileOutput="M.Current""#);
    assert_eq!(found, [2.0]);
}

/// A motor that speeds a flywheel up: it comes to V / k, and the energy that was
/// taken is in the flywheel, in the coil, or was turned to heat.
#[test]
fn a_motor_loses_no_energy_but_heat() {
    let objects = [
        r#"mechanics:Rotational/DcMotor M Voltage="12" Resistance="2" Inductance="0.05" TorqueConstant="0.1""#,
        r#"mechanics:Rotational/Inertia J Inertia="0.002""#,
        "base:Math/Integrator Taken",
        "base:Signal/Product Square",
        "base:Math/Integrator Heat",
    ];
    let connections = r#"M.AngVel="J.AngVel" J.Torque="M.Torque" Taken.In="M.Power" Square.In1="M.Current" Square.In2="M.Current"
        Heat.In="2*Square.Out""#;
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0, 0.3, 5" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9"
               FileOutput="M.Current, J.AngVel, Taken.Out, Heat.Out""#
        );
        let rows = rows(&objects, connections, r#"J.Angle="0" J.AngVel="0""#, &engine);
        for (time, row) in &rows {
            let [current, speed, taken, heat] = row[..] else { panic!("{row:?}") };
            let stored = 0.5 * 0.002 * speed * speed + 0.5 * 0.05 * current * current;
            assert!((taken - heat - stored).abs() < 1e-4, "{method} {time}: {taken} {heat} {stored}");
        }
        assert!((rows[2].1[1] - 120.0).abs() < 1e-3, "{method}: {rows:?}");
    }
}

/// A chain of a hundred: each depends on its neighbours alone.
#[test]
fn the_jacobian_of_a_chain_takes_few_evaluations() {
    let mut objects = Vec::new();
    let mut connections = String::new();
    for k in 0..100 {
        objects.push(format!(r#"mechanics:Rotational/Inertia J{k} Inertia="1""#));
        objects.push(format!(r#"mechanics:Rotational/SpringDamper S{k} Stiffness="1e6" Damping="10""#));
        let before = if k == 0 {
            r#"S0.AngleA="0" S0.AngVelA="0""#.to_owned()
        } else {
            format!(r#"S{k}.AngleA="J{0}.Angle" S{k}.AngVelA="J{0}.AngVel""#, k - 1)
        };
        let after = if k == 99 { String::new() } else { format!(" + S{}.TorqueA", k + 1) };
        connections += &format!(
            r#"{before} S{k}.AngleB="J{k}.Angle" S{k}.AngVelB="J{k}.AngVel" J{k}.Torque="S{k}.TorqueB{after}" "#
        );
    }
    let initial: String = (0..100).map(|k| format!(r#"J{k}.Angle="0" J{k}.AngVel="1" "#)).collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let model = load(&scenario(&objects, &connections, &initial, r#"TOutput="0, 0.001" IntegratorMethod="BDF""#));
    // 200 states, each beside its neighbours alone.
    let colours = statistics(&model).colours;
    assert!(colours <= 6, "{colours}");
}

#[test]
fn what_is_wrong_in_one_dimension_is_told_by_name() {
    let told = |object: &str| complaints(&scenario(&[object], "", "", r#"TOutput="0, 1""#)).join("; ");
    let with = |kind: &str, parameters: &str| told(&format!("mechanics:{kind} X {parameters}"));
    let motor = |parameters: &str| with("Rotational/DcMotor", &format!(r#"TorqueConstant="1" {parameters}"#));
    for (message, part) in [
        (with("Translational/Mass", ""), "`Mass`"),
        (with("Translational/Mass", r#"Mass="0""#), "`Mass`"),
        (with("Translational/Mass", r#"Mass="1" Damping="-1""#), "`Damping`"),
        (with("Translational/Mass", r#"Mass="1""#), "`X.Vel`"),
        (with("Translational/SpringDamper", ""), "`Stiffness`"),
        (with("Translational/SpringDamper", r#"Stiffness="-1""#), "`Stiffness`"),
        (with("Translational/SpringDamper", r#"Stiffness="1" Damping="-1""#), "`Damping`"),
        (with("Translational/SpringDamper", r#"Stiffness="1" RelaxedLength="long""#), "`RelaxedLength`"),
        (with("Translational/SpringDamper", r#"Stiffness="1""#), "`X.PosA`"),
        (with("Rotational/Inertia", ""), "`Inertia`"),
        (with("Rotational/Inertia", r#"Inertia="0""#), "`Inertia`"),
        (with("Rotational/Inertia", r#"Inertia="1" Damping="-1""#), "`Damping`"),
        (with("Rotational/SpringDamper", r#"Stiffness="-1""#), "`Stiffness`"),
        (with("Rotational/SpringDamper", r#"Stiffness="1" Damping="-1""#), "`Damping`"),
        (with("Rotational/SpringDamper", r#"Stiffness="1" RestAngle="nan""#), "`RestAngle`"),
        (with("Rotational/SpringDamper", r#"Stiffness="1""#), "`X.AngVelB`"),
        (with("Rotational/Rack", r#"Mass="1""#), "`Radius`"),
        (with("Rotational/Rack", r#"Mass="1" Radius="0""#), "`Radius`"),
        (with("Rotational/Rack", r#"Mass="-1" Radius="1""#), "`Mass`"),
        (with("Rotational/Rack", r#"Inertia="-1" Radius="1""#), "`Inertia`"),
        (with("Rotational/Rack", r#"Radius="1""#), "`Inertia`"),
        (with("Rotational/Rack", r#"Mass="1" Radius="1" Damping="-1""#), "`Damping`"),
        (motor(r#"Voltage="1""#), "`Resistance`"),
        (motor(r#"Voltage="1" Resistance="-1" Inductance="1""#), "`Resistance`"),
        (motor(r#"Voltage="1" Resistance="0""#), "`Resistance`"),
        (motor(r#"Voltage="1" Resistance="1" Inductance="-1""#), "`Inductance`"),
        (motor(r#"Voltage="high" Resistance="1""#), "`Voltage`"),
        (motor(r#"Resistance="1""#), "`X.Voltage`"),
        (with("Rotational/DcMotor", r#"Voltage="1" Resistance="1""#), "`TorqueConstant`"),
    ] {
        assert!(message.contains(part) && message.contains('X'), "{part}: {message}");
    }
}
