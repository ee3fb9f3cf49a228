//! Arguments of pages and files of a finished run.

use std::path::PathBuf;

use bowline_units::DisplayUnits;
use clap::Args;

use super::number::{finite, positive};

pub(super) const EXPORT: &str = "\
The run must have been recorded: bowline run model.xml --record-view

Examples:
  bowline export model.csv
  bowline export model.csv --plot B.Pos[2],S.Force -o height.html
  bowline export model.csv --from 2 --until 5 --fps 100 -o impact.html
  bowline export model.csv -o model.glb";

#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// The results of a run that was recorded by `run --record-view`
    #[arg(value_name = "RESULT")]
    pub(crate) results: PathBuf,
    /// What to write: as .html a page for a browser, which needs no network; as .glb a scene with its motion for 3D
    /// programs (glTF 2.0) [default: the results' name with .html, here]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// What the page plots at first: columns, or signals with all of their elements
    #[arg(long, value_name = "COLUMN,...", value_delimiter = ',')]
    pub(crate) plot: Vec<String>,
    /// So many frames a simulated second [default: those that were recorded, at most 600]
    #[arg(long = "fps", value_name = "N", value_parser = positive)]
    pub(crate) frames_per_second: Option<f64>,
    /// The first frame at this time, s [default: where the run begins]
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) from: Option<f64>,
    /// The last frame at this time, s [default: the end]
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) until: Option<f64>,
    /// What stands above the page [default: the scenario's name]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Show numbers in these units, each for its quantity: `bar,l/min,deg`; or `SI`; `workshop` is
    /// `bar, l/min, deg, deg/s, kN, kN m, kW`. A key of the page changes to SI and back
    #[arg(long, value_name = "UNIT,...", value_parser = DisplayUnits::parse, default_value = "workshop")]
    pub(crate) units: DisplayUnits,
    /// Hide the SimObjects of this type; may be given again
    #[arg(long, value_name = "TYPE")]
    pub(crate) hide: Vec<String>,
    /// Replace a file that Bowline did not write too
    #[arg(long)]
    pub(crate) force: bool,
    /// Say nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
