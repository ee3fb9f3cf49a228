//! Oil bears no tension: the pressure at a port is `max(0, c + Zc q)`, for every element, and a parted port gives
//! neither force nor impedance.

use super::{Rows, assert_near, circuit};

/// A closed chamber of 10 cm^2 and 0.8 l at 1 bar, from which a mass of 100 kg is pulled: that cannot hold 20 kN.
fn pulled(force: &str, engine: &str) -> Rows {
    let objects = [
        force,
        r#"Hydraulic/CylinderC C A_1="1e-3" A_2="1e-4" s_l="1" V_1="3e-4" V_2="0.1" B_p="1000" c_leak="0""#,
        r#"Mechanic/TranslationalMass M m="100" StartPosition="0.5""#,
        "Mechanic/ForceSource F",
        r#"Hydraulic/LaminarOrifice O1 Kc="0""#,
        "Hydraulic/Tank T1",
        r#"Hydraulic/LaminarOrifice O2 Kc="1e-6""#,
        "Hydraulic/Tank T2",
    ];
    let connections = r#"F.F="U.Out" M.P1="C.P3" M.P2="F.P1" C.P1="O1.P1" O1.P2="T1.P1" C.P2="O2.P1" O2.P2="T2.P1""#;
    Rows::of(&circuit(&objects, connections, engine))
}

/// m dv/dt = F - p2 A_2 - B_p v: the 10 N of 1 bar act against 20 kN, and the 1 bar of the closed chamber is soon gone.
#[test]
fn a_chamber_that_is_pulled_apart_holds_nothing() {
    let force = r#"base:Src/Constant U Value="-20000""#;
    let rows = pulled(force, r#"SampleTime="1e-4" TOutput="0:0.01:0.05""#);
    let (x, v) = (rows.of_column("M.P2.x"), rows.of_column("M.P2.v"));
    for (row, t) in (1..=5).map(|row| (row, 0.01 * row as f64)) {
        let gained = 1.0 - f64::exp(-10.0 * t);
        assert!((v[row] / (19.99 * gained) - 1.0).abs() < 1e-2, "{t}: {}", v[row]);
        assert!((x[row] - 0.5 - 19.99 * (t - 0.1 * gained)).abs() < 2e-3, "{t}: {}", x[row]);
        assert_eq!(rows.of_column("C.P1.p")[row], 0.0);
    }
}

/// When the piston is pushed back, the oil is where it was, however far it was pulled apart: it bears p = (20 kN + 10
/// N) / A_1 at a volume of V_0 e^(-(p - 1 bar) / Beta_e).
#[test]
fn a_chamber_that_had_parted_has_kept_its_oil() {
    let force = r#"base:Src/Step U StepTime="0.05" Before="-20000" After="20000""#;
    let rows = pulled(force, r#"SampleTime="1e-4" TOutput="0:0.05:4""#);
    let (x, p) = (rows.of_column("M.P2.x"), rows.of_column("C.P1.p"));
    assert!(x[2] > 0.7, "{}", x[2]);
    let (rests, pressure) = (*x.last().unwrap(), *p.last().unwrap());
    let compressed = 8e-4 * (1.0 - f64::exp(-(2.001e7 - 1e5) / 1e9));
    assert!((pressure / 2.001e7 - 1.0).abs() < 1e-3, "{pressure}");
    assert!((rests - (0.5 - compressed / 1e-3)).abs() < 2e-4, "{rests} instead of {}", 0.5 - compressed / 1e-3);
}

/// The piston leaves chamber 1 at 4 m/s: from 1e6 Pa it sends 1e6, 1e6 and 1e6 - 2 1.5e9 4e-3, on average -3e6. Then
/// -7e6 arrives at the leakage and 5e6 at the piston, where 1.5e9 4e-3 is missing. Chamber 2 has 9e6 and -3e6.
#[test]
fn a_parted_chamber_gives_neither_force_nor_impedance_nor_leakage() {
    let cylinder =
        r#"Hydraulic/CylinderC C V_1="5e-4" V_2="5e-4" B_p="100" alpha="0" c_leak="1e-9" StartPressure="1e6, 1e6""#;
    let piston = r#"C.P3.x="-0.5" C.P3.v="-4" C.P3.me="100" C.P3.f="0""#;
    let ports = r#"C.P1.q="0" C.P1.p="0" C.P2.q="0" C.P2.p="0""#;
    let text = circuit(&[cylinder], &format!("{piston} {ports}"), r#"SampleTime="1e-3" TOutput="0, 1e-3""#);
    let rows = Rows::of(&text);
    // At the first tick both chambers have 1e6 Pa, and 6e6 is missing at the piston of chamber 1.
    for (name, expected) in [
        ("C.P3.c", [-1e3, 3e3]),
        ("C.P3.Zc", [1.6e3, 1.6e3]),
        // -1e-9 9e6 / (1 + 1e-9 1.5e9).
        ("C.q_leak", [0.0, -3.6e-3]),
        ("C.Inner1[0]", [1e6, 5e6]),
        ("C.Inner1[1]", [1e6, -7e6]),
    ] {
        assert_near(&rows.of_column(name), &expected, name);
    }
}

/// A litre at 1 bar and 1e9 Pa has 0.1 cm^3 too much, which is gone in 0.1 s. After 5 s the source returns it.
#[test]
fn a_source_that_sucks_leaves_a_void_and_no_tension() {
    let objects = [
        r#"base:Src/Step U StepTime="4.9995" Before="-1e-6" After="1e-6""#,
        "Hydraulic/FlowSource Q",
        r#"Hydraulic/Volume V NumPorts="1""#,
    ];
    let rows = Rows::of(&circuit(&objects, r#"Q.q="U.Out" Q.P1="V.P1""#, r#"SampleTime="1e-3" TOutput="0:0.05:10""#));
    let p = rows.of_column("Q.P1.p");
    assert!((p[1] - 5e4).abs() < 2e3, "{}", p[1]);
    assert_eq!(p[3..198], [0.0; 195]);
    assert!((p[200] - 1e5).abs() < 2e3, "{}", p[200]);
}

/// K of an edge of 10 mm with this opening, m.
fn coefficient(opening: f64) -> f64 {
    0.67 * std::f64::consts::PI * 0.01 * opening * (2.0_f64 / 870.0).sqrt()
}

/// P is at 100 bar, A and T pull: T parts, and the flow from P fills A. All three relations together give each number.
#[test]
fn only_those_ports_of_a_valve_part_that_have_no_oil() {
    let waves = r#"W.PP.c="1e7" W.PP.Zc="0" W.PA.c="-2e5" W.PA.Zc="1.6e9" W.PT.c="-7.5e5" W.PT.Zc="1e9" W.in="0""#;
    let valve = r#"Hydraulic/Valve32 W StartPosition="1e-4" d="0.01""#;
    let rows = Rows::of(&circuit(&[valve], waves, r#"SampleTime="1e-4" TOutput="0, 1e-4""#));
    let at_the_start = |name: &str| rows.of_column(name)[0];
    let [qa, qt, pa, pt] = ["W.PA.q", "W.PT.q", "W.PA.p", "W.PT.p"].map(at_the_start);
    assert!((qt / 1.94e-4 - 1.0).abs() < 3e-3 && (qa / 1.25e-4 - 1.0).abs() < 3e-3 && (pa - 377.0).abs() < 1.0);
    assert_eq!(pt, 0.0);
    let (from_p, to_t) = (coefficient(1e-4) * (1e7 - pa).sqrt(), coefficient(0.01 - 1e-4) * pa.sqrt());
    assert!((qt - to_t).abs() < 1e-9 * to_t && (qa + qt - from_p).abs() < 1e-12 * from_p, "{qa} {qt} {pa}");
    assert!((-2e5 + 1.6e9 * qa - pa).abs() < 1e-6, "{pa}");
}

/// Whatever pulls at four ports: each pressure is max(0, c + Zc q), and the flow through each open edge is K sqrt(p -
/// p).
#[test]
fn pressures_at_a_valve_are_those_of_oil_without_tension() {
    let (mut seed, mut parted) = (27_u64, 0);
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    for case in 0..60 {
        let overlaps: [f64; 4] = std::array::from_fn(|_| -1e-5 - 1e-3 * random());
        let waves: [[f64; 2]; 4] =
            std::array::from_fn(|_| [2e6 * (random() - 0.6), if random() < 0.1 { 0.0 } else { 1e8 + 2e9 * random() }]);
        let [pa, pb, at, bt] = overlaps;
        let valve = format!(r#"Hydraulic/Valve43 W x_pa="{pa}" x_pb="{pb}" x_at="{at}" x_bt="{bt}""#);
        let names = ["PP", "PT", "PA", "PB"];
        let given: String =
            names.iter().zip(waves).map(|(name, [c, zc])| format!(r#"W.{name}.c="{c}" W.{name}.Zc="{zc}" "#)).collect();
        let text = circuit(&[&valve], &format!(r#"{given} W.in="0""#), r#"SampleTime="1e-4" TOutput="0, 1e-4""#);
        let rows = Rows::of(&text);
        let p = names.map(|name| rows.of_column(&format!("W.{name}.p"))[0]);
        let q = names.map(|name| rows.of_column(&format!("W.{name}.q"))[0]);
        for ((p, q), [c, zc]) in p.iter().zip(q).zip(waves) {
            assert!((p - (c + zc * q).max(0.0)).abs() < 1e-3, "{case}: {p} {q} {c} {zc}");
            parted += i32::from(*p == 0.0);
        }
        let mut out = [0.0; 4];
        for (overlap, [from, to]) in overlaps.iter().zip([[0, 2], [0, 3], [2, 1], [3, 1]]) {
            let drop = p[from] - p[to];
            let flow = coefficient(-overlap) * drop.signum() * drop.abs().sqrt();
            out[from] -= flow;
            out[to] += flow;
        }
        // Pressures are exact to 1e-6 Pa, and their roots to 1e-3.
        let near = 2e-3 * coefficient(1e-3);
        assert!(q.iter().zip(out).all(|(q, out)| (q - out).abs() < near), "{case}: {q:?} {out:?}");
    }
    assert!(parted > 60, "{parted}");
}

/// A motor of 1 m^3/rad turns at 5 rad/s with a supply of 1 m^3/s: that flows on, 1 Pa more at the outlet than its 2
/// Pa, and 3 N m stop it. At 2 rad/s it is still short of oil; then w = 2 + (-3 + (1 - w) - (2 + w)) / 2.
#[test]
fn a_motor_passes_on_what_comes() {
    let motor = format!(
        r#"Hydraulic/FixedDisplacementMotor M D_m="{}" J_m="1" C_lm="0" StartAngularVelocity="5""#,
        std::f64::consts::TAU
    );
    for (inlet, outlet, forward) in [("P1", "P2", 1.0), ("P2", "P1", -1.0)] {
        let motor = motor.replace(r#""5""#, &format!(r#""{}""#, 5.0 * forward));
        let waves =
            format!(r#"M.{inlet}.c="1" M.{inlet}.Zc="1" M.{outlet}.c="2" M.{outlet}.Zc="1" M.P3.c="0" M.P3.Zc="0""#);
        let rows = Rows::of(&circuit(&[&motor], &waves, r#"SampleTime="1" TOutput="0:1:2""#));
        for (name, expected) in [
            ("M.P3.w".to_owned(), [5.0 * forward, 2.0 * forward, 0.0]),
            (format!("M.{inlet}.q"), [-1.0, -1.0, 0.0]),
            (format!("M.{outlet}.q"), [1.0, 1.0, 0.0]),
            (format!("M.{inlet}.p"), [0.0, 0.0, 1.0]),
            (format!("M.{outlet}.p"), [3.0, 3.0, 2.0]),
        ] {
            let found = rows.of_column(&name);
            assert!(
                found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-14),
                "{name}: {found:?}"
            );
        }
    }
}
