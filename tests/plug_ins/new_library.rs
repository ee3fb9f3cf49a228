//! `bowline new-library`: what it writes builds and runs, outside this
//! repository, by the commands of its own README.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::program::{bowline, rows, text};

/// A project in the folder of somebody else's workspace.
struct Project {
    folder: PathBuf,
    introduction: String,
    directory: TempDir,
}

impl Project {
    fn new(name: &str, language: &str) -> Self {
        let directory = TempDir::new().unwrap();
        fs::write(directory.path().join("Cargo.toml"), "[workspace]\nmembers = []\n").unwrap();
        let output = bowline(&directory, &["new-library", name, "--language", language]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "");
        Self { folder: directory.path().join(name), introduction: text(&output.stdout), directory }
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.folder.join(path)).unwrap_or_else(|reason| panic!("{path}: {reason}"))
    }

    /// Paths of all files, with `/` between their parts.
    fn files(&self) -> BTreeSet<String> {
        files(&self.folder)
    }

    /// The two commands of its README.
    fn commands(&self) -> [String; 2] {
        let readme = self.read("README.md");
        let block = readme.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
        let commands: Vec<_> = block.lines().map(str::to_owned).collect();
        commands.try_into().unwrap()
    }

    /// A command line in its folder, with `bowline` on the PATH and no network.
    fn shell(&self, line: &str) -> Command {
        let program = assert_cmd::cargo::cargo_bin("bowline");
        let path = env::var_os("PATH").unwrap_or_default();
        let path = [program.parent().unwrap().to_owned()].into_iter().chain(env::split_paths(&path));
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut command = Command::new(shell);
        command.args([flag, line]).current_dir(&self.folder);
        command.env("PATH", env::join_paths(path).unwrap()).env("CARGO_NET_OFFLINE", "true");
        for name in ["BOWLINE", "BOWLINE_LIBRARY_PATH", "CARGO_TARGET_DIR", "CARGO_BUILD_TARGET"] {
            command.env_remove(name);
        }
        command
    }

    fn succeed(&self, line: &str) -> String {
        let output = self.shell(line).output().unwrap();
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(output.status.success(), "{line}\n{said}");
        said
    }

    /// Follows its README, and looks at the rows that the scenario leaves.
    fn follow_readme(&self, tested: &str) {
        let [run, test] = self.commands();
        self.succeed(&run);
        check_rows(&self.read("scenario.csv"));
        let said = self.succeed(&test);
        assert!(said.contains(tested), "{said}");
    }
}

fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            found.extend(files(&entry.path()).into_iter().map(|inner| format!("{name}/{inner}")));
        } else {
            found.insert(name);
        }
    }
    found
}

/// Two tanks one after the other, with time constants of 10 s and 4 s, that
/// begin empty and fill to 0.4 m. The alarm at 0.2 m goes on after 10 s ln 2 = 6.931 s.
fn check_rows(csv: &str) {
    assert!(csv.starts_with("Time,Upper.Level,Upper.Alarm,Lower.Level,Lower.Outflow\n0,0,0,0,0\n1,"), "{csv}");
    let rows = rows(csv);
    assert_eq!(rows.len(), 61);
    for row in rows {
        let (time, slow, fast) = (row[0], (-row[0] / 10.0).exp(), (-row[0] / 4.0).exp());
        assert_eq!(row[2], if time < 6.931 { 0.0 } else { 1.0 }, "the alarm at {time} s");
        let upper = 0.4 - 0.4 * slow;
        let lower = 0.4 - 2.0 / 3.0 * slow + 0.8 / 3.0 * fast;
        for (number, exact) in [(row[1], upper), (row[3], lower), (row[4], 0.05 * lower)] {
            assert!((number - exact).abs() < 1e-8, "at {time} s: {number}, not {exact}");
        }
    }
}

#[test]
fn a_project_in_rust_runs_by_its_readme() {
    let project = Project::new("deck_tanks", "rust");
    project.follow_readme("test result: ok. 2 passed");
}

#[test]
#[cfg_attr(no_rust_tools, ignore = "there is no `cargo fmt` or no `cargo clippy` here")]
fn a_project_in_rust_is_as_its_tools_want_it() {
    let project = Project::new("deck_tanks", "rust");
    project.succeed("cargo fmt --all --check");
    project.succeed("cargo clippy --workspace --all-targets -- -D warnings");
    // No crate likes capitals in its name.
    Project::new("DeckTanks", "rust").succeed("cargo clippy -- -D warnings");
}

/// What a project's test says where there is no program.
const NO_PROGRAM: &str = "Put `bowline` on the PATH, or its file in the environment variable BOWLINE.";

#[test]
fn the_test_of_a_project_in_rust_says_that_there_is_no_program() {
    let project = Project::new("tanks", "rust");
    let output = project.shell("cargo test").env("BOWLINE", "no-such-program").output().unwrap();
    let said = text(&output.stdout);
    assert!(!output.status.success());
    assert!(said.contains(NO_PROGRAM), "{said}");
}

#[test]
#[cfg_attr(any(no_c_compilers, no_cmake), ignore = "there is no CMake here, or no compiler of C and C++")]
fn the_test_of_a_project_in_c_says_that_there_is_no_program() {
    let project = Project::new("tanks", "c");
    project.succeed("cmake -S . -B build && cmake --build build --config Release");
    let [_, test] = project.commands();
    let output = project.shell(&test).env("BOWLINE", "no-such-program").output().unwrap();
    // CMake breaks lines.
    let said = text(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!output.status.success());
    assert!(said.contains(NO_PROGRAM), "{said}");
}

#[test]
fn panics_that_abort_do_not_compile() {
    let project = Project::new("tanks", "rust");
    let manifest = project.read("Cargo.toml");
    for (profile, command) in [("dev", "cargo build"), ("release", "cargo build --release")] {
        let heading = format!("[profile.{profile}]\n");
        let changed = manifest.replace(&heading, &format!("{heading}panic = \"abort\"\n"));
        assert_ne!(changed, manifest);
        fs::write(project.folder.join("Cargo.toml"), changed).unwrap();
        let output = project.shell(command).output().unwrap();
        let said = text(&output.stderr);
        assert!(!output.status.success(), "{said}");
        assert!(said.contains("panic = \"abort\""), "{said}");
    }
}

#[test]
fn a_project_brings_the_whole_contract_and_what_libraries_share_along() {
    let project = Project::new("tanks", "rust");
    for (folder, source) in [
        ("simobject", "engine/simobject/src"),
        ("simobject-elements", "libraries/elements/src"),
        ("bowline-units", "engine/units/src"),
    ] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
        let brought = project.folder.join(folder).join("src");
        assert_eq!(files(&brought), files(&source));
        for path in files(&source) {
            assert_eq!(fs::read(brought.join(&path)).unwrap(), fs::read(source.join(&path)).unwrap(), "{path}");
        }
    }
}

/// A type with a hydraulic port, as an author of transmission-line elements writes it.
const PLUG: &str = "
use simobject::{Clock, Creator, Io, Result, SimObject};
use simobject_elements::tlm::HydraulicQ;

/// Lets nothing through.
pub struct Tank(HydraulicQ);

impl SimObject for Tank {
    const NAME: &'static str = \"Hydraulic/Plug\";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = HydraulicQ::declare(c, \"P1\", \"Where it is held\");
        c.common_computation(Self::hold).on(Clock::model()).reads(port.reads()).fills(port.fills());
        Ok(Self(port))
    }
}

impl Tank {
    fn hold(&self, io: &mut Io<'_>) {
        let pressure = self.0.wave(io).pressure(0.0);
        self.0.set(io, pressure, 0.0);
    }
}
";

#[test]
fn a_project_in_rust_has_ports_of_transmission_lines() {
    let project = Project::new("plugs", "rust");
    fs::write(project.folder.join("src/tank.rs"), PLUG).unwrap();
    project.succeed("cargo build");
    let described = project.succeed("bowline describe Hydraulic/Plug --library-path target/debug");
    assert!(described.contains("P1.p"), "{described}");
}

/// What an author writes where it does not fit, and what the compiler says that would.
#[test]
fn what_does_not_fit_is_told_with_what_does() {
    let project = Project::new("tanks", "rust");
    let tank = project.read("src/tank.rs");
    for (right, wrong, told) in [
        (".reads(level).fills(outflow)", ".reads(self_made()).fills(outflow)", "a calculation cannot read `u32`"),
        (
            ".reads(level).fills(outflow)",
            ".reads(level).fills(level)",
            "it fills out-ports, private values and indicators",
        ),
        (".sets(alarm)", ".sets(inflow)", "a handler cannot set `In<"),
        ("c.initial_value(alarm, 0.0)", "c.initial_value(alarm, \"0\")", "`str` is no row of numbers"),
        ("c.initial_value(alarm, 0.0)", "c.initial_value(inflow, 0.0)", "states of both kinds and memory have one"),
        ("io.set_now(self.alarm, ", "io.set_now(self.outflow, ", "`set_now` sets `State` and `DiscreteState`"),
        ("io.set(self.outflow, ", "io.set(self.level, ", "a state has `set_derivative`"),
    ] {
        let changed = tank.replacen(right, wrong, 1) + "\nfn self_made() -> Vec<u32> {\n    Vec::new()\n}\n";
        assert!(tank.contains(right), "{right} is not in {tank}");
        fs::write(project.folder.join("src/tank.rs"), changed).unwrap();
        let output = project.shell("cargo check").output().unwrap();
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains(told), "{wrong}: `{told}` is not in {said}");
    }
}

#[test]
fn the_guide_to_libraries_shows_what_is_written() {
    let project = Project::new("deck_winches", "rust");
    let guide = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/libraries.md")).unwrap();
    let library = project.read("src/lib.rs");
    let library = &library[library.find("simobject::library!").unwrap()..];
    for shown in [project.read("src/tank.rs").as_str(), library] {
        assert!(guide.contains(&format!("```rust\n{shown}```\n")), "not in docs/libraries.md: {shown}");
    }
}

/// The compiler's line for this system, and the library that it leaves.
fn compiler_line(readme: &str) -> (String, String) {
    let system = if cfg!(windows) {
        "| Windows"
    } else if cfg!(target_os = "macos") {
        "| macOS"
    } else {
        "| Linux"
    };
    let row = readme.lines().find(|line| line.starts_with(system)).unwrap();
    let line = row.split('`').nth(1).unwrap().to_owned();
    let library = line.split_whitespace().find(|word| [".so", ".dylib", ".dll"].iter().any(|end| word.ends_with(end)));
    (line.clone(), library.unwrap().trim_start_matches("/Fe").to_owned())
}

/// Builds a project with the compiler alone; the library that it leaves.
fn build_with_the_compiler(project: &Project, line: impl Fn(String) -> String) -> String {
    let (compiler, library) = compiler_line(&project.read("README.md"));
    let warnings = if cfg!(windows) { "" } else { " -Wall -Wextra -Wpedantic -Werror" };
    project.succeed(&format!("{}{warnings}", line(compiler)));
    library
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn projects_in_c_and_cpp_run_with_the_compiler_alone() {
    for language in ["c", "cpp"] {
        let project = Project::new("deck_tanks", language);
        let library = build_with_the_compiler(&project, |line| line);
        project.succeed(&format!("bowline run scenario.xml --library {library}"));
        check_rows(&project.read("scenario.csv"));
    }
}

#[test]
#[cfg_attr(any(no_c_compilers, no_cmake), ignore = "there is no CMake here, or no compiler of C and C++")]
fn projects_in_c_and_cpp_run_by_their_readme() {
    for language in ["c", "cpp"] {
        let project = Project::new("deck_tanks", language);
        project.follow_readme("100% tests passed, 0 tests failed out of 1");
    }
}

/// Follows what the README says of a second type.
fn add_a_second_type(project: &Project, language: &str) {
    let readme = project.read("README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let follow = |words: &str| assert!(readme.contains(words), "`{words}` not in {readme}");
    let write = |path: &str, text: String| fs::write(project.folder.join(path), text).unwrap();
    let pond = |text: &str| text.replace("Tank", "Pond").replace("TANK", "POND");
    let replaced = |text: &str, old: &str, new: &str| {
        assert!(text.contains(old), "`{old}` not in {text}");
        text.replacen(old, new, 1)
    };
    match language {
        "rust" => {
            follow("copy `src/tank.rs` to `src/pond.rs` and call it `Pond` there instead of `Tank`");
            write("src/pond.rs", pond(&project.read("src/tank.rs")));
            follow(
                "write `mod pond;` below `mod tank;` in `src/lib.rs`, `pub use pond::Pond;` below `pub use tank::Tank;`",
            );
            let library = replaced(&project.read("src/lib.rs"), "mod tank;\n", "mod tank;\nmod pond;\n");
            let library = replaced(&library, "pub use tank::Tank;\n", "pub use tank::Tank;\npub use pond::Pond;\n");
            follow("and `, Pond` after `Tank` in `types`");
            write("src/lib.rs", replaced(&library, "types: [Tank", "types: [Tank, Pond"));
        }
        "c" => {
            follow(
                "copy `src/tank.c` without its last line to `src/pond.c`, and call it `Pond` and `POND` there instead",
            );
            let tank = project.read("src/tank.c");
            let (rest, last) = tank.trim_end().rsplit_once('\n').unwrap();
            write("src/pond.c", pond(rest) + "\n");
            follow(
                "write `BOWLINE_DECLARE_TYPE(POND);` above the last line of `src/tank.c`, `, &POND` after `&TANK` in that line",
            );
            let last = replaced(last, "&TANK", "&TANK, &POND");
            write("src/tank.c", format!("{rest}\nBOWLINE_DECLARE_TYPE(POND);\n{last}\n"));
            follow("and `src/pond.c` after `src/tank.c` in `CMakeLists.txt`");
            let cmake = project.read("CMakeLists.txt");
            write("CMakeLists.txt", replaced(&cmake, "src/tank.c", "src/tank.c src/pond.c"));
        }
        _ => {
            follow("copy `src/tank.hpp` to `src/pond.hpp` and call it `Pond` there instead of `Tank`");
            write("src/pond.hpp", pond(&project.read("src/tank.hpp")));
            follow(
                "include it in `src/library.cpp`, `#include \"pond.hpp\"`, and write `, Pond` after `Tank` in its last line",
            );
            let library = project.read("src/library.cpp");
            let (rest, last) = library.trim_end().rsplit_once('\n').unwrap();
            let last = replaced(last, ", Tank", ", Tank, Pond");
            write("src/library.cpp", format!("#include \"pond.hpp\"\n{rest}\n{last}\n"));
        }
    }
}

/// Both types of the library in a file or folder.
fn lists_both(project: &Project, arguments: &str) {
    let listed = project.succeed(&format!("bowline list {arguments}"));
    assert!(listed.contains("Fluid/Tank") && listed.contains("Fluid/Pond"), "{listed}");
}

#[test]
fn a_project_in_rust_takes_a_second_type() {
    let project = Project::new("deck_tanks", "rust");
    add_a_second_type(&project, "rust");
    project.succeed("cargo build");
    lists_both(&project, "--library-path target/debug");
}

#[cfg(not(windows))]
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn projects_in_c_and_cpp_take_a_second_type_with_the_compiler_alone() {
    for language in ["c", "cpp"] {
        let project = Project::new("deck_tanks", language);
        add_a_second_type(&project, language);
        let library = build_with_the_compiler(&project, |line| line.replace("src/tank.c", "src/tank.c src/pond.c"));
        lists_both(&project, &format!("--library {library}"));
    }
}

#[test]
#[cfg_attr(any(no_c_compilers, no_cmake), ignore = "there is no CMake here, or no compiler of C and C++")]
fn projects_in_c_and_cpp_take_a_second_type_with_cmake() {
    for language in ["c", "cpp"] {
        let project = Project::new("deck_tanks", language);
        add_a_second_type(&project, language);
        project.succeed("cmake -S . -B build && cmake --build build --config Release");
        lists_both(&project, "--library-path build");
    }
}

/// Whether a file of a project comes along from Bowline.
fn is_brought(path: &str) -> bool {
    ["simobject/", "simobject-elements/", "bowline-units/"].iter().any(|folder| path.starts_with(folder))
}

#[test]
fn nothing_in_a_project_points_back_or_is_left_to_fill_in() {
    for language in ["rust", "c", "cpp"] {
        let project = Project::new("tanks", language);
        for path in project.files() {
            let text = project.read(&path);
            assert!(!text.contains(env!("CARGO_MANIFEST_DIR")), "{path}");
            assert!(is_brought(&path) || !text.contains("{{"), "{path}: {text}");
        }
    }
}

#[test]
fn it_says_what_it_wrote_and_what_comes_next() {
    for language in ["rust", "c", "cpp"] {
        let project = Project::new("tanks", language);
        let (written, next) = project.introduction.split_once("Next:\n").unwrap();
        let files = project.files();
        let (brought, own): (Vec<_>, Vec<_>) = files.iter().partition(|path| is_brought(path));
        let mut expected: Vec<_> = own.iter().map(|path| format!("  {path}")).collect();
        let within = |folder: &str| brought.iter().filter(|path| path.starts_with(folder)).count();
        expected.push(format!("  simobject/ ({} files: the contract with Bowline)", within("simobject/")));
        if language == "rust" {
            let count = within("simobject-elements/");
            expected.push(format!("  simobject-elements/ ({count} files: what libraries share)"));
            expected.push(format!("  bowline-units/ ({} files: units of measurement)", within("bowline-units/")));
        }
        assert_eq!(written.lines().skip(1).collect::<Vec<_>>(), expected);
        let [run, test] = project.commands();
        assert_eq!(next, format!("  cd tanks\n  {run}\n  {test}\n"));
    }
}

#[test]
fn a_folder_that_is_in_use_is_left_alone() {
    let project = Project::new("tanks", "rust");
    fs::remove_file(project.folder.join("README.md")).unwrap();
    let output = bowline(&project.directory, &["new-library", "tanks"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stderr),
        "error: the folder `tanks` exists and is not empty: choose another name, or another folder with `--path DIR`\n"
    );
    assert!(!project.folder.join("README.md").exists());
}

#[test]
fn a_folder_of_ones_own_choice_may_exist_while_it_is_empty() {
    let directory = TempDir::new().unwrap();
    fs::create_dir_all(directory.path().join("of my own")).unwrap();
    let output = bowline(&directory, &["new-library", "tanks", "--path", "of my own"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains("\n  cd \"of my own\"\n"), "{said}");
    let manifest = fs::read_to_string(directory.path().join("of my own/Cargo.toml")).unwrap();
    assert!(manifest.contains("name = \"tanks\""), "{manifest}");

    fs::write(directory.path().join("file"), "").unwrap();
    let output = bowline(&directory, &["new-library", "tanks", "--path", "file"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: cannot write `file`: "), "{}", text(&output.stderr));
}

#[test]
fn a_name_that_no_library_can_have_is_refused() {
    let directory = TempDir::new().unwrap();
    for (name, language, why) in [
        ("2tanks", "rust", "it must be an ASCII letter, then"),
        ("a/b", "c", "it must be an ASCII letter, then"),
        ("..", "rust", "it must be an ASCII letter, then"),
        ("tønne", "cpp", "it must be an ASCII letter, then"),
        ("match", "rust", "no crate can be called so"),
        ("deck-tanks", "c", "it must be an ASCII letter, then"),
    ] {
        let output = bowline(&directory, &["new-library", name, "--language", language]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.starts_with(&format!("error: `{name}` cannot be the name of a library: {why}")), "{said}");
    }
    assert_eq!(files(directory.path()), BTreeSet::new());
}

#[test]
fn a_name_that_is_built_in_is_refused() {
    let directory = TempDir::new().unwrap();
    for name in ["mechanics", "base"] {
        let output = bowline(&directory, &["new-library", name]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert_eq!(said, format!("error: a library called `{name}` is built in; choose another name\n"));
    }
    assert_eq!(files(directory.path()), BTreeSet::new());
}
