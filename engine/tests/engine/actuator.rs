//! A hydraulic actuator and a mass, against the solution of its equations by
//! other programs (two integrators at tolerances of 1e-12, which agree to
//! 2e-10), closed forms and balances.

use bowline_engine::{LoadOptions, Run, Source, Sources};

use crate::drawing::drawing;
use crate::laboratory::{METHODS, Row, load, load_from, rows_of, run, scenario};

/// Of the mass on an actuator.
pub(crate) const ACTUATOR: &str = r#"hydraulics:Hydraulic/ActuatorSimple A OffsetLength="0.5" StrokeLength="0.4"
    ChamberCrossSection0="0.002" ChamberCrossSection1="0.0012" HoseVolume0="0.0002" HoseVolume1="0.0002"
    OilBulkModulus="1.4e9" CylinderBulkModulus="2e10" HoseBulkModulus="5e8" NominalFlow="3.5e-7"
    SystemPressure="16e6" TankPressure="1e5" ActuatorDamping="20000" UseChamberVolumeChange="0""#;

/// The actuator with more parameters, or others.
pub(crate) fn actuator_with(parameters: &str) -> String {
    match parameters.split_once("=") {
        Some(("UseChamberVolumeChange", value)) => with(ACTUATOR, "UseChamberVolumeChange", value.trim_matches('"')),
        _ => format!("{ACTUATOR} {parameters}"),
    }
}

/// 200 kg along x, which 8 kN push towards the barrel, and valves that switch.
fn mass_on_an_actuator(parameters: &str, engine: &str) -> String {
    let actuator = actuator_with(parameters);
    let objects = [
        r#"base:Src/Table V Times="0, 0.05, 0.35, 0.5, 0.7, 0.8, 0.9"
           Values="0,0; 0.3,-0.3; 0,0; -0.25,0.25; 0.1,-0.1; 0.2,0.05; 0,0""#,
        &actuator,
        r#"FhsimTutorialLibrary:Body/Mass M Mass="200" g="0""#,
    ];
    let connections = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="M.Pos" A.VelB="M.Vel" A.Valve0="V.Out[0]" A.Valve1="V.Out[1]"
        M.Force="A.ForceB + (-8000,0,0)""#;
    let initial = r#"A.p0="6.4e6" A.p1="4e6" M.Pos="0.55,0,0" M.Vel="0,0,0""#;
    scenario(&objects, connections, initial, engine)
}

/// The largest difference of each column, as a part of its full scale. Columns
/// of the file: t, stroke, velocity, p0, p1, tension, both valves.
fn differences(found: &[Row], expected: &[Vec<f64>]) -> [f64; 7] {
    assert_eq!(found.len(), expected.len());
    // Columns of a run stand as they are declared.
    let place = [4, 5, 2, 3, 6, 0, 1];
    std::array::from_fn(|column| {
        let scale = expected.iter().map(|row| row[column + 1].abs()).fold(0.0, f64::max);
        let off = found.iter().zip(expected).map(|((time, values), row)| {
            assert!((time - row[0]).abs() < 1e-12);
            (values[place[column]] - row[column + 1]).abs()
        });
        off.fold(0.0, f64::max) / scale
    })
}

#[test]
fn a_mass_on_an_actuator_moves_as_in_other_programs() {
    for (parameters, file) in
        [("", "actuator_dof1.csv"), (r#"UseChamberVolumeChange="1""#, "actuator_dof1_volume_change.csv")]
    {
        let expected = rows_of(file);
        for method in METHODS {
            for (tolerance, bound) in [(1e-6, 1e-3), (1e-10, 1e-6)] {
                let engine = format!(
                    r#"TOutput="0:0.001:1" IntegratorMethod="{method}" AbsTol="{tolerance:e}" RelTol="{tolerance:e}"
                       FileOutput="A.Valve0, A.Valve1, A.p0, A.p1, A.Stroke, A.VelocityLocal, A.Tension""#
                );
                let (found, _) = run(&load(&mass_on_an_actuator(parameters, &engine)));
                let off = differences(&found, &expected);
                assert!(off.iter().all(|part| *part < bound), "{file} {method} {tolerance:e}: {off:?}");
            }
        }
    }
}

/// That of the scenario has end stops that it does not reach, and a transition
/// pressure of 1 kPa.
#[test]
fn the_scenario_of_an_actuator_is_that_of_the_reference() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/actuator_mass.xml");
    let sources = Sources::new(Source::new(path, std::fs::read_to_string(path).unwrap()));
    let (found, _) = run(&load_from(&sources, LoadOptions::default()).unwrap());
    let off = differences(&found, &rows_of("actuator_dof1_volume_change.csv"));
    assert!(off.iter().all(|part| *part < 1e-4), "{off:?}");
}

/// Both ends where they are, valve 0 a twentieth open: the closed form, in which
/// the pressure comes to that of the supply and stays there.
#[test]
fn the_pressure_of_a_blocked_chamber_follows_the_closed_form() {
    let expected = rows_of("actuator_blocked_chamber.csv");
    let times: Vec<String> = expected.iter().map(|row| row[0].to_string()).collect();
    let last = |pressure: &str, method: &str, times: &[String]| {
        let actuator = format!(r#"{ACTUATOR} ValveOpening0="0.05" TransitionPressure="{pressure}""#);
        let engine = format!(
            r#"TOutput="{}" IntegratorMethod="{method}" AbsTol="1e-8" RelTol="1e-8" FileOutput="A.p0, A.ValveFlow0""#,
            times.join(", ")
        );
        load(&scenario(&[&actuator], &resting(0.55), r#"A.p0="2.2e6" A.p1="4e6""#, &engine))
    };
    for method in METHODS {
        // The last is how far the root with 1 kPa is off.
        for (pressure, bound) in [("0", 1e-6), ("1", 1e-6), ("1000", 1e-4)] {
            // BDF stalls where the exact root has come to its kink.
            let count = if pressure == "0" { 95 } else { expected.len() };
            let (found, _) = run(&last(pressure, method, &times[..count]));
            assert_eq!(found.len(), count);
            let off = found.iter().zip(&expected).map(|((_, values), row)| (values[0] - row[1]).abs() / 16e6);
            let off = off.fold(0.0, f64::max);
            assert!(off < bound, "{method} {pressure}: {off:.1e}");
        }
    }
}

/// At one instant the end jumps from a stop to the middle and on to a stop: it is
/// in contact where it lies.
#[test]
fn a_piston_that_is_thrown_to_and_fro_at_one_instant_touches_where_it_lies() {
    let actuator = r#"hydraulics:Hydraulic/ActuatorSimple A OffsetLength="0.5" StrokeLength="0.4" ChamberCrossSection0="1e-6"
        ChamberCrossSection1="1e-6" HoseVolume0="1" HoseVolume1="1" OilBulkModulus="1" NominalFlow="1"
        StopStiffness="1e4" StopDamping="100""#;
    for method in METHODS {
        // Its position, and the jumps by the step and then by the relay.
        for (from, step, relay, contacts) in [
            (0.49, 0.2, -0.2, [-1.0, -1.0]),
            (0.91, -0.2, 0.2, [1.0, 1.0]),
            (0.49, 0.2, 0.22, [-1.0, 1.0]),
            (0.91, -0.2, -0.22, [1.0, -1.0]),
            (0.91, -0.42, 0.0, [1.0, -1.0]),
            (0.7, -0.21, 0.21, [0.0, 0.0]),
            (0.7, -0.21, 0.42, [0.0, 1.0]),
        ] {
            let place = format!(r#"base:Src/Constant U Value="{from}""#);
            let objects = [
                actuator,
                &place,
                r#"base:Src/Step S StepTime="0.5""#,
                r#"base:Signal/Relay R SwitchOn="0.5" SwitchOff="0.5""#,
            ];
            let connections = format!(
                r#"A.PosA="0,0,0" A.VelA="0,0,0" A.VelB="0,0,0" A.PosB="(U.Out {step:+}*S.Out {relay:+}*R.Out, 0, 0)"
                   R.In="S.Out""#
            );
            let engine = format!(r#"TOutput="0, 1" IntegratorMethod="{method}" FileOutput="A.Contact""#);
            let rows = run(&load(&scenario(&objects, &connections, r#"A.p0="0" A.p1="0""#, &engine))).0;
            let found: Vec<f64> = rows.iter().map(|(_, x)| x[0]).collect();
            assert_eq!(found, contacts, "{method}: {from} {step} {relay}");
        }
    }
}

/// Connections of an actuator whose ends rest at that distance.
pub(crate) fn resting(distance: f64) -> String {
    format!(r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="0,{distance},0" A.VelB="0,0,0""#)
}

/// What an actuator gives that is at rest, at that distance.
fn outputs(parameters: &str, distance: f64, names: &str) -> Vec<f64> {
    let values = parameters.split('"').collect::<Vec<_>>();
    let given = values.chunks(2).fold(ACTUATOR.to_owned(), |actuator, pair| match pair {
        [name, value] => with(&actuator, name.trim().trim_end_matches('='), value),
        _ => actuator,
    });
    outputs_of(&given, distance, names)
}

/// An actuator with another value of a parameter.
pub(crate) fn with(actuator: &str, name: &str, value: &str) -> String {
    let (before, rest) = actuator.split_once(&format!(r#" {name}=""#)).unwrap_or((actuator, "\""));
    let after = rest.split_once('"').unwrap().1;
    format!(r#"{before} {name}="{value}"{after}"#)
}

fn outputs_of(actuator: &str, distance: f64, names: &str) -> Vec<f64> {
    let engine = format!(r#"TOutput="0, 1e-9" FileOutput="{names}""#);
    run(&load(&scenario(&[actuator], &resting(distance), r#"A.p0="6e6" A.p1="4e6""#, &engine))).0.remove(0).1
}

#[track_caller]
fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (one, other) in found.iter().zip(expected) {
        assert!((one - other).abs() <= 1e-12 * other.abs(), "{found:?}, where {expected:?} is right");
    }
}

#[test]
fn volumes_stiffness_and_flows_are_those_of_a_calculation_by_hand() {
    let names = "A.Distance, A.Stroke, A.Displacement, A.ChamberVolume0, A.ChamberVolume1, A.EffectiveBulkModulus0, A.EffectiveBulkModulus1";
    let all = |parameters| outputs(parameters, 0.7, names);
    near(
        &all(""),
        &[0.7, 0.2, 0.0, 0.7, 0.0, 2e-4, 2e-4, 1.4e9, 1.4e9].map(|v: f64| if v == 0.2 { 0.7 - 0.5 } else { v }),
    );
    // 6e-4 m^3, of which the hose is a third; 4.4e-4 m^3, of which it is 5/11.
    let stiff = |share: f64| 1.0 / (1.0 / 1.4e9 + (1.0 - share) / 2e10 + share / 5e8);
    let follows = all(r#"UseChamberVolumeChange="1""#);
    for (found, expected) in follows[5..].iter().zip([6e-4, 4.4e-4, stiff(1.0 / 3.0), stiff(5.0 / 11.0)]) {
        assert!((found / expected - 1.0).abs() < 1e-9, "{follows:?}");
    }
    let rigid = with(ACTUATOR, "UseChamberVolumeChange", "1").replace("2e10", "0").replace("5e8", "0");
    let rigid = outputs_of(&rigid, 0.7, names);
    assert!(rigid[7..].iter().all(|modulus| (modulus / 1.4e9 - 1.0).abs() < 1e-12), "{rigid:?}");
    let flow = |parameters| outputs(parameters, 0.7, "A.ValveFlow0, A.ValveFlow1, A.Leakage, A.Tension");
    // sqrt(10 MPa) and sqrt(3.9 MPa).
    let half = 0.5 * 3.5e-7 * 1e7_f64.sqrt();
    near(&flow(r#"ValveOpening0="0.5" ValveOpening1="-1""#), &[half, -3.5e-7 * 3.9e6_f64.sqrt(), 0.0, -7200.0]);
    // Against what the opening says: from the chamber back to the supply, from the tank into it.
    let back =
        r#"SystemPressure="5e6" TankPressure="5e6" ValveOpening0="1" ValveOpening1="-1" LeakageCoefficient="1e-12""#;
    near(&flow(back), &[-3.5e-4, 3.5e-4, 2e-6, -7200.0]);
    // 1 kPa of difference and of transition: 2^(-1/4) of the root.
    let laminar = r#"SystemPressure="6.001e6" ValveOpening0="1" TransitionPressure="1000""#;
    near(&flow(laminar)[..1], &[3.5e-7 * 1000.0 / 2e6_f64.powf(0.25)]);
    assert_eq!(flow(r#"SystemPressure="6e6" ValveOpening0="1""#)[0], 0.0);
    let asleep = r#"ActiveConnector="0" ValveOpening0="1" LeakageCoefficient="1e-12""#;
    assert_eq!(flow(asleep), [0.0; 4]);
}

/// Of content, and of energy, with all that moves oil or takes power.
#[test]
fn neither_oil_nor_energy_is_lost() {
    let actuator = format!(r#"{ACTUATOR} LeakageCoefficient="2e-12""#);
    let objects = [
        r#"base:Src/Table V Times="0, 0.05, 0.35, 0.5, 0.7, 0.8, 0.9"
           Values="0,0; 0.3,-0.3; 0,0; -0.25,0.25; 0.1,-0.1; 0.2,0.05; 0,0""#,
        &actuator,
        r#"FhsimTutorialLibrary:Body/Mass M Mass="200" g="0""#,
        r#"base:Math/Integrator In0"#,
        r#"base:Math/Integrator In1"#,
        r#"base:Signal/Product Power PortWidth="2""#,
        r#"base:Math/Integrator Supplied PortWidth="2""#,
        r#"base:Signal/Product Friction"#,
        r#"base:Math/Integrator Rubbed"#,
        r#"base:Signal/Product Leaking"#,
        r#"base:Math/Integrator Leaked"#,
    ];
    let connections = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="M.Pos" A.VelB="M.Vel" A.Valve0="V.Out[0]" A.Valve1="V.Out[1]"
        M.Force="A.ForceB + (-8000,0,0)" In0.In="A.ValveFlow0 - A.Leakage" In1.In="A.ValveFlow1 + A.Leakage"
        Power.In1="A.p0, A.p1" Power.In2="A.ValveFlow0, A.ValveFlow1" Supplied.In="Power.Out"
        Friction.In1="A.VelocityLocal" Friction.In2="A.VelocityLocal" Rubbed.In="Friction.Out"
        Leaking.In1="A.Leakage" Leaking.In2="A.p0 - A.p1" Leaked.In="Leaking.Out""#;
    let initial = r#"A.p0="6.4e6" A.p1="4e6" M.Pos="0.55,0,0" M.Vel="0,0,0""#;
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.01:1" IntegratorMethod="{method}" AbsTol="1e-10" RelTol="1e-10"
               FileOutput="A.p0, A.p1, A.Stroke, A.VelocityLocal, object.In0:states, object.In1:states,
               object.Supplied:states, object.Rubbed:states, object.Leaked:states""#
        );
        let rows = run(&load(&scenario(&objects, connections, initial, &engine))).0;
        let balances = |values: &[f64]| {
            let &[p0, p1, stroke, velocity, in0, in1, supplied0, supplied1, rubbed, leaked] = values else {
                panic!("{values:?}")
            };
            let oil = 2e-4 / 1.4e9;
            let stored = oil * (p0 * p0 + p1 * p1) / 2.0;
            let work = 100.0 * velocity * velocity + 8000.0 * stroke;
            [
                0.002 * stroke + oil * p0 - in0,
                -0.0012 * stroke + oil * p1 - in1,
                supplied0 + supplied1 - stored - work - 20000.0 * rubbed - leaked,
            ]
        };
        let first = balances(&rows[0].1);
        for (time, values) in &rows {
            let now = balances(values);
            // Of 0.2 l, and of some kJ.
            for (i, bound) in [1e-11, 1e-11, 1e-3].into_iter().enumerate() {
                assert!((now[i] - first[i]).abs() < bound, "{method}, {time} s: {i}: {:e}", now[i] - first[i]);
            }
        }
    }
}

/// Oil from outside, beside that of its own valves; and from outside alone.
/// Closed chambers whose volumes follow the stroke, in walls that do not give
/// way: volume times density stays, which grows with exp(p / K).
#[test]
fn oil_that_follows_the_volume_in_rigid_walls_keeps_its_mass() {
    let actuator = with(&with(ACTUATOR, "CylinderBulkModulus", "0"), "HoseBulkModulus", "0");
    let objects =
        [&with(&actuator, "UseChamberVolumeChange", "1"), r#"mechanics:Body/PrescribedMotion P Velocity="0.001,0,0""#];
    let connections = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="P.Pos" A.VelB="P.Vel""#;
    let initial = r#"A.p0="2e7" A.p1="2e7" P.Path="0.55,0,0""#;
    let engine = r#"TOutput="0, 1" AbsTol="1e-10" RelTol="1e-10" FileOutput="A.p0, A.p1""#;
    let (rows, _) = run(&load(&scenario(&objects, connections, initial, engine)));
    let after = |before: f64, volume: f64| 2e7 + 1.4e9 * (before / volume).ln();
    // 1 mm of 20 cm^2 and of 12 cm^2.
    for (found, expected) in rows[1].1.iter().zip([after(3e-4, 3.02e-4), after(6.2e-4, 6.188e-4)]) {
        assert!((found - expected).abs() < 1.0, "{found} Pa, where {expected} Pa is right");
    }
}

#[test]
fn oil_from_outside_is_kept_too() {
    let own = r#"base:Src/Constant V Value="0.2, -0.1""#;
    let none = r#"base:Src/Constant V Value="0, 0""#;
    let closed = without(ACTUATOR, "NominalFlow");
    for (valves, actuator) in [(own, ACTUATOR), (none, ACTUATOR), (none, &closed)] {
        let objects = [
            valves,
            actuator,
            r#"base:Src/Sine Q Amplitude="2e-4" Frequency="2""#,
            r#"FhsimTutorialLibrary:Body/Mass M Mass="200" g="0""#,
            r#"base:Math/Integrator In0"#,
            r#"base:Math/Integrator In1"#,
        ];
        let connections = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="M.Pos" A.VelB="M.Vel" A.Valve0="V.Out[0]" A.Valve1="V.Out[1]"
            M.Force="A.ForceB + (-8000,0,0)" A.Flow0="Q.Out + 1e-5" A.Flow1="-0.5*Q.Out"
            In0.In="A.ValveFlow0" In1.In="A.ValveFlow1""#;
        let initial = r#"A.p0="6.4e6" A.p1="4e6" M.Pos="0.55,0,0" M.Vel="0,0,0""#;
        for method in METHODS {
            let engine = format!(
                r#"TOutput="0:0.05:0.5" IntegratorMethod="{method}" AbsTol="1e-10" RelTol="1e-10"
                   FileOutput="A.p0, A.p1, A.Stroke, object.In0:states, object.In1:states""#
            );
            let rows = run(&load(&scenario(&objects, connections, initial, &engine))).0;
            let content = |values: &[f64]| {
                let &[p0, p1, stroke, in0, in1] = values else { panic!("{values:?}") };
                let oil = 2e-4 / 1.4e9;
                [0.002 * stroke + oil * p0 - in0, -0.0012 * stroke + oil * p1 - in1]
            };
            let first = content(&rows[0].1);
            for (time, values) in &rows {
                // The integral of the sine.
                let turn = 4.0 * std::f64::consts::PI;
                let sine = 2e-4 * (1.0 - (turn * time).cos()) / turn;
                let now = content(values);
                for (i, from_outside) in [sine + 1e-5 * time, -0.5 * sine].into_iter().enumerate() {
                    let off = now[i] - first[i] - from_outside;
                    assert!(off.abs() < 1e-11, "{method}, {time} s: chamber {i}: {off:e}");
                }
            }
        }
    }
}

/// An actuator without a parameter.
pub(crate) fn without(actuator: &str, name: &str) -> String {
    let (before, rest) = actuator.split_once(&format!(r#" {name}=""#)).unwrap();
    format!("{before} {}", rest.split_once('"').unwrap().1)
}

/// p0 - p1 falls with the rate C K (1 / V0 + 1 / V1); the mean of V p stays.
#[test]
fn leakage_evens_the_pressures_out() {
    let actuator = format!(
        r#"{} LeakageCoefficient="1e-12""#,
        ACTUATOR.replace(r#"HoseVolume1="0.0002""#, r#"HoseVolume1="0.0006""#)
    );
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0, 0.1" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9" FileOutput="A.p0, A.p1""#
        );
        let rows = run(&load(&scenario(&[&actuator], &resting(0.55), r#"A.p0="6e6" A.p1="2e6""#, &engine))).0;
        let difference = 4e6 * (-1e-12_f64 * 1.4e9 * 0.1 * (1.0 / 2e-4 + 1.0 / 6e-4)).exp();
        let [p0, p1] = [3e6 + 0.75 * difference, 3e6 - 0.25 * difference];
        let found = &rows[1].1;
        assert!((found[0] - p0).abs() < 5.0 && (found[1] - p1).abs() < 5.0, "{method}: {found:?}, not {p0}, {p1}");
    }
}

/// The rod is drawn out of a closed chamber and comes back: where the pressure
/// has come to the floor, it stays, until the void is filled again.
#[test]
fn a_chamber_that_cavitates_keeps_its_oil() {
    let actuator = format!(r#"{ACTUATOR} CavitationPressure="1000""#);
    let objects = [
        r#"base:Src/Table S Times="0, 1, 2" Values="0.7; 0.71; 0.7" Interpolation="Linear""#,
        r#"base:Src/Table V Times="0, 1" Values="0.01; -0.01""#,
        &actuator,
    ];
    let connections = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="S.Out,0,0" A.VelB="V.Out,0,0""#;
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0, 0.02, 1, 1.98, 2" IntegratorMethod="{method}" AbsTol="1e-8" RelTol="1e-8"
               FileOutput="A.p0, A.Pressure0""#
        );
        let rows = run(&load(&scenario(&objects, connections, r#"A.p0="6e6" A.p1="1e6""#, &engine))).0;
        // 14 MPa for each 0.1 mm.
        for ((time, values), drawn) in rows.iter().zip([0.0, 2e-4, 1e-2, 2e-4, 0.0]) {
            let pressure = 6e6 - 1.4e9 / 2e-4 * 0.002 * drawn;
            assert!((values[0] - pressure).abs() < 10.0, "{method}, {time} s: {values:?}, not {pressure}");
            assert!((values[1] - pressure.max(1000.0)).abs() < 10.0, "{method}, {time} s: {values:?}");
        }
    }
}

/// Oil that is next to nothing, and 1 kg that slides into an end stop of
/// 1e4 N/m: half a period of a spring and a damper, which never pull. With a
/// damping ratio z below sqrt(1/2) it leaves after (pi - atan(2 z sqrt(1 -
/// z^2) / (1 - 2 z^2))) / (w sqrt(1 - z^2)), with exp(-z w t) of its velocity:
/// T. Schwager and T. Pöschel, Physical Review E 78 (2008) 051304.
#[test]
fn a_piston_rebounds_from_its_end_stops_as_the_closed_form_says() {
    for method in METHODS {
        for (ratio, velocity, from) in [(0.0_f64, -2.0_f64, 0.1), (0.3, -2.0, 0.1), (0.0, 2.0, 0.3), (0.3, 2.0, 0.3)] {
            let damping = 2.0 * ratio * 100.0;
            let actuator = format!(
                r#"hydraulics:Hydraulic/ActuatorSimple A OffsetLength="0.5" StrokeLength="0.4" ChamberCrossSection0="1e-6"
                   ChamberCrossSection1="1e-6" HoseVolume0="1" HoseVolume1="1" OilBulkModulus="1" NominalFlow="1"
                   StopStiffness="1e4" StopDamping="{damping}""#
            );
            let objects = [actuator.as_str(), r#"FhsimTutorialLibrary:Body/Mass M Mass="1" g="0""#];
            let connections = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="M.Pos" A.VelB="M.Vel" M.Force="A.ForceB""#;
            let initial = format!(r#"A.p0="0" A.p1="0" M.Pos="{},0,0" M.Vel="{velocity},0,0""#, 0.5 + from);
            let engine = format!(
                r#"TOutput="0, 0.15" LogEvents="1" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9"
                   FileOutput="A.VelocityLocal, A.Contact""#
            );
            let rows = run(&load(&scenario(&objects, connections, &initial, &engine))).0;
            let changes: Vec<&Row> =
                rows.windows(2).filter(|pair| pair[0].1[1] != pair[1].1[1]).map(|pair| &pair[1]).collect();
            let [begun, over] = changes.as_slice() else { panic!("{method} {ratio}: {rows:?}") };
            let angle = (2.0 * ratio * (1.0 - ratio * ratio).sqrt()).atan2(1.0 - 2.0 * ratio * ratio);
            let touching = (std::f64::consts::PI - angle) / (100.0 * (1.0 - ratio * ratio).sqrt());
            let rebound = -velocity * (-ratio * 100.0 * touching).exp();
            let what = format!("{method} {ratio} {velocity}: {changes:?}");
            assert_eq!((begun.1[1], over.1[1]), (velocity.signum(), 0.0), "{what}");
            assert!((begun.0 - 0.05).abs() < 1e-6, "{what}");
            assert!((over.0 - begun.0 - touching).abs() < 1e-6, "{what}, not after {touching} s");
            let last = rows.last().unwrap();
            assert!((last.1[0] - rebound).abs() < 1e-5, "{what}: {last:?}, not {rebound}");
        }
    }
}

#[test]
fn it_looks_like_a_hydraulic_cylinder() {
    let drawn = |parameters: &str| {
        let actuator = actuator_with(parameters);
        let model = load(&scenario(&[&actuator], &resting(0.7), r#"A.p0="6e6" A.p1="1e6""#, r#"TOutput="0, 1""#));
        drawing(&model, Run::new(&model).signals().unwrap())
    };
    assert_eq!(
        drawn(""),
        [
            "A: hydraulic cylinder 0 0 0, 0 0.3 0, 0 0.5 0, 0 0.7 0, radii 0.05 0.03 0",
            "A: cylinder 0 0.3 0, 0 0.301 0, radius 0.04, 0.8 0.8 0.8 1",
        ]
    );
    let parameters = r#"CylinderRadius="0.06" RodRadius="0.02" PistonRadius="0.055" PistonLength="0.02" RodMountRadius="0.03"
        BaseMountRadius="0.04" BaseMountLength="0.1" ColorCylinder="1, 0, 0, 0.5" ColorPiston="0, 1, 0, 1""#;
    assert_eq!(
        drawn(parameters),
        [
            "A: hydraulic cylinder 0 0.1 0, 0 0.3 0, 0 0.5 0, 0 0.7 0, radii 0.06 0.02 0, 1 0 0 0.5",
            "A: cylinder 0 0.3 0, 0 0.32 0, radius 0.055, 0 1 0 1",
            "A: cylinder 0 0 0, 0 0.1 0, radius 0.02, 1 0 0 0.5",
            "A: sphere at 0 0 0, radius 0.04, 1 0 0 0.5",
            "A: sphere at 0 0.7 0, radius 0.03, 1 0 0 0.5",
        ]
    );
    assert_eq!(drawn(r#"Show="0""#), [""; 0]);
}

/// A pressure that leans on an end stop and a push that lets go: contact from
/// the start, without an impact, at an equilibrium known by hand; then none.
#[test]
fn a_piston_that_leans_on_its_end_stop_leaves_it_when_it_is_pulled() {
    let actuator = r#"hydraulics:Hydraulic/ActuatorSimple A OffsetLength="0.5" StrokeLength="0.4" ChamberCrossSection0="1e-6"
        ChamberCrossSection1="1e-6" HoseVolume0="1" HoseVolume1="1" OilBulkModulus="1" NominalFlow="1"
        StopStiffness="1e4" StopDamping="100""#;
    let objects = [
        actuator,
        r#"base:Src/Step F StepTime="1" Before="-50" After="20""#,
        r#"FhsimTutorialLibrary:Body/Mass M Mass="1" g="0""#,
    ];
    let connections = r#"A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="M.Pos" A.VelB="M.Vel" M.Force="A.ForceB + (F.Out,0,0)""#;
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0, 0.9, 1.1" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9"
               FileOutput="A.Stroke, A.Tension, A.Contact""#
        );
        // 50 N press 1e4 N/m in by 5 mm; it begins there, and where the stop does not push yet.
        for from in ["0.495", "0.5"] {
            let initial = format!(r#"A.p0="0" A.p1="0" M.Pos="{from},0,0" M.Vel="0,0,0""#);
            let rows = run(&load(&scenario(&objects, connections, &initial, &engine))).0;
            let leaning = &rows[1].1;
            assert!((leaning[0] + 0.005).abs() < 1e-6 && leaning[2] == -1.0, "{method} {from}: {rows:?}");
            assert!((leaning[1] + 50.0).abs() < 1e-2, "{method} {from}: {rows:?}");
            let gone = &rows[2].1;
            assert!(gone[0] > 0.0 && gone[1].abs() < 1e-3 && gone[2] == 0.0, "{method} {from}: {rows:?}");
        }
    }
}
