//! Structs of the ABI may get new fields at their end: libraries with every struct one field longer are
//! loaded by this program, and libraries of today by a host with every struct one field longer.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::program::native::{HEADERS, LIBRARIES, assert_says, compiler, run, with_libraries};
use crate::program::text;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// They never get another field; of the creator libraries see only what it points to.
const FROZEN: [&str; 3] = ["Text", "Place", "Creator"];

/// The structs of the ABI, as its definitions have them.
fn structs() -> BTreeSet<String> {
    let folder = Path::new(ROOT).join("engine/simobject/src/abi");
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let names = |text: String| -> Vec<String> {
        let name = |line: &str| Some(line.strip_prefix("pub struct ")?.split([' ', '(', '<', ';']).next()?.to_owned());
        text.lines().filter_map(name).collect()
    };
    files.flat_map(names).filter(|name| !FROZEN.contains(&name.as_str())).collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn altered(file: &Path, alter: impl FnOnce(String) -> String) {
    let text = fs::read_to_string(file).unwrap();
    let new = alter(text.clone());
    assert_ne!(text, new, "{}", file.display());
    fs::write(file, new).unwrap();
}

/// The headers with every struct one field longer, which a macro sets in signals.
fn longer_headers(folder: &Path) {
    copy(Path::new(HEADERS), folder);
    altered(&folder.join("simobject.h"), |mut header| {
        for name in structs() {
            let start = format!("struct Bowline{name} {{\n");
            let at = header.find(&start).unwrap_or_else(|| panic!("{name} is not in simobject.h"));
            let end = at + header[at..].find("\n};").unwrap() + 1;
            let later = if name.ends_with("Calls") { "  void (*later)(void);\n" } else { "  uint64_t later;\n" };
            header.insert_str(end, later);
        }
        header
    });
    altered(&folder.join("simobject_inline.h"), |header| {
        header.replacen(
            "    signal.width = width;\n",
            "    signal.width = width;\n    signal.later = BOWLINE_LATER;\n",
            1,
        )
    });
}

/// A library of a source with such headers; later fields of its signals are that.
fn longer(directory: &TempDir, source: &str, later: u32) -> PathBuf {
    let headers = directory.path().join("include");
    if !headers.exists() {
        longer_headers(&headers);
    }
    let is_c = source.ends_with(".c");
    let stem = Path::new(source).file_stem().unwrap().to_str().unwrap();
    let library = directory.path().join(format!("{}{stem}{later}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX));
    let (variable, usual, standard) = if is_c { ("CC", "cc", "c99") } else { ("CXX", "c++", "c++17") };
    let mut command = Command::new(compiler(variable, usual));
    command.args([&format!("-std={standard}"), "-O1", "-ffp-contract=off", "-fPIC", "-shared", "-w"]);
    command.arg(format!("-DBOWLINE_LATER={later}")).arg("-I").arg(&headers).arg("-o").arg(&library);
    let output = command.arg(Path::new(ROOT).join(source)).arg("-lm").output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    library
}

const STICK_SLIP: &str = r#"
    <OBJECTS><Lib LibName="LIBRARY" SimObject="Friction/StickSlip" Name="X" Mass="1" Stiffness="4" Belt="1" Static="2"
                  Sliding="1" Law="Stribeck"/>
             <Lib LibName="LIBRARY" SimObject="Signal/Filter" Name="F" A="0.5,0;0,0.5" B="1;0" C="1,0" JumpAt="0.25"/></OBJECTS>
    <INTERCONNECTIONS><Connection F.In="X.Pos + X.Lead"/></INTERCONNECTIONS>
    <INTEGRATION><Engine TOutput="0:0.1:2" SampleTime="0.1" FileOutput="objects:all"/></INTEGRATION>"#;

const SEA: &str = r#"
    <OBJECTS><Lib LibName="LIBRARY" SimObject="Cable/Drifting" Name="C"/>
             <Lib LibName="LIBRARY" SimObject="Environment/Sea" Name="S"/></OBJECTS>
    <INTERCONNECTIONS><Connection S.Surface="1"/></INTERCONNECTIONS>
    <INITIALIZATION><InitialCondition C.Ends="0,0,-1,0,1,-2" S.Swell="0.3"/></INITIALIZATION>
    <INTEGRATION><Engine TOutput="0:0.1:1" FileOutput="objects:all"/></INTEGRATION>"#;

fn result(directory: &TempDir, sections: &str, library: &Path) -> String {
    let output = run(directory, sections, &[library]);
    assert!(output.status.success(), "{}: {}", library.display(), text(&output.stderr));
    crate::program::read(directory, "out.csv")
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn libraries_with_longer_structs_run_as_others_do() {
    let directory = TempDir::new().unwrap();
    for (source, today, name, sections) in [
        ("three.c", &LIBRARIES.three_in_c, "three", STICK_SLIP),
        ("three_too.cpp", &LIBRARIES.three_in_cpp, "three_too", STICK_SLIP),
        ("asking.c", &LIBRARIES.asking_in_c, "asking", SEA),
        ("asking_too.cpp", &LIBRARIES.asking_in_cpp, "asking_too", SEA),
    ] {
        let sections = sections.replace("LIBRARY", name);
        let longer = longer(&directory, &format!("tests/native_libraries/{source}"), 0);
        let expected = result(&directory, &sections, today);
        assert!(expected.lines().count() > 10);
        assert_eq!(result(&directory, &sections, &longer), expected, "{source}");
    }
    // Kinds of bundles and looks are read where a library is described.
    for (source, today, kind) in [
        ("bundled.c", &LIBRARIES.bundled_in_c, "Tlm/Spring"),
        ("bundled.c", &LIBRARIES.bundled_in_c, "Rotating/Flywheel"),
        ("bundled.c", &LIBRARIES.bundled_in_c, "Tlm/Ends"),
        ("bundled_too.cpp", &LIBRARIES.bundled_in_cpp, "Tlm/Mass"),
        ("bundled_too.cpp", &LIBRARIES.bundled_in_cpp, "Rotating/Wheel"),
        ("looking.c", &LIBRARIES.looking_in_c, "Looking"),
        ("looking_too.cpp", &LIBRARIES.looking_in_cpp, "Looking"),
        ("joined.c", &LIBRARIES.joined_in_c, "Joined/Forms"),
        ("joined_too.cpp", &LIBRARIES.joined_in_cpp, "Joined/Forms"),
    ] {
        let longer = longer(&directory, &format!("tests/native_libraries/{source}"), 0);
        let described = |library: &Path| {
            let output = with_libraries(&directory, &["describe", kind, "--format", "json"], &[library]);
            assert!(output.status.success(), "{kind}: {}", text(&output.stderr));
            text(&output.stdout)
        };
        let expected = described(today);
        assert!(expected.len() > 500, "{expected:?}");
        assert_eq!(described(&longer), expected, "{source}");
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_only_a_later_version_knows_is_not_dropped() {
    let directory = TempDir::new().unwrap();
    let library = longer(&directory, "tests/native_libraries/three.c", 1);
    let output = run(&directory, &STICK_SLIP.replace("LIBRARY", "three"), &[&library]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert_says(&text(&output.stderr), &["it says what only a later version of Bowline knows"]);
}

/// Adds a field to literals of the ABI's structs in Rust that have all of them, and to patterns.
fn with_later_fields(mut source: String, names: &BTreeSet<String>) -> String {
    for name in names {
        let start = format!("abi::{name} {{");
        let mut from = 0;
        while let Some(found) = source[from..].find(&start) {
            let open = from + found + start.len();
            let mut depth = 1;
            let length = source[open..].bytes().position(|byte| {
                depth += i32::from(byte == b'{') - i32::from(byte == b'}');
                depth == 0
            });
            let close = open + length.unwrap();
            from = open;
            let line = source[..open].rsplit('\n').next().unwrap();
            if source[open..close].contains("..") || line.contains("-> ") || line.starts_with("impl") {
                continue;
            }
            from = close;
            let is_pattern = source[close + 1..].trim_start().starts_with("= ");
            let comma = if source[..close].trim_end().ends_with(',') { "" } else { ", " };
            source.insert_str(close, &format!("{comma}{}", if is_pattern { ".." } else { "later: 0" }));
        }
    }
    source
}

/// The host, and what it is made of.
const CRATES: [&str; 7] = ["simobject", "host", "units", "formula", "text", "harmless", "nearest"];

/// What the crates depend on, of which some lie beside each other.
fn dependencies() -> String {
    let manifest = fs::read_to_string(Path::new(ROOT).join("Cargo.toml")).unwrap();
    let start = manifest.find("[workspace.dependencies]").unwrap();
    let end = start + manifest[start + 1..].find("\n[").unwrap() + 1;
    CRATES.iter().fold(manifest[start..end].to_owned(), |text, name| {
        text.replace(&format!("path = \"engine/{name}\""), &format!("path = {name:?}"))
    })
}

/// Asks this program's crates, with longer structs, what libraries of today calculate.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_host_with_longer_structs_takes_libraries_of_today() {
    let directory = TempDir::new().unwrap();
    let root = directory.path();
    let names = structs();
    for name in CRATES {
        let (from, to) = (Path::new(ROOT).join("engine").join(name), root.join(name));
        copy(&from.join("src"), &to.join("src"));
        let manifest = fs::read_to_string(from.join("Cargo.toml")).unwrap();
        let manifest = &manifest[..manifest.find("[dev-dependencies]").or(manifest.find("[lints]")).unwrap()];
        fs::write(to.join("Cargo.toml"), manifest).unwrap();
    }
    fs::write(
        root.join("Cargo.toml"),
        format!(
            r#"[workspace]
               members = [{}, "driver"]
               resolver = "3"
               [workspace.package]
               version = "0.1.0"
               edition = "2024"
               rust-version = "1.90"
               license = "MIT"
               authors = []
               {}"#,
            CRATES.map(|name| format!("{name:?}")).join(", "),
            dependencies()
        ),
    )
    .unwrap();
    fs::copy(Path::new(ROOT).join("Cargo.lock"), root.join("Cargo.lock")).unwrap();
    let driver = root.join("driver");
    fs::create_dir_all(driver.join("src")).unwrap();
    fs::copy(Path::new(ROOT).join("tests/plug_ins/growth/driver.rs"), driver.join("src/main.rs")).unwrap();
    fs::write(
        driver.join("Cargo.toml"),
        "[package]\nname = \"driver\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[dependencies]\nsimobject.workspace = \
         true\nsimobject-host.workspace = true\n",
    )
    .unwrap();
    for file in fs::read_dir(root.join("simobject/src/abi")).unwrap().map(|entry| entry.unwrap().path()) {
        let mut text = fs::read_to_string(&file).unwrap();
        for name in &names {
            let Some(at) = text.find(&format!("pub struct {name} {{\n")) else { continue };
            let end = at + text[at..].find("\n}").unwrap() + 1;
            text.insert_str(end, "    pub later: u64,\n");
        }
        fs::write(&file, text).unwrap();
    }
    let mut pending = vec![root.join("simobject/src"), root.join("host/src")];
    while let Some(folder) = pending.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                pending.push(path);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                fs::write(&path, with_later_fields(text, &names)).unwrap();
            }
        }
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root).args(["run", "--quiet", "--offline", "-p", "driver", "--"]);
    cargo.env("CARGO_TARGET_DIR", root.join("target"));
    cargo.env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("RUSTFLAGS");
    for (library, name) in [(&LIBRARIES.three_in_c, "three"), (&LIBRARIES.three_in_cpp, "three_too")] {
        cargo.arg(library.as_path()).arg(name);
    }
    let output = cargo.output().unwrap();
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    // A mass of 1 kg at 0.25 m, 2 m/s, faster than the belt: x' = 2, v' = -(4 0.25 + 1)/1; it leads by 1 m/s.
    let expected = "size 104 -> 112\nPos' = 2, Vel' = -2, Lead = 1\n";
    assert_eq!(text(&output.stdout), expected.repeat(2), "{said}");
}
