//! The libraries of SimObjects that are at hand: linked in, or loaded from files.

mod catalog;
mod library_file;
pub mod library_message;
mod origin;
mod search_path;

pub use catalog::Catalog;
pub use library_file::{ENGINE, LibraryError};
pub use origin::{CatalogLibrary, Origin};
