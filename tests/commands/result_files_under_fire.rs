//! Closed and full pipes, kills, full disks, two runs at once: the files of a
//! run stay true.

#![cfg(unix)]

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::signals::{program_with_default_signals, send};
use crate::program::{bowline, read, read_json, rows, text, tutorial};

/// Longer than anything here takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "{what} takes too long");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The program in a directory, with pipes for what it says.
fn program(directory: &TempDir, arguments: &[&str]) -> Command {
    let mut command = program_with_default_signals();
    command.current_dir(directory).env_remove("BOWLINE_LIBRARY_PATH").args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What the system copies at once, bytes.
const PAGE: usize = 4096;

/// Begins a run that takes minutes; returns once it has written rows.
fn begin(directory: &TempDir, more: &[&str]) -> Child {
    let scenario = tutorial();
    let long = ["run", &scenario, "-o", "long.csv", "--set=Engine:HMax=1e-6", "--set=Engine:TOutput=0:0.0001:100"];
    let child = program(directory, &[&long, more].concat()).spawn().unwrap();
    let csv = directory.path().join("long.csv");
    wait_until("the first rows", || fs::metadata(&csv).is_ok_and(|file| file.len() > 100));
    child
}

#[test]
fn nobody_listens_when_a_run_is_interrupted() {
    let directory = TempDir::new().unwrap();
    let mut child = begin(&directory, &["--final-state", "end.json"]);
    drop((child.stderr.take(), child.stdout.take()));
    send("INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let record = read_json(&directory, "long.run.json");
    assert_eq!((&record["status"], &record["exit_status"]), (&"interrupted".into(), &130.into()));
    assert_eq!(record["saved_states"][0]["path"], "end.json");
    assert_eq!(read_json(&directory, "end.json")["time_s"], record["reached_s"]);
    assert_eq!(record["statistics"]["rows"], rows(&read(&directory, "long.csv")).len());
}

#[test]
fn a_closed_terminal_ends_a_run_like_an_interruption() {
    let directory = TempDir::new().unwrap();
    let child = begin(&directory, &["--final-state", "end.json"]);
    send("HUP", &child);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert_eq!(read_json(&directory, "long.run.json")["status"], "interrupted");
    assert!(read(&directory, "long.csv").ends_with('\n') && directory.path().join("end.json").exists());
}

/// Runs with a standard error, or standard output, that nobody reads any more.
fn unheard(directory: &TempDir, arguments: &[&str]) -> Output {
    let mut child = program(directory, arguments).spawn().unwrap();
    drop((child.stderr.take(), child.stdout.take()));
    child.wait_with_output().unwrap()
}

#[test]
fn nobody_listens_to_warnings_and_checks() {
    let directory = TempDir::new().unwrap();
    let scenario = tutorial();
    let warned = ["run", &scenario, "--until", "1", "-o", "a.csv", "--set=Engine:ErrorNorm=max", "--stats"];
    assert_eq!(unheard(&directory, &warned).status.code(), Some(0));
    assert_eq!(rows(&read(&directory, "a.csv")).len(), 11);
    assert_eq!(read_json(&directory, "a.run.json")["status"], "finished");
    let wrong = ["--set", "B.Mass=-1"];
    for (more, code) in [(&[][..], 0), (&wrong, 2)] {
        for format in ["human", "json"] {
            let arguments = [&["check", &scenario, "--format", format], more].concat();
            assert_eq!(unheard(&directory, &arguments).status.code(), Some(code), "{arguments:?}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_check_that_cannot_be_written_fails() {
    let directory = TempDir::new().unwrap();
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    for format in ["json", "human"] {
        let output = program(&directory, &["check", &tutorial(), "--format", format]).stdout(full()).output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("error: cannot write to standard output: No space left on device"), "{said}");
    }
    let run =
        program(&directory, &["run", &tutorial(), "--until", "1", "-o", "a.csv"]).stderr(full()).output().unwrap();
    assert_eq!((run.status.code(), rows(&read(&directory, "a.csv")).len()), (Some(0), 11));
}

#[test]
fn a_killed_run_leaves_lines_and_a_record_that_does_not_say_finished() {
    for _ in 0..5 {
        let directory = TempDir::new().unwrap();
        let mut child = begin(&directory, &[]);
        child.kill().unwrap();
        child.wait().unwrap();
        let csv = read(&directory, "long.csv");
        // The program passes on whole lines. A kill in the middle of that ends the
        // system's copying, between two pages.
        let (whole, half) = csv.split_at(csv.rfind('\n').unwrap() + 1);
        assert!(half.is_empty() || csv.len().is_multiple_of(PAGE), "{} bytes, at the end {half:?}", csv.len());
        assert!(whole.lines().all(|line| line.split(',').count() == 7));
        let record = read_json(&directory, "long.run.json");
        assert_eq!((&record["status"], &record["exit_status"]), (&"running".into(), &serde_json::Value::Null));
    }
}

/// Whose rows are formatted by two threads, for minutes.
const WIDE: [&str; 6] =
    ["run", "wide.xml", "-o", "wide.csv", "--set=Engine:TOutput=0:0.0001:100", "--set=Engine:NumCores=2"];
const WIDE_COLUMNS: usize = 4000;

fn wide_scenario(directory: &TempDir) {
    let text = crate::models::wide(WIDE_COLUMNS, r#"TOutput="0, 1""#);
    fs::write(directory.path().join("wide.xml"), text).unwrap();
}

/// How many whole lines there are, the header among them; each has all its columns.
fn whole_lines_of(csv: &str) -> usize {
    let whole = &csv[..csv.rfind('\n').map_or(0, |end| end + 1)];
    assert!(whole.lines().all(|line| line.split(',').count() == WIDE_COLUMNS + 2));
    whole.lines().count()
}

#[test]
fn a_killed_run_leaves_whole_lines_of_wide_rows_too() {
    let directory = TempDir::new().unwrap();
    wide_scenario(&directory);
    let mut child = program(&directory, &WIDE).spawn().unwrap();
    let csv = directory.path().join("wide.csv");
    wait_until("the first rows", || fs::metadata(&csv).is_ok_and(|file| file.len() > 1_000_000));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(whole_lines_of(&read(&directory, "wide.csv")) > 5);
    assert_eq!(read_json(&directory, "wide.run.json")["status"], "running");
}

#[test]
fn wide_rows_that_found_no_room_are_not_in_the_file() {
    let directory = TempDir::new().unwrap();
    wide_scenario(&directory);
    let script = r#"trap "" XFSZ; ulimit -f 2000; exec "$@""#;
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_bowline")]).args(WIDE);
    let output = command.current_dir(&directory).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error: a row could not be written: wide.csv: File too large"), "{said}");
    let csv = read(&directory, "wide.csv");
    assert!(csv.ends_with('\n'));
    let rows = whole_lines_of(&csv) - 1;
    assert_eq!(read_json(&directory, "wide.run.json")["statistics"]["rows"], rows);
    assert!(rows > 5);
}

#[test]
fn two_runs_do_not_share_a_file() {
    let directory = TempDir::new().unwrap();
    let mut first = begin(&directory, &[]);
    std::os::unix::fs::symlink("long.csv", directory.path().join("soft.csv")).unwrap();
    for name in ["long.csv", "./long.csv", "soft.csv"] {
        let output = bowline(&directory, &["run", &tutorial(), "--until", "1", "-o", name]);
        assert_eq!(output.status.code(), Some(2));
        let refused = format!("error: cannot write `{name}`: another run is writing it; choose another place\n");
        assert_eq!(text(&output.stderr), refused);
    }
    assert_eq!(read_json(&directory, "long.run.json")["status"], "running");
    send("INT", &first);
    first.wait().unwrap();
    let rows = rows(&read(&directory, "long.csv"));
    assert!(rows.windows(2).all(|pair| pair[0][0] < pair[1][0]));
    assert!(bowline(&directory, &["run", &tutorial(), "--until", "1", "-o", "long.csv"]).status.success());
}

#[test]
fn rows_that_found_no_room_are_neither_in_the_file_nor_counted() {
    let directory = TempDir::new().unwrap();
    // A file of 32 blocks at most, of 512 bytes or of 1024.
    let script = r#"trap "" XFSZ; ulimit -f 32; exec "$@""#;
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_bowline"), "run", &tutorial(), "-o", "a.csv"]);
    let output = command
        .args(["--set=Engine:TOutput=0:0.01:100", "--final-state", "end.json"])
        .current_dir(&directory)
        .output()
        .unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error: a row could not be written: a.csv: File too large"), "{said}");
    let csv = read(&directory, "a.csv");
    let rows = rows(&csv);
    assert!(csv.ends_with('\n') && rows.len() > 10 && rows.iter().all(|row| row.len() == 7), "{csv}");
    let record = read_json(&directory, "a.run.json");
    assert_eq!((&record["status"], &record["statistics"]["rows"]), (&"failed".into(), &rows.len().into()));
    assert!(said.contains(&format!("\na.csv: {} rows of 7 columns", rows.len())), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_a_true_record() {
    let directory = TempDir::new().unwrap();
    // A disk of 40 kB, which only this script sees; what it holds at last comes out.
    let script = r#"
        set -e; mkdir disk; mount -t tmpfs -o size=40k tmpfs disk || exit 77
        set +e; cd disk; "$0" run "$1" -o a.csv --set=Engine:TOutput=0:0.01:100; code=$?; cd ..
        cp disk/* . ; exit $code"#;
    let mut command = Command::new("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-c", script, env!("CARGO_BIN_EXE_bowline"), &tutorial()]);
    let output = match command.current_dir(&directory).output() {
        Ok(output) if output.status.code() != Some(77) && !text(&output.stderr).starts_with("unshare: ") => output,
        refused => {
            // Where the system lets nobody mount anything no tool helps.
            println!("not checked: no disk can be mounted here: {refused:?}");
            return;
        }
    };
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error: a row could not be written: a.csv: No space left on device"), "{said}");
    let csv = read(&directory, "a.csv");
    let record = read_json(&directory, "a.run.json");
    assert!(csv.ends_with('\n'));
    assert_eq!((&record["status"], &record["exit_status"]), (&"failed".into(), &1.into()));
    assert_eq!(record["statistics"]["rows"], rows(&csv).len());
    assert!(record["error"].as_str().unwrap().contains("No space left on device"));
}
