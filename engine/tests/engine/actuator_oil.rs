//! A hydraulic actuator with the oil of its scenario.

use crate::laboratory::{complaints, load, run, scenario};

const ACTUATOR: &str = r#"hydraulics:Hydraulic/ActuatorSimple A OffsetLength="0.5" StrokeLength="0.4" NominalFlow="3.5e-7"
    ChamberCrossSection0="0.002" ChamberCrossSection1="0.0012" HoseVolume0="2e-4" HoseVolume1="3e-4" ValveOpening0="1""#;
const RESTING: &str = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="0,0.7,0" A.VelB="0,0,0""#;

/// The last row of its outputs.
fn ends(actuator: &str, others: &[&str], names: &str) -> Vec<f64> {
    let objects: Vec<&str> = [actuator].into_iter().chain(others.iter().copied()).collect();
    let initial = if others.iter().any(|other| other.contains("Volume V")) { r#"V.Pressure="2e5""# } else { "" };
    let initial = format!(r#"A.p0="2e5" A.p1="1e6" {initial}"#);
    let engine = format!(r#"TOutput="0, 0.02" AbsTol="1e-6" RelTol="1e-10" FileOutput="{names}""#);
    run(&load(&scenario(&objects, RESTING, &initial, &engine))).0.pop().unwrap().1
}

/// Without air the oil is a liquid of one bulk modulus.
#[test]
fn an_actuator_without_a_bulk_modulus_takes_the_oil_of_the_scenario() {
    let names = "A.p0, A.EffectiveBulkModulus0, A.EffectiveBulkModulus1";
    let supplied = format!(r#"{ACTUATOR} SystemPressure="1e7" HoseBulkModulus="1e9""#);
    let given = ends(&format!(r#"{supplied} OilBulkModulus="1.6e9""#), &[], names);
    let liquid = r#"hydraulics:Hydraulic/Oil Oil BulkModulus="1.6e9" AirFraction="0""#;
    let asked = ends(&supplied, &[liquid], names);
    assert!(given[0] > 1e6, "{given:?}");
    assert!(given.iter().zip(&asked).all(|(given, asked)| (given / asked - 1.0).abs() < 1e-9), "{given:?} {asked:?}");
    // An explicit value takes precedence.
    let other = r#"hydraulics:Hydraulic/Oil Oil BulkModulus="1e9""#;
    assert_eq!(ends(&format!(r#"{supplied} OilBulkModulus="1.6e9""#), &[other], names), given);
}

/// Air makes the oil softer, in the actuator as in a volume with the same absolute pressure, here 2e5 Pa.
#[test]
fn air_makes_an_actuator_as_soft_as_a_volume() {
    let others =
        [r#"hydraulics:Hydraulic/Oil Oil AirFraction="0.01""#, r#"hydraulics:Hydraulic/Volume V Volume="1e-3""#];
    let names = "A.EffectiveBulkModulus0, V.EffectiveBulkModulus";
    let shut = ACTUATOR.replace(r#"ValveOpening0="1""#, "");
    let absolute = ends(&format!(r#"{shut} AmbientPressure="101325""#), &others, names);
    assert!(absolute[0] == absolute[1] && absolute[0] < 5e7, "{absolute:?}");
    let relative = ends(&shut, &others, names);
    assert!(relative[0] > 1.5 * relative[1], "{relative:?}");
}

#[test]
fn an_actuator_without_oil_says_who_provides_it() {
    let text = scenario(&[ACTUATOR], RESTING, r#"A.p0="2e5" A.p1="1e6""#, r#"TOutput="0, 1""#);
    assert_eq!(complaints(&text), ["no-provider: nothing in the scenario provides `Oil`; who asks for it: `A.Oil`"]);
}
