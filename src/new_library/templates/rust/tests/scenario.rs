//! Runs scenario.xml with the library as a user does, and compares with what is known exactly.
//!
//! The program is `bowline` on the PATH, or what the environment variable BOWLINE names.

use std::env::{self, consts};
use std::path::PathBuf;
use std::process::{Command, Output};

/// Level at which a tank's outflow equals the pump's flow, m: Q R / (Density g).
const FULL: f64 = 0.02 * 1.962e5 / (1000.0 * 9.81);
/// Time constants Area R / (Density g) of the upper and the lower tank, s.
const UPPER: f64 = 0.5 * 1.962e5 / (1000.0 * 9.81);
const LOWER: f64 = 0.2 * 1.962e5 / (1000.0 * 9.81);

/// The library as cargo built it for this test.
fn library() -> PathBuf {
    let name = env!("CARGO_PKG_NAME");
    let test = env::current_exe().expect("a test knows its file");
    test.with_file_name(format!("{}{name}{}", consts::DLL_PREFIX, consts::DLL_SUFFIX))
}

/// Runs the scenario, with more arguments; the rows go to standard output.
fn run(arguments: &[&str]) -> Output {
    let program = env::var_os("BOWLINE").unwrap_or_else(|| "bowline".into());
    let mut command = Command::new(&program);
    command.args(["run", "scenario.xml", "--output", "-", "--quiet", "--library"]).arg(library());
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.output().unwrap_or_else(|reason| {
        panic!(
            "cannot start {program:?}: {reason}. \
             Put `bowline` on the PATH, or its file in the environment variable BOWLINE."
        )
    })
}

/// Time, Upper.Level, Upper.Alarm, Lower.Level and Lower.Outflow of each row.
fn rows(output: &Output) -> Vec<[f64; 5]> {
    let csv = String::from_utf8_lossy(&output.stdout);
    let (header, rows) = csv.split_once('\n').expect("a header");
    assert_eq!(header, "Time,Upper.Level,Upper.Alarm,Lower.Level,Lower.Outflow");
    let numbers = |row: &str| row.split(',').map(|number| number.parse().expect("a number")).collect::<Vec<_>>();
    rows.lines().map(|row| numbers(row).try_into().expect("five numbers")).collect()
}

/// The upper tank is a lag of first order, both together are one of second order. The alarm goes on at 10 s ln 2 =
/// 6.93 s, where the upper level is 0.2 m of 0.4 m.
#[test]
fn two_tanks_fill_as_the_closed_form_says() {
    let output = run(&[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows = rows(&output);
    assert_eq!(rows.len(), 61);
    for [time, upper, alarm, lower, outflow] in rows {
        let (fast, slow) = ((-time / LOWER).exp(), (-time / UPPER).exp());
        let exact_upper = FULL * (1.0 - slow);
        let exact_lower = FULL * (1.0 - (UPPER * slow - LOWER * fast) / (UPPER - LOWER));
        assert!((upper - exact_upper).abs() < 1e-8, "at {time} s: {upper} m, not {exact_upper}");
        assert!((lower - exact_lower).abs() < 1e-8, "at {time} s: {lower} m, not {exact_lower}");
        assert_eq!(alarm, if time < 6.93 { 0.0 } else { 1.0 }, "at {time} s");
        let exact_outflow = exact_lower / FULL * 0.02;
        assert!((outflow - exact_outflow).abs() < 1e-9, "at {time} s: {outflow} m^3/s, not {exact_outflow}");
    }
}

/// The upper tank reaches 0.3 m of its 0.4 m after 10 s ln 4 = 13.86 s.
#[test]
fn a_tank_that_runs_over_ends_the_run() {
    let output = run(&["--set", "Upper.Height=0.3"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("Upper") && said.contains("the tank runs over"), "{said}");
    assert_eq!(rows(&output).last().map(|row| row[0]), Some(13.0), "rows up to there are kept");
}
