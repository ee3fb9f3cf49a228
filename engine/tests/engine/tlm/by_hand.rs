//! The first ticks of small circuits, as calculated with a pencil.

use super::{Rows, assert_near, circuit};

/// Zc = 1e9 1e-3 / (1e-3 0.5) = 2e9, so that 1 + Kc Zc = 2: q = 2.5e-10 (c1 - c2).
#[test]
fn laminar_orifices_at_a_volume() {
    let objects = [
        r#"Hydraulic/PressureSource S p="5e6""#,
        r#"Hydraulic/LaminarOrifice A Kc="5e-10""#,
        r#"Hydraulic/Volume V V="1e-3" Beta_e="1e9" alpha="0.5" StartPressure="1e6""#,
        r#"Hydraulic/LaminarOrifice B Kc="5e-10""#,
        r#"Hydraulic/Tank T p="1e6""#,
    ];
    let connections = r#"S.P1="A.P1" A.P2="V.P1" V.P2="B.P1" B.P2="T.P1""#;
    let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="1e-3" TOutput="0:1e-3:3e-3""#));
    for (name, expected) in [
        ("A.P1.p", [5e6, 5e6, 5e6, 5e6]),
        ("A.P2.q", [0.0, 1e-3, 1e-3, 1e-3]),
        ("A.P1.q", [0.0, -1e-3, -1e-3, -1e-3]),
        ("V.P1.p", [1e6, 3e6, 3e6, 3e6]),
        ("V.P1.c", [1e6, 1e6, 1e6, 1e6]),
        ("V.P2.c", [1e6, 1e6, 3e6, 4e6]),
        ("V.P2.Zc", [2e9; 4]),
        ("B.P2.q", [0.0, 0.0, 5e-4, 7.5e-4]),
        ("V.P2.p", [1e6, 1e6, 2e6, 2.5e6]),
        ("T.P1.p", [1e6; 4]),
    ] {
        assert_near(&rows.of_column(name), &expected, name);
    }
}

/// With C_q = 1 and rho = 2 the flow is A sqrt(p1 - p2); Zc = 1e9. It flows from
/// the first tick on.
#[test]
fn turbulent_orifices_at_a_volume() {
    let objects = [
        r#"Hydraulic/PressureSource S p="4e6""#,
        r#"Hydraulic/TurbulentOrifice A A="2e-6" C_q="1" rho="2""#,
        r#"Hydraulic/Volume V alpha="0" StartPressure="1e6""#,
        r#"Hydraulic/TurbulentOrifice B A="3e-6" C_q="1" rho="2""#,
        r#"Hydraulic/Tank T p="1e6""#,
    ];
    for (into, through) in [("P1", "P2"), ("P2", "P1")] {
        // Also the other way round, where the other branch has to be taken.
        let connections = format!(r#"S.P1="A.{into}" A.{through}="V.P1" V.P2="B.{into}" B.{through}="T.P1""#);
        let rows = Rows::of(&circuit(&objects, &connections, r#"SampleTime="1e-3" TOutput="0:1e-3:1e-3""#));
        for (name, expected) in [
            (format!("A.{through}.q"), [2e-3, 2e-3]),
            ("V.P1.p".into(), [3e6, 3e6]),
            ("V.P2.c".into(), [1e6, 5e6]),
            (format!("B.{through}.q"), [0.0, 3e-3]),
            (format!("B.{into}.q"), [0.0, -3e-3]),
            ("V.P2.p".into(), [1e6, 2e6]),
        ] {
            assert_near(&rows.of_column(&name), &expected, &name);
        }
    }
}

/// Zc = 3 1e9 1e-3 / (2 1e-3) = 1.5e9; they send 4e6, 7e6 and 1e6, on average 4e6.
/// Flows of 1e-3, 2e-3 and 0 add 3e-6 m^3 to a litre of 1e9 Pa: 3e6 Pa.
#[test]
fn a_volume_with_three_ports() {
    let objects = [r#"Hydraulic/Volume V NumPorts="3" alpha="0" StartPressure="1e6""#];
    let connections = r#"V.P1.q="1e-3" V.P2.q="2e-3" V.P3.q="0" V.P1.p="0" V.P2.p="0" V.P3.p="0""#;
    let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="1e-3" TOutput="0:1e-3:1e-3""#));
    for (name, expected) in
        [("V.P1.c", [1e6, 4e6]), ("V.P2.c", [1e6, 1e6]), ("V.P3.c", [1e6, 7e6]), ("V.P3.Zc", [1.5e9; 2])]
    {
        assert_near(&rows.of_column(name), &expected, name);
    }
}

/// One litre a second through a volume and a gap, from the first tick on.
#[test]
fn a_circuit_that_begins_with_its_flow_stays_as_it_is() {
    let objects = [
        r#"Hydraulic/FlowSource S q="1e-3""#,
        r#"Hydraulic/Volume V alpha="0.25" StartPressure="3e6" StartFlow="1e-3, -1e-3""#,
        r#"Hydraulic/LaminarOrifice A Kc="5e-10" StartFlow="1e-3""#,
        r#"Hydraulic/Tank T p="1e6""#,
    ];
    let connections = r#"S.P1="V.P1" V.P2="A.P1" A.P2="T.P1""#;
    let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="1e-3" TOutput="0:1e-3:3e-3""#));
    for (name, expected) in [("S.P1.p", 3e6), ("V.P2.p", 3e6), ("A.P1.q", -1e-3), ("A.P2.q", 1e-3)] {
        assert_near(&rows.of_column(name), &[expected; 4], name);
    }
}

/// A source gives what its signal is at the same tick.
#[test]
fn sources_follow_their_signals_at_once() {
    let objects = [
        r#"base:Src/Step U StepTime="1e-3" Before="1e5" After="2e5""#,
        "Hydraulic/PressureSource P",
        "Hydraulic/FlowSource Q",
        "Mechanic/ForceSource F",
    ];
    let connections = r#"P.p="U.Out" F.F="U.Out" Q.q="1e-5*U.Out" P.P1.p="0" P.P1.q="0" Q.P1.c="1" Q.P1.Zc="3"
        F.P1.v="0" F.P1.f="0" F.P1.x="0" F.P1.me="0""#;
    let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="1e-3" TOutput="0:1e-3:2e-3""#));
    let jump = [1e5, 2e5, 2e5];
    for (name, expected) in
        [("P.P1.c", jump), ("F.P1.c", jump), ("Q.P1.q", [1.0, 2.0, 2.0]), ("Q.P1.p", [4.0, 7.0, 7.0])]
    {
        assert_near(&rows.of_column(name), &expected, name);
    }
}

/// 6 N on 1 kg with B = 1 N s/m, at a spring of 2 N/m and a wall, in steps of 1 s:
/// Zc = 2, and m a = 6 - v - f2 at every tick.
#[test]
fn a_mass_at_a_spring() {
    let objects = [
        r#"Mechanic/ForceSource F F="6""#,
        r#"Mechanic/TranslationalMass M m="1" B="1" Length="0.5""#,
        r#"Mechanic/TranslationalSpring S k="2""#,
        r#"Mechanic/FixedPosition W x="4""#,
    ];
    let connections = r#"F.P1="M.P1" M.P2="S.P1" S.P2="W.P1""#;
    let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="1" TOutput="0:1:3""#));
    for (name, expected) in [
        ("M.Acceleration", vec![6.0, -1.2, 0.24]),
        ("M.P2.v", vec![0.0, 2.4, 1.92]),
        ("M.P1.v", vec![0.0, -2.4, -1.92]),
        ("M.P2.x", vec![0.0, 1.2, 3.36]),
        ("M.P1.x", vec![0.5, -0.7, -2.86]),
        ("M.P2.f", vec![0.0, 4.8, 3.84]),
        ("M.P1.f", vec![6.0, 6.0, 6.0]),
        ("M.P2.me", vec![1.0; 3]),
        ("S.P1.c", vec![0.0, 0.0, 0.0, 9.6]),
        ("S.P2.c", vec![0.0, 0.0, 9.6, 7.68]),
        ("W.P1.f", vec![0.0, 0.0, 9.6, 7.68]),
        ("W.P1.x", vec![4.0; 4]),
        ("S.P2.Zc", vec![2.0; 4]),
    ] {
        assert_near(&rows.of_column(name)[..expected.len()], &expected, name);
    }
}

/// 1 kg at a spring to the ground of 4 N/m in steps of 1 s: (1 + 4/4) a = -4 (x + v + a/4).
#[test]
fn a_mass_with_a_spring_of_its_own() {
    let objects = [r#"Mechanic/TranslationalMass M m="1" B="0" k="4" StartPosition="1""#];
    let rows = Rows::of(&circuit(&objects, "", r#"SampleTime="1" TOutput="0:1:2""#));
    for (name, expected) in
        [("M.P2.x", [1.0, 0.0, -1.0]), ("M.P2.v", [0.0, -2.0, 0.0]), ("M.Acceleration", [-4.0, 0.0, 4.0])]
    {
        assert_near(&rows.of_column(name), &expected, name);
    }
}

/// Pushed onto its stop and then away, with 6 and -6 N: it loses its velocity, and
/// leaves as if it had begun there.
#[test]
fn a_stop_is_inelastic() {
    let objects = [
        r#"base:Src/Step U StepTime="2.5" Before="6" After="-6""#,
        "Mechanic/ForceSource F",
        r#"Mechanic/TranslationalMass M m="1" B="0" x_max="4" x_min="-1""#,
    ];
    let connections = r#"F.F="U.Out" F.P1="M.P1""#;
    let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="1" TOutput="0:1:5""#));
    for (name, expected) in [
        ("M.P2.x", [0.0, 3.0, 4.0, 2.5, -1.0, -1.0]),
        ("M.P2.v", [0.0, 6.0, 0.0, -3.0, 0.0, 0.0]),
        ("M.P1.v", [0.0, -6.0, 0.0, 3.0, 0.0, 0.0]),
        ("M.Acceleration", [6.0, 6.0, 0.0, -6.0, 0.0, 0.0]),
    ] {
        assert_near(&rows.of_column(name), &expected, name);
    }
}
