//! What is wrong with a circuit, where, and what to do.

use super::circuit;
use crate::laboratory::{complaints, load, try_load, try_run};

const ENGINE: &str = r#"SampleTime="1e-3" TOutput="0, 0.01""#;

/// The only thing that is told, and the place that is pointed at.
fn told(objects: &[&str], connections: &str, engine: &str) -> (String, String) {
    let text = circuit(objects, connections, engine);
    let wrong = try_load(&text).expect_err("something is wrong");
    let wrong = wrong.sorted();
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    let span = wrong[0].span().unwrap();
    (wrong[0].message().to_owned(), text[span.start()..span.start() + span.len()].to_owned())
}

#[test]
fn sides_kinds_and_ends() {
    let objects =
        ["Hydraulic/Volume V", "Hydraulic/Volume W", "Hydraulic/LaminarOrifice A", "Hydraulic/LaminarOrifice B"];
    let all = r#"A.P1="V.P1" B.P1="W.P1" "#;
    assert_eq!(
        told(&objects, &format!(r#"{all} V.P2="W.P2""#), ENGINE).0,
        "the bundles `V.P2` and `W.P2` are both of side C of TlmHydraulic"
    );
    assert_eq!(
        told(&objects[2..], r#"A.P1="B.P1""#, ENGINE).0,
        "the bundles `A.P1` and `B.P1` are both of side Q of TlmHydraulic"
    );
    let objects = ["Hydraulic/Tank T", "Mechanic/TranslationalMass M"];
    let (message, place) = told(&objects, r#"M.P1="T.P1""#, ENGINE);
    assert!(message.contains("TlmHydraulic") && message.contains("TlmMechanic"), "{message}");
    assert_eq!(place, "M.P1");
    let (message, _) = told(&["Hydraulic/Volume V", "Hydraulic/LaminarOrifice A"], r#"V.P1="A.P1""#, ENGINE);
    assert!(message.contains("V.P2"), "{message}");
}

#[test]
fn the_clock() {
    let (message, place) = told(&["Hydraulic/TurbulentOrifice A"], "", r#"TOutput="0, 1""#);
    assert!(message.contains("`A`") && message.contains("`Engine` gives no SampleTime"), "{message}");
    assert_eq!(place, "A");
    let found = complaints(&circuit(&["Hydraulic/TurbulentOrifice A"], "", r#"TOutput="0, 1" SampleTime="-1e-3""#));
    assert!(found.iter().any(|told| told.contains("SampleTime")), "{found:?}");
}

#[test]
fn parameters() {
    for (object, parameter, value) in [
        ("Hydraulic/Volume", "V", "0"),
        ("Hydraulic/Volume", "Beta_e", "-1e9"),
        ("Hydraulic/Volume", "alpha", "1"),
        ("Hydraulic/Volume", "NumPorts", "0"),
        ("Hydraulic/Volume", "StartPressure", "-1"),
        ("Hydraulic/Tank", "p", "-1e5"),
        ("Hydraulic/PressureSource", "p", "-1e5"),
        ("Hydraulic/TurbulentOrifice", "A", "-1e-5"),
        ("Hydraulic/TurbulentOrifice", "rho", "0"),
        ("Hydraulic/LaminarOrifice", "Kc", "-1e-11"),
        ("Hydraulic/VariableDisplacementPump", "D_p", "-5e-5"),
        ("Hydraulic/VariableDisplacementPump", "C_leak", "-1"),
        ("Hydraulic/VariableDisplacementPump", "Cavitation", "Never"),
        ("Hydraulic/FixedDisplacementPump", "D_p", "-5e-5"),
        ("Hydraulic/FixedDisplacementPump", "C_lp", "-1"),
        ("Hydraulic/FixedDisplacementPump", "Cavitation", "Never"),
        ("Hydraulic/FixedDisplacementMotor", "D_m", "-5e-5"),
        ("Hydraulic/FixedDisplacementMotor", "B_m", "-1"),
        ("Hydraulic/FixedDisplacementMotor", "C_lm", "-1"),
        ("Hydraulic/FixedDisplacementMotor", "J_m", "0"),
        ("Mechanic/TranslationalMass", "m", "0"),
        ("Mechanic/TranslationalMass", "B", "-1"),
        ("Mechanic/TranslationalMass", "k", "-1"),
        ("Mechanic/TranslationalMass", "StartPosition", "2e300"),
        ("Mechanic/TranslationalMass", "x_max", "-2e300"),
        ("Mechanic/TranslationalSpring", "k", "0"),
        ("Mechanic/TranslationalSpring", "alpha", "-0.1"),
        ("Mechanic/TranslationalDamper", "B", "-1"),
        ("Mechanic/TorsionalDamper", "B", "-1"),
        ("Mechanic/VelocitySource", "m_e", "0"),
        ("Mechanic/AngularVelocitySource", "J_e", "0"),
        ("Mechanic/FixedRotation", "J_e", "-1"),
        ("Mechanic/RotationalInertia", "J", "0"),
        ("Mechanic/RotationalInertia", "StartAngle", "2e300"),
        ("Mechanic/RotationalInertia", "a_max", "-2e300"),
        ("Mechanic/TorsionalSpring", "k", "-1"),
        ("Mechanic/Gear", "omega", "0"),
        ("Mechanic/Lever", "L_1", "0"),
        ("Mechanic/Lever", "L_2", "-1"),
        ("Mechanic/TranslationalMassWithCoulombFriction", "f_s", "-1"),
        ("Mechanic/TranslationalMassWithCoulombFriction", "v_s", "-1"),
        ("Mechanic/RotationalInertiaWithCoulombFriction", "t_k", "-1"),
        ("Mechanic/InterfaceQ", "m_e", "0"),
        ("Signal/FirstOrderTransferFunction", "b_1", "-5e-4"),
        ("Signal/Integrator", "max", "-2e300"),
        ("Signal/Integrator", "StartValue", "2e300"),
        ("Signal/LimitedIntegrator", "max", "-2e300"),
        ("Signal/LimitedIntegrator", "StartValue", "2e300"),
        ("Signal/DoubleIntegratorWithDamping", "B", "-1"),
        ("Signal/DoubleIntegratorWithDamping", "StartValue", "2e300"),
        ("Signal/Delay", "deltat", "-1"),
        ("Signal/Hysteresis", "y_h", "-1"),
        ("Mechanic/RotationalInterfaceQ", "J_e", "-1"),
        ("Mechanic/InterfaceC", "k", "-1"),
        ("Mechanic/RotationalInterfaceC", "B", "-1"),
    ] {
        let found = complaints(&circuit(&[&format!(r#"{object} X {parameter}="{value}""#)], "", ENGINE));
        let is_told = |told: &String| told.contains(parameter) && told.contains("X");
        assert!(found.iter().any(is_told), "{object} {parameter}=\"{value}\": {found:?}");
    }
}

/// A mass at 2 m/s between a wall and what is told of its velocity.
#[test]
fn start_velocities_that_contradict_each_other() {
    let of = |object: &str, more: &str| {
        let objects = [
            "Mechanic/FixedPosition W",
            object,
            &format!(r#"Mechanic/TranslationalMass M StartVelocity="2" {more}"#),
            "Mechanic/ForceSource F",
        ];
        circuit(&objects, r#"W.P1="X.P1" X.P2="M.P1" M.P2="F.P1""#, ENGINE)
    };
    for kind in ["Mechanic/TranslationalSpring", "Mechanic/TranslationalDamper"] {
        load(&of(&format!(r#"{kind} X StartVelocity="0, -2""#), ""));
        load(&of(&format!(r#"{kind} X StartVelocity="0, -2.0000001""#), ""));
        let text = of(&format!(r#"{kind} X StartVelocity="0, 2""#), "");
        let wrong = try_load(&text).expect_err("it moves the other way");
        let wrong = wrong.sorted();
        assert_eq!(wrong.len(), 1, "{wrong:?}");
        let (message, span) = (wrong[0].message(), wrong[0].span().unwrap());
        assert!(
            message.contains("`StartVelocity` is 0.0, 2.0 m/s, but what is at P1 and P2 starts with 0.0, -2.0")
                && message.contains(r#"give StartVelocity="0.0, -2.0""#)
                && message.contains("`X`"),
            "{message}"
        );
        assert_eq!(&text[span.start()..span.start() + span.len()], "X");
    }
    let turning = [
        r#"Mechanic/RotationalInertia J StartAngularVelocity="3""#,
        r#"Mechanic/TorsionalSpring X StartAngularVelocity="1, 0""#,
        "Mechanic/FixedRotation W",
    ];
    let found = complaints(&circuit(&turning, r#"J.P2="X.P1" X.P2="W.P1""#, ENGINE));
    let is_told = |told: &String| told.contains(r#"give StartAngularVelocity="3.0, 0.0""#) && told.contains("rad/s");
    assert!(found.len() == 1 && found.iter().all(is_told), "{found:?}");
    // Outside is a spring of another library.
    let outside =
        [r#"Mechanic/TranslationalMass M StartVelocity="2""#, r#"Mechanic/InterfaceC X k="100" StartVelocity="1""#];
    let found = complaints(&circuit(&outside, r#"M.P2="X.P1" X.Force="0""#, ENGINE));
    assert!(found.len() == 1 && found[0].contains(r#"give StartVelocity="2.0""#), "{found:?}");
}

/// A litre a second into a volume and out again, or along a line.
#[test]
fn start_flows_that_contradict_each_other() {
    let of = |source: &str, between: &str, gap: &str| {
        let objects = [
            &format!(r#"Hydraulic/FlowSource Q q="{source}""#),
            between,
            &format!("Hydraulic/LaminarOrifice A {gap}"),
            "Hydraulic/Tank T",
        ];
        circuit(&objects, r#"Q.P1="X.P1" X.P2="A.P1" A.P2="T.P1""#, ENGINE)
    };
    let volume = r#"Hydraulic/Volume X StartFlow="1e-3, -1e-3""#;
    let line = r#"Hydraulic/LosslessLine X StartFlow="1e-3""#;
    let gap = r#"StartFlow="1e-3""#;
    for between in [volume, line] {
        load(&of("1e-3", between, gap));
        load(&of("1.1e-3", between, gap));
    }
    // Most flows are calculated: where none was told, any is only warned of.
    load(&of("7e-3", r#"Hydraulic/Volume X StartFlow="0, -1e-3""#, gap));
    // A wave may begin at an end of a line.
    load(&of("2.1e-3", line, gap));
    load(&of("1e-3", line, ""));
    let flow = "`StartFlow` is 0.001, -0.001 m^3/s, but what is at P1 and P2 starts with";
    for (between, source, gap, expected) in [
        (volume, "1e-3", "", [flow, r#"0.001, 0.0, and the first pressure"#, r#"give StartFlow="0.001, 0.0""#]),
        (volume, "-1e-3", gap, [flow, "-0.001, -0.001,", r#"give StartFlow="-0.001, -0.001""#]),
        (volume, "1e-3", r#"StartFlow="3e-3""#, [flow, "0.001, -0.003,", r#"give StartFlow="0.001, -0.003""#]),
        (
            line,
            "2.1e-3",
            "",
            ["`StartFlow` is 0.001 m^3/s,", "0.0021 into P1 and 0.0 out of P2: give one of both", "X"],
        ),
        (
            line,
            "2.1e-3",
            r#"StartFlow="2.1e-3""#,
            ["`StartFlow` is 0.001", "0.0021, -0.0021,", r#"StartFlow="0.0021""#],
        ),
    ] {
        let text = of(source, between, gap);
        let wrong = try_load(&text).expect_err("flows differ");
        let wrong = wrong.sorted();
        assert_eq!(wrong.len(), 1, "{wrong:?}");
        let (message, span) = (wrong[0].message(), wrong[0].span().unwrap());
        assert!(expected.iter().all(|part| message.contains(part)) && message.contains("`X`"), "{message}");
        assert_eq!(&text[span.start()..span.start() + span.len()], "X");
    }
    // Of more ports than two, and through orifices that calculate: Zc StartFlow, 1.7e5 Pa, is more than the pressure, and
    // nothing comes out of P2; of the others what q^2 = K^2 (1e5 Pa - Zc q) says, K = 0.67 1e-5 m^2 sqrt(2 / 870 kg/m^3).
    let objects = [
        r#"Hydraulic/Volume X NumPorts="3" StartPressure="1e5" StartFlow="0, 1e-4, 0""#,
        "Hydraulic/TurbulentOrifice A",
        "Hydraulic/TurbulentOrifice B",
        "Hydraulic/TurbulentOrifice C",
    ];
    let found = complaints(&circuit(&objects, r#"A.P1="X.P1" B.P2="X.P2" B.P1.c="0" B.P1.Zc="0" C.P1="X.P3""#, ENGINE));
    let expected = ["what is at P1 to P3 starts with -4.710", "e-5, 0.0, -4.710"];
    assert!(found.len() == 1 && expected.iter().all(|part| found[0].contains(part)), "{found:?}");
}

#[test]
fn signals_that_make_no_sense() {
    for (object, port) in [
        ("Hydraulic/TurbulentOrifice", "A"),
        ("Hydraulic/LaminarOrifice", "Kc"),
        ("Hydraulic/CheckValve", "K_s"),
        ("Hydraulic/VariableDisplacementPump", "C_leak"),
        ("Hydraulic/FixedDisplacementPump", "C_lp"),
        ("Signal/DoubleIntegratorWithDamping", "B"),
        ("Signal/Hysteresis", "y_h"),
        ("Hydraulic/FixedDisplacementMotor", "B_m"),
        ("Hydraulic/FixedDisplacementMotor", "C_lm"),
        ("Mechanic/TranslationalMassWithCoulombFriction", "f_s"),
        ("Mechanic/RotationalInertiaWithCoulombFriction", "t_k"),
    ] {
        let objects =
            [r#"base:Src/Ramp U StartTime="0" EndTime="0.01" Before="0.005" After="-0.005""#, &format!("{object} X")];
        let model = load(&circuit(&objects, &format!(r#"X.{port}="U.Out""#), ENGINE));
        let error = try_run(&model).2.unwrap_err().to_string();
        assert!(
            error.contains("`X`") && error.contains(&format!("`{port}` is -0.001")) && error.contains("0.006"),
            "{error}"
        );
    }
}
