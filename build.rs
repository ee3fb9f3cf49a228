//! Embeds the files that `bowline new-library` writes: the templates, and the
//! crates `simobject`, `simobject-elements` and `bowline-units` that go with them; and tells the tests
//! which tools are missing here.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folders = [
        ("RUST", "src/new_library/templates/rust"),
        ("C", "src/new_library/templates/c"),
        ("CPP", "src/new_library/templates/cpp"),
        ("CMAKE", "src/new_library/templates/cmake"),
        ("EVERY", "src/new_library/templates/every"),
        ("SIMOBJECT", "engine/simobject/src"),
        ("ELEMENTS", "libraries/elements/src"),
        ("UNITS", "engine/units/src"),
        ("HEADERS", "engine/simobject/include"),
    ];
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    // The files are named by their whole paths, also if another checkout left the target folder.
    println!("cargo::rerun-if-env-changed=CARGO_MANIFEST_DIR");
    let mut text = String::new();
    for (name, folder) in folders {
        println!("cargo::rerun-if-changed={folder}");
        let mut entries = String::new();
        for path in files(&root.join(folder))? {
            let inner = path.strip_prefix(root.join(folder)).map_err(io::Error::other)?;
            let inner: Vec<_> = inner.iter().map(|part| part.to_string_lossy()).collect();
            entries += &format!("    ({:?}, include_str!({:?})),\n", inner.join("/"), path);
        }
        text += &format!("/// Files of `{folder}`: path in it, and contents.\n");
        text += &format!("pub(super) static {name}: &[(&str, &str)] = &[\n{entries}];\n");
    }
    fs::write(Path::new(&variable("OUT_DIR")?).join("embedded.rs"), text)?;
    export_departures();
    tell_which_tools_are_missing();
    Ok(())
}

/// Exports the program's `_exit` and its like, so that loaded libraries find them
/// before those of the C library: see src/departure.rs.
fn export_departures() {
    let target = |what: &str| env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    if (target("OS").as_str(), target("ENV").as_str()) == ("linux", "gnu") {
        // The linker of zig, with which wheels are built, exports all or nothing.
        println!("cargo::rerun-if-env-changed=BOWLINE_EXPORT_ALL");
        if env::var_os("BOWLINE_EXPORT_ALL").is_some() {
            println!("cargo::rustc-link-arg-bins=-rdynamic");
            return;
        }
        for name in ["_exit", "_Exit", "quick_exit"] {
            println!("cargo::rustc-link-arg-bins=-Wl,--export-dynamic-symbol={name}");
        }
    }
}

/// Tests that need a tool which is not here are shown as ignored, by a `cfg`.
/// Where CI is set they run nevertheless, and fail.
fn tell_which_tools_are_missing() {
    let compiler = |variable: &str, usual: &str| {
        println!("cargo::rerun-if-env-changed={variable}");
        answers(&env::var(variable).unwrap_or_else(|_| usual.to_owned()), "--version")
    };
    let tools = [
        ("no_c_compilers", compiler("CC", "cc") && compiler("CXX", "c++")),
        ("no_cmake", answers("cmake", "--version")),
        ("no_rust_tools", answers("cargo-fmt", "--version") && answers("cargo-clippy", "--version")),
        ("no_valgrind", answers("valgrind", "--version")),
        ("no_xmllint", answers("xmllint", "--version")),
    ];
    for variable in ["PATH", "CI"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    for (missing, is_here) in tools {
        println!("cargo::rustc-check-cfg=cfg({missing})");
        if !is_here && env::var_os("CI").is_none() {
            println!("cargo::rustc-cfg={missing}");
        }
    }
}

/// Whether there is a tool that answers this question.
fn answers(tool: &str, question: &str) -> bool {
    let (out, err) = (Stdio::null(), Stdio::null());
    Command::new(tool).arg(question).stdout(out).stderr(err).status().is_ok_and(|status| status.success())
}

/// All files below a folder, in the order of their paths.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}
