//! `bowline list`: the libraries and their types.

use std::fmt::Write;

use bowline_engine::CatalogLibrary;

use crate::arguments::ListArguments;
use crate::{Exit, libraries, report};

pub(crate) fn list(arguments: &ListArguments) -> Exit {
    let (catalog, wrong) = match libraries::whole_catalog(&arguments.libraries) {
        Ok(found) => found,
        Err(error) => return report::errors(&[error]),
    };
    let libraries: Vec<String> = catalog.libraries().map(listed).collect();
    match report::page(&libraries.join("\n")) {
        Exit::Done if !wrong.is_empty() => report::errors(&wrong),
        exit => exit,
    }
}

/// A library and its types, a line each.
pub(crate) fn listed(listed: &CatalogLibrary) -> String {
    let CatalogLibrary { library, origin } = listed;
    let aliases: String = library.aliases().map(|alias| format!(", also `{alias}`")).collect();
    let (name, version, abi, doc) = (library.name(), library.version(), listed.abi(), library.doc());
    let mut text = format!("{name}{aliases} ({version}, ABI {abi}, {origin}): {doc}\n");
    let width = library.types().map(|kind| kind.name().len()).max().unwrap_or(0);
    for kind in library.types() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {:width$}  {}", kind.name(), kind.doc());
    }
    text
}
