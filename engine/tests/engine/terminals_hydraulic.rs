//! Hydraulic elements with terminals against closed forms, an integrator elsewhere, and circuits that are wired by hand
//! from the library of signals.

use bowline_engine::Run;
use bowline_engine::lti::Complex;

use crate::laboratory::{Row, complaints, load, run_in_order, scenario};

const TIGHT: &str = r#"IntegratorMethod="DormandPrince" RelTol="1e-11" AbsTol="1e-13""#;
const AT_ONCE: &str = r#"TOutput="0, 1" FileOutput="objects:states""#;

#[track_caller]
fn assert_close(is: f64, should: f64, allowed: f64) {
    assert!((is - should).abs() <= allowed * should.abs(), "{is} {should}");
}

/// Eigenvalues, the ones with the largest imaginary parts first.
fn eigenvalues(objects: &[&str], fed: &str, initial: &str) -> Vec<Complex> {
    let model = load(&scenario(objects, fed, initial, AT_ONCE));
    let mut found = Run::new(&model).linearize(&[], &[]).unwrap().system.eigenvalues().unwrap();
    found.sort_by(|one, other| other.im.total_cmp(&one.im));
    found
}

/// A volume takes the mass that comes through an orifice. Reference: SciPy's LSODA (rtol 1e-11) on the mass, with the
/// pressure from the density of oil and air by Brent's method.
#[test]
fn a_volume_takes_the_mass_that_comes() {
    let objects = [
        "hydraulics:Hydraulic/Oil Oil",
        r#"terminals:Hydraulic/ConstantPressure S Pressure="2e7""#,
        r#"terminals:Hydraulic/Orifice O Diameter="1e-3""#,
        r#"terminals:Hydraulic/Volume V Volume="1e-3""#,
    ];
    let fed = r#"S.A="O.A" O.B="V.A""#;
    let initial = r#"V.A.p="1e5""#;
    let engine = format!(r#"{TIGHT} TOutput="0:0.05:0.2" FileOutput="V.p, O.q, S.q""#);
    let rows = run_in_order(&objects, fed, initial, &engine);
    let reference = [1e5, 1_346_280.07, 7_345_471.77, 12_640_459.57, 16_539_144.59];
    for ((_, row), should) in rows.iter().zip(reference) {
        assert_close(row[0], should, 1e-6);
        assert_close(row[2], -row[1], 1e-15);
    }
}

/// Two equal resistances with nothing that stores between them: the pressure is the mean of both sides, whatever the law.
#[test]
fn between_equal_orifices_the_pressure_is_the_mean() {
    let objects = [
        r#"hydraulics:Hydraulic/Oil Oil AirFraction="0" BulkModulus="1e16""#,
        r#"terminals:Hydraulic/ConstantPressure S Pressure="1e7""#,
        r#"terminals:Hydraulic/Tank T TankPressure="1e5""#,
        r#"terminals:Hydraulic/Orifice O1 Diameter="1e-3""#,
        r#"terminals:Hydraulic/FlowSensor F"#,
        r#"terminals:Hydraulic/Orifice O2 Diameter="1e-3""#,
        r#"terminals:Hydraulic/PressureSensor M"#,
    ];
    let fed = r#"S.A="O1.A" O1.B="F.A, M.A" F.B="O2.A" O2.B="T.A""#;
    let engine = r#"TOutput="0, 1" FileOutput="M.p, O1.q, O2.q, F.q, T.q""#;
    for (_, row) in run_in_order(&objects, fed, "", engine) {
        assert_close(row[0], 0.5 * (1e7 + 1e5), 1e-9);
        // Turbulent: 0.61 pi/4 d^2 sqrt(2 dp / rho), rho = 875 / (1 + 7e-4 25) kg/m^3.
        assert_close(row[1], 0.61 * 7.853981634e-7 * (2.0 * 4.95e6 / 859.951_f64).sqrt(), 1e-6);
        row[2..].iter().for_each(|q| assert_close(*q, row[1], 1e-8));
    }
}

/// A tube and a volume: `L C s^2 + R C s + 1 = 0`, of stiff oil.
#[test]
fn a_tube_and_a_volume_oscillate() {
    let objects = [
        r#"hydraulics:Hydraulic/Oil Oil AirFraction="0" AtmosphericPressure="1e7""#,
        r#"terminals:Hydraulic/ConstantPressure S Pressure="1e7""#,
        r#"terminals:Hydraulic/Tube U Length="10" Diameter="0.019""#,
        r#"terminals:Hydraulic/Volume V Volume="1e-3""#,
    ];
    let fed = r#"S.A="U.A" U.B="V.A""#;
    let initial = r#"V.A.p="1e7""#;
    let found = eigenvalues(&objects, fed, initial);
    let (density, viscosity, area) = (875.0 / 1.0175, 46e-6, std::f64::consts::PI * 0.0095 * 0.0095);
    let (inertance, capacity) = (density * 10.0 / area, 1e-3 / 1.5e9);
    // Hagen and Poiseuille: 8 eta l / (pi r^4).
    let resistance = 8.0 * density * viscosity * 10.0 / (std::f64::consts::PI * 0.0095_f64.powi(4));
    let (damping, square) = (0.5 * resistance / inertance, 1.0 / (inertance * capacity));
    assert_eq!(found.len(), 2);
    assert_close(found[0].re, -damping, 1e-4);
    assert_close(found[0].im, (square - damping * damping).sqrt(), 1e-6);
}

/// A mass between the oil of two closed chambers: `m s^2 + d s + K (A0^2 / V0 + A1^2 / V1) = 0`; the masses of the oil stay,
/// which are two zeros.
#[test]
fn a_closed_cylinder_is_a_spring() {
    let objects = [
        r#"hydraulics:Hydraulic/Oil Oil AirFraction="0""#,
        r#"terminals:Hydraulic/Cylinder C StrokeLength="0.4" ChamberCrossSection0="2e-3" ChamberCrossSection1="1.2e-3"
           HoseVolume0="2e-4" HoseVolume1="3e-4" ActuatorDamping="2e3" AmbientPressure="0""#,
        "terminals:Translational/Fixed G",
        r#"terminals:Translational/Mass M m="200""#,
    ];
    let fed = r#"C.Housing="G.A" C.Rod="M.A""#;
    let initial = r#"C.A.p="6e6" C.B.p="1e7" M.A.s="0.15""#;
    let found = eigenvalues(&objects, fed, initial);
    let stiffness: f64 = 1.5e9 * (2e-3 * 2e-3 / (2e-4 + 2e-3 * 0.15) + 1.2e-3 * 1.2e-3 / (3e-4 + 1.2e-3 * 0.25));
    let damping: f64 = 0.5 * 2e3 / 200.0;
    assert_eq!(found.len(), 4);
    assert_close(found[0].re, -damping, 1e-4);
    assert_close(found[0].im, (stiffness / 200.0 - damping * damping).sqrt(), 1e-6);
    assert!(found[1].norm() < 1e-4 && found[2].norm() < 1e-4, "{found:?}");
}

/// Stiff oil drives a gas together: `p V^n` stays, the oil is what flowed in, and there is an end.
#[test]
fn an_accumulator_follows_its_gas() {
    let objects = [
        r#"hydraulics:Hydraulic/Oil Oil AirFraction="0" BulkModulus="1e13""#,
        r#"terminals:Hydraulic/Tank T TankPressure="1e5""#,
        r#"terminals:Hydraulic/ConstantFlow Q Flow="1e-4""#,
        r#"terminals:Hydraulic/Accumulator G GasVolume="1e-3" PrechargePressure="8e6" LineVolume="1e-5" MaxOilVolume="3e-4""#,
        r#"terminals:Hydraulic/ReliefValve R CrackPressure="2e7" FullPressure="2.1e7" NominalFlow="2e-4""#,
    ];
    let fed = r#"Q.A="T.A" Q.B="G.A, R.A" R.B="T.A""#;
    let initial = r#"G.A.p="8e6""#;
    let engine = r#"IntegratorMethod="BDF" RelTol="1e-9" AbsTol="1e-9" TOutput="0:0.25:4"
        FileOutput="G.p, G.OilVolume, G.Limit, R.q""#;
    let rows = run_in_order(&objects, fed, initial, engine);
    for (time, row) in &rows {
        let &[p, oil, limit, over] = row.as_slice() else { panic!("{row:?}") };
        if *time < 2.99 {
            assert_eq!(limit, 0.0);
            assert!((oil - 1e-4 * time).abs() < 1e-9, "{time}: {oil}");
            assert_close(p * (1.0 - 0.1 * time).powf(1.4), 8e6, 1e-5);
        } else if *time > 3.01 {
            assert_eq!(limit, 1.0);
            assert_close(oil, 3e-4, 1e-12);
            assert_close(over, 1e-4, 1e-6);
        }
    }
}

/// A pump and a motor: two linear equations for pressure and speed, where leakage and friction are linear.
#[test]
fn a_hydrostatic_transmission_comes_to_rest_where_its_losses_say() {
    let objects = [
        "hydraulics:Hydraulic/Oil Oil",
        r#"terminals:Hydraulic/Tank T TankPressure="1e6""#,
        "terminals:Rotational/Speed W",
        r#"terminals:Hydraulic/Pump P Displacement="5e-6" LeakageCoefficient="2e-12" ViscousFriction="0.01""#,
        r#"terminals:Hydraulic/Volume V Volume="5e-4""#,
        r#"terminals:Hydraulic/ReliefValve R CrackPressure="1.2e7" FullPressure="1.5e7" NominalFlow="1e-3""#,
        r#"terminals:Hydraulic/Motor M Displacement="1e-5" LeakageCoefficient="3e-12" ViscousFriction="0.02""#,
        r#"terminals:Rotational/Inertia J J="0.05""#,
        "terminals:Rotational/Torque L",
        r#"base:Src/Ramp U EndTime="0.2" After="150""#,
    ];
    let fed = r#"P.A="T.A" P.B="V.A, R.A, M.A" R.B="T.A" M.B="T.A" W.A="P.Flange" W.Ref="U.Out" M.Flange="J.A, L.A"
        L.F="-20""#;
    let initial = r#"V.A.p="1e6""#;
    let engine = r#"IntegratorMethod="BDF" RelTol="1e-9" AbsTol="1e-10" TOutput="0, 5" FileOutput="V.p, M.w, P.tau, M.tau, R.q""#;
    let last = run_in_order(&objects, fed, initial, engine).pop().unwrap().1;
    // 1e-5 x - 0.02 w = 20 and 5e-12 x + 1e-5 w = 5e-6 150, of the pressure difference x.
    let determinant: f64 = 1e-5 * 1e-5 + 0.02 * 5e-12;
    let x = (20.0 * 1e-5 + 0.02 * 7.5e-4) / determinant;
    let w = (1e-5 * 7.5e-4 - 20.0 * 5e-12) / determinant;
    for (is, should) in last.iter().zip([1e6 + x, w, 5e-6 * x + 0.01 * 150.0, -20.0]) {
        assert_close(*is, should, 1e-7);
    }
    assert_eq!(last[4], 0.0);
}

/// What is joined at terminals says the same as what is wired by hand.
#[track_caller]
fn assert_same(joined: &[Row], wired: &[Row], nominal: &[f64]) {
    assert_eq!(joined.len(), wired.len());
    for ((time, one), (_, other)) in joined.iter().zip(wired) {
        for ((one, other), nominal) in one.iter().zip(other).zip(nominal) {
            assert!((one - other).abs() < 1e-6 * nominal, "{time}: {one} {other}");
        }
    }
}

/// A cylinder with a load behind a proportional valve, into its end stops: by terminals, and by signals.
#[test]
fn a_cylinder_moves_as_that_of_the_library_of_signals() {
    const CYLINDER: &str = r#"StrokeLength="0.4" OffsetLength="0.5" ChamberCrossSection0="0.002" ChamberCrossSection1="0.0012"
        HoseVolume0="2e-4" HoseVolume1="3e-4" ActuatorDamping="2000" LeakageCoefficient="1e-12" StopStiffness="1e8"
        StopDamping="1e5""#;
    const VALVE: &str = r#"NominalFlow="3e-4" NaturalFrequency="40" DeadBand="0.02" ScaleBT="0.6""#;
    let engine = |names: &str| {
        format!(r#"IntegratorMethod="BDF" RelTol="1e-10" AbsTol="1e-10" TOutput="0:0.02:1.5" FileOutput="{names}""#)
    };
    let command = r#"base:Src/Table U Times="0, 0.1, 0.6, 0.9, 1.4" Values="0; 0.6; 0; -0.7; 0""#;
    let joined = run_in_order(
        &[
            "hydraulics:Hydraulic/Oil Oil",
            command,
            r#"terminals:Hydraulic/Tank T TankPressure="1e5""#,
            r#"terminals:Hydraulic/ConstantPressure S Pressure="1e7""#,
            &format!("terminals:Hydraulic/Valve43 V {VALVE}"),
            &format!("terminals:Hydraulic/Cylinder C {CYLINDER}"),
            "terminals:Translational/Fixed G",
            r#"terminals:Translational/Mass M m="200""#,
        ],
        r#"V.P="S.A" V.T="T.A" V.A="C.A" V.B="C.B" V.Command="U.Out" C.Housing="G.A" C.Rod="M.A""#,
        r#"C.A.p="5e5" C.B.p="7e5" M.A.s="0.8""#,
        &engine("C.Stroke, C.v_rel, C.p_a, C.p_b, C.Tension, S.q, T.q, C.Contact"),
    );
    let wired = run_in_order(
        &[
            "hydraulics:Hydraulic/Oil Oil",
            command,
            r#"hydraulics:Hydraulic/Tank T TankPressure="1e5""#,
            r#"hydraulics:Hydraulic/Tank S TankPressure="1e7""#,
            &format!("hydraulics:Hydraulic/Valve43 V {VALVE}"),
            &format!(r#"hydraulics:Hydraulic/ActuatorSimple A AmbientPressure="101325" {CYLINDER}"#),
            r#"FhsimTutorialLibrary:Body/Mass M Mass="200" g="0""#,
        ],
        r#"V.Command="U.Out" V.PressureP="S.Pressure" V.PressureT="T.Pressure" V.PressureA="A.Pressure0"
           V.PressureB="A.Pressure1" A.Flow0="V.FlowA" A.Flow1="V.FlowB" T.Flow="V.FlowT" S.Flow="V.FlowP" A.PosA="0,0,0"
           A.VelA="0,0,0" A.PosB="M.Pos" A.VelB="M.Vel" M.Force="A.ForceB""#,
        r#"A.p0="5e5" A.p1="7e5" M.Pos="0.8,0,0" M.Vel="0,0,0""#,
        &engine("A.Stroke, A.VelocityLocal, A.Pressure0, A.Pressure1, A.Tension, S.Inflow, T.Inflow, A.Contact"),
    );
    assert_same(&joined, &wired, &[0.4, 1.0, 1e7, 1e7, 1e5, 1e-3, 1e-3, 1.0]);
    assert!(joined.iter().any(|(_, row)| row[7] == 1.0), "it reaches its end");
}

/// Pump, relief valve with a lag, check valve and leak: by terminals, and by signals.
#[test]
fn a_circuit_runs_as_that_of_the_library_of_signals() {
    let parts = [
        ("Pump P", r#"Displacement="3e-6" LeakageCoefficient="1e-12""#),
        ("Volume D", r#"Volume="5e-4""#),
        ("ReliefValve R", r#"CrackPressure="9.5e6" FullPressure="13e6" NominalFlow="6e-4" TimeConstant="0.005""#),
        ("CheckValve C", r#"NominalFlow="5e-4""#),
        ("Volume L", r#"Volume="1e-3""#),
        ("Orifice B", r#"Diameter="0.5e-3""#),
        ("Tank T", r#"TankPressure="1e5""#),
    ];
    let run = |library: &str, more: &[&str], fed: &str, initial: &str, names: &str| {
        let engine =
            format!(r#"IntegratorMethod="BDF" RelTol="1e-9" AbsTol="1e-9" TOutput="0:0.01:0.6" FileOutput="{names}""#);
        let of_library = parts.map(|(part, parameters)| format!("{library}:Hydraulic/{part} {parameters}"));
        let mut objects = vec!["hydraulics:Hydraulic/Oil Oil", r#"base:Src/Ramp U EndTime="0.1" After="150""#];
        objects.extend(more);
        objects.extend(of_library.iter().map(String::as_str));
        run_in_order(&objects, fed, initial, &engine)
    };
    let joined = run(
        "terminals",
        &["terminals:Rotational/Speed W"],
        r#"T.A="P.A, R.B, B.B" P.B="D.A, R.A, C.A" C.B="L.A, B.A" W.A="P.Flange" W.Ref="U.Out""#,
        r#"D.A.p="1e5" L.A.p="3e6""#,
        "D.p, L.p, R.Opening, T.q",
    );
    let wired = run(
        "hydraulics",
        &[],
        r#"P.PressureA="T.Pressure" P.PressureB="D.Pressure" R.PressureA="D.Pressure" R.PressureB="T.Pressure"
           C.PressureA="D.Pressure" C.PressureB="L.Pressure" D.Flow="P.FlowB + R.FlowA + C.FlowA"
           B.PressureA="L.Pressure" B.PressureB="T.Pressure" L.Flow="C.FlowB + B.FlowA"
           T.Flow="P.FlowA + R.FlowB + B.FlowB" P.AngVel="U.Out""#,
        r#"D.Pressure="1e5" L.Pressure="3e6""#,
        "D.Pressure, L.Pressure, R.Opening, T.Inflow",
    );
    assert_same(&joined, &wired, &[1e7, 1e7, 1.0, 1e-3]);
}

/// Pressures are absolute: they begin with that of the air, and one of 0 is told, with what to write.
#[test]
fn a_volume_begins_with_the_pressure_of_the_air() {
    let objects = [
        "hydraulics:Hydraulic/Oil Oil",
        "terminals:Hydraulic/Tank T",
        r#"terminals:Hydraulic/Orifice O Diameter="1e-3""#,
        r#"terminals:Hydraulic/Volume V Volume="1e-3""#,
    ];
    let begun = run_in_order(&objects, r#"T.A="O.A" O.B="V.A""#, "", r#"TOutput="0, 1" FileOutput="V.A.p""#);
    assert_eq!(begun[0].1, [101_325.0]);
    let told = complaints(&scenario(&objects, r#"T.A="O.A" O.B="V.A""#, r#"V.A.p="0""#, AT_ONCE));
    assert!(told.iter().any(|told| told.contains("Name.A.p") && told.contains("absolute")), "{told:?}");
}

/// A source of flow, a relief valve and a motor, without a volume: the pressure is what the valve leaves of it, and bends where it opens,
/// shuts and is open all the way. Reference: SciPy's DOP853 (rtol 1e-12), with the pressure by Brent's method.
#[test]
fn a_relief_valve_works_without_a_volume() {
    let objects = [
        "hydraulics:Hydraulic/Oil Oil",
        r#"terminals:Hydraulic/ConstantFlow S Flow="1e-3""#,
        "terminals:Hydraulic/Tank T",
        r#"terminals:Hydraulic/ReliefValve R NominalFlow="1e-3" CrackPressure="2e7" FullPressure="2.1e7""#,
        r#"terminals:Hydraulic/Motor M Displacement="1e-5" LeakageCoefficient="1e-12""#,
        r#"terminals:Rotational/Inertia J J="0.8""#,
        r#"terminals:Rotational/Damper D d="0.2""#,
        "terminals:Rotational/Fixed F",
        "terminals:Rotational/Torque L",
        r#"base:Src/Sine W Amplitude="60" Frequency="0.7" Bias="-100""#,
    ];
    let fed = r#"T.A="S.A, R.B, M.B" S.B="R.A, M.A" M.Flange="J.A, D.A, L.A" D.B="F.A" L.F="W.Out""#;
    let reference = [
        98.240_091_465_578,
        99.170_919_447_698,
        99.136_938_448_749,
        98.227_111_878_952,
        98.823_396_621_903,
        99.364_698_953_583,
    ];
    for method in [
        r#"IntegratorMethod="DormandPrince" RelTol="1e-9""#,
        r#"IntegratorMethod="BDF" RelTol="1e-9""#,
        r#"IntegratorMethod="ESDIRK34" RelTol="1e-9""#,
        r#"IntegratorMethod="RK4" stepsize="0.001""#,
    ] {
        let engine = format!(r#"{method} TOutput="0:1:6" FileOutput="J.w, R.q, M.q""#);
        let rows = run_in_order(&objects, fed, r#"J.A.w="0""#, &engine);
        for ((time, row), should) in rows[1..].iter().zip(reference) {
            assert!((row[0] / should - 1.0).abs() < 1e-6, "{method}, {time}: {row:?}, not {should}");
            assert_close(row[1] + row[2], 1e-3, 1e-12);
        }
    }
}
