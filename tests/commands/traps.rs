//! Scenarios whose events coincide, come within one instant, or hide at the end
//! of a step: each once ended with wrong numbers and exit status 0. The right
//! results are known without a run.

use std::collections::HashMap;
use std::path::Path;

use tempfile::TempDir;

use crate::program::{bowline, rows, text};

/// The columns of a run, by their names.
struct Columns {
    of: HashMap<String, usize>,
    rows: Vec<Vec<f64>>,
}

impl Columns {
    fn of_run(directory: &TempDir, name: &str, arguments: &[&str]) -> Self {
        let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traps").join(format!("{name}.xml"));
        let path = scenario.display().to_string();
        let output = bowline(directory, &[&["run", &path, "-o", "-", "--quiet"], arguments].concat());
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        let csv = text(&output.stdout);
        let header = csv.lines().next().unwrap();
        let of = header.split(',').enumerate().map(|(column, name)| (name.to_owned(), column)).collect();
        Self { of, rows: rows(&csv) }
    }

    /// A signal in the row at a time.
    fn at(&self, time: f64, signal: &str) -> f64 {
        let row = self.rows.iter().find(|row| (row[0] - time).abs() < 1e-12).unwrap();
        row[self.of[signal]]
    }

    /// A signal in the last row.
    fn last(&self, signal: &str) -> f64 {
        self.rows.last().unwrap()[self.of[signal]]
    }

    fn largest(&self, signal: &str) -> f64 {
        self.rows.iter().map(|row| row[self.of[signal]]).fold(f64::NEG_INFINITY, f64::max)
    }
}

fn run(name: &str) -> Columns {
    Columns::of_run(&TempDir::new().unwrap(), name, &[])
}

const EXPLICIT: [&str; 3] = ["DormandPrince", "Tsitouras", "BogackiShampine"];
const METHODS: [&str; 7] = ["DormandPrince", "Tsitouras", "BogackiShampine", "BDF", "ESDIRK34", "TRBDF2", "auto"];

fn run_by(name: &str, method: &str) -> Columns {
    Columns::of_run(&TempDir::new().unwrap(), name, &["--set", &format!("Engine:IntegratorMethod={method}")])
}

/// Balls that fall 0.7 m bounce for (1 + 0.7) / (1 - 0.7) times the time of their fall, 2.14 s in all.
#[test]
fn three_balls_lie_on_their_floors() {
    for method in METHODS {
        let run = run_by("three_balls", method);
        for (ball, floor) in [("B0", 2.5), ("B1", 1.8), ("B2", 2.6)] {
            assert!((run.last(&format!("{ball}.Pos")) - floor).abs() < 1e-12, "{ball} by {method}");
            assert_eq!(run.last(&format!("{ball}.Vel")), 0.0, "{ball} by {method}");
        }
    }
}

/// B1 falls 1 m at 2 m/s^2 and stays; only its weight acts on B3; B4 falls as far.
#[test]
fn three_balls_beside_a_relay_rest() {
    for method in METHODS {
        let run = run_by("two_balls_esdirk", method);
        for (ball, floor) in [("Ball1", 0.7), ("Ball3", 0.1), ("Ball4", 1.0)] {
            assert_eq!(run.last(&format!("{ball}.Pos")), floor, "{ball} by {method}");
            assert_eq!(run.last(&format!("{ball}.Resting")), 1.0, "{ball} by {method}");
        }
    }
}

#[test]
fn relays_whose_thresholds_are_met_together_all_switch() {
    for method in METHODS {
        let three = run_by("three_relays", method);
        assert_eq!(["R0.On", "R1.On", "R2.On"].map(|on| three.last(on)), [1.0; 3], "{method}");
        let two = run_by("two_relays_esdirk", method);
        assert_eq!(["R0.On", "R1.On"].map(|on| two.last(on)), [1.0; 2], "{method}");
    }
}

/// At 6 m/s 10 kg bring 180 J, and gravity more; eight ropes that break at 40 N, where they are stretched by 0.04 m,
/// hold 8 * 0.8 J.
#[test]
fn eight_ropes_in_equal_load_all_break() {
    for method in EXPLICIT {
        let run = run_by("eight_ropes", method);
        for rope in 0..8 {
            assert_eq!(run.last(&format!("S{rope}.Broken")), 1.0, "S{rope} by {method}");
            let tension = run.largest(&format!("S{rope}.Tension"));
            assert!(tension <= 40.0, "S{rope} by {method} bears {tension} N");
        }
    }
}

#[test]
fn a_relay_whose_input_jumps_past_both_thresholds_is_as_its_input_says() {
    let run = run("relay_jump");
    for time in [0.5, 0.75, 2.0] {
        assert_eq!([run.at(time, "B.In"), run.at(time, "B.On")], [2.0, 1.0], "at {time} s");
    }
    assert_eq!(run.at(0.25, "B.On"), 1.0);
}

/// `B.In` is 5 - 10 from 0.5 s on.
#[test]
fn a_relay_that_another_one_resets_within_the_instant_is_off() {
    let directory = TempDir::new().unwrap();
    let run = Columns::of_run(&directory, "relay_jump_large", &["--set", "Engine:FileOutput=A.On,B.In,B.On"]);
    assert_eq!([run.last("A.On"), run.last("B.In"), run.last("B.On")], [1.0, -5.0, 0.0]);
    assert_eq!(run.at(0.5, "B.On"), 0.0);
}

/// At 1 s Set reaches 0.5, and is no longer above it; Reset is.
#[test]
fn a_latch_whose_set_falls_to_the_threshold_is_reset() {
    let run = run("latch_at_threshold");
    assert_eq!([run.at(0.5, "L.Out"), run.at(1.5, "L.Out"), run.last("L.Out")], [1.0, 0.0, 0.0]);
}

/// A parabola that is below 0 for 2 s near the end of a long step, and one for 0.6 ms, 0.2 ms before the end of a step
/// of 0.1 s.
#[test]
fn dips_at_the_end_of_a_step_are_seen() {
    for name in ["dip_at_the_end", "dip_fixed_step"] {
        let run = run(name);
        assert_eq!([run.at(0.0, "R.On"), run.last("R.On")], [0.0, 1.0], "{name}");
    }
}

/// At 3 s the rope bears 300 N and the integral is 3: beyond a strength of 50 N and a limit of 2.
#[test]
fn thresholds_that_are_passed_at_a_restart_count_at_once() {
    let directory = TempDir::new().unwrap();
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traps/restart_strength.xml");
    let path = scenario.display().to_string();
    let first = bowline(&directory, &["run", &path, "-o", "a.csv"]);
    assert!(first.status.success(), "{}", text(&first.stderr));
    let restart = ["--initial-state", "a.3.state.json", "--set", "S.Strength=50"];
    let run = Columns::of_run(&directory, "restart_strength", &restart);
    for time in [3.0, 3.5, 5.0] {
        assert_eq!([run.at(time, "S.Broken"), run.at(time, "S.Tension")], [1.0, 0.0], "at {time} s");
    }
    // A passed limit holds from there on, or Bowline refuses the state.
    let limit = [&["run", &path, "-o", "-"], &restart[..], &["--set", "I.Upper=2"]].concat();
    let output = bowline(&directory, &limit);
    if output.status.success() {
        let run = Columns::of_run(&directory, "restart_strength", &limit[4..]);
        for time in [3.0, 5.0] {
            assert_eq!([run.at(time, "I.Integral"), run.at(time, "I.Limit")], [2.0, 1.0], "at {time} s");
        }
    } else {
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("`Upper`") && message.contains("Integral"), "{message}");
    }
}
