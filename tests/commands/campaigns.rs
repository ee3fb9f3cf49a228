//! `bowline sweep`: many runs of one scenario, and what is kept of them.

use std::fs;
use std::path::Path;

use bowline_results::DataFrame;
use tempfile::TempDir;

use crate::program::campaign::{all_numbers, journal, numbers, summary, sweep, texts};
use crate::program::{bowline, read, read_json, text};

/// A thousand springs and masses.
const THOUSAND: [&str; 2] = ["S.Stiffness=60:10:150", "B.Mass=0.5:0.05:5.45"];
const PRECISE: [&str; 8] =
    ["--set", "Engine:RelTol=1e-9", "--set", "Engine:AbsTol=1e-9", "--set", "Engine:HMax=0.05", "--until", "2"];

/// Height of a mass on a spring, m, by the closed form: 9.81 m/s^2, at -5 m at first.
fn height(stiffness: f64, mass: f64, time: f64) -> f64 {
    let rest = 9.81 * mass / stiffness;
    rest + (-5.0 - rest) * ((stiffness / mass).sqrt() * time).cos()
}

/// When it comes to its rest, s: after a quarter of its period.
fn quarter(stiffness: f64, mass: f64) -> f64 {
    std::f64::consts::FRAC_PI_2 / (stiffness / mass).sqrt()
}

#[test]
fn a_thousand_runs_are_as_the_closed_form_says_whatever_runs_them() {
    let directory = TempDir::new().unwrap();
    let metrics = ["--metric", "final:B.Pos[2]", "--metric", "top=max:B.Pos[2]", "--metric", "falling(0):S.ForceB[2]"];
    let run = |more: &[&str]| {
        let output = sweep(&directory, &THOUSAND, &[&PRECISE[..], &metrics, more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stderr)
    };
    let said = run(&["-o", "all", "--jobs", "3"]);
    assert!(said.contains("1000 runs in ") && said.contains("1000 of 1000 are done"), "{said}");

    let table = summary(&directory, "all");
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let expected = [
        "case",
        "S.Stiffness",
        "B.Mass",
        "final:B.Pos[2]",
        "top",
        "falling(0):S.ForceB[2]",
        "status",
        "reason",
        "steps",
        "rejected",
        "evaluations",
    ];
    assert_eq!(names, expected);
    assert_eq!(all_numbers(&table, "case"), (1..=1000).map(f64::from).collect::<Vec<_>>());
    let (stiffness, mass) = (all_numbers(&table, "S.Stiffness"), all_numbers(&table, "B.Mass"));
    assert_eq!((stiffness[0], mass[0], stiffness[999], mass[999]), (60.0, 0.5, 150.0, 5.45));
    for (row, end) in all_numbers(&table, "final:B.Pos[2]").into_iter().enumerate() {
        let exact = height(stiffness[row], mass[row], 2.0);
        assert!((end - exact).abs() < 1e-6, "case {}: {end}, not {exact}", row + 1);
    }
    // Rows are 0.1 s apart: the largest of them, and when the line through two of them is at 0.
    for (row, top) in all_numbers(&table, "top").into_iter().enumerate() {
        let rows = (0..=20).map(|k| height(stiffness[row], mass[row], 0.1 * f64::from(k)));
        assert!((top - rows.fold(f64::MIN, f64::max)).abs() < 1e-6, "case {}", row + 1);
    }
    assert!(texts(&table, "status").iter().all(|status| status == "ok"));
    assert!(all_numbers(&table, "steps").iter().all(|steps| *steps > 20.0));
    let parquet = DataFrame::read(&directory.path().join("all/summary.parquet")).unwrap();
    assert_eq!(parquet.column("B.Mass").unwrap().unit, "kg");
    assert_eq!(parquet.column("final:B.Pos[2]").unwrap().unit, "m");
    for column in ["S.Stiffness", "top", "evaluations"] {
        assert_eq!(all_numbers(&parquet, column), all_numbers(&table, column));
    }

    // One at a time, and in three shards, it is the same, bit for bit.
    let whole = read(&directory, "all/summary.csv");
    run(&["-o", "one", "--jobs", "1"]);
    assert_eq!(read(&directory, "one/summary.csv"), whole);
    let mut lines: Vec<(u64, String)> = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let folder = shard.replace('/', "-of-");
        run(&["-o", &folder, "--shard", shard]);
        let shard = read(&directory, &format!("{folder}/summary.csv"));
        lines.extend(
            shard.lines().skip(1).map(|line| (line.split_once(',').unwrap().0.parse().unwrap(), line.to_owned())),
        );
    }
    lines.sort();
    assert!(lines.iter().map(|(_, line)| line.as_str()).eq(whole.lines().skip(1)));
    let identity = |folder: &str| read_json(&directory, &format!("{folder}/campaign.json"))["identity"].clone();
    assert_eq!(identity("2-of-3"), identity("all"));
}

#[test]
fn the_first_crossing_of_a_level_is_where_the_closed_form_has_it() {
    let directory = TempDir::new().unwrap();
    // Rows are so near to each other that the line between them is the curve.
    let rows = ["--set", "Engine:TOutput=0:0.001:2", "--set", "Engine:RelTol=1e-9", "--set", "Engine:AbsTol=1e-9"];
    let metrics = ["--metric", "at=rising(0.1):B.Pos[2]", "--metric", "never=falling(-6):B.Pos[2]"];
    let output = sweep(
        &directory,
        &["S.Stiffness,B.Mass=(98.1,1),(196.2,2),(9.81,0.1)"],
        &[&rows[..], &metrics, &["-o", "out"]].concat(),
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = summary(&directory, "out");
    // The rest is at 0.1 m in all three.
    for (row, at) in all_numbers(&table, "at").into_iter().enumerate() {
        let (stiffness, mass) = ([98.1, 196.2, 9.81][row], [1.0, 2.0, 0.1][row]);
        assert!((at - quarter(stiffness, mass)).abs() < 1e-8, "{at}");
    }
    assert_eq!(numbers(&table, "never"), [None; 3]);
}

#[test]
fn a_run_that_fails_costs_itself_and_says_why() {
    let directory = TempDir::new().unwrap();
    // The last one needs steps that are not allowed.
    let (vary, steps) = (["S.Stiffness=100,-1,1e5,200"], ["--set", "Engine:HMin=0.01", "--set", "Engine:HMax=0.02"]);
    let output = sweep(&directory, &vary, &[&["-o", "out", "--until", "1"][..], &steps].concat());
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("2 of them did not go well: `") && said.contains("summary.csv` says why"), "{said}");
    let table = summary(&directory, "out");
    let (status, reason) = (texts(&table, "status"), texts(&table, "reason"));
    assert_eq!(status, ["ok", "failed", "failed", "ok"], "{reason:?}");
    assert!(
        reason[1].contains("`-1` is out of range") && reason[2].contains("less than HMin (1.000e-2 s)"),
        "{reason:?}"
    );
    // As `bowline run` says it.
    for (stiffness, row) in [("S.Stiffness=-1", 1), ("S.Stiffness=1e5", 2)] {
        let run = ["run", &crate::program::tutorial(), "--set", stiffness, "--until", "1", "-o", "-"];
        let alone = text(&bowline(&directory, &[&run[..], &steps].concat()).stderr).replace("\n  │ ", " ");
        assert!(reason[row].split("; ").all(|part| alone.contains(part)), "`{}` not in {alone}", reason[row]);
    }
    let ends = numbers(&table, "final:B.Pos[2]").iter().map(Option::is_some).collect::<Vec<_>>();
    assert_eq!(ends, [true, false, false, true]);
    // A run that failed on its way has cost something.
    let steps = numbers(&table, "steps").iter().map(Option::is_some).collect::<Vec<_>>();
    assert_eq!(steps, [true, false, true, true]);
}

#[test]
fn rows_are_kept_for_each_run_if_they_are_asked_for() {
    let directory = TempDir::new().unwrap();
    for (format, file) in [("csv", "rows.csv"), ("parquet", "rows.parquet")] {
        let more = ["-o", format, "--series", format, "--signals", "S.ForceB[2], B.Pos", "--until", "1"];
        let output = sweep(&directory, &["B.Mass=1,2,5"], &more);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let tutorial = crate::program::tutorial();
        for (case, mass) in [(1, "1"), (2, "2"), (3, "5")] {
            let rows = DataFrame::read(&directory.path().join(format!("{format}/series/case={case}/{file}"))).unwrap();
            let mass = format!("B.Mass={mass}");
            let signals = ["--set", "Engine:FileOutput=S.ForceB[2], B.Pos"];
            let run = ["run", &tutorial, "--set", &mass, "--until", "1", "-o", "alone.csv", "-q"];
            assert!(bowline(&directory, &[&run[..], &signals].concat()).status.success());
            let alone = DataFrame::read(&directory.path().join("alone.csv")).unwrap();
            assert_eq!(rows.rows(), alone.rows());
            for column in &alone.columns {
                assert_eq!(all_numbers(&rows, &column.name), all_numbers(&alone, &column.name), "{format} {case}");
            }
        }
        // The metrics are the final values of what is recorded, if nothing is said.
        assert!(summary(&directory, format).column("final:S.ForceB[2]").is_some());
    }
}

#[test]
fn a_campaign_is_repeated_from_what_it_leaves() {
    let directory = TempDir::new().unwrap();
    let tutorial = crate::program::tutorial();
    fs::create_dir(directory.path().join("models")).unwrap();
    fs::copy(&tutorial, directory.path().join("models/model.xml")).unwrap();
    let campaign = r#"
        scenario = "model.xml"
        until = 0.5
        set = ["Engine:RelTol=1e-8"]
        metric = ["low=min:B.Pos[2]"]

        [vary]
        "S.Stiffness" = "50:50:150"
        "B.Pos" = "(0,0,-5),(0,0,-6)"
    "#;
    fs::write(directory.path().join("models/study.toml"), campaign).unwrap();
    let run = |arguments: &[&str]| {
        let output = bowline(&directory, &[&["sweep"], arguments].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
    };
    run(&["models/study.toml", "-o", "first"]);
    run(&["first/campaign.toml", "-o", "second", "--jobs", "1"]);
    // `--extract` is what `--metric` was called.
    let options = ["--until", "0.5", "--set", "Engine:RelTol=1e-8", "--extract", "low=min:B.Pos[2]"];
    let vary = ["--vary", "S.Stiffness=50:50:150", "--vary", "B.Pos=(0,0,-5),(0,0,-6)"];
    run(&[&["models/model.xml", "-o", "third"], &options[..], &vary].concat());
    let first = read(&directory, "first/summary.csv");
    assert_eq!(first.lines().count(), 7);
    assert!(first.starts_with("case,S.Stiffness,B.Pos[0],B.Pos[1],B.Pos[2],low,status"), "{first}");
    assert_eq!(read(&directory, "second/summary.csv"), first);
    assert_eq!(read(&directory, "third/summary.csv"), first);
    let manifest = read_json(&directory, "first/campaign.json");
    assert_eq!(manifest["identity"], read_json(&directory, "third/campaign.json")["identity"]);
    assert_eq!(manifest["scenario"]["text"], fs::read_to_string(&tutorial).unwrap());
    assert_eq!(manifest["libraries"][0]["name"], "FhsimTutorialLibrary");
    let units: Vec<&str> =
        manifest["columns"].as_array().unwrap().iter().map(|c| c["unit"].as_str().unwrap()).collect();
    assert_eq!(units, ["N/m", "m", "m", "m", "m"]);
    let timing = DataFrame::read(&directory.path().join("first/timing.csv")).unwrap();
    let names: Vec<&str> = timing.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["case", "wall_s", "host", "began"]);
    assert!(all_numbers(&timing, "wall_s").iter().all(|wall| (0.0..600.0).contains(wall)));
    assert!(texts(&timing, "began").iter().all(|began| began.starts_with("20") && began.ends_with('Z')));
}

#[test]
fn a_command_line_draws_more_or_others_than_its_file_says() {
    let directory = TempDir::new().unwrap();
    fs::copy(crate::program::tutorial(), directory.path().join("model.xml")).unwrap();
    let campaign = r#"
        scenario = "model.xml"
        until = 0.1

        [vary]
        "S.Stiffness" = "50..150"

        [sample]
        method = "lhs"
        count = 3
        seed = 9
    "#;
    fs::write(directory.path().join("study.toml"), campaign).unwrap();
    let drawn = |folder: &str, more: &[&str]| {
        let output = bowline(&directory, &[&["sweep", "study.toml", "-o", folder], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        all_numbers(&summary(&directory, folder), "S.Stiffness")
    };
    let of_file = drawn("a", &[]);
    let parts = |drawn: &[f64]| {
        let mut parts: Vec<u64> = drawn.iter().map(|k| ((k - 50.0) / 100.0 * drawn.len() as f64) as u64).collect();
        parts.sort_unstable();
        parts
    };
    // Each part of the range once.
    assert_eq!(parts(&of_file), [0, 1, 2]);
    assert_eq!(parts(&drawn("b", &["--count", "5"])), [0, 1, 2, 3, 4]);
    let others = drawn("c", &["--seed", "4"]);
    assert!(parts(&others) == [0, 1, 2] && others != of_file, "{others:?}");
    assert_eq!(drawn("d", &["--sample", "lhs"]), of_file);
    assert_ne!(drawn("e", &["--sample", "random"]), of_file);
}

#[test]
fn what_is_wrong_is_told_and_leaves_nothing() {
    let directory = TempDir::new().unwrap();
    let masses = ["B.Mass=1,2"];
    for (vary, more, said) in [
        (&masses[..], &["--metric", "finale:B.Pos"][..], "there is no `finale`: did you mean `final`?"),
        (&masses, &["--metric", "final:B.Poss"], "`B` (Body/Mass) has no signal `Poss`: did you mean `Pos`?"),
        (&masses, &["--metric", "a=final:B.Pos[0]", "--metric", "a=max:B.Pos[0]"], "two metrics are called `a`"),
        (&masses, &["--metric", "status=final:B.Pos[0]"], "two columns would be called `status`"),
        (&masses, &["--metric", "B.Mass=final:B.Pos[0]"], "two columns would be called `B.Mass`"),
        (&masses, &["--signals", "B.Pos"], "no series is kept"),
        (&masses, &["--shard", "3/2"], "there is no shard 3/2: they are 1/2 to 2/2"),
        (&masses, &["--shard", "3/3"], "shard 3/3 has no cases: there are 2 in all"),
        (&["B.Mass=1..2"], &["--count", "5"], "no method to draw cases: give `--sample`"),
        (&["B.Mass=1..2"], &["--sample", "lhs"], "not said how many cases are drawn: give `--count`"),
        (&masses, &["--jobs", "0"], "0 is not in 1.."),
        (&masses, &["--timeout", "0"], "give seconds, more than 0"),
        (&["B.Mas=1,2"], &[], "did you mean `Mass`?"),
        (&["B.Mass=-1,2"], &[], "nothing was run"),
        (&["B.Mass"], &[], "NAME=VALUES"),
        (&[], &[], "nothing varies"),
    ] {
        let output = sweep(&directory, vary, &[&["-o", "out"], more].concat());
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{vary:?} {more:?}: {message}");
        assert!(message.contains(said), "`{said}` not in {message}");
        assert!(!directory.path().join("out").exists(), "{vary:?} {more:?}");
    }
}

#[test]
fn a_folder_that_holds_something_stays_as_it_is() {
    let directory = TempDir::new().unwrap();
    let short = ["--until", "0.5", "-o", "out"];
    let refused = |vary: &[&str], more: &[&str], said: &str| {
        let before = fs::read(directory.path().join("out/summary.csv")).ok();
        let output = sweep(&directory, vary, &[&short, more].concat());
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(said), "`{said}` not in {message}");
        assert_eq!(fs::read(directory.path().join("out/summary.csv")).ok(), before);
    };
    fs::create_dir(directory.path().join("out")).unwrap();
    fs::write(directory.path().join("out/thesis.tex"), "years of work").unwrap();
    refused(&["B.Mass=1,2"], &[], "is not empty: choose another folder with -o");
    fs::remove_file(directory.path().join("out/thesis.tex")).unwrap();

    assert!(sweep(&directory, &["B.Mass=1,2"], &short).status.success());
    refused(&["B.Mass=1,2"], &[], "holds this campaign already: `bowline sweep --resume ");
    refused(&["B.Mass=1,3"], &[], "holds another campaign, of 2 cases of `");
    refused(&["B.Mass=1,2"], &["--shard", "1/2"], "holds shard 1/1 of this campaign, not 1/2");

    // Runs of which nobody knows what they are are no room for others.
    let (manifest, aside) = (directory.path().join("out/campaign.json"), directory.path().join("aside.json"));
    fs::rename(&manifest, &aside).unwrap();
    refused(&["B.Mass=1,3"], &[], "is not empty: choose another folder with -o");
    fs::rename(&aside, &manifest).unwrap();
    for left in ["summary.csv", "summary.parquet", "timing.csv"] {
        fs::rename(directory.path().join("out").join(left), directory.path().join(left)).unwrap();
    }
    fs::rename(&manifest, &aside).unwrap();
    refused(&["B.Mass=1,3"], &[], "is not empty: choose another folder with -o");
    fs::rename(&aside, &manifest).unwrap();
    fs::rename(directory.path().join("summary.csv"), directory.path().join("out/summary.csv")).unwrap();
    let output = sweep(&directory, &["B.Mass=1,2"], &["-o", "out/summary.csv"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));

    for (folder, said) in [("nowhere", "there is no such folder"), (".", "there is no campaign.json in it")] {
        for command in [&["sweep", "--resume", folder][..], &["summary", folder]] {
            let output = bowline(&directory, command);
            let message = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{message}");
            assert!(message.contains(said), "{message}");
        }
    }
    let output = bowline(&directory, &["sweep", "--resume", "out", "--set", "B.g=1"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    // There is nothing left to do.
    let before = read(&directory, "out/summary.csv");
    let output = bowline(&directory, &["sweep", "--resume", "out"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(read(&directory, "out/summary.csv"), before);
    assert_eq!(journal(&directory.path().join("out")).into_iter().collect::<Vec<_>>(), [(1, 1), (2, 1)]);
    let output = bowline(&directory, &["summary", "out"]);
    assert_eq!(text(&output.stdout), before);
    assert!(text(&output.stderr).contains("2 of 2 runs, 0 failed"), "{}", text(&output.stderr));
}

#[test]
fn a_campaign_goes_on_with_what_it_was_begun_with_only() {
    let directory = TempDir::new().unwrap();
    fs::copy(crate::program::tutorial(), directory.path().join("model.xml")).unwrap();
    let table = |rows: &str| fs::write(directory.path().join("table.csv"), rows).unwrap();
    table("0, 0\n9, 9\n");
    let scenario = fs::read_to_string(directory.path().join("model.xml")).unwrap();
    let source = r#"<Lib LibName="base" SimObject="Src/Table" Name="T" File="table.csv"/></OBJECTS>"#;
    fs::write(directory.path().join("model.xml"), scenario.replace("</OBJECTS>", source)).unwrap();
    let short = ["sweep", "model.xml", "--vary", "B.Mass=1,2,3", "--until", "0.5", "-o", "out"];
    let output = bowline(&directory, &short);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let whole = read(&directory, "out/summary.csv");
    let lost = |case: u64| {
        let journal = fs::read_dir(directory.path().join("out/journal")).unwrap().next().unwrap().unwrap().path();
        let lines = fs::read_to_string(&journal).unwrap();
        let kept = lines.lines().filter(|line| !line.contains(&format!("\"case\":{case},")));
        fs::write(journal, kept.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    };
    let resume = || bowline(&directory, &["sweep", "--resume", "out"]);

    // The scenario is kept, so that it may change meanwhile.
    lost(2);
    fs::write(directory.path().join("model.xml"), "<Contents/>").unwrap();
    let output = resume();
    let said = text(&output.stderr);
    assert!(output.status.success() && said.contains("the campaign goes on with it as it was"), "{said}");
    assert_eq!(read(&directory, "out/summary.csv"), whole);

    // What it reads is not.
    lost(1);
    table("0, 1\n9, 1\n");
    let output = resume();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("table.csv` changed since; begin another campaign"), "{said}");
    assert_eq!(read(&directory, "out/summary.csv"), whole);
    table("0, 0\n9, 9\n");
    assert!(resume().status.success());
    assert_eq!(read(&directory, "out/summary.csv"), whole);
    assert!(Path::new(&directory.path().join("out/lock")).exists());
}
