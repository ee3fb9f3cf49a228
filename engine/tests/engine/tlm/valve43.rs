//! The 4/3 valve: its spool and its edges, as calculated with a pencil.

use super::{Rows, assert_near, circuit};
use crate::laboratory::complaints;

/// With C_q = 1, rho = 2 and a circumference of a metre, K is the opening.
fn valve(more: &str) -> String {
    let d = std::f64::consts::FRAC_1_PI;
    let overlap = if more.contains("x_pa") { "" } else { r#"x_pa="0" x_pb="0" x_at="0" x_bt="0""# };
    format!(r#"Hydraulic/Valve43 X C_q="1" rho="2" d="{d}" omega_h="2000" {overlap} {more}"#)
}

/// Flow and pressure at PP, PT, PA and PB at the first tick, where such waves
/// come in, `[c, Zc]`.
fn solved(more: &str, waves: [[f64; 2]; 4]) -> [[f64; 2]; 4] {
    let ports = ["PP", "PT", "PA", "PB"];
    let given = |(port, [c, zc]): (&str, [f64; 2])| format!(r#"X.{port}.c="{c}" X.{port}.Zc="{zc}" "#);
    let connections: String = ports.into_iter().zip(waves).map(given).collect();
    let rows = Rows::of(&circuit(&[&valve(more)], &connections, r#"SampleTime="1e-3" TOutput="0, 1e-3""#));
    ports.map(|port| [rows.of_column(&format!("X.{port}.q"))[0], rows.of_column(&format!("X.{port}.p"))[0]])
}

#[track_caller]
fn assert_solved(found: [[f64; 2]; 4], expected: [[f64; 2]; 4]) {
    assert_near(found.as_flattened(), expected.as_flattened(), "PP, PT, PA, PB");
}

/// Two edges, of each 2e-6 m^2, with 3e6 Pa and Zc = 1e9: 2e-6 (sqrt(3e6 + 1e6) - 1000).
#[test]
fn a_spool_opens_two_edges() {
    let (high, low) = ([4e6, 1e9], [1e6, 1e9]);
    let waves = |a, b| [[4e6, 0.0], [1e6, 0.0], a, b];
    let (into, out) = ([2e-3, 3e6], [-2e-3, 2e6]);
    let expected = |a, b| [[-2e-3, 4e6], [2e-3, 1e6], a, b];
    assert_solved(solved(r#"StartPosition="2e-6""#, waves(low, high)), expected(into, out));
    assert_solved(solved(r#"StartPosition="-2e-6""#, waves(high, low)), expected(out, into));
    // The oil also flows back where the load's pressure is higher.
    let back = solved(r#"StartPosition="2e-6""#, [[1e6, 1e9], [4e6, 1e9], [4e6, 0.0], [1e6, 0.0]]);
    assert_solved(back, [[2e-3, 3e6], [-2e-3, 2e6], [-2e-3, 4e6], [2e-3, 1e6]]);
    // Half the circumference at P-A, an overlap of half a micrometre at B-T.
    let more = r#"StartPosition="2e-6" f_pa="0.5" x_pa="0" x_bt="0.5e-6""#;
    let found = solved(more, [[4e6, 0.0], [0.0, 0.0], [0.0, 0.0], [4e6, 0.0]]);
    assert_solved(found, [[-2e-3, 4e6], [3e-3, 0.0], [2e-3, 0.0], [-3e-3, 4e6]]);
}

/// In the middle a valve with negative overlap lets oil through all its edges,
/// each as if the others were not there: 1e-6 sqrt(1e6).
#[test]
fn an_underlapped_valve_leaks_in_the_middle() {
    let open = r#"x_pa="-1e-6" x_pb="-1e-6" x_at="-1e-6" x_bt="-1e-6""#;
    let load = [3e6, 0.0];
    let found = solved(open, [[4e6, 0.0], [2e6, 0.0], load, load]);
    assert_solved(found, [[-2e-3, 4e6], [2e-3, 2e6], [0.0, 3e6], [0.0, 3e6]]);
    let closed = r#"x_pa="1e-6" x_pb="1e-6" x_at="1e-6" x_bt="1e-6""#;
    assert_solved(solved(closed, [[4e6, 1e9]; 4]), [[0.0, 4e6]; 4]);
}

/// With 6e6, 1e6, 5e6 and 2e6 Pa at P, T, A and B the four edges of 1e-6 m^2 let 1e-3 and 2e-3 m^3/s through; the waves are
/// those that have these pressures with their flows.
#[test]
fn all_edges_of_an_underlapped_valve_are_solved_for_together() {
    let open = r#"x_pa="-1e-6" x_pb="-1e-6" x_at="-1e-6" x_bt="-1e-6""#;
    let waves = [[9e6, 1e9], [7e5, 1e8], [7e6, 2e9], [-1e6, 3e9]];
    let expected = [[-3e-3, 6e6], [3e-3, 1e6], [-1e-3, 5e6], [1e-3, 2e6]];
    let found = solved(open, waves);
    let is_near = |(found, expected): (&f64, &f64)| (found - expected).abs() <= 1e-12 * expected.abs();
    assert!(found.as_flattened().iter().zip(expected.as_flattened()).all(is_near), "{found:?}");
}

/// Volumes of a drop: 0.1 ml at A, 0.01 ml at B, a litre at P, with waves far from each other. Bisection, within it another one
/// for the pressures at A and at B, finds these pressures; what comes in goes out.
#[test]
fn edges_between_drops_of_oil_keep_what_they_let_through() {
    let open = r#"x_pa="-1e-4" x_pb="-5e-5" x_at="-2e-4" x_bt="-1e-6""#;
    let waves = [[1.5e7, 5.6e8], [1e5, 0.0], [2e6, 5.6e12], [9e6, 5.6e13]];
    let found = solved(open, waves);
    let expected = [185_557.219_191_533_4, 1e5, 117_111.795_699_602_08, 185_523.046_787_682_1];
    for (port, (found, expected)) in ["P", "T", "A", "B"].iter().zip(found.iter().zip(expected)) {
        assert!((found[1] - expected).abs() < 1e-9 * expected, "{port}: {} instead of {expected}", found[1]);
    }
    let sum: f64 = found.iter().map(|port| port[0]).sum();
    assert!(sum.abs() < 1e-15 * found[0][0].abs(), "{sum:e}");
}

/// A pressure below 0 at A, and none any more: 2e-6 (sqrt(3e6 + 1e6) - 1000).
#[test]
fn a_valve_cavitates_port_by_port() {
    let waves = [[3e6, 1e9], [1e5, 0.0], [-5e6, 1e9], [1e5, 0.0]];
    let found = solved(r#"StartPosition="2e-6""#, waves);
    assert_solved(found, [[-2e-3, 1e6], [0.0, 1e5], [2e-3, 0.0], [0.0, 1e5]]);
    // Closed, it only keeps the pressure from being below 0.
    assert_solved(solved("", waves), [[0.0, 3e6], [0.0, 1e5], [0.0, 0.0], [0.0, 1e5]]);
    // 2e-6 (sqrt(3.2e7 + 4e6) - 2000) would leave -5e6 at P, which A alone pulls there: first A parts. In
    // Hopsan both do, and nothing flows.
    let waves = [[3e6, 1e9], [1e5, 0.0], [-2.9e7, 1e9], [1e5, 0.0]];
    let found = solved(r#"StartPosition="2e-6""#, waves);
    assert_solved(found, [[-2e-3, 1e6], [0.0, 1e5], [2e-3, 0.0], [0.0, 1e5]]);
    let found = solved(r#"StartPosition="2e-6" Edges="Apart""#, waves);
    assert_solved(found, [[0.0, 0.0], [0.0, 1e5], [0.0, 0.0], [0.0, 1e5]]);
}

/// With omega_h T = 2 and delta_h = 1 it is the mean (u + 2 u- + u--) / 4; with
/// delta_h = 0, (u + 2 u- + u--) / 2 - y--.
#[test]
fn the_spool_follows_between_its_limits() {
    let moved = |more: &str, input: &str| {
        let text =
            circuit(&[&valve(more)], &format!(r#"X.in="{input}""#), r#"SampleTime="1e-3" TOutput="0:1e-3:4e-3""#);
        Rows::of(&text).of_column("X.xv")
    };
    assert_near(&moved("", "4e-6"), &[0.0, 1e-6, 3e-6, 4e-6, 4e-6], "free");
    assert_near(&moved(r#"x_vmax="3e-6""#, "-1"), &[0.0, -0.75e-6, -2.25e-6, -3e-6, -3e-6], "limited input");
    let swinging = r#"x_vmax="3e-6" delta_h="0""#;
    assert_near(&moved(swinging, "1"), &[0.0, 1.5e-6, 3e-6, 3e-6, 3e-6], "limited output");
    assert_near(&moved(r#"StartPosition="2e-6""#, "2e-6"), &[2e-6; 5], "at rest");
    assert_near(&moved(r#"StartPosition="4e-6""#, "0"), &[4e-6, 3e-6, 1e-6, 0.0, 0.0], "from a start");
}

#[test]
fn what_a_valve_cannot_be() {
    for (parameter, value) in [
        ("C_q", "-1"),
        ("rho", "0"),
        ("d", "0"),
        ("f_pb", "-0.1"),
        ("f_at", "1.1"),
        ("x_vmax", "0"),
        ("omega_h", "0"),
        ("delta_h", "-1"),
        ("StartPosition", "-0.02"),
    ] {
        let text =
            circuit(&[&format!(r#"Hydraulic/Valve43 X {parameter}="{value}""#)], "", r#"SampleTime="1" TOutput="0""#);
        let found = complaints(&text);
        assert!(found.iter().any(|told| told.contains(parameter) && told.contains('X')), "{parameter}: {found:?}");
    }
}
