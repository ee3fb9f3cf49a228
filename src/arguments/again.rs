//! Arguments of what does a run again, in other ways.

use std::path::PathBuf;

use clap::Args;

use super::number::finite;
use super::{Format, LibraryArguments, Overrides, Verbosity};

#[derive(Debug, Args)]
pub(crate) struct AgainArguments {
    /// The scenario
    #[arg(value_name = "FILE")]
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
    /// Only these columns, or signals with all of their elements [default: all that the run records]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) signals: Vec<String>,
    /// End at this time, s
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) until: Option<f64>,
    /// Begin with the state in this file, as `run` does
    #[arg(long, value_name = "FILE")]
    pub(crate) initial_state: Option<PathBuf>,
    /// Write what was found along the run, as CSV or Parquet, for `plot`
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Replace a file that holds no results too
    #[arg(long)]
    pub(crate) force: bool,
    /// How to write what was found
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
    /// Say nothing but errors, and what was found
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
}
