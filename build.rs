//! Embeds the files that `bowline new-library` writes: the templates, and the
//! crate `simobject` that goes with them.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folders = [
        ("RUST", "src/new_library/templates/rust"),
        ("C", "src/new_library/templates/c"),
        ("CPP", "src/new_library/templates/cpp"),
        ("CMAKE", "src/new_library/templates/cmake"),
        ("EVERY", "src/new_library/templates/every"),
        ("SIMOBJECT", "engine/simobject/src"),
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
    fs::write(Path::new(&variable("OUT_DIR")?).join("embedded.rs"), text)
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
