//! What a hydraulic actuator is told to be wrong, or warns of.

use crate::actuator::{ACTUATOR, resting, with, without};
use crate::laboratory::{METHODS, complaints, load, run, scenario, try_load, try_run};

#[test]
fn a_valve_that_opens_needs_a_nominal_flow() {
    let closed = without(ACTUATOR, "NominalFlow");
    let wrong = with(&closed, "ValveOpening1", "-0.5");
    let message = told(&scenario(&[&wrong], &resting(0.7), r#"A.p0="6e6" A.p1="1e6""#, r#"TOutput="0, 1""#));
    assert!(message.contains("`NominalFlow`") && message.contains("`ValveOpening1`"), "{message}");
    assert!(message.contains("`A`"), "{message}");
    let step = r#"base:Src/Step V StepTime="0.5" Before="0" After="0.1""#;
    let connections = format!(r#"{} A.Valve0="V.Out""#, resting(0.7));
    for method in METHODS {
        let engine = format!(r#"TOutput="0:0.1:1" IntegratorMethod="{method}""#);
        let text = scenario(&[step, &closed], &connections, r#"A.p0="6e6" A.p1="1e6""#, &engine);
        let (rows, _, outcome) = try_run(&load(&text));
        let message = outcome.unwrap_err().to_string();
        assert!(message.contains("`A`") && message.contains("`NominalFlow`"), "{method}: {message}");
        assert!(message.contains("`Valve0` is 0.1") && message.contains("0.5 s"), "{method}: {message}");
        assert!((5..=6).contains(&rows.len()), "{method}: {} rows", rows.len());
    }
}

/// 140 MPa less in each second: below a vacuum of -101325 Pa after (6 + 0.101325) / 140 s.
#[test]
fn a_pressure_below_a_vacuum_is_noted_once() {
    let path = r#"base:Src/Table S Times="0, 1, 2" Values="0.7; 0.71; 0.7" Interpolation="Linear""#;
    let velocity = r#"base:Src/Table V Times="0, 1" Values="0.01; -0.01""#;
    let connections = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="S.Out,0,0" A.VelB="V.Out,0,0""#;
    for method in METHODS {
        let noted = |from: &str| {
            let engine = format!(
                r#"TOutput="0:0.5:2" LogEvents="1" IntegratorMethod="{method}" AbsTol="1e-8" RelTol="1e-8"
                   FileOutput="A.BelowVacuum""#
            );
            let initial = format!(r#"A.p0="{from}" A.p1="1e6""#);
            let rows = run(&load(&scenario(&[path, velocity, ACTUATOR], connections, &initial, &engine))).0;
            let first = rows.iter().position(|row| row.1[0] == 1.0).unwrap();
            assert!(rows[first..].iter().all(|row| row.1[0] == 1.0), "{method}: {rows:?}");
            rows[first].0
        };
        assert!((noted("6e6") - 6.101325 / 140.0).abs() < 1e-8, "{method}");
        assert_eq!(noted("-2e5"), 0.0);
    }
}

#[test]
fn a_stroke_outside_of_its_range_is_noted_once() {
    let noted = |from: &str, to: &str| {
        let actuator = ACTUATOR;
        let path = format!(
            r#"base:Src/Table S Times="0, 1, 2, 3" Values="{from}; {to}; {from}; {to}" Interpolation="Linear""#
        );
        let objects = [path.as_str(), actuator];
        let connections = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="S.Out,0,0" A.VelB="0,0,0""#;
        let engine = r#"TOutput="0, 3" LogEvents="1" FileOutput="A.OutOfRange""#;
        let rows = run(&load(&scenario(&objects, connections, r#"A.p0="6e6" A.p1="1e6""#, engine))).0;
        let left: Vec<f64> = rows.iter().filter(|row| row.1[0] == 1.0).map(|row| row.0).collect();
        left.first().copied()
    };
    assert_eq!(noted("0.5", "0.9"), None);
    assert!((noted("0.6", "1").unwrap() - 0.75).abs() < 1e-9);
    assert!((noted("0.6", "0.4").unwrap() - 0.5).abs() < 1e-9);
    assert_eq!(noted("0.49", "0.6"), Some(0.0));
    // Rounding is nothing to speak of.
    assert_eq!(noted("0.49999999999", "0.90000000001"), None);
}

/// Why a scenario cannot be loaded, or run.
fn told(text: &str) -> String {
    match try_load(text) {
        Ok(model) => try_run(&model).2.unwrap_err().to_string(),
        Err(wrong) => wrong.to_string(),
    }
}

#[test]
fn what_cannot_be_is_an_error_that_names_the_actuator() {
    let told = |actuator: &str, pos_b: &str| {
        let connections = resting(0.7).replace("0,0.7,0", pos_b);
        told(&scenario(&[actuator], &connections, r#"A.p0="6e6" A.p1="1e6""#, r#"TOutput="0, 1""#))
    };
    let follows = with(ACTUATOR, "UseChamberVolumeChange", "1");
    for pos_b in ["0,0,0", "0,1e-4,0"] {
        let message = told(ACTUATOR, pos_b);
        assert!(message.contains("`A`") && message.contains("A and B are at one point (L = 0)"), "{message}");
    }
    let message = told(&follows, "0.3,0,0");
    assert!(message.contains("`A`") && message.contains("the volume of chamber 0 is"), "{message}");
    let message = told(&follows, "0,0,1.2");
    assert!(message.contains("the volume of chamber 1 is"), "{message}");
    // A cylinder that gives way so much, and of which less than nothing is left.
    let message = told(&follows.replace("2e10", "1e7"), "0,0.45,0");
    assert!(message.contains("the effective bulk modulus of chamber 0 is"), "{message}");
    // While it runs, with what was calculated before.
    let objects =
        [r#"base:Src/Ramp S EndTime="1" Before="0.7" After="0.2""#, &with(ACTUATOR, "UseChamberVolumeChange", "1")];
    let connections = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="S.Out,0,0" A.VelB="-0.5,0,0""#;
    for method in METHODS {
        let engine = format!(r#"TOutput="0:0.1:1" IntegratorMethod="{method}""#);
        let (rows, _, outcome) = try_run(&load(&scenario(&objects, connections, r#"A.p0="6e6" A.p1="1e6""#, &engine)));
        let message = outcome.unwrap_err().to_string();
        assert!(message.contains("`A`") && message.contains("the volume of chamber 0 is"), "{method}: {message}");
        assert!((5..=7).contains(&rows.len()), "{method}: {} rows", rows.len());
    }
}

/// Where its ends meet an actuator would turn round at once: all that follows
/// would be wrong. End stops are no help, if stroke 0 is there, or if they are
/// too soft.
#[test]
fn no_actuator_passes_through_its_own_mount() {
    for parameters in ["", r#"StopStiffness="1e6""#, r#"CavitationPressure="0""#] {
        let stretched = with(&with(ACTUATOR, "OffsetLength", "0"), "OilBulkModulus", "1e6");
        let objects =
            [&format!("{stretched} {parameters}"), r#"FhsimTutorialLibrary:Body/Mass M Mass="1e6" g="0""#] as [&str; 2];
        let connections = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="M.Pos" A.VelB="M.Vel" M.Force="A.ForceB""#;
        let initial = r#"A.p0="1e5" A.p1="1e6" M.Pos="0.1,0,0" M.Vel="-1,0,0""#;
        for method in METHODS {
            let engine = format!(r#"TOutput="0:0.01:1" IntegratorMethod="{method}""#);
            let (rows, _, outcome) = try_run(&load(&scenario(&objects, connections, initial, &engine)));
            let message = outcome.map_or_else(|error| error.to_string(), |_| "no error".to_owned());
            assert!(message.contains("`A`") && message.contains("(L = 0)"), "{parameters} {method}: {message}");
            assert_eq!(rows.len(), 10, "{parameters} {method}");
        }
    }
}

#[test]
fn bad_parameters_are_told() {
    let given = "OffsetLength StrokeLength ChamberCrossSection0 ChamberCrossSection1 HoseVolume0 HoseVolume1 OilBulkModulus \
                 CylinderBulkModulus HoseBulkModulus NominalFlow ActuatorDamping";
    let zeros = "StrokeLength ChamberCrossSection0 ChamberCrossSection1 HoseVolume0 HoseVolume1 OilBulkModulus";
    let more = "StopStiffness StopDamping LeakageCoefficient TransitionPressure CylinderRadius RodRadius PistonRadius \
                PistonLength RodMountRadius BaseMountRadius BaseMountLength";
    let told = |name: &str, value: &str| {
        let actuator = with(ACTUATOR, name, value);
        complaints(&scenario(&[&actuator], &resting(0.7), r#"A.p0="6e6" A.p1="1e6""#, r#"TOutput="0, 1""#)).join("; ")
    };
    let names = given.split_whitespace().chain(more.split_whitespace());
    let wrong = names.map(|name| (name, "-1e-3")).chain(zeros.split_whitespace().map(|name| (name, "0")));
    let others = [
        ("NominalFlow", "0"),
        ("ValveOpening0", "1.5"),
        ("ValveOpening1", "-1.5"),
        ("StopDamping", "1"),
        ("ColorCylinder", "0.5, -0.5, 0, 1"),
        ("ColorPiston", "2, 0, 0, 1"),
        ("SystemPressure", "inf"),
        ("TankPressure", "high"),
        ("CavitationPressure", "nan"),
        ("UseChamberVolumeChange", "2"),
        ("ActiveConnector", "maybe"),
        ("Show", "3"),
        ("oilBulkModulus", "1e9"),
    ];
    for (name, value) in wrong.chain(others) {
        let message = told(name, value);
        assert!(message.contains(&format!("`{name}`")) || message.contains(&format!("A.{name}")), "{name}: {message}");
    }
    // Without a bulk modulus it uses an oil.
    for name in zeros.split_whitespace().filter(|name| *name != "OilBulkModulus") {
        let actuator = without(ACTUATOR, name);
        let message = complaints(&scenario(&[&actuator], &resting(0.7), "", r#"TOutput="0, 1""#)).join("; ");
        assert!(message.contains(name), "{name}: {message}");
    }
}
