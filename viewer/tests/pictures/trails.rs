//! Trails, where their points were.

use bowline_parts::Trails;
use bowline_viewer::camera::{Pose, Side};

use crate::studio::{PURE, Studio, is_near, renderer};

/// A stone that is thrown: x = 4 t, z = 6 t - g t^2 / 2, with a trail of a second, as wide as a line or as thick as 0.3 m.
fn thrown(radius: f64) -> String {
    format!(
        r##"<Contents><VIEW Up="z"/>
        <OBJECTS><Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="1" g="9.81"/>
        <Lib LibName="base" SimObject="Visual/Trail" Name="T" Duration="1" Radius="{radius}" Material="#ff0000"/></OBJECTS>
        <INTERCONNECTIONS><Connection B.Force="0,0,0" T.Pos="B.Pos"/></INTERCONNECTIONS>
        <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="4,0,6"/></INITIALIZATION>
        <INTEGRATION><Engine TOutput="0:0.01:2"/></INTEGRATION></Contents>"##
    )
}

/// 20 pixels a metre, the origin in the middle of the left half: pixels of the trail are on the parabola, from the place a
/// second ago to where the stone is, and nowhere else; also when time goes back.
#[test]
fn a_trail_is_where_its_point_was() {
    let Some(mut renderer) = renderer([640, 360], PURE, &["Body/Mass"]) else { return };
    for radius in [0.0, 0.15] {
        let mut studio = Studio::from_text(&thrown(radius), &[]);
        let mut trails = Trails::of(&studio.scene);
        let mut moments = Vec::new();
        for step in 0..=160 {
            let time = 0.0125 * f64::from(step);
            let moment = studio.moment(time);
            trails.take(&studio.scene, &moment, time);
            moments.push(moment);
        }
        renderer.remember(trails);
        let pose = Pose { target: [8.0, 0.0, 0.0], distance: 50.0, height: Some(18.0), ..Pose::default() };
        for (step, time) in [(160, 2.0), (100, 1.25), (40, 0.5)] {
            renderer.show_trails(time);
            let picture = renderer.picture(&studio.scene, &moments[step], &pose.from(Side::Front)).unwrap();
            let [mut first, mut last] = [f64::INFINITY, f64::NEG_INFINITY];
            for row in 0..360 {
                for column in 0..640 {
                    if is_near(picture.pixel(column, row), [255, 0, 0]) {
                        let x = (column as f64 + 0.5 - 320.0) / 20.0 + 8.0;
                        let t = x / 4.0;
                        let z = (180.0 - row as f64 - 0.5) / 20.0;
                        // Beside the parabola, whose slope is (6 - g t) / 4.
                        let slope: f64 = (6.0 - 9.81 * t) / 4.0;
                        let beside = (z - (6.0 * t - 0.5 * 9.81 * t * t)).abs() / slope.hypot(1.0);
                        assert!(beside < radius + 0.12, "{radius} {time} s: {beside} m beside it at {x}");
                        (first, last) = (first.min(x), last.max(x));
                    }
                }
            }
            let wanted = [4.0 * (time - 1.0_f64).max(0.0), 4.0 * time];
            assert!((first - wanted[0]).abs() < radius + 0.15, "{radius} {time} s: from {first}");
            assert!((last - wanted[1]).abs() < radius + 0.15, "{radius} {time} s: to {last}");
        }
    }
}
