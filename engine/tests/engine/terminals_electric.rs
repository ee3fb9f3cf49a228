//! Switches, diodes, motors and heat at terminals, against closed forms.

use bowline_engine::Run;
use bowline_engine::lti::Complex;

use crate::laboratory::{load, run_in_order, scenario, try_run};

const TIGHT: &str = r#"IntegratorMethod="DormandPrince" RelTol="1e-11" AbsTol="1e-13""#;

#[track_caller]
fn assert_near(is: f64, should: f64, allowed: f64) {
    assert!((is - should).abs() <= allowed, "{is} {should}");
}

/// Half of a sine behind a diode and a resistance: two voltage dividers, which meet at the knee.
#[test]
fn a_diode_passes_half_of_a_sine() {
    let objects = [
        "terminals:Electric/Ground G",
        r#"terminals:Electric/SineVoltage V V="10" f="50""#,
        r#"terminals:Electric/IdealDiode D Ron="1e-3" Goff="1e-8" Vknee="0.7""#,
        r#"terminals:Electric/Resistor R R="10""#,
    ];
    let fed = r#"V.P="D.P" D.N="R.P" R.N="V.N, G.P""#;
    for method in ["DormandPrince", "BDF"] {
        let engine =
            format!(r#"IntegratorMethod="{method}" TOutput="0:0.0007:0.0595" FileOutput="R.v, D.i, D.Conducts""#);
        let mut passed = 0;
        for (time, row) in run_in_order(&objects, fed, "", &engine) {
            let source = 10.0 * (100.0 * std::f64::consts::PI * time).sin();
            let conducts = source > 0.7;
            let drop = if conducts { (source - 0.7) * 10.0 / 10.001 } else { source * 1e-8 * 10.0 };
            assert_near(row[0], drop, 1e-6);
            assert_near(row[1], row[0] / 10.0, 1e-9);
            assert_eq!(row[2] == 1.0, conducts, "{time}");
            passed += usize::from(conducts);
        }
        assert!((30..60).contains(&passed), "{passed}");
    }
}

/// Four diodes, between which nothing stores: `|v|` less what two of them take.
#[test]
fn a_bridge_rectifies_both_halves() {
    let objects = [
        "terminals:Electric/Ground G",
        r#"terminals:Electric/SineVoltage V V="10" f="50""#,
        r#"terminals:Electric/IdealDiode D1 Ron="1e-2" Goff="1e-7""#,
        r#"terminals:Electric/IdealDiode D2 Ron="1e-2" Goff="1e-7""#,
        r#"terminals:Electric/IdealDiode D3 Ron="1e-2" Goff="1e-7""#,
        r#"terminals:Electric/IdealDiode D4 Ron="1e-2" Goff="1e-7""#,
        r#"terminals:Electric/Resistor R R="10""#,
    ];
    let fed = r#"V.P="D1.P, D4.N" V.N="D2.P, D3.N, G.P" D1.N="D2.N, R.P" D3.P="D4.P, R.N""#;
    let engine = r#"TOutput="0:0.001:0.04" FileOutput="R.v""#;
    for (time, row) in run_in_order(&objects, fed, "", engine) {
        let source = 10.0 * (100.0 * std::f64::consts::PI * time).sin();
        assert_near(row[0], source.abs() * 10.0 / 10.02, 1e-6);
    }
}

/// A capacitor that two half-waves a millisecond charge through a diode, for 20 ms: between them nothing changes, and a step
/// must not jump over one. Values by SciPy's Radau and by BDF at 1e-11.
#[test]
fn no_half_wave_is_jumped_over() {
    let ideal = r#"terminals:Electric/IdealDiode D Ron="1e-3" Goff="1e-9""#;
    let smooth = r#"terminals:Electric/Diode D Ids="1e-14" Vt="0.02714" R="1e12""#;
    let fed = r#"V.P="D.P" D.N="R.P" R.N="C.P, Load.P" G.P="V.N, C.N, Load.N""#;
    for (diode, expected) in [(ideal, 3.823_177_5), (smooth, 3.419_85)] {
        let objects = [
            "terminals:Electric/Ground G",
            r#"terminals:Electric/SineVoltage V V="10" f="500""#,
            diode,
            r#"terminals:Electric/Resistor R R="100.5""#,
            r#"terminals:Electric/Capacitor C C="100e-6""#,
            r#"terminals:Electric/Resistor Load R="1000""#,
        ];
        for method in ["DormandPrince", "Tsitouras", "BogackiShampine"] {
            for tolerance in [1e-4, 1e-5, 1e-7, 1e-9] {
                let engine = format!(
                    r#"IntegratorMethod="{method}" TOutput="0, 0.02" RelTol="{tolerance:e}" AbsTol="{:e}" FileOutput="C.v""#,
                    0.01 * tolerance
                );
                let rows = run_in_order(&objects, fed, "", &engine);
                assert_near(rows[1].1[0], expected, 1e-5 + 100.0 * tolerance);
            }
        }
    }
}

/// A switch that works, and a diode through which the current of a coil goes on: exponentials, one after the other.
#[test]
fn a_coil_keeps_its_current_when_a_switch_opens() {
    let objects = [
        "terminals:Electric/Ground G",
        r#"terminals:Electric/ConstantVoltage V V="12""#,
        r#"terminals:Electric/Switch S Ron="1e-3" Goff="1e-5""#,
        r#"terminals:Electric/IdealDiode D Ron="1e-3" Goff="1e-5""#,
        r#"terminals:Electric/Inductor L L="1e-3""#,
        r#"terminals:Electric/Resistor R R="2""#,
        r#"base:Src/Pulse U Period="2e-3" Duty="0.4""#,
    ];
    let fed = r#"V.P="S.P" S.N="D.N, L.P" L.N="R.P" R.N="D.P, V.N, G.P" S.Control="U.Out""#;
    let engine =
        r#"IntegratorMethod="ESDIRK34" RelTol="1e-8" AbsTol="1e-9" TOutput="0:1e-4:0.01" FileOutput="L.i, S.Closed""#;
    let mut current: f64 = 0.0;
    for (at, (time, row)) in run_in_order(&objects, fed, "", engine).into_iter().enumerate() {
        // What flows through what is open is 1e-5 of what is closed.
        assert_near(row[0], current, 1e-6);
        assert_eq!(row[1] == 1.0, at % 20 < 8, "{time}");
        let (voltage, decay) = (if at % 20 < 8 { 12.0 } else { 0.0 }, (-2.001_f64 * 1e-4 / 1e-3).exp());
        current = current * decay + voltage / 2.001 * (1.0 - decay);
    }
}

/// `L J s^2 + (R J + L d) s + R d + k^2 = 0`, with the inertia of rotor and load.
#[test]
fn a_motor_has_the_eigenvalues_of_its_equation() {
    let objects = [
        "terminals:Electric/Ground G",
        r#"terminals:Electric/ConstantVoltage V V="12""#,
        r#"terminals:Electric/DcMotor M R="1.2" L="0.003" k="0.05" J="2e-4" d="1e-4""#,
        r#"terminals:Rotational/Inertia I J="1e-4""#,
        "terminals:Rotational/Torque T",
    ];
    let fed = r#"V.P="M.P" V.N="M.N, G.P" M.Flange="I.A, T.A" T.F="-0.1""#;
    let engine = format!(r#"{TIGHT} TOutput="0, 3" FileOutput="M.w, M.i, V.i""#);
    let model = load(&scenario(&objects, fed, "", &engine));
    let found: Vec<Complex> = Run::new(&model).linearize(&[], &[]).unwrap().system.eigenvalues().unwrap();
    let states = found.len();
    let (square, linear, constant) = (0.003 * 3e-4, 1.2 * 3e-4 + 0.003 * 1e-4, 1.2 * 1e-4 + 0.05 * 0.05);
    // The sum and the product of both; an angle that is a state besides has a zero.
    let sum = found.iter().fold(Complex::new(0.0, 0.0), |sum, of| sum + *of);
    let product = found.iter().filter(|of| of.norm() > 1e-3).fold(Complex::new(1.0, 0.0), |product, of| product * *of);
    assert!((sum.re + linear / square).abs() < 1e-6 * linear / square, "{found:?}");
    assert!((product.re - constant / square).abs() < 1e-6 * constant / square && states <= 3, "{found:?}");
    // At rest: 12 = R i + k w, k i = d w + 0.1.
    let w = (0.05 * 12.0 - 0.1 * 1.2) / constant;
    let i = (1e-4 * 12.0 + 0.05 * 0.1) / constant;
    let last = run_in_order(&objects, fed, "", &engine).pop().unwrap().1;
    for (is, should) in last.iter().zip([w, i, -i]) {
        assert_near(*is, should, 1e-8 * should.abs());
    }
}

/// Two bodies and the room: `C T' = -G T + ...`, by both eigenvalues of a symmetric problem.
#[test]
fn two_bodies_cool_down_to_the_room() {
    let objects = [
        r#"terminals:Thermal/HeatCapacitor C1 C="20""#,
        r#"terminals:Thermal/HeatCapacitor C2 C="20""#,
        r#"terminals:Thermal/ThermalConductor K G="0.7""#,
        r#"terminals:Thermal/ThermalConductor K1 G="0.5""#,
        r#"terminals:Thermal/ThermalConductor K2 G="0.5""#,
        r#"terminals:Thermal/FixedTemperature E T="290""#,
        r#"terminals:Thermal/FixedHeatFlow Q Q_flow="30""#,
        "terminals:Thermal/HeatFlowSensor H",
        "terminals:Thermal/TemperatureSensor S",
    ];
    let fed = r#"Q.A="C1.A, K1.A, K.A" K.B="H.A" H.B="C2.A, K2.A, S.A" E.A="K1.B, K2.B""#;
    let initial = r#"C1.A.T="350" C2.T="300""#;
    let engine = format!(r#"{TIGHT} TOutput="0:5:100" FileOutput="C1.T, S.T, H.Q_flow, E.Q_flow""#);
    for (time, row) in run_in_order(&objects, fed, initial, &engine) {
        // Sum and difference: 20 s' = 30 - 0.5 s, 20 d' = 30 - 1.9 d, above 290 K.
        let settling = |begin: f64, end: f64, rate: f64| end + (begin - end) * (-rate * time).exp();
        let sum = settling(70.0, 60.0, 0.5 / 20.0);
        let difference = settling(50.0, 30.0 / 1.9, 1.9 / 20.0);
        let expected =
            [290.0 + 0.5 * (sum + difference), 290.0 + 0.5 * (sum - difference), 0.7 * difference, 0.5 * sum];
        for (is, should) in row.iter().zip(expected) {
            assert_near(*is, should, 1e-8 * should.abs().max(1.0));
        }
    }
}

/// A body that radiates into a room at 0.1 K, to which nothing comes from: `T^-3 - T0^-3 = 3 Gr sigma t / C`.
#[test]
fn a_body_radiates_with_the_fourth_power() {
    let objects = [
        r#"terminals:Thermal/HeatCapacitor C C="100""#,
        r#"terminals:Thermal/BodyRadiation R Gr="0.2""#,
        r#"terminals:Thermal/FixedTemperature E T="0.1""#,
    ];
    let fed = r#"C.A="R.A" R.B="E.A""#;
    let initial = r#"C.A.T="800""#;
    let engine = format!(r#"{TIGHT} TOutput="0:10:200" FileOutput="C.T""#);
    for (time, row) in run_in_order(&objects, fed, initial, &engine) {
        let inverse_cube = 800.0_f64.powi(-3) + 3.0 * 0.2 * 5.670_374_419e-8 * time / 100.0;
        assert_near(row[0], inverse_cube.powf(-1.0 / 3.0), 1e-6);
    }
}

/// A resistor that becomes warm, with a heat capacity and without one: `V^2 / (R (1 + alpha x)) = G x`.
#[test]
fn what_a_resistor_loses_heats_it() {
    let objects = [
        "terminals:Electric/Ground G",
        r#"terminals:Electric/ConstantVoltage V V="24""#,
        r#"terminals:Electric/HeatingResistor R R_ref="10" alpha="0.004" T_ref="293.15""#,
        r#"terminals:Thermal/HeatCapacitor C C="5""#,
        r#"terminals:Thermal/ThermalConductor K G="0.6""#,
        r#"terminals:Thermal/FixedTemperature E T="293.15""#,
    ];
    let fed = r#"V.P="R.P" V.N="R.N, G.P" R.Heat="C.A, K.A" K.B="E.A""#;
    let initial = r#"C.A.T="293.15""#;
    let engine = format!(r#"{TIGHT} TOutput="0, 300" FileOutput="R.T, R.i, E.Q_flow""#);
    let alpha: f64 = 0.004;
    let above = ((1.0 + 4.0 * alpha * 24.0 * 24.0 / 10.0 / 0.6).sqrt() - 1.0) / (2.0 * alpha);
    let check = |row: &[f64]| {
        assert_near(row[0], 293.15 + above, 1e-6);
        // What comes from the source goes to the room.
        assert_near(24.0 * row[1], row[2], 1e-6);
        assert_near(row[2], 0.6 * above, 1e-6);
    };
    check(&run_in_order(&objects, fed, initial, &engine).pop().unwrap().1);
    let bare: Vec<&str> = objects.into_iter().filter(|object| !object.contains("HeatCapacitor")).collect();
    for (_, row) in run_in_order(&bare, &fed.replace("C.A, ", ""), r#"R.Heat.T="300""#, &engine) {
        check(&row);
    }
}

/// Nodes without a capacity start at ambient: a body that only radiates has two temperatures that balance, of which one is none.
#[test]
fn a_node_without_capacity_has_a_temperature_above_0() {
    let objects = [
        r#"terminals:Thermal/FixedHeatFlow Q Q_flow="300""#,
        r#"terminals:Thermal/BodyRadiation R Gr="1""#,
        r#"terminals:Thermal/FixedTemperature A T="290""#,
        "terminals:Thermal/TemperatureSensor S",
    ];
    let fed = r#"Q.A="R.A, S.A" R.B="A.A""#;
    let rows = run_in_order(&objects, fed, "", r#"TOutput="0, 1" FileOutput="S.T""#);
    // T^4 = 290^4 + 300/sigma, with the constant of CODATA 2018.
    let exact = (290.0_f64.powi(4) + 300.0 / 5.670_374_419e-8).powf(0.25);
    assert_near(rows[0].1[0], exact, 1e-6);
    // More heat is drawn than radiation can bring.
    let cold = objects.map(|object| object.replace("300", "-500"));
    let cold = cold.each_ref().map(String::as_str);
    let told =
        try_run(&load(&scenario(&cold, fed, "", r#"TOutput="0, 1" FileOutput="S.T""#))).2.unwrap_err().to_string();
    assert!(told.contains("the loop of `R.Q_flow` was not solved"), "{told}");

    // A heated wire whose resistance grows with its temperature: (T - 293.15) (1 + 0.006 (T - 300)) 10 G = U^2.
    let objects = [
        r#"terminals:Electric/ConstantVoltage U V="24""#,
        "terminals:Electric/Ground E",
        r#"terminals:Electric/HeatingResistor R R_ref="10" alpha="0.006""#,
        r#"terminals:Thermal/ThermalConductor K G="0.5""#,
        r#"terminals:Thermal/FixedTemperature A T="293.15""#,
        "terminals:Thermal/TemperatureSensor S",
    ];
    let fed = r#"U.P="R.P" U.N="R.N, E.P" R.Heat="K.A, S.A" K.B="A.A""#;
    let rows = run_in_order(&objects, fed, "", r#"TOutput="0, 1" FileOutput="S.T""#);
    assert_near(rows[0].1[0], 373.2334, 1e-3);
}

/// A body that is cooled below absolute zero is no body.
#[test]
fn a_capacity_is_not_cooled_below_absolute_zero() {
    let objects =
        [r#"terminals:Thermal/FixedHeatFlow Q Q_flow="-1000""#, r#"terminals:Thermal/HeatCapacitor C C="1000""#];
    let model = load(&scenario(&objects, r#"Q.A="C.A""#, "", r#"TOutput="0:100:400" FileOutput="C.T""#));
    let (rows, _, outcome) = try_run(&model);
    let told = outcome.unwrap_err().to_string();
    assert!(told.contains("below absolute zero"), "{told}");
    assert!(rows.iter().all(|(_, row)| row[0] >= 0.0) && rows.len() == 3, "{rows:?}");
}

/// A diode of 1e-9 Ohm in a circuit of 1e-3 Ohm conducts the positive half of a sine, whatever rows are asked for.
#[test]
fn a_diode_without_resistance_does_not_depend_on_rows() {
    let objects = [
        "terminals:Electric/Ground G",
        r#"terminals:Electric/SineVoltage U V="10" f="1""#,
        r#"terminals:Electric/IdealDiode D Ron="1e-9" Goff="1e-9""#,
        r#"terminals:Electric/Resistor R R="1e-3""#,
    ];
    let fed = r#"U.P="D.P" D.N="R.P" G.P="U.N, R.N""#;
    for every in ["0.0002", "0.0003", "0.05", "0.017"] {
        for tolerance in ["1e-6", "1e-9"] {
            let engine = format!(r#"AbsTol="{tolerance}" RelTol="{tolerance}" TOutput="0:{every}:2" FileOutput="R.i""#);
            for (time, row) in run_in_order(&objects, fed, "", &engine) {
                let source = 10.0 * (2.0 * std::f64::consts::PI * time).sin();
                let exact = source.max(0.0) / (1e-3 + 1e-9);
                assert_near(row[0], exact, 1e-2);
            }
        }
    }
}
