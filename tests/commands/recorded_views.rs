//! `run --record-view`: what is to be seen of a run lies beside its results.

use std::fs;

use bowline_engine::replay::Replay;
use bowline_engine::scene::Figure;
use tempfile::TempDir;

use crate::program::{bowline, read, read_json, text, tutorial, tutorial_height};

fn replay(directory: &TempDir, name: &str) -> Result<Replay, String> {
    Replay::open(directory.path().join(name)).map_err(|error| error.to_string())
}

/// Height of the only sphere, m.
fn height(replay: &mut Replay, time: f64) -> f64 {
    let mut moment = Vec::new();
    replay.moment_at(time, &mut moment).unwrap();
    let heights = replay.scene().in_moment(&moment).filter_map(|drawn| match drawn.figure {
        Figure::Sphere { centre, .. } => Some(centre[2]),
        _ => None,
    });
    let heights: Vec<f64> = heights.collect();
    assert_eq!(heights.len(), 1);
    heights[0]
}

#[test]
fn a_view_lies_beside_the_same_results() {
    let directory = TempDir::new().unwrap();
    let seen = bowline(&directory, &["run", &tutorial(), "--until", "20", "-o", "seen.csv", "--record-view"]);
    assert!(seen.status.success(), "{}", text(&seen.stderr));
    let said = text(&seen.stderr);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[1..], ["seen.view: 601 moments; to play it: bowline view --replay seen.view"], "{said}");
    bowline(&directory, &["run", &tutorial(), "--until", "20", "-o", "unseen.csv"]);
    assert_eq!(read(&directory, "seen.csv"), read(&directory, "unseen.csv"));
    let (seen, unseen) = (read_json(&directory, "seen.run.json"), read_json(&directory, "unseen.run.json"));
    assert_eq!((&seen["view"], unseen.get("view")), (&"seen.view".into(), None));
    assert_eq!(seen["statistics"]["steps"], unseen["statistics"]["steps"]);

    let mut replay = replay(&directory, "seen.csv").unwrap();
    assert_eq!((replay.times()[0], replay.times()[30], replay.times()[600]), (0.0, 1.0, 20.0));
    for time in [20.0, 3.5, 0.0, 11.1] {
        let height = height(&mut replay, time);
        assert!((height - tutorial_height(time)).abs() < 1e-5, "at {time} s: {height}");
    }
    assert_eq!(replay.scenario().sha256, seen["scenario"]["sha256"].as_str().unwrap());
}

#[test]
fn a_view_is_as_fine_as_is_asked_for_and_fits_beside_results() {
    let directory = TempDir::new().unwrap();
    let run = |arguments: &[&str]| bowline(&directory, &[&["run", &tutorial(), "--until", "2"], arguments].concat());
    assert!(run(&["--record-view=1000", "-o", "fine.csv", "--quiet"]).status.success());
    assert_eq!(replay(&directory, "fine.run.json").unwrap().times().len(), 2001);
    let refused = |arguments: &[&str], why: &str| {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(why), "{arguments:?}: {}", text(&output.stderr));
    };
    let beside = "error: --record-view writes a view beside the results: let these go to a file, with -o\n";
    refused(&["--record-view", "-o", "-"], beside);
    #[cfg(unix)]
    refused(&["--record-view", "-o", "/dev/null"], beside);
    refused(&["--record-view=0"], "`0` is not more than 0");
    refused(
        &["--record-view=1e9"],
        "error: --record-view: 1000000000 moments a second are 2000000000 in all: give fewer",
    );
    assert!(!directory.path().join("mass_linear_spring.csv").exists());
}

#[test]
fn a_view_replaces_views_alone_and_an_older_one_is_told() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("a.view");
    fs::write(&path, "from the hill").unwrap();
    let run = |arguments: &[&str]| {
        let output = bowline(&directory, &[&["run", &tutorial(), "--until", "1", "-o", "a.csv"], arguments].concat());
        (output.status.code(), text(&output.stderr))
    };
    let (status, said) = run(&["--record-view"]);
    assert_eq!(status, Some(2));
    assert!(said.starts_with("error: cannot write `a.view`: it holds something else than a view"), "{said}");
    assert_eq!(read(&directory, "a.view"), "from the hill");
    assert!(!directory.path().join("a.csv").exists());
    assert_eq!(run(&["--record-view", "--force"]).0, Some(0));
    let long = fs::metadata(&path).unwrap().len();
    assert_eq!(run(&["--record-view=2"]).0, Some(0));
    assert!(fs::metadata(&path).unwrap().len() < long);
    assert_eq!(replay(&directory, "a.csv").unwrap().times(), [0.0, 0.5, 1.0]);
    let (status, said) = run(&[]);
    assert_eq!(status, Some(0));
    assert!(said.ends_with("warning: `a.view` is of an earlier run: this one recorded no view\n"), "{said}");
}

/// A scenario of one SimObject of the base library.
fn write_scenario(directory: &TempDir, object: &str, engine: &str) {
    let scenario = format!(
        r#"<Contents><OBJECTS><Lib LibName="base" {object}/></OBJECTS>
             <INTEGRATION><Engine {engine}/></INTEGRATION></Contents>"#
    );
    fs::write(directory.path().join("model.xml"), scenario).unwrap();
}

#[test]
fn a_run_of_which_nothing_is_to_be_seen_says_so() {
    let directory = TempDir::new().unwrap();
    write_scenario(&directory, r#"SimObject="Src/Constant" Name="C" Value="1""#, r#"TOutput="0, 1""#);
    let output = bowline(&directory, &["run", "model.xml", "--record-view"]);
    assert!(output.status.success());
    let said = text(&output.stderr);
    let warning = "warning: there is nothing to be seen in `model.view`: no SimObject has a look\n";
    assert!(said.ends_with(warning), "{said}");
    assert_eq!(replay(&directory, "model.csv").unwrap().times().len(), 301);
}

#[test]
fn a_run_that_fails_at_once_leaves_a_view_of_its_start() {
    let directory = TempDir::new().unwrap();
    let output = bowline(
        &directory,
        &["run", &tutorial(), "-o", "a.csv", "--record-view", "--set", "Engine:HMax=1", "--set", "Engine:HMin=0.5"],
    );
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("\na.view: 1 moment; to play it: "), "{said}");
    let mut replay = replay(&directory, "a.csv").unwrap();
    assert_eq!(replay.times(), [0.0]);
    assert_eq!(height(&mut replay, 0.0), -5.0);
}

#[test]
#[cfg(target_os = "linux")]
fn a_view_on_a_full_disk_is_an_error_before_the_run() {
    let directory = TempDir::new().unwrap();
    std::os::unix::fs::symlink("/dev/full", directory.path().join("a.view")).unwrap();
    let output = bowline(&directory, &["run", &tutorial(), "-o", "a.csv", "--record-view"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert_eq!(said, "error: cannot write `a.view`: No space left on device (os error 28)\n");
}

/// Not even one that is killed at once loses what it computed.
#[test]
#[cfg(unix)]
fn a_killed_run_leaves_a_view_of_what_it_computed() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("long.view");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("bowline"))
        .current_dir(&directory)
        .args(["run", &tutorial(), "--set", "Engine:TOutput=0:1:1e7", "-o", "long.csv", "--record-view=0.01", "-q"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while fs::metadata(&path).map_or(0, |found| found.len()) < 2000 {
        assert!(began.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let mut replay = replay(&directory, "long.run.json").unwrap();
    assert_eq!(read_json(&directory, "long.run.json")["status"], "running");
    assert_eq!(replay.times()[..3], [0.0, 100.0, 200.0]);
    let height = height(&mut replay, 100.0);
    assert!((height - tutorial_height(100.0)).abs() < 1e-2, "{height}");
}
