//! `run -o OUT.parquet` and `--units`: the same numbers as in a CSV file, and
//! programs that read such files read them.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bowline_results::DataFrame;
use tempfile::TempDir;

use crate::program::python::{python, run_python};
use crate::program::{bowline, read, read_json, text, tutorial, tutorial_height};

fn run(directory: &TempDir, more: &[&str]) {
    let scenario = tutorial();
    let output = bowline(directory, &[&["run", &scenario, "--quiet"], more].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn parquet_holds_the_bits_of_the_csv_file() {
    let directory = TempDir::new().unwrap();
    run(&directory, &["-o", "a.csv"]);
    run(&directory, &["-o", "b.parquet"]);
    let read = |name: &str| DataFrame::read(&directory.path().join(name)).unwrap();
    let (csv, parquet) = (read("a.csv"), read("b.parquet"));
    assert_eq!((csv.rows(), csv.columns.len()), (parquet.rows(), parquet.columns.len()));
    for (of_csv, of_parquet) in csv.columns.iter().zip(&parquet.columns) {
        assert_eq!(of_csv.name, of_parquet.name);
        for row in 0..csv.rows() {
            let bits = |number: Option<f64>| number.map(f64::to_bits);
            assert_eq!(bits(of_csv.values.number(row)), bits(of_parquet.values.number(row)), "{}", of_csv.name);
        }
    }
    let units: Vec<&str> = parquet.columns.iter().map(|column| column.unit.as_str()).collect();
    assert_eq!((units[0], parquet.column("B.Pos[2]").unwrap().unit.as_str()), ("s", "m"));
    assert_eq!(read_json(&directory, "b.run.json")["statistics"]["rows"], parquet.rows());
}

#[test]
fn units_stand_in_the_header_if_asked_for() {
    let directory = TempDir::new().unwrap();
    run(&directory, &["-o", "a.csv", "--units", "--until", "1"]);
    let csv = read(&directory, "a.csv");
    assert!(csv.starts_with("Time [s],B.Pos[0] [m],"), "{}", csv.lines().next().unwrap());
    // It is known as results: the next run replaces it.
    run(&directory, &["-o", "a.csv", "--until", "1"]);
    assert!(read(&directory, "a.csv").starts_with("Time,B.Pos[0],"));
}

#[test]
fn what_is_no_parquet_of_a_run_is_not_replaced() {
    let directory = TempDir::new().unwrap();
    let foreign = directory.path().join("a.parquet");
    for held in [b"PAR1 something else".as_slice(), b"name,value\n"] {
        fs::write(&foreign, held).unwrap();
        let output = bowline(&directory, &["run", &tutorial(), "-o", "a.parquet"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("it holds something else than results"), "{}", text(&output.stderr));
        assert_eq!(fs::read(&foreign).unwrap(), held);
    }
    run(&directory, &["-o", "a.parquet", "--force"]);
    run(&directory, &["-o", "a.parquet"]);
    assert!(DataFrame::read(&foreign).unwrap().rows() > 10);
}

#[test]
#[cfg(unix)]
fn a_pipe_is_no_place_for_parquet() {
    let directory = TempDir::new().unwrap();
    let pipe = directory.path().join("pipe.parquet");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let output = bowline(&directory, &["run", &tutorial(), "-o", "pipe.parquet"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("Parquet needs a file"), "{}", text(&output.stderr));
}

/// Not even one that is killed loses more than a second of it, and what it
/// leaves can be read.
#[test]
fn a_killed_run_leaves_a_parquet_file_of_what_it_computed() {
    let directory = TempDir::new().unwrap();
    let scenario = tutorial();
    let long = ["run", &scenario, "-o", "long.parquet", "--set=Engine:HMax=1e-6", "--set=Engine:TOutput=0:0.0001:100"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_bowline"));
    let command = command.current_dir(&directory).args(long).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let path = directory.path().join("long.parquet");
    let began = Instant::now();
    while !DataFrame::read(&path).is_ok_and(|frame| frame.rows() > 100) {
        assert!(began.elapsed() < Duration::from_secs(60), "the first rows take too long");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let frame = DataFrame::read(&path).unwrap();
    let (time, height) = (&frame.columns[0].values, &frame.column("B.Pos[2]").unwrap().values);
    for row in 0..frame.rows() {
        let at = time.number(row).unwrap();
        assert_eq!(at, format!("{row}e-4").parse::<f64>().unwrap());
        assert!((height.number(row).unwrap() - tutorial_height(at)).abs() < 1e-4);
    }
}

const READERS: &str = r#"
import json, sys
import duckdb, pandas, polars, pyarrow.parquet

for name in ["a.parquet", "a.csv", "units.csv"]:
    is_parquet = name.endswith("parquet")
    frame = pandas.read_parquet(name) if is_parquet else pandas.read_csv(name)
    other = polars.read_parquet(name) if is_parquet else polars.read_csv(name)
    height, time = ("B.Pos[2] [m]", "Time [s]") if name == "units.csv" else ("B.Pos[2]", "Time")
    assert list(frame.columns) == other.columns, name
    assert (frame.dtypes[height], other[height].dtype) == ("float64", polars.Float64), name
    assert frame[height].to_list() == other[height].to_list()
    (count, low), = duckdb.sql(f'select count(*), min("{height}") from \'{name}\'').fetchall()
    assert (count, low) == (len(frame), frame[height].min()), name
    print(name, len(frame), repr(float(frame[height].iloc[-1])), float(frame[time].max()))
metadata = pyarrow.parquet.read_schema("a.parquet").metadata
print(json.loads(metadata[b"units"])["B.Pos[2]"])
one = pandas.read_parquet("a.parquet", columns=["B.Pos[2]"])
assert one.shape[1] == 1
"#;

#[test]
fn pandas_polars_and_duckdb_read_results() {
    let Some(python) = python() else { return };
    let directory = TempDir::new().unwrap();
    run(&directory, &["-o", "a.parquet"]);
    run(&directory, &["-o", "a.csv", "--force"]);
    run(&directory, &["-o", "units.csv", "--units"]);
    let csv = read(&directory, "a.csv");
    let names: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let column = names.iter().position(|name| *name == "B.Pos[2]").unwrap();
    let last: f64 = csv.lines().last().unwrap().split(',').nth(column).unwrap().parse().unwrap();
    let rows = csv.lines().count() - 1;
    let expected: String =
        ["a.parquet", "a.csv", "units.csv"].map(|name| format!("{name} {rows} {last:?} 100.0\n")).concat();
    assert_eq!(run_python(&python, directory.path(), READERS, &[]), expected + "m\n");
}
