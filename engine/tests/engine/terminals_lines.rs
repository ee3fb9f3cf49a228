//! Terminals at the ends of transmission lines, against closed forms.

use crate::laboratory::{load, run_in_order, scenario, try_run};

/// A valve at the end of a pipe shuts at once: the pressure rises by Zc q (Joukowsky), and goes to and fro between the
/// valve and a pressure that does not change, for ever.
#[test]
fn a_valve_that_shuts_makes_a_wave() {
    let objects = [
        "hydraulics:Hydraulic/Oil Oil",
        r#"base:Src/Step V Before="0.5" After="0" StepTime="0.1""#,
        r#"terminals:Hydraulic/ConstantPressure S Pressure="1e7""#,
        "terminals:Hydraulic/LineEnd E1",
        r#"tlm:Hydraulic/LosslessLine L deltat="0.02" Z_c="1e9" StartPressure="1e7""#,
        "terminals:Hydraulic/LineEnd E2",
        r#"terminals:Hydraulic/ThrottleValve T NominalFlow="1e-3" NominalPressureDrop="1e7""#,
        "terminals:Hydraulic/Tank K",
    ];
    let fed = r#"S.A="E1.A" E1.P1="L.P1" L.P2="E2.P1" E2.A="T.A" T.B="K.A" T.Opening="V.Out""#;
    let engine = r#"SampleTime="0.001" TOutput="0:0.001:0.4" FileOutput="E1.q, E2.q, T.q, E2.A.p""#;
    let rows = run_in_order(&objects, fed, "", engine);
    let (_, last) = &rows[99];
    let (q, p) = (last[2], last[3]);
    assert!(q > 4e-4, "{last:?}");
    let higher = p + 1e9 * q;
    for (time, row) in &rows {
        assert!((row[1] + row[2]).abs() < 1e-16, "what comes out of the line goes through the valve: {time} {row:?}");
        let since = time - 0.1;
        if since > -1e-9 && since < 0.0195 {
            assert!((row[3] / higher - 1.0).abs() < 1e-12, "{time}: {row:?}, not {higher}");
        }
        // Without losses what was is there again after four times along the pipe.
        if since > 1e-9 && *time < 0.3 {
            let later = &rows[(time * 1000.0).round() as usize + 80].1;
            assert!((row[3] / later[3] - 1.0).abs() < 1e-11 && row[1] == 0.0, "{time}: {row:?} {later:?}");
        }
    }
}

/// A mass and an inertia at springs of lines swing as `v = cos(20 t)`, and no wave feeds them: 80 times, with an error that falls
/// with the square of the step.
#[test]
fn bodies_at_springs_of_lines_swing_on() {
    let objects = [
        r#"terminals:Translational/Mass M m="2""#,
        "terminals:Translational/LineEnd E",
        r#"tlm:Mechanic/TranslationalSpring S k="800" StartVelocity="1, 0""#,
        "tlm:Mechanic/FixedPosition F",
        r#"terminals:Rotational/Inertia J J="2""#,
        "terminals:Rotational/LineEnd RE",
        r#"tlm:Mechanic/TorsionalSpring RS k="800" StartAngularVelocity="1, 0""#,
        "tlm:Mechanic/FixedRotation RF",
    ];
    let fed = r#"M.A="E.A" E.P1="S.P1" S.P2="F.P1" J.A="RE.A" RE.P1="RS.P1" RS.P2="RF.P1""#;
    let error = |step: f64| {
        let engine = format!(
            r#"IntegratorMethod="DormandPrince" RelTol="1e-9" AbsTol="1e-12" SampleTime="{step}" TOutput="0:0.5:25" FileOutput="M.A.v, J.A.w, M.A.s, E.f""#
        );
        let mut most = 0.0_f64;
        for (time, row) in run_in_order(&objects, fed, r#"M.A.v="1" M.A.s="0" J.A.w="1""#, &engine) {
            assert_eq!(row[0], row[1], "both are alike");
            most = most.max((row[0] - (20.0 * time).cos()).abs()).max((20.0 * row[2] - (20.0 * time).sin()).abs());
            most = most.max((row[3] / 40.0 - (20.0 * time).sin()).abs());
        }
        most
    };
    let errors = [0.002, 0.001, 0.0005].map(error);
    assert!(errors[2] < 0.012, "{errors:?}");
    errors.windows(2).for_each(|pair| assert!((pair[0] / pair[1] - 4.0).abs() < 0.3, "{errors:?}"));
}

#[test]
fn an_end_that_nothing_is_joined_to_is_named() {
    let objects = [
        "hydraulics:Hydraulic/Oil Oil",
        r#"terminals:Hydraulic/ConstantPressure S Pressure="1e7""#,
        "terminals:Hydraulic/LineEnd E",
    ];
    let engine = r#"SampleTime="0.001" TOutput="0, 1" FileOutput="E.q""#;
    let told = try_run(&load(&scenario(&objects, r#"S.A="E.A""#, "", engine))).2.unwrap_err().to_string();
    assert!(told.contains("`P1` has no impedance"), "{told:?}");
}
