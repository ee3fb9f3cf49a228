//! Valves with two and three ports, as calculated with a pencil. Their spool and
//! edges are those of the 4/3 valve.

use super::{Rows, assert_near, circuit};
use crate::laboratory::complaints;

const TWO: [&str; 2] = ["PP", "PA"];
const THREE: [&str; 3] = ["PP", "PT", "PA"];

/// With C_q = 1, rho = 2 and a circumference of a metre, K is the opening.
fn valve(kind: &str, more: &str) -> String {
    let d = std::f64::consts::FRAC_1_PI;
    format!(r#"Hydraulic/{kind} X C_q="1" rho="2" d="{d}" omega_h="2000" {more}"#)
}

/// Flow and pressure at the ports at the first tick, where such waves come in, `[c, Zc]`.
fn solved<const N: usize>(kind: &str, more: &str, ports: [&str; N], waves: [[f64; 2]; N]) -> [[f64; 2]; N] {
    let given = |(port, [c, zc]): (&str, [f64; 2])| format!(r#"X.{port}.c="{c}" X.{port}.Zc="{zc}" "#);
    let connections: String = ports.into_iter().zip(waves).map(given).collect();
    let rows = Rows::of(&circuit(&[&valve(kind, more)], &connections, r#"SampleTime="1e-3" TOutput="0, 1e-3""#));
    ports.map(|port| [rows.of_column(&format!("X.{port}.q"))[0], rows.of_column(&format!("X.{port}.p"))[0]])
}

/// Where the spool goes, tick by tick.
fn moved(kind: &str, more: &str, signal: &str) -> Vec<f64> {
    let connections = format!(r#"X.in="{signal}""#);
    let text = circuit(&[&valve(kind, more)], &connections, r#"SampleTime="1e-3" TOutput="0:1e-3:4e-3""#);
    Rows::of(&text).of_column("X.xv")
}

/// 3e6 Pa through 2e-6 m^2 and Zc = 1e9: 2e-6 (sqrt(3e6 + 1e6) - 1000).
#[test]
fn a_spool_opens_one_edge() {
    let open = r#"StartPosition="2e-6""#;
    let found = solved("Valve22", open, TWO, [[4e6, 0.0], [1e6, 1e9]]);
    assert_near(found.as_flattened(), &[-2e-3, 4e6, 2e-3, 3e6], "forwards");
    let found = solved("Valve22", open, TWO, [[1e6, 1e9], [4e6, 0.0]]);
    assert_near(found.as_flattened(), &[2e-3, 3e6, -2e-3, 4e6], "back");
    let found = solved("Valve22", r#"StartPosition="4e-6" f="0.5""#, TWO, [[4e6, 0.0], [1e6, 1e9]]);
    assert_near(found.as_flattened(), &[-2e-3, 4e6, 2e-3, 3e6], "half of the circumference");
    let found = solved("Valve22", "", TWO, [[4e6, 1e9], [1e6, 1e9]]);
    assert_near(found.as_flattened(), &[0.0, 4e6, 0.0, 1e6], "closed");
    // A has no pressure any more: 2e-6 (sqrt(3e6 + 1e6) - 1000).
    let found = solved("Valve22", open, TWO, [[3e6, 1e9], [-5e6, 1e9]]);
    assert_near(found.as_flattened(), &[-2e-3, 1e6, 2e-3, 0.0], "cavitating");
}

/// On its way both edges are open: 2e-6 sqrt(1e6) and 3e-6 sqrt(4e6).
#[test]
fn a_spool_closes_one_edge_and_opens_another() {
    let waves = [[5e6, 0.0], [0.0, 0.0], [4e6, 0.0]];
    let found = solved("Valve32", r#"StartPosition="2e-6" x_vmax="5e-6""#, THREE, waves);
    assert_near(found.as_flattened(), &[-2e-3, 5e6, 6e-3, 0.0, -4e-3, 4e6], "both");
    let found = solved("Valve32", r#"x_vmax="5e-6""#, THREE, waves);
    assert_near(found.as_flattened(), &[0.0, 5e6, 1e-2, 0.0, -1e-2, 4e6], "at rest");
    let found = solved("Valve32", r#"StartPosition="5e-6" x_vmax="5e-6""#, THREE, waves);
    assert_near(found.as_flattened(), &[-5e-3, 5e6, 0.0, 0.0, 5e-3, 4e6], "switched");
    let waves = [[3e6, 1e9], [1e5, 0.0], [-5e6, 1e9]];
    let found = solved("Valve32", r#"StartPosition="2e-6" x_vmax="2e-6""#, THREE, waves);
    assert_near(found.as_flattened(), &[-2e-3, 1e6, 0.0, 1e5, 2e-3, 0.0], "cavitating");
}

/// 2e-6 sqrt(1e6) come to A from P, and 5e-7 sqrt(4e6) go on to T: the half that stays makes 1e9 1e-3 Pa of 3e6 Pa
/// the 4e6 Pa for which that holds. Each edge alone would think that A has 3e6 Pa and a flow of its own.
#[test]
fn edges_at_one_port_know_of_each_other() {
    let waves = [[5e6, 0.0], [0.0, 0.0], [3e6, 1e9]];
    let open = r#"StartPosition="2e-6" x_vmax="2.5e-6""#;
    let found = solved("Valve32", open, THREE, waves);
    assert_near_to(1e-12, found.as_flattened(), &[-2e-3, 5e6, 1e-3, 0.0, 1e-3, 4e6]);
    // 2e-6 (sqrt(2e6 + 1e6) - 1e3), and 5e-7 (sqrt(3e6 + 0.0625e6) - 250).
    let apart = solved("Valve32", &format!(r#"{open} Edges="Apart""#), THREE, waves);
    let (from_p, to_t) = (2e-6 * (3e6_f64.sqrt() - 1e3), 5e-7 * (3.0625e6_f64.sqrt() - 250.0));
    let net = from_p - to_t;
    assert_near_to(1e-12, apart.as_flattened(), &[-from_p, 5e6, to_t, 0.0, net, 3e6 + 1e9 * net]);
    // Hardly any oil at A: what comes from P goes on to T, with half of the difference each, but for the 9e-10 that A takes.
    let wide = r#"StartPosition="3e-4" x_vmax="6e-4""#;
    let found = solved("Valve32", wide, THREE, [[1_000_000.4, 0.0], [1e6, 0.0], [1e5, 1e15]]);
    let through = 3e-4 * 0.2_f64.sqrt();
    let drained = (1_000_000.2 - 1e5) / 1e15;
    assert_near_to(1e-5, found[1..].as_flattened(), &[through, 1e6, drained, 1_000_000.2]);
    assert!((found[0][0] + found[1][0] + found[2][0]).abs() < 1e-18, "{found:?}");
    // Where A would be below 0, it has none: 2e-6 sqrt(5e6) from P, and nothing to T.
    let found = solved("Valve32", open, THREE, [[5e6, 0.0], [0.0, 0.0], [-9e6, 1e9]]);
    let into = 2e-6 * 5e6_f64.sqrt();
    assert_near_to(1e-12, found.as_flattened(), &[-into, 5e6, 0.0, 0.0, into, 0.0]);
}

fn assert_near_to(part: f64, found: &[f64], expected: &[f64]) {
    let is_near = |(found, expected): (&f64, &f64)| (found - expected).abs() <= part * expected.abs().max(1e-30);
    assert!(found.iter().zip(expected).all(is_near), "{found:?} instead of {expected:?}");
}

/// With omega_h T = 2 and delta_h = 1 it is the mean (u + 2 u- + u--) / 4.
#[test]
fn spools_go_to_one_side_or_are_switched() {
    let limits = r#"x_vmax="4e-6""#;
    for (kind, signal, expected) in [
        ("Valve22", "2e-6", [0.0, 0.5e-6, 1.5e-6, 2e-6, 2e-6]),
        ("Valve22", "1", [0.0, 1e-6, 3e-6, 4e-6, 4e-6]),
        ("Valve22", "-2e-6", [0.0; 5]),
        ("Valve32", "0.6", [0.0, 1e-6, 3e-6, 4e-6, 4e-6]),
        ("Valve32", "0.5", [0.0; 5]),
    ] {
        assert_near(&moved(kind, limits, signal), &expected, &format!("{kind} {signal}"));
    }
    let back = moved("Valve32", r#"x_vmax="4e-6" StartPosition="4e-6""#, "0");
    assert_near(&back, &[4e-6, 3e-6, 1e-6, 0.0, 0.0], "let go");
}

#[test]
fn what_valves_cannot_be() {
    for (parameter, value) in
        [("C_q", "-1"), ("rho", "0"), ("d", "0"), ("f", "1.1"), ("x_vmax", "0"), ("omega_h", "0"), ("delta_h", "-1")]
    {
        for kind in ["Valve22", "Valve32"] {
            let valve = format!(r#"Hydraulic/{kind} X {parameter}="{value}""#);
            let found = complaints(&circuit(&[&valve], "", r#"SampleTime="1" TOutput="0""#));
            assert!(found.iter().any(|told| told.contains(parameter) && told.contains('X')), "{parameter}: {found:?}");
        }
    }
    for (value, more) in [("-1e-6", ""), ("0.02", ""), ("3e-6", r#"x_vmax="2e-6""#)] {
        let valve = format!(r#"Hydraulic/Valve22 X StartPosition="{value}" {more}"#);
        let found = complaints(&circuit(&[&valve], "", r#"SampleTime="1" TOutput="0""#));
        assert!(found.iter().any(|told| told.contains("is not between 0 and `x_vmax`")), "{value}: {found:?}");
    }
}
