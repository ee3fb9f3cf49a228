//! A whole circuit: pump, check valve, accumulator, relief valve, leak, 4/3 valve,
//! cylinder and tank. Its balances of oil and energy, and what all methods say.

use crate::laboratory::{METHODS, Row, load, run_in_order, run_text_in_order, statistics};

const ACTUATOR: &str = r#"hydraulics:Hydraulic/ActuatorSimple A OffsetLength="0.5" StrokeLength="0.4" ChamberCrossSection0="0.002"
    ChamberCrossSection1="0.0012" HoseVolume0="2e-4" HoseVolume1="3e-4" OilBulkModulus="1.4e9" ActuatorDamping="20000"
    LeakageCoefficient="1e-12" UseChamberVolumeChange="0""#;

/// The circuit; the load moves out, stops, and moves back.
fn circuit(method: &str, tolerance: &str, names: &str) -> Vec<Row> {
    let objects = [
        r#"hydraulics:Hydraulic/Oil O AirFraction="0" BulkModulus="1.4e9""#,
        r#"hydraulics:Hydraulic/Tank T TankPressure="1e5""#,
        r#"hydraulics:Hydraulic/Pump P Displacement="3e-6" AngVel="100" PressureSetting="9e6" ControlRange="3e6" TimeConstant="0.02"
           LeakageCoefficient="1e-12""#,
        r#"hydraulics:Hydraulic/Volume D Volume="5e-4""#,
        r#"hydraulics:Hydraulic/ReliefValve R CrackPressure="9.5e6" FullPressure="13e6" NominalFlow="2e-4" TimeConstant="0.005""#,
        r#"hydraulics:Hydraulic/CheckValve C NominalFlow="5e-4""#,
        r#"hydraulics:Hydraulic/Volume L Volume="1e-3""#,
        r#"hydraulics:Hydraulic/Accumulator G GasVolume="1e-3" PrechargePressure="8e6" NominalFlow="1e-3""#,
        r#"hydraulics:Hydraulic/Orifice B Diameter="0.5e-3""#,
        r#"base:Src/Table U Times="0, 0.1, 0.6, 0.9, 1.4" Values="0; 0.6; 0; -0.7; 0""#,
        r#"hydraulics:Hydraulic/Valve43 V NominalFlow="3e-4" NominalPressureDrop="5e5" NaturalFrequency="40" DeadBand="0.02"
           ScaleBT="0.6""#,
        ACTUATOR,
        r#"FhsimTutorialLibrary:Body/Mass M Mass="200" g="0""#,
        r#"base:Signal/Product W PortWidth="12""#,
        r#"base:Math/Integrator E PortWidth="12""#,
        r#"base:Math/Integrator H"#,
    ];
    let connections = r#"P.PressureA="T.Pressure" P.PressureB="D.Pressure" R.PressureA="D.Pressure" R.PressureB="T.Pressure"
        C.PressureA="D.Pressure" C.PressureB="L.Pressure" D.Flow="P.FlowB + R.FlowA + C.FlowA"
        G.PressureA="L.Pressure" B.PressureA="L.Pressure" B.PressureB="T.Pressure"
        V.Command="U.Out" V.PressureP="L.Pressure" V.PressureT="T.Pressure" V.PressureA="A.p0" V.PressureB="A.p1"
        L.Flow="C.FlowB + G.FlowA + B.FlowA + V.FlowP" A.Flow0="V.FlowA" A.Flow1="V.FlowB"
        T.Flow="P.FlowA + R.FlowB + B.FlowB + V.FlowT" H.In="T.Inflow"
        A.PosA="0,0,0" A.VelA="0,0,0" A.PosB="M.Pos" A.VelB="M.Vel" M.Force="A.ForceB + (-8000,0,0)"
        W.In1="-100*P.Torque, -1e-12*D.Pressure + 1e-12*T.Pressure, R.FlowA, C.FlowA, B.FlowA, V.FlowP, V.FlowT, V.FlowA, V.FlowB, G.FlowA, -20000*A.VelocityLocal, -1*A.Leakage"
        W.In2="1, D.Pressure - T.Pressure, D.Pressure - T.Pressure, D.Pressure - L.Pressure, L.Pressure - T.Pressure, L.Pressure, T.Pressure, A.p0, A.p1, L.Pressure - G.GasPressure, A.VelocityLocal, A.p0 - A.p1"
        E.In="W.Out""#;
    let initial = r#"D.Pressure="1e5" L.Pressure="9e6" A.p0="6.4e6" A.p1="4e6" M.Pos="0.55,0,0" M.Vel="0,0,0""#;
    let engine = format!(
        r#"TOutput="0:0.02:1.6" IntegratorMethod="{method}" AbsTol="{tolerance}" RelTol="{tolerance}" FileOutput="{names}""#
    );
    run_in_order(&objects, connections, initial, &engine)
}

#[test]
fn neither_oil_nor_energy_is_lost_in_a_circuit() {
    let integrals: Vec<String> = (0..12).map(|i| format!("E.Out[{i}]")).collect();
    let names = format!(
        "D.Pressure, L.Pressure, A.p0, A.p1, A.Stroke, A.VelocityLocal, G.OilVolume, H.Out, {}",
        integrals.join(", ")
    );
    for method in METHODS {
        let rows = circuit(method, "1e-8", &names);
        let balances = |values: &[f64]| {
            let &[d, l, p0, p1, stroke, velocity, oil, tank] = &values[..8] else { panic!("{values:?}") };
            let content =
                (5e-4 * d + 1e-3 * l + 2e-4 * p0 + 3e-4 * p1) / 1.4e9 + 0.002 * stroke - 0.0012 * stroke + oil + tank;
            let stored = (5e-4 * d * d + 1e-3 * l * l + 2e-4 * p0 * p0 + 3e-4 * p1 * p1) / 2.8e9
                + 8e6 * 1e-3 / 0.4 * ((1.0 - oil / 1e-3).powf(-0.4) - 1.0)
                + 100.0 * velocity * velocity
                + 8000.0 * stroke
                + 1e5 * tank;
            [content, stored - values[8..].iter().sum::<f64>()]
        };
        let first = balances(&rows[0].1);
        for pair in rows.windows(2) {
            let now = balances(&pair[1].1);
            // Of half a litre and some kJ.
            for (i, bound) in [1e-9, 2e-1].into_iter().enumerate() {
                assert!((now[i] - first[i]).abs() < bound, "{method}, {} s: {i}: {:e}", pair[1].0, now[i] - first[i]);
            }
            // What is lost is lost.
            let lost = |values: &[f64]| {
                let w = &values[8..];
                [w[1], w[2], w[3], w[4], w[5] + w[6] + w[7] + w[8], w[9], w[10], w[11]]
            };
            for (before, after) in lost(&pair[0].1).into_iter().zip(lost(&pair[1].1)) {
                assert!(after <= before + 1e-4, "{method}, {} s: {before}, {after}", pair[1].0);
            }
        }
        // It did something: 5 cm and back, and some kJ.
        let strokes = rows.iter().map(|row| row.1[4]);
        let way = strokes.clone().fold(f64::MIN, f64::max) - strokes.fold(f64::MAX, f64::min);
        let supplied = rows.last().unwrap().1[8];
        assert!(way > 0.04 && supplied > 2000.0, "{way} m, {supplied} J");
    }
}

#[test]
fn all_methods_say_the_same_of_a_circuit() {
    let names =
        "D.Pressure, L.Pressure, A.p0, A.p1, A.Stroke, A.VelocityLocal, G.OilVolume, V.SpoolPos, P.Setting, R.Opening";
    let expected = circuit("ESDIRK34", "1e-10", names);
    let scales: Vec<f64> = (0..10).map(|i| expected.iter().map(|row| row.1[i].abs()).fold(0.0, f64::max)).collect();
    for (tolerance, bound) in [("1e-6", 2e-3), ("1e-9", 2e-6)] {
        for method in METHODS {
            let found = circuit(method, tolerance, names);
            for ((time, values), (_, wanted)) in found.iter().zip(&expected) {
                for i in 0..10 {
                    let off = (values[i] - wanted[i]).abs() / scales[i];
                    assert!(off < bound, "{method} {tolerance}, {time} s: column {i} is off by {off:e}");
                }
            }
        }
    }
}

/// The scenario, which finds its scheme from everywhere.
fn power_unit() -> String {
    let scenarios = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/");
    let text = std::fs::read_to_string(format!("{scenarios}power_unit.xml")).unwrap();
    text.replace("schemes/", &format!("{scenarios}schemes/"))
}

/// The scenario of a power unit: at its end the pump gives what leaks through
/// it, s D w = 1e-12 (p - pT), at p = 13 MPa + (1 - s) 1 MPa.
#[test]
fn a_power_unit_keeps_its_pressure_and_all_methods_agree() {
    let text = power_unit();
    let mut expected: Option<Vec<Row>> = None;
    for method in ["BDF", "ESDIRK34", "TRBDF2", "auto"] {
        let text = text.replace(r#"IntegratorMethod="BDF""#, &format!(r#"IntegratorMethod="{method}""#));
        let rows = run_text_in_order(&text);
        let last = &rows.last().unwrap().1;
        let [shaft, setting, line] = [last[9], last[7], last[5]];
        let rest = 1e-12 * (line - 101_325.0) / (3e-6 * shaft);
        assert!((setting / rest - 1.0).abs() < 1e-3, "{method}: {last:?}");
        assert!((line / (14e6 - 1e6 * setting) - 1.0).abs() < 1e-5, "{method}: {last:?}");
        let Some(expected) = &expected else {
            expected = Some(rows);
            continue;
        };
        for i in 0..10 {
            let scale = expected.iter().map(|row| row.1[i].abs()).fold(0.0, f64::max);
            for ((time, values), (_, wanted)) in rows.iter().zip(expected) {
                let off = (values[i] - wanted[i]).abs() / scale;
                assert!(off < 2e-3, "{method}, {time} s: column {i} is off by {off:e}");
            }
        }
    }
}

#[test]
fn a_jacobian_of_a_circuit_takes_few_evaluations() {
    let model = load(&power_unit().replace("0:0.01:8", "0, 0.1"));
    assert_eq!(model.state_count(), 18);
    assert!(statistics(&model).colours <= 10, "{:?}", statistics(&model));
}
