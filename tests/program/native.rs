//! Libraries in C and C++, built with the compilers of this machine.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::time::SystemTime;

use tempfile::TempDir;

use super::{bowline, rows};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Where `simobject.h` is.
pub(crate) const HEADERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/engine/simobject/include");

/// The folder of libraries that several tests use.
pub(crate) const SHARED: &str = "native_libraries";

/// The compiler that a variable names, or the usual one. Tests that need it are
/// ignored where it is not there (see build.rs).
pub(crate) fn compiler(variable: &str, usual: &str) -> OsString {
    let compiler = env::var_os(variable).unwrap_or_else(|| usual.into());
    if let Err(reason) = Command::new(&compiler).arg("--version").output() {
        panic!("there is no compiler `{}` ({reason}); {variable} may name one", compiler.display());
    }
    compiler
}

/// The compilers of C and C++, which `CC` and `CXX` may name.
pub(crate) struct Compilers {
    c: OsString,
    cpp: OsString,
    /// Where libraries go.
    folder: PathBuf,
}

impl Compilers {
    /// `folder` is made for what they build.
    pub(crate) fn new(folder: &str) -> Self {
        let (c, cpp) = (compiler("CC", "cc"), compiler("CXX", "c++"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        fs::create_dir_all(&folder).unwrap();
        Self { c, cpp, folder }
    }

    /// Builds a library of one source file, which is named from the root of the repository.
    pub(crate) fn build(&self, source: &str) -> PathBuf {
        self.build_as(source, if source.ends_with(".c") { "-std=c99" } else { "-std=c++17" })
    }

    /// The same in another version of the language. A library that is newer than all that it is built from is used again:
    /// each test may be a process of its own, and several ask at the same time.
    pub(crate) fn build_as(&self, source: &str, standard: &str) -> PathBuf {
        let source = Path::new(ROOT).join(source);
        let compiler = if standard.contains("++") { &self.cpp } else { &self.c };
        let stem = source.file_stem().unwrap().to_str().unwrap();
        let library = self.folder.join(format!("{}{stem}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX));
        let unfinished = library.with_extension("unfinished");
        let mut command = Command::new(compiler);
        command.args([
            standard,
            "-Wall",
            "-Wextra",
            "-Werror",
            "-pedantic",
            "-g",
            "-O1",
            "-ffp-contract=off",
            "-fPIC",
            "-shared",
        ]);
        command.args(["-I", HEADERS]).arg("-o").arg(&unfinished).arg(&source).arg("-lm");
        let (how, text) = (library.with_extension("command"), format!("{command:?}"));
        let lock = File::create(library.with_extension("lock")).unwrap();
        lock.lock().unwrap();
        let is_same = fs::read_to_string(&how).is_ok_and(|before| before == text);
        let inputs = newest(source.parent().unwrap()).max(newest(Path::new(HEADERS)));
        if is_same && fs::metadata(&library).is_ok_and(|library| library.modified().unwrap() > inputs) {
            return library;
        }
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{command:?}: {said}");
        // Never half a library, for whoever has the old one open.
        fs::rename(unfinished, &library).unwrap();
        fs::write(how, text).unwrap();
        library
    }
}

/// When the newest file of a folder was written.
fn newest(folder: &Path) -> SystemTime {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().metadata().unwrap());
    files.map(|file| file.modified().unwrap()).max().unwrap()
}

/// A library that is built when it is used for the first time.
type Built = LazyLock<PathBuf>;

/// The libraries that the tests load.
pub(crate) struct Libraries {
    pub(crate) spring_in_c: Built,
    pub(crate) mass_in_cpp: Built,
    pub(crate) ported: Built,
    pub(crate) failing: Built,
    pub(crate) garish: Built,
    pub(crate) nonsense: Built,
    pub(crate) throwing: Built,
    pub(crate) clocked_in_c: Built,
    pub(crate) sampled_in_cpp: Built,
    pub(crate) former_in_c: Built,
    pub(crate) former_in_cpp: Built,
    pub(crate) untimely: Built,
    pub(crate) late: Built,
    pub(crate) answering: Built,
    pub(crate) unpunctual: Built,
    pub(crate) remembering: Built,
    pub(crate) bundled_in_c: Built,
    pub(crate) bundled_in_cpp: Built,
    pub(crate) asking_in_c: Built,
    pub(crate) asking_in_cpp: Built,
    pub(crate) three_in_c: Built,
    pub(crate) three_in_cpp: Built,
    pub(crate) looking_in_c: Built,
    pub(crate) looking_in_cpp: Built,
    pub(crate) spring_with_terminals: Built,
    pub(crate) motor_with_terminals: Built,
    pub(crate) joined_in_c: Built,
    pub(crate) joined_in_cpp: Built,
}

pub(crate) static LIBRARIES: Libraries = Libraries {
    spring_in_c: LazyLock::new(|| built("libraries/examples/spring/spring.c")),
    mass_in_cpp: LazyLock::new(|| built("libraries/examples/mass/mass.cpp")),
    ported: LazyLock::new(|| built("tests/native_libraries/ported.cpp")),
    failing: LazyLock::new(|| built("tests/native_libraries/failing.c")),
    garish: LazyLock::new(|| built("tests/native_libraries/garish.c")),
    nonsense: LazyLock::new(|| built("tests/native_libraries/nonsense.c")),
    throwing: LazyLock::new(|| built("tests/native_libraries/throwing.cpp")),
    clocked_in_c: LazyLock::new(|| built("tests/native_libraries/clocked.c")),
    sampled_in_cpp: LazyLock::new(|| built("tests/native_libraries/sampled.cpp")),
    former_in_c: LazyLock::new(|| built("tests/native_libraries/former.c")),
    former_in_cpp: LazyLock::new(|| built("tests/native_libraries/former_too.cpp")),
    untimely: LazyLock::new(|| built("tests/native_libraries/untimely.c")),
    answering: LazyLock::new(|| built("tests/native_libraries/answering.cpp")),
    late: LazyLock::new(|| built("tests/native_libraries/late.c")),
    unpunctual: LazyLock::new(|| built("tests/native_libraries/unpunctual.cpp")),
    remembering: LazyLock::new(|| built("tests/native_libraries/remembering.cpp")),
    bundled_in_c: LazyLock::new(|| built("tests/native_libraries/bundled.c")),
    bundled_in_cpp: LazyLock::new(|| built("tests/native_libraries/bundled_too.cpp")),
    asking_in_c: LazyLock::new(|| built("tests/native_libraries/asking.c")),
    asking_in_cpp: LazyLock::new(|| built("tests/native_libraries/asking_too.cpp")),
    three_in_c: LazyLock::new(|| built("tests/native_libraries/three.c")),
    three_in_cpp: LazyLock::new(|| built("tests/native_libraries/three_too.cpp")),
    looking_in_c: LazyLock::new(|| built("tests/native_libraries/looking.c")),
    looking_in_cpp: LazyLock::new(|| built("tests/native_libraries/looking_too.cpp")),
    spring_with_terminals: LazyLock::new(|| built("libraries/examples/hardening_spring/hardening_spring.c")),
    motor_with_terminals: LazyLock::new(|| built("libraries/examples/motor/motor.cpp")),
    joined_in_c: LazyLock::new(|| built("tests/native_libraries/joined.c")),
    joined_in_cpp: LazyLock::new(|| built("tests/native_libraries/joined_too.cpp")),
};

fn built(source: &str) -> PathBuf {
    Compilers::new(SHARED).build(source)
}

/// Runs the program with these libraries in a directory of its own.
pub(crate) fn with_libraries(directory: &TempDir, arguments: &[&str], libraries: &[&Path]) -> Output {
    let libraries = libraries.iter().flat_map(|path| ["--library", path.to_str().unwrap()]);
    bowline(directory, &arguments.iter().copied().chain(libraries).collect::<Vec<_>>())
}

/// Writes a scenario of these sections and runs it to `out.csv`.
pub(crate) fn run(directory: &TempDir, sections: &str, libraries: &[&Path]) -> Output {
    fs::write(directory.path().join("scenario.xml"), format!("<Contents>\n{sections}\n</Contents>\n")).unwrap();
    with_libraries(directory, &["run", "scenario.xml", "-o", "out.csv"], libraries)
}

/// The column of that name, after the times.
pub(crate) fn column(csv: &str, name: &str) -> Vec<(f64, f64)> {
    let at = csv.lines().next().unwrap().split(',').position(|n| n == name).unwrap_or_else(|| panic!("{name}"));
    rows(csv).iter().map(|row| (row[0], row[at])).collect()
}

/// A scenario with one object `X` of a type, and a source of 1 for its in-ports.
pub(crate) fn alone(library: &str, kind: &str, parameters: &str, ports: &[&str]) -> String {
    let connections: String = ports.iter().map(|port| format!(r#" X.{port}="1""#)).collect();
    format!(
        r#"<OBJECTS><Lib LibName="{library}" SimObject="{kind}" Name="X" {parameters}/></OBJECTS>
           <INTERCONNECTIONS><Connection{connections}/></INTERCONNECTIONS>
           <INTEGRATION><Engine TOutput="0:0.1:1" IntegratorMethod="RK4" stepsize="0.1" FileOutput="objects:all"/></INTEGRATION>"#
    )
}

/// Reports wrap long lines, behind hyphens too.
pub(crate) fn assert_says(said: &str, parts: &[&str]) {
    let said = said.replace("-\n        ", "-").replace("\n  │ ", " ").replace("\n        ", " ");
    for part in parts {
        assert!(said.contains(part), "`{part}` not in {said}");
    }
}

/// A scenario of the examples.
pub(crate) fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("libraries/examples").join(name).display().to_string()
}
