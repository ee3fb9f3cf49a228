//! Results are the same bits for any number of threads, and for processors with
//! and without AVX2.

use std::fs;
use std::path::Path;

use crate::models::Net;
use assert_cmd::Command;
use tempfile::TempDir;

/// The rows of a run by so many threads.
fn rows(scenario: &Path, arguments: &[&str], threads: usize, without_avx2: bool) -> Vec<u8> {
    let directory = TempDir::new().unwrap();
    let mut command = Command::cargo_bin("bowline").unwrap();
    command.arg("run").arg(scenario).args(["-o", "rows.csv", "--quiet"]).args(arguments);
    command.args(["--set", &format!("Engine:NumCores={threads}")]);
    command.current_dir(&directory).env_remove("BOWLINE_LIBRARY_PATH").env_remove("BOWLINE_NO_AVX2");
    if without_avx2 {
        command.env("BOWLINE_NO_AVX2", "1");
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}: {}", scenario.display(), String::from_utf8_lossy(&output.stderr));
    fs::read(directory.path().join("rows.csv")).unwrap()
}

fn assert_same(scenario: &Path, arguments: &[&str]) {
    let expected = rows(scenario, arguments, 1, false);
    assert!(expected.iter().filter(|byte| **byte == b'\n').count() > 2, "{}: too few rows", scenario.display());
    for (threads, without_avx2) in [(1, true), (2, false), (2, true), (3, false)] {
        let name = scenario.file_name().unwrap().display();
        assert!(
            rows(scenario, arguments, threads, without_avx2) == expected,
            "{name} {arguments:?}: other rows by {threads} threads, AVX2 switched off: {without_avx2}"
        );
    }
}

#[test]
fn every_scenario() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let scenarios: Vec<_> = paths.filter(|path| path.extension().is_some_and(|extension| extension == "xml")).collect();
    assert!(scenarios.len() > 10);
    for scenario in &scenarios {
        assert_same(scenario, &["--until", "0.3"]);
    }
}

/// A net that is worth several threads, by all explicit methods and norms.
#[test]
fn a_net_of_threads() {
    let directory = TempDir::new().unwrap();
    let scenario = directory.path().join("net.xml");
    for (method, norm, step) in [
        ("DormandPrince", "max", ""),
        ("DormandPrince", "rms", ""),
        ("Tsitouras", "rss", ""),
        ("BogackiShampine", "rms", ""),
        ("RK4", "max", r#"stepsize="1e-3""#),
        ("Heun", "max", r#"stepsize="1e-3""#),
    ] {
        let engine = format!(r#"TOutput="0:0.005:0.01" IntegratorMethod="{method}" ErrorNorm="{norm}" {step}"#);
        fs::write(&scenario, Net::square(45).scenario(&engine)).unwrap();
        assert_same(&scenario, &[]);
    }
}

/// Rows that are worth several threads, of a large model and of a small one.
#[test]
fn wide_rows() {
    let directory = TempDir::new().unwrap();
    let scenario = directory.path().join("wide.xml");
    let engine = r#"TOutput="0:0.001:0.02""#;
    for (text, columns) in [(Net::chain(700).scenario(engine), 4200), (crate::models::wide(2500, engine), 2501)] {
        fs::write(&scenario, text).unwrap();
        assert_same(&scenario, &[]);
        let csv = String::from_utf8(rows(&scenario, &[], 2, false)).unwrap();
        assert!(csv.lines().all(|line| line.split(',').count() == 1 + columns));
        assert_eq!(csv.lines().count(), 22);
    }
}
