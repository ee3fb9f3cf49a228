//! The pump and the mass of Hopsan's tutorial on advanced components, in random cases, as
//! tests/data/tlm_hopsan_tutorial.py states them again from its text.

use super::pump::solved;
use super::{Rows, circuit};
use crate::laboratory::rows_of;

#[track_caller]
fn assert_close(found: f64, expected: f64, scale: f64, what: &str) {
    assert!((found - expected).abs() <= 1e-11 * scale, "{what}: {found:e} instead of {expected:e}");
}

/// Ten pumps whose pressures are above 0, and ten that cavitate.
#[test]
fn pumps_are_those_of_the_tutorial() {
    let cases = rows_of("tlm_hopsan_tutorial_pump.csv");
    assert_eq!(cases.len(), 20);
    let mut parted = 0;
    for case in &cases {
        let [eps, displacement, speed, leak, c1, z1, c2, z2] = case[..8] else { panic!("{case:?}") };
        for (rule, expected) in [("Zero", &case[8..11]), ("Limit", &case[11..])] {
            let pump = format!(
                r#"Hydraulic/VariableDisplacementPump X eps="{eps}" D_p="{displacement}" w_p="{speed}" C_leak="{leak}"
                   Cavitation="{rule}""#
            );
            let found = solved(&pump, [c1, z1, c2, z2]);
            let scales = [expected[0].abs(), c1.max(z1 * expected[0].abs()), c2.max(z2 * expected[0].abs())];
            for ((found, expected), scale) in found.iter().zip(expected).zip(scales) {
                assert_close(*found, *expected, scale, &format!("{rule}: {case:?}"));
            }
        }
        parted += usize::from(case[9].min(case[10]) <= 0.0 || case[12].min(case[13]) <= 1e-9 * c1);
    }
    assert_eq!(parted, 10);
}

/// Twenty masses that a sine pushes, of which ten meet their limits. At a limit the tutorial's filter goes on with the
/// force that is there; ours begins again with none, so that half a step of force less is in what leaves the limit.
#[test]
fn masses_are_those_of_the_tutorial() {
    let cases = rows_of("tlm_hopsan_tutorial_mass.csv");
    assert_eq!(cases.len(), 20);
    for (number, case) in cases.iter().enumerate() {
        let [mass, damping, z1, z2, bias, amplitude, frequency, c2, v, lower, upper] = case[..11] else { panic!() };
        let (tutorial, expected) = (&case[11..15], &case[15..]);
        let objects = [
            &*format!(r#"base:Src/Sine U Bias="{bias}" Amplitude="{amplitude}" Frequency="{frequency}""#),
            &*format!(
                r#"Mechanic/TranslationalMass M m="{mass}" B="{damping}" x_min="{lower}" x_max="{upper}" StartVelocity="{v}""#
            ),
        ];
        let connections = format!(r#"M.P1.c="U.Out" M.P1.Zc="{z1}" M.P2.c="{c2}" M.P2.Zc="{z2}""#);
        let rows = Rows::of(&circuit(&objects, &connections, r#"SampleTime="1e-3" TOutput="0:0.001:0.3""#));
        for (name, place) in [("M.P2.x", 0), ("M.P2.v", 1), ("M.P1.f", 2), ("M.P2.f", 3)] {
            let column = rows.of_column(name);
            let scale = column.iter().fold(0.0_f64, |most, number| most.max(number.abs()));
            assert_close(column[300], expected[place], scale, &format!("{name} of {case:?}"));
            if number < 10 {
                assert_close(column[300], tutorial[place], scale, &format!("{name} of {case:?}, the tutorial's"));
            }
        }
        let meets = rows.of_column("M.P2.x").iter().any(|x| *x == lower || *x == upper);
        assert_eq!(meets, number >= 10, "{case:?}");
    }
}
