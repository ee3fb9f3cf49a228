//! What is shown of elements that have a place in the 3D view.

use bowline_engine::Run;

use super::circuit;
use crate::drawing::drawing;
use crate::laboratory::{complaints, load};

const ENGINE: &str = r#"SampleTime="1e-3" TOutput="0, 1e-3""#;

fn drawn(object: &str, connections: &str) -> Vec<String> {
    let model = load(&circuit(&[object], connections, ENGINE));
    drawing(&model, Run::new(&model).signals().unwrap())
}

/// A litre is a capsule of 6 r^3 pi, and 62.8 kg are a cube of 20 cm of steel.
#[test]
fn elements_with_a_place_are_shown_along_their_axis() {
    let place = r#"Place="1, 2, 3""#;
    let mass = r#"Mechanic/TranslationalMass M m="62.8" StartPosition="0.5""#;
    assert_eq!(drawn(mass, ""), [""; 0], "nothing is shown without a place");
    let along = |axis: &str| drawn(&format!("{mass} {place} {axis}"), "");
    assert_eq!(along(""), ["M: box at 1.5 2 3, axes 1 0 0, 0 1 0, 0 0 1, size 0.2 0.2 0.2"]);
    assert_eq!(along(r#"Axis="0, 0, -2""#), ["M: box at 1 2 2.5, axes 0 0 1, 0 1 0, -1 0 0, size 0.2 0.2 0.2"]);
    assert_eq!(along(r#"Axis="-1, 0, 0""#), ["M: box at 0.5 2 3, axes -1 0 0, 0 -1 0, 0 0 1, size 0.2 0.2 0.2"]);
    let valve = drawn(&format!(r#"Hydraulic/Valve43 Y {place} Axis="0, 1, 0""#), "");
    assert_eq!(valve, ["Y: box at 1 2 3, axes 0 -1 0, 1 0 0, 0 0 1, size 0.08 0.03 0.03"]);
    let accumulator = drawn(&format!(r#"Hydraulic/Accumulator A {place}"#), "");
    assert_eq!(accumulator, ["A: capsule 1 2 3, 1.2255 2 3, radius 0.0376"]);
}

/// Wholly in and halfway out: the rod's end moves, the barrel does not. It is as thick as
/// sqrt(1e-2 / pi) 1.2, its rod as sqrt(7.5e-3 / pi).
#[test]
fn cylinders_are_shown_with_their_rods() {
    let sizes = r#"A_1="1e-2" A_2="2.5e-3" s_l="0.4" Place="0, 0, 0""#;
    let out = |start: &str| drawn(&format!(r#"Hydraulic/CylinderQ C {sizes} StartPosition="{start}""#), "");
    let radii = "radii 0.0677 0.0489 0";
    assert_eq!(out("0"), [format!("C: hydraulic cylinder -0.4 0 0, -0.4 0 0, 0 0 0, 0 0 0, {radii}")]);
    assert_eq!(out("0.2"), [format!("C: hydraulic cylinder -0.4 0 0, -0.2 0 0, 0 0 0, 0.2 0 0, {radii}")]);
    let piston = |x: &str| {
        let connections =
            format!(r#"C.P3.x="{x}" C.P3.v="0" C.P3.f="0" C.P3.me="100" C.P1.p="0" C.P1.q="0" C.P2.p="0" C.P2.q="0""#);
        drawn(&format!("Hydraulic/CylinderC C {sizes}"), &connections)
    };
    assert_eq!(piston("0"), [format!("C: hydraulic cylinder 0.4 0 0, 0.4 0 0, 0 0 0, 0 0 0, {radii}")]);
    assert_eq!(piston("-0.2"), [format!("C: hydraulic cylinder 0.4 0 0, 0.2 0 0, 0 0 0, -0.2 0 0, {radii}")]);
}

/// From a mass at 0.1 m along its axis to one whose end is at -0.05 m on its own, which points the other way: 0.05 m on.
#[test]
fn springs_and_dampers_are_shown_between_their_ends() {
    let between = |object: &str| {
        let objects = [
            r#"Mechanic/TranslationalMass M StartPosition="0.1""#,
            object,
            r#"Mechanic/TranslationalMass N StartPosition="0.05""#,
        ];
        let model = load(&circuit(&objects, r#"M.P2="X.P1" X.P2="N.P1""#, ENGINE));
        drawing(&model, Run::new(&model).signals().unwrap())
    };
    assert_eq!(between("Mechanic/TranslationalSpring X"), [""; 0]);
    assert_eq!(
        between(r#"Mechanic/TranslationalSpring X Place="1, 2, 3" Length="0.4" Radius="0.02""#),
        ["X: coil 1.1 2 3, 1.45 2 3, radius 0.02, 10 windings"]
    );
    assert_eq!(
        between(r#"Mechanic/TranslationalSpring X Place="0, 0, 0" Axis="0, 0, 1""#),
        ["X: coil 0 0 0.1, 0 0 0.35, radius 0.05, 10 windings"]
    );
    // Barrel and rod of 0.6 and 0.7 of its length.
    assert_eq!(
        between(r#"Mechanic/TranslationalDamper X Place="0, 0, 0" Length="0.4" Radius="0.03""#),
        ["X: hydraulic cylinder 0.1 0 0, 0.17 0 0, 0.34 0 0, 0.45 0 0, radii 0.03 0.01 0"]
    );
}

#[test]
fn an_axis_that_goes_no_way() {
    for (object, expected) in [
        (r#"Hydraulic/Valve22 X Place="0, 0, 0" Axis="0, 0, 0""#, "goes no way"),
        (r#"Hydraulic/Valve22 X Axis="1, 0, 0""#, "of no use without `Place`"),
    ] {
        let found = complaints(&circuit(&[object], "", ENGINE));
        assert!(found.iter().any(|told| told.contains("Axis") && told.contains(expected)), "{found:?}");
    }
}
