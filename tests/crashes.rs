//! Libraries that take the program down: it is said who it was and when, and
//! the rows up to there are kept.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]
#![cfg(unix)]

mod program;

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::Output;
use std::sync::LazyLock;

use tempfile::TempDir;

use program::native::{Compilers, with_libraries};
use program::{read, read_json, rows, text};

static LIBRARY: LazyLock<PathBuf> =
    LazyLock::new(|| Compilers::new(env!("CARGO_CRATE_NAME")).build("tests/native_libraries/crashing.cpp"));

const ABORT: i32 = 1;
const SEGFAULT: i32 = 2;
const OVERFLOW: i32 = 3;
const EXCEPTION: i32 = 4;
const EXIT: i32 = 5;
const HANG: i32 = 6;
const LEAVE: i32 = 7;

/// A scenario of three objects of which the second one crashes, with a row each 1/16 s.
fn scenario(parameters: &str) -> String {
    format!(
        r#"<Contents><OBJECTS>
             <Lib LibName="crashing" SimObject="Bad/Crashing" Name="A"/>
             <Lib LibName="crashing" SimObject="Bad/Crashing" Name="Culprit" {parameters}/>
             <Lib LibName="crashing" SimObject="Bad/Crashing" Name="Z"/>
             <Lib LibName="base" SimObject="Src/Table" Name="T" File="table.csv" Interpolation="Linear"/>
           </OBJECTS><INITIALIZATION><InitialCondition A.X="0" Culprit.X="0" Z.X="0"/></INITIALIZATION>
           <INTEGRATION><Engine TOutput="0:0.0625:1" IntegratorMethod="RK4" stepsize="0.03125" FileOutput="objects:all"
             TSave="0.75"/></INTEGRATION></Contents>"#
    )
}

fn run(directory: &TempDir, parameters: &str, more: &[&str]) -> Output {
    fs::write(directory.path().join("scenario.xml"), scenario(parameters)).unwrap();
    fs::write(directory.path().join("table.csv"), "0, 1\n2, 3\n").unwrap();
    with_libraries(directory, &[&["run", "scenario.xml", "-o", "out.csv"], more].concat(), &[&LIBRARY])
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_crash_names_who_it_was_and_when_and_keeps_the_rows() {
    for (how, what, signal) in [
        (ABORT, "abort (or an exception that nobody caught)", Some(6)),
        (EXCEPTION, "abort (or an exception that nobody caught)", Some(6)),
        (SEGFAULT, "segmentation fault", Some(11)),
        (OVERFLOW, "stack overflow", Some(11)),
        (EXIT, "a call of exit", None),
    ] {
        let directory = TempDir::new().unwrap();
        let output = run(&directory, &format!("How=\"{how}\""), &[]);
        let said = text(&output.stderr);
        assert_eq!(output.status.signal(), signal, "{how}: {said}");
        assert_eq!(output.status.code(), signal.is_none().then_some(1), "{how}: {said}");
        let line =
            format!("error: {what} in `Culprit` (Bad/Crashing of crashing) at t = 0.5 s; rows up to there are kept\n");
        assert!(said.ends_with(&line), "{how}: {said}");
        let csv = read(&directory, "out.csv");
        let times: Vec<f64> = rows(&csv).iter().map(|row| row[0]).collect();
        assert!(csv.ends_with('\n'));
        assert_eq!(times, [0.0, 0.0625, 0.125, 0.1875, 0.25, 0.3125, 0.375, 0.4375], "{how}");
        let record = read_json(&directory, "out.run.json");
        assert_eq!((&record["status"], &record["exit_status"]), (&"running".into(), &serde_json::Value::Null));
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_crash_in_a_constructor_names_who_it_was() {
    for (how, what) in [
        (ABORT, "abort (or"),
        (EXCEPTION, "abort (or"),
        (SEGFAULT, "segmentation fault in"),
        (EXIT, "a call of exit in"),
    ] {
        for command in ["run", "check"] {
            let directory = TempDir::new().unwrap();
            let library = LIBRARY.as_path();
            fs::write(directory.path().join("scenario.xml"), scenario(&format!("Constructor=\"{how}\""))).unwrap();
            let output = with_libraries(&directory, &[command, "scenario.xml"], &[library]);
            let said = text(&output.stderr);
            assert!(!output.status.success(), "{said}");
            let who = "`Culprit` (Bad/Crashing of crashing) while it was constructed or destroyed";
            assert!(said.contains(what) && said.contains(who), "{said}");
        }
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_calculation_that_does_not_return_is_named_if_it_is_asked_for() {
    let directory = TempDir::new().unwrap();
    let output = run(&directory, &format!("How=\"{HANG}\""), &["--stall", "0.5"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let line = "error: no step has ended for 0.5 s: stalled in `Culprit` (Bad/Crashing of crashing) at t = 0.5 s; rows up \
                to there are kept\n";
    assert!(said.ends_with(line), "{said}");
    assert_eq!(rows(&read(&directory, "out.csv")).len(), 8);
    for wrong in ["0", "-1", "soon"] {
        let output = run(&directory, "", &["--stall", wrong]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    }
    let patient = run(&directory, "", &["--stall", "0.5"]);
    assert!(patient.status.success(), "{}", text(&patient.stderr));
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_library_that_goes_to_another_directory_takes_nothing_with_it() {
    for parameters in [format!("How=\"{LEAVE}\""), format!("Constructor=\"{LEAVE}\"")] {
        let directory = TempDir::new().unwrap();
        let output = run(&directory, &parameters, &["--final-state", "end.json"]);
        let said = text(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert_eq!(rows(&read(&directory, "out.csv")).len(), 17);
        let record = read_json(&directory, "out.run.json");
        assert_eq!((&record["status"], &record["files"][0]["path"]), (&"finished".into(), &"table.csv".into()));
        assert!(said.ends_with("state files: out.0.75.state.json, end.json\n"), "{said}");
        assert_eq!(read_json(&directory, "end.json")["time_s"], 1.0);
        assert_eq!(read_json(&directory, "out.0.75.state.json")["time_s"], 0.75);
    }
}
