//! The libraries that come with the program, loaded from their files: the same
//! bits as linked in.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::program::bare_library::{argument, of_the_program};
use crate::program::{bowline, text};

/// The results of a scenario, with those arguments.
fn results(scenario: &Path, more: &[&str]) -> String {
    let directory = TempDir::new().unwrap();
    let output = bowline(&directory, &[&["run", &argument(scenario), "-o", "out.csv", "--quiet"], more].concat());
    assert!(output.status.success(), "{}: {}", scenario.display(), text(&output.stderr));
    let record = crate::program::read_json(&directory, "out.run.json");
    let files = record["libraries"].as_array().unwrap().iter().map(|library| library["path"].is_string());
    assert!(files.clone().count() > 0 && files.into_iter().all(|is_file| is_file != more.is_empty()), "{record}");
    crate::program::read(&directory, "out.csv")
}

fn scenarios() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let paths = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "xml")).collect()
}

#[test]
fn every_scenario_gives_the_same_bits_with_loaded_libraries() {
    let files = ["base", "hydraulics", "marine", "mechanics", "multipole", "terminals", "tlm", "tutorial"]
        .map(|name| argument(&of_the_program(name)));
    let loaded: Vec<&str> = files.iter().flat_map(|file| ["--library", file]).collect();
    let scenarios = scenarios();
    assert!(scenarios.len() >= 4);
    for scenario in scenarios {
        let (linked_in, loaded) = (results(&scenario, &[]), results(&scenario, &loaded));
        assert!(linked_in.lines().count() > 2);
        assert_eq!(linked_in, loaded, "{}", scenario.display());
    }
}

#[test]
fn a_loaded_library_describes_itself_as_a_linked_in_one_does() {
    let directory = TempDir::new().unwrap();
    for name in ["base", "hydraulics", "marine", "mechanics", "multipole", "terminals", "tlm", "tutorial"] {
        let file = argument(&of_the_program(name));
        let name = if name == "tutorial" { "FhsimTutorialLibrary" } else { name };
        let described = |more: &[&str]| {
            let output = bowline(&directory, &[&["describe", name, "--format", "json"], more].concat());
            assert!(output.status.success(), "{}", text(&output.stderr));
            text(&output.stdout)
        };
        assert_eq!(described(&[]), described(&["--library", &file]));
    }
}
