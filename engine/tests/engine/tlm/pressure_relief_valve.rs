//! The pressure relief valve: its first ticks, and where it comes to rest.

use super::{Rows, assert_near, circuit};
use crate::laboratory::complaints;

/// Between two pressures, 2e5 Pa over its limit, with a step of 2 tao: xv is the mean
/// of where it goes now and went before, 2e5 / (sqrt(7e6) / 1e-8 + 2.01e7 / (1e-8 sqrt(7e6))).
#[test]
fn a_relief_valve_opens_by_the_pressure() {
    let opened = |more: &str| {
        let valve = format!("Hydraulic/PressureReliefValve V {more}");
        let objects = [r#"Hydraulic/PressureSource S p="2.02e7""#, &valve, r#"Hydraulic/Tank T p="1e5""#];
        let connections = r#"S.P1="V.P1" V.P2="T.P1""#;
        let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="0.02" TOutput="0:0.02:0.06""#));
        (rows.of_column("V.xv"), rows.of_column("V.P2.q"))
    };
    let rest = 2e5 * 1e-8 * 7e6_f64.sqrt() / 2.71e7;
    let (xv, q) = opened(r#"p_h="0""#);
    assert_near(&xv, &[0.0, 0.5 * rest, rest, rest], "xv");
    assert_near(&q, &[0.0, 0.5 * rest, rest, rest].map(|xv| xv * 2.01e7_f64.sqrt()), "q");
    // It stays closed until the pressure is over the limit by half the hysteresis.
    assert_near(&opened(r#"p_h="3e5""#).0, &[0.0, 0.125 * rest, 0.25 * rest, 0.25 * rest], "hysteresis");
    assert_near(&opened(r#"p_h="4e5""#).0, &[0.0; 4], "closed");
    // Wide open, 1e-4 m^3/s at 7e6 Pa.
    let widest = 1e-4 / 7e6_f64.sqrt();
    assert_near(&opened(r#"p_h="0" q_nom="1e-4""#).0, &[0.0, widest, widest, widest], "wide open");
}

/// Where the pressure falls by as much as the spring gives, Zc1 sqrt(p1 - p2) = b1, it goes
/// half as far, and twice as fast: with a step of tao half of that in one step.
#[test]
fn a_relief_valve_is_faster_where_the_pressure_gives_way() {
    let b1 = 2.71e7 / (1e-8 * 7e6_f64.sqrt());
    let zc = b1 / 2.01e7_f64.sqrt();
    let waves = format!(r#"V.P1.c="2.02e7" V.P1.Zc="{zc}" V.P2.c="1e5" V.P2.Zc="0""#);
    let valve = [r#"Hydraulic/PressureReliefValve V p_h="0""#];
    let rows = Rows::of(&circuit(&valve, &waves, r#"SampleTime="0.01" TOutput="0, 0.01""#));
    let (found, expected) = (rows.of_column("V.xv")[1], 0.25 * 2e5 / b1);
    assert!((found / expected - 1.0).abs() < 1e-13, "{found:e} {expected:e}");
}

/// What flows rises and falls; where it comes to rest p1 - p_max =
/// (sqrt(7e6) / k_cs + (p1 - p2) / (sqrt(7e6) k_cf)) q / sqrt(p1 - p2), but for half the
/// hysteresis up or down, as SciPy solves it.
#[test]
fn a_relief_valve_keeps_the_pressure_in_any_volume() {
    let rest = |volume: &str, hysteresis: &str| {
        let objects = [
            r#"base:Src/Table U Times="0, 0.2, 0.7, 0.9" Values="0, 5e-4, 5e-4, 1e-4" Interpolation="Linear""#,
            "Hydraulic/FlowSource Q",
            &format!(r#"Hydraulic/Volume V V="{volume}" StartPressure="1.9e7""#),
            &format!(r#"Hydraulic/PressureReliefValve R p_h="{hysteresis}""#),
            r#"Hydraulic/Tank T p="1e5""#,
        ];
        let connections = r#"Q.q="U.Out" Q.P1="V.P1" V.P2="R.P1" R.P2="T.P1""#;
        let rows = Rows::of(&circuit(&objects, connections, r#"SampleTime="1e-4" TOutput="0, 0.7, 4""#));
        let (p, q) = (rows.of_column("R.P1.p"), rows.of_column("R.P2.q"));
        assert!((q[1] - 5e-4).abs() < 1e-5 && (q[2] - 1e-4).abs() < 1e-7, "{q:?}");
        [p[1], p[2]]
    };
    for volume in ["1e-3", "1e-5"] {
        let [high, low] = rest(volume, "0");
        assert!((high - 20114115.2102).abs() < 1.0 && (low - 20022797.9610).abs() < 1.0, "{volume}: {high} {low}");
        let [high, low] = rest(volume, "5e5");
        assert!((19863771.0..20364460.0).contains(&high), "{volume}: {high}");
        assert!((19772729.0..20272867.0).contains(&low), "{volume}: {low}");
    }
}

#[test]
fn what_a_relief_valve_cannot_be() {
    for parameter in ["p_max", "tao", "p_h", "k_cs", "k_cf", "q_nom"] {
        let valve = format!(r#"Hydraulic/PressureReliefValve X {parameter}="-1""#);
        let found = complaints(&circuit(&[&valve], "", r#"SampleTime="1" TOutput="0, 1""#));
        assert!(found.iter().any(|told| told.contains(parameter) && told.contains('X')), "{parameter}: {found:?}");
    }
}
