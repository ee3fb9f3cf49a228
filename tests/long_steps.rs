//! Steps of transmission-line elements that are too long: what is said of them.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod program;

use std::fs;

use tempfile::TempDir;

use program::{bowline, text};

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
