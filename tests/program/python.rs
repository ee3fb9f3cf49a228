//! A Python with the packages that read what the program writes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::cannot_check;

/// What readers of results use, in versions that the tests' scripts are written for.
const PACKAGES: [&str; 7] = [
    "control==0.10.2",
    "duckdb==2.0.0",
    "pandas==3.1.1",
    "polars==2.1.0",
    "pyarrow==26.0.1",
    "scipy==1.17.1",
    "selenium==4.51.0",
];

/// The interpreter of a virtual environment below `target/`, made by the first
/// test that asks for it; none if that cannot be, which has been told.
pub(crate) fn python() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(folder).unwrap();
    // Tests of other binaries ask at the same time.
    let lock = File::create(folder.join("python.lock")).unwrap();
    lock.lock().unwrap();
    let environment = folder.join("python");
    let python = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let names = PACKAGES.map(|package| package.split_once("==").map_or(package, |(name, _)| name)).join(", ");
    let imports = format!("import {names}");
    let quietly = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new(program);
        let command = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if quietly(&python, &["-c", &imports]) {
        return Some(python);
    }
    let folder = environment.display().to_string();
    let install = [&["-m", "pip", "install", "--quiet"], PACKAGES.as_slice()].concat();
    let is_made = quietly(Path::new("python3"), &["-m", "venv", "--clear", &folder]) && quietly(&python, &install);
    if is_made && quietly(&python, &["-c", &imports]) {
        return Some(python);
    }
    cannot_check(&format!("no Python with {names} could be made in {folder}"));
    None
}

/// Runs a script with arguments in a directory; what it prints.
///
/// # Panics
/// It fails: with what it says.
pub(crate) fn run_python(python: &Path, directory: &Path, script: &str, arguments: &[&str]) -> String {
    let output = Command::new(python).current_dir(directory).arg("-c").arg(script).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
