//! Runs that are repeated from their records, with what was done to them.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use bowline_engine::{Catalog, CsvRecorder, LoadOptions, Model, Run, RunRecord, Source, Sources};
use tempfile::TempDir;

use crate::program::{bowline, read, read_json, text};

const SCENARIO: &str = r#"<Contents>
  <OBJECTS>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" g="9.81"/>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Cable/LinearSpring" Name="S" RelaxedLength="1" Stiffness="50"/>
  </OBJECTS>
  <INTERCONNECTIONS><Connection B.Force="S.ForceB" S.PosA="0,0,0" S.PosB="B.Pos"/></INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition B.Pos="0,0,1.2" B.Vel="0.1,0,0"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0:0.1:3"/></INTEGRATION>
</Contents>"#;

/// Moves the point where the spring hangs, three times while somebody looks on,
/// and takes a snapshot; leaves the record in `moved.run.json`, and tells the rows.
fn move_about(directory: &Path, overrides: &[&str]) -> String {
    let sources = Sources::new(Source::read(&directory.join("hung.xml")).unwrap());
    let sources = sources.with_overrides(overrides.iter().map(|set| (*set).to_owned()));
    let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
    let model: Arc<Model> = bowline_engine::load(&sources, &catalog, LoadOptions::default()).unwrap();
    let point = model.input("S.PosA").unwrap();
    let (mut run, mut csv) = (Run::new(&model), Vec::new());
    let mut rows = CsvRecorder::new(&model, &mut csv).unwrap();
    run.set(&point, &[0.0, 0.0, 0.05]).unwrap();
    for (time, x) in [(0.33, 0.3), (0.71, -0.1), (1.7, 0.2)] {
        run.pass(time, &mut rows, &mut |_| ControlFlow::Continue(())).unwrap();
        run.set(&point, &[x, 0.0, 0.0]).unwrap();
    }
    run.snapshot().unwrap();
    run.to_end(&mut rows, &mut |_| ControlFlow::Continue(())).unwrap();
    rows.finish().unwrap();
    let mut record = RunRecord::new("tests", &model);
    record.interventions = run.interventions().to_vec();
    fs::write(directory.join("moved.run.json"), record.to_json()).unwrap();
    text(&csv)
}

fn hung() -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("hung.xml"), SCENARIO).unwrap();
    directory
}

/// Also with methods that step to output times; and what is repeated can be repeated.
#[test]
fn a_record_of_changes_repeats_the_run_bit_for_bit() {
    let directory = hung();
    for method in ["DormandPrince", "Tsitouras", "BDF", "TRBDF2", "ESDIRK34", "auto"] {
        let set = format!("Engine:IntegratorMethod={method}");
        let expected = move_about(directory.path(), &[&set]);
        for (record, name) in [("moved.run.json", "again.csv"), ("again.run.json", "and_again.csv")] {
            let output = bowline(&directory, &["run", "hung.xml", "--set", &set, "--repeat", record, "-o", name]);
            assert!(output.status.success(), "{}", text(&output.stderr));
            assert!(!text(&output.stderr).contains("warning"), "{}", text(&output.stderr));
            assert_eq!(read(&directory, name), expected, "{method}, {record}");
        }
        let changes = |name: &str| read_json(&directory, name)["interventions"].clone();
        assert_eq!(changes("and_again.run.json"), changes("moved.run.json"));
        assert_eq!(changes("moved.run.json").as_array().unwrap().len(), 5);
    }
}

#[test]
fn what_is_not_as_it_was_is_warned_of() {
    let directory = hung();
    move_about(directory.path(), &["B.Mass=3"]);
    let warnings = |arguments: &[&str]| {
        let arguments = [&["run", "hung.xml", "--repeat", "moved.run.json", "-o", "out.csv"], arguments].concat();
        let output = bowline(&directory, &arguments);
        assert!(output.status.success());
        let said = text(&output.stderr);
        said.lines().filter_map(|line| line.strip_prefix("warning: ").map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(warnings(&["--set", "B.Mass=3"]), [] as [&str; 0]);
    assert_eq!(warnings(&[]), ["`moved.run.json`: that run had --set B.Mass=3"]);
    assert_eq!(
        warnings(&["--set", "B.Mass=3", "--until", "1"]),
        ["`moved.run.json`: 2 changes behind the end of the run, 1 s"]
    );
    let output =
        bowline(&directory, &["run", "hung.xml", "-o", "start.csv", "--until", "0", "--final-state", "s.json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(
        warnings(&["--set", "B.Mass=3", "--initial-state", "s.json"]),
        ["`moved.run.json`: that run began with the initial conditions"]
    );
    fs::write(directory.path().join("hung.xml"), SCENARIO.replace("0:0.1:3", "0:0.2:3")).unwrap();
    assert_eq!(
        warnings(&["--set", "B.Mass=3"]),
        ["`moved.run.json`: it is of another scenario, or of an earlier text of this one"]
    );
}

/// Before anything is written.
#[test]
fn what_cannot_be_repeated_is_refused() {
    let directory = hung();
    move_about(directory.path(), &[]);
    let record = read(&directory, "moved.run.json");
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
    write("none.json", "{\"a\": 1}");
    write("other.json", &record.replace("S.PosA", "S.PosC"));
    write("late.json", &record.replace("\"time_s\": 0.33,", "\"time_s\": 0.9,"));
    assert!(bowline(&directory, &["run", "hung.xml", "-o", "plain.csv"]).status.success());
    fs::remove_file(directory.path().join("plain.csv")).unwrap();
    for (record, why) in [
        ("missing.json", "cannot read `missing.json`: "),
        ("hung.xml", "cannot repeat `hung.xml`: it is no run record (`NAME.run.json`, which a run leaves): "),
        ("none.json", "cannot repeat `none.json`: it is no run record (`NAME.run.json`, which a run leaves): "),
        (
            "plain.run.json",
            "cannot repeat `plain.run.json`: nothing was done to that run from outside: there is nothing to repeat",
        ),
        ("other.json", "cannot repeat `other.json`: `S` (Cable/LinearSpring) has no in-port `PosC`: "),
        ("late.json", "cannot repeat `late.json`: something was done at t = 0.71 s, but the run is at 0.9 s by then"),
    ] {
        let output = bowline(&directory, &["run", "hung.xml", "--repeat", record, "-o", "out.csv"]);
        assert_eq!(output.status.code(), Some(2), "{record}");
        assert!(text(&output.stderr).contains(&format!("error: {why}")), "{record}: {}", text(&output.stderr));
        assert!(!directory.path().join("out.csv").exists(), "{record}");
    }
    let output = bowline(&directory, &["run", "hung.xml", "--repeat", "moved.run.json", "-o", "moved.csv", "--force"]);
    assert_eq!(output.status.code(), Some(2));
    let why = "error: the results would replace the record of the run that is repeated, `moved.run.json`; choose \
               another place with -o\n";
    assert!(text(&output.stderr).ends_with(why), "{}", text(&output.stderr));
    assert_eq!(read(&directory, "moved.run.json"), record);
}
