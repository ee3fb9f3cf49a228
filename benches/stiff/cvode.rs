//! CVODE's rows, from the C program beside this file.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Case, Row, rounds};

/// The program, compiled.
pub struct Cvode {
    program: PathBuf,
}

impl Cvode {
    /// Compiles it; or says why it cannot be.
    pub fn compile() -> Result<Self, String> {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cvode");
        // Version 7 has a library more than version 6.
        Self::compile_with(&program, true).or_else(|_| Self::compile_with(&program, false))?;
        Ok(Self { program })
    }

    fn compile_with(program: &Path, has_core: bool) -> Result<(), String> {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/stiff/cvode.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-std=c99", "-D_POSIX_C_SOURCE=200809L", "-O3", source, "-o"]).arg(program);
        if let Some(place) = std::env::var_os("SUNDIALS_DIR").map(PathBuf::from) {
            let with = |option: &str, path: &Path| {
                let mut word = OsString::from(option);
                word.push(path);
                word
            };
            compiler.arg(with("-I", &place.join("include")));
            for lib in [place.join("lib"), place.join("lib64")] {
                compiler.args([with("-L", &lib), with("-Wl,-rpath,", &lib)]);
            }
        }
        let matrices = ["sunmatrixband", "sunmatrixdense", "sunlinsolband", "sunlinsoldense"];
        let libraries = ["cvode", "nvecserial"].into_iter().chain(matrices).chain(has_core.then_some("core"));
        compiler.args(libraries.map(|library| format!("-lsundials_{library}"))).arg("-lm");
        let output = compiler.output().map_err(|error| format!("there is no C compiler `cc` ({error})"))?;
        if output.status.success() {
            return Ok(());
        }
        let words = String::from_utf8_lossy(&output.stderr);
        let first = words.lines().find(|line| line.contains("error") || line.contains("cannot find"));
        Err(format!("`cc` cannot build it with SUNDIALS ({})", first.unwrap_or("no message").trim()))
    }

    /// Solves a problem from a start.
    pub fn solve(&self, case: &Case, start: &[f64], tolerance: f64) -> Row {
        let once = self.run(case, start, tolerance, 1);
        self.run(case, start, tolerance, rounds(once.seconds))
    }

    fn run(&self, case: &Case, start: &[f64], tolerance: f64, rounds: usize) -> Row {
        let numbers = start.iter().fold(String::new(), |mut text, x| {
            writeln!(text, "{x:e}").unwrap();
            text
        });
        let mut child = Command::new(&self.program)
            .args([case.name, &case.duration.to_string()])
            .args([tolerance, tolerance * case.corner].map(|number| number.to_string()))
            .arg(rounds.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(numbers.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "CVODE did not solve {}", case.name);
        let line = String::from_utf8(output.stdout).unwrap();
        let mut words = line.split_whitespace();
        let method = format!("CVODE {}", words.next().unwrap());
        let mut count = || words.next().unwrap().parse().unwrap();
        let [steps, rejected, evaluations, jacobian_evaluations, jacobians] = std::array::from_fn(|_| count());
        let mut numbers = words.map(|word| word.parse().unwrap());
        let seconds = numbers.next().unwrap();
        Row { method, steps, rejected, evaluations, jacobian_evaluations, jacobians, seconds, x: numbers.collect() }
    }
}
