//! The program as a user runs it.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{bowline, rows, scenario, text, tutorial};

#[test]
fn the_tutorial_runs_from_another_directory_and_its_csv_is_right() {
    let directory = TempDir::new().unwrap();
    let output = bowline(&directory, &["run", &tutorial()]);
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "", "results go to a file");
    let summary = text(&output.stderr);
    assert!(summary.starts_with("mass_linear_spring.csv: 102 rows of 7 columns; 100 s simulated in "), "{summary}");
    assert_eq!(summary.lines().count(), 1, "no progress bar where there is no terminal: {summary}");

    let csv = fs::read_to_string(directory.path().join("mass_linear_spring.csv")).unwrap();
    assert!(csv.starts_with("Time,B.Pos[0],B.Pos[1],B.Pos[2],B.Vel[0],B.Vel[1],B.Vel[2]\n0,0,0,-5,0,0,0\n0.1,"));
    let rows = rows(&csv);
    assert_eq!(rows.len(), 102);
    for row in &rows[..101] {
        let exact = 0.0981 - 5.0981 * (10.0 * row[0]).cos();
        assert!((row[3] - exact).abs() < 1e-8, "at {} s: {}, not {exact}", row[0], row[3]);
    }
    assert_eq!(rows[101][0], 100.0);

    let record: Value =
        serde_json::from_str(&fs::read_to_string(directory.path().join("mass_linear_spring.run.json")).unwrap())
            .unwrap();
    assert_eq!(record["status"], "finished");
    assert_eq!(record["integration"]["method"], "DormandPrince");
    assert_eq!(record["notes"][0], "IntegratorMethod 2 is read as DormandPrince");
    assert_eq!(record["columns"][4]["unit"], "m/s");
    assert_eq!(record["libraries"][0]["name"], "FhsimTutorialLibrary");
    assert_eq!(record["statistics"]["rows"], 102);
    assert_eq!(record["scenario"]["sha256"].as_str().unwrap().len(), 64);
}

#[test]
fn an_earlier_result_is_replaced() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("out.csv");
    fs::write(&path, "Time,B.Pos[0]\n".to_owned() + &"x".repeat(1_000_000)).unwrap();
    let output = bowline(&directory, &["run", &tutorial(), "--until", "0.1", "-o", "out.csv"]);
    assert!(output.status.success());
    assert_eq!(fs::read_to_string(path).unwrap().lines().count(), 3);
}

#[test]
fn results_can_be_piped() {
    let directory = TempDir::new().unwrap();
    let output = bowline(&directory, &["run", &tutorial(), "-o", "-", "--until", "1", "--quiet"]);
    assert!(output.status.success());
    assert_eq!(rows(&text(&output.stdout)).len(), 11);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "no files are left");
}

#[test]
fn overrides_replace_parameters_and_settings() {
    let directory = TempDir::new().unwrap();
    let output = bowline(
        &directory,
        &[
            "run",
            &tutorial(),
            "-o",
            "-",
            "--set",
            "S.Acts=InTension",
            "--set",
            "Engine:AbsTol=1e-11",
            "--set=Engine:RelTol=1e-11",
            "--set",
            "Engine:FileOutput=objects:all",
            "--until",
            "10",
        ],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let csv = text(&output.stdout);
    assert!(csv.starts_with("Time,S.PosA[0],"));
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let column = header.iter().position(|name| *name == "B.Pos[2]").unwrap();
    let last = rows(&csv).pop().unwrap();
    assert_eq!(last[0], 10.0);
    assert!((last[column] - -3.308_254_785_582_587_7).abs() < 1e-7, "the closed form of the spring that only pulls");
}

#[test]
fn overrides_set_initial_conditions_constants_and_elements() {
    let directory = TempDir::new().unwrap();
    let (scenario, recorded) = (tutorial(), "Engine:FileOutput=B.Pos, S.PosA");
    let set = |set: &[&str]| {
        let mut arguments = vec!["run", &scenario, "-o", "-", "--until", "0", "--set", recorded];
        arguments.extend(set.iter().flat_map(|set| ["--set", set]));
        let output = bowline(&directory, &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        rows(&text(&output.stdout)).remove(0)
    };
    // In the order of the file: the time, S.PosA and B.Pos.
    assert_eq!(set(&["B.Pos=1,2,-3", "S.PosA=4,5,6"]), [0.0, 4.0, 5.0, 6.0, 1.0, 2.0, -3.0]);
    assert_eq!(set(&["B.Pos[1]=7", "B.Pos=1,2,-3", "Port:S.PosA[0]=-1"])[4..], [1.0, 7.0, -3.0]);
}

#[test]
fn until_is_the_last_row_also_off_the_grid_and_beyond_the_end() {
    let directory = TempDir::new().unwrap();
    for (until, count) in [("0.25", 4), ("0", 1), ("101", 103)] {
        let output = bowline(&directory, &["run", &tutorial(), "-o", "-", "--until", until]);
        let rows = rows(&text(&output.stdout));
        assert_eq!((rows.len(), rows.last().unwrap()[0]), (count, until.parse().unwrap()));
    }
}

#[test]
fn a_failed_run_keeps_its_rows_and_exits_with_1() {
    let directory = TempDir::new().unwrap();
    let stiff = ["--set", "S.Stiffness=1e12", "--set", "Engine:HMin=1e-3", "-o", "failed.csv"];
    let output = bowline(&directory, &[&["run", &tutorial()], stiff.as_slice()].concat());
    assert_eq!(output.status.code(), Some(1));
    let message = text(&output.stderr);
    assert!(
        message.starts_with("error: at t = 0 s a step of ") && message.contains("help: loosen AbsTol"),
        "{message}"
    );
    assert_eq!(fs::read_to_string(directory.path().join("failed.csv")).unwrap().lines().count(), 2);
    let record: Value =
        serde_json::from_str(&fs::read_to_string(directory.path().join("failed.run.json")).unwrap()).unwrap();
    assert_eq!((&record["status"], &record["exit_status"]), (&Value::from("failed"), &Value::from(1)));
}

#[test]
fn a_state_that_overflows_while_running_is_named_with_its_time_and_the_rows_before_are_kept() {
    let directory = TempDir::new().unwrap();
    // Falling with 1e308 m/s^2, a mass leaves the numbers at t = f64::MAX / 1e308 = 1.7976931348623157 s.
    let fall = r#"<Contents>
      <OBJECTS><Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="1" g="-1e308"/></OBJECTS>
      <INTERCONNECTIONS><Connection B.Force="0, 0, 0"/></INTERCONNECTIONS>
      <INITIALIZATION><InitialCondition B.Pos="0, 0, 0" B.Vel="0, 0, 0"/></INITIALIZATION>
      <INTEGRATION><Engine TOutput="0:0.5:10"/></INTEGRATION>
    </Contents>"#;
    fs::write(directory.path().join("fall.xml"), fall).unwrap();
    let output = bowline(&directory, &["run", "fall.xml"]);
    assert_eq!(output.status.code(), Some(1));
    let message = text(&output.stderr);
    for part in [
        "error: at t = 1.79769313 s ",
        "the derivative of `B.Pos` (Body/Mass of FhsimTutorialLibrary) became inf",
        "help: ",
    ] {
        assert!(message.contains(part), "{part} not in {message}");
    }
    let kept = rows(&fs::read_to_string(directory.path().join("fall.csv")).unwrap());
    assert_eq!(kept.iter().map(|row| row[0]).collect::<Vec<_>>(), [0.0, 0.5, 1.0, 1.5]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_the_run_with_the_place_and_the_reason() {
    let directory = TempDir::new().unwrap();
    std::os::unix::fs::symlink("/dev/full", directory.path().join("full.csv")).unwrap();
    let output = bowline(&directory, &["run", &tutorial(), "-o", "full.csv"]);
    assert_eq!(output.status.code(), Some(1));
    let message = text(&output.stderr);
    assert!(message.starts_with("error: a row could not be written: full.csv: No space left on device"), "{message}");
    assert!(message.contains("help: rows up to there are kept; make room"), "{message}");
    let record = fs::read_to_string(directory.path().join("full.run.json")).unwrap();
    let record: Value = serde_json::from_str(&record).unwrap();
    assert_eq!((&record["status"], &record["exit_status"]), (&Value::from("failed"), &Value::from(1)));
}

#[test]
fn a_wrong_scenario_exits_with_2_and_touches_nothing() {
    let directory = TempDir::new().unwrap();
    let wrong = fs::read_to_string(tutorial()).unwrap().replace("B.Pos\" B", "B.Poss\" B");
    fs::write(directory.path().join("wrong.xml"), wrong).unwrap();
    fs::write(directory.path().join("wrong.csv"), "earlier\n").unwrap();
    let output = bowline(&directory, &["run", "wrong.xml"]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    for part in
        ["unknown-port", "wrong.xml:8:27", "`B` (Body/Mass) has no out-port `Poss`", "did you mean `Pos`?", "1 error"]
    {
        assert!(message.contains(part), "{part} not in {message}");
    }
    assert_eq!(fs::read_to_string(directory.path().join("wrong.csv")).unwrap(), "earlier\n");
}

#[test]
fn what_cannot_be_read_or_written_is_said_with_the_reason() {
    let directory = TempDir::new().unwrap();
    fs::copy(tutorial(), directory.path().join("here.xml")).unwrap();
    fs::copy(tutorial(), directory.path().join("out.run.json")).unwrap();
    for (arguments, part) in [
        (&["run", "absent.xml"][..], "error: cannot read `absent.xml`: No such file"),
        (&["run", "."], "error: cannot read `.`: "),
        (&["check", "here.xml/below.xml"], "error: cannot read `here.xml/below.xml`: Not a directory"),
        (&["run", "here.xml", "-o", "nowhere/out.csv"], "error: cannot write `nowhere/out.csv`: No such file"),
        (&["run", "here.xml", "-o", "."], "error: cannot write `.`: Is a directory"),
        (&["run", "here.xml", "-o", "./here.xml"], "error: the results would replace the scenario"),
        (&["run", "out.run.json", "-o", "out.csv"], "error: the results would replace the scenario"),
        (&["run", "here.xml", "--until", "soon"], "`soon` is not a number"),
        (&["run", "here.xml", "--set", "S.Stiffness"], "an override without `=`"),
    ] {
        let output = bowline(&directory, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(part), "{arguments:?}: {}", text(&output.stderr));
    }
    assert!(fs::read_to_string(directory.path().join("here.xml")).unwrap().contains("<Contents>"));
}

#[test]
fn check_says_what_is_wrong_for_people_and_for_programs() {
    let directory = TempDir::new().unwrap();
    let output = bowline(&directory, &["check", scenario("chain_100.xml").to_str().unwrap()]);
    assert!(output.status.success());
    assert!(text(&output.stdout).ends_with("chain_100.xml: good, 200 objects, 600 states\n"));

    let arguments = ["check", &tutorial(), "--format", "json", "--set", "B.Mass=-1"].map(str::to_owned);
    let output = bowline(&directory, &arguments.each_ref().map(String::as_str));
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "");
    let report: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!(report["valid"], false);
    let only = &report["diagnostics"][0];
    assert_eq!((&only["code"], &only["file"]), (&Value::from("bad-parameter"), &Value::from("--set")));
    assert_eq!((&only["line"], &only["column"], &only["length"]), (&Value::from(1), &Value::from(8), &Value::from(2)));
}

#[test]
fn types_are_listed_and_described() {
    let directory = TempDir::new().unwrap();
    let list = text(&bowline(&directory, &["list"]).stdout);
    for part in [
        "fhsim_base, also `base`",
        "FhsimTutorialLibrary",
        "Body/Mass",
        "mechanics",
        "Cable/DampedSpring",
        "Hydraulic/ActuatorSimple",
    ] {
        assert!(list.contains(part), "{list}");
    }
    let spring = text(&bowline(&directory, &["describe", "FhsimTutorialLibrary:Cable/LinearSpring"]).stdout);
    for part in [
        "Stiffness",
        "N/m",
        "required",
        "one of BothWays, InTension",
        "default BothWays",
        "PosA",
        "reads PosA, PosB; fills ForceA, ForceB",
    ] {
        assert!(spring.contains(part), "{part} not in {spring}");
    }
    let step = text(&bowline(&directory, &["describe", "Src/Step", "PortWidth=3"]).stdout);
    assert!(step.contains("Out  vector of 3") && step.contains("time events"), "{step}");
    assert!(step.contains("Ports and states depend on PortWidth; they are shown for PortWidth = 3."), "{step}");
    let lookup = text(&bowline(&directory, &["describe", "Signal/Lookup"]).stdout);
    assert!(lookup.contains("Required without File: the inputs of the rows"), "{lookup}");
    for (kind, equation, shape) in [
        ("Math/LowPass", "T^2 d2Out/dt2 + 2 Damping T dOut/dt + Out = In", "PortWidth, Order"),
        ("Math/LinearSystem", "dX/dt = A X + B In", "A, B, C"),
        ("Signal/Sum", "Out = +- In1 +- In2", "Signs, NumInput, PortWidth"),
        ("Math/PID", "dIntegral/dt            = Ki (r - y)", "PortWidth"),
        ("Src/Table", "goes through the rows", "Values"),
    ] {
        let page = text(&bowline(&directory, &["describe", kind]).stdout);
        assert!(page.contains(equation) && page.contains(&format!("depend on {shape}")), "{page}");
    }
    let spring_or_mass = format!("{spring}{}", text(&bowline(&directory, &["describe", "Body/Mass"]).stdout));
    assert!(!spring_or_mass.contains("depend on"), "{spring_or_mass}");
    let wanting = text(&bowline(&directory, &["describe", "base", "--format", "json"]).stdout);
    let base: Value = serde_json::from_str(&wanting).unwrap();
    for kind in base["types"].as_array().unwrap() {
        // What is there to be looked at, and nothing else, has none.
        let has = |what: &str| !kind[what].as_array().unwrap().is_empty();
        let is_only_drawn = has("looks") && !["out_ports", "states", "sampled_states", "provides"].into_iter().any(has);
        assert_eq!(kind["equations"] == "", is_only_drawn, "{}", kind["type"]);
    }
    for (arguments, part) in [
        (&["describe", "Body/Mas"][..], "did you mean `Body/Mass` or"),
        (&["describe", "Spring"], "did you mean `Cable/LinearSpring` or `Cable/DampedSpring` or"),
        (&["describe", "base:pid"], "did you mean `Math/PID` or `Math/DiscretePID`?"),
        (&["describe", "bas:Src/Step"], "there is no library `bas`"),
        (&["describe", "Src/Step", "PortWidth=0"], "`0` is out of range"),
        (&["describe", "Src/Step", "Width=1"], "has no parameter `Width`"),
    ] {
        let output = bowline(&directory, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(part), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_name_with_dots_keeps_them() {
    let directory = TempDir::new().unwrap();
    for name in ["stiff_0.5.xml", "stiff_0.7.xml"] {
        fs::copy(tutorial(), directory.path().join(name)).unwrap();
        assert!(bowline(&directory, &["run", name, "--until", "0.1"]).status.success());
    }
    for name in ["stiff_0.5.csv", "stiff_0.5.run.json", "stiff_0.7.csv", "stiff_0.7.run.json"] {
        assert!(directory.path().join(name).exists(), "{name}");
    }
}

#[test]
fn lines_are_counted_alike_whatever_ends_them() {
    let directory = TempDir::new().unwrap();
    let wrong = fs::read_to_string(tutorial()).unwrap().replace("B.Pos\" B", "B.Poss\" B");
    fs::write(directory.path().join("unix.xml"), &wrong).unwrap();
    fs::write(directory.path().join("dos.xml"), wrong.replace('\n', "\r\n")).unwrap();
    let message = |name: &str| text(&bowline(&directory, &["check", name]).stderr).replace(name, "");
    assert_eq!(message("unix.xml"), message("dos.xml"));
    assert!(message("dos.xml").contains("\n 8 │     <Connection"), "{}", message("dos.xml"));
}

#[test]
fn a_reader_that_has_had_enough_ends_the_run_without_a_word() {
    use std::io::Read;
    use std::process::{Command as Process, Stdio};
    let mut child = Process::new(env!("CARGO_BIN_EXE_bowline"))
        .args(["run", &tutorial(), "-o", "-", "--quiet", "--set", "Engine:TOutput=0:0.001:100"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[test]
fn results_do_not_replace_a_file_that_the_scenario_reads() {
    let directory = TempDir::new().unwrap();
    let table = "0, 1\n2, 3\n";
    fs::write(directory.path().join("model.csv"), table).unwrap();
    let scenario = r#"<Contents><OBJECTS>
        <Lib LibName="base" SimObject="Src/Table" Name="T" File="model.csv" Interpolation="Linear"/>
        </OBJECTS><INTEGRATION><Engine TOutput="0, 1" FileOutput="objects:outputs"/></INTEGRATION></Contents>"#;
    fs::write(directory.path().join("model.xml"), scenario).unwrap();
    let output = bowline(&directory, &["run", "model.xml"]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("the results would replace a file that the scenario reads, `model.csv`"), "{message}");
    assert_eq!(fs::read_to_string(directory.path().join("model.csv")).unwrap(), table);

    let output = bowline(&directory, &["run", "model.xml", "-o", "out.csv"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(directory.path().join("out.csv")).unwrap(), "Time,T.Out\n0,1\n1,2\n");
}

#[test]
fn statistics_tell_where_the_time_went() {
    let directory = TempDir::new().unwrap();
    let chain = scenario("chain_100.xml").display().to_string();
    let output = bowline(&directory, &["run", &chain, "--stats", "--set", "Engine:IntegratorMethod=BDF"]);
    assert!(output.status.success());
    let told = text(&output.stderr);
    for word in
        ["method          BDF", "smallest step", "each of 18 evaluations", "evaluations by type", "Cable/DampedSpring"]
    {
        assert!(told.contains(word), "{word}: {told}");
    }
}

/// Transmission lines and a controller that run at ticks of 0.1 ms, for 2 s.
#[test]
fn statistics_of_what_only_ticks_tell_of_ticks() {
    let directory = TempDir::new().unwrap();
    let servo = scenario("position_servo_tlm.xml").display().to_string();
    let (cores, until) = ("Engine:NumCores=2", "2");
    let output = bowline(&directory, &["run", &servo, "--stats", "--set", cores, "--until", until]);
    let told = text(&output.stderr);
    assert!(output.status.success(), "{told}");
    for word in [
        "no continuous states; 20001 ticks\n",
        "method          none: there are no continuous states\n",
        "threads         1 (what runs at ticks runs on one thread)\n",
        "ticks           20001\n",
        "ticks by type",
        "tlm:Hydraulic/Volume",
    ] {
        assert!(told.contains(word), "{word}: {told}");
    }
    for word in ["DormandPrince", "steps", "evaluations", "largest"] {
        assert!(!told.contains(word), "{word}: {told}");
    }
}
