//! Steps of transmission-line elements that are too long: what is said of them.

use std::fs;

use tempfile::TempDir;

use crate::program::{bowline, text};

/// What `bowline check` and `bowline run` say, which is the same but for the last line.
fn said(objects: &str, connections: &str, step: &str) -> Vec<String> {
    let scenario = format!(
        r#"<Contents><OBJECTS>{objects}</OBJECTS><INTERCONNECTIONS><Connection {connections}/></INTERCONNECTIONS>
           <INTEGRATION><Engine SampleTime="{step}" TOutput="0:0.01:0.02"/></INTEGRATION></Contents>"#
    );
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("s.xml"), scenario).unwrap();
    let of = |command: &str| {
        let output = bowline(&directory, &[command, "s.xml"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let all = text(&output.stderr);
        all.lines().filter(|line| line.starts_with("warning")).map(str::to_owned).collect::<Vec<_>>()
    };
    let (checked, run) = (of("check"), of("run"));
    assert_eq!(checked, run);
    checked
}

/// All that both say, on a line each.
fn whole(directory: &TempDir, scenario: &str) -> [String; 2] {
    fs::write(directory.path().join("s.xml"), scenario).unwrap();
    ["check", "run"].map(|command| {
        let output = bowline(directory, &[command, "s.xml"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stderr).replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ")
    })
}

/// k T^2 / m is 0.4 at 2 ms and 10 at 10 ms, where 1 ms make it 0.1.
#[test]
fn a_spring_that_is_stiff_for_its_mass() {
    let objects = r#"<Lib LibName="tlm" SimObject="Mechanic/TranslationalMass" Name="M" m="10"/>
        <Lib LibName="tlm" SimObject="Mechanic/TranslationalSpring" Name="S" k="1e6"/>
        <Lib LibName="tlm" SimObject="Mechanic/FixedPosition" Name="W"/>"#;
    let connections = r#"M.P2="S.P1" S.P2="W.P1""#;
    assert_eq!(said(objects, connections, "2e-3"), [""; 0]);
    assert_eq!(
        said(objects, connections, "1e-2"),
        [
            "warning: `S` (Mechanic/TranslationalSpring of tlm) at t = 0 s: a step of 0.01 s is long for k, 1000000.0 N/m, and \
          the masses at its ends: (omega T)^2 = k T^2 / m is 1.0e1, and they swing too slowly: by a tenth at 0.5, by 2 % at \
          0.1, with a SampleTime of 1.0e-3"
        ]
    );
}

/// A chamber of 0.1 litre at 10 cm^2 and 10 kg: Beta_e T^2 A^2 / (0.1 me) is 1e-3 T^2 / (1 ms)^2,
/// which is as much at 0.316 ms.
#[test]
fn a_cylinder_with_little_oil_for_its_mass() {
    let objects = r#"<Lib LibName="tlm" SimObject="Hydraulic/CylinderC" Name="C" V_1="1e-4"/>
        <Lib LibName="tlm" SimObject="Mechanic/TranslationalMass" Name="M" m="10"/>
        <Lib LibName="tlm" SimObject="Hydraulic/LaminarOrifice" Name="A"/>
        <Lib LibName="tlm" SimObject="Hydraulic/LaminarOrifice" Name="B"/>
        <Lib LibName="tlm" SimObject="Hydraulic/Tank" Name="T"/>
        <Lib LibName="tlm" SimObject="Hydraulic/Tank" Name="U"/>"#;
    let connections = r#"M.P1="C.P3" A.P1="C.P1" A.P2="T.P1" B.P1="C.P2" B.P2="U.P1""#;
    assert_eq!(said(objects, connections, "3e-4"), [""; 0]);
    let told = said(objects, connections, "5e-4");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with(
            "warning: `C` (Hydraulic/CylinderC of tlm) at t = 0 s: a step of 0.0005 s is long for 10.0 kg at P3: chamber 1 \
             counts as 2.5e-4 m^3 where it has less, down to V_1, 0.0001; with a SampleTime of 3.0e-4 it counts as it is"
        ),
        "{told:?}"
    );
}

/// 10 cm^2 on 0.2 litre at either side of 5 kg: k = 2 1e9 1e-6 / 2e-4 = 1e7 N/m, k T^2 / m is 0.5 at 0.5 ms. The impedance of a
/// volume whose waves are filtered is a ninth higher.
#[test]
fn a_cylinder_between_small_volumes() {
    let objects = r#"<Lib LibName="tlm" SimObject="Hydraulic/CylinderQ" Name="C" A_1="1e-3" A_2="1e-3" m_l="5" s_l="1"
            StartPosition="0.5" k_l="0"/>
        <Lib LibName="tlm" SimObject="Hydraulic/Volume" Name="V" V="2e-4" alpha="0"/>
        <Lib LibName="tlm" SimObject="Hydraulic/Volume" Name="U" V="2e-4" alpha="0"/>
        <Lib LibName="tlm" SimObject="Hydraulic/LaminarOrifice" Name="A"/>
        <Lib LibName="tlm" SimObject="Hydraulic/LaminarOrifice" Name="B"/>
        <Lib LibName="tlm" SimObject="Mechanic/ForceSource" Name="F"/>
        <Lib LibName="tlm" SimObject="Hydraulic/Tank" Name="S"/>
        <Lib LibName="tlm" SimObject="Hydraulic/Tank" Name="T"/>"#;
    let connections = r#"C.P1="V.P1" C.P2="U.P1" C.P3="F.P1" V.P2="A.P1" U.P2="B.P1" A.P2="S.P1" B.P2="T.P1""#;
    assert_eq!(said(objects, connections, "4.9e-4"), [""; 0]);
    assert_eq!(
        said(objects, connections, "1e-3"),
        [
            "warning: `C` (Hydraulic/CylinderQ of tlm) at t = 0 s: a step of 0.001 s is long for the load and the oil at P1 and \
             P2: (omega T)^2 = T (A_1^2 Zc1 + A_2^2 Zc2) / m_l is 2.0e0, and they swing too slowly: by a tenth at 0.5, by 2 % \
             at 0.1, with a SampleTime of 2.2e-4"
        ]
    );
}

/// 1 radian of the shaft is 1e-5 m^3 in a litre on either side: k = 2 1e9 1e-10 / 1e-3 = 200 N m/rad, on 0.01 kg m^2.
#[test]
fn a_motor_between_small_volumes() {
    let objects = r#"<Lib LibName="tlm" SimObject="Hydraulic/FixedDisplacementMotor" Name="H" D_m="6.283185307179586e-5" J_m="0.01"/>
        <Lib LibName="tlm" SimObject="Hydraulic/Volume" Name="V" V="1e-3" alpha="0"/>
        <Lib LibName="tlm" SimObject="Hydraulic/Volume" Name="U" V="1e-3" alpha="0"/>
        <Lib LibName="tlm" SimObject="Hydraulic/LaminarOrifice" Name="A"/>
        <Lib LibName="tlm" SimObject="Hydraulic/LaminarOrifice" Name="B"/>
        <Lib LibName="tlm" SimObject="Mechanic/TorqueSource" Name="F"/>
        <Lib LibName="tlm" SimObject="Hydraulic/Tank" Name="S"/>
        <Lib LibName="tlm" SimObject="Hydraulic/Tank" Name="T"/>"#;
    let connections = r#"H.P1="V.P1" H.P2="U.P1" H.P3="F.P1" V.P2="A.P1" U.P2="B.P1" A.P2="S.P1" B.P2="T.P1""#;
    assert_eq!(said(objects, connections, "4.9e-3"), [""; 0]);
    let told = said(objects, connections, "1e-2");
    assert!(
        told.len() == 1
            && told[0].contains("T (D_m / (2 pi))^2 (Zc1 + Zc2) / J_m is 2.0e0")
            && told[0].contains("2.2e-3"),
        "{told:?}"
    );
}

/// A spring at a tenth of the step of its mass, and a mass at a tenth of that of its spring.
#[test]
fn a_border_of_steps_at_a_mass() {
    let directory = TempDir::new().unwrap();
    let of = |mass: &str, spring: &str| {
        let scenario = format!(
            r#"<Contents><OBJECTS>
            <Lib LibName="tlm" SimObject="Mechanic/TranslationalMass" Name="M" m="10" StartVelocity="1" {mass}/>
            <Lib LibName="tlm" SimObject="Mechanic/TranslationalSpring" Name="S" k="1e4" StartVelocity="1, 0" {spring}/>
            <Lib LibName="tlm" SimObject="Mechanic/FixedPosition" Name="W"/></OBJECTS>
            <INTERCONNECTIONS><Connection M.P2="S.P1" S.P2="W.P1"/></INTERCONNECTIONS>
            <INTEGRATION><Engine SampleTime="1e-3" TOutput="0:0.01:0.02"/></INTEGRATION></Contents>"#
        );
        whole(&directory, &scenario)
    };
    for own in ["", r#"SampleTime="1e-3""#] {
        assert!(of(own, "").iter().all(|said| !said.contains("out-of-step")), "{:?}", of(own, ""));
    }
    for (mass, spring, own, other) in
        [("", r#"SampleTime="1e-4""#, "0.001", "0.0001"), (r#"SampleTime="1e-4""#, "", "0.0001", "0.001")]
    {
        let expected = format!(
            "`M` (Mechanic/TranslationalMass of tlm) ticks every {own} s, and what gives its `P2.c`, `S`, every {other} s: what \
             has a mass gets that wave late, and may swing up"
        );
        for said in of(mass, spring) {
            assert!(said.contains("out-of-step") && said.contains(&expected), "{said}");
            // What a purely mechanical model has.
            assert!(
                said.contains("lie at a wall or at a velocity that is given") && !said.contains("orifice"),
                "{said}"
            );
            assert!(said.contains(r#"give both the same: SampleTime="0.0001""#), "{said}");
        }
    }
}

/// A flow that is held, and one that is calculated more often than the volume counts it.
#[test]
fn a_border_of_steps_at_a_volume() {
    let directory = TempDir::new().unwrap();
    let of = |gap: &str, volume: &str| {
        let scenario = format!(
            r#"<Contents><OBJECTS>
            <Lib LibName="tlm" SimObject="Hydraulic/PressureSource" Name="S"/>
            <Lib LibName="tlm" SimObject="Hydraulic/TurbulentOrifice" Name="A" {gap}/>
            <Lib LibName="tlm" SimObject="Hydraulic/Volume" Name="V" {volume}/>
            <Lib LibName="tlm" SimObject="Hydraulic/FixedDisplacementPump" Name="P"/>
            <Lib LibName="tlm" SimObject="Hydraulic/Tank" Name="T"/></OBJECTS>
            <INTERCONNECTIONS><Connection S.P1="A.P1" A.P2="V.P1" P.P1="T.P1" P.P2="V.P2"/></INTERCONNECTIONS>
            <INTEGRATION><Engine SampleTime="1e-3" TOutput="0:0.01:0.02"/></INTEGRATION></Contents>"#
        );
        whole(&directory, &scenario)
    };
    for (gap, volume) in [("", ""), (r#"SampleTime="1e-4""#, "")] {
        assert!(of(gap, volume).iter().all(|said| !said.contains("out-of-step")), "{:?}", of(gap, volume));
    }
    for said in of("", r#"SampleTime="1e-4""#) {
        let expected = "`A` (Hydraulic/TurbulentOrifice of tlm) ticks every 0.001 s, and what gives its `P2.c`, `V`, every 0.0001 s: \
                        its flow is held while the oil there goes on";
        // The pump does not answer to pressures.
        assert!(said.matches("out-of-step").count() == 1 && said.contains(expected), "{said}");
        assert!(said.contains("above 2 without a bound") && said.contains(r#"SampleTime="0.0001""#), "{said}");
    }
}

/// A gap that is told 1e-3 m^3/s, between 3 and 1 MPa: without flows of the volume Kc (c1 - c2) / (1 + Kc Zc) is 2/3 of it. And
/// a spring outside that pushes with 3 N.
#[test]
fn starts_that_others_do_not_know_of() {
    let of = |flow: &str| {
        let objects = format!(
            r#"<Lib LibName="tlm" SimObject="Hydraulic/FlowSource" Name="S" q="1e-3"/>
            <Lib LibName="tlm" SimObject="Hydraulic/Volume" Name="V" alpha="0" StartPressure="3e6" {flow}/>
            <Lib LibName="tlm" SimObject="Hydraulic/LaminarOrifice" Name="A" Kc="5e-10" StartFlow="1e-3"/>
            <Lib LibName="tlm" SimObject="Hydraulic/Tank" Name="T" p="1e6"/>"#
        );
        said(&objects, r#"S.P1="V.P1" V.P2="A.P1" A.P2="T.P1""#, "1e-3")
    };
    assert_eq!(of(r#"StartFlow="1e-3, -1e-3""#), [""; 0]);
    let told = of("");
    assert!(
        told.len() == 1
            && told[0].contains(
                "`A` (Hydraulic/LaminarOrifice of tlm) at t = 0 s: `StartFlow` is 0.001 m^3/s, but 6.667e-4 flows"
            )
            && told[0].contains("StartFlow / Kc, 2000000.0 Pa"),
        "{told:?}"
    );
    let told = of(r#"StartFlow="1.1e-3, -1.1e-3""#);
    assert!(
        told.len() == 2
            && told.iter().any(|told| told.contains(r#"starts with 0.001, -0.001, and the first pressure"#)),
        "{told:?}"
    );
    let of = |force: &str| {
        let objects = format!(
            r#"<Lib LibName="tlm" SimObject="Mechanic/TranslationalMass" Name="M"/>
            <Lib LibName="tlm" SimObject="Mechanic/InterfaceC" Name="I" k="100" {force}/>"#
        );
        said(&objects, r#"M.P2="I.P1" I.Force="-3""#, "1e-3")
    };
    assert_eq!(of(r#"StartForce="3""#), [""; 0]);
    for (force, told_force) in [("", "0.0"), (r#"StartForce="-3""#, "-3.0")] {
        let told = of(force);
        let expected = format!(
            "`I` (Mechanic/InterfaceC of tlm) at t = 0 s: `StartForce` is {told_force} N, but what is outside starts with 3.0, and the \
             first step is done with the former: give StartForce=\"3.0\", or start that otherwise"
        );
        assert!(told.len() == 1 && told[0].contains(&expected), "{told:?}");
    }
}

/// A volume that is told of one flow of two, and a line whose ends begin with different ones.
#[test]
fn flows_at_the_start_that_were_not_told() {
    let between = |object: &str| {
        let objects = format!(
            r#"<Lib LibName="tlm" SimObject="Hydraulic/FlowSource" Name="A" q="1e-4"/>
            <Lib LibName="tlm" SimObject="Hydraulic/{object} StartPressure="1e6"/>
            <Lib LibName="tlm" SimObject="Hydraulic/FlowSource" Name="B" q="-2e-4"/>"#
        );
        said(&objects, r#"A.P1="X.P1" B.P1="X.P2""#, "1e-3")
    };
    assert_eq!(between(r#"Volume" Name="X" StartFlow="1e-4, -2e-4""#), [""; 0]);
    for (object, expected) in [
        (
            r#"Volume" Name="X" StartFlow="0, -2e-4""#,
            "`StartFlow` is 0.0, -0.0002 m^3/s, but what is at P1 and P2 starts with 0.0001, -0.0002, and the first pressure \
             there is wrong by as much times Zc: give StartFlow=\"0.0001, -0.0002\"",
        ),
        (
            r#"LosslessLine" Name="X" deltat="2e-3" StartFlow="1e-4""#,
            "starts with 0.0001 into P1 and 0.0002 out of P2: a wave begins at P2",
        ),
        (r#"LosslessLine" Name="X" deltat="2e-3" StartFlow="2e-4""#, "out of P2: a wave begins at P1"),
    ] {
        let told = between(object);
        assert!(told.len() == 1 && told[0].contains(expected), "{told:?}");
    }
}

/// What a spring is not told of the velocity of its mass.
#[test]
fn a_spring_that_starts_with_a_mass_that_moves() {
    let objects = r#"<Lib LibName="tlm" SimObject="Mechanic/TranslationalMass" Name="M" m="10" StartVelocity="1"/>
        <Lib LibName="tlm" SimObject="Mechanic/TranslationalSpring" Name="S"/>
        <Lib LibName="tlm" SimObject="Mechanic/FixedPosition" Name="W"/>"#;
    let told = said(objects, r#"M.P2="S.P1" S.P2="W.P1""#, "1e-3");
    assert!(
        told.len() == 1
            && told[0].contains("`S`")
            && told[0].contains(r#"but what is at P1 and P2 starts with 1.0, 0.0"#)
            && told[0].contains(r#"give StartVelocity="1.0, 0.0""#),
        "{told:?}"
    );
}

/// A line's delay is at least a step.
#[test]
fn a_line_that_is_short() {
    let objects = r#"<Lib LibName="tlm" SimObject="Hydraulic/LosslessLine" Name="L" deltat="1.25e-3"/>
        <Lib LibName="tlm" SimObject="Hydraulic/LaminarOrifice" Name="A"/>
        <Lib LibName="tlm" SimObject="Hydraulic/LaminarOrifice" Name="B"/>
        <Lib LibName="tlm" SimObject="Hydraulic/Tank" Name="T"/>
        <Lib LibName="tlm" SimObject="Hydraulic/Tank" Name="U"/>"#;
    let connections = r#"A.P1="T.P1" A.P2="L.P1" B.P1="L.P2" B.P2="U.P1""#;
    assert_eq!(said(objects, connections, "2.5e-4"), [""; 0]);
    let told = said(objects, connections, "1e-3");
    assert!(
        told.len() == 1 && told[0].contains("deltat, 0.00125, counts as 1 steps of 0.001, that is 0.001"),
        "{told:?}"
    );
}
