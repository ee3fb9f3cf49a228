//! Arguments of what tells of libraries and types, or begins a new one.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::run::LibraryArguments;

pub(super) const SCHEMA: &str = "\
To use it, keep it beside the scenarios, and name it in each:
  bowline schema > scenario.xsd
  <Contents xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"
            xsi:noNamespaceSchemaLocation=\"scenario.xsd\">";

pub(super) const NEW_LIBRARY: &str = "\
The project holds one SimObject, a scenario that uses it, a test, and a README
that says how to build and run them. It needs nothing but the language's own
tools and this program.";

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
}

#[derive(Debug, Args)]
pub(crate) struct DescribeArguments {
    /// The type, as in `Body/Mass` or `FhsimTutorialLibrary:Body/Mass`; a library; or a file of schemes
    #[arg(value_name = "[LIB:]TYPE")]
    pub(crate) subject: String,
    /// Parameters on which ports depend
    #[arg(value_name = "NAME=VALUE")]
    pub(crate) parameters: Vec<String>,
    /// How to write it
    #[arg(long, value_enum, default_value_t = PageFormat::Human)]
    pub(crate) format: PageFormat,
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    /// For a terminal; of a library, a line for each type
    Human,
    /// A reference page
    Markdown,
    /// For programs
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
}

#[derive(Debug, Args)]
pub(crate) struct NewLibraryArguments {
    /// The library's name in scenarios: an ASCII letter, then letters, digits and `_`
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The language that it is written in
    #[arg(long, value_enum, default_value_t = Language::Rust)]
    pub(crate) language: Language,
    /// The project's folder, new or empty [default: NAME, here]
    #[arg(long, value_name = "DIR")]
    pub(crate) path: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Rust, built with cargo
    Rust,
    /// C, built with CMake or the compiler alone
    C,
    /// C++, built with CMake or the compiler alone
    Cpp,
}
