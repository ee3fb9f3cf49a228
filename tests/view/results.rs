//! What a run in a window leaves on the disk.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::program::{bowline, read_json, scenario, text, tutorial};
use crate::screen::{Screen, wait_for};

/// The time of the last row, s; before the first row -1.
fn last_time(results: &Path) -> f64 {
    let text = fs::read_to_string(results).unwrap_or_default();
    let time = text.lines().last().and_then(|line| line.split(',').next()?.parse().ok());
    time.unwrap_or(-1.0)
}

fn wait_until(results: &Path, what: &str, holds: impl Fn(f64) -> bool) {
    wait_for(what, || holds(last_time(results)).then_some(()));
}

/// The time of the last row of a run that waits, s.
fn stands_at(results: &Path) -> f64 {
    wait_for("a run that waits", || {
        let time = last_time(results);
        thread::sleep(Duration::from_millis(500));
        (last_time(results) == time).then_some(time)
    })
}

/// The largest `B.Pos[0]` of the rows.
fn farthest(results: &Path) -> Option<f64> {
    let rows = fs::read_to_string(results).unwrap_or_default();
    let mut lines = rows.lines();
    let column = lines.next()?.split(',').position(|name| name.starts_with("B.Pos[0]"))?;
    lines.filter_map(|row| row.split(',').nth(column)?.parse::<f64>().ok()).reduce(f64::max)
}

fn assert_same_files(folder: &TempDir, one: &str, other: &str, why: &str) {
    let [one, other] = [one, other].map(|name| fs::read(folder.path().join(name)).unwrap());
    assert!(!one.is_empty() && one == other, "{why}: {} and {} bytes", one.len(), other.len());
}

/// Whatever is done to the window while it runs: rows, moments and further results are those of `run`, byte for byte.
#[test]
fn what_a_window_ran_is_on_the_disk_as_run_writes_it() {
    let Some(screen) = Screen::new() else { return };
    for (name, until, rate) in [
        ("mass_linear_spring", 6.0, "2"),
        ("position_servo", 2.0, "0.7"),
        ("excavator", 2.0, "0.7"),
        ("actuator_arm", 1.5, "0.5"),
        ("power_unit", 1.5, "0.5"),
    ] {
        let folder = TempDir::new().unwrap();
        let path = scenario(&format!("{name}.xml"));
        let path = path.to_str().unwrap();
        let end = until.to_string();
        let run = ["run", path, "--until", &end, "--record-view", "-o", "run.csv"];
        let output = bowline(&folder, &run);
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));

        let results = folder.path().join("window.csv");
        let arguments = [path, "--until", &end, "--rate", rate, "--record-view", "-o", "window.csv", "--paused"];
        let window = screen.open(folder.path(), &arguments);
        window.press(&["space"]);
        window.orbit();
        window.resize(900, 600);
        window.press(&["space", "p"]);
        assert!(last_time(&results) < until, "{name}: it was over before it was touched");
        window.press(&["space"]);
        window.hide_for(Duration::from_millis(300));
        wait_until(&results, "the end", |time| time == until);
        window.press(&["ctrl+q"]);
        let (status, said) = window.end();
        assert!(status.success(), "{name}: {status}: {said}");
        assert_same_files(&folder, "run.csv", "window.csv", name);
        assert_same_files(&folder, "run.view", "window.view", name);
        let [run, window] = ["run.run.json", "window.run.json"].map(|record| read_json(&folder, record));
        assert_eq!(window["status"], "finished", "{name}");
        assert_eq!(window["statistics"]["rows"], run["statistics"]["rows"], "{name}");
        assert_eq!(window["statistics"]["steps"], run["statistics"]["steps"], "{name}");
    }
}

/// A run that goes back to a mark takes back its rows too, and the record beside them repeats it.
#[test]
fn a_window_that_goes_back_takes_its_rows_back() {
    let Some(screen) = Screen::new() else { return };
    let folder = TempDir::new().unwrap();
    let results = folder.path().join("window.csv");
    let arguments = [&*tutorial(), "--rate", "2", "--record-view", "-o", "window.csv", "--paused"];
    let window = screen.open(folder.path(), &arguments);
    window.press(&["space"]);
    wait_until(&results, "a second", |time| time >= 1.0);
    window.press(&["space", "m"]);
    let marked = stands_at(&results);
    window.press(&["space"]);
    wait_until(&results, "what is left", |time| time >= marked + 1.0);
    window.press(&["space", "ctrl+b"]);
    wait_until(&results, "the mark", |time| time == marked);
    window.press(&["space"]);
    wait_until(&results, "another run", |time| time >= marked + 0.5);
    // To the start, and to the mark of a run whose rows are gone.
    window.press(&["space", "ctrl+r"]);
    wait_until(&results, "the start", |time| time < 0.0);
    window.press(&["ctrl+b"]);
    wait_until(&results, "the mark again", |time| time == marked);
    // The window sees that it waits.
    thread::sleep(Duration::from_secs(2));
    window.press(&["m", "u", "space"]);
    wait_until(&results, "the end", |time| time == 100.0);
    window.press(&["ctrl+q"]);
    let (status, said) = window.end();
    assert!(status.success(), "{status}: {said}");
    let record = read_json(&folder, "window.run.json");
    let marks = record["interventions"].as_array().unwrap();
    assert_eq!(marks.len(), 2, "{marks:?}");
    assert!(!folder.path().join("mass_linear_spring.view.run.json").exists(), "there is one record");

    let repeat = ["run", &*tutorial(), "--repeat", "window.run.json", "--record-view", "-o", "run.csv"];
    let output = bowline(&folder, &repeat);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_same_files(&folder, "run.csv", "window.csv", "rows");
    assert_same_files(&folder, "run.view", "window.view", "moments");
}

/// A signal closes the window as its owner does: what was done to the run is on record.
#[test]
fn a_signal_keeps_what_was_done_to_a_run() {
    let Some(screen) = Screen::new() else { return };
    let folder = TempDir::new().unwrap();
    let body = r#"<Contents><OBJECTS>
        <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" Scale="2" g="0"/>
        </OBJECTS><INTERCONNECTIONS><Connection B.Force="0,0,0"/></INTERCONNECTIONS>
        <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="0,0,0"/></INITIALIZATION>
        <INTEGRATION><Engine TOutput="0:0.1:100" AbsTol="1e-6" RelTol="1e-6" FileOutput="B.Pos"/></INTEGRATION></Contents>"#;
    fs::write(folder.path().join("body.xml"), body).unwrap();
    let results = folder.path().join("window.csv");
    let window = screen.open(folder.path(), &["body.xml", "--camera=0,10,0", "-o", "window.csv", "--paused"]);
    window.pull([640, 350], [900, 350]);
    window.press(&["space"]);
    wait_for("a body that is pulled", || farthest(&results).filter(|&x| x > 0.2));
    window.let_go();
    let time = last_time(&results);
    wait_until(&results, "some more", |now| now >= time + 0.5);
    window.send("TERM");
    let (status, said) = window.end();
    assert_eq!(status.code(), Some(130), "{said}");
    let record = read_json(&folder, "window.run.json");
    let changes = record["interventions"].as_array();
    assert!(changes.is_some_and(|changes| !changes.is_empty()), "{record}");
    let rows = fs::read_to_string(&results).unwrap();
    let output = bowline(&folder, &["run", "body.xml", "--repeat", "window.run.json", "-o", "run.csv"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(fs::read_to_string(folder.path().join("run.csv")).unwrap().starts_with(&rows), "it is repeated");
}

/// A body at rest in the middle is pulled to the right, where x points, though something feeds its force; the record repeats it.
#[test]
fn what_is_pulled_follows_and_is_repeated() {
    let Some(screen) = Screen::new() else { return };
    let folder = TempDir::new().unwrap();
    let body = r#"<Contents><OBJECTS>
        <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" Scale="2"/>
        <Lib LibName="base" SimObject="Src/Constant" Name="Nothing" Value="0, 0, 0" PortWidth="3"/>
        </OBJECTS><INTERCONNECTIONS><Connection B.Force="Nothing.Out"/></INTERCONNECTIONS>
        <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="0,0,0"/></INITIALIZATION>
        <INTEGRATION><Engine TOutput="0:0.1:100" AbsTol="1e-6" RelTol="1e-6" FileOutput="B.Pos, B.Force"/></INTEGRATION></Contents>"#;
    fs::write(folder.path().join("body.xml"), body).unwrap();
    let results = folder.path().join("window.csv");
    let window = screen.open(folder.path(), &["body.xml", "--camera=0,10,0", "-o", "window.csv", "--paused"]);
    window.pull([640, 350], [900, 350]);
    window.press(&["space"]);
    wait_for("half a metre", || farthest(&results).filter(|&x| x > 0.5));
    window.let_go();
    let time = last_time(&results);
    wait_until(&results, "some more", |now| now >= time + 1.0);
    window.press(&["ctrl+q"]);
    let (status, said) = window.end();
    assert!(status.success(), "{status}: {said}");
    let record = read_json(&folder, "window.run.json");
    let forces: Vec<[f64; 3]> = serde_json::from_value(
        record["interventions"].as_array().unwrap().iter().map(|change| change["values"].clone()).collect(),
    )
    .unwrap();
    let [first, .., last] = &forces[..] else { panic!("{forces:?}") };
    // The slower the pictures, the softer the spring.
    assert!(first[0] > 0.0 && first[0] > 10.0 * first[2].abs(), "{first:?}");
    assert_eq!(*last, [0.0; 3], "it is let go");
    let rows = fs::read_to_string(&results).unwrap();

    let output = bowline(&folder, &["run", "body.xml", "--repeat", "window.run.json", "-o", "run.csv"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let repeated = fs::read_to_string(folder.path().join("run.csv")).unwrap();
    assert!(repeated.starts_with(&rows), "the rows of the window are those of its repetition");
}
