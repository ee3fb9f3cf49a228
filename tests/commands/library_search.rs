//! Where libraries are looked for, and which one is taken.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::program::bare_library::{Compiler, argument, of_the_program, source};
use crate::program::{bowline, text};

/// A scenario that names a library, in a folder of its own.
struct Scenario {
    directory: TempDir,
}

impl Scenario {
    fn naming(library: &str) -> Self {
        let directory = TempDir::new().unwrap();
        let object = format!(r#"<Lib LibName="{library}" SimObject="None" Name="N"/>"#);
        let engine = r#"<Engine TOutput="0:1:1"/>"#;
        let scenario = format!("<Contents><OBJECTS>{object}</OBJECTS><INTEGRATION>{engine}</INTEGRATION></Contents>");
        fs::write(directory.path().join("scenario.xml"), scenario).unwrap();
        Self { directory }
    }

    /// What is wrong with it, and the advice; no library here has types, so something is.
    fn said(&self, arguments: &[&str]) -> String {
        judgement(&bowline(&self.directory, &[&["check", "scenario.xml", "--format", "json"], arguments].concat()))
    }
}

/// What `check --format json` says.
fn judgement(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let wrong = &report["diagnostics"][0];
    ["code", "message", "help"].map(|key| wrong[key].as_str().unwrap_or_default()).join("\n")
}

/// Runs with BOWLINE_LIBRARY_PATH.
fn with_library_path(directories: &[&Path], arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("bowline").unwrap();
    command.env("BOWLINE_LIBRARY_PATH", env::join_paths(directories).unwrap());
    command.args(arguments).output().unwrap()
}

/// How the program says that a library was found, and has no such type.
const FOUND: &str = "has no type `None`";

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_library_is_found_by_its_name_and_alias_whatever_its_file_is_called() {
    let compiler = Compiler::new();
    for (folder, file) in [("a", "libpumps.so"), ("b", "pumps.so"), ("c", "of-somebody.1.so")] {
        compiler.library(&format!("{folder}/{file}"), "Pumps", Some("fhsim_pumps"));
        let directory = argument(&compiler.path(folder));
        for name in ["Pumps", "fhsim_pumps"] {
            let said = Scenario::naming(name).said(&["--library-path", &directory]);
            assert!(said.contains(&format!("the library `{name}` {FOUND}")), "{file}: {said}");
        }
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_name_that_is_not_there_gets_advice() {
    let compiler = Compiler::new();
    compiler.library("libpumps.so", "Pumps", None);
    fs::write(compiler.path("libValves.so"), "text").unwrap();
    compiler.shared("libwinches.so", "int nothing;", &[]);
    fs::write(compiler.path("README.txt"), "Valves and winches").unwrap();
    let directory = argument(&compiler.directory.path().canonicalize().unwrap());
    let said_of = |name: &str| Scenario::naming(name).said(&["--library-path", &directory]);

    let searched = format!("searched: what is built in, `{directory}`; give --library-path DIR or --library FILE");
    let said = said_of("pump");
    assert!(said.contains("there is no library `pump`"), "{said}");
    assert!(said.contains(&format!("did you mean `Pumps`?\n{searched}")), "{said}");
    let said = said_of("valves");
    let broken = format!("cannot load the library `{directory}/libValves.so`: it is no shared library");
    assert!(said.contains(&broken) && !said.contains("winches"), "{said}");
    let said = said_of("Winches");
    let without = format!("cannot load the library `{directory}/libwinches.so`: it exports no function");
    assert!(said.contains(&without) && !said.contains("Valves"), "{said}");

    let said = Scenario::naming("pump").said(&[]);
    let nowhere = "searched: what is built in; give --library-path DIR or --library FILE";
    assert!(said.contains(nowhere) && !said.contains("Pumps"), "{said}");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn the_environment_names_directories_too() {
    let compiler = Compiler::new();
    compiler.library("a/libpumps.so", "Pumps", None);
    compiler.library("b/libwinches.so", "Winches", None);
    let (a, b, missing) = (compiler.path("a"), compiler.path("b"), compiler.path("missing"));
    let list = with_library_path(&[&a, &b], &["list"]);
    assert!(list.status.success(), "{}", text(&list.stderr));
    let listed = text(&list.stdout);
    assert!(listed.contains("\nPumps (0.3.1, ABI 3.0, ") && listed.contains("\nWinches (0.3.1, "), "{listed}");

    let list = with_library_path(&[&missing, &a], &["list"]);
    assert!(list.status.success() && text(&list.stdout).contains("\nPumps ("));
    let said = text(&list.stderr);
    let warning = format!("warning: BOWLINE_LIBRARY_PATH: cannot look for libraries in `{}`: ", missing.display());
    assert!(said.starts_with(&warning) && said.lines().count() == 1, "{said}");

    let of_option = bowline(&compiler.directory, &["list", "--library-path", "missing"]);
    assert_eq!(of_option.status.code(), Some(2));
    let said = text(&of_option.stderr);
    assert!(said.starts_with("error: cannot look for libraries in `missing`: No such file"), "{said}");
    let of_option = bowline(&compiler.directory, &["list", "--library-path", "a/libpumps.so"]);
    assert_eq!(of_option.status.code(), Some(2));
    let said = text(&of_option.stderr);
    assert!(said.ends_with("it is a file, not a directory; --library loads a file\n"), "{said}");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn the_current_directory_and_that_of_the_scenario_are_not_searched() {
    let compiler = Compiler::new();
    let scenario = Scenario::naming("Pumps");
    let library = compiler.library("libPumps.so", "Pumps", None);
    for name in ["libPumps.so", "Pumps.so", "Pumps"] {
        fs::copy(&library, scenario.directory.path().join(name)).unwrap();
    }
    let path = scenario.directory.path().join("scenario.xml");
    let mut from_there = Command::cargo_bin("bowline").unwrap();
    // An empty directory in the list does not mean the current one.
    let separator = if cfg!(windows) { ";" } else { ":" };
    from_there.current_dir(&scenario.directory).env("BOWLINE_LIBRARY_PATH", separator);
    let said = [
        scenario.said(&[]),
        judgement(&bowline(&TempDir::new().unwrap(), &["check", path.to_str().unwrap(), "--format", "json"])),
        judgement(&from_there.args(["check", "scenario.xml", "--format", "json"]).output().unwrap()),
    ];
    for said in said {
        assert!(said.contains("there is no library `Pumps`"), "{said}");
    }
    let asked = scenario.said(&["--library-path", "."]);
    assert!(asked.contains(FOUND), "{asked}");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn two_files_of_one_name_are_refused_where_the_name_is_needed() {
    let compiler = Compiler::new();
    let first = compiler.library("a/libpumps.so", "Pumps", None);
    let second = compiler.library("b/libbetter.so", "Pumps", Some("Better"));
    compiler.library("b/libwinches.so", "Winches", None);
    let (a, b) = (argument(&compiler.path("a")), argument(&compiler.path("b")));
    let path = ["--library-path", &a, "--library-path", &b];
    let two = format!("two libraries are called `Pumps`: `{}` and `{}`", first.display(), second.display());
    let said = Scenario::naming("Pumps").said(&path);
    assert!(said.starts_with(&format!("unusable-library\n{two}")), "{said}");
    let said = Scenario::naming("Winches").said(&path);
    assert!(said.contains(FOUND), "{said}");

    let list = bowline(&compiler.directory, &[&["list"], path.as_slice()].concat());
    assert_eq!(list.status.code(), Some(2));
    assert!(text(&list.stdout).contains("\nWinches ("), "what can be listed is");
    assert_eq!(text(&list.stderr), format!("error: {two}; take one of them away, or choose with --library FILE\n"));
    let list = bowline(&compiler.directory, &[&["list", "--library", &argument(&second)], path.as_slice()].concat());
    assert!(list.status.success(), "a file that is given is a choice");
    let said = text(&list.stderr);
    let replaced =
        format!("the library `Pumps` of `{}` takes the place of that in `{}`", second.display(), first.display());
    assert_eq!(said.trim_end(), replaced);

    let both = ["list", "--library", &argument(&first), "--library", &argument(&second)];
    let list = bowline(&compiler.directory, &both);
    assert_eq!(list.status.code(), Some(2));
    assert_eq!(text(&list.stderr), format!("error: {two}; give only one of them\n"));
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn copies_of_a_library_are_one() {
    let compiler = Compiler::new();
    let library = compiler.library("a/libpumps.so", "Pumps", None);
    fs::create_dir(compiler.path("b")).unwrap();
    let copy = compiler.path("b/other.so");
    fs::copy(&library, &copy).unwrap();
    let (a, b) = (argument(&compiler.path("a")), argument(&compiler.path("b")));
    let said = Scenario::naming("Pumps").said(&["--library-path", &a, "--library-path", &b]);
    assert!(said.contains(FOUND), "{said}");
    let (library, copy) = (argument(&library), argument(&copy));
    let given = ["list", "--library", &library, "--library", &copy, "--library", &library, "--library-path", &b];
    let list = bowline(&compiler.directory, &given);
    assert!(list.status.success());
    assert_eq!(text(&list.stderr), "");
    assert_eq!(text(&list.stdout).matches("\nPumps (").count(), 1);
}

#[cfg(unix)]
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn links_to_a_library_are_that_library() {
    let compiler = Compiler::new();
    let library = compiler.library("libpumps.so.1.2", "Pumps", None);
    for name in ["libpumps.so", "pumps.so"] {
        std::os::unix::fs::symlink(&library, compiler.path(name)).unwrap();
    }
    let list = bowline(&compiler.directory, &["list", "--library-path", "."]);
    assert!(list.status.success(), "{}", text(&list.stderr));
    assert!(text(&list.stdout).contains(&format!("ABI 3.0, {}, SHA-256 ", library.display())));
}

#[test]
fn a_given_file_takes_the_place_of_a_built_in_library_and_says_so() {
    let library = of_the_program("base");
    let (file, scenario) = (argument(&library), argument(&crate::program::scenario("position_servo.xml")));
    let directory = TempDir::new().unwrap();
    let note = format!("the library `fhsim_base` of `{file}` takes the place of the built-in `fhsim_base`");
    let run = |more: &[&str]| {
        let output = bowline(&directory, &[&["run", &scenario, "--library", &file], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stderr)
    };
    assert_eq!(run(&[]).lines().next().unwrap(), note);
    assert_eq!(run(&["--quiet", "--log-file", "log.txt"]), "");
    assert!(crate::program::read(&directory, "log.txt").contains(&note));

    let record = crate::program::read_json(&directory, "position_servo.run.json");
    let base = record["libraries"].as_array().unwrap().iter().find(|library| library["name"] == "fhsim_base").unwrap();
    assert_eq!((&base["abi"], &base["path"]), (&"3.1".into(), &file.as_str().into()));
    let sums = std::process::Command::new("sha256sum").arg(&library).output();
    if let Ok(sum) = sums {
        assert_eq!(base["sha256"].as_str().unwrap(), text(&sum.stdout).split_once(' ').unwrap().0);
    }
    let list = text(&bowline(&directory, &["list", "--library", &file]).stdout);
    let hash = &base["sha256"].as_str().unwrap()[..12];
    assert!(list.contains(&format!("fhsim_base, also `base` (0.1.0, ABI 3.1, {file}, SHA-256 {hash}): ")), "{list}");
    assert!(list.contains("mechanics (0.1.0, ABI 3.1, built in): "), "{list}");
    assert_eq!(list.matches("also `base`").count(), 1);
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_library_replaces_another_one_as_a_whole() {
    let compiler = Compiler::new();
    let source = source((3, 0), "my_base", &["base"], &["my_base", "base"]);
    let library = argument(&compiler.shared("libmy_base.so", &source, &[]));
    let said = Scenario::naming("fhsim_base").said(&["--library", &library]);
    let by = format!("the library `my_base` of `{library}` takes its place");
    assert!(said.contains(&format!("the built-in `fhsim_base` was called so, but {by}")), "{said}");
    let said = Scenario::naming("base").said(&["--library", &library]);
    assert!(said.contains(&format!("the library `base` {FOUND}")), "{said}");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_built_in_library_goes_before_one_that_is_found() {
    let compiler = Compiler::new();
    let library = compiler.library("libbase.so", "base", Some("fhsim_base"));
    let list = bowline(&compiler.directory, &["list", "--library-path", "."]);
    let file = argument(&library);
    let used = "the built-in library `fhsim_base` is used";
    let warning = format!("warning: {used}, not that of `{file}`; --library FILE would load it\n");
    assert!(list.status.success());
    assert_eq!(text(&list.stderr), warning);
    let listed = text(&list.stdout);
    assert!(listed.contains("fhsim_base, also `base` (0.1.0, ABI 3.1, built in)"), "{listed}");
    assert!(!listed.contains("0.3.1"), "{listed}");
}

#[test]
fn results_do_not_replace_a_library() {
    let library = of_the_program("tutorial");
    let directory = TempDir::new().unwrap();
    let copy = argument(&directory.path().join("libtutorial.so"));
    fs::copy(&library, &copy).unwrap();
    let output = bowline(&directory, &["run", &crate::program::tutorial(), "--library", &copy, "-o", "libtutorial.so"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("error: the results would replace a library"), "{}", text(&output.stderr));
    assert_eq!(fs::read(&copy).unwrap(), fs::read(&library).unwrap());
}
