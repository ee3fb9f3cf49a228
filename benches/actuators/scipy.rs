//! SciPy's rows, from the script beside this file.

use std::process::Command;

use crate::{Case, Row, rounds};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/actuators/scipy_solvers.py");
const METHODS: [&str; 2] = ["BDF", "Radau"];

/// A Python that has it.
pub struct SciPy {
    version: String,
}

impl SciPy {
    /// Looks for it; or says why it is not there.
    pub fn find() -> Result<Self, String> {
        let asked = Command::new("python3").args(["-c", "import scipy; print(scipy.__version__)"]).output();
        let asked = asked.map_err(|error| format!("there is no `python3` ({error})"))?;
        if !asked.status.success() {
            return Err("`python3` has no module `scipy`".to_owned());
        }
        Ok(Self { version: String::from_utf8_lossy(&asked.stdout).trim().to_owned() })
    }

    /// Solves a scenario with each of its stiff methods.
    pub fn solve(&self, case: &Case, tolerance: f64) -> Vec<Row> {
        METHODS.map(|method| self.row(case, method, tolerance)).into()
    }

    fn row(&self, case: &Case, method: &str, tolerance: f64) -> Row {
        let first = Self::run(case, method, tolerance, 1);
        let again = Self::run(case, method, tolerance, rounds(first["seconds"].as_f64().unwrap()));
        let count = |name: &str| first[name].as_u64().unwrap();
        Row {
            method: format!("SciPy {} {method}", self.version),
            steps: count("steps"),
            rejected: None,
            evaluations: count("evaluations"),
            jacobians: count("jacobians"),
            seconds: again["seconds"].as_f64().unwrap(),
            last: case.signals.iter().map(|name| first["final"][name].as_f64().unwrap()).collect(),
        }
    }

    fn run(case: &Case, method: &str, tolerance: f64, rounds: usize) -> serde_json::Value {
        let words = [case.name, method, &tolerance.to_string(), &rounds.to_string()].map(str::to_owned);
        let output = Command::new("python3").arg(SCRIPT).args(words).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }
}
