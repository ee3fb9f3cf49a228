//! Metrics of a part of the run, standard deviations and percentiles, through the program.

use std::f64::consts::{PI, SQRT_2};
use std::fs;

use bowline_results::DataFrame;
use tempfile::TempDir;

use crate::program::campaign::{all_numbers, journal, numbers, summary, sweep};
use crate::program::{bowline, read, read_json, text};

/// Masses of 1, 2 and 4 kg on springs with which each has a period of 1 s.
const VARY: [&str; 1] =
    ["S.Stiffness,B.Mass=(39.47841760435743,1),(78.95683520871486,2),(157.91367041742973,4),(39.47841760435743,1)"];
const PRECISE: [&str; 6] =
    ["--set", "Engine:RelTol=1e-10", "--set", "Engine:AbsTol=1e-10", "--set", "Engine:TOutput=0:0.001:3"];
const METRICS: [&str; 9] = [
    "std:B.Pos[2]@1..3",
    "percentile(90):B.Pos[2]@1..",
    "percentile(5):B.Pos[2]@1..3",
    "mean=mean:B.Pos[2]@1..1.2505",
    "final:B.Pos[2]@..2",
    "initial:B.Pos[2]@1.5..",
    "down=rising(0):B.Pos[2]@1..",
    "up=falling(0):B.Pos[2]@..0.5",
    "low=max:B.Pos[2] [mm]@..0.25",
];

fn metrics() -> Vec<&'static str> {
    METRICS.iter().flat_map(|metric| ["--metric", metric]).collect()
}

#[test]
fn a_part_of_an_oscillation_is_as_the_closed_form_says() {
    let directory = TempDir::new().unwrap();
    let output = sweep(&directory, &VARY, &[&PRECISE[..], &metrics(), &["-o", "all"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = summary(&directory, "all");
    // z = rest - (5 + rest) cos(2 pi t), and the rest is where the weight hangs, which is the same for all.
    let rest = 9.81 / (4.0 * PI * PI);
    let amplitude = 5.0 + rest;
    let at_zero = (rest / amplitude).acos() / (2.0 * PI);
    for (name, expected, tolerance) in [
        ("std:B.Pos[2]@1..3", amplitude / SQRT_2, 1e-6),
        ("percentile(90):B.Pos[2]@1..", rest + amplitude * (0.4 * PI).sin(), 1e-4),
        ("percentile(5):B.Pos[2]@1..3", rest - amplitude * (0.45 * PI).sin(), 1e-4),
        ("mean", rest - amplitude * (2.0 * PI * 1.2505).sin() / (2.0 * PI * 0.2505), 1e-4),
        ("final:B.Pos[2]@..2", rest - amplitude, 1e-6),
        ("initial:B.Pos[2]@1.5..", rest + amplitude, 1e-6),
        ("down", 1.0 + at_zero, 1e-6),
        ("low", 1000.0 * rest, 1e-3),
    ] {
        for value in all_numbers(&table, name) {
            assert!((value - expected).abs() < tolerance, "{name}: {value}, not {expected}");
        }
    }
    assert_eq!(numbers(&table, "up"), [None; 4], "it goes up behind 0.5 s");
    let parquet = DataFrame::read(&directory.path().join("all/summary.parquet")).unwrap();
    for (name, unit) in [("std:B.Pos[2]@1..3", "m"), ("percentile(90):B.Pos[2]@1..", "m"), ("down", "s"), ("low", "mm")]
    {
        assert_eq!(parquet.column(name).unwrap().unit, unit, "{name}");
    }
}

/// Whoever does the runs, in whatever order, and however often they are interrupted.
#[test]
fn a_metric_of_a_window_has_the_same_bits_whatever_happens_to_its_campaign() {
    let directory = TempDir::new().unwrap();
    let run = |more: &[&str]| {
        let output = sweep(&directory, &VARY, &[&PRECISE[..], &metrics(), more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
    };
    run(&["-o", "all"]);
    let whole = read(&directory, "all/summary.csv");
    run(&["-o", "apart", "--isolate", "--jobs", "1"]);
    assert_eq!(read(&directory, "apart/summary.csv"), whole);

    // A run that is lost is done again.
    let journals = directory.path().join("all/journal");
    for case in [3, 1] {
        for file in fs::read_dir(&journals).unwrap() {
            let path = file.unwrap().path();
            let lines = fs::read_to_string(&path).unwrap();
            let kept = lines.lines().filter(|line| !line.contains(&format!("\"case\":{case},")));
            fs::write(path, kept.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        }
        assert_eq!(journal(&directory.path().join("all")).len(), 3);
        let output = bowline(&directory, &["sweep", "--resume", "all"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(read(&directory, "all/summary.csv"), whole);
    }

    // So is a shard, from what it leaves, and it may take the place of the first one.
    run(&["-o", "one", "--shard", "1/2"]);
    run(&["-o", "two", "--shard", "2/2"]);
    let output = bowline(&directory, &["sweep", "two/campaign.toml", "--shard", "2/2", "-o", "again", "--jobs", "1"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(read(&directory, "again/summary.csv"), read(&directory, "two/summary.csv"));
    for second in ["two", "again"] {
        let merged = format!("merged-{second}");
        let output = bowline(&directory, &["merge", "one", second, "-o", &merged]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(read(&directory, &format!("{merged}/summary.csv")), whole);
    }
    // Another window is another campaign.
    let others = [&PRECISE[..], &["--metric", "std:B.Pos[2]@1..2", "--shard", "2/2", "-o", "other"]].concat();
    assert!(sweep(&directory, &VARY, &others).status.success());
    let output = bowline(&directory, &["merge", "one", "other", "-o", "mixed"]);
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("are of different campaigns"), "{said}");
    let identity = |folder: &str| read_json(&directory, &format!("{folder}/campaign.json"))["identity"].clone();
    assert_eq!(identity("again"), identity("all"));
    assert_ne!(identity("other"), identity("all"));
}

#[test]
fn what_is_wrong_with_a_metric_is_told_before_anything_is_run() {
    let directory = TempDir::new().unwrap();
    for (metric, said) in [
        (
            "max:B.Pos[2]@600..",
            "`max:B.Pos[2]@600..`: nothing of the run lies in its window: the run is from 0 s to 2 s",
        ),
        ("a=max:B.Pos@..-1", "the run is from 0 s to 2 s"),
        ("max:B.Pos[2]@600", "`@600` is no window: write @FROM..TO, @FROM.. or @..TO, in s"),
        ("max:B.Pos[2]@2..1", "its window ends before it begins: write `@1..2`"),
        (
            "percentile(120):B.Pos[2]",
            "`percentile(120)` has no number from 0 to 100: write one, as in `percentile(95)`",
        ),
        ("percentil(5):B.Pos[2]", "did you mean `percentile`?"),
        ("std:B.Poss@1..", "`std:B.Poss@1..`: `B` (Body/Mass) has no signal `Poss`: did you mean `Pos`?"),
    ] {
        let output = sweep(&directory, &["B.Mass=1,2"], &["--metric", metric, "--until", "2", "-o", "out"]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{metric}: {message}");
        assert!(message.contains(said), "`{said}` not in {message}");
        assert!(!directory.path().join("out").exists(), "{metric}");
    }
}

/// Where runs end at different times, one may end before a window begins.
#[test]
fn a_run_that_ends_before_a_window_has_a_gap() {
    let directory = TempDir::new().unwrap();
    let vary = ["Engine:TOutput=(0:0.1:1),(0:0.1:3)"];
    let output = sweep(&directory, &vary, &["--metric", "end=final:B.Pos[2]@2..", "-o", "out"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let ends = numbers(&summary(&directory, "out"), "end");
    assert_eq!(ends[0], None);
    assert!((ends[1].unwrap() - crate::program::tutorial_height(3.0)).abs() < 1e-2, "{ends:?}");
}
