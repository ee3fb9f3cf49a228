//! Arguments of what says how far off a result is.

use std::path::PathBuf;

use clap::Args;

use super::number::{finite, positive};
use super::{Format, LibraryArguments, Overrides, Verbosity};

pub(super) const VERIFY: &str = "\
Examples:
  bowline verify model.xml
  bowline verify model.xml --signals B.Pos[2],S.Force -o deviations.csv
  bowline plot deviations.csv

Exit status: 0 every column is as accurate as was asked for, 1 one is not, or
the run failed, 2 the scenario or the arguments are wrong, 130 interrupted.";

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
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
    /// Count a column as accurate whose error is no more than so many tolerances
    #[arg(long, value_name = "N", value_parser = positive, default_value = "10")]
    pub(crate) within: f64,
    /// Leave the SampleTime of the scenario as it is: of a controller it is no error; of transmission lines it is
    #[arg(long)]
    pub(crate) keep_sample_time: bool,
    /// End at this time, s
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) until: Option<f64>,
    /// Begin with the state in this file, as `run` does
    #[arg(long, value_name = "FILE")]
    pub(crate) initial_state: Option<PathBuf>,
    /// Write the deviation of each column over time, as CSV or Parquet, for `plot`
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
