//! What a scene brought goes with it.

use bowline_viewer::camera::Pose;
use bowline_viewer::stage::Style;

use crate::studio::{Studio, renderer};

#[test]
fn nothing_stays_of_fifty_scenarios() {
    let Some(mut renderer) = renderer([64, 36], Style::default(), &[]) else { return };
    let show = |renderer: &mut bowline_viewer::render::Renderer, name: &str| {
        let mut studio = Studio::of(name, &[]);
        let moment = studio.moment(0.05);
        renderer.picture(&studio.scene, &moment, &Pose::default()).unwrap();
        renderer.clear().unwrap();
    };
    let names = ["mass_linear_spring", "actuator_mass", "stiff_link"];
    names.iter().for_each(|name| show(&mut renderer, name));
    let before = renderer.counts();
    for round in 0..50 {
        show(&mut renderer, names[round % names.len()]);
    }
    assert_eq!(renderer.counts(), before, "entities, meshes, materials, images");
}
