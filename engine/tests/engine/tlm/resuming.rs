//! Threads, and runs that go on where another one ended: the same bits.

use bowline_engine::{LoadOptions, NoRecorder, Run, SavedState, Source, Sources};
use std::ops::ControlFlow;

use super::circuit;
use crate::laboratory::{assert_same_bits, load, load_from, run, statistics};

/// Every type of the library.
fn everything(engine: &str) -> String {
    let objects = [
        r#"base:Src/Sine U Bias="0.6" Amplitude="0.5" Frequency="20""#,
        r#"Hydraulic/Tank T p="1e5""#,
        r#"Hydraulic/VariableDisplacementPump X C_leak="1e-11""#,
        r#"Hydraulic/Volume V NumPorts="4" V="1e-4""#,
        r#"Hydraulic/FlowSource Q"#,
        r#"Hydraulic/LaminarOrifice L Kc="1e-10""#,
        r#"Hydraulic/Volume W V="2e-4""#,
        r#"Hydraulic/TurbulentOrifice O"#,
        r#"Hydraulic/TurbulentOrifice R A="1e-6""#,
        r#"Hydraulic/PressureSource P p="3e5""#,
        r#"Mechanic/ForceSource F"#,
        r#"Mechanic/TranslationalMass M m="2" x_max="0.001""#,
        r#"Mechanic/TranslationalSpring S k="1e4" alpha="0.1""#,
        r#"Mechanic/FixedPosition B"#,
        r#"Hydraulic/PressureSource H p="1e7""#,
        r#"Hydraulic/FlowSource QL"#,
        r#"Hydraulic/LosslessLine GL deltat="0.037" alpha="0.2""#,
        r#"Hydraulic/CheckValve KV"#,
        r#"Hydraulic/Tank ZT p="1e6""#,
        r#"Hydraulic/FlowSource FV"#,
        r#"Hydraulic/Volume VV V="1e-4""#,
        r#"Hydraulic/PressureReliefValve PV p_max="1e6" p_h="1e5""#,
        r#"Hydraulic/Tank E"#,
        r#"Hydraulic/Valve43 Y"#,
        r#"Hydraulic/CylinderC C"#,
        r#"Mechanic/TranslationalMass N StartPosition="0.002""#,
        r#"Hydraulic/PressureSensor SP"#,
        r#"Hydraulic/FlowSensor SQ Lag="0""#,
        r#"Mechanic/PositionSensor SX"#,
        r#"Mechanic/VelocitySensor SV StartValue="1""#,
        r#"Mechanic/ForceSensor SF"#,
        r#"Signal/FirstOrderTransferFunction FF b_1="0.01""#,
        r#"Signal/SecondOrderTransferFunction FS b_2="1e-4" b_1="0.01""#,
        r#"Signal/Integrator FI max="0.02""#,
        r#"Signal/LimitedIntegrator FL max="0.02""#,
        r#"Signal/DoubleIntegratorWithDamping FD B="3" max="0.05""#,
        r#"Signal/Delay FY deltat="0.0375""#,
        r#"Signal/Hysteresis FH y_h="0.3""#,
        r#"Mechanic/TorqueSource FR"#,
        r#"Mechanic/InterfaceQ OQ"#,
        r#"Mechanic/TranslationalSpring OS k="100" alpha="0.1""#,
        r#"Mechanic/TranslationalMass OM m="2""#,
        r#"Mechanic/InterfaceC OC k="10""#,
        r#"Mechanic/Gear G J="0.1" B="0.1" omega="2""#,
        r#"Mechanic/TorsionalSpring SR k="50" alpha="0.1""#,
        r#"Mechanic/RotationalInertia J B="0.01""#,
        r#"Mechanic/TorsionalDamper DR B="0.1""#,
        r#"Mechanic/RotationalInertiaWithCoulombFriction JF J="0.1" B="0.1" t_s="0.05" t_k="0.02" w_s="0.1""#,
        r#"Mechanic/AngularVelocitySource VR w="1""#,
        r#"Mechanic/TorsionalSpring SW k="20" alpha="0.1""#,
        r#"Mechanic/VelocitySource VT"#,
        r#"Hydraulic/FixedDisplacementPump XF"#,
        r#"Hydraulic/Volume VA NumPorts="4" V="1e-3" StartPressure="8e6""#,
        r#"Hydraulic/Accumulator AC p0="7e6" StartPressure="8e6""#,
        r#"Hydraulic/Valve22 Y2 f="0.3""#,
        r#"Hydraulic/Volume VM V="1e-4""#,
        r#"Hydraulic/FixedDisplacementMotor XM J_m="0.01""#,
        r#"Mechanic/TorsionalSpring SM k="50" alpha="0.1""#,
        r#"Mechanic/FixedRotation BM"#,
        r#"Hydraulic/Valve32 Y3 f="0.1""#,
        r#"Hydraulic/Volume VC V="1e-4""#,
        r#"Hydraulic/CylinderQ CQ A_1="1e-3" s_l="0.2" m_l="5" B_l="500""#,
        r#"Mechanic/TranslationalDamper DT"#,
        r#"Mechanic/Lever LT"#,
        r#"Mechanic/TranslationalSpring ST k="1e3" alpha="0.1""#,
        r#"Mechanic/TranslationalMassWithCoulombFriction MF m="0.5" f_s="2" f_k="1""#,
    ];
    let connections = r#"X.eps="U.Out" X.P1="T.P1" X.P2="V.P1" Q.q="1e-4*U.Out" Q.P1="V.P2" V.P3="R.P1" R.P2="P.P1"
        V.P4="L.P1" L.P2="W.P1" W.P2="O.P1" F.F="1000*U.Out - 600" F.P1="M.P1" M.P2="S.P1" S.P2="B.P1"
        Y.PP="H.P1" Y.PT="E.P1" Y.PA="C.P1" Y.PB="C.P2" N.P1="C.P3" Y.in="0.01*U.Out - 0.1*SX.out" SX.x="N.P2.x"
        QL.q="1e-4*U.Out" QL.P1="GL.P1" GL.P2="KV.P1" KV.P2="ZT.P1"
        FV.q="1e-3*U.Out" FV.P1="VV.P1" VV.P2="PV.P1"
        SP.p="Y.PA.p" SQ.q="Y.PA.q" SV.v="N.P2.v" SF.f="N.P1.f"
        OQ.Pos="0" OQ.Vel="U.Out" OQ.P1="OS.P1" OS.P2="OM.P1" OM.P2="OC.P1" OC.Force="U.Out - 10*OC.Pos"
        FF.in="U.Out" FS.in="FF.out" FI.in="FS.out" FL.in="FH.out" FD.in="FY.out" FY.in="U.Out" FH.in="FY.out"
        FR.T="3*U.Out - 2" FR.P1="G.P1" G.P2="SR.P1" SR.P2="J.P1" J.P2="DR.P1" DR.P2="JF.P1" JF.P2="SW.P1" SW.P2="VR.P1"
        XF.n_p="200*U.Out" XF.P2="VA.P1" AC.P1="VA.P2" Y2.PP="VA.P3" Y2.in="0.01*U.Out" Y2.PA="VM.P1" XM.P1="VM.P2"
        XM.P3="SM.P1" SM.P2="BM.P1" Y3.PP="VA.P4" Y3.PA="VC.P1" Y3.in="U.Out" VC.P2="CQ.P1"
        VT.v="2*U.Out - 1" VT.P1="DT.P1" DT.P2="LT.P1" LT.P2="ST.P1" ST.P2="MF.P1""#;
    circuit(&objects, connections, &format!(r#"SampleTime="1e-3" FileOutput="objects:all" {engine}"#))
}

/// The same, with steps of their own for groups of it and single components.
fn with_own_steps(engine: &str) -> String {
    let own =
        [("W", "1e-4"), ("O", "1e-4"), ("L", "2e-4"), ("M", "5e-4"), ("GL", "0.003"), ("C", "2.5e-4"), ("SQ", "7e-4")];
    own.iter().fold(everything(engine), |text, (name, step)| {
        let name = format!("Name=\"{name}\"");
        assert!(text.contains(&name));
        text.replace(&name, &format!("{name} SampleTime=\"{step}\""))
    })
}

#[test]
fn a_run_that_goes_on_gives_the_same_bits() {
    goes_on(&everything(r#"TOutput="0:0.001:0.2""#));
}

#[test]
fn a_run_of_several_steps_goes_on_with_the_same_bits() {
    goes_on(&with_own_steps(r#"TOutput="0:0.001:0.2""#));
}

#[track_caller]
fn goes_on(text: &str) {
    let whole = run(&load(text)).0;
    let sources = Sources::new(Source::new("test.xml", text));
    // Also between two ticks.
    for (until, rows) in [(0.1, 100), (0.1005, 101)] {
        let options = LoadOptions { until: Some(until), ..LoadOptions::default() };
        let model = load_from(&sources, options).unwrap();
        let mut first = Run::new(&model);
        first.to_end(&mut NoRecorder, &mut |_| ControlFlow::Continue(())).unwrap();
        let saved = SavedState::new("tests", &model, &first.state()).to_json().unwrap();
        let resumed = sources.clone().with_initial_state(Source::new("s.json", saved.as_str()));
        let model = load_from(&resumed, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
        let found = run(&model).0;
        let found = &found[found.len() + rows - whole.len()..];
        assert_same_bits(found, &whole[rows..], &format!("{until}"));
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    on_any_number_of_threads(everything, "0.02");
}

#[test]
fn any_number_of_threads_gives_the_same_bits_with_several_steps() {
    on_any_number_of_threads(with_own_steps, "0.004");
}

#[track_caller]
fn on_any_number_of_threads(everything: fn(&str) -> String, until: &str) {
    // Beside enough other work for several threads.
    let much = r#"<Lib LibName="laboratory" SimObject="Draining" Name="D" Width="40000" Way="Never"/></OBJECTS>"#;
    let with = |threads: usize| {
        let text = everything(&format!(r#"TOutput="0:0.001:{until}" NumCores="{threads}""#));
        let text = text.replace("objects:all", "objects:inputs, objects:outputs").replace("</OBJECTS>", much);
        let model = load(&text);
        assert_eq!(statistics(&model).threads, threads, "the model is large enough");
        run(&model).0
    };
    let expected = with(1);
    for threads in [2, 3] {
        assert_same_bits(&with(threads), &expected, &format!("{threads} threads"));
    }
}
