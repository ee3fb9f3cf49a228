//! `bowline list`: the libraries and their types.

use crate::{Exit, libraries};

pub(crate) fn list() -> Exit {
    let catalog = libraries::catalog();
    for (index, library) in catalog.libraries().enumerate() {
        if index > 0 {
            println!();
        }
        let aliases: String = library.aliases.iter().map(|alias| format!(", also `{alias}`")).collect();
        println!("{}{aliases} ({}, built in): {}", library.name, library.version, library.doc);
        let width = library.types.iter().map(|kind| kind.name.len()).max().unwrap_or(0);
        for kind in library.types {
            println!("  {:width$}  {}", kind.name, kind.doc);
        }
    }
    Exit::Done
}
