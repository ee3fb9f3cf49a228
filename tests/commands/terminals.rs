//! Messages about foreign files do not affect the terminal: their names and texts
//! may contain its control sequences.

use std::fs;
use std::path::Path;
use std::process::Output;

use tempfile::TempDir;

use crate::program::campaign::sweep;
use crate::program::native::{LIBRARIES, alone, run, with_libraries};
use crate::program::{bowline, tutorial};

/// Sets the title of a window; turns colours on, as ESC [ and as one character of
/// Latin-1; changes the direction of writing; returns to the start of the line.
const EVIL: &str = "\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}32m\u{202e}\r\u{8}x";

/// The characters that a terminal obeys.
fn obeyed(said: &str) -> Vec<char> {
    said.chars().filter(|c| (c.is_control() && !"\n\t".contains(*c)) || ('\u{202a}'..='\u{202e}').contains(c)).collect()
}

/// The whole output, which must not affect a terminal, and must contain these
/// texts.
fn said(output: &Output, expected: &[&str]) -> String {
    let said = [&output.stdout, &output.stderr].map(|said| String::from_utf8(said.clone()).unwrap()).concat();
    assert_eq!(obeyed(&said), Vec::<char>::new(), "{said:?}");
    for part in expected {
        assert!(said.contains(part), "no `{part}` in {said}");
    }
    said
}

fn written(directory: &TempDir, name: impl AsRef<Path>, text: &str) {
    fs::write(directory.path().join(name), text).unwrap();
}

#[test]
fn columns_of_results() {
    let directory = TempDir::new().unwrap();
    written(&directory, "a.csv", &format!("Time,\"{EVIL}a\",\"both\nsame: 9 columns\",t\n0,1,2,x\n1,2,3,\"{EVIL}\"\n"));
    written(&directory, "b.csv", "Time,\"both\nsame: 9 columns\",t\n0,7,2\n1,3,y\n");
    let output = bowline(&directory, &["compare", "a.csv", "b.csv"]);
    let told =
        said(&output, &["only in a.csv: ", "owned", "t: differs in 2 of 2 rows", "both?same: 9 columns: differs"]);
    assert!(!told.lines().any(|line| line.starts_with("same")), "{told}");
    said(&bowline(&directory, &["plot", "a.csv", "--signals", "nothing"]), &["there is no column `nothing`"]);
    said(&bowline(&directory, &["plot", "a.csv", "--signals", &format!("{EVIL}a"), "-o", "a.svg"]), &["a.svg: 1 line"]);
    said(&bowline(&directory, &["plot", "a.csv", "--signals", "t", "-o", "t.svg"]), &["`t` holds texts"]);
}

/// XML forbids most control characters, so a chart with one could not be opened.
#[test]
fn charts_hold_no_control_characters() {
    let directory = TempDir::new().unwrap();
    let name = format!("{EVIL}.csv");
    written(&directory, &name, &format!("Time,\"{EVIL}a & <b>\"\n0,1\n1,2\n"));
    for chart in ["a.svg", "a.html"] {
        let output = bowline(&directory, &["plot", &name, "-o", chart]);
        assert!(output.status.success(), "{output:?}");
        let text = fs::read_to_string(directory.path().join(chart)).unwrap();
        // The script that draws a page is our own.
        let text = text.lines().filter(|line| line.len() < 100_000).collect::<String>();
        assert_eq!(obeyed(&text), Vec::<char>::new(), "{chart}");
        assert!(text.contains("owned"), "{chart}");
    }
}

#[test]
fn keys_of_campaigns() {
    let directory = TempDir::new().unwrap();
    let quoted = "\\u001b]0;owned\\u0007\\u009b31m\\u202e\\r";
    for text in [
        format!("scenario = \"x.xml\"\n\"{quoted}\" = 1\n"),
        format!("scenario = \"{quoted}.xml\"\n[[vary]]\nparameter = \"S.Stiffness\"\nvalues = [1]\n"),
        format!("scenario = \"{}\"\n[[vary]]\nparameter = \"{quoted}\"\nvalues = [1]\n", tutorial()),
        format!("scenario = \"{}\"\n[[vary]]\nparameter = \"S.Stiffness\"\nvalues = [\"{quoted}\"]\n", tutorial()),
        // TOML forbids this text, so its reader shows it.
        format!("scenario = \"{EVIL}\" oops\n"),
    ] {
        written(&directory, "campaign.toml", &text);
        let output = bowline(&directory, &["sweep", "campaign.toml", "-o", "out"]);
        assert!(!output.status.success(), "{text}");
        said(&output, &["error: "]);
    }
    let metric = format!("{EVIL}=max:B.Pos[2]");
    said(&sweep(&directory, &["S.Stiffness=60,70"], &["--metric", &metric, "-o", "new"]), &[]);
}

#[test]
fn names_of_files_and_arguments() {
    let directory = TempDir::new().unwrap();
    let scenario = format!("{EVIL}.xml");
    let is_missing = ["owned", "No such file"];
    said(&bowline(&directory, &["run", &scenario]), &is_missing);
    said(&bowline(&directory, &["check", &scenario]), &is_missing);
    said(&bowline(&directory, &["compare", &scenario, "b.csv"]), &is_missing);
    said(&bowline(&directory, &["plot", &scenario]), &is_missing);
    said(&bowline(&directory, &["summary", &scenario]), &["owned"]);
    said(&bowline(&directory, &["run", "x.xml", &scenario]), &["unexpected argument", "x.xml", "Usage"]);
    said(&bowline(&directory, &["run", "x.xml", "--until", EVIL]), &["invalid value"]);
    said(&bowline(&directory, &["describe", EVIL]), &["owned"]);
    said(&bowline(&directory, &["man", EVIL]), &["owned"]);
    written(&directory, &scenario, &fs::read_to_string(tutorial()).unwrap());
    let options = ["run", &scenario, "--until=0.1", "-v", "--log-file", "log"];
    said(&bowline(&directory, &options), &["owned", "2 rows of 7 columns"]);
    assert_eq!(obeyed(&fs::read_to_string(directory.path().join("log")).unwrap()), Vec::<char>::new());
    said(&bowline(&directory, &["check", &scenario]), &["good"]);
    written(&directory, &scenario, &fs::read_to_string(tutorial()).unwrap().replace("B.Pos\"", "B.Poss\""));
    said(&bowline(&directory, &["check", &scenario]), &["did you mean `Pos`?", "owned"]);
    let folder = format!("{EVIL} library");
    said(&bowline(&directory, &["new-library", &folder]), &["owned"]);
    said(&bowline(&directory, &["list", "--library", &scenario]), &["owned"]);
}

#[test]
fn names_and_values_in_scenarios_and_state_files() {
    let directory = TempDir::new().unwrap();
    // XML allows this one.
    let name = "S\u{9b}31m\u{202e}";
    let text = fs::read_to_string(tutorial()).unwrap().replace("Name=\"S\"", &format!("Name=\"{name}\""));
    written(&directory, "x.xml", &text);
    said(&bowline(&directory, &["check", "x.xml"]), &["error"]);
    written(&directory, "state.json", &format!("{{\"format\": \"{}\"}}", "\\u001b]0;owned\\u0007"));
    said(&bowline(&directory, &["run", &tutorial(), "--initial-state", "state.json"]), &["state.json"]);
    written(&directory, "record.json", "{\"program\": \"\\u001b]0;owned\\u0007\", \"interventions\": 3}");
    said(&bowline(&directory, &["run", &tutorial(), "--repeat", "record.json"]), &["record.json"]);
    written(&directory, "x.xml", &fs::read_to_string(tutorial()).unwrap().replace("0,0,-5", EVIL));
    said(&bowline(&directory, &["check", "x.xml"]), &["control character"]);
}

#[test]
fn journals_and_manifests() {
    let directory = TempDir::new().unwrap();
    assert!(
        sweep(&directory, &["S.Stiffness=60,70"], &["--until=0.1", "--metric", "max:B.Pos[2]", "-o", "c"])
            .status
            .success()
    );
    let journal = fs::read_dir(directory.path().join("c/journal")).unwrap().next().unwrap().unwrap().path();
    let kept = fs::read_to_string(&journal).unwrap();
    for (file, text) in [
        (journal.clone(), kept.replace("\"case\"", "\"\\u001b]0;owned\\u0007\"")),
        (journal.clone(), format!("{EVIL}\n{kept}")),
        (directory.path().join("c/campaign.json"), format!("{{\"{}\": 1}}", "\\u001b]0;owned\\u0007")),
    ] {
        fs::write(&file, text).unwrap();
        for arguments in [["summary", "c"], ["report", "c"]] {
            said(&bowline(&directory, &arguments), &["error: "]);
        }
        said(&bowline(&directory, &["sweep", "--resume", "c"]), &["error: "]);
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_libraries_say() {
    let directory = TempDir::new().unwrap();
    let garish = [LIBRARIES.garish.as_path()];
    let sections = alone("garish", "Bad/Garish", "", &[]);
    said(&run(&directory, &sections, &garish), &["warning: ", "error: ", "owned", "t = 0.5 s"]);
    for format in ["human", "markdown", "json"] {
        let options = ["describe", "Bad/Garish", "--format", format];
        said(&with_libraries(&directory, &options, &garish), &["owned"]);
    }
    for options in [&["list"][..], &["check", "scenario.xml"]] {
        said(&with_libraries(&directory, options, &garish), &["owned"]);
    }
}
