//! `bowline list`: the libraries and their types.

use std::fmt::Write;

use simobject::host::Library;

use crate::{Exit, libraries, report};

pub(crate) fn list() -> Exit {
    let libraries: Vec<String> = libraries::catalog().libraries().map(listed).collect();
    report::page(libraries.join("\n").as_bytes())
}

/// A library and its types, a line each.
pub(crate) fn listed(library: &Library) -> String {
    let aliases: String = library.aliases().map(|alias| format!(", also `{alias}`")).collect();
    let mut text = format!("{}{aliases} ({}, built in): {}\n", library.name(), library.version(), library.doc());
    let width = library.types().map(|kind| kind.name().len()).max().unwrap_or(0);
    for kind in library.types() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {:width$}  {}", kind.name(), kind.doc());
    }
    text
}
