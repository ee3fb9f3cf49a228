//! The definitions of the ABI, as texts: what `simobject.h` is generated from, and what is frozen.

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of `src/abi`, `mod.rs` first.
pub(crate) fn sources() -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(root().join("src/abi")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort_by_key(|path| (!path.ends_with("mod.rs"), path.clone()));
    files
}

pub(crate) fn texts() -> Vec<String> {
    sources().iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// The names that follow `keyword` in public items at the top level.
pub(crate) fn names<'t>(text: &'t str, keyword: &str) -> Vec<&'t str> {
    let items = text.lines().filter_map(|line| line.strip_prefix("pub ")?.strip_prefix(keyword)?.strip_prefix(' '));
    let name = |rest: &'t str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
    // `pub const fn` is no constant.
    items.map(name).filter(|name| *name != "fn").collect()
}
