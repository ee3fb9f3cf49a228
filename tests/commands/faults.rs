//! Inputs that attacks found: each gives its value, or an error that names the mistake (tests/faults/README.md).

use tempfile::TempDir;

use crate::program::{bowline, rows, text};

/// The path of an input.
fn input(name: &str) -> String {
    format!("{}/tests/faults/{name}.xml", env!("CARGO_MANIFEST_DIR"))
}

/// The exit status, what is said, and the text of `out.csv` of one command about an input.
fn outcome(command: &str, name: &str, more: &[&str]) -> (i32, String, String) {
    let directory = TempDir::new().unwrap();
    let output = bowline(&directory, &[&[command, &input(name)], more].concat());
    let csv = std::fs::read_to_string(directory.path().join("out.csv")).unwrap_or_default();
    (output.status.code().unwrap_or(-1), text(&output.stdout) + &text(&output.stderr), csv)
}

/// A number of the last row of a run.
#[track_caller]
fn last(name: &str, column: &str, more: &[&str]) -> f64 {
    let (status, said, csv) = outcome("run", name, &[&["-o", "out.csv"], more].concat());
    assert_eq!(status, 0, "{name}: {said}");
    let header = csv.lines().next().unwrap();
    let at = header.split(',').position(|known| known == column).unwrap_or_else(|| panic!("no `{column}` in {header}"));
    rows(&csv).last().unwrap()[at]
}

#[test]
fn runs_have_the_right_values() {
    let engine = |attribute: &str, value: &str| ["--set".to_owned(), format!("Engine:{attribute}={value}")];
    let tolerances = |value: &str| [engine("RelTol", value), engine("AbsTol", value)].concat();
    let loose = tolerances("1e-5");
    let strict = tolerances("1e-7");
    let words = |of: &[String]| -> Vec<String> { of.to_vec() };
    let cases: &[(&str, &str, f64, f64, Vec<String>)] = &[
        ("rect_ideal", "C.v", 3.823_177_5, 1e-5, vec![]),
        ("rect_ideal", "C.v", 3.823_177_5, 1e-5, words(&strict)),
        ("rect_ideal", "C.v", 3.823_177_5, 1e-5, words(&engine("IntegratorMethod", "BDF"))),
        ("rect_min", "C.v", 3.419_85, 2e-5, words(&loose)),
        ("n3_one", "S.T", 333.4533, 1e-3, vec![]),
        ("n3_guess", "S.T", 333.4533, 1e-3, vec![]),
        ("n3_two", "S.T", 351.384, 1e-3, vec![]),
        ("n5", "S.T", 373.2334, 1e-3, vec![]),
        ("n5", "S.T", 319.8912, 1e-3, ["--set", "R.alpha=0.0039", "--set", "U.V=12"].map(str::to_owned).to_vec()),
        ("lift_drop", "M.s", 0.931_989, 1e-5, words(&engine("EventTol", "1e-6"))),
        ("displacement", "R.q", 28.951_8, 1e-3, vec!["--set".to_owned(), "P.Displacement=20 cm^3/rev".to_owned()]),
        ("expression_names_output", "E.y", 3.0, 1e-12, vec![]),
        ("e32_sine_of_a_clock_state", "I.Out", 143.426_52, 1e-4, vec![]),
        // i = 10 V sin(0.2 pi) / (1e-3 + 1e-9) Ohm, whatever rows are asked for.
        ("diode_grid", "R.i", 5_877.846_645, 1e-5, words(&engine("TOutput", "0:0.0002:0.1"))),
        ("diode_grid", "R.i", 5_877.846_645, 1e-5, words(&engine("TOutput", "0:0.001:0.1"))),
    ];
    for (name, column, expected, within, more) in cases {
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        let found = last(name, column, &more);
        assert!((found - expected).abs() <= *within, "{name} {more:?}: {column} = {found} instead of {expected}");
    }
}

/// Bodies at stops part; with the spring's force 0, M1 and M2 of `lift_min` leave at 0.2685 s.
#[test]
fn stops_that_part_do_not_end_a_run() {
    for name in ["lift_min", "bounce2", "r_stops3", "r_rope"] {
        for method in ["DormandPrince", "BDF", "Tsitouras"] {
            let (status, said, _) =
                outcome("run", name, &["-o", "out.csv", "--set", &format!("Engine:IntegratorMethod={method}")]);
            assert_eq!(status, 0, "{name} {method}: {said}");
        }
    }
}

/// Loops with one solution are solved throughout, also behind a bend, and where the solution is 0 but for rounding.
#[test]
fn loops_with_one_solution_are_solved() {
    for (name, methods) in [("n6_bend", ["Tsitouras", "BDF"]), ("two_exponentials", ["BDF", "TRBDF2"])] {
        for method in methods {
            let set = format!("Engine:IntegratorMethod={method}");
            let (status, said, _) = outcome("run", name, &["-o", "out.csv", "--set", &set]);
            assert_eq!(status, 0, "{name} {method}: {said}");
        }
    }
}

#[test]
fn one_channel_of_several_is_what_it_is_alone() {
    let alone = ["--from", "F.F", "--to", "K8.f", "1", "-o", "out.csv"];
    let (status, said, csv) = outcome("frequency", "n2_chain", &alone);
    assert_eq!(status, 0, "{said}");
    let alone = rows(&csv).remove(0);
    // 0.140035-0.212555i.
    let size = 0.140_035_f64.hypot(0.212_555);
    assert!(alone.iter().any(|number| (number - size).abs() < 2e-6), "{csv}");
    let all = ["--from", "F.F", "--to", "K1.f,K2.f,K3.f,K4.f,K5.f,K6.f,K7.f,K8.f", "1", "-o", "out.csv"];
    let (_, _, csv) = outcome("frequency", "n2_chain", &all);
    let all = rows(&csv).remove(0);
    let tail = &all[all.len() - (alone.len() - 1)..];
    assert!(tail.iter().zip(&alone[1..]).all(|(a, b)| (a - b).abs() <= 1e-9 * b.abs()), "{tail:?} {alone:?}");
}

#[test]
fn mistakes_are_named_with_their_way_out() {
    let cases: [(&str, &str, &[&str], &[&str]); 9] = [
        ("check", "position_rates", &[], &["`P.RefVel`", "it has to be the rate of that"]),
        ("run", "displacement", &["--set", "P.Displacement=20 cm^3"], &["`20 cm^3/rev` or `20 cm^3/rad`"]),
        (
            "check",
            "three_mistakes",
            &[],
            &["did you mean `terminals`?", "`Translational/Damper`", "no state, out-port or in-port `pos`", "3 errors"],
        ),
        ("run", "e13_sliding_mode", &[], &["x gt y", "Signal/Relay"]),
        ("run", "e22_huge_rates", &["--set", "Engine:IntegratorMethod=BDF"], &["C.Integral"]),
        ("check", "expression_example", &[], &["good"]),
        ("steady", "steady_hang", &[], &["equilibrium"]),
        ("sweep", "whole_range", &["--vary", "Sea.Seed=1:1:4", "-o", "out"], &["4 runs"]),
        ("run", "n7_loop_bend", &[], &[]),
    ];
    for (command, name, more, said) in cases {
        let (_, found, _) = outcome(command, name, more);
        let found = found.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        for part in said {
            assert!(found.contains(part), "{command} {name}: no `{part}` in {found}");
        }
    }
}

/// Events that steps may miss are a warning that names the indicator, in the run record too.
#[test]
fn events_that_are_too_close_are_a_warning() {
    let directory = TempDir::new().unwrap();
    let clock = std::fs::read_to_string(input("e32_sine_of_a_clock_state")).unwrap();
    let fast = clock.replace("sin(t) gt 0.9", "sin(20000*t) gt 0.9").replace("0:100:1000", "0, 1");
    std::fs::write(directory.path().join("fast.xml"), fast).unwrap();
    let set = ["--set", "Engine:RelTol=1e-3", "--set", "Engine:AbsTol=1e-3"];
    let output = bowline(&directory, &[&["run", "fast.xml", "-o", "out.csv"], set.as_slice()].concat());
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("warning: t = ") && said.contains("`X.Difference` are closer than the steps"), "{said}");
    let record = std::fs::read_to_string(directory.path().join("out.run.json")).unwrap();
    assert!(record.contains("`X.Difference` are closer than the steps"), "{record}");
}

/// What chatters within `EventTol` follows the sliding mode to the end of the run, wherever that is: x > y holds 10/17 of the
/// time, so both fall with 6/17 from 17/14 at 1/7 s on (Filippov 1988).
#[test]
fn chattering_within_a_tolerance_reaches_the_end() {
    for (tolerance, end) in
        [(1e-3, 0.411_518_459_627_054), (1e-2, 0.216_677_042_874_187_6), (1e-3, 0.590_572_554_032_748_4), (1e-4, 0.26)]
    {
        let (event_tol, times) = (format!("Engine:EventTol={tolerance}"), format!("Engine:TOutput=0,{end}"));
        let found = last("e13_sliding_mode", "X.Out", &["--set", &event_tol, "--set", &times]);
        let expected = 17.0 / 14.0 - 6.0 / 17.0 * (end - 1.0 / 7.0);
        assert!((found - expected).abs() < 5.0 * tolerance, "{tolerance} {end}: {found} instead of {expected}");
    }
}
