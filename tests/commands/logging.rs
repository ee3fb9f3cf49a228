//! What the program says of its work, and where.

use std::fs;

use tempfile::TempDir;

use crate::program::{bowline, read, text, tutorial};

/// The entries of a log: level and text, whose further lines follow it.
fn entries(log: &str) -> Vec<(String, String)> {
    let mut entries: Vec<(String, String)> = Vec::new();
    let mut last = String::new();
    for line in log.lines() {
        let is_stamp = line.len() > 28 && line.as_bytes()[10] == b'T' && line.as_bytes()[26] == b'Z';
        if is_stamp {
            let (stamp, rest) = line.split_at(27);
            assert!(stamp.starts_with("20") && *stamp >= *last, "time stamps rise: {log}");
            last = stamp.to_owned();
            let (level, text) = rest.trim_start().split_once(' ').unwrap();
            entries.push((level.to_owned(), text.to_owned()));
        } else {
            let entry = entries.last_mut().unwrap_or_else(|| panic!("a log begins with a time: {log}"));
            entry.1 += &format!("\n{line}");
        }
    }
    entries
}

#[test]
fn a_run_says_more_if_it_is_asked_to() {
    let directory = TempDir::new().unwrap();
    let said = |more: &[&str]| {
        let scenario = tutorial();
        let arguments = ["run", &scenario, "--until", "1", "--set=Engine:TSave=0.5"];
        let output = bowline(&directory, &[&arguments, more].concat());
        assert!(output.status.success());
        text(&output.stderr)
    };
    let parts = [
        "read the scenario in ",
        "declared 2 SimObjects in ",
        "libraries: FhsimTutorialLibrary ",
        "model: 2 SimObjects, 6 states, 2 levels of computations\n",
        "method: DormandPrince, adaptive steps, AbsTol 0.001, RelTol 0.001, norm max, HMax 0.002 s\n",
        "from 0 s to 1 s; rows of 7 columns\n",
    ];
    let afresh = "t = 0.5 s: a save point, the method starts afresh\n";
    let (little, more, most) = (said(&[]), said(&["-v"]), said(&["-vv"]));
    assert_eq!(little.lines().count(), 2, "the summary: {little}");
    for part in parts {
        assert!(!little.contains(part) && more.contains(part) && most.contains(part), "{part} not in {more}");
    }
    assert!(!more.contains(afresh) && most.contains(afresh), "{most}");
    assert!(more.ends_with("state files: mass_linear_spring.0.5.state.json\n"), "{more}");
    assert_eq!(said(&["-q"]), "");
}

#[test]
fn time_events_are_told_too() {
    let directory = TempDir::new().unwrap();
    let scenario = r#"<Contents><OBJECTS><Lib LibName="base" SimObject="Src/Step" Name="U" StepTime="0.7"/></OBJECTS>
        <INTEGRATION><Engine TOutput="0, 1" FileOutput="U.Out"/></INTEGRATION></Contents>"#;
    fs::write(directory.path().join("step.xml"), scenario).unwrap();
    let said = text(&bowline(&directory, &["run", "step.xml", "-vv"]).stderr);
    assert!(said.contains("t = 0.7 s: a time event, the method starts afresh\n"), "{said}");
}

#[test]
fn a_log_file_holds_what_was_said_with_times() {
    let directory = TempDir::new().unwrap();
    let earlier = "2026-01-02T03:04:05.678901Z  INFO bowline 0.1.0: run model.xml\nof an earlier run\n";
    fs::write(directory.path().join("run.log"), earlier).unwrap();
    let arguments = ["run", &tutorial(), "--until", "1", "--set=Engine:ErrorNorm=max", "--log-file", "run.log"];
    let output = bowline(&directory, &arguments);
    let log = entries(&read(&directory, "run.log"));
    let levels: Vec<&str> = log.iter().map(|(level, _)| level.as_str()).collect();
    assert_eq!(levels, ["INFO", "WARN", "INFO"], "{log:?}");
    assert!(log[0].1.starts_with("bowline ") && log[0].1.contains(": run "), "{log:?}");
    let said = text(&output.stderr);
    for (_, entry) in &log[1..] {
        assert!(said.contains(entry.trim_end()), "{entry} not in {said}");
    }
    // A quiet run keeps its log, and so does one that says more.
    bowline(&directory, &[&arguments[..], &["-q"]].concat());
    assert_eq!(entries(&read(&directory, "run.log")).len(), 3);
    bowline(&directory, &[&arguments[..], &["-v"]].concat());
    assert!(entries(&read(&directory, "run.log")).len() > 10);
}

#[test]
fn errors_are_in_the_log_without_colours() {
    let directory = TempDir::new().unwrap();
    let wrong = fs::read_to_string(tutorial()).unwrap().replace("B.Pos\" B", "B.Poss\" B");
    fs::write(directory.path().join("wrong.xml"), wrong).unwrap();
    for command in ["run", "check"] {
        bowline(&directory, &[command, "wrong.xml", "--log-file", "w.log"]);
        let log = read(&directory, "w.log");
        assert!(!log.contains('\u{1b}') && log.contains("help: did you mean `Pos`?"), "{log}");
        assert_eq!(entries(&log)[1].0, "ERROR");
    }
    let stiff = ["--set", "S.Stiffness=1e12", "--set", "Engine:HMin=1e-3", "--log-file", "f.log"];
    bowline(&directory, &[&["run", &tutorial()], stiff.as_slice()].concat());
    let log = entries(&read(&directory, "f.log"));
    assert!(log[1].0 == "ERROR" && log[1].1.starts_with("at t = 0 s a step of "), "{log:?}");
    assert!(log[2].1.starts_with("help: loosen AbsTol"), "{log:?}");
}

#[test]
fn a_log_file_replaces_no_other_file_of_the_run() {
    let directory = TempDir::new().unwrap();
    fs::copy(tutorial(), directory.path().join("here.xml")).unwrap();
    for (path, reason) in [
        ("./here.xml", "that is another file of the run"),
        ("./out.csv", "that is another file of the run"),
        ("out.run.json", "that is another file of the run"),
        ("nowhere/run.log", "No such file or directory (os error 2)"),
    ] {
        let output = bowline(&directory, &["run", "here.xml", "-o", "out.csv", "--log-file", path]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stderr), format!("error: cannot write the log to `{path}`: {reason}\n"));
    }
    assert_eq!(read(&directory, "here.xml"), fs::read_to_string(tutorial()).unwrap());
}

/// A piston is pushed back out of its cylinder, and passes both ends: it is said once, when it happens.
#[test]
fn a_stroke_that_leaves_its_range_is_told_once() {
    let directory = TempDir::new().unwrap();
    let scenario = r#"<Contents>
<OBJECTS>
<Lib LibName="base" SimObject="Src/Table" Name="S" Times="0, 1, 2" Values="0.6; 0.4; 1" Interpolation="Linear"/>
<Lib LibName="hydraulics" SimObject="Hydraulic/ActuatorSimple" Name="Boom" OffsetLength="0.5" StrokeLength="0.4"
  ChamberCrossSection0="2e-3" ChamberCrossSection1="1e-3" HoseVolume0="2e-4" HoseVolume1="2e-4" OilBulkModulus="1.4e9"
  NominalFlow="3.5e-7" SystemPressure="16e6"/>
</OBJECTS>
<INTERCONNECTIONS><Connection Boom.PosA="0,0,0" Boom.VelA="0,0,0" Boom.PosB="S.Out,0,0" Boom.VelB="0,0,0"/></INTERCONNECTIONS>
<INITIALIZATION><InitialCondition Boom.p0="1e6" Boom.p1="2e6"/></INITIALIZATION>
<INTEGRATION><Engine TOutput="0:0.1:2"/></INTEGRATION>
</Contents>"#;
    fs::write(directory.path().join("boom.xml"), scenario).unwrap();
    let said = text(&bowline(&directory, &["run", "boom.xml"]).stderr);
    assert_eq!(said.matches("leaves its range").count(), 1, "{said}");
    for part in ["warning: `Boom`", " at t = 0.5", "0 to 0.4 m"] {
        assert!(said.contains(part), "{said}");
    }
}

/// A closed chamber that is drawn apart, and a hose into which too much flows; each twice.
#[test]
fn pressures_that_cannot_be_are_told_once() {
    let directory = TempDir::new().unwrap();
    let scenario = r#"<Contents>
<OBJECTS>
<Lib LibName="base" SimObject="Src/Sine" Name="S" Amplitude="0.05" Frequency="1"/>
<Lib LibName="hydraulics" SimObject="Hydraulic/ActuatorSimple" Name="Boom" OffsetLength="0.5" StrokeLength="0.4"
  ChamberCrossSection0="2e-3" ChamberCrossSection1="1e-3" HoseVolume0="2e-4" HoseVolume1="2e-4" OilBulkModulus="1.4e9"/>
<Lib LibName="hydraulics" SimObject="Hydraulic/Oil" Name="O"/>
<Lib LibName="hydraulics" SimObject="Hydraulic/Volume" Name="Hose" Volume="1e-3"/>
</OBJECTS>
<INTERCONNECTIONS>
<Connection Boom.PosA="0,0,0" Boom.VelA="0,0,0" Boom.PosB="0.7,0,0" Boom.VelB="S.Out,0,0" Hose.Flow="0.01*S.Out"/>
</INTERCONNECTIONS>
<INITIALIZATION><InitialCondition Boom.p0="1e6" Boom.p1="2e6" Hose.Pressure="1e6"/></INITIALIZATION>
<INTEGRATION><Engine TOutput="0:0.1:2"/></INTEGRATION>
</Contents>"#;
    fs::write(directory.path().join("boom.xml"), scenario).unwrap();
    let said = text(&bowline(&directory, &["run", "boom.xml"]).stderr);
    for (object, told, part) in
        [("`Boom`", "below that of a vacuum", "chamber 0"), ("`Hose`", "`BurstPressure`, 100000000 Pa", "t = ")]
    {
        assert_eq!(said.matches(told).count(), 1, "{said}");
        assert!(said.lines().any(|line| line.contains(object) && line.contains(told) && line.contains(part)), "{said}");
    }
}

/// The pressure of a chamber at rest comes to that of the supply after 60.65 ms, and stays there.
#[test]
fn a_pressure_that_settles_where_the_flow_has_a_kink_is_told_once() {
    let directory = TempDir::new().unwrap();
    let scenario = r#"<Contents>
<OBJECTS>
<Lib LibName="hydraulics" SimObject="Hydraulic/ActuatorSimple" Name="Boom" OffsetLength="0.5" StrokeLength="0.4"
  ChamberCrossSection0="2e-3" ChamberCrossSection1="1e-3" HoseVolume0="2e-4" HoseVolume1="2e-4" OilBulkModulus="1.4e9"
  NominalFlow="3.5e-7" SystemPressure="16e6" ValveOpening0="0.05" TransitionPressure="0" UseChamberVolumeChange="0"/>
</OBJECTS>
<INTERCONNECTIONS><Connection Boom.PosA="0,0,0" Boom.VelA="0,0,0" Boom.PosB="0.6,0,0" Boom.VelB="0,0,0"/></INTERCONNECTIONS>
<INITIALIZATION><InitialCondition Boom.p0="2.2e6" Boom.p1="2e6"/></INITIALIZATION>
<INTEGRATION><Engine TOutput="0, 0.0608" IntegratorMethod="BDF" AbsTol="1e-8" RelTol="1e-8"/></INTEGRATION>
</Contents>"#;
    fs::write(directory.path().join("boom.xml"), scenario).unwrap();
    let said = |more: &[&str]| text(&bowline(&directory, &[&["run", "boom.xml"], more].concat()).stderr);
    let exact = said(&[]);
    assert_eq!(exact.matches("a pressure settles").count(), 1, "{exact}");
    assert!(exact.contains("warning: `Boom`") && exact.contains(" at t = 0.0606"), "{exact}");
    // With a smooth root, or where the pressure passes and does not settle, nothing is said.
    for more in [["--set=Boom.TransitionPressure=1", "--until=1"], ["--set=Boom.SystemPressure=17e6", "--until=0.06"]] {
        let said = said(&more);
        assert!(!said.contains("warning"), "{said}");
    }
    let load = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/actuator_mass.xml");
    let output = bowline(&directory, &["run", load, "--set=A.TransitionPressure=0"]);
    let said = text(&output.stderr);
    assert!(output.status.success() && !said.contains("warning"), "{said}");
}

/// Two turns at 2 rad/s: half a turn, from the rest of the spring, is passed at pi / 2 s first.
#[test]
fn a_joint_that_turns_past_half_a_turn_is_told_once() {
    let directory = TempDir::new().unwrap();
    let scenario = r#"<Contents>
<OBJECTS>
<Lib LibName="base" SimObject="Src/Sine" Name="Q" PortWidth="2" Frequency="0.15915494309189535" Phase="1.5707963267948966, 0"/>
<Lib LibName="mechanics" SimObject="Joint/RotationalSpringDamper" Name="Wrist" Stiffness="10"/>
</OBJECTS>
<INTERCONNECTIONS><Connection Wrist.WorldFromB="Q.Out[0], 0, 0, Q.Out[1]"/></INTERCONNECTIONS>
<INTEGRATION><Engine TOutput="0:0.1:6" FileOutput="object.Wrist:outputs"/></INTEGRATION>
</Contents>"#;
    fs::write(directory.path().join("wrist.xml"), scenario).unwrap();
    let said = text(&bowline(&directory, &["run", "wrist.xml"]).stderr);
    assert_eq!(said.matches("warning").count(), 1, "{said}");
    for part in ["warning: `Wrist`", " at t = 1.57", "more than half a turn"] {
        assert!(said.contains(part), "{said}");
    }
}
