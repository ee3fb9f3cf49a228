//! What is said of wrong scenarios, and where it points.

use bowline_engine::{Catalog, LoadOptions, Model, Source, Sources};

use crate::laboratory::{catalog, complaints, scenario, try_load};

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
        r#"TOutput="0""#,
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
        let text = scenario(&objects, connection, r#"O.P="1,0""#, r#"TOutput="0""#);
        assert_eq!(complaints(&text), [complaint], "{connection}");
    }
}

#[test]
fn what_xml_allows_is_read() {
    let good = scenario(&["Growth G"], "", r#"G.Y="1""#, r#"TOutput="0""#);
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
    let text = scenario(&["Growth G"], "", r#"G.Y="1""#, r#"TOutput="0""#);
    let sources = Sources::new(Source::new("test.xml", text)).with_overrides([
        "H.X=1",
        "Engine:AbsTol=-1",
        "G.Nothing=2",
        "nonsense",
    ]);
    let wrong = Model::load(&sources, &catalog(), LoadOptions::default()).unwrap_err();
    let found: Vec<String> = wrong
        .sorted()
        .iter()
        .map(|d| {
            let span = d.span().unwrap();
            let source = sources.of(span);
            format!("{} {} {}", d.code(), source.name(), &source.text()[span.start()..span.start() + span.len()])
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
        (r#"TOutput="0" IntegratorMethod="3""#, "unknown-method: no method has the number 3"),
        (r#"TOutput="0" IntegratorMethod="RK5""#, "unknown-method: there is no method `RK5`"),
        (
            r#"TOutput="0" IntegratorMethod="bdf" stepsize="0.1""#,
            "no-fixed-steps: BDF chooses its own steps: it cannot take steps of a fixed size",
        ),
        (
            r#"TOutput="0" IntegratorMethod="rk4""#,
            "missing-step-size: RK4 has no error estimate, so it needs a fixed step",
        ),
        (r#"TOutput="0" HMin="2" HMax="1""#, "bad-value: HMin (2) is more than HMax (1)"),
        (r#"TOutput="0" stepsize="2" HMax="1""#, "bad-value: stepsize (2) is more than HMax (1)"),
        (r#"TOutput="0" NumCores="0""#, "bad-value: NumCores: `0` is not a number of cores"),
        (r#"TOutput="0" NumCores="1025""#, "bad-value: NumCores: `1025` is not a number of cores"),
        (r#"TOutput="0" ErrorNorm="l2""#, "bad-value: ErrorNorm: there is no norm `l2`"),
        (r#"TOutput="0" LogStates="yes""#, "bad-value: LogStates: `yes` is neither true nor false"),
        (r#"TOutput="0, 1" stepsize="1e-300""#, "bad-value: stepsize: 1e-300 s would make 1.0e300 steps"),
        (r#"TOutput="0" HMax="0""#, "bad-value: HMax: 0 is out of range"),
    ] {
        let text = scenario(&["Growth G"], "", r#"G.Y="1""#, engine);
        assert_eq!(complaints(&text), [complaint], "{engine}");
    }
}

#[test]
fn an_empty_catalog_says_so() {
    let text = scenario(&["Growth G"], "", r#"G.Y="1""#, r#"TOutput="0""#);
    let sources = Sources::new(Source::new("test.xml", text));
    let wrong = Model::load(&sources, &Catalog::default(), LoadOptions::default()).unwrap_err();
    let help = "there are no libraries\nsearched: what is built in; give --library-path DIR or --library FILE";
    assert_eq!(wrong.sorted()[0].help_text(), Some(help));
}

#[test]
fn one_wrong_connection_does_not_hide_what_is_not_connected() {
    let text = scenario(&["Split A", "Split B", "Split C"], r#"A.A="1,2" B.Aa="1" C.A="1""#, "", r#"TOutput="0""#);
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
    let wrong = try_load(&scenario(&objects, &connections, "", r#"TOutput="0""#)).unwrap_err();
    assert_eq!((wrong.sorted().len(), wrong.left_out()), (100, 4900));
}

#[test]
fn absurd_widths_are_refused_before_memory_is() {
    let found = complaints(&scenario(&["base:Src/Step U PortWidth=\"100000000000\""], "", "", r#"TOutput="0""#));
    assert_eq!(found, ["bad-parameter: `U` (Src/Step): parameter `PortWidth`: `100000000000` is out of range"]);
}
