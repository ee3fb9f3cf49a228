//! How the tests run the program and read what it leaves.

#![allow(dead_code, reason = "no test needs all of it")]

pub(crate) mod bare_library;
pub(crate) mod browser;
pub(crate) mod campaign;
#[cfg(unix)]
pub(crate) mod cluster;
pub(crate) mod native;
pub(crate) mod python;
pub(crate) mod signals;
pub(crate) mod valgrind;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

pub(crate) fn scenario(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(name)
}

pub(crate) fn tutorial() -> String {
    scenario("mass_linear_spring.xml").display().to_string()
}

/// Height of the tutorial's mass, m, by its closed form.
pub(crate) fn tutorial_height(time: f64) -> f64 {
    0.0981 - 5.0981 * (10.0 * time).cos()
}

/// Runs the program in a directory of its own, with no libraries but those that are given.
pub(crate) fn bowline(directory: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("bowline").unwrap();
    command.current_dir(directory).env_remove("BOWLINE_LIBRARY_PATH").args(arguments).output().unwrap()
}

/// Says that a part of a test cannot be done here; where CI is set that is a
/// failure. A whole test that cannot be done is ignored, by a `cfg` of build.rs.
pub(crate) fn cannot_check(why: &str) {
    assert!(std::env::var_os("CI").is_none(), "{why}, but CI is set");
    println!("not checked: {why}");
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub(crate) fn rows(csv: &str) -> Vec<Vec<f64>> {
    csv.lines().skip(1).map(|line| line.split(',').map(|field| field.parse().unwrap()).collect()).collect()
}

pub(crate) fn read(directory: &TempDir, name: &str) -> String {
    fs::read_to_string(directory.path().join(name)).unwrap_or_else(|reason| panic!("{name}: {reason}"))
}

pub(crate) fn read_json(directory: &TempDir, name: &str) -> Value {
    serde_json::from_str(&read(directory, name)).unwrap_or_else(|reason| panic!("{name}: {reason}"))
}
