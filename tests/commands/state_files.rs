//! State files as a user meets them: left by one run, taken up by another.

use std::fs;

use tempfile::TempDir;

use crate::program::{bowline, read, read_json, rows, text, tutorial, tutorial_height};

const SAVE: &str = "--set=Engine:TSave=0.05,5,100";

#[test]
fn a_run_is_taken_up_where_another_left_it() {
    let directory = TempDir::new().unwrap();
    let first = bowline(&directory, &["run", &tutorial(), SAVE, "-o", "a.csv", "--final-state", "end.json"]);
    assert!(first.status.success(), "{}", text(&first.stderr));
    let summary = text(&first.stderr);
    assert!(summary.ends_with("\n4 state files: a.0.05.state.json, ..., end.json\n"), "{summary}");
    let state = read_json(&directory, "a.5.state.json");
    assert_eq!((&state["format"], &state["time_s"]), (&"bowline-state".into(), &5.0.into()));
    assert!((state["states"]["B.Pos"][2].as_f64().unwrap() - tutorial_height(5.0)).abs() < 1e-6);
    assert_eq!(read(&directory, "a.100.state.json"), read(&directory, "end.json"), "a save point at the end");

    let second = bowline(&directory, &["run", &tutorial(), SAVE, "-o", "b.csv", "--initial-state", "a.5.state.json"]);
    assert!(second.status.success(), "{}", text(&second.stderr));
    let (whole, resumed) = (read(&directory, "a.csv"), read(&directory, "b.csv"));
    let from_five = whole.lines().position(|line| line.starts_with("5,")).unwrap();
    let expected: Vec<&str> = whole.lines().skip(from_five).collect();
    assert_eq!(resumed.lines().skip(1).collect::<Vec<_>>(), expected, "the rows from 5 s on, digit for digit");
    assert_eq!(read(&directory, "b.100.state.json"), read(&directory, "a.100.state.json"));
    assert!(!directory.path().join("b.5.state.json").exists());

    let record = read_json(&directory, "b.run.json");
    assert_eq!(record["initial_state"]["path"], "a.5.state.json");
    assert_eq!((&record["integration"]["start_s"], &record["reached_s"]), (&5.0.into(), &100.0.into()));
    assert_eq!(record["saved_states"][0]["path"], "b.100.state.json");
    assert_eq!(record["notes"].as_array().unwrap().len(), 1, "no changes are noted: {}", record["notes"]);
}

/// A plant under a sampled controller that measures it with noise and a delay,
/// with a relay, beside clocks with offsets.
const CONTROLLED: &str = r#"<Contents>
<OBJECTS>
  <Lib LibName="base" SimObject="Math/LowPass" Name="Plant" TimeConstant="0.7"/>
  <Lib LibName="base" SimObject="Src/Noise" Name="N" SampleTime="0.03" Offset="0.01" Seed="7"/>
  <Lib LibName="base" SimObject="Signal/UnitDelay" Name="D" SampleTime="0.1"/>
  <Lib LibName="base" SimObject="Signal/ZeroOrderHold" Name="H"/>
  <Lib LibName="base" SimObject="Signal/Relay" Name="R" SwitchOn="0.6" SwitchOff="0.4" OnValue="-1" OffValue="1"/>
  <Lib LibName="base" SimObject="Math/LowPass" Name="Room" TimeConstant="0.5"/>
</OBJECTS>
<INTERCONNECTIONS>
  <Connection Plant.In="1 - 3 * D.Out + R.Out" D.In="H.Out" H.In="Plant.Out + 0.1 * N.Out"/>
  <Connection R.In="Room.Out" Room.In="R.Out + 0.1 * H.Out"/>
</INTERCONNECTIONS>
<INITIALIZATION><InitialCondition Plant.Out="0" Room.Out="0"/></INITIALIZATION>
<INTEGRATION><Engine TOutput="0:0.05:3" SampleTime="0.04" FileOutput="objects:all"/></INTEGRATION>
</Contents>
"#;

#[test]
fn clocks_held_values_and_modes_are_taken_up_too() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("c.xml"), CONTROLLED).unwrap();
    // 0.4 and 1.2 s are ticks of three clocks.
    let save = "--set=Engine:TSave=0,0.4,0.613,1.2,3";
    for method in ["DormandPrince", "BDF", "auto"] {
        let method = format!("--set=Engine:IntegratorMethod={method}");
        let first = ["run", "c.xml", save, &method, "-o", "a.csv", "--final-state", "end.json"];
        let output = bowline(&directory, &first);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let whole = read(&directory, "a.csv");
        for time in ["0", "0.4", "0.613", "1.2"] {
            let state = format!("a.{time}.state.json");
            let clocks = serde_json::json!({"origin_s": 0.0, "every": {"D.Out": [0.1, 0.0]}});
            assert_eq!(read_json(&directory, &state)["clocks"], clocks);
            let second = ["run", "c.xml", save, &method, "-o", "b.csv", "--initial-state", &state];
            let output = bowline(&directory, &second);
            assert!(output.status.success(), "{}", text(&output.stderr));
            let resumed = read(&directory, "b.csv");
            let rest: Vec<&str> = resumed.lines().skip(2).collect();
            assert!(whole.ends_with(&format!("\n{}\n", rest.join("\n"))), "{method}, from {time} s");
            assert!(!rest.is_empty());
            assert_eq!(read(&directory, "b.3.state.json"), read(&directory, "end.json"), "{method}, from {time} s");
        }
    }
    // What the file says of them has to be all that the scenario has.
    let state = read(&directory, "a.0.4.state.json");
    let held = state.find("  \"held\"").unwrap();
    fs::write(directory.path().join("old.json"), format!("{}\n}}", state[..held].trim_end().trim_end_matches(',')))
        .unwrap();
    let output = bowline(&directory, &["run", "c.xml", "--initial-state", "old.json"]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    for part in ["the state file has no `held`", "the state file has no `next`", "the state file has no `clocks`"] {
        assert!(message.contains(part), "{part} not in {message}");
    }
}

#[test]
fn a_run_may_go_on_with_other_parameters_and_says_so_in_its_record() {
    let directory = TempDir::new().unwrap();
    bowline(&directory, &["run", &tutorial(), "--until", "1", "--final-state", "one.json"]);
    let other = ["run", &tutorial(), "--initial-state", "one.json", "--until", "2", "--set", "B.g=0"];
    let output = bowline(&directory, &other);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let record = read_json(&directory, "mass_linear_spring.run.json");
    assert_eq!(record["notes"][1], "the initial state was saved without `B.g=0`");
}

/// What the run that saved the state set holds on, unless this command sets it: scenario, then state, then command.
#[test]
fn a_run_goes_on_with_what_was_set_before() {
    let directory = TempDir::new().unwrap();
    // Gravity begins what it does not hold: from the height of the tutorial with g = 0 nothing moves.
    let first = ["run", &tutorial(), "--until", "1", "--final-state", "one.json"];
    let set = ["--set", "S.Stiffness=200", "--set", "B.Pos=0,0,-1.0981", "--set", "Engine:RelTol=1e-10"];
    assert!(bowline(&directory, &[&first[..], &set].concat()).status.success());
    let on = ["run", &tutorial(), "--initial-state", "one.json", "--until", "2", "-o", "on.csv"];
    let output = bowline(&directory, &on);
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("`S.Stiffness=200` is taken over from the run that saved the initial state"), "{said}");
    assert!(said.contains("`Engine:RelTol=1e-10` of the run that saved the initial state is not taken over"), "{said}");
    assert!(!said.contains("B.Pos"), "{said}");
    let whole = ["run", &tutorial(), "--until", "2", "-o", "whole.csv"];
    assert!(bowline(&directory, &[&whole[..], &set].concat()).status.success());
    let last = |name: &str| rows(&read(&directory, name)).pop().unwrap();
    for (on, whole) in last("on.csv").iter().zip(last("whole.csv")) {
        assert!((on - whole).abs() < 1e-4 * whole.abs().max(1.0), "{on}, {whole}");
    }
    // What this command sets takes its place, and is on record too.
    let output = bowline(&directory, &[&on[..], &["--set", "S.Stiffness=50", "--force"]].concat());
    let said = text(&output.stderr);
    let expected = "`S.Stiffness=50` takes the place of `S.Stiffness=200`, with which the initial state was saved";
    assert!(output.status.success() && said.contains(expected), "{said}");
    let record = read_json(&directory, "on.run.json");
    assert_eq!(record["overrides"], serde_json::json!(["S.Stiffness=50"]), "{record}");
}

/// A gear with another ratio leaves the load where it hangs, and the rope as tight as it is.
#[test]
fn another_ratio_moves_nothing() {
    let directory = TempDir::new().unwrap();
    let winch = format!("{}/scenarios/electric_winch.xml", env!("CARGO_MANIFEST_DIR"));
    let columns = "--set=Engine:FileOutput=Rotor.A.phi,Gear.B.phi,Drum.T.s,Load.A.s,Rope.f";
    let order = "--set=Engine:KeepOrder=1";
    let run = |more: &[&str]| {
        let output = bowline(&directory, &[&["run", &winch, columns, order, "--force", "-o", "a.csv"], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        rows(&read(&directory, "a.csv"))
    };
    let before = run(&["--until", "3", "--final-state", "a.json"]).pop().unwrap();
    assert!(before[1] > 1.0 && before[3] > 0.1, "{before:?}");
    let same = run(&["--until", "3.1", "--initial-state", "a.json", "--final-state", "b.json"]).remove(0);
    assert_eq!(same, before, "nothing changed");
    for change in ["--set=Gear.ratio=20", "--set=Drum.r=50 mm", "--set=Gear.ratio=1"] {
        let with = run(&["--until", "3.1", "--initial-state", "a.json", "--final-state", "c.json", change]);
        let (first, last) = (&with[0], &with[with.len() - 1]);
        for (at, (now, then)) in first.iter().zip(&before).enumerate() {
            assert!((now - then).abs() <= 1e-9 * then.abs(), "{change}, column {at}: {now} instead of {then}");
        }
        // The state of that run knows the change too.
        let again = run(&["--until", "3.2", "--initial-state", "c.json"]);
        assert_eq!(&again[0], last, "{change}");
    }
}

#[test]
fn results_on_standard_output_leave_no_files_but_the_final_state_that_is_asked_for() {
    let directory = TempDir::new().unwrap();
    let output =
        bowline(&directory, &["run", &tutorial(), SAVE, "--until", "1", "-o", "-", "--final-state", "end.json"]);
    assert_eq!(rows(&text(&output.stdout)).len(), 11);
    assert!(
        text(&output.stderr).starts_with("warning: TSave writes no state files, since"),
        "{}",
        text(&output.stderr)
    );
    let names: Vec<_> = fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["end.json"]);
}

#[test]
fn a_failed_run_leaves_the_last_state_that_it_reached() {
    let directory = TempDir::new().unwrap();
    let stiff = ["--set", "S.Stiffness=1e12", "--set", "Engine:HMin=1e-3", "--final-state", "end.json"];
    let output = bowline(&directory, &[&["run", &tutorial()], stiff.as_slice()].concat());
    assert_eq!(output.status.code(), Some(1));
    let state = read_json(&directory, "end.json");
    assert_eq!((&state["time_s"], &state["states"]["B.Pos"][2]), (&0.0.into(), &(-5.0).into()));
}

#[test]
fn what_is_wrong_with_a_state_file_is_shown_in_its_place() {
    let directory = TempDir::new().unwrap();
    bowline(&directory, &["run", &tutorial(), "--until", "1", "--final-state", "one.json"]);
    let good = read(&directory, "one.json");
    fs::write(directory.path().join("bad.json"), good.replace("B.Pos", "B.Poss")).unwrap();
    for command in ["run", "check"] {
        let output = bowline(&directory, &[command, &tutorial(), "--initial-state", "bad.json"]);
        assert_eq!(output.status.code(), Some(2));
        let message = text(&output.stderr);
        for part in ["unknown-state", "bad.json:9:6", "`B` (Body/Mass) has no state `Poss`", "did you mean `Pos`?"] {
            assert!(message.contains(part), "{part} not in {message}");
        }
    }
    let output = bowline(&directory, &["check", &tutorial(), "--initial-state", "bad.json", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let first = &report["diagnostics"][0];
    assert_eq!((&first["file"], &first["line"], &first["column"]), (&"bad.json".into(), &9.into(), &6.into()));
}

#[test]
fn a_final_state_without_a_place_is_refused_before_the_run() {
    let directory = TempDir::new().unwrap();
    fs::copy(tutorial(), directory.path().join("here.xml")).unwrap();
    for (path, reason) in [
        ("nowhere/end.json", "there is no such directory"),
        (".", "it is a directory"),
        ("./here.xml", "it is the scenario"),
        ("./out.csv", "the results go there"),
        ("out.run.json", "the results go there"),
    ] {
        let output = bowline(&directory, &["run", "here.xml", "-o", "out.csv", "--final-state", path]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stderr), format!("error: cannot write the final state to `{path}`: {reason}\n"));
        assert!(!directory.path().join("out.csv").exists());
    }
    let output = bowline(&directory, &["run", "here.xml", "--initial-state", "absent.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: cannot read `absent.json`: No such file"));
}
