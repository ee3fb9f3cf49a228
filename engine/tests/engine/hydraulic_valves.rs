//! Valves against closed forms, calculations by hand, and each other.

use crate::laboratory::{METHODS, complaints, load, run_in_order, scenario, statistics, try_load, try_run};

#[track_caller]
fn near(found: &[f64], expected: &[f64], bound: f64) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (one, other) in found.iter().zip(expected) {
        assert!((one - other).abs() <= bound * other.abs().max(1e-12), "{found:?}, where {expected:?} is right");
    }
}

/// A step of 0.5 from rest: x = c (1 - exp(-z w t) (cos v t + z w / v sin v t)), v = w sqrt(1 - z^2).
#[test]
fn a_spool_follows_as_an_oscillator_of_second_order() {
    let objects = [
        r#"base:Src/Step C StepTime="0.1" Before="0" After="0.5""#,
        r#"hydraulics:Hydraulic/Valve43 V Drives="Openings" NaturalFrequency="20" DampingRatio="0.4""#,
    ];
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.01:0.3" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9"
               FileOutput="V.SpoolPos, V.OpeningA, V.OpeningB""#
        );
        let rows = run_in_order(&objects, r#"V.Command="C.Out""#, "", &engine);
        for (time, values) in &rows {
            let (w, z) = (2.0 * std::f64::consts::PI * 20.0, 0.4_f64);
            let (t, v) = ((time - 0.1).max(0.0), w * (1.0 - z * z).sqrt());
            let x = 0.5 * (1.0 - (-z * w * t).exp() * ((v * t).cos() + z * w / v * (v * t).sin()));
            let off = [values[0] - x, values[1] - x, values[2] + x].map(f64::abs);
            assert!(off.iter().all(|off| *off < 1e-7), "{method}, {time} s: {values:?}, not {x}");
        }
    }
}

/// It begins where the command is, and what is beyond the ends is at them.
#[test]
fn a_valve_without_dynamics_is_where_its_command_is() {
    let of = |parameters: &str, command: &str| {
        let valve = format!(r#"hydraulics:Hydraulic/Valve43 V Drives="Openings" {parameters}"#);
        let engine = r#"TOutput="0, 1" FileOutput="V.SpoolPos, V.OpeningA, V.OpeningB""#;
        run_in_order(&[&valve], &format!(r#"V.Command="{command}""#), "", engine).remove(1).1
    };
    for dynamics in ["", r#"NaturalFrequency="100""#] {
        let with = |parameters: &str| format!("{dynamics} {parameters}");
        near(&of(&with(""), "0.25"), &[0.25, 0.25, -0.25], 1e-12);
        near(&of(&with(""), "-3"), &[-1.0, -1.0, 1.0], 1e-12);
        near(&of(&with(""), "7"), &[1.0, 1.0, -1.0], 1e-12);
        // A fifth of the way is dead; of the other four, one.
        for (command, opening) in [("0.2", 0.0), ("-0.19", 0.0), ("0.4", 0.25), ("-0.4", -0.25), ("1", 1.0)] {
            let found = of(&with(r#"DeadBand="0.2""#), command);
            assert!((found[1] - opening).abs() < 1e-12 && (found[2] + opening).abs() < 1e-12, "{command}: {found:?}");
        }
        let scaled = r#"ScalePA="0.9" ScaleBT="0.8" ScalePB="0.7" ScaleAT="0.6""#;
        near(&of(&with(scaled), "0.5")[1..], &[0.45, -0.4], 1e-12);
        near(&of(&with(scaled), "-0.5")[1..], &[-0.3, 0.35], 1e-12);
    }
}

/// 1 l/s through an edge at 5 bar; 20, 80 and 45 bar are 2, 4 and 3 times as much.
#[test]
fn flows_through_the_four_edges_are_those_of_a_calculation_by_hand() {
    let of = |parameters: &str, command: &str, [p, t, a, b]: [f64; 4]| {
        let valve =
            format!(r#"hydraulics:Hydraulic/Valve43 V NominalFlow="1e-3" NominalPressureDrop="5e5" {parameters}"#);
        let engine = r#"TOutput="0, 1" FileOutput="V.FlowP, V.FlowT, V.FlowA, V.FlowB""#;
        let connections =
            format!(r#"V.Command="{command}" V.PressureP="{p}" V.PressureT="{t}" V.PressureA="{a}" V.PressureB="{b}""#);
        run_in_order(&[&valve], &connections, "", engine).remove(1).1
    };
    let exact = r#"TransitionPressure="0.01""#;
    let pressures = [11e6, 1e6, 9e6, 5.5e6];
    near(&of(exact, "1", pressures), &[-2e-3, 3e-3, 2e-3, -3e-3], 1e-12);
    near(&of("", "1", pressures), &[-2e-3, 3e-3, 2e-3, -3e-3], 2e-6);
    // P to B: 55 bar, of which the root is that of 11 times 5; A to T: 80 bar.
    near(&of(exact, "-0.5", pressures), &[-0.5e-3 * 11.0_f64.sqrt(), 2e-3, -2e-3, 0.5e-3 * 11.0_f64.sqrt()], 1e-12);
    assert_eq!(of(exact, "0", pressures), [0.0; 4]);
    assert_eq!(of(r#"DeadBand="0.1""#, "0.1", pressures), [0.0; 4]);
    // A load that pushes oil back to where it came from.
    near(&of(exact, "1", [5e6, 1e6, 7e6, 5e5]), &[2e-3, -1e-3, -2e-3, 1e-3], 1e-12);
    // The flow that is nominal is so with any transition; where it is the difference, 2^(-1/4) of the root's.
    near(&of(r#"TransitionPressure="1e5""#, "1", [1e6, 1e5, 5e5, 6e5]), &[-1e-3, 1e-3, 1e-3, -1e-3], 1e-12);
    let bent = 1e-3 * (0.2_f64.sqrt() / 2.0_f64.powf(0.25)) * (1.0_f64 + 0.04).powf(0.25);
    near(&of(r#"TransitionPressure="1e5""#, "1", [6e5, 1e5, 5e5, 1e5])[2..3], &[bent], 1e-12);
}

/// An actuator with valves of its own, which a spool opens, moves as one into
/// which the flows of that spool's edges come.
#[test]
fn openings_and_flows_move_an_actuator_alike() {
    let actuator = r#"OffsetLength="0.5" StrokeLength="0.4" ChamberCrossSection0="0.002" ChamberCrossSection1="0.0012"
        HoseVolume0="2e-4" HoseVolume1="2e-4" OilBulkModulus="1.4e9" ActuatorDamping="20000" UseChamberVolumeChange="0""#;
    let spool = r#"NaturalFrequency="30" DeadBand="0.03" ScaleBT="0.6" ScalePB="0.7""#;
    // 3.5e-7 m^3/(s Pa^0.5) at 5 bar.
    let nominal = 3.5e-7 * 5e5 / (5e5_f64.powi(2) + 1e6).powf(0.25);
    let objects = [
        r#"base:Src/Table C Times="0, 0.05, 0.35, 0.5, 0.7" Values="0; 0.3; 0; -0.25; 0""#,
        &format!(
            r#"hydraulics:Hydraulic/ActuatorSimple A {actuator} NominalFlow="3.5e-7" SystemPressure="16e6" TankPressure="1e5"
               TransitionPressure="1000""#
        ),
        &format!(r#"hydraulics:Hydraulic/Valve43 V Drives="Openings" {spool}"#),
        r#"FhsimTutorialLibrary:Body/Mass M Mass="200" g="0""#,
        &format!("hydraulics:Hydraulic/ActuatorSimple B {actuator}"),
        &format!(r#"hydraulics:Hydraulic/Valve43 W NominalFlow="{nominal}" {spool}"#),
        r#"FhsimTutorialLibrary:Body/Mass N Mass="200" g="0""#,
    ];
    let connections = r#"V.Command="C.Out" A.Valve0="V.OpeningA" A.Valve1="V.OpeningB"
        A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="M.Pos" A.VelB="M.Vel" M.Force="A.ForceB + (-8000,0,0)"
        W.Command="C.Out" W.PressureP="16e6" W.PressureT="1e5" W.PressureA="B.p0" W.PressureB="B.p1" B.Flow0="W.FlowA" B.Flow1="W.FlowB"
        B.PosA="0,0,0" B.VelA="0,0,0" B.PosB="N.Pos" B.VelB="N.Vel" N.Force="B.ForceB + (-8000,0,0)""#;
    let initial = r#"A.p0="6.4e6" A.p1="4e6" M.Pos="0.55,0,0" M.Vel="0,0,0" B.p0="6.4e6" B.p1="4e6" N.Pos="0.55,0,0" N.Vel="0,0,0""#;
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.01:0.9" IntegratorMethod="{method}" AbsTol="1e-10" RelTol="1e-10"
               FileOutput="A.p0, A.p1, A.Stroke, B.p0, B.p1, B.Stroke""#
        );
        let rows = run_in_order(&objects, connections, initial, &engine);
        let mut way = [f64::MAX, f64::MIN];
        for (time, values) in &rows {
            for (i, scale) in [1e7, 1e7, 0.1].into_iter().enumerate() {
                assert!((values[i] - values[i + 3]).abs() < 1e-7 * scale, "{method}, {time} s: {values:?}");
            }
            way = [way[0].min(values[2]), way[1].max(values[2])];
        }
        assert!(way[1] - way[0] > 0.02, "{way:?}");
    }
}

/// 100 bar to 120, 1 l/s: half open at 110, at which the root is that of 11 / 12.
#[test]
fn a_relief_valve_opens_between_two_pressures() {
    let flow = |drop: f64| {
        let objects =
            [r#"hydraulics:Hydraulic/ReliefValve R CrackPressure="1e7" FullPressure="1.2e7" NominalFlow="1e-3"
               TransitionPressure="0.01""#];
        let connections = format!(r#"R.PressureA="{}" R.PressureB="1e5""#, 1e5 + drop);
        let engine = r#"TOutput="0, 1" FileOutput="R.FlowB, R.Opening, R.FlowA""#;
        run_in_order(&objects, &connections, "", engine).remove(1).1
    };
    for drop in [-1e7, 0.0, 9.9e6, 1e7] {
        assert_eq!(flow(drop), [0.0; 3]);
    }
    let half = 0.5e-3 * (11.0_f64 / 12.0).sqrt();
    near(&flow(1.1e7), &[half, 0.5, -half], 1e-12);
    near(&flow(1.2e7), &[1e-3, 1.0, -1e-3], 1e-12);
    near(&flow(4.8e7), &[2e-3, 1.0, -2e-3], 1e-12);
}

#[test]
fn a_relief_valve_with_a_lag_follows_with_it() {
    let objects = [
        r#"base:Src/Step P StepTime="0.1" Before="1e5" After="1.11e7""#,
        r#"hydraulics:Hydraulic/ReliefValve R CrackPressure="1e7" FullPressure="1.2e7" NominalFlow="1e-3" TimeConstant="0.02""#,
    ];
    let connections = r#"R.PressureA="P.Out" R.PressureB="1e5""#;
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.01:0.3" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9" FileOutput="R.Opening, R.FlowB""#
        );
        let rows = run_in_order(&objects, connections, "", &engine);
        for (time, values) in &rows {
            let opening = 0.5 * (1.0 - (-(time - 0.1).max(0.0) / 0.02).exp());
            let flow = opening * 1e-3 * (11.0_f64 / 12.0).sqrt();
            assert!((values[0] - opening).abs() < 1e-7, "{method}, {time} s: {values:?}");
            assert!((values[1] - flow).abs() < 1e-9, "{method}, {time} s: {values:?}");
        }
    }
}

/// 0.5 bar to 2 bar, 1 l/s: half open at 1.25 bar, and closed the other way.
#[test]
fn a_check_valve_lets_oil_through_in_one_direction() {
    let flow = |parameters: &str, drop: f64| {
        let valve =
            format!(r#"hydraulics:Hydraulic/CheckValve C NominalFlow="1e-3" TransitionPressure="0.01" {parameters}"#);
        let connections = format!(r#"C.PressureA="{}" C.PressureB="1e6""#, 1e6 + drop);
        run_in_order(&[&valve], &connections, "", r#"TOutput="0, 1" FileOutput="C.FlowA, C.FlowB""#).remove(1).1
    };
    for drop in [-9e5, 0.0, 5e4] {
        assert_eq!(flow("", drop), [0.0; 2]);
    }
    let half = 0.5e-3 * 0.625_f64.sqrt();
    near(&flow("", 1.25e5), &[-half, half], 1e-12);
    near(&flow("", 8e5), &[-2e-3, 2e-3], 1e-12);
    near(&flow(r#"CrackPressure="0" FullPressure="1e5""#, 2.5e4), &[-0.125e-3, 0.125e-3], 1e-12);
}

/// 3 mm at 100 bar and at 0.01 Pa: a free jet without viscosity, and W. Wuest's
/// creeping flow, pi D^3 x / (50.4 mu).
#[test]
fn an_orifice_is_a_jet_and_a_creeping_flow() {
    let objects = [
        r#"hydraulics:Hydraulic/Oil O Temperature="333.15""#,
        r#"hydraulics:Hydraulic/Orifice R Diameter="3e-3""#,
        "hydraulics:Hydraulic/OilProbe P",
    ];
    let flow = |a: f64, b: f64| {
        let connections = format!(r#"R.PressureA="{a}" R.PressureB="{b}" P.Pressure="{}""#, (a + b) / 2.0);
        let engine = r#"TOutput="0, 1" FileOutput="R.FlowB, R.FlowA, P.Density, P.KinematicViscosity""#;
        let found = run_in_order(&objects, &connections, "", engine).remove(1).1;
        assert_eq!(found[0], -found[1]);
        [found[0], found[2], found[3]]
    };
    let pi = std::f64::consts::PI;
    let [found, density, _] = flow(1.01e7, 1e5);
    let jet = pi / (pi + 2.0) * pi * 1.5e-3 * 1.5e-3 * (2.0 * 1e7 / density).sqrt();
    assert!((found / jet - 1.0).abs() < 2e-3, "{found}, not {jet}");
    assert_eq!(flow(1e5, 1.01e7)[0], -found);
    let [found, density, viscosity] = flow(1e6 + 0.01, 1e6);
    let creeping = 0.01 * pi * 3e-3_f64.powi(3) / (50.4 * density * viscosity);
    assert!((found / creeping - 1.0).abs() < 3e-3, "{found}, not {creeping}");
    assert_eq!(flow(1e6, 1e6)[0], 0.0);
}

/// 0.1 l behind openings as sharp as they can be: its pressure goes to that of
/// the supply, where BDF was seen to take steps without end.
#[test]
fn a_pressure_comes_to_rest_at_that_of_the_supply() {
    let hole = |object: &str, from: &str| (object.to_owned(), format!("V.Flow=\"{from}\""));
    let mut holes = vec![hole(r#"Orifice X Diameter="2e-3" CriticalReynolds="1""#, "X.FlowB")];
    for transition in ["0.01", "1", "1000"] {
        let sharp = format!(r#"NominalFlow="1e-3" TransitionPressure="{transition}""#);
        holes.push(hole(&format!("Valve43 X {sharp}"), "X.FlowA"));
        holes.push(hole(&format!(r#"CheckValve X {sharp} CrackPressure="0" FullPressure="1""#), "X.FlowB"));
    }
    for (hole, flow) in &holes {
        let objects = [
            "hydraulics:Hydraulic/Oil O",
            r#"hydraulics:Hydraulic/Volume V Volume="1e-4""#,
            &format!("hydraulics:Hydraulic/{hole}"),
        ];
        let ports = if hole.starts_with("Valve43") {
            r#"X.Command="0.5" X.PressureP="1e7" X.PressureT="1e5" X.PressureA="V.Pressure" X.PressureB="1e5""#
        } else {
            r#"X.PressureA="1e7" X.PressureB="V.Pressure""#
        };
        for method in ["BDF", "ESDIRK34", "TRBDF2", "auto"] {
            let engine = format!(r#"TOutput="0, 10" IntegratorMethod="{method}""#);
            let text = scenario(&objects, &format!("{ports} {flow}"), r#"V.Pressure="1e6""#, &engine);
            let evaluations = statistics(&load(&text)).evaluations;
            assert!(evaluations < 50_000, "{hole} {method}: {evaluations} evaluations");
        }
    }
}

#[test]
fn what_is_wrong_with_valves_is_told() {
    let told = |object: &str, connections: &str| {
        let text = scenario(&[object], connections, "", r#"TOutput="0, 1""#);
        match try_load(&text) {
            Ok(model) => try_run(&model).2.unwrap_err().to_string(),
            Err(_) => complaints(&text).join("; "),
        }
    };
    let ports = r#"X.Command="0" X.PressureP="1e7" X.PressureT="1e5" X.PressureA="1e6" X.PressureB="1e6""#;
    for (parameters, name) in [
        ("", "NominalFlow"),
        (r#"NominalFlow="0""#, "NominalFlow"),
        (r#"NominalFlow="1" NominalPressureDrop="0""#, "NominalPressureDrop"),
        (r#"NominalFlow="1" TransitionPressure="0""#, "TransitionPressure"),
        (r#"NominalFlow="1" NaturalFrequency="0""#, "NaturalFrequency"),
        (r#"NominalFlow="1" NaturalFrequency="1" DampingRatio="0""#, "DampingRatio"),
        (r#"NominalFlow="1" DampingRatio="0.5""#, "DampingRatio"),
        (r#"NominalFlow="1" DeadBand="1""#, "DeadBand"),
        (r#"NominalFlow="1" DeadBand="-0.1""#, "DeadBand"),
        (r#"NominalFlow="1" ScalePA="1.1""#, "ScalePA"),
        (r#"NominalFlow="1" ScaleAT="-0.1""#, "ScaleAT"),
        (r#"NominalFlow="1" ScalePB="2""#, "ScalePB"),
        (r#"NominalFlow="1" ScaleBT="nan""#, "ScaleBT"),
        (r#"NominalFlow="1" Drives="Pressures""#, "Drives"),
    ] {
        let message = told(&format!("hydraulics:Hydraulic/Valve43 X {parameters}"), ports);
        assert!(message.contains(name) && message.contains('X'), "{parameters}: {message}");
    }
    let openings = r#"hydraulics:Hydraulic/Valve43 X Drives="Openings" NominalFlow="1""#;
    let message = told(openings, r#"X.Command="0""#);
    assert!(message.contains("NominalFlow"), "{message}");
    let ports = r#"X.PressureA="1e7" X.PressureB="1e5""#;
    for (parameters, name) in [
        (r#"FullPressure="2e7" NominalFlow="1""#, "CrackPressure"),
        (r#"CrackPressure="1e7" NominalFlow="1""#, "FullPressure"),
        (r#"CrackPressure="1e7" FullPressure="2e7""#, "NominalFlow"),
        (r#"CrackPressure="-1" FullPressure="2e7" NominalFlow="1""#, "CrackPressure"),
        (r#"CrackPressure="1e7" FullPressure="10000000.5" NominalFlow="1""#, "FullPressure"),
        (r#"CrackPressure="1e7" FullPressure="1e7" NominalFlow="1""#, "FullPressure"),
        (r#"CrackPressure="1e7" FullPressure="2e7" NominalFlow="-1""#, "NominalFlow"),
        (r#"CrackPressure="1e7" FullPressure="2e7" NominalFlow="1" TimeConstant="0""#, "TimeConstant"),
        (r#"CrackPressure="1e7" FullPressure="2e7" NominalFlow="1" TransitionPressure="0""#, "TransitionPressure"),
    ] {
        let message = told(&format!("hydraulics:Hydraulic/ReliefValve X {parameters}"), ports);
        assert!(message.contains(name), "{parameters}: {message}");
    }
    for (object, name) in [
        ("CheckValve X", "NominalFlow"),
        (r#"CheckValve X NominalFlow="1" CrackPressure="-1""#, "CrackPressure"),
        (r#"CheckValve X NominalFlow="1" FullPressure="1e4""#, "FullPressure"),
        (r#"CheckValve X NominalFlow="0""#, "NominalFlow"),
        ("Orifice X", "Diameter"),
        (r#"Orifice X Diameter="0""#, "Diameter"),
        (r#"Orifice X Diameter="1e-3" DischargeCoefficient="0""#, "DischargeCoefficient"),
        (r#"Orifice X Diameter="1e-3" DischargeCoefficient="1.1""#, "DischargeCoefficient"),
        (r#"Orifice X Diameter="1e-3" CriticalReynolds="0.9""#, "CriticalReynolds"),
    ] {
        let message = told(&format!("hydraulics:Hydraulic/{object}"), ports);
        assert!(message.contains(name), "{object}: {message}");
    }
    let lagging =
        r#"hydraulics:Hydraulic/ReliefValve X CrackPressure="1e7" FullPressure="2e7" NominalFlow="1" TimeConstant="1""#;
    let text = scenario(&[lagging], ports, r#"X.PoppetPos="2""#, r#"TOutput="0, 1" FileOutput="X.FlowB""#);
    let message = try_run(&load(&text)).2.unwrap_err().to_string();
    assert!(message.contains("`X`") && message.contains("`PoppetPos` is 2; it must be between 0 and 1"), "{message}");
}
