//! A Python with the packages that read what the program writes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::cannot_check;

/// What readers of results use.
const REQUIREMENTS: &str = include_str!("requirements.txt");

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
    // Importing all of them takes a second or two, each time.
    let installed = environment.join("requirements.txt");
    if fs::read_to_string(&installed).is_ok_and(|before| before == REQUIREMENTS) {
        return Some(python);
    }
    let packages: Vec<&str> = REQUIREMENTS.lines().filter(|line| !line.starts_with('#')).collect();
    let name = |package: &&str| package.split_once("==").map_or(*package, |(name, _)| name).to_owned();
    let names = packages.iter().map(name).collect::<Vec<_>>().join(", ");
    let imports = format!("import {names}");
    let quietly = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new(program);
        let command = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let is_there = || quietly(&python, &["-c", &imports]);
    let make = || {
        let folder = environment.display().to_string();
        let install = [&["-m", "pip", "install", "--quiet"], packages.as_slice()].concat();
        quietly(Path::new("python3"), &["-m", "venv", "--clear", &folder]) && quietly(&python, &install) && is_there()
    };
    if is_there() || make() {
        fs::write(installed, REQUIREMENTS).unwrap();
        return Some(python);
    }
    cannot_check(&format!("no Python with {names} could be made in {}", environment.display()));
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
