//! The pump and what happens where pressures would fall below 0, at single ports.

use super::{Rows, assert_near, circuit};
use crate::laboratory::{load, run};

/// Flow, and the pressures at P1 and P2, at the second tick of a component with
/// such waves at its ports, `c1, Zc1, c2, Zc2`.
pub(super) fn solved(object: &str, [c1, z1, c2, z2]: [f64; 4]) -> [f64; 3] {
    let connections = format!(r#"X.P1.c="{c1}" X.P1.Zc="{z1}" X.P2.c="{c2}" X.P2.Zc="{z2}""#);
    let rows = Rows::of(&circuit(&[object], &connections, r#"SampleTime="1" TOutput="0, 1""#));
    let at_the_end = |name| rows.of_column(name)[1];
    assert_eq!(at_the_end("X.P1.q"), -at_the_end("X.P2.q"));
    ["X.P2.q", "X.P1.p", "X.P2.p"].map(at_the_end)
}

const PUMP: &str = "Hydraulic/VariableDisplacementPump X";

/// The numbers of 12 digits were calculated apart from this program.
#[test]
fn the_pump_gives_what_its_equations_say() {
    let object = format!(r#"{PUMP} eps="0.8" D_p="5e-5" w_p="250" C_leak="1e-11""#);
    let waves = [4e6, 1.5e9, 1e7, 2.5e9];
    for cavitation in ["Limit", "Zero"] {
        let [q, p1, p2] = solved(&format!(r#"{object} Cavitation="{cavitation}""#), waves);
        assert!((q / 1.472643683576e-3 - 1.0).abs() < 5e-13, "{q:e}");
        assert!((p1 - 1791034.47).abs() < 0.01 && (p2 - 13681609.2).abs() < 0.1, "{p1} {p2}");
    }
    // In-ports go before parameters.
    let ports = r#"X.eps="0.8" X.D_p="5e-5" X.w_p="250" X.C_leak="1e-11""#;
    let connections = format!(r#"{ports} X.P1.c="4e6" X.P1.Zc="1.5e9" X.P2.c="1e7" X.P2.Zc="2.5e9""#);
    let rows = Rows::of(&circuit(&[PUMP], &connections, r#"SampleTime="1" TOutput="0, 1""#));
    assert_eq!(rows.of_column("X.P2.q"), [0.0, solved(&object, waves)[0]], "at the start the flow is StartFlow");
}

/// D_p w_p / (2 pi) is 2e-3 m^3/s.
fn of_two_litres(more: &str) -> String {
    format!(r#"{PUMP} eps="1" D_p="1e-3" w_p="{}" {more}"#, 4.0 * std::f64::consts::PI)
}

#[test]
fn a_pump_that_cavitates_gives_no_more_than_its_inlet_lets_it() {
    for (waves, limited, zeroed) in [
        // The inlet gives 1e6 / 1e9 at most.
        ([1e6, 1e9, 1e7, 1e9], [1e-3, 0.0, 1.1e7], [2e-3, 0.0, 1.2e7]),
        // Nothing resists there: there is no limit.
        ([-1e6, 0.0, 1e7, 1e9], [2e-3, 0.0, 1.2e7], [2e-3, 0.0, 1.2e7]),
        // The outlet sucks 4e6 / 1e9 at least.
        ([1e7, 1e9, -4e6, 1e9], [4e-3, 6e6, 0.0], [2e-3, 8e6, 0.0]),
        // Both: the inlet's limit takes precedence, and the outlet stays empty.
        ([3e6, 1e9, -4e6, 1e9], [3e-3, 0.0, 0.0], [2e-3, 1e6, 0.0]),
    ] {
        assert_near(&solved(&of_two_litres(""), waves), &limited, "Limit");
        assert_near(&solved(&of_two_litres(r#"Cavitation="Zero""#), waves), &zeroed, "Zero");
    }
    // With leakage, solved again: (2e-3 - 1e-10 1e7) / (1 + 1e-10 1e10) = 5e-4.
    let zero = of_two_litres(r#"Cavitation="Zero" C_leak="1e-10""#);
    assert_near(&solved(&zero, [1e6, 1e10, 1e7, 1e10]), &[5e-4, 0.0, 1.5e7], "with leakage");
    // Limited: it is 1e-4 of the inlet, whatever leaks.
    let limit = of_two_litres(r#"C_leak="1e-10""#);
    assert_near(&solved(&limit, [1e6, 1e10, 1e7, 1e10]), &[1e-4, 0.0, 1.1e7], "limited with leakage");
}

#[test]
fn orifices_cavitate_by_the_rule() {
    // 1e-9 7e6 / 3 would leave -0.67e6 at P2: 1e-9 4e6 / 2.
    let laminar = r#"Hydraulic/LaminarOrifice X Kc="1e-9""#;
    assert_near(&solved(laminar, [4e6, 1e9, -3e6, 1e9]), &[2e-3, 2e6, 0.0], "P2");
    assert_near(&solved(laminar, [-3e6, 1e9, 4e6, 1e9]), &[-2e-3, 0.0, 2e6], "P1");
    assert_near(&solved(laminar, [-1e6, 1e9, -3e6, 1e9]), &[0.0, 0.0, 0.0], "both");
    // A sqrt(p): with one side at 0, 2e-6 (sqrt(3e6 + 1e6) - 1000).
    let turbulent = r#"Hydraulic/TurbulentOrifice X A="2e-6" C_q="1" rho="2""#;
    assert_near(&solved(turbulent, [3e6, 1e9, -5e6, 1e9]), &[2e-3, 1e6, 0.0], "P2");
    assert_near(&solved(turbulent, [-5e6, 1e9, 3e6, 1e9]), &[-2e-3, 0.0, 1e6], "P1");
    // Nothing flows through one that is closed; what pulls there finds no oil.
    assert_near(&solved(r#"Hydraulic/TurbulentOrifice X A="0""#, [-5e6, 1e9, 3e6, 1e9]), &[0.0, 0.0, 3e6], "closed");
}

/// Both pressures would be below 0, but only one wave is: when the oil has parted
/// there, 1e-9 1e6 / 2 flows out of the other port, which is full.
#[test]
fn who_is_pulled_below_0_by_another_port_does_not_part() {
    let laminar = r#"Hydraulic/LaminarOrifice X Kc="1e-9""#;
    assert_near(&solved(laminar, [1e6, 1e9, -9e6, 1e9]), &[5e-4, 5e5, 0.0], "P2");
    assert_near(&solved(laminar, [-9e6, 1e9, 1e6, 1e9]), &[-5e-4, 0.0, 5e5], "P1");
    // 2e-6 (sqrt(3.2e7 + 4e6) - 2000) would leave -5e6 at P1; with P2 at 0, 2e-6 (sqrt(3e6 + 1e6) - 1000).
    let turbulent = r#"Hydraulic/TurbulentOrifice X A="2e-6" C_q="1" rho="2""#;
    assert_near(&solved(turbulent, [3e6, 1e9, -2.9e7, 1e9]), &[2e-3, 1e6, 0.0], "turbulent");
}

/// All but 2.5e-19 Pa of its wave: nothing parts where only rounding is below 0.
#[test]
fn a_drop_flows_out() {
    let [q, p1, _] = solved(r#"Hydraulic/TurbulentOrifice X A="2e-6" C_q="1" rho="2""#, [123_456.7, 1e20, 0.0, 0.0]);
    assert!((q / 1.234_567e-15 - 1.0).abs() < 1e-12 && p1 >= 0.0, "{q} {p1}");
}

/// With K S / 2 = 1e9 and c1 - c2 = 1e6 it hardly resists: q = (c1 - c2) / S (1 - 2.5e-13).
#[test]
fn an_orifice_that_is_wide_open_loses_no_digits() {
    let wide = r#"Hydraulic/TurbulentOrifice X A="1" C_q="1" rho="2""#;
    let q = 5e-4 * (1.0 - 2.5e-13);
    assert_near(&solved(wide, [3e6, 1e9, 2e6, 1e9]), &[q, 2.5e6 + 1.25e-7, 2.5e6 - 1.25e-7], "from P1");
    assert_near(&solved(wide, [2e6, 1e9, 3e6, 1e9]), &[-q, 2.5e6 - 1.25e-7, 2.5e6 + 1.25e-7], "from P2");
    // Nor where nothing resists, or nothing flows.
    assert_near(&solved(wide, [1e6, 0.0, 0.0, 0.0]), &[1e3, 1e6, 0.0], "between two sources");
    assert_near(&solved(wide, [1e6, 0.0, 1e6, 0.0]), &[0.0, 1e6, 1e6], "of one pressure");
}

/// At rest the pump gives what flows through the orifice and the gap: with x^2 the
/// pressure over the tanks, 1.25e-2 / (2 pi) = (2e-12 + 1e-11) x^2 + K x.
#[test]
fn the_pump_circuit_rests_where_its_flows_agree() {
    let text = include_str!("../../../../scenarios/pump_circuit.xml");
    let model = load(text);
    let pressure = model.columns().iter().position(|column| model.column_name(column) == "P.P2.p").unwrap();
    let rows = run(&model).0;
    for (row, area) in [(390, 2e-5), (790, 3e-5)] {
        let (flow, leaks) = (1.25e-2 / std::f64::consts::TAU, 1.2e-11);
        let k = 0.67 * area * (2.0_f64 / 870.0).sqrt();
        let x = ((k * k + 4.0 * leaks * flow).sqrt() - k) / (2.0 * leaks);
        let found = rows[row].1[pressure];
        assert!((found / (1e5 + x * x) - 1.0).abs() < 1e-9, "{found} {}", 1e5 + x * x);
    }
}
