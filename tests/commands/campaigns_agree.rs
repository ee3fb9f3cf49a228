//! What a campaign says of its runs is what was run: files that changed
//! meanwhile, and names that set the same numbers, are told.

use std::fs;
use std::process::Output;

use tempfile::TempDir;

use crate::program::campaign::{arguments, sweep};
use crate::program::{bowline, read, scenario, text};

/// The servo, with two references.
fn servo() -> TempDir {
    let directory = TempDir::new().unwrap();
    let copy = |name: &str, to: &str| fs::copy(scenario(name), directory.path().join(to)).unwrap();
    copy("position_servo.xml", "servo.xml");
    copy("position_reference.csv", "position_reference.csv");
    copy("position_reference.csv", "other.csv");
    directory
}

fn sweep_servo(directory: &TempDir, more: &[&str]) -> Output {
    let vary = ["Engine:RelTol=1e-6,1e-7,1e-8", "R.File=position_reference.csv,other.csv"];
    let more = [&["--until", "0.2", "--quiet"], more].concat();
    let arguments = arguments("servo.xml", &vary, &more);
    bowline(directory, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

fn change(directory: &TempDir, name: &str) {
    let text = read(directory, name);
    fs::write(directory.path().join(name), text + "1e6,0.5\n").unwrap();
}

#[test]
fn a_file_that_changed_between_shards_keeps_them_apart() {
    let directory = servo();
    assert!(sweep_servo(&directory, &["--shard", "1/3", "-o", "a"]).status.success());
    assert!(sweep_servo(&directory, &["--shard", "2/3", "-o", "b"]).status.success());
    change(&directory, "other.csv");
    assert!(sweep_servo(&directory, &["--shard", "3/3", "-o", "c"]).status.success());
    let output = bowline(&directory, &["merge", "a", "b", "c", "-o", "whole"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("`other.csv` was not the same for the runs of `a` and of `c`"), "{said}");
    assert!(!directory.path().join("whole").exists());
    // Nor later, into what was joined before.
    let output = bowline(&directory, &["merge", "a", "b", "-o", "whole", "--partial", "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = bowline(&directory, &["merge", "c", "-o", "whole", "--partial"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("`other.csv` was not the same for the runs of `whole` and of `c`"), "{said}");
}

#[test]
fn a_file_that_changed_stops_a_campaign_that_goes_on() {
    for isolate in [&[][..], &["--isolate"]] {
        let directory = servo();
        assert!(sweep_servo(&directory, &["--shard", "1/3", "-o", "a"]).status.success());
        assert!(bowline(&directory, &["merge", "a", "-o", "whole", "--partial", "--quiet"]).status.success());
        let before = read(&directory, "other.csv");
        change(&directory, "other.csv");
        let go_on =
            || bowline(&directory, &[&["sweep", "--resume", "whole", "--jobs", "1", "--quiet"], isolate].concat());
        let output = go_on();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("`other.csv` changed: case 2 does not read what earlier runs did"), "{said}");
        // Put back, it goes on.
        fs::write(directory.path().join("other.csv"), before).unwrap();
        let output = go_on();
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(sweep_servo(&directory, &["-o", "undisturbed"]).status.success());
        assert_eq!(read(&directory, "whole/summary.csv"), read(&directory, "undisturbed/summary.csv"));
    }
}

#[test]
fn names_of_the_same_numbers_are_told() {
    let directory = TempDir::new().unwrap();
    for (vary, set, expected) in [
        (&["B.g=1,2", "B.g[0]=5"][..], None, "`B.g` and `B.g[0]` vary the same numbers"),
        (&["Init:B.Pos[0]=1,2", "B.Pos[0]=5"], None, "`Init:B.Pos[0]` and `B.Pos[0]` vary the same numbers"),
        (&["B.Pos[0]=1,2", "B.Pos[00]=7"], None, "`B.Pos[0]` and `B.Pos[0]` vary the same numbers"),
        (&["S.PosA[0]=1,2", "Port:S.PosA=(9,9,9)"], None, "`S.PosA[0]` and `Port:S.PosA` vary the same numbers"),
        (&["B.Pos[0],Init:B.Pos[0]=(1,2)"], None, "`B.Pos[0]` and `Init:B.Pos[0]` vary the same numbers"),
        (&["Init:B.Pos=(1,2,3)"], Some("B.Pos[0]=5"), "`B.Pos[0]` is set, and `Init:B.Pos` varies the same numbers"),
        (&["Init:B.Pos[0]=1,2"], Some("B.Pos[0]=5"), "`B.Pos[0]` is set, and `Init:B.Pos[0]` varies the same numbers"),
    ] {
        let set = set.map(|set| vec!["--set", set]).unwrap_or_default();
        let output = sweep(&directory, vary, &[&["-o", "out"], &set[..]].concat());
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(expected), "{vary:?}: {said}");
        assert!(!directory.path().join("out").exists());
    }
    // Elements may vary on top of what is set as a whole, and others beside each other.
    let vary = ["B.Pos[0]=1,2", "B.Pos[1]=3", "S.Stiffness=50,60"];
    let output = sweep(&directory, &vary, &["-o", "out", "--set", "B.Pos=0,0,-4", "--until", "0.1", "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn a_time_that_is_none_is_told() {
    let directory = TempDir::new().unwrap();
    let scenario = scenario("mass_linear_spring.xml").display().to_string();
    fs::write(
        directory.path().join("study.toml"),
        format!("scenario = '{scenario}'\nuntil = nan\n[vary]\n\"B.Mass\" = \"1,2\"\n"),
    )
    .unwrap();
    let output = bowline(&directory, &["sweep", "study.toml", "-o", "out"]);
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("`until` is NaN"), "{said}");
}
