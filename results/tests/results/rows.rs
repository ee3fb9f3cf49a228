//! Rows in a Parquet file as they come: it can be read after every flush.

use std::fs::{self, File};
use std::path::Path;

use bowline_results::{DataFrame, ParquetRows};
use tempfile::TempDir;

fn begin(path: &Path, columns: &[(&str, &str)]) -> ParquetRows {
    ParquetRows::begin(File::create(path).unwrap(), columns.iter().copied()).unwrap()
}

fn check(path: &Path, rows: usize) {
    let frame = DataFrame::read(path).unwrap();
    assert_eq!(frame.rows(), rows);
    let (time, height) = (&frame.columns[0], &frame.columns[1]);
    assert_eq!((time.name.as_str(), time.unit.as_str()), ("Time", "s"));
    assert_eq!((height.name.as_str(), height.unit.as_str()), ("B.Pos[2]", "m"));
    for row in 0..rows {
        assert_eq!(time.values.number(row), Some(row as f64));
        assert_eq!(height.values.number(row), Some(-0.5 * row as f64));
    }
}

#[test]
fn the_file_is_a_whole_one_after_each_flush() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("rows.parquet");
    let mut rows = begin(&path, &[("Time", "s"), ("B.Pos[2]", "m")]);
    check(&path, 0);
    let mut written = 0;
    // Less than a row group, several flushes within one, and across the ends of some.
    for until in [1, 2, 1000, 524_287, 524_288, 524_289, 1_200_000] {
        for row in written..until {
            rows.row([f64::from(row), -0.5 * f64::from(row)]).unwrap();
        }
        written = until;
        rows.flush().unwrap();
        assert_eq!(rows.count(), u64::try_from(until).unwrap());
        check(&path, usize::try_from(until).unwrap());
    }
}

#[test]
fn memory_is_bounded_whatever_is_flushed() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("rows.parquet");
    let mut rows = begin(&path, &[("Time", "s"), ("B.Pos[2]", "m")]);
    for row in 0..600_000 {
        rows.row([f64::from(row), -0.5 * f64::from(row)]).unwrap();
    }
    // Nobody flushed: the first row group is in the file since it was full.
    drop(rows);
    check(&path, 524_288);
}

#[test]
fn what_was_in_the_file_is_replaced() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("rows.parquet");
    fs::write(&path, vec![b'x'; 100_000]).unwrap();
    let file = File::options().write(true).open(&path).unwrap();
    let mut rows = ParquetRows::begin(file, [("Time", "s"), ("B.Pos[2]", "m")]).unwrap();
    rows.row([0.0, 0.0]).unwrap();
    rows.flush().unwrap();
    check(&path, 1);
}

#[test]
#[cfg(target_os = "linux")]
fn what_finds_no_room_is_not_left_by_half() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    assert!(ParquetRows::begin(full, [("Time", "s")]).is_err());
}

/// The footer lists each column of each row group: with many columns and few rows
/// per group it is most of the file, and writing it again for each row group
/// takes most of the time.
#[test]
fn a_file_of_many_columns_is_hardly_longer_than_its_numbers() {
    const COLUMNS: usize = 20_000;
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("wide.parquet");
    let names: Vec<String> = (0..COLUMNS).map(|column| format!("Object{column}.Signal[0]")).collect();
    let columns = names.iter().map(|name| (name.as_str(), "m"));
    let mut rows = ParquetRows::begin(File::create(&path).unwrap(), columns).unwrap();
    // Numbers that no compression shortens.
    let number = |row: usize, column: usize| ((row * COLUMNS + column) as f64).sqrt();
    let mut flushed = 0;
    for row in 0..300 {
        rows.row((0..COLUMNS).map(|column| number(row, column))).unwrap();
        if row % 99 == 0 {
            rows.flush().unwrap();
            flushed = row + 1;
        }
    }
    // As found after a kill: at least the flushed rows.
    drop(rows);
    let found = DataFrame::read(&path).unwrap();
    assert!((flushed..=300).contains(&found.rows()), "{}", found.rows());
    for row in 0..found.rows() {
        for column in [0, 1, COLUMNS / 2, COLUMNS - 1] {
            assert_eq!(found.columns[column].values.number(row), Some(number(row, column)));
        }
    }
    let (length, numbers) = (fs::metadata(&path).unwrap().len() as f64, (8 * COLUMNS * found.rows()) as f64);
    assert!(length < 1.2 * numbers, "{length} bytes for {numbers} of numbers");
}
