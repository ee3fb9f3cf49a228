//! Tables in files: what is read is what was written.

use std::fs::{self, File};
use std::path::Path;

use bowline_results::{Column, DataFrame, Format, Header, Values, whole_file};
use tempfile::TempDir;

fn column(name: &str, unit: &str, values: Values) -> Column {
    Column { name: name.to_owned(), unit: unit.to_owned(), values }
}

fn numbers(values: &[f64]) -> Values {
    Values::Numbers(values.iter().copied().map(Some).collect())
}

/// One of each kind, with what is hard to write.
fn frame() -> DataFrame {
    let texts = [Some("a,b \"c\"\nd"), None, Some("ø"), Some("ok")];
    DataFrame::from(vec![
        column("case", "", Values::Integers(vec![Some(1), Some(i64::MAX), None, Some(-3)])),
        column("B.Pos[2]", "m", numbers(&[0.1, -0.0, 1e-300, f64::MAX])),
        column(
            "final(a,b)",
            "kg m^2",
            Values::Numbers(vec![Some(f64::INFINITY), None, Some(0.1 + 0.2), Some(f64::from_bits(1))]),
        ),
        column("reason", "", Values::Texts(texts.map(|text| text.map(str::to_owned)).to_vec())),
    ])
}

#[test]
fn comma_separated_values_read_back_as_the_same_table() {
    let mut text = Vec::new();
    frame().write_csv(&mut text, Header::NamesAndUnits).unwrap();
    let expected = "case,B.Pos[2] [m],\"final(a,b) [kg m^2]\",reason\n\
                    1,0.1,inf,\"a,b \"\"c\"\"\nd\"\n\
                    9223372036854775807,-0,,\n\
                    ,1e-300,0.30000000000000004,ø\n\
                    -3,1.7976931348623157e308,5e-324,ok\n";
    assert_eq!(String::from_utf8(text.clone()).unwrap(), expected);
    let back = DataFrame::read_csv(&text).unwrap();
    assert_eq!(back, frame());
    assert!(back.columns[1].values.number(1).unwrap().is_sign_negative());
}

#[test]
fn names_stand_alone_unless_units_are_asked_for() {
    let mut text = Vec::new();
    frame().write_csv(&mut text, Header::Names).unwrap();
    assert!(text.starts_with(b"case,B.Pos[2],\"final(a,b)\",reason\n"));
}

#[test]
fn parquet_reads_back_as_the_same_table() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("table.parquet");
    frame().write(&path, Header::Names).unwrap();
    assert_eq!(DataFrame::read(&path).unwrap(), frame());
    // Found by what it holds, not by its name.
    let renamed = directory.path().join("table.csv");
    fs::rename(&path, &renamed).unwrap();
    assert_eq!(DataFrame::read(&renamed).unwrap(), frame());
}

#[test]
fn parquet_of_many_rows_comes_in_groups() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("long.PARQUET");
    let long = DataFrame::from(vec![
        column("Time", "s", numbers(&(0..300_000).map(f64::from).collect::<Vec<_>>())),
        column("word", "", Values::Texts((0..300_000).map(|n| (n % 3 > 0).then(|| (n % 7).to_string())).collect())),
    ]);
    long.write(&path, Header::Names).unwrap();
    assert_eq!(DataFrame::read(&path).unwrap(), long);
}

#[test]
fn a_table_without_rows_has_its_columns() {
    let directory = TempDir::new().unwrap();
    let empty = DataFrame::from(vec![column("a", "m", Values::Integers(vec![]))]);
    for name in ["empty.csv", "empty.parquet"] {
        let path = directory.path().join(name);
        empty.write(&path, Header::NamesAndUnits).unwrap();
        assert_eq!(DataFrame::read(&path).unwrap(), empty, "{name}");
    }
}

#[test]
fn what_is_no_table_is_told_with_its_line() {
    for (text, expected) in [
        ("", "it is empty: the first line has the names of the columns"),
        ("a,b\n1,2\n3\n", "line 3: there are 1 values, but 2 names of columns"),
        ("a,a\n", "two columns are called `a`"),
        ("a [m],a [s]\n1,2\n", "two columns are called `a`"),
    ] {
        assert_eq!(DataFrame::read_csv(text.as_bytes()).unwrap_err().to_string(), expected);
    }
    assert_eq!(DataFrame::read_csv(b"a\n\xff\n").unwrap_err().to_string(), "line 2: it is no UTF-8 text");
    let directory = TempDir::new().unwrap();
    let cut_off = directory.path().join("cut.parquet");
    frame().write(&cut_off, Header::Names).unwrap();
    File::options().write(true).open(&cut_off).unwrap().set_len(100).unwrap();
    DataFrame::read(&cut_off).unwrap_err();
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_name() {
    let frame = DataFrame::read_csv(b"\xef\xbb\xbfTime,x\n0,1\n").unwrap();
    assert_eq!(frame.columns[0].name, "Time");
}

#[test]
fn the_name_tells_the_format() {
    for (name, format) in [
        ("a.parquet", Format::Parquet),
        ("a.Parquet", Format::Parquet),
        ("a.csv", Format::Csv),
        ("parquet", Format::Csv),
        ("html", Format::Csv),
        ("sea_0.5", Format::Csv),
        ("run.txt", Format::Csv),
    ] {
        assert_eq!(Format::of(Path::new(name)).unwrap(), format, "{name}");
    }
    for name in ["a.html", "a.arrow", "a.b.XLSX", "a.json"] {
        let told = Format::of(Path::new(name)).unwrap_err().to_string();
        assert!(told.contains("CSV or Parquet"), "{name}: {told}");
    }
}

#[test]
fn no_table_is_written_under_the_name_of_another_format() {
    let directory = TempDir::new().unwrap();
    let page = directory.path().join("page.html");
    frame().write(&page, Header::Names).unwrap_err();
    assert!(!page.exists());
}

#[test]
fn a_whole_file_that_is_not_committed_leaves_nothing() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("kept.txt");
    whole_file::write(&path, "first").unwrap();
    let mut second = whole_file::WholeFile::begin(&path).unwrap();
    std::io::Write::write_all(&mut second, b"second").unwrap();
    drop(second);
    assert_eq!(fs::read_to_string(&path).unwrap(), "first");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    whole_file::write(&path, b"third").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "third");
}
