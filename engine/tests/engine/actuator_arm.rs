//! An arm on a hydraulic actuator, against the solution of its equations by
//! other programs (two integrators at tolerances of 1e-12, which agree to
//! 2e-10).

use bowline_engine::{LoadOptions, Source, Sources};

use crate::laboratory::{METHODS, Row, load, load_from, rows_of, run, scenario};

/// The largest difference of each column, as a part of its full scale. Columns
/// of the file: t, angle, angular velocity, stroke, velocity, p0, p1, tension
/// and valve 0.
fn differences(found: &[Row], first_stroke: f64) -> [f64; 8] {
    let expected = rows_of("actuator_arm.csv");
    assert_eq!(found.len(), expected.len());
    // Columns of a run stand as they are declared.
    let place = [0, 1, 5, 6, 3, 4, 7, 2];
    std::array::from_fn(|column| {
        let scale = expected.iter().map(|row| row[column + 1].abs()).fold(0.0, f64::max);
        let beyond = if place[column] == 5 { first_stroke } else { 0.0 };
        let off = found.iter().zip(&expected).map(|((time, values), row)| {
            assert!((time - row[0]).abs() < 1e-12);
            (values[place[column]] - beyond - row[column + 1]).abs()
        });
        off.fold(0.0, f64::max) / scale
    })
}

#[test]
fn an_arm_on_an_actuator_moves_as_in_other_programs() {
    let objects = [
        r#"mechanics:Environment/Gravity Earth Acceleration="0, -9.81, 0""#,
        r#"mechanics:Mechanism/PlanarLinkage Arm NumLinks="1" AxisX="1,0,0" AxisY="0,1,0" Length1="1" Mass1="120" Inertia1="10"
           CenterOfMass1="0.5,0" NumPoints="1" Point1Link="1" Point1="0.25,0""#,
        r#"hydraulics:Hydraulic/ActuatorSimple A OffsetLength="0.3535533905932738" StrokeLength="0.1767766952966369"
           ChamberCrossSection0="0.01" ChamberCrossSection1="0.01" HoseVolume0="1" HoseVolume1="1" OilBulkModulus="1e11"
           NominalFlow="2e-5" SystemPressure="2e7" TankPressure="0" ActuatorDamping="200000" UseChamberVolumeChange="0""#,
        r#"base:Src/Sine Cosine Frequency="0.5" Phase="-1.5707963267948966" Bias="1""#,
        r#"base:Signal/Saturation Wanted Lower="0.5" Upper="1.5""#,
    ];
    // 2 (sqrt(2) / 4 + (Wanted - 0.5) / 10 - Distance).
    let connections = r#"A.PosA="0,-0.25,0" A.VelA="0,0,0" A.PosB="Arm.Pos1" A.VelB="Arm.Vel1" Arm.Force1="A.ForceB"
        Wanted.In="Cosine.Out" A.Valve0="0.2*Wanted.Out + 0.6071067811865476 - 2*A.Distance"
        A.Valve1="2*A.Distance - 0.6071067811865476 - 0.2*Wanted.Out""#;
    let initial = r#"Arm.Angle="0" Arm.AngVel="0" A.p0="2e6" A.p1="2e6""#;
    for method in METHODS {
        for (tolerance, bound) in [(1e-6, 1e-3), (1e-10, 1e-6)] {
            let engine = format!(
                r#"TOutput="0:0.001:0.4" IntegratorMethod="{method}" AbsTol="{tolerance:e}" RelTol="{tolerance:e}"
                   FileOutput="Arm.Angle, Arm.AngVel, A.Valve0, A.p0, A.p1, A.Stroke, A.VelocityLocal, A.Tension""#
            );
            let (found, _) = run(&load(&scenario(&objects, connections, initial, &engine)));
            let off = differences(&found, 0.0);
            assert!(off.iter().all(|part| *part < bound), "{method} {tolerance:e}: {off:?}");
        }
    }
}

/// Its z points downwards, and its actuator begins at a longer stroke, with a
/// transition pressure of 1 kPa.
#[test]
fn the_scenario_of_the_arm_is_that_of_the_reference() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/actuator_arm.xml");
    let sources = Sources::new(Source::new(path, std::fs::read_to_string(path).unwrap()));
    let model = load_from(&sources, LoadOptions::default()).unwrap();
    let (found, _) = run(&model);
    let off = differences(&found, 2.0_f64.sqrt() / 4.0 - 0.35);
    assert!(off.iter().all(|part| *part < 1e-5), "{off:?}");
}
