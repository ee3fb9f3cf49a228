//! Ctrl-C and SIGTERM, sent to the real program.

#![cfg(unix)]

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::signals::{program_with_default_signals, send};
use crate::program::{bowline, read, read_json, rows, text, tutorial, tutorial_height};

/// Longer than anything here takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "{what} takes too long");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Begins a run of a hundred million steps, with a row every thousand.
fn begin(directory: &TempDir, program: &mut Command) -> Child {
    let long = ["--set", "Engine:HMax=1e-6", "--set", "Engine:TOutput=0:0.001:100"];
    program.current_dir(directory).stderr(Stdio::piped()).stdout(Stdio::piped());
    let child =
        program.args(["run", &tutorial(), "-o", "long.csv", "--final-state", "end.json"]).args(long).spawn().unwrap();
    // The header is written once the program listens.
    let csv = directory.path().join("long.csv");
    wait_until("the header", || std::fs::metadata(&csv).is_ok_and(|file| file.len() > 0));
    child
}

#[test]
fn a_signal_ends_the_run_after_its_step_and_keeps_what_was_computed() {
    for signal in ["INT", "TERM"] {
        let directory = TempDir::new().unwrap();
        let child = begin(&directory, &mut program_with_default_signals());
        std::thread::sleep(Duration::from_millis(200));
        send(signal, &child);
        let output = child.wait_with_output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{signal}: {message}");

        let record = read_json(&directory, "long.run.json");
        assert_eq!((&record["status"], &record["exit_status"]), (&"interrupted".into(), &130.into()));
        let reached = record["reached_s"].as_f64().unwrap();
        let told = message.strip_prefix("interrupted at t = ").and_then(|rest| rest.split_once(" s; ")).unwrap();
        assert!((told.0.parse::<f64>().unwrap() / reached - 1.0).abs() < 1e-8, "{message}");
        assert!(told.1.starts_with("what was computed is kept\n"), "{message}");

        let csv = read(&directory, "long.csv");
        assert!(csv.ends_with('\n'), "the last row is whole");
        let rows = rows(&csv);
        assert_eq!(record["statistics"]["rows"], rows.len());
        let last = rows.last().unwrap()[0];
        assert!(last <= reached && reached <= last + 0.001, "rows up to {last} s of {reached} s");
        assert!(rows.iter().all(|row| (row[3] - tutorial_height(row[0])).abs() < 1e-6));

        // And it goes on from there.
        let until = (reached + 0.1).to_string();
        let arguments = ["run", &tutorial(), "--initial-state", "end.json", "--until", &until, "-o", "more.csv"];
        assert!(bowline(&directory, &arguments).status.success());
        let more = crate::program::rows(&read(&directory, "more.csv"));
        assert_eq!(more[0][0], reached);
        assert!(more.iter().all(|row| (row[3] - tutorial_height(row[0])).abs() < 1e-6));
    }
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    // Nobody reads the rows, so that the run waits for ever in one of them.
    let mut child = program_with_default_signals()
        .args(["run", &tutorial(), "-o", "-", "--quiet", "--set", "Engine:TOutput=0:0.0001:100"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut rows = child.stdout.take().unwrap();
    rows.read_exact(&mut [0; 10]).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    send("INT", &child);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(child.try_wait().unwrap(), None, "the first one waits for the step");
    send("INT", &child);
    let mut ended = None;
    wait_until("the end", || {
        ended = child.try_wait().unwrap();
        ended.is_some()
    });
    assert_eq!(ended.unwrap().code(), Some(130));
}

#[test]
fn a_run_outlives_its_terminal_where_hangups_are_ignored() {
    let directory = TempDir::new().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"trap "" HUP; exec "$@""#, "sh", env!("CARGO_BIN_EXE_bowline")]);
    let mut child = begin(&directory, &mut shell);
    send("HUP", &child);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(child.try_wait().unwrap(), None);
    send("INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
