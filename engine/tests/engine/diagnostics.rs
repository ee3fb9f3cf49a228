//! What is said of wrong scenarios, and where it points.

use bowline_engine::{Catalog, LoadOptions, Source, Sources};

use crate::laboratory::{complaints, load, load_from, scenario, try_load};

/// Each complaint with the text that it points at.
fn pointed(text: &str) -> Vec<(String, String)> {
    let wrong = try_load(text).expect_err("something is wrong");
    let point = |d: &&bowline_engine::Diagnostic| {
        let span = d.span().unwrap();
        (d.code().to_owned(), text[span.start()..span.start() + span.len()].to_owned())
    };
    wrong.sorted().iter().map(point).collect()
}

fn spring(parameters: &str) -> String {
    format!("FhsimTutorialLibrary:Cable/LinearSpring S {parameters}")
}

#[test]
fn all_faults_of_a_stage_are_told_at_once() {
    let text = scenario(
        &[
            &spring(r#"Stiffness="stiff" RelaxedLenght="1""#),
            "Nothing N",
            "nowhere:Growth G",
            r#"FhsimTutorialLibrary:Body/Mass M Mass="-1" g="1e999""#,
            "Growth S",
        ],
        "",
        "",
        r#"TOutput="0:1" HMx="3" AbsTol="0" RelTol="0""#,
    );
    let found: Vec<(String, String)> = pointed(&text);
    let found: Vec<(&str, &str)> = found.iter().map(|(code, text)| (code.as_str(), text.as_str())).collect();
    assert_eq!(
        found,
        [
            ("missing-parameter", "S"),
            ("bad-parameter", "stiff"),
            ("unknown-parameter", "RelaxedLenght"),
            ("unknown-type", "Nothing"),
            ("unknown-library", "nowhere"),
            ("bad-parameter", "-1"),
            ("bad-parameter", "1e999"),
            ("repeated-name", "S"),
            ("bad-output-times", "0:1"),
            ("unknown-attribute", "HMx"),
            ("bad-value", "0"),
        ]
    );
}

#[test]
fn wrong_connections_point_at_their_part() {
    let text = scenario(
        &["Through T PortWidth=\"3\"", "Oscillator O", "Growth G"],
        r#"T.In="O.P + G.Y, 1" T.Inn="G.Y" T.Out="G.Y" X.In="1" O.P="1""#,
        r#"O.P="1,0" G.Y="1""#,
        r#"TOutput="0, 1""#,
    );
    let found = pointed(&text);
    let found: Vec<(&str, &str)> = found.iter().map(|(code, text)| (code.as_str(), text.as_str())).collect();
    assert_eq!(
        found,
        [
            ("width-mismatch", "G.Y"),
            ("unknown-port", "Inn"),
            ("unknown-port", "Out"),
            ("unknown-object", "X"),
            ("unknown-port", "P"),
        ]
    );
    for (connection, complaint) in [
        (r#"T.In="O.P""#, "width-mismatch: `T.In` has width 3, but `O.P` has width 2"),
        (r#"T.In="O.P[1:3], 1""#, "bad-slice: there is no element 2 in `O.P`, which has width 2"),
        (r#"T.In="1e300*1e300, 0, 0""#, "bad-connection: a number of the source of `T.In` is too large"),
        (r#"T.In="1,2,""#, "bad-connection: expected a port, a number or `(`, found the end"),
        (r#"T.In="T.In""#, "unknown-port: `T.In` is an in-port, where an out-port is needed"),
        ("", "unconnected-port: the in-port `T.In` is not connected"),
        (r#"T.In="1,2,3"/><Connection T.In="1,2,3""#, "connected-twice: `T.In` is connected twice"),
    ] {
        let objects = ["Through T PortWidth=\"3\"", "Oscillator O"];
        let text = scenario(&objects, connection, r#"O.P="1,0""#, r#"TOutput="0, 1""#);
        assert_eq!(complaints(&text), [complaint], "{connection}");
    }
}

#[test]
fn what_xml_allows_is_read() {
    let good = scenario(&["Growth G"], "", r#"G.Y="1""#, r#"TOutput="0, 1""#);
    let well = |from: &str, to: &str| try_load(&good.replacen(from, to, 1)).unwrap();
    well(
        "<Contents>",
        "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- hello --><Contents xmlns:xsi=\"x\" xsi:y=\"z\">",
    );
    well("Name=\"G\"", "Name=\"&#71;\"");
    well("<INTERCONNECTIONS>\n\n</INTERCONNECTIONS>", "<VIEW Up=\"z\"/>");
    let renamed = good.replace("Name=\"G\"", "Name='Bøye-1'").replace("G.Y", "Bøye-1.Y");
    assert_eq!(try_load(&renamed).unwrap().objects()[0].name(), "Bøye-1");
}

#[test]
fn overrides_are_pointed_at_in_the_command_line() {
    let text = scenario(&["Growth G"], "", r#"G.Y="1""#, r#"TOutput="0, 1""#);
    let sources = Sources::new(Source::new("test.xml", text)).with_overrides([
        "H.X=1",
        "Engine:AbsTol=-1",
        "G.Nothing=2",
        "nonsense",
    ]);
    let wrong = load_from(&sources, LoadOptions::default()).unwrap_err();
    let found: Vec<String> = wrong
        .sorted()
        .iter()
        .map(|d| {
            let span = d.span().unwrap();
            let (source, _) = wrong.place_of(d).unwrap();
            format!("{} {} {}", d.code(), source.name(), wrong.texts().text(span))
        })
        .collect();
    assert_eq!(
        found,
        [
            "unknown-object --set H",
            "bad-value --set -1",
            "unknown-parameter --set Nothing",
            "bad-override --set nonsense"
        ]
    );
}

#[test]
fn settings_are_checked() {
    for (engine, complaint) in [
        ("", "missing-attribute: `<Engine>` without `TOutput`"),
        (r#"TOutput="0, 1" IntegratorMethod="3""#, "unknown-method: no method has the number 3"),
        (r#"TOutput="0, 1" IntegratorMethod="RK5""#, "unknown-method: there is no method `RK5`"),
        (
            r#"TOutput="0, 1" IntegratorMethod="bdf" stepsize="0.1""#,
            "no-fixed-steps: BDF chooses its own steps: it cannot take steps of a fixed size",
        ),
        (
            r#"TOutput="0, 1" IntegratorMethod="rk4""#,
            "missing-step-size: RK4 has no error estimate, so it needs a fixed step",
        ),
        (r#"TOutput="0, 1" HMin="2" HMax="1""#, "bad-value: HMin (2) is more than HMax (1)"),
        (r#"TOutput="0, 1" stepsize="2" HMax="1""#, "bad-value: stepsize (2) is more than HMax (1)"),
        (r#"TOutput="0, 1" NumCores="0""#, "bad-value: NumCores: `0` is not a number of cores"),
        (r#"TOutput="0, 1" NumCores="1025""#, "bad-value: NumCores: `1025` is not a number of cores"),
        (r#"TOutput="0, 1" ErrorNorm="l2""#, "bad-value: ErrorNorm: there is no norm `l2`"),
        (r#"TOutput="0, 1" LogStates="yes""#, "bad-value: LogStates: `yes` is neither true nor false"),
        (r#"TOutput="0, 1" stepsize="1e-300""#, "bad-value: stepsize: 1e-300 s would make 1.0e300 steps"),
        (r#"TOutput="0, 1" HMax="0""#, "bad-value: HMax: 0 is out of range"),
    ] {
        let text = scenario(&["Growth G"], "", r#"G.Y="1""#, engine);
        assert_eq!(complaints(&text), [complaint], "{engine}");
    }
}

#[test]
fn an_empty_catalog_says_so() {
    let text = scenario(&["Growth G"], "", r#"G.Y="1""#, r#"TOutput="0, 1""#);
    let sources = Sources::new(Source::new("test.xml", text));
    let wrong = bowline_engine::load(&sources, &Catalog::default(), LoadOptions::default()).unwrap_err();
    let help = "there are no libraries\nsearched: what is built in; give --library-path DIR or --library FILE";
    assert_eq!(wrong.sorted()[0].help_text(), Some(help));
}

#[test]
fn one_wrong_connection_does_not_hide_what_is_not_connected() {
    let text = scenario(&["Split A", "Split B", "Split C"], r#"A.A="1,2" B.Aa="1" C.A="1""#, "", r#"TOutput="0, 1""#);
    // A.A and B.A are known to be meant; A.B and C.B are forgotten.
    assert_eq!(
        complaints(&text),
        [
            "unconnected-port: the in-port `A.B` is not connected",
            "unconnected-port: the in-port `C.B` is not connected",
            "width-mismatch: `A.A` has width 1, but `1,2` has width 2",
            "unknown-port: `B` (Split) has no in-port `Aa`",
        ]
    );
}

/// Advice was once sought for every error, kept or not: minutes.
#[test]
fn ten_thousand_errors_are_cut_to_a_hundred() {
    let objects: Vec<String> = (0..5000).map(|i| format!("Through T{i}")).collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let connections: String = (0..5000).map(|i| format!(r#"T{i}.In="Nobody{i}.Out" "#)).collect();
    let wrong = try_load(&scenario(&objects, &connections, "", r#"TOutput="0, 1""#)).unwrap_err();
    assert_eq!((wrong.sorted().len(), wrong.left_out()), (100, 4900));
}

#[test]
fn absurd_widths_are_refused_before_memory_is() {
    let found = complaints(&scenario(&["base:Src/Step U PortWidth=\"100000000000\""], "", "", r#"TOutput="0, 1""#));
    assert_eq!(found, ["bad-parameter: `U` (Src/Step): parameter `PortWidth`: `100000000000` is out of range"]);
}

/// What is said of a scenario that can be run, checked or not.
fn said(text: &str, check: bool) -> Vec<String> {
    let options = LoadOptions { check, ..LoadOptions::default() };
    let model = load_from(&Sources::new(Source::new("test.xml", text)), options).unwrap();
    let warnings = model.warnings().sorted().into_iter();
    warnings.map(|d| format!("{:?} {}: {}", d.severity(), d.code(), d.message())).collect()
}

const MASS: &str = r#"FhsimTutorialLibrary:Body/Mass M Mass="2""#;
const START: &str = r#"M.Pos="1,0,0" M.Vel="0,0,0""#;
const ENGINE: &str = r#"TOutput="0, 1""#;

#[test]
fn ports_of_other_units_are_a_warning_with_both_places() {
    let spring = spring(r#"Stiffness="100" RelaxedLength="1""#);
    let with = |connection: &str| scenario(&[MASS, &spring], connection, START, ENGINE);
    let text = with(r#"S.PosA="0,0,0" S.PosB="M.Vel" M.Force="S.ForceA""#);
    assert_eq!(said(&text, false), ["Warning unit-mismatch: `S.PosB` is in m, but `M.Vel` in m/s"]);
    let model = load(&text);
    let warning = model.warnings().sorted()[0];
    assert_eq!(warning.help_text(), Some("in m there is `M.Pos`"));
    let span = warning.span().unwrap();
    assert_eq!(&text[span.start()..span.start() + span.len()], "M.Vel");
    // What was converted, or is a number, is meant so; a sign converts nothing.
    for (connection, count) in [
        (r#"S.PosA="0,0,0" S.PosB="0.5*M.Vel" M.Force="S.ForceA""#, 0),
        (r#"S.PosA="0,0,0" S.PosB="-M.Vel" M.Force="S.ForceA""#, 1),
        (r#"S.PosA="0,0,0" S.PosB="2*(0.5*(M.Vel))" M.Force="S.ForceA""#, 1),
        (r#"S.PosA="M.Vel" S.PosB="M.Pos + 0.1*M.Vel" M.Force="S.ForceA - S.ForceB""#, 1),
        (r#"S.PosA="0,0,0" S.PosB="M.Pos[0:2], M.Vel[2]" M.Force="S.ForceA""#, 1),
        (r#"S.PosA="0,0,0" S.PosB="M.Pos" M.Force="S.ForceA + M.Pos + M.Vel""#, 2),
    ] {
        assert_eq!(said(&with(connection), false).len(), count, "{connection}");
    }
    // A port without a unit takes and gives anything.
    let connection = r#"G.In="M.Vel" S.PosA="0,0,0" S.PosB="G.Out" M.Force="S.ForceA""#;
    let text = scenario(&[MASS, &spring, r#"base:Signal/Gain G Gain="1, 1, 1""#], connection, START, ENGINE);
    assert_eq!(said(&text, false), [""; 0]);
}

#[test]
fn like_connections_of_other_units_are_told_once() {
    let names: Vec<String> = (0..500).map(|k| format!("M{k}")).collect();
    let masses: Vec<String> = names.iter().map(|name| MASS.replace(" M ", &format!(" {name} "))).collect();
    let connections: Vec<String> = names.iter().map(|name| format!(r#"{name}.Force="{name}.Pos""#)).collect();
    let start: Vec<String> = names.iter().map(|n| format!(r#"{n}.Pos="0,0,0" {n}.Vel="0,0,0""#)).collect();
    let masses: Vec<&str> = masses.iter().map(String::as_str).collect();
    let text = scenario(&masses, &connections.join(" "), &start.join(" "), ENGINE);
    assert_eq!(
        said(&text, false),
        ["Warning unit-mismatch: `M0.Force` is in N, but `M0.Pos` in m (500 connections are like this one)"]
    );
}

#[test]
fn warnings_leave_room_for_errors() {
    let mut diagnostics = bowline_engine::Diagnostics::default();
    for _ in 0..300 {
        diagnostics.push(bowline_engine::Diagnostic::warning("w", "odd"));
    }
    diagnostics.push(bowline_engine::Diagnostic::error("e", "wrong"));
    let kept = diagnostics.sorted();
    assert_eq!((kept.len(), diagnostics.left_out(), diagnostics.errors()), (100, 201, 1));
    assert!(kept.iter().any(|d| d.code() == "e"));
}

#[test]
fn ranges_that_do_not_reach_their_stop_are_a_warning() {
    let with = |times: &str| said(&scenario(&["Growth G"], "", r#"G.Y="1""#, &format!(r#"TOutput="{times}""#)), false);
    for (times, expected) in [
        ("0:0.3:1", "Warning short-range: TOutput: the range `0:0.3:1` ends at 0.9 s, the last step before its stop"),
        ("0, 0:00001:0.01, 0.02", "Warning short-range: TOutput: the range `0:00001:0.01` gives only its start, 0 s"),
        ("0:0.3:1, 1", ""),
        ("0:0.3:1, 1:0.5:2", ""),
        ("0:0.1:1, 5", ""),
        ("0:0.1:0.3", ""),
        ("0:1:1, 1:1:1, 2", ""),
    ] {
        let expected: Vec<&str> = if expected.is_empty() { Vec::new() } else { vec![expected] };
        assert_eq!(with(times), expected, "{times}");
    }
}

#[test]
fn a_run_in_which_no_time_passes_shows_what_was_meant() {
    for (times, meant) in [
        ("10", "`0:0.1:10`"),
        ("0", "`0:0.1:10`"),
        ("0:5:2", "`0:2:5`"),
        ("0:10:0.1", "`0:0.1:10`"),
        ("5, 5", "`0:0.1:10`"),
        ("3", "`0:0.03:3`"),
    ] {
        let text = scenario(&["Growth G"], "", "", &format!(r#"TOutput="{times}""#));
        let wrong = try_load(&text).unwrap_err();
        let error = wrong.sorted()[0];
        assert_eq!(error.code(), "no-time-passes");
        assert!(error.help_text().unwrap().ends_with(meant), "{times}: {error:?}");
    }
    // Who says it with --until means it.
    let text = scenario(&["Growth G"], "", r#"G.Y="1""#, r#"TOutput="10""#);
    let options = LoadOptions { until: Some(10.0), ..LoadOptions::default() };
    assert!(load_from(&Sources::new(Source::new("test.xml", text)), options).is_ok());
}

#[test]
fn gravity_that_pulls_upwards_is_noted() {
    let with = |g: &str, up: &str| {
        let mass = format!(r#"{MASS} g="{g}""#);
        let text = scenario(&[&mass], r#"M.Force="0,0,0""#, START, ENGINE);
        said(&text.replace("<OBJECTS>", &format!("<VIEW Up=\"{up}\"/>\n<OBJECTS>")), false)
    };
    for (g, up, is_odd) in
        [("9.81", "-z", true), ("-9.81", "-z", false), ("9.81", "z", false), ("-9.81", "z", true), ("0", "z", false)]
    {
        assert_eq!(!with(g, up).is_empty(), is_odd, "{g}, {up}");
    }
    assert_eq!(with("9.81", "-z"), ["Note gravity: with 9.81 m/s^2 gravity pulls upwards (z points down): `M.g`"]);
    assert_eq!(with("9.81", "y"), ["Note gravity: with 9.81 m/s^2 gravity pulls sideways (y points up): `M.g`"]);
}

#[test]
fn resources_that_nobody_asks_are_noted() {
    let text = scenario(&[MASS, "mechanics:Environment/Gravity G"], r#"M.Force="0,0,0""#, START, ENGINE);
    assert_eq!(said(&text, true), ["Note unasked-resource: nothing asks `G.Gravity`"]);
    assert_eq!(said(&text, false), [""; 0], "a run says it no more");
}

#[test]
fn what_nobody_reads_and_too_many_threads_are_noted() {
    let spring = spring(r#"Stiffness="100" RelaxedLength="1""#);
    let connection = r#"S.PosA="0,0,0" S.PosB="M.Pos" M.Force="S.ForceB""#;
    let with = |engine: &str| scenario(&[MASS, &spring], connection, START, engine);
    let unread = "Note unread-port: nothing reads or records `S.ForceA`";
    assert_eq!(said(&with(ENGINE), true), [unread]);
    assert_eq!(said(&with(ENGINE), false), [""; 0], "a run says it no more");
    assert_eq!(said(&with(r#"TOutput="0, 1" FileOutput="S.ForceA[0]""#), true), [""; 0]);
    let constants: Vec<String> = (0..9).map(|k| format!(r#"base:Src/Constant C{k} Value="1""#)).collect();
    let constants: Vec<&str> = constants.iter().map(String::as_str).collect();
    assert_eq!(
        said(&scenario(&constants, "", "", ENGINE), true),
        ["Note unread-port: nothing reads or records 9 out-ports: `C0.Out`, `C1.Out`, `C2.Out`, `C3.Out` and 5 more"]
    );
    let many = said(&with(r#"TOutput="0, 1" NumCores="1024""#), false);
    assert!(many.len() == 1 && many[0].starts_with("Note many-threads: NumCores: 1024 threads, where"), "{many:?}");
}

/// A pressure above vacuum is none above that of the air, though both are in Pa.
#[test]
fn ports_that_count_from_elsewhere_are_warned_of() {
    let tank = r#"<Lib LibName="hydraulics" SimObject="Hydraulic/Tank" Name="T"/>"#;
    let probe = r#"<Lib LibName="hydraulics" SimObject="Hydraulic/Oil" Name="O"/>
        <Lib LibName="hydraulics" SimObject="Hydraulic/OilProbe" Name="P"/>"#;
    let actuator = |ambient: &str| {
        format!(
            r#"<Lib LibName="hydraulics" SimObject="Hydraulic/ActuatorSimple" Name="C" StrokeLength="1"
            ChamberCrossSection0="1e-3" ChamberCrossSection1="1e-3" HoseVolume0="3e-4" HoseVolume1="3e-4" {ambient}/>"#
        )
    };
    let with = |ambient: &str, source: &str| {
        format!(
            r#"<Contents><OBJECTS>{tank}{probe}{}</OBJECTS><INTERCONNECTIONS>
            <Connection P.Pressure="{source}" C.PosA="0,0,0" C.VelA="0,0,0" C.PosB="0.5,0,0" C.VelB="0,0,0"/>
            </INTERCONNECTIONS><INITIALIZATION><InitialCondition C.p0="1e6" C.p1="1e6"/></INITIALIZATION>
            <INTEGRATION><Engine TOutput="0, 0.001"/></INTEGRATION></Contents>"#,
            actuator(ambient)
        )
    };
    let of_datum = |text: &str| -> Vec<String> {
        said(text, false).into_iter().filter(|said| said.contains("datum-mismatch")).collect()
    };
    let expected = "Warning datum-mismatch: `P.Pressure` is absolute, but `C.p0` is relative to a reference";
    assert_eq!(of_datum(&with("", "C.p0")), [expected]);
    // An out-port that is a state counts as it does, and so does the pressure in words.
    assert_eq!(of_datum(&with(r#"AmbientPressure="101325""#, "C.p0")), [""; 0]);
    assert_eq!(of_datum(&with("", "T.Pressure")), [""; 0]);
    // Who adds the reference, or something else, means it.
    assert_eq!(of_datum(&with("", "C.p0 + 101325")), [""; 0]);
    assert_eq!(of_datum(&with("", "T.Pressure + C.p0 - C.p1")), [""; 0]);
}
