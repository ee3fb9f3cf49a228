//! Cameras of a scenario: where they are while what they follow moves, and the path that they make.

use std::sync::Arc;

use bowline_engine::scene::{Scene, Sight};
use bowline_engine::{LoadOptions, Model, ModelDescription, NoRecorder, Run, Up};

use crate::laboratory::{catalog, load, scenario};

const CAMERAS: &str = r#"<VIEW Up="z">
    <Camera Name="Still" Eye="8, -6, 2*2" Target="0, 0, 100 cm" Orthographic="12"/>
    <Camera Name="Along" Eye="0, -3, 0" Target="0, 0, 0.5" Follow="B"/>
    <Camera Name="Late" Eye="4, 0, 0" Target="0, 0, 0" At="3000 ms"/>
    <Camera Name="Early" Eye="0, 0, 0" Target="1, -3, 0" Follow="B" At="1"/>
  </VIEW>"#;

/// A mass that goes along x with 2 m/s.
fn moving(view: &str) -> Arc<Model> {
    let mass = r#"FhsimTutorialLibrary:Body/Mass B Mass="1" g="0""#;
    let text = scenario(&[mass], r#"B.Force="0,0,0""#, r#"B.Pos="1,0,0" B.Vel="2,0,0""#, r#"TOutput="0, 10""#);
    load(&text.replace("<OBJECTS>", &format!("{view}<OBJECTS>")))
}

fn moment(model: &Arc<Model>, scene: &Scene, time: f64) -> Vec<f64> {
    let mut run = Run::new(model);
    run.advance_to(time, &mut NoRecorder).unwrap();
    let mut moment = Vec::new();
    scene.take_moment(run.signals().unwrap(), &mut moment);
    moment
}

fn assert_sight(found: Option<Sight>, eye: [f64; 3], target: [f64; 3]) {
    let found = found.unwrap();
    let near = |found: [f64; 3], wanted: [f64; 3]| found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9);
    assert!(near(found.eye, eye) && near(found.target, target), "{found:?}");
}

#[test]
fn a_camera_goes_along_with_what_it_follows() {
    let model = moving(CAMERAS);
    let scene = model.scene();
    assert_eq!(scene.up(), Up::Z);
    let [still, along, ..] = scene.cameras() else { panic!("four cameras") };
    assert_eq!((&*still.name, &*along.name, still.height, along.height), ("Still", "Along", Some(12.0), None));
    for (time, x) in [(0.0, 1.0), (2.5, 6.0)] {
        let moment = moment(&model, &scene, time);
        assert_sight(scene.sight(still, &moment), [8.0, -6.0, 4.0], [0.0, 0.0, 1.0]);
        assert_sight(scene.sight(along, &moment), [x, -3.0, 0.0], [x, 0.0, 0.5]);
    }
    // A mass that is nowhere cannot be followed.
    assert_eq!(scene.sight(along, &vec![f64::NAN; scene.moment_width()]), None);
    assert!(moving("").scene().cameras().is_empty());
}

/// From the mass at 1 s to a place of its own at 3 s, in the order of the times and not of the file. Half-way in time the
/// path is half-way between where the mass is then and that place.
#[test]
fn cameras_with_times_make_a_path() {
    let model = moving(CAMERAS);
    let scene = model.scene();
    let sight = |time: f64| scene.sight_on_path(time, &moment(&model, &scene, time));
    assert_sight(sight(0.0), [1.0, 0.0, 0.0], [2.0, -3.0, 0.0]);
    assert_sight(sight(1.0), [3.0, 0.0, 0.0], [4.0, -3.0, 0.0]);
    assert_sight(sight(2.0), [4.5, 0.0, 0.0], [3.0, -1.5, 0.0]);
    assert_sight(sight(3.0), [4.0, 0.0, 0.0], [0.0, 0.0, 0.0]);
    assert_sight(sight(9.0), [4.0, 0.0, 0.0], [0.0, 0.0, 0.0]);
    assert!(scene.has_path());
    let without = moving("<VIEW/>").scene();
    assert!(!without.has_path());
    assert_eq!(without.sight_on_path(0.0, &vec![0.0; without.moment_width()]), None);
}

#[test]
fn a_program_describes_the_same_cameras() {
    let mut moving = ModelDescription::new();
    moving.up(Up::Z);
    moving.object("FhsimTutorialLibrary", "Body/Mass", "B").set("Mass", 1.0).set("g", 0.0);
    moving.connect("B.Force", [0.0; 3]);
    moving.initial_condition("B.Pos", [1.0, 0.0, 0.0]).initial_condition("B.Vel", [2.0, 0.0, 0.0]);
    moving.camera("Still", [8.0, -6.0, 4.0], [0.0, 0.0, 1.0]).orthographic(12.0);
    moving.camera("Along", [0.0, -3.0, 0.0], [0.0, 0.0, 0.5]).follow("B");
    moving.camera("Late", [4.0, 0.0, 0.0], [0.0; 3]).at(3.0);
    moving.camera("Early", [0.0; 3], [1.0, -3.0, 0.0]).follow("B").at(1.0);
    moving.engine().output_times(&"0, 10".parse().unwrap());
    let built = bowline_engine::build(moving.clone(), &catalog(), LoadOptions::default())
        .unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(built.scene().cameras(), self::moving(CAMERAS).scene().cameras());
    moving.camera("Lost", [0.0; 3], [1.0; 3]).follow("A");
    let wrong = bowline_engine::build(moving, &catalog(), LoadOptions::default()).unwrap_err().to_string();
    assert!(wrong.contains("there is no `A`"), "{wrong}");
}

/// As in a file of a view: those of before have no cameras.
#[test]
fn cameras_are_kept_with_the_scene() {
    let scene = moving(CAMERAS).scene();
    let text = serde_json::to_string(&scene).unwrap();
    let again: Scene = serde_json::from_str(&text).unwrap();
    assert_eq!(again.cameras(), scene.cameras());
    let older = serde_json::to_string(&moving("").scene()).unwrap();
    assert!(!older.contains("cameras"), "{older}");
    assert!(serde_json::from_str::<Scene>(&older).unwrap().cameras().is_empty());
    let lost = text.replace("\"follows\":0", "\"follows\":7");
    assert!(serde_json::from_str::<Scene>(&lost).unwrap_err().to_string().contains("camera `Along` follows an object"));
}
