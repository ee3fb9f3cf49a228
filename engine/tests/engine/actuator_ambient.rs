//! A hydraulic actuator in the atmosphere, with absolute pressures.

use crate::laboratory::{complaints, load, run, scenario};

/// One of 20 and 12 cm^2, whose ends rest 0.7 m apart.
fn actuator(parameters: &str, p0: f64, p1: f64, names: &str) -> String {
    let actuator = format!(
        r#"hydraulics:Hydraulic/ActuatorSimple A OffsetLength="0.5" StrokeLength="0.4" ChamberCrossSection0="0.002"
           ChamberCrossSection1="0.0012" HoseVolume0="2e-4" HoseVolume1="2e-4" OilBulkModulus="1.4e9" {parameters}"#
    );
    let connections = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="0,0.7,0" A.VelB="0,0,0""#;
    let initial = format!(r#"A.p0="{p0}" A.p1="{p1}""#);
    scenario(&[&actuator], connections, &initial, &format!(r#"TOutput="0, 1" FileOutput="{names}""#))
}

/// What it gives.
fn outputs(parameters: &str, p0: f64, p1: f64, names: &str) -> Vec<f64> {
    run(&load(&actuator(parameters, p0, p1, names))).0.remove(0).1
}

/// The rod, of 8 cm^2, is where there is no oil: the atmosphere pushes it in.
/// What is given relative to the atmosphere pulls with the same force.
#[test]
fn the_atmosphere_pushes_on_the_rod() {
    let tension = |parameters: &str, p0: f64, p1: f64| outputs(parameters, p0, p1, "A.Tension, A.ForceA");
    let absolute = r#"AmbientPressure="101325""#;
    // N: nothing, 1 MPa on the rod, and 1 MPa on 20 cm^2 less 2 MPa on 12 cm^2.
    for (p0, p1, force) in [(0.0, 0.0, 0.0), (1e6, 1e6, -800.0), (1e6, 2e6, 400.0)] {
        let given = [tension("", p0, p1), tension(absolute, p0 + 101_325.0, p1 + 101_325.0)];
        for [pull, x, along, z] in given.map(|row| <[f64; 4]>::try_from(row).unwrap()) {
            assert!((pull - force).abs() < 1e-9 && (along - force).abs() < 1e-9, "{p0} {p1}: {pull}");
            assert_eq!([x.abs(), z.abs()], [0.0, 0.0]);
        }
    }
}

/// Where the atmosphere has 101325 Pa, that of a vacuum is 0.
#[test]
fn a_vacuum_is_that_of_its_surroundings() {
    let is_below = |parameters: &str, p1: f64| outputs(parameters, 1e6, p1, "A.BelowVacuum")[0];
    let absolute = r#"AmbientPressure="101325""#;
    for (parameters, p1, expected) in [
        ("", -1e5, 0.0),
        ("", -1.1e5, 1.0),
        (absolute, 1.0, 0.0),
        (absolute, -1.0, 1.0),
        // 10 m below the sea's surface.
        (r#"AmbientPressure="202650""#, 1e5, 1.0),
    ] {
        assert_eq!(is_below(parameters, p1), expected, "{parameters} {p1}");
    }
}

#[test]
fn a_pressure_around_it_that_cannot_be_is_told() {
    let message = complaints(&actuator(r#"AmbientPressure="-1""#, 1e6, 1e6, "A.p0")).join("; ");
    assert!(message.contains("`AmbientPressure`") && message.contains("`A`"), "{message}");
}
