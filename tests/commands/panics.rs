//! A library in Rust, built by itself and loaded, that panics: an error that
//! names who and where, and never the end of the program.

use std::env::consts;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use tempfile::TempDir;

use crate::program::{bowline, read, rows, text};

/// Builds a library in the folder of that name beside the tests.
fn build(more: &[(&str, &str)]) -> Output {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/panicking_library/Cargo.toml");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("panicking_library");
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--offline", "--manifest-path"]).arg(manifest).arg("--target-dir").arg(target);
    command.env_remove("RUSTFLAGS").envs(more.iter().copied()).output().unwrap()
}

static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
    let output = build(&[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let file = format!("{}panicking{}", consts::DLL_PREFIX, consts::DLL_SUFFIX);
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("panicking_library/debug").join(file)
});

/// Runs the SimObject that panics in that part for 2 s, with a row each 0.5 s;
/// the exit status, what was said, and the rows.
fn run(part: &str) -> (Option<i32>, String, Option<Vec<Vec<f64>>>) {
    let directory = TempDir::new().unwrap();
    let scenario = format!(
        r#"<Contents><OBJECTS><Lib LibName="panicking" SimObject="Panicking" Name="P" In="{part}"/></OBJECTS>
           <INTEGRATION><Engine TOutput="0:0.5:2" FileOutput="objects:all"/></INTEGRATION></Contents>"#
    );
    std::fs::write(directory.path().join("scenario.xml"), scenario).unwrap();
    let library = LIBRARY.to_str().unwrap();
    let output = bowline(&directory, &["run", "scenario.xml", "-o", "out.csv", "--library", library]);
    let written = directory.path().join("out.csv").exists();
    (output.status.code(), text(&output.stderr), written.then(|| rows(&read(&directory, "out.csv"))))
}

#[test]
fn before_the_run_it_is_a_wrong_scenario() {
    for (part, message) in [
        ("Constructor", "`P` (Panicking of panicking): the constructor panicked: no constructor today"),
        ("Initial", "`P` (Panicking of panicking): `begin` failed at t = 0 s: panicked: no beginning"),
    ] {
        let (exit, said, rows) = run(part);
        let said = said.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert_eq!(exit, Some(2), "{said}");
        assert!(said.contains(message), "{said}");
        assert_eq!(rows, None);
    }
}

#[test]
fn in_the_run_the_rows_before_are_kept() {
    for (part, message) in [
        ("Computation", "`P` (Panicking of panicking): `double` failed at t = "),
        ("Derivatives", "`P` (Panicking of panicking): `grow` failed at t = "),
        (
            "TimeEvent",
            "`P` (Panicking of panicking): announcing a time event failed at t = 1 s: panicked: no event after 1",
        ),
    ] {
        let (exit, said, rows) = run(part);
        assert_eq!(exit, Some(1), "{said}");
        assert!(said.contains(message), "{said}");
        // x = t.
        let rows = rows.unwrap();
        assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>()[..2], [0.0, 0.5]);
        assert!(rows.iter().all(|row| (row[1] - row[0]).abs() < 1e-12 && (row[2] - 2.0 * row[0]).abs() < 1e-12));
    }
}

#[test]
fn announcements_that_change_end_the_run() {
    let (exit, said, _) = run("Announcement");
    assert_eq!(exit, Some(1), "{said}");
    let message =
        "`P` (Panicking of panicking) announced a time event at 0.5 s, and something else when it was asked again";
    assert!(said.contains(message), "{said}");
}

#[test]
fn a_destructor_that_panics_spoils_nothing() {
    let (exit, said, rows) = run("Destructor");
    assert_eq!((exit, rows.unwrap().len()), (Some(0), 5), "{said}");
    assert!(said.contains("warning: `P` (Panicking of panicking): this will end badly"), "{said}");
}

#[test]
fn a_library_that_would_abort_does_not_compile() {
    let output = build(&[("CARGO_PROFILE_DEV_PANIC", "abort")]);
    let said = text(&output.stderr);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("must be built with `panic = \"unwind\"`"), "{said}");
}
