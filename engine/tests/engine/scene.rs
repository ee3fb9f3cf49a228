//! What SimObjects look like while they move, drawn as text.

use std::sync::Arc;

use bowline_engine::{Model, NoRecorder, Run};

use crate::drawing::drawing;
use crate::laboratory::{load, scenario};

/// The mass hangs at z = 0.0981 - 5.0981 cos(10 t).
#[test]
fn a_mass_on_a_spring_is_drawn_where_the_closed_form_has_it() {
    let objects = [
        r#"FhsimTutorialLibrary:Cable/LinearSpring S Stiffness="100" RelaxedLength="10""#,
        r#"FhsimTutorialLibrary:Body/Mass B Scale="1.0" Mass="1.0" g="-9.81" Material="Simple/Red""#,
    ];
    let connections = r#"S.PosB="B.Pos" B.Force="S.ForceB" S.PosA="0,0,-10""#;
    let engine = r#"TOutput="0, 1" AbsTol="1e-10" RelTol="1e-10""#;
    let model = load(&scenario(&objects, connections, r#"B.Pos="0,0,-5" B.Vel="0,0,0""#, engine));
    let mut run = Run::new(&model);
    for (time, z) in [(0.0, "-5"), (0.1, "-2.6564"), (0.5, "-1.348")] {
        run.advance_to(time, &mut NoRecorder).unwrap();
        assert_eq!(
            drawing(&model, run.signals().unwrap()),
            [
                format!("S: coil 0 0 -10, 0 0 {z}, radius 0.25, 32 windings"),
                format!("B: sphere at 0 0 {z}, radius 0.5, Simple/Red"),
            ],
            "{time} s"
        );
    }
}

/// One that pushes, too, is never slack.
#[test]
fn a_spring_that_only_pulls_is_slack_below_its_relaxed_length() {
    let spring = r#"FhsimTutorialLibrary:Cable/LinearSpring S Stiffness="1" RelaxedLength="2.5" Acts="InTension""#;
    let model = load(&scenario(&[spring], r#"S.PosA="0,0,0" S.PosB="1,0,0""#, "", r#"TOutput="0, 1""#));
    let first = &drawing(&model, Run::new(&model).signals().unwrap())[0];
    assert_eq!(first, "S: coil 0 0 0, 1 0 0, radius 0.25, 8 windings, slack below 2.5");
}

/// One of each shape, 0 s and 2 s from the start, with an orientation of so
/// many elements.
fn looking(turn: &str, width: usize) -> Arc<Model> {
    load(&looking_text(turn, width))
}

pub(crate) fn looking_text(turn: &str, width: usize) -> String {
    let object = format!(r#"Looking L TurnWidth="{width}""#);
    let source = r#"base:Src/Constant F Value="4, 0, 2000" PortWidth="3""#;
    let nodes = r#"base:Src/Constant N Value="2, 0, 0" PortWidth="3""#;
    let connections =
        format!(r#"L.Pos="1,2,3" L.Turn="{turn}" L.Nodes="0.5*N.Out, 0,1,0" L.Force="F.Out + (-2,0,0) + F.Out""#);
    scenario(&[&object, source, nodes], &connections, r#"L.Along="0""#, r#"TOutput="0, 2""#)
}

/// A quarter about z takes x to y and y to -x; as a quaternion, cos 45° and
/// sin 45° along z, here twice as long.
pub(crate) const QUARTER: &str = "1.4142135623730951, 0, 0, 1.4142135623730951";

#[test]
fn each_shape_is_drawn_in_the_axes_of_its_frame() {
    let model = looking(QUARTER, 4);
    let mut run = Run::new(&model);
    let first = drawing(&model, run.signals().unwrap());
    run.advance_to(2.0, &mut NoRecorder).unwrap();
    let axes = "axes 0 -1 0, 1 0 0, 0 0 1";
    assert_eq!(
        drawing(&model, run.signals().unwrap()),
        [
            // A tenth of 4 + 4 - 2 N; colours lie between 0 and 1.
            "L: sphere at 1 2 3, radius 0.6, 0.5 1 0 1".to_owned(),
            // Its centre, (1, 0, 0) in the frame, lies along the world's y.
            format!("L: box at 1 3 3, {axes}, size 2 4 6, 1 0.502 0 1"),
            "L: cylinder 0 0 0, 1 2 3, radius 0.1, Simple/Red".to_owned(),
            "L: cone 1 2 3, 0 1 0, radius 1".to_owned(),
            // 3 m/s for 2 s.
            "L: capsule 6 0 -5, 6 0 5, radius 0.2, 0 0 0 0.502".to_owned(),
            "L: line 1 2 3, 1 0 0, 0 1 0, 7 8 9".to_owned(),
            // (1, 0, 0) and (0, 1, 0) turned: (0, 1, 0) and (-1, 0, 0).
            "L: tube 1 3 3, 0 2 3, radius 0.3".to_owned(),
            // The third element of the sum of the forces.
            "L: coil 1 2 3, 1 0 0, radius 0.25, 4000 windings".to_owned(),
            // Mount, piston at 2 - 1.5 m, end of the barrel, mount.
            "L: hydraulic cylinder 0 0 0, 0 0 0.5, 0 0 1.2, 0 0 2, radii 0.1 0.05 0".to_owned(),
            // A millimetre for each N; what points along x in the frame points along y.
            "L: arrow 1 2 3, 1 2.006 7, radius 0.05".to_owned(),
            "L: `so high` at 1 2 3, height 0.5".to_owned(),
            format!("L: axes at 1 2 3, {axes}, length 2"),
            format!("L: mesh hull.glb at 1 2 3, {axes}, scale 1 1 1"),
            // (x, y, h) of the grid lie at (1 - y, 2 + x, 3 + 1 + h).
            "L: surface 1 2 5, 1 12 4, 1 22 4, -19 2 4, -19 12 4.1, -19 22 4.2 in rows of 3".to_owned(),
            // (1, 6, 0) turned is (-6, 1, 0).
            "L: trail of -5 3 3 for 2.5 s, radius 0.6".to_owned(),
        ]
    );
    // The text was not shown while the state was 0.
    assert_eq!(first.len(), 14);
    assert!(!first.iter().any(|line| line.contains("so high")), "{first:?}");
}

/// What a frame of that orientation does to the tube's points (1, 0, 0) and (0, 1, 0).
fn turned(orientation: &str, width: usize) -> String {
    let model = looking(orientation, width);
    let tube = drawing(&model, Run::new(&model).signals().unwrap()).into_iter().find(|line| line.contains("tube"));
    tube.unwrap()
}

#[test]
fn orientations_are_quaternions_of_any_length_or_rotation_matrices() {
    let still = "L: tube 2 2 3, 1 3 3, radius 0.3";
    let quarter = "L: tube 1 3 3, 0 2 3, radius 0.3";
    assert_eq!(turned("1, 0, 0, 0", 4), still);
    assert_eq!(turned("-3, 0, 0, 0", 4), still, "its negative turns alike");
    assert_eq!(turned("0, 0, 0, 0", 4), still, "it has no direction");
    assert_eq!(turned("1e-200, 0, 0, 1e-200", 4), quarter, "whose square is 0");
    assert_eq!(turned("1e200, 0, 0, 1e200", 4), quarter, "whose square is infinite");
    // A third about (1, 1, 1) takes x to y and y to z: cos 60° and sin 60° along it.
    let third = "L: tube 1 3 3, 1 2 4, radius 0.3";
    assert_eq!(turned("0.5, 0.5, 0.5, 0.5", 4), third);
    assert_eq!(turned("0,0,1, 1,0,0, 0,1,0", 9), third, "row by row, from the body's axes to the world's");
}

#[test]
#[should_panic(expected = "the workspace is that of another model")]
fn the_workspace_of_another_model_is_not_drawn() {
    let (model, other) = (looking(QUARTER, 4), looking(QUARTER, 4));
    let _ = model.scene().at(&other.workspace()).len();
}
