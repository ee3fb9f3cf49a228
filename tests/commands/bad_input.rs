//! What the program says of wrong scenarios: one file a mistake in
//! `tests/bad_input`, and beside it what the user sees.
//!
//! After a change of messages: `INSTA_UPDATE=always cargo test --test
//! commands bad_input::`, and read what `git diff` shows as somebody who made the mistake.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use insta::{assert_snapshot, glob, with_settings};
use tempfile::TempDir;

/// Longest report of a scenario with one mistake, bytes.
const LONGEST: usize = 20_000;

/// Checks a scenario in the directory where it lies: what is shown, and the exit status.
fn check(directory: &Path, scenario: &str) -> (String, Option<i32>) {
    let mut command = Command::cargo_bin("bowline").unwrap();
    let output = command.current_dir(directory).args(["check", scenario]).output().unwrap();
    assert_eq!(output.stdout, b"", "{scenario}: nothing but errors");
    (String::from_utf8(output.stderr).unwrap(), output.status.code())
}

/// The same for a scenario that is too large to be kept.
fn check_text(text: &str) -> (String, Option<i32>) {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("large.xml"), text).unwrap();
    check(directory.path(), "large.xml")
}

#[test]
fn every_mistake_is_told_with_its_place_and_advice() {
    glob!("../bad_input", "*.xml", |path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let (shown, status) = check(path.parent().unwrap(), name);
        assert_eq!(status, Some(2), "{name}: {shown}");
        assert!(shown.contains(&format!("[{name}:")), "no place: {shown}");
        assert!(shown.len() < LONGEST, "{name}: {} bytes", shown.len());
        with_settings!({
            snapshot_path => "../bad_input",
            snapshot_suffix => "",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            assert_snapshot!(path.file_stem().unwrap().to_str().unwrap(), shown);
        });
    });
}

fn scenario() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/mass_linear_spring.xml")).unwrap()
}

#[test]
fn deep_nesting_is_refused_and_overflows_no_stack() {
    for (text, code) in [
        ("<a>".repeat(100_000), "wrong-root"),
        (format!("<Contents><OBJECTS>{}", "<Lib>".repeat(100_000)), "missing-attribute"),
        (
            format!("<Contents>{}{}</Contents>", "<OBJECTS>".repeat(100_000), "</OBJECTS>".repeat(100_000)),
            "malformed-xml",
        ),
        (scenario().replace("\"B.Pos\"", &format!("\"{}\"", "(".repeat(100_000))), "bad-connection"),
    ] {
        let (shown, status) = check_text(&text);
        assert_eq!(status, Some(2), "{shown}");
        assert!(shown.contains(code) && shown.len() < LONGEST, "{shown}");
    }
}

#[test]
fn an_attribute_of_20_megabytes_is_not_echoed() {
    for (attribute, piece, bytes) in [
        ("S.PosB=\"B.Pos\"", "B.Pos + ", 20_000_000),
        ("Name=\"B\"", "æ ", 2_000_000),
        ("Mass=\"1.0\"", "9&lt;", 2_000_000),
        ("TOutput=\"0, 0:0.1:10, 100\"", "0,x,", 2_000_000),
    ] {
        let (name, _) = attribute.split_once('=').unwrap();
        let value = piece.repeat(bytes / piece.len());
        let (shown, status) = check_text(&scenario().replace(attribute, &format!("{name}=\"{value}\"")));
        assert_eq!(status, Some(2), "{shown}");
        let errors = shown.matches("large.xml:").count();
        assert!(errors > 0 && shown.len() < errors * LONGEST, "{attribute}: {} bytes", shown.len());
    }
}

#[test]
fn a_line_of_5_megabytes_is_shown_around_the_mistake() {
    let one_line = scenario().replace('\n', &" ".repeat(330_000)).replace("B.Pos\" B", "B.Poss\" B");
    assert!(one_line.len() > 5_000_000);
    let column = 1 + one_line.find("Poss").unwrap();
    let (shown, _) = check_text(&one_line);
    for part in [&format!("large.xml:1:{column}"), "S.PosB=\"B.Poss\" B.Force=\"S.ForceB\"", "did you mean `Pos`?"] {
        assert!(shown.contains(part), "{part} not in {shown}");
    }
    let longest = shown.lines().map(|line| line.chars().count()).max();
    assert!(longest < Some(300), "{shown}");
}

#[test]
fn places_far_apart_in_one_line_are_not_shown_with_all_between_them() {
    let connection = |count: usize| format!("<Connection S.PosA=\"0, 0, 0\"/>{}", " ".repeat(1000)).repeat(count);
    let (shown, status) = check_text(&scenario().replace("<Connection", &(connection(50) + "<Connection")));
    assert_eq!((status, shown.matches("connected-twice").count()), (Some(2), 50));
    assert!(shown.contains("again here; at 8:17: first connected here"), "{shown}");
    assert!(shown.len() < 50 * 1000, "{} bytes", shown.len());
}

/// Places in neighbouring lines are shown in one piece, the long line with it.
#[test]
fn a_long_line_between_two_places_is_not_shown_whole() {
    let long = format!("<!--{}-->\n<Connection", "x".repeat(30_000));
    let twice = format!("<Connection S.PosA=\"0, 0, 0\"/>{long}");
    let (shown, status) = check_text(&scenario().replacen("<Connection", &twice, 1));
    assert_eq!((status, shown.matches("connected-twice").count()), (Some(2), 1), "{shown}");
    assert!(shown.len() < 2000, "{} bytes", shown.len());
}

#[test]
fn namespaces_are_let_through() {
    let contents = r#"<Contents xmlns="urn:x" xmlns:xsi="urn:y" xsi:noNamespaceSchemaLocation="scenario.xsd">"#;
    let text = scenario().replace("<Contents>", contents).replace("<Lib ", "<Lib xmlns:a=\"urn:z\" xsi:type=\"b\" ");
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("spaces.xml"), text).unwrap();
    let mut command = Command::cargo_bin("bowline").unwrap();
    command.current_dir(&directory).args(["check", "spaces.xml"]).assert().success();
}
