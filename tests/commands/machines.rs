//! Campaigns on many machines: shards under Slurm and GNU parallel, joined, are
//! the campaign that one machine runs, to the last bit.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::program::cluster::Cluster;
use crate::program::{bowline, cannot_check, read_json, text, tutorial};

/// Of fifteen cases, five of which fail. The rows of the others are kept.
const CAMPAIGN: [&str; 10] = [
    "--vary",
    "S.Stiffness=50:25:150",
    "--vary",
    "Engine:stepsize=0.002,1e-3,-1",
    "--set",
    "Engine:IntegratorMethod=RK4",
    "--until",
    "1",
    "--series",
    "csv",
];

fn sweep(directory: &TempDir, more: &[&str]) -> std::process::Output {
    bowline(directory, &[&["sweep", &tutorial(), "--quiet"], &CAMPAIGN[..], more].concat())
}

/// The campaign as one machine does it, in `one`.
fn on_one_machine(directory: &TempDir) {
    let output = sweep(directory, &["-o", "one"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
}

fn assert_same(directory: &TempDir, merged: &str) {
    let file = |folder: &str, name: &str| fs::read(directory.path().join(folder).join(name)).unwrap();
    let names = ["summary.csv", "summary.parquet", "series/case=1/rows.csv", "series/case=14/rows.csv"];
    for name in names {
        assert!(file("one", name) == file(merged, name), "{name}");
    }
    assert_eq!(text(&file("one", "summary.csv")).lines().count(), 16);
}

#[test]
fn slurm_does_all_shards() {
    let Some(cluster) = Cluster::new() else { return };
    let directory = TempDir::new().unwrap();
    on_one_machine(&directory);
    let output = sweep(&directory, &["-o", "cluster", "--slurm", "4"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let folder = directory.path().join("cluster");
    // A shard with failed runs fails, as a run does.
    let output = cluster.submit(&folder, "job.sh");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    // What is done already is not done again.
    let output = cluster.submit(&folder, "job.sh");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let shards = (1..=4).map(|shard| format!("cluster/share-{shard}"));
    let shards: Vec<String> = shards.collect();
    let shards: Vec<&str> = shards.iter().map(String::as_str).collect();
    let output = bowline(&directory, &[&["merge"], &shards[..], &["-o", "merged"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_same(&directory, "merged");
}

#[test]
fn gnu_parallel_does_all_shards() {
    let program = assert_cmd::cargo::cargo_bin("bowline");
    let directory = TempDir::new().unwrap();
    on_one_machine(&directory);
    let scenario = tutorial();
    let sweep = [&[program.to_str().unwrap(), "sweep", &scenario, "--quiet"], &CAMPAIGN[..]].concat();
    let mut parallel = Command::new("parallel");
    parallel.args(sweep).args(["--shard", "{}/3", "-o", "part-{}", ":::", "1", "2", "3"]);
    parallel.current_dir(&directory).env_remove("BOWLINE_LIBRARY_PATH").env("PARALLEL_HOME", directory.path());
    let Ok(output) = parallel.output() else { return cannot_check("there is no GNU `parallel` here") };
    // It counts those that failed.
    assert!((1..=3).contains(&output.status.code().unwrap()), "{output:?}");
    let output = bowline(&directory, &["merge", "part-3", "part-1", "part-2", "-o", "merged"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_same(&directory, "merged");
    // Once more changes nothing.
    let output = bowline(&directory, &["merge", "part-1", "part-2", "part-3", "-o", "merged"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_same(&directory, "merged");
}

#[test]
fn what_does_not_belong_together_is_not_joined() {
    let directory = TempDir::new().unwrap();
    for shard in ["1", "2", "3"] {
        sweep(&directory, &["-o", shard, "--shard", &format!("{shard}/3")]);
    }
    sweep(&directory, &["-o", "half", "--shard", "2/2"]);
    sweep(&directory, &["-o", "other", "--shard", "2/3", "--metric", "max:B.Pos[2]"]);
    copy(&directory.path().join("3"), &directory.path().join("begun"));
    fs::remove_dir_all(directory.path().join("begun/journal")).unwrap();
    fs::create_dir(directory.path().join("begun/journal")).unwrap();
    fs::create_dir(directory.path().join("taken")).unwrap();
    fs::write(directory.path().join("taken/notes.txt"), "mine").unwrap();
    let refusals: [(&[&str], &str); 8] = [
        (&["1", "2"], "shard 3/3 is missing: name all folders, or join what is there with --partial"),
        (&["1"], "shards 2/3, 3/3 are missing"),
        (&["1", "other", "3"], "`1` and `other` are of different campaigns"),
        (&["1", "half"], "`1` is shard 1/3 and `half` shard 2/2: they were cut in different ways"),
        (&["1", "1", "2", "3"], "`1` and `1` are both shard 1/3"),
        (&["1", "2", "begun"], "`begun` has done 0 of its 5 runs: `bowline sweep --resume begun` does the others"),
        (&["1", "2", "nowhere"], "`nowhere` holds no campaign: there is no such folder"),
        (&["1", "2", "taken"], "`taken` holds no campaign: there is no campaign.json in it"),
    ];
    for (shards, expected) in refusals {
        let output = bowline(&directory, &[&["merge", "-o", "merged"], shards].concat());
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(expected), "{shards:?}: {said}");
        assert!(!directory.path().join("merged").exists(), "{shards:?}");
    }
    let output = bowline(&directory, &["merge", "1", "2", "3", "-o", "taken"]);
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("`taken` is not empty"), "{said}");
    assert_eq!(fs::read_to_string(directory.path().join("taken/notes.txt")).unwrap(), "mine");
    // What is there may be joined all the same, and be gone on with.
    let output = bowline(&directory, &["merge", "1", "begun", "-o", "merged", "--partial"]);
    let said = text(&output.stderr);
    assert!(output.status.success() && said.contains("10 of 15 runs are missing"), "{said}");
    assert_eq!(read_json(&directory, "merged/campaign.json")["shard"]["of"], 1);
    let output = bowline(&directory, &["sweep", "--resume", "merged", "--quiet"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    on_one_machine(&directory);
    assert_same(&directory, "merged");
}

fn copy(from: &Path, to: &Path) {
    assert!(Command::new("cp").arg("-r").args([from, to]).status().unwrap().success());
}
