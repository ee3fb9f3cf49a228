//! Pumps against closed forms.

use crate::laboratory::{METHODS, complaints, run_in_order, scenario, try_load, try_run};

/// 1e-5 m^3 per radian.
const PUMP: &str = r#"hydraulics:Hydraulic/Pump P Displacement="1e-5""#;

#[test]
fn a_pump_without_control_displaces_what_it_says() {
    let of = |parameters: &str, connections: &str| {
        let pump = format!("{PUMP} {parameters}");
        let connections = format!(r#"P.PressureA="1e5" P.PressureB="201e5" {connections}"#);
        let engine = r#"TOutput="0, 1" FileOutput="P.FlowA, P.FlowB, P.Torque""#;
        run_in_order(&[&pump], &connections, "", engine).remove(1).1
    };
    // 100 rad/s: 1 l/s. At 200 bar 20 kW, which are 200 N m.
    let close = |found: &[f64], expected: [f64; 3]| {
        for (one, other) in found.iter().zip(expected) {
            assert!((one - other).abs() < 1e-12 * other.abs(), "{found:?}, not {expected:?}");
        }
    };
    close(&of("", r#"P.AngVel="100""#), [-1e-3, 1e-3, -200.0]);
    close(&of(r#"AngVel="50""#, ""), [-0.5e-3, 0.5e-3, -200.0]);
    close(&of(r#"LeakageCoefficient="1e-12""#, r#"P.AngVel="100""#), [-0.98e-3, 0.98e-3, -200.0]);
    // A motor, then.
    close(&of("", r#"P.AngVel="-100""#), [1e-3, -1e-3, -200.0]);
}

/// Oil without air in a closed volume, leakage: x' = M x around the equilibrium,
/// a damped oscillation, as long as the setting stays between its limits.
#[test]
fn a_pump_that_controls_a_pressure_swings_to_it_as_the_closed_form_says() {
    let (range, time_constant, leakage): (f64, f64, f64) = (2e6, 0.02, 1e-11);
    let (flow, stiffness) = (1e-3, 1e9 / 1e-2);
    // setting = (20e6 + range - p) / range; setting flow = leakage (p - 1e5).
    let rest = ((20e6 + range) / range * flow + leakage * 1e5) / (flow / range + leakage);
    let setting = (20e6 + range - rest) / range;
    let damping = 0.5 * (1.0 / time_constant + stiffness * leakage);
    let square = (stiffness * leakage + stiffness * flow / range) / time_constant;
    let frequency = (square - damping * damping).sqrt();
    let objects = [
        r#"hydraulics:Hydraulic/Oil O AirFraction="0" BulkModulus="1e9""#,
        &format!(
            r#"{PUMP} AngVel="100" PressureSetting="20e6" ControlRange="{range}" TimeConstant="{time_constant}"
               LeakageCoefficient="{leakage}""#
        ),
        r#"hydraulics:Hydraulic/Volume V Volume="1e-2""#,
        r#"hydraulics:Hydraulic/Tank T TankPressure="1e5""#,
    ];
    let connections = r#"P.PressureA="T.Pressure" P.PressureB="V.Pressure" V.Flow="P.FlowB" T.Flow="P.FlowA""#;
    let initial = format!(r#"V.Pressure="{}" P.Setting="{setting}""#, rest - 1e5);
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.005:0.2" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9"
               FileOutput="V.Pressure, P.Setting, T.Inflow, P.FlowB""#
        );
        let rows = run_in_order(&objects, connections, &initial, &engine);
        for (time, values) in &rows {
            // From -1e5 with the slope stiffness leakage 1e5.
            let slope = stiffness * leakage * 1e5;
            let sine = (slope - damping * 1e5) / frequency;
            let off = (-damping * time).exp() * (-1e5 * (frequency * time).cos() + sine * (frequency * time).sin());
            assert!((values[0] - rest - off).abs() < 1.0, "{method}, {time} s: {values:?}, not {}", rest + off);
            assert!((values[2] + values[3]).abs() < 1e-15, "{values:?}");
        }
    }
}

/// Into a closed volume, from atmospheric pressure: to the pressure where it
/// displaces nothing; never beyond its limits.
#[test]
fn a_pump_against_a_closed_volume_comes_to_rest_at_its_highest_pressure() {
    let pump = format!(r#"{PUMP} AngVel="157" PressureSetting="20e6" ControlRange="1e6" TimeConstant="0.01""#);
    let objects = [
        "hydraulics:Hydraulic/Oil O",
        &pump,
        r#"hydraulics:Hydraulic/Volume V Volume="1e-3""#,
        "hydraulics:Hydraulic/Tank T",
    ];
    let connections = r#"P.PressureA="T.Pressure" P.PressureB="V.Pressure" V.Flow="P.FlowB""#;
    for method in METHODS {
        let engine =
            format!(r#"TOutput="0:0.01:10" IntegratorMethod="{method}" FileOutput="V.Pressure, P.Setting, P.FlowB""#);
        let rows = run_in_order(&objects, connections, r#"V.Pressure="1e5""#, &engine);
        assert_eq!(rows[0].1[1], 1.0, "{method}");
        for (time, values) in &rows {
            assert!((-1e-6..=1.0 + 1e-6).contains(&values[1]), "{method}, {time} s: {values:?}");
        }
        let last = &rows.last().unwrap().1;
        // It overshot: nothing lets oil out again.
        assert!(last[0] >= 21e6 - 1e3 && last[1].abs() < 1e-4, "{method}: {last:?}");
    }
}

/// 1 l/s from 100 to 120 bar: it carries 0.5 l/s where opening and root are that.
#[test]
fn a_relief_valve_takes_what_a_pump_gives() {
    let objects = [
        "hydraulics:Hydraulic/Oil O",
        &format!(r#"{PUMP} AngVel="50""#),
        r#"hydraulics:Hydraulic/Volume V Volume="1e-3""#,
        r#"hydraulics:Hydraulic/ReliefValve R CrackPressure="1e7" FullPressure="1.2e7" NominalFlow="1e-3" TransitionPressure="0.01""#,
        r#"hydraulics:Hydraulic/Tank T TankPressure="1e5""#,
    ];
    let connections = r#"P.PressureA="T.Pressure" P.PressureB="V.Pressure" R.PressureA="V.Pressure" R.PressureB="T.Pressure"
        V.Flow="P.FlowB + R.FlowA" T.Flow="P.FlowA + R.FlowB""#;
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0, 5" IntegratorMethod="{method}" AbsTol="1e-8" RelTol="1e-8" FileOutput="V.Pressure, R.FlowB, T.Inflow""#
        );
        let last = run_in_order(&objects, connections, r#"V.Pressure="1e5""#, &engine).remove(1).1;
        assert!((last[1] / 0.5e-3 - 1.0).abs() < 1e-6 && last[2].abs() < 1e-9, "{method}: {last:?}");
        let drop = last[0] - 1e5;
        let flow = 1e-3 * (drop - 1e7) / 2e6 * (drop / 1.2e7).sqrt();
        assert!((flow / 0.5e-3 - 1.0).abs() < 1e-5, "{method}: {last:?}");
    }
}

#[test]
fn what_is_wrong_with_pumps_is_told() {
    let told = |parameters: &str, initial: &str| {
        let pump = format!("hydraulics:Hydraulic/Pump P {parameters}");
        let ports = if parameters.contains("AngVel") { "" } else { r#"P.AngVel="100""# };
        let ports = format!(r#"P.PressureA="1e5" P.PressureB="1e6" {ports}"#);
        let text = scenario(&[&pump], &ports, initial, r#"TOutput="0, 1" FileOutput="P.FlowB""#);
        match try_load(&text) {
            Ok(model) => try_run(&model).2.unwrap_err().to_string(),
            Err(_) => complaints(&text).join("; "),
        }
    };
    for (parameters, name) in [
        ("", "Displacement"),
        (r#"Displacement="0""#, "Displacement"),
        (r#"Displacement="1e-5" AngVel="fast""#, "AngVel"),
        (r#"Displacement="1e-5" LeakageCoefficient="-1""#, "LeakageCoefficient"),
        (r#"Displacement="1e-5" PressureSetting="0""#, "PressureSetting"),
        (r#"Displacement="1e-5" PressureSetting="1e7" ControlRange="0""#, "ControlRange"),
        (r#"Displacement="1e-5" PressureSetting="1e7" TimeConstant="0""#, "TimeConstant"),
        (r#"Displacement="1e-5" ControlRange="1e6""#, "ControlRange"),
        (r#"Displacement="1e-5" TimeConstant="1""#, "TimeConstant"),
    ] {
        let message = told(parameters, "");
        assert!(message.contains(name), "{parameters}: {message}");
    }
    let alone = scenario(&[PUMP], r#"P.PressureA="1e5" P.PressureB="1e6""#, "", r#"TOutput="0, 1""#);
    assert!(complaints(&alone).join("; ").contains("P.AngVel"), "{:?}", complaints(&alone));
    let message = told(r#"Displacement="1e-5" PressureSetting="1e7""#, r#"P.Setting="-0.5""#);
    assert!(message.contains("`P`") && message.contains("`Setting` is -0.5; it must be between 0 and 1"), "{message}");
}
