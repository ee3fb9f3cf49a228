//! `bowline compare`: where two results differ first and most.

use std::fs;

use tempfile::TempDir;

use crate::program::{bowline, text, tutorial};

const A: &str = "Time,B.Pos,S.Force,name\n0,1,10,x\n0.1,2,10,y\n0.2,3,10,\n0.3,4,10,z\n";

fn compare(of: [&str; 2], more: &[&str]) -> (i32, String) {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("a.csv"), of[0]).unwrap();
    fs::write(directory.path().join("b.csv"), of[1]).unwrap();
    let output = bowline(&directory, &[&["compare", "a.csv", "b.csv"], more].concat());
    assert_eq!(text(&output.stderr), "");
    (output.status.code().unwrap(), text(&output.stdout))
}

#[test]
fn the_same_results_are_the_same_whatever_they_look_like() {
    let directory = TempDir::new().unwrap();
    let scenario = tutorial();
    for name in ["a.csv", "b.parquet"] {
        assert!(bowline(&directory, &["run", &scenario, "-q", "--until=1", "-o", name]).status.success());
    }
    let output = bowline(&directory, &["compare", "a.csv", "b.parquet"]);
    assert_eq!(text(&output.stdout), "the same: 6 columns, 11 rows in both\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn each_column_tells_where_it_differs_first_and_most() {
    let b = "name,Time [s],S.Force [N],B.Pos [m]\nx,0,10,1\ny,0.1,10,2.5\n,0.2,12,-7\nw,0.3,10,4\n";
    let (code, told) = compare([A, b], &[]);
    let expected = "B.Pos: differs in 2 of 4 rows; first at Time = 0.1: 2 and 2.5; most at Time = 0.2: 3 and -7 (by 10 m)\n\
                    S.Force: differs in 1 of 4 rows; first at Time = 0.2: 10 and 12; most at Time = 0.2: 10 and 12 (by 2 N)\n\
                    name: differs in 1 of 4 rows; first at Time = 0.3: z and w; most at Time = 0.3: z and w\n\
                    different in 3 of 3 columns, 4 rows in both\n";
    assert_eq!((code, told.as_str()), (1, expected));
}

#[test]
fn tolerances_are_of_the_unit_and_of_the_number() {
    let b = "Time,B.Pos,S.Force,name\n0,1.5,10,x\n0.1,2.5,10,y\n0.2,3.5,11,\n0.3,4.5,10,z\n";
    assert_eq!(
        compare([A, b], &["--tolerance=1"]),
        (0, "the same within the tolerance: 3 columns, 4 rows in both\n".to_owned())
    );
    // 1 of 11 is 0.0909..., 0.5 of 1.5 a third.
    assert_eq!(compare([A, b], &["--relative=0.34"]).0, 0);
    assert!(compare([A, b], &["--relative=0.09", "--tolerance=0.5"]).0 == 0);
    let (code, told) = compare([A, b], &["--relative=0.09"]);
    assert!(code == 1 && told.contains("S.Force: differs in 1") && told.contains("B.Pos: differs in 4"), "{told}");
    // The most is what exceeds the tolerance most: 0.5 of 1.5, not of 4.5.
    assert!(told.contains("most at Time = 0: 1 and 1.5"), "{told}");
}

#[test]
fn rows_and_columns_of_one_alone_are_told() {
    let b = "Time,B.Pos,Extra\n0,1,1\n0.1,2,1\n0.15,2,1\n0.30000000000000004,4,1\n0.4,1,1\n";
    let (code, told) = compare([A, b], &[]);
    let expected = "only in a.csv: S.Force, name\n\
                    only in b.csv: Extra\n\
                    only in a.csv: 1 row, the first at Time = 0.2\n\
                    only in b.csv: 2 rows, the first at Time = 0.15\n\
                    what both have is the same: 1 column, 3 rows in both\n";
    assert_eq!((code, told.as_str()), (1, expected));
}

#[test]
fn what_is_not_a_number_is_like_nothing_but_itself() {
    let a = "case,x,y\n1,NaN,inf\n2,,-inf\n3,0,1\n";
    assert_eq!(compare([a, a], &[]).0, 0);
    let b = "case,x,y\n1,1,inf\n2,0,inf\n3,-0,\n";
    let (code, told) = compare([a, b], &["--tolerance=1e300"]);
    let expected = "x: differs in 2 of 3 rows; first at case = 1: NaN and 1; most at case = 1: NaN and 1\n\
                    y: differs in 2 of 3 rows; first at case = 2: -inf and inf; most at case = 2: -inf and inf\n\
                    different in 2 of 2 columns, 3 rows in both\n";
    assert_eq!((code, told.as_str()), (1, expected));
}

#[test]
fn other_units_are_different_results() {
    let (code, told) = compare(["Time,x [m]\n0,1\n", "Time,x [mm]\n0,1\n"], &[]);
    assert_eq!((code, told.lines().next()), (1, Some("x: in m and in mm; the numbers are the same")));
}

#[test]
fn files_that_cannot_be_read_are_all_told() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("bad.csv"), "a,b\n1\n").unwrap();
    let output = bowline(&directory, &["compare", "bad.csv", "absent.parquet"]);
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(told.contains("cannot read `bad.csv`: line 2: there are 1 values, but 2 names"), "{told}");
    assert!(told.contains("cannot read `absent.parquet`: No such file"), "{told}");
}
