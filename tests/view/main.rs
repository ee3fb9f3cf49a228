//! The window as a user has it: keys, clicks, and what it leaves.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod cameras;
mod picture;
#[path = "../program/mod.rs"]
mod program;
mod results;
mod screen;
mod video;

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use picture::{Picture, is_orange, is_red};
use program::{bowline, read_json, scenario, text, tutorial};
use screen::{Screen, Window, wait_for};

/// Has the window write a picture, of which this is the number.
fn shot(window: &Window<'_>, folder: &TempDir, name: &str, number: usize) -> Picture {
    window.press(&["s"]);
    let path = folder.path().join(format!("{name}-{number}.png"));
    wait_for("a picture", || Picture::read(&path))
}

/// The times of the marks in the record that the window left, s.
fn marks(record: &Value) -> Vec<f64> {
    let done = record["interventions"].as_array().unwrap().iter();
    done.filter(|done| done["kind"] == "snapshot").map(|done| done["time_s"].as_f64().unwrap()).collect()
}

#[test]
fn it_draws_and_does_what_keys_and_clicks_ask_for() {
    let Some(screen) = Screen::new() else { return };
    let folder = TempDir::new().unwrap();
    let window = screen.open(folder.path(), &[&tutorial(), "--paused", "--until", "1000"]);
    assert_eq!(window.first, "ready: mass_linear_spring\n");
    let name = "mass_linear_spring";
    let first = shot(&window, &folder, name, 1);
    assert_eq!((first.width, first.pixels.len()), (1280, 1280 * 720));
    let mass = first.middle(is_red).expect("there is a red mass");
    // The spring is of such a colour too.
    let before = first.places(is_orange).len();

    // A click on the mass selects it.
    window.click(mass);
    let mut number = 1;
    wait_for("corners around the mass", || {
        number += 1;
        (shot(&window, &folder, name, number).places(is_orange).len() > before + 20).then_some(())
    });

    // It waits; runs; and waits again.
    window.press(&["m", "space"]);
    std::thread::sleep(std::time::Duration::from_secs(2));
    window.press(&["space", "m"]);
    std::thread::sleep(std::time::Duration::from_secs(1));
    window.press(&["m", "period", "m", "ctrl+q"]);
    let (status, said) = window.end();
    assert!(status.success(), "{status}: {said}");
    let record = read_json(&folder, "mass_linear_spring.view.run.json");
    let times = marks(&record);
    assert_eq!(times.len(), 4, "{times:?}");
    assert_eq!(times[0], 0.0);
    assert!(times[1] > 0.5, "{times:?}");
    assert_eq!(times[2].to_bits(), times[1].to_bits());
    assert!(times[3] > times[2], "{times:?}");
    assert_eq!(record["reached_s"].as_f64(), times.last().copied());
    // What was done can be repeated without a window.
    let repeat = [&*tutorial(), "--until", "1000", "--repeat", "mass_linear_spring.view.run.json"];
    assert!(said.contains(&format!("bowline run {}", repeat.join(" "))), "{said}");
    let output = bowline(&folder, &[&["run", "-o", "repeated.csv"], &repeat[..]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let repeated = read_json(&folder, "repeated.run.json");
    assert_eq!(marks(&repeated), times);
}

#[test]
fn a_replay_goes_there_and_back() {
    let Some(screen) = Screen::new() else { return };
    let folder = TempDir::new().unwrap();
    let output = bowline(&folder, &["run", &tutorial(), "--record-view", "-o", "swing.csv"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let window = screen.open(folder.path(), &["--replay", "swing.csv", "--paused"]);
    assert_eq!(window.first, "ready: swing\n");
    // From the front it moves up and down.
    window.press(&["2"]);
    std::thread::sleep(std::time::Duration::from_secs(2));
    let height = |picture: &Picture| picture.middle(is_red).expect("there is a red mass")[1];
    let first = height(&shot(&window, &folder, "swing", 1));
    window.press(&["period", "period", "period", "period", "period"]);
    let then = height(&shot(&window, &folder, "swing", 2));
    assert!(then > first + 20, "it falls at first: {first}, {then}");
    window.press(&["comma", "comma", "comma", "comma", "comma"]);
    assert_eq!(height(&shot(&window, &folder, "swing", 3)), first);
    // The camera is not what moves.
    window.drag([300, 300], [500, 320]);
    window.press(&["q", "ctrl+q"]);
    let (status, said) = window.end();
    assert!(status.success(), "{status}: {said}");
    assert!(!folder.path().join("swing.view.run.json").exists(), "a replay has no record of its own");
}

#[test]
fn a_run_that_fails_is_told_in_the_window_and_at_the_end() {
    let Some(screen) = Screen::new() else { return };
    let folder = TempDir::new().unwrap();
    let window = screen.open(folder.path(), &[&tutorial(), "--set", "S.Stiffness=1e306"]);
    std::thread::sleep(std::time::Duration::from_secs(1));
    // It lives on.
    let picture = shot(&window, &folder, "mass_linear_spring", 1);
    assert!(picture.middle(is_red).is_some());
    window.press(&["ctrl+q"]);
    let (status, said) = window.end();
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.starts_with("error: "), "{said}");
}

/// What the program says where no window can be opened.
fn without_a_window(display: Option<&str>) -> String {
    let folder = TempDir::new().unwrap();
    let mut command = Command::cargo_bin("bowline").unwrap();
    command.current_dir(&folder).env_remove("WAYLAND_DISPLAY").env_remove("DISPLAY");
    if let Some(display) = display {
        command.env("DISPLAY", display);
    }
    let output = command.args(["view", scenario("excavator.xml").to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "");
    assert!(Path::new(folder.path()).read_dir().unwrap().next().is_none(), "it leaves nothing");
    text(&output.stderr)
}

/// A window that cannot open costs no results.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn results_of_an_earlier_run_stay_where_no_window_opens() {
    let folder = TempDir::new().unwrap();
    let output = bowline(&folder, &["run", &tutorial(), "-o", "a.csv"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let files = || ["a.csv", "a.run.json"].map(|name| std::fs::read(folder.path().join(name)).unwrap());
    let before = files();
    let mut view = Command::cargo_bin("bowline").unwrap();
    view.current_dir(&folder).env_remove("WAYLAND_DISPLAY").env_remove("DISPLAY");
    let output = view.args(["view", &tutorial(), "-o", "a.csv"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("DISPLAY is not set"), "{}", text(&output.stderr));
    assert!(files() == before, "they were replaced");
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn without_a_display_it_says_what_to_do() {
    for (display, because) in [(None, "DISPLAY is not set"), (Some(":7999"), "the display `:7999` cannot be used")] {
        let said = without_a_window(display);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("error: ") && said.contains(because) && said.contains("`bowline render`"), "{said}");
    }
}
