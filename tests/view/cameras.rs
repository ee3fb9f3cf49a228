//! Cameras of scenarios: pictures through them are those from the same places, and the window goes there.

use std::fs;
use std::time::Duration;

use tempfile::TempDir;

use crate::picture::{Picture, is_red};
use crate::program::{bowline, cannot_check, scenario, text, tutorial_height};
use crate::screen::{STATES, Screen, Window, wait_for};
use crate::shot;

/// The tutorial's mass with cameras: one that stands, one that goes along with the mass, and a path.
fn cameras(folder: &TempDir) -> String {
    let tutorial = fs::read_to_string(scenario("mass_linear_spring.xml")).unwrap();
    let view = r#"<VIEW>
      <Camera Name="Near" Eye="2, 12, -2" Target="0, 0, -2"/>
      <Camera Name="Flat" Eye="20, 0, 0" Target="0, 0, -4" Orthographic="14"/>
      <Camera Name="Along" Eye="0, 9, -1" Target="0, 0, 0.5" Follow="B"/>
      <Camera Name="Start" Eye="0, 30, 0" Target="0, 0, 0" At="0"/>
      <Camera Name="End" Eye="8, 10, -4" Target="0, 0, -4" At="0.4"/>
    </VIEW>
  <OBJECTS>"#;
    let path = folder.path().join("seen.xml");
    fs::write(&path, tutorial.replacen("<OBJECTS>", view, 1)).unwrap();
    path.display().to_string()
}

/// The pictures of moments.
fn pictures<const N: usize>(folder: &TempDir, times: [&str; N], arguments: &[&str]) -> Option<[Picture; N]> {
    let times_asked = times.join(",");
    let all = ["render", "seen.xml", "--at", &times_asked, "-o", "out", "--size", "320x180", "--no-ground", "--unlit"];
    let output = bowline(folder, &[&all[..], arguments].concat());
    let said = text(&output.stderr);
    if said.contains("no graphics driver") {
        cannot_check("there is no graphics driver here");
        return None;
    }
    assert!(output.status.success(), "{said}");
    Some(times.map(|time| Picture::read(&folder.path().join(format!("out/seen_{time}s.png"))).unwrap()))
}

#[test]
fn a_picture_through_a_camera_is_that_from_its_place() {
    let folder = TempDir::new().unwrap();
    cameras(&folder);
    let Some([near]) = pictures(&folder, ["0"], &["--camera", "Near"]) else { return };
    let draw = |time: &str, arguments: &[&str]| pictures(&folder, [time], arguments).unwrap();
    assert!(near.middle(is_red).is_some(), "the mass is seen");
    assert!([near] == draw("0", &["--camera=2,12,-2", "--target=0,0,-2"]));
    let flat = draw("0", &["--camera", "Flat"]);
    assert!(flat == draw("0", &["--camera=20,0,0", "--target=0,0,-4", "--ortho=14"]));
    // The mass goes up by more than two metres, and stays where it is in the picture; its spring would hide another part of it.
    assert!((tutorial_height(0.0) - tutorial_height(0.2)).abs() > 2.0);
    let [first, later] =
        pictures(&folder, ["0", "0.2"], &["--camera", "Along", "--hide", "Cable/LinearSpring"]).unwrap();
    assert_eq!(first.middle(is_red), later.middle(is_red));
    // 5/32 of the way after a quarter of the time; at rest behind the last.
    let [quarter, end] = pictures(&folder, ["0.1", "0.6"], &["--path"]).unwrap();
    assert!([quarter] == draw("0.1", &["--camera=1.25,26.875,-0.625", "--target=0,0,-0.625"]));
    assert!([end] == draw("0.6", &["--camera=8,10,-4", "--target=0,0,-4"]));
}

#[test]
fn a_video_follows_the_path_and_a_replay_has_the_cameras() {
    let folder = TempDir::new().unwrap();
    cameras(&folder);
    let Some([wanted]) = pictures(&folder, ["0.2"], &["--path"]) else { return };
    let look = ["--size", "320x180", "--no-ground", "--unlit", "--from", "0.2", "--until", "0.2"];
    let film = |arguments: &[&str]| {
        let output = bowline(&folder, &[&["render"], arguments, &look[..]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
    };
    film(&["seen.xml", "--video", "path.png"]);
    assert!(Picture::read(&folder.path().join("path.png")).unwrap() == wanted);
    let output = bowline(&folder, &["run", "seen.xml", "--until", "1", "--record-view=100"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    film(&["--replay", "seen.csv", "--video", "replay.png"]);
    assert_eq!(Picture::read(&folder.path().join("replay.png")).unwrap().middle(is_red), wanted.middle(is_red));
    film(&["seen.xml", "--video", "near.png", "--camera", "Near"]);
    assert!(Picture::read(&folder.path().join("near.png")).unwrap() != wanted);
}

#[test]
fn a_camera_that_is_not_there_is_told() {
    let folder = TempDir::new().unwrap();
    cameras(&folder);
    let says = |arguments: &[&str], words: &str| {
        let output = bowline(&folder, arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    };
    let tutorial = scenario("mass_linear_spring.xml").display().to_string();
    says(&["render", "seen.xml", "--at", "0", "--camera", "Nea"], "there is no camera `Nea`: did you mean `Near`?");
    says(&["render", &tutorial, "--at", "0", "--camera", "Near"], "there are no cameras in it");
    says(&["render", &tutorial, "--at", "0", "--path"], "the scenario has no cameras with `At`");
    says(&["render", "seen.xml", "--at", "0", "--path", "--camera", "Near"], "cannot be used with");
    says(&["render", "seen.xml", "--at", "0", "--camera", "Near", "--target=0,0,0"], "a target of its own");
}

/// What the only window remembers.
fn remembered(folder: &TempDir) -> serde_json::Value {
    let states = folder.path().join(STATES).join("bowline/windows");
    let mut entries = fs::read_dir(states).unwrap().map(|entry| entry.unwrap().path());
    let first = entries.next().unwrap();
    assert!(entries.next().is_none());
    serde_json::from_str(&fs::read_to_string(first).unwrap()).unwrap()
}

/// Where the mass is, once the camera has come to rest: in two pictures, one after the other, at the same place.
fn mass(window: &Window<'_>, folder: &TempDir, number: &mut usize) -> [usize; 2] {
    let mut before = None;
    wait_for("the camera to rest", || {
        *number += 1;
        let now = shot(window, folder, "seen", *number).middle(is_red);
        let rests = now.filter(|_| before == Some(now));
        before = Some(now);
        std::thread::sleep(Duration::from_millis(500));
        rests
    })
}

#[test]
fn the_window_goes_to_cameras_and_looks_as_it_did() {
    let Some(screen) = Screen::new() else { return };
    let folder = TempDir::new().unwrap();
    let scenario = cameras(&folder);
    let mut number = 0;
    let window = screen.open(folder.path(), &[&scenario, "--paused", "--camera", "Near"]);
    let near = mass(&window, &folder, &mut number);
    window.press(&["c", "c"]);
    // They are on their way.
    std::thread::sleep(Duration::from_secs(2));
    let flat = mass(&window, &folder, &mut number);
    assert_ne!(near, flat);
    window.press(&["k", "p", "ctrl+q"]);
    let (status, said) = window.end();
    assert!(status.success(), "{status}: {said}");
    let remembered = remembered(&folder);
    assert_eq!(remembered["kept"][0]["height"].as_f64(), Some(14.0));
    assert_eq!(remembered["view"], remembered["kept"][0]);
    assert_eq!(remembered["plots"], true);

    // As it was, with the plots, which take room; then without them.
    let window = screen.open(folder.path(), &[&scenario, "--paused"]);
    assert_ne!(mass(&window, &folder, &mut number), flat);
    window.press(&["p"]);
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(mass(&window, &folder, &mut number), flat);
    window.press(&["ctrl+q"]);
    assert!(window.end().0.success());
}

/// Beside the view that the mouse turns: the mass is in the middle of both where both look through one camera, and the window
/// is so again.
#[test]
fn views_stand_beside_each_other() {
    let Some(screen) = Screen::new() else { return };
    let folder = TempDir::new().unwrap();
    let scenario = cameras(&folder);
    let mut number = 0;
    // Columns of red pixels in the main view and beside it, with a margin at the edge between them.
    let mut sides = |window: &Window<'_>| {
        let mut before = None;
        wait_for("the views to rest", || {
            number += 1;
            let places = shot(window, &folder, "seen", number).places(is_red);
            let part = |range: std::ops::Range<usize>| {
                let columns: Vec<usize> = places.iter().map(|[x, _]| *x).filter(|x| range.contains(x)).collect();
                columns.iter().sum::<usize>().checked_div(columns.len())
            };
            let now = [part(0..764), part(772..1280)];
            let rests = Some(now).filter(|_| before == Some(now));
            before = Some(now);
            std::thread::sleep(Duration::from_millis(500));
            rests
        })
    };
    let window = screen.open(folder.path(), &[&scenario, "--paused", "--camera", "Along"]);
    let [alone, nothing] = sides(&window);
    assert!(alone.unwrap().abs_diff(640) < 10 && nothing.is_none(), "{alone:?} {nothing:?}");
    window.press(&["v", "v", "v"]);
    let three = sides(&window);
    window.press(&["v"]);
    assert_eq!(sides(&window), [alone, None], "after three there are none");
    window.press(&["v", "ctrl+q"]);
    assert!(window.end().0.success());
    let remembered = remembered(&folder);
    assert_eq!(remembered["beside"], serde_json::json!([{ "Camera": "Near" }]));

    let window = screen.open(folder.path(), &[&scenario, "--paused", "--camera", "Near"]);
    let [main, beside] = sides(&window);
    // 768 and 512 pixels wide.
    assert!(main.unwrap().abs_diff(384) < 10 && beside.unwrap().abs_diff(1024) < 10, "{main:?} {beside:?}");
    assert!(three.iter().all(Option::is_some), "{three:?}");
    window.press(&["ctrl+q"]);
    assert!(window.end().0.success());
}
