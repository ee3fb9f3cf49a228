//! What is in a picture is where the state says: projected by hand, as the
//! camera's documentation says.
//!
//! In an orthographic picture of 640 x 360 pixels and a height of h metres, a
//! pixel is h / 360 m wide, and the target is in the middle, at (320, 180).

use bowline_viewer::camera::{Pose, Side};
use bowline_viewer::stage::Style;

use crate::studio::{PURE, Studio, is_near, middle, renderer};

const SIZE: [u32; 2] = [640, 360];
const RED: [u8; 3] = [204, 32, 32];
const STEEL: [u8; 3] = [176, 182, 189];

fn pose(side: Side, target: [f64; 3], height: f64) -> Pose {
    Pose { target, distance: 50.0, height: Some(height), ..Pose::default() }.from(side)
}

#[track_caller]
fn assert_near(found: f64, wanted: f64, what: &str) {
    assert!((found - wanted).abs() <= 2.0, "{what}: {found} instead of {wanted}");
}

/// z points down: what is lower has a larger z, and a larger row.
#[test]
fn the_mass_on_its_spring() {
    let Some(mut renderer) = renderer(SIZE, PURE, &["Cable/LinearSpring"]) else { return };
    let mut studio = Studio::of("mass_linear_spring", &[]);
    let pose = pose(Side::Front, [2.0, 0.0, -4.0], 24.0);
    for time in [0.0, 0.4, 1.3] {
        let moment = studio.moment(time);
        let [x, _, z] = studio.signal("B.Pos");
        let picture = renderer.picture(&studio.scene, &moment, &pose).unwrap();
        let (column, row, count) = middle(&picture, RED);
        assert_near(column, 320.0 + 15.0 * (x - 2.0), "column");
        assert_near(row, 180.0 + 15.0 * (z + 4.0), "row");
        // A disc of 0.5 m, that is 7.5 pixels, and its edge, which is mixed.
        assert!((120..=195).contains(&count), "{count} pixels");
    }
}

/// Words come nearer, so that letters of other sizes are drawn in each picture: none is missing that a picture by itself has.
#[test]
fn words_are_whole_in_every_picture() {
    let text = r#"<Contents><VIEW Up="z"/>
        <OBJECTS><Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" g="0"/>
        <Lib LibName="base" SimObject="Visual/Text" Name="T" Text="Glyphs QWERTYUIOP jklm 0123456789" Height="0.9"/></OBJECTS>
        <INTERCONNECTIONS><Connection B.Force="0,0,0" T.Pos="B.Pos"/></INTERCONNECTIONS>
        <INITIALIZATION><InitialCondition B.Pos="0,0,1" B.Vel="0,-4,0"/></INITIALIZATION>
        <INTEGRATION><Engine TOutput="0:0.5:6"/></INTEGRATION></Contents>"#;
    let pose = Pose { target: [0.0, 0.0, 1.0], distance: 30.0, height: None, ..Pose::default() }.from(Side::Front);
    let Some(mut in_a_row) = renderer(SIZE, PURE, &["Body/Mass"]) else { return };
    let mut studio = Studio::from_text(text, &[]);
    for time in [0.0, 1.0, 2.0, 3.0] {
        let Some(mut alone) = renderer(SIZE, PURE, &["Body/Mass"]) else { return };
        let moment = studio.moment(time);
        let [one, other] = [&mut in_a_row, &mut alone].map(|of| of.picture(&studio.scene, &moment, &pose).unwrap());
        let differ = one.pixels.iter().zip(&other.pixels).filter(|(one, other)| one != other).count();
        // Where a letter lies in the table of letters may change a pixel at its edge.
        assert!(differ <= 10, "t = {time} s: {differ} pixels");
        // Thin letters are lighter than their colour, and darker than what is behind them.
        let written = one.pixels.iter().filter(|[red, ..]| *red < 160).count();
        assert!(written > 100, "t = {time} s: {written} pixels");
    }
}

/// The sky is around the camera: without perspective it would stand before all else.
#[test]
fn without_perspective_the_sky_hides_nothing() {
    let style = Style { surroundings: true, ..PURE };
    let Some(mut renderer) = renderer(SIZE, style, &["Cable/LinearSpring"]) else { return };
    let mut studio = Studio::of("mass_linear_spring", &[]);
    let moment = studio.moment(0.0);
    let picture = renderer.picture(&studio.scene, &moment, &pose(Side::Front, [2.0, 0.0, -4.0], 24.0)).unwrap();
    let (_, _, count) = middle(&picture, RED);
    assert!((120..=195).contains(&count), "{count} pixels");
}

/// From above, where z points up: y points up in the picture. From a side, the
/// eye moves by the yaw towards x.
#[test]
fn a_mass_of_the_chain() {
    let Some(mut renderer) = renderer(SIZE, PURE, &["Cable/DampedSpring"]) else { return };
    let mut studio = Studio::of("chain_100", &["M50.Material=Simple/Red"]);
    let from_above = pose(Side::Top, [50.0, 0.0, 0.0], 18.0);
    let from_the_side = Pose { yaw: 60.0_f64.to_radians(), ..pose(Side::Front, [50.0, 0.0, 0.0], 18.0) };
    for time in [0.0, 0.3, 1.0] {
        let moment = studio.moment(time);
        let [x, y, z] = studio.signal("M50.Pos");
        let picture = renderer.picture(&studio.scene, &moment, &from_above).unwrap();
        let (column, row, _) = middle(&picture, RED);
        assert_near(column, 320.0 + 20.0 * (x - 50.0), "column from above");
        assert_near(row, 180.0 - 20.0 * y, "row from above");

        // The eye is at sin 60 along x and -cos 60 along y: cos 60 of x, and sin 60 of y, are to the right. Nearer
        // masses hide a part of it, none of its upper edge.
        let picture = renderer.picture(&studio.scene, &moment, &from_the_side).unwrap();
        let (_, row, count) = middle(&picture, RED);
        assert!(count > 0);
        assert_near(row, 180.0 - 20.0 * z, "row from the side");
    }
}

/// The rod is seen from the end of the barrel to the load, a ball of 5 cm, where
/// that is as thick as the rod, of 3 cm: 4 cm before its middle. So it is as long
/// as the stroke, but for 4 cm.
#[test]
fn the_rod_comes_out_by_the_stroke() {
    let Some(mut renderer) = renderer(SIZE, PURE, &[]) else { return };
    let mut studio = Studio::of("actuator_mass", &["M.Scale=0.1"]);
    let pose = pose(Side::Front, [0.6, 0.0, 0.0], 0.9);
    for time in [0.0, 0.2, 0.5] {
        let moment = studio.moment(time);
        let [stroke] = studio.signal("A.Stroke");
        let picture = renderer.picture(&studio.scene, &moment, &pose).unwrap();
        let seen = (0..640).filter(|column| is_near(picture.pixel(*column, 180), STEEL)).count();
        assert_near(seen as f64, 400.0 * (stroke - 0.04), "pixels of rod");
        let (_, row, _) = middle(&picture, STEEL);
        assert_near(row, 180.0, "row of the rod");
    }
}
