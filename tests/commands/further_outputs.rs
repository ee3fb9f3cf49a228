//! Further results, the order of columns, and what the run record tells.

use std::fs;

use bowline_results::DataFrame;
use tempfile::TempDir;

use crate::program::{bowline, read, read_json, rows, text, tutorial, tutorial_height};

/// The tutorial with this in INTEGRATION, in `model.xml`.
fn scenario(integration: &str) -> TempDir {
    let directory = TempDir::new().unwrap();
    let whole = fs::read_to_string(tutorial()).unwrap();
    let (before, rest) = whole.split_once("<INTEGRATION>").unwrap();
    let (_, after) = rest.split_once("</INTEGRATION>").unwrap();
    let text = format!("{before}<INTEGRATION>{integration}</INTEGRATION>{after}");
    fs::write(directory.path().join("model.xml"), text).unwrap();
    directory
}

fn run(directory: &TempDir, more: &[&str]) -> String {
    let output = bowline(directory, &[&["run", "model.xml"], more].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stderr)
}

const OUTPUTS: &str = r#"<Output Name="slow" TOutput="0:0.5:1" FileOutput="B.Pos[2]"/>
    <Engine TOutput="0:0.1:1" FileOutput="B.Vel[2], S.ForceA"/>
    <Output Name="fast" TOutput="0:0.01:1.2"/>"#;

/// Those that end with the run go on with it; what ends before, ends there.
#[test]
fn a_later_end_has_rows_too() {
    let outputs = r#"<Engine TOutput="0:0.5:1" FileOutput="B.Pos[2]"/> <Output Name="slow" TOutput="0:1:1"/>
        <Output Name="early" TOutput="0:0.1:0.2"/>"#;
    let directory = scenario(outputs);
    run(&directory, &["-o", "a.csv", "--until", "2.25"]);
    let times = |name| rows(&read(&directory, name)).iter().map(|row| row[0]).collect::<Vec<_>>();
    assert_eq!(times("a.csv"), [0.0, 0.5, 1.0, 1.5, 2.0, 2.25]);
    assert_eq!(times("a.slow.csv"), [0.0, 1.0, 2.0]);
    assert_eq!(times("a.early.csv"), [0.0, 0.1, 0.2]);
}

#[test]
fn each_output_has_its_own_rows_and_columns() {
    let directory = scenario(OUTPUTS);
    let said = run(&directory, &["-o", "a.csv"]);
    assert!(
        said.contains("a.slow.csv: 3 rows of 2 columns") && said.contains("a.fast.csv: 101 rows of 5 columns"),
        "{said}"
    );
    assert!(said.contains("TOutput of `fast`: the run ends before, at 1 s"), "{said}");
    let slow = read(&directory, "a.slow.csv");
    assert!(slow.starts_with("Time,B.Pos[2]\n"));
    let slow = rows(&slow);
    assert_eq!(slow.iter().map(|row| row[0]).collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
    for row in slow {
        assert!((row[1] - tutorial_height(row[0])).abs() < 1e-3, "{row:?}");
    }
    let (main, fast) = (rows(&read(&directory, "a.csv")), rows(&read(&directory, "a.fast.csv")));
    assert_eq!((main.len(), fast.len()), (11, 101));
    // The same bits at the times that both have.
    main.iter().enumerate().for_each(|(row, main)| assert_eq!(fast[10 * row], *main));
    // None of this changes the results.
    let alone = scenario(r#"<Engine TOutput="0:0.1:1" FileOutput="B.Vel[2], S.ForceA"/>"#);
    run(&alone, &["-o", "a.csv"]);
    assert_eq!(read(&alone, "a.csv"), read(&directory, "a.csv"));
    let record = read_json(&directory, "a.run.json");
    assert_eq!((&record["outputs"][0]["name"], &record["outputs"][0]["rows"]), (&"slow".into(), &3.into()));
    assert_eq!(record["outputs"][0]["columns"][1]["unit"], "m");
    assert_eq!((&record["statistics"]["rows"], &record["outputs"][1]["results"]), (&11.into(), &"a.fast.csv".into()));
}

#[test]
fn further_outputs_have_the_format_and_the_care_of_the_results() {
    let directory = scenario(OUTPUTS);
    run(&directory, &["-o", "a.parquet"]);
    let slow = DataFrame::read(&directory.path().join("a.slow.parquet")).unwrap();
    assert_eq!((slow.rows(), slow.columns[1].unit.as_str()), (3, "m"));
    // They end with the run, also with one that ends sooner.
    run(&directory, &["-o", "b.csv", "--until", "0.6", "--units"]);
    assert!(
        read(&directory, "b.slow.csv").starts_with("Time [s],B.Pos[2] [m]\n0,")
            && rows(&read(&directory, "b.slow.csv")).len() == 2
    );
    fs::write(directory.path().join("c.slow.csv"), "mine").unwrap();
    let output = bowline(&directory, &["run", "model.xml", "-o", "c.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("cannot write `c.slow.csv`: it holds something else"),
        "{}",
        text(&output.stderr)
    );
    assert!(!directory.path().join("c.csv").exists() && read(&directory, "c.slow.csv") == "mine");
    let output = bowline(&directory, &["run", "model.xml", "-o", "-"]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("further outputs are not written, since the results go to no file"));
}

#[test]
fn columns_stand_in_the_order_of_file_output_if_asked() {
    let asked = r#"FileOutput="B.Vel[2], object.S:outputs, B.Pos[1:3], B.Vel""#;
    let header = |keep: &str| {
        let directory = scenario(&format!(r#"<Engine TOutput="0:0.1:1" {asked} KeepOrder="{keep}"/>"#));
        run(&directory, &["-q"]);
        read(&directory, "model.csv").lines().next().unwrap().to_owned()
    };
    let forces = "S.ForceA[0],S.ForceA[1],S.ForceA[2],S.ForceB[0],S.ForceB[1],S.ForceB[2]";
    assert_eq!(header("1"), format!("Time,B.Vel[2],{forces},B.Pos[1],B.Pos[2],B.Vel[0],B.Vel[1]"));
    assert_eq!(header("0"), format!("Time,{forces},B.Pos[1],B.Pos[2],B.Vel[0],B.Vel[1],B.Vel[2]"));
}

#[test]
fn the_record_tells_when_where_and_with_which_parameters() {
    let directory = scenario(OUTPUTS);
    run(&directory, &["-q", "-o", "a.csv", "--set", "B.Mass=3"]);
    let record = read_json(&directory, "a.run.json");
    let started = record["started"].as_str().unwrap();
    let (date, time) = started.split_once('T').unwrap();
    assert!(date.len() == 10 && date.starts_with("20") && time.ends_with('Z'), "{started}");
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    if !host.is_empty() {
        assert_eq!(record["host"], host.trim());
    }
    let line: Vec<&str> =
        record["command_line"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    assert_eq!(line[1..], ["run", "model.xml", "-q", "-o", "a.csv", "--set", "B.Mass=3"]);
    assert_eq!(record["parameters"]["B"]["Mass"], "3");
    assert_eq!(record["parameters"]["S"]["Stiffness"], "100");
    // A default stands there, too.
    let defaults = text(&bowline(&directory, &["describe", "Body/Mass", "--format", "json"]).stdout);
    assert!(defaults.contains("\"g\""), "{defaults}");
    assert!(record["parameters"]["B"]["g"].is_string());
}

#[test]
fn rows_outside_of_the_run_are_warned_of() {
    let outputs = r#"<Engine TOutput="0:0.1:1"/><Output Name="early" TOutput="-1:0.5:1"/><Output Name="late" TOutput="0:0.5:2"/>
        <Output Name="never" TOutput="5"/><Output Name="within" TOutput="0.25:0.5:0.75"/>"#;
    let directory = scenario(outputs);
    let said = run(&directory, &["-o", "a.csv"]);
    for expected in [
        "TOutput of `early`: the run begins after its first rows, at 0 s; what lies outside",
        "TOutput of `late`: the run ends before, at 1 s; what lies outside",
        "TOutput of `never`: the run ends before, at 1 s",
    ] {
        assert!(said.replace("\n  │ ", " ").contains(expected), "{said}");
    }
    assert_eq!(said.matches("TOutput of ").count(), 3, "{said}");
    let count = |name| rows(&read(&directory, name)).len();
    assert_eq!(["a.early.csv", "a.late.csv", "a.never.csv", "a.within.csv"].map(count), [3, 3, 0, 2]);
}
