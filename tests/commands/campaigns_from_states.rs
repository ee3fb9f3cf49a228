//! Campaigns whose cases begin in a saved state.

use std::fs;

use bowline_results::DataFrame;
use tempfile::TempDir;

use crate::program::campaign::{all_numbers, journal, summary, texts};
use crate::program::{bowline, read, read_json, text, tutorial};

const PRECISE: [&str; 4] = ["--set=Engine:RelTol=1e-10", "--set=Engine:AbsTol=1e-10", "--set=Engine:HMax=0.01", "-q"];

/// A folder with the tutorial's scenario, and its state after 0.5 s with a mass of 1 kg.
fn prepared() -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::copy(tutorial(), directory.path().join("model.xml")).unwrap();
    fs::create_dir(directory.path().join("states")).unwrap();
    let run = ["run", "model.xml", "--until", "0.5", "-o", "begin.csv", "--final-state", "states/half.json"];
    succeed(&directory, &[&run[..], &PRECISE].concat());
    directory
}

fn succeed(directory: &TempDir, arguments: &[&str]) -> String {
    let output = bowline(directory, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stderr)
}

fn refuse(directory: &TempDir, arguments: &[&str]) -> String {
    let output = bowline(directory, arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    said
}

/// The campaign that these tests do, and more of it.
fn sweep(more: &[&'static str]) -> Vec<&'static str> {
    let metrics = ["--metric", "first=initial:B.Pos[2]", "--metric", "last=final:B.Pos[2]@..1.5"];
    let campaign = ["sweep", "model.xml", "--vary", "B.Mass=1,2,4", "--until", "1.5"];
    [&campaign[..], &metrics, &PRECISE, more].concat()
}

/// The mass of the state at 0.5 s goes on with another mass: height and speed are as they were, m and m/s.
fn height(mass: f64, time: f64) -> f64 {
    let (rest, omega) = (|mass: f64| 9.81 * mass / 100.0, |mass: f64| (100.0 / mass).sqrt());
    let amplitude = 5.0 + rest(1.0);
    let (z, speed) = (rest(1.0) - amplitude * 5.0_f64.cos(), amplitude * 10.0 * 5.0_f64.sin());
    let phase = omega(mass) * (time - 0.5);
    rest(mass) + (z - rest(mass)) * phase.cos() + speed / omega(mass) * phase.sin()
}

#[test]
fn all_cases_begin_in_the_state_whoever_runs_them() {
    let directory = prepared();
    let state = ["--initial-state", "states/half.json"];
    succeed(&directory, &[&sweep(&["-o", "all", "--series", "csv"])[..], &state].concat());
    let table = summary(&directory, "all");
    for (row, mass) in [1.0, 2.0, 4.0].into_iter().enumerate() {
        let (first, last) = (all_numbers(&table, "first")[row], all_numbers(&table, "last")[row]);
        assert!((first - height(1.0, 0.5)).abs() < 1e-6, "{mass}: {first}");
        assert!((last - height(mass, 1.5)).abs() < 1e-6, "{mass}: {last}");
        let rows = DataFrame::read(&directory.path().join(format!("all/series/case={}/rows.csv", row + 1))).unwrap();
        assert_eq!(all_numbers(&rows, "Time")[0], 0.5);
        // As `run` does it, to the bit.
        let mass = format!("B.Mass={mass}");
        let run = ["run", "model.xml", "--until", "1.5", "-o", "alone.csv", "--set", &mass];
        succeed(&directory, &[&run[..], &PRECISE, &state].concat());
        let alone = DataFrame::read(&directory.path().join("alone.csv")).unwrap();
        assert_eq!(all_numbers(&rows, "B.Pos[2]"), all_numbers(&alone, "B.Pos[2]"));
    }
    let whole = read(&directory, "all/summary.csv");
    let manifest = read_json(&directory, "all/campaign.json");
    assert_eq!(manifest["files"][0]["path"], "states/half.json");
    assert_eq!(manifest["files"][0]["sha256"].as_str().unwrap().len(), 64);

    // In processes of their own, in shards, from what the campaign leaves, and from a file.
    succeed(&directory, &[&sweep(&["-o", "apart", "--isolate", "--series", "csv"])[..], &state].concat());
    assert_eq!(read(&directory, "apart/summary.csv"), whole);
    for (shard, folder) in [("1/2", "one"), ("2/2", "two")] {
        succeed(&directory, &[&sweep(&["--series", "csv"])[..], &state, &["--shard", shard, "-o", folder]].concat());
    }
    succeed(&directory, &["merge", "one", "two", "-o", "merged"]);
    assert_eq!(read(&directory, "merged/summary.csv"), whole);
    succeed(&directory, &["sweep", "all/campaign.toml", "-o", "again"]);
    assert_eq!(read(&directory, "again/summary.csv"), whole);
    let study = read(&directory, "all/campaign.toml");
    let from_here = |line: &str| match line.split_once(" = ") {
        Some(("scenario", _)) => "scenario = \"../model.xml\"".to_owned(),
        Some(("initial_state", _)) => "initial-state = \"half.json\"".to_owned(),
        _ => line.to_owned(),
    };
    let study: Vec<String> = study.lines().map(from_here).collect();
    fs::write(directory.path().join("states/study.toml"), study.join("\n")).unwrap();
    succeed(&directory, &["sweep", "states/study.toml", "-o", "third"]);
    assert_eq!(read(&directory, "third/summary.csv"), whole);
    let identity = |folder: &str| read_json(&directory, &format!("{folder}/campaign.json"))["identity"].clone();
    for folder in ["apart", "merged", "again", "third"] {
        assert_eq!(identity(folder), identity("all"), "{folder}");
    }
}

#[test]
fn a_campaign_goes_on_with_the_state_that_it_was_begun_with_only() {
    let directory = prepared();
    let state = directory.path().join("states/half.json");
    succeed(&directory, &sweep(&["-o", "out", "--initial-state", "states/half.json"]));
    let whole = read(&directory, "out/summary.csv");
    let lost = |case: u64| {
        for file in fs::read_dir(directory.path().join("out/journal")).unwrap() {
            let path = file.unwrap().path();
            let lines = fs::read_to_string(&path).unwrap();
            let kept = lines.lines().filter(|line| !line.contains(&format!("\"case\":{case},")));
            fs::write(path, kept.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        }
        assert_eq!(journal(&directory.path().join("out")).len(), 2);
    };
    let resume = ["sweep", "--resume", "out"];
    lost(2);
    succeed(&directory, &resume);
    assert_eq!(read(&directory, "out/summary.csv"), whole);

    lost(3);
    let good = fs::read_to_string(&state).unwrap();
    // A line end that says nothing of the state is enough.
    fs::write(&state, format!("{good}\n")).unwrap();
    for more in [&[][..], &["--isolate"]] {
        let said = refuse(&directory, &[&resume[..], more].concat());
        assert!(said.contains("`states/half.json` changed since; begin another campaign, with -o"), "{said}");
    }
    fs::remove_file(&state).unwrap();
    let said = refuse(&directory, &resume);
    assert!(said.contains("cannot read `") && said.contains("half.json`: No such file"), "{said}");
    let said = refuse(&directory, &[&resume[..], &["--initial-state", "other.json"]].concat());
    assert!(said.contains("cannot be used with"), "{said}");
    fs::write(&state, &good).unwrap();
    succeed(&directory, &resume);
    assert_eq!(read(&directory, "out/summary.csv"), whole);

    // Shards with different states, or without one, are of different campaigns.
    succeed(&directory, &sweep(&["--initial-state", "states/half.json", "--shard", "1/2", "-o", "one"]));
    fs::write(&state, format!("{good}\n")).unwrap();
    succeed(&directory, &sweep(&["--initial-state", "states/half.json", "--shard", "2/2", "-o", "two"]));
    succeed(&directory, &sweep(&["--shard", "2/2", "-o", "without"]));
    for (other, why) in [("two", "`states/half.json` changed since"), ("without", "changed since")] {
        let said = refuse(&directory, &["merge", "one", other, "-o", "merged"]);
        assert!(said.contains("are of different campaigns") && said.contains(why), "{said}");
    }
}

#[test]
fn what_is_wrong_with_the_state_is_told_as_run_tells_it() {
    let directory = prepared();
    let good = read(&directory, "states/half.json");
    fs::write(directory.path().join("bad.json"), good.replace("B.Pos", "B.Poss")).unwrap();
    fs::write(directory.path().join("late.json"), good.replace("\"time_s\": 0.5", "\"time_s\": 7.5")).unwrap();
    let run = ["run", "model.xml", "--until", "1.5", "-o", "alone.csv"];
    for (state, part) in [
        ("bad.json", "`B` (Body/Mass) has no state `Poss`"),
        ("late.json", "outside the run"),
        ("absent.json", "cannot read `absent.json`: No such file"),
    ] {
        let alone = refuse(&directory, &[&run[..], &["--initial-state", state]].concat());
        for more in [&[][..], &["--isolate"]] {
            let campaign = ["sweep", "model.xml", "--vary", "B.Mass=1,2", "--until", "1.5", "-o", "out"];
            let said = refuse(&directory, &[&campaign[..], more, &["--initial-state", state]].concat());
            assert!(said.contains(part), "{said}");
            assert_eq!(said, alone, "{state}");
            assert!(!directory.path().join("out").exists());
        }
    }
    // What the state has, nobody else may say.
    let said = refuse(&directory, &sweep(&["-o", "out", "--initial-state", "states/half.json", "--vary", "B.Vel=1,2"]));
    assert!(said.contains("`B.Vel` has no effect: the run begins with the states of a file"), "{said}");
    // Windows are of the run as it is: it begins at 0.5 s.
    let early = ["-o", "out", "--initial-state", "states/half.json", "--metric", "max:B.Pos[2]@..0.4"];
    let said = refuse(&directory, &sweep(&early));
    assert!(said.contains("nothing of the run lies in its window: the run is from 0.5 s to 1.5 s"), "{said}");
}

/// A state that some cases cannot begin with costs these.
#[test]
fn a_case_that_cannot_have_the_state_fails_alone() {
    let directory = prepared();
    let campaign = ["sweep", "model.xml", "--vary", "Engine:TOutput=(0:0.1:1),(0:0.1:0.3)", "-o", "out", "-q"];
    let output = bowline(&directory, &[&campaign[..], &["--initial-state", "states/half.json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let table = summary(&directory, "out");
    assert_eq!(texts(&table, "status"), ["ok", "failed"]);
    assert!(texts(&table, "reason")[1].contains("outside the run"), "{:?}", texts(&table, "reason"));
}
