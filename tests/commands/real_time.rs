//! Runs that keep pace with the clock on the wall.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::signals::{program_with_default_signals, send};
use crate::program::{bowline, read, scenario, text, tutorial};

#[test]
fn pace_changes_no_bit() {
    let directory = TempDir::new().unwrap();
    let actuator = scenario("actuator_mass.xml").display().to_string();
    for file in [tutorial(), actuator] {
        for method in ["DormandPrince", "RK4", "BDF", "TRBDF2"] {
            let set = ["--set", &format!("Engine:IntegratorMethod={method}"), "--set", "Engine:stepsize=0.001"];
            let set = if method == "RK4" { &set[..] } else { &set[..2] };
            let run = |name: &str, more: &[&str]| {
                let output = bowline(&directory, &[&["run", &file, "-o", name, "--until", "1"], set, more].concat());
                assert!(output.status.success(), "{file}, {method}: {}", text(&output.stderr));
                read(&directory, name)
            };
            let expected = run("free.csv", &[]);
            assert!(run("paced.csv", &["--real-time=10"]) == expected, "{file}, {method}");
            assert!(run("paced.csv", &["--real-time=unlimited", "--quiet"]) == expected, "{file}, {method}");
        }
    }
}

/// A run of 100 s: rows come when it is their time, and not before; Ctrl-C ends it
/// where it waits.
#[test]
fn rows_come_at_their_times() {
    let directory = TempDir::new().unwrap();
    let mut program = program_with_default_signals();
    let long = ["--real-time", "-o", "-", "--set", "Engine:TOutput=0:0.05:100"];
    program.current_dir(&directory).args(["run", &tutorial()]).args(long);
    let began = Instant::now();
    let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut rows = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    rows.read_line(&mut line).unwrap();
    for row in 0..8 {
        line.clear();
        rows.read_line(&mut line).unwrap();
        let time: f64 = line.split(',').next().unwrap().parse().unwrap();
        assert!((time - 0.05 * f64::from(row)).abs() < 1e-12, "{line}");
        assert!(began.elapsed().as_secs_f64() >= time, "{time} s came after {:?}", began.elapsed());
    }
    if cfg!(unix) {
        send("INT", &child);
        let mut rest = String::new();
        rows.read_to_string(&mut rest).unwrap();
        assert!(rest.is_empty() || rest.ends_with('\n'));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert!(began.elapsed() < Duration::from_secs(60));
        assert!(text(&output.stderr).starts_with("interrupted at t = "), "{}", text(&output.stderr));
    } else {
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn a_rate_is_a_number_more_than_zero() {
    let directory = TempDir::new().unwrap();
    for wrong in ["0", "-1", "fast", "nan"] {
        let output = bowline(&directory, &["run", &tutorial(), &format!("--real-time={wrong}")]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        let why = format!("`{wrong}` is no rate: give a number more than 0, or `unlimited`");
        assert!(text(&output.stderr).contains(&why), "{}", text(&output.stderr));
    }
}
