//! The files that a run leaves: nothing is lost, mixed, cut off or replaced.

use std::fs;

use tempfile::TempDir;

use crate::program::{bowline, read, read_json, rows, text, tutorial};

fn exists(directory: &TempDir, name: &str) -> bool {
    directory.path().join(name).exists()
}

/// A scenario that reads a table, in `model.xml` and `table.csv`.
fn write_table_scenario(directory: &TempDir, table: &str) {
    fs::write(directory.path().join("table.csv"), table).unwrap();
    let scenario = r#"<Contents><OBJECTS>
        <Lib LibName="base" SimObject="Src/Table" Name="T" File="table.csv" Interpolation="Linear"/>
        </OBJECTS><INTEGRATION><Engine TOutput="0, 1" FileOutput="objects:outputs"/></INTEGRATION></Contents>"#;
    fs::write(directory.path().join("model.xml"), scenario).unwrap();
}

#[test]
fn a_log_replaces_nothing_but_a_log() {
    let directory = TempDir::new().unwrap();
    let table = "0, 1\n2, 3\n";
    write_table_scenario(&directory, table);
    fs::copy(tutorial(), directory.path().join("other.xml")).unwrap();
    fs::write(directory.path().join("library.so"), b"\x7fELF").unwrap();
    for command in ["run", "check"] {
        for (name, held) in [("table.csv", table.as_bytes()), ("library.so", b"\x7fELF".as_slice())] {
            let output = bowline(&directory, &[command, "model.xml", "--log-file", name]);
            assert_eq!(output.status.code(), Some(2), "{name}");
            let refused = format!(
                "error: cannot write the log to `{name}`: it holds something else than a log; remove it, or choose \
                 another name\n"
            );
            assert_eq!(text(&output.stderr), refused);
            assert_eq!(fs::read(directory.path().join(name)).unwrap(), held);
        }
    }
    bowline(&directory, &["run", "model.xml", "--log-file", "other.xml"]);
    assert_eq!(read(&directory, "other.xml"), fs::read_to_string(tutorial()).unwrap());
    for _ in 0..2 {
        assert!(bowline(&directory, &["run", "model.xml", "--log-file", "run.log"]).status.success());
    }
}

#[test]
#[cfg(unix)]
fn a_file_is_the_same_under_each_of_its_names() {
    let directory = TempDir::new().unwrap();
    let path = |name: &str| directory.path().join(name);
    write_table_scenario(&directory, "Time,T.Out\n0,1\n2,3\n");
    for (of, name) in [("model.xml", "hard.csv"), ("table.csv", "of_table.csv")] {
        fs::hard_link(path(of), path(name)).unwrap();
    }
    std::os::unix::fs::symlink("table.csv", path("soft.csv")).unwrap();
    for (name, what) in [
        ("hard.csv", "the results would replace the scenario, `model.xml`"),
        ("of_table.csv", "the results would replace a file that the scenario reads, `table.csv`"),
        ("soft.csv", "the results would replace a file that the scenario reads, `table.csv`"),
    ] {
        for more in [&[][..], &["--force"]] {
            let output = bowline(&directory, &[&["run", "model.xml", "-o", name], more].concat());
            assert_eq!(output.status.code(), Some(2));
            assert!(text(&output.stderr).contains(what), "{}", text(&output.stderr));
        }
    }
    assert!(
        read(&directory, "model.xml").starts_with("<Contents>") && read(&directory, "table.csv").ends_with("2,3\n")
    );
    // A state file takes its name and leaves the other one alone.
    bowline(&directory, &["run", "model.xml", "-o", "out.csv", "--final-state", "end.json"]);
    fs::hard_link(path("end.json"), path("kept.json")).unwrap();
    let before = read(&directory, "kept.json");
    bowline(&directory, &["run", "model.xml", "-o", "out.csv", "--until", "0.5", "--final-state", "end.json"]);
    assert_eq!(
        (read(&directory, "kept.json"), read_json(&directory, "end.json")["time_s"].as_f64()),
        (before, Some(0.5))
    );
}

#[test]
fn what_is_no_result_of_an_earlier_run_is_replaced_only_if_forced() {
    let directory = TempDir::new().unwrap();
    let path = |name: &str| directory.path().join(name);
    let run = |more: &[&str]| {
        let scenario = tutorial();
        let all = [&["run", &scenario, "--until", "1", "--set=Engine:TSave=0.5", "-o", "a.csv"], more].concat();
        let output = bowline(&directory, &all);
        (output.status.code(), text(&output.stderr))
    };
    for (name, held, more, what) in [
        ("a.csv", "date,price\n1,2\n", &[][..], "cannot write `a.csv`: it holds something else than results"),
        ("a.csv", "Time,Value\n1,2\n", &[], "cannot write `a.csv`: it holds something else than results"),
        (
            "a.run.json",
            "{\"name\": \"a\"}",
            &[],
            "cannot write `a.run.json`: it holds something else than a run record",
        ),
        (
            "a.0.5.state.json",
            "[1]",
            &[],
            "cannot write the state at t = 0.5 s to `a.0.5.state.json`: it holds something else than a state",
        ),
        (
            "e.json",
            "{}",
            &["--final-state", "e.json"],
            "cannot write the final state to `e.json`: it holds something else",
        ),
    ] {
        fs::write(path(name), held).unwrap();
        let (exit, said) = run(more);
        assert_eq!(exit, Some(2), "{name}: {said}");
        assert!(said.contains(what) && said.contains("--force"), "{said}");
        assert_eq!(read(&directory, name), held);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "nothing else is written");
        let (exit, said) = run(&[more, &["--force"]].concat());
        assert_eq!(exit, Some(0), "{said}");
        assert_ne!(read(&directory, name), held);
        // And what a run left, the next one replaces.
        let (exit, said) = run(more);
        assert_eq!(exit, Some(0), "{said}");
        for entry in fs::read_dir(directory.path()).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
    }
    // A spreadsheet may have changed the header: the record beside it tells.
    run(&[]);
    fs::write(path("a.csv"), "Time;B.Pos[0]\n0;0\n").unwrap();
    assert_eq!(run(&[]).0, Some(0));
}

#[test]
fn the_files_of_one_run_are_different_files() {
    let directory = TempDir::new().unwrap();
    let save = "--set=Engine:TSave=0.5";
    let run = |more: &[&str]| {
        let scenario = tutorial();
        let output = bowline(&directory, &[&["run", &scenario, "--until", "1", save, "-o", "a.csv"], more].concat());
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    let said = run(&["--final-state", "./a.0.5.state.json"]);
    assert_eq!(
        said,
        "error: cannot write the final state to `./a.0.5.state.json`: the state at t = 0.5 s goes there\n"
    );
    let said = run(&["--log-file", "a.0.5.state.json"]);
    assert_eq!(said, "error: cannot write the state at t = 0.5 s to `a.0.5.state.json`: the log goes there\n");
    fs::remove_file(directory.path().join("a.0.5.state.json")).unwrap();
    // Nor is a state file that the run begins with.
    assert!(bowline(&directory, &["run", &tutorial(), "--until", "1", save, "-o", "a.csv"]).status.success());
    let early = read(&directory, "a.0.5.state.json").replace("\"time_s\": 0.5", "\"time_s\": 0.25");
    fs::write(directory.path().join("a.0.5.state.json"), &early).unwrap();
    let said = run(&["--initial-state", "a.0.5.state.json"]);
    assert!(
        said.contains("cannot write the state at t = 0.5 s to `a.0.5.state.json`: it is the initial state"),
        "{said}"
    );
    assert_eq!(read(&directory, "a.0.5.state.json"), early);
}

#[test]
fn names_with_dots_share_nothing() {
    let directory = TempDir::new().unwrap();
    for name in ["r0.1", "r0.2", "r 0.3.csv", "r.txt"] {
        let scenario = tutorial();
        let run = ["run", &scenario, "--until", "1", "--set=Engine:TSave=0.5", "-o", name];
        assert!(bowline(&directory, &run).status.success());
    }
    for (name, stem) in [("r0.1", "r0.1"), ("r0.2", "r0.2"), ("r 0.3.csv", "r 0.3"), ("r.txt", "r.txt")] {
        assert_eq!(rows(&read(&directory, name)).len(), 11, "{name}");
        let record = read_json(&directory, &format!("{stem}.run.json"));
        let state = format!("{stem}.0.5.state.json");
        assert_eq!((&record["results"], &record["saved_states"][0]["path"]), (&name.into(), &state.as_str().into()));
        assert_eq!(read_json(&directory, &state)["time_s"], 0.5);
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 12);
}

#[test]
fn what_cannot_be_written_is_found_before_the_run() {
    let directory = TempDir::new().unwrap();
    let long = |length: usize| "x".repeat(length);
    for (arguments, parts) in [
        // A name of 255 bytes is the longest; the record's is longer.
        (vec!["-o".to_owned(), long(254)], ["cannot write `xxx", "xxx.run.json`: File name too long"]),
        (vec!["--final-state".into(), long(256)], ["cannot write the final state to `xxx", "File name too long"]),
        (
            vec!["-o".into(), long(242) + ".csv", "--set=Engine:TSave=0.125".into()],
            ["cannot write the state at t = 0.125 s to `xxx", "File name too long"],
        ),
        #[cfg(target_os = "linux")]
        (
            vec!["--final-state".into(), "/sys/end.json".into()],
            ["cannot write the final state to `/sys/end.json`: ", "ermi"],
        ),
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = bowline(&directory, &[&["run", &tutorial(), "--until", "1"], arguments.as_slice()].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "{said}");
    }
}

#[test]
#[cfg(unix)]
fn links_lead_where_they_lead_before_the_run_too() {
    use std::os::unix::fs::symlink;
    let directory = TempDir::new().unwrap();
    let path = |name: &str| directory.path().join(name);
    symlink("circle.json", path("circle.json")).unwrap();
    symlink("nowhere/end.json", path("astray.json")).unwrap();
    symlink("end.json", path("good.json")).unwrap();
    for (name, code, part) in [
        ("circle.json", 2, "cannot write the final state to `circle.json`: "),
        ("astray.json", 2, "cannot write the final state to `astray.json`: there is no such directory"),
        ("good.json", 0, "state files: good.json"),
    ] {
        let output = bowline(&directory, &["run", &tutorial(), "--until", "1", "-o", "a.csv", "--final-state", name]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(part), "{said}");
        assert_eq!(exists(&directory, "a.csv"), code == 0);
    }
    assert!(path("good.json").is_symlink() && !path("end.json").is_symlink());
    assert_eq!(read_json(&directory, "end.json")["time_s"], 1.0);
}

#[test]
#[cfg(unix)]
fn devices_have_nothing_beside_them() {
    let directory = TempDir::new().unwrap();
    let run =
        |name: &str| bowline(&directory, &["run", &tutorial(), "--until", "1", "--set=Engine:TSave=0.5", "-o", name]);
    for name in ["/dev/null", "/dev/stdout", "/dev/fd/1"] {
        let output = run(name);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(said.contains("warning: TSave writes no state files, since"), "{said}");
        let count = if name == "/dev/null" { 0 } else { 11 };
        assert_eq!(rows(&text(&output.stdout)).len(), count, "{name}");
    }
    for entry in fs::read_dir("/dev").unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap_or_default();
        assert!(!name.ends_with(".run.json") && !name.ends_with(".state.json"), "{name}");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn files_that_were_read_are_in_the_record_with_their_hash() {
    let directory = TempDir::new().unwrap();
    // Of `sha256sum`.
    for (table, sha256) in [
        ("0, 1\n2, 3\n", "604ea54955e355b68cb8beb2b481e3ba7b1eb1f643f779495c19aab34daa9545"),
        ("0, 1\n2, 4\n", "697d73e23064a88d7abc901035e89f93912d5824e97d393ec4f65efdcae9c431"),
    ] {
        write_table_scenario(&directory, table);
        assert!(bowline(&directory, &["run", "model.xml"]).status.success());
        let record = read_json(&directory, "model.run.json");
        let files = serde_json::json!([{"path": "table.csv", "sha256": sha256}]);
        assert_eq!(record["files"], files);
    }
}

#[test]
fn results_of_an_earlier_run_are_not_taken_for_those_of_a_wrong_scenario() {
    let directory = TempDir::new().unwrap();
    fs::copy(tutorial(), directory.path().join("model.xml")).unwrap();
    assert!(bowline(&directory, &["run", "model.xml", "--until", "1"]).status.success());
    let (csv, record) = (read(&directory, "model.csv"), read(&directory, "model.run.json"));
    for wrong in ["S.Stiffness=-1", "Engine:TOutput=1,0"] {
        let output = bowline(&directory, &["run", "model.xml", "--quiet", "--set", wrong]);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        let last = "nothing was run; `model.csv` and `model.run.json` are of an earlier run\n";
        assert!(said.ends_with(last), "{said}");
    }
    assert_eq!(read(&directory, "model.csv"), csv);
    assert_eq!(read(&directory, "model.run.json"), record);
    // A run that records nothing replaces the record, and not the rows.
    let nothing = r#"<Contents><OBJECTS><Lib LibName="base" SimObject="Src/Constant" Name="C" Value="1"/></OBJECTS>
        <INTEGRATION><Engine TOutput="0, 1"/></INTEGRATION></Contents>"#;
    fs::write(directory.path().join("model.xml"), nothing).unwrap();
    let said = text(&bowline(&directory, &["run", "model.xml"]).stderr);
    assert!(said.contains("warning: `model.csv` is of an earlier run: this one recorded nothing\n"), "{said}");
    assert_eq!(read(&directory, "model.csv"), csv);
    assert_eq!(read_json(&directory, "model.run.json")["results"], serde_json::Value::Null);
}

#[test]
fn state_files_leave_nothing_half_written_beside_them() {
    let directory = TempDir::new().unwrap();
    let scenario = tutorial();
    let run =
        ["run", &scenario, "--until", "1", "--set=Engine:TSave=0.25,0.5", "-o", "a.csv", "--final-state", "e.json"];
    assert!(bowline(&directory, &run).status.success());
    let mut names: Vec<_> = fs::read_dir(directory.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["a.0.25.state.json", "a.0.5.state.json", "a.csv", "a.run.json", "e.json"]);
    assert!(exists(&directory, "e.json"));
}

/// A name that promises another format is an error, before anything is run; any other dot is part of a name.
#[test]
fn no_rows_go_under_the_name_of_another_format() {
    let directory = TempDir::new().unwrap();
    for name in ["r.html", "r.arrow", "r.JSON", "r.xlsx"] {
        let output = bowline(&directory, &["run", &tutorial(), "--until", "1", "-o", name]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains("tables are written as CSV or Parquet"), "{name}: {said}");
        assert!(!directory.path().join(name).exists());
    }
    for words in [&["verify"][..], &["frequency", "1", "--from", "B.Force[2]", "--to", "B.Pos[2]"]] {
        let path = tutorial();
        let words = [&[words[0], &path], &words[1..], &["-o", "x.html"]].concat();
        let output = bowline(&directory, &words);
        assert!(!output.status.success() && text(&output.stderr).contains("CSV or Parquet"), "{words:?}");
    }
    let output = bowline(&directory, &["run", &tutorial(), "--until", "1", "-o", "sea_0.5"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}
