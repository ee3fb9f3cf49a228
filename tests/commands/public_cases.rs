//! Situations that were reported of other programs, rewritten, with what comes of them by closed forms, conservation and
//! other programs: tests/public_cases/expect.json says where each is from.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{bowline, text};

/// The rows of a run, by the names of columns.
struct Rows {
    names: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Rows {
    fn of(csv: &str) -> Self {
        let names = csv.lines().next().unwrap_or_default().split(',').map(str::to_owned).collect();
        Self { names, rows: crate::program::rows(csv) }
    }

    fn column(&self, name: &Value) -> Vec<f64> {
        let name = name.as_str().unwrap();
        let at = self.names.iter().position(|known| known == name).unwrap_or_else(|| panic!("there is no `{name}`"));
        self.rows.iter().map(|row| row[at]).collect()
    }

    fn times(&self) -> Vec<f64> {
        self.rows.iter().map(|row| row[0]).collect()
    }

    /// The last row of a time.
    fn at(&self, time: f64) -> usize {
        let is_it = |at: f64| (at - time).abs() <= 1e-9 * time.abs().max(if time == 0.0 { 1.0 } else { 1e-15 });
        self.times().iter().rposition(|at| is_it(*at)).unwrap_or_else(|| panic!("there is no row at {time} s"))
    }
}

fn number(of: &Value) -> f64 {
    of.as_f64().unwrap()
}

/// What is wrong with a run, if anything is.
fn wrong(check: &[Value], rows: &Rows, (status, said): (i32, &str)) -> Option<String> {
    let part = |at: usize| number(&check[at]);
    let off = |is: f64, should: f64, within: f64| {
        (is.is_nan() || (is - should).abs() > within).then(|| format!("{check:?}: {is} instead of {should}"))
    };
    match check[0].as_str().unwrap() {
        "value" => off(rows.column(&check[1])[rows.at(part(2))], part(3), part(4)),
        "events" => {
            let times = rows.times();
            let seen = check[4].as_str().map(|_| rows.column(&check[4]));
            let is_event =
                |at: &usize| times[*at] == times[at - 1] && seen.as_ref().is_none_or(|seen| seen[*at] != seen[at - 1]);
            let found: Vec<f64> = (1..times.len()).filter(is_event).map(|at| times[at]).collect();
            let wanted: Vec<f64> = check[2].as_array().unwrap().iter().map(number).collect();
            let is_right =
                found.len() == wanted.len() && found.iter().zip(&wanted).all(|(a, b)| (a - b).abs() <= part(3));
            (!is_right).then(|| format!("it switches at {found:?} instead of {wanted:?}"))
        }
        "steps" => {
            let mut before = said.split(" steps").map(|before| before.rsplit(' ').next().unwrap_or_default());
            let steps = before.find_map(|word| word.parse::<f64>().ok());
            (!steps.is_some_and(|steps| steps <= part(1))).then(|| format!("{steps:?} steps, more than {}", part(1)))
        }
        "same" => {
            let pairs = rows.column(&check[1]).into_iter().zip(rows.column(&check[2]));
            off(pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max), 0.0, part(3))
        }
        "mean" => {
            let inside = rows.times().into_iter().zip(rows.column(&check[1]));
            let inside: Vec<(f64, f64)> =
                inside.filter(|(t, _)| *t >= part(2) - 1e-9 && *t <= part(3) + 1e-9).collect();
            let area: f64 = inside.windows(2).map(|of| (of[1].0 - of[0].0) * (of[1].1 + of[0].1) / 2.0).sum();
            off(area / (inside[inside.len() - 1].0 - inside[0].0), part(4), part(5))
        }
        "sum" => {
            let at = rows.at(part(2));
            off(check[1].as_array().unwrap().iter().map(|name| rows.column(name)[at]).sum(), part(3), part(4))
        }
        "range" => {
            let inside = rows.times().into_iter().zip(rows.column(&check[1]));
            let inside = inside.filter(|(t, _)| *t >= part(2) && *t <= part(3)).map(|(_, value)| value);
            let (low, high) = inside.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
            (!(low >= part(4) && high <= part(5))).then(|| format!("{check:?}: from {low} to {high}"))
        }
        "ends" => off(*rows.times().last().unwrap_or(&f64::NAN), part(1), 1e-9),
        "error" => {
            let words = check[2].as_array().unwrap().iter().map(|word| word.as_str().unwrap());
            let missing: Vec<&str> = words.filter(|word| !said.contains(word)).collect();
            let is_right = f64::from(status) == part(1) && missing.is_empty();
            (!is_right).then(|| format!("status {status}, and it does not say {missing:?}"))
        }
        other => panic!("there is no check `{other}`"),
    }
}

#[test]
fn what_other_programs_got_wrong_is_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/public_cases");
    let cases: Vec<Value> =
        serde_json::from_str(&std::fs::read_to_string(folder.join("expect.json")).unwrap()).unwrap();
    assert_eq!(cases.len(), 46);
    let mut faults = Vec::new();
    for case in &cases {
        let directory = TempDir::new().unwrap();
        let scenario = folder.join(case["file"].as_str().unwrap()).display().to_string();
        let more = case["args"].as_array().unwrap().iter().map(|word| word.as_str().unwrap());
        let arguments: Vec<&str> = ["run", &scenario, "-o", "out.csv", "-v"].into_iter().chain(more).collect();
        let output = bowline(&directory, &arguments);
        let said = text(&output.stdout) + &text(&output.stderr);
        let status = output.status.code().unwrap_or(-1);
        let rows = Rows::of(&std::fs::read_to_string(directory.path().join("out.csv")).unwrap_or_default());
        let checks: Vec<&Vec<Value>> =
            case["checks"].as_array().unwrap().iter().map(|of| of.as_array().unwrap()).collect();
        if status != 0 && !checks.iter().any(|check| check[0] == "error") {
            faults.push(format!("{}: status {status}: {said}", case["id"]));
            continue;
        }
        let found = checks.iter().filter_map(|check| wrong(check, &rows, (status, &said)));
        faults.extend(found.map(|fault| format!("{}: {fault}", case["id"])));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
