//! Arguments of what reads results.

use std::path::PathBuf;

use clap::Args;

use super::number::not_negative;

pub(super) const PLOT: &str = "\
Examples:
  bowline plot model.csv --signals B.Pos[2],S.Force
  bowline plot model.parquet --signals B.Pos -o height.html";

pub(super) const COMPARE: &str = "\
Columns go together by their names, rows by their times. Exit status: 0 the
same, 1 different, 2 a file cannot be read.";

#[derive(Debug, Args)]
pub(crate) struct PlotArguments {
    /// The results of a run, CSV or Parquet
    #[arg(value_name = "RESULT")]
    pub(crate) results: PathBuf,
    /// What to draw: columns, or signals with all of their elements [default: all numbers]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) signals: Vec<String>,
    /// Where the chart goes: a picture as .svg, or as .html a page that tells what is under the pointer, zooms, and needs
    /// no network [default: the results' name with .svg, here]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Replace a file that is no chart too
    #[arg(long)]
    pub(crate) force: bool,
    /// Say nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    /// Results, CSV or Parquet
    #[arg(value_name = "A")]
    pub(crate) first: PathBuf,
    /// Other results, CSV or Parquet
    #[arg(value_name = "B")]
    pub(crate) second: PathBuf,
    /// How far two numbers may lie apart, in the unit of the column
    #[arg(long, value_name = "T", value_parser = not_negative, default_value = "0")]
    pub(crate) tolerance: f64,
    /// The same as a part of the larger of them, in addition
    #[arg(long, value_name = "R", value_parser = not_negative, default_value = "0")]
    pub(crate) relative: f64,
}
