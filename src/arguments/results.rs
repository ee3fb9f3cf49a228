//! Arguments of what reads results.

use std::path::PathBuf;

use bowline_results::Size;
use bowline_units::DisplayUnits;
use clap::{Args, ValueEnum};

use super::number::{self, finite, not_negative};

pub(super) const PLOT: &str = "\
Examples:
  bowline plot model.csv --signals B.Pos[2],S.Force
  bowline plot model.parquet --signals B.Pos -o height.html
  bowline plot before.csv after.csv --signals B.Pos[2] -o both.png
  bowline plot model.csv --over B.Pos[2] --signals B.Vel[2]
  bowline plot model.csv --spectrum --from 10 --signals B.Pos[2]
  bowline plot errors.csv --log xy --points
  bowline plot response.csv --signals Valve.Q2/Valve.P1
  bowline plot response.csv --as nyquist -o loop.html";

pub(super) const COMPARE: &str = "\
Columns go together by their names, rows by their times. Exit status: 0 the
same, 1 different, 2 a file cannot be read.";

#[derive(Debug, Args)]
pub(crate) struct PlotArguments {
    /// The results of runs, CSV or Parquet; those of several are drawn over each other
    #[arg(value_name = "RESULT", required = true)]
    pub(crate) results: Vec<PathBuf>,
    /// What to draw: columns, or signals with all of their elements, or pairs of a frequency response [default: all numbers]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) signals: Vec<String>,
    /// The column along the bottom; lines go from row to row [default: Time, or the first column]
    #[arg(long, value_name = "COLUMN")]
    pub(crate) over: Option<String>,
    /// Draw along the elements of signals, as of the tensions along a line: the least, the mean and the largest value
    /// that each has over all rows
    #[arg(long, value_name = "SIGNAL,...", value_delimiter = ',', conflicts_with_all = ["signals", "over", "diagram", "decibel"])]
    pub(crate) range: Vec<String>,
    /// Draw amplitudes over frequency: of sines that make up the signals over time
    #[arg(long, conflicts_with_all = ["over", "range", "diagram", "decibel"])]
    pub(crate) spectrum: bool,
    /// Leave out rows before this time, or of a table without `Time`, before this number of its first column
    #[arg(long, value_name = "T", value_parser = finite, allow_hyphen_values = true)]
    pub(crate) from: Option<f64>,
    /// Leave out rows after it
    #[arg(long, value_name = "T", value_parser = finite, allow_hyphen_values = true)]
    pub(crate) until: Option<f64>,
    /// Show numbers in these units, each for its quantity: `bar,l/min,mm`, or `SI`, or `workshop`, which is
    /// `bar, l/min, deg, deg/s, kN, kN m, kW` [default: workshop over time, else as they stand in the file]
    #[arg(long, value_name = "UNIT,...", value_parser = DisplayUnits::parse)]
    pub(crate) units: Option<DisplayUnits>,
    /// What stands above the chart [default: the names of the results]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Draw points in the place of lines
    #[arg(long)]
    pub(crate) points: bool,
    /// Make axes logarithmic: x is along the bottom, y goes up
    #[arg(long, value_name = "AXES")]
    pub(crate) log: Option<LogAxes>,
    /// How to draw a frequency response: a table of `Frequency` in Hz with columns such as `Valve.Q2/Valve.P1:magnitude`
    /// and `:phase`, or `:real` and `:imaginary` [default: bode]
    #[arg(long = "as", value_name = "DIAGRAM")]
    pub(crate) diagram: Option<Diagram>,
    /// Tell magnitudes of a Bode diagram in dB
    #[arg(long)]
    pub(crate) decibel: bool,
    /// Where the chart goes: a picture as .svg or .png, or as .html a page that tells what is under the pointer, zooms,
    /// and needs no network [default: the first result's name with .svg, here]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// How large a picture is, in pixels [default: 1000 wide, twice that as .png, and as high as its panels need]
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub(crate) size: Option<Size>,
    /// Replace a file that is no chart too
    #[arg(long)]
    pub(crate) force: bool,
    /// Say nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

fn size(text: &str) -> Result<Size, String> {
    number::size(text).map(|(width, height)| Size { width, height })
}

/// The axes that are logarithmic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogAxes {
    X,
    Y,
    Xy,
}

impl LogAxes {
    /// Whether the one along the bottom is, and whether those upwards are.
    pub(crate) const fn axes(self) -> (bool, bool) {
        match self {
            Self::X => (true, false),
            Self::Y => (false, true),
            Self::Xy => (true, true),
        }
    }
}

/// Diagrams of a frequency response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Diagram {
    /// Magnitude and phase over frequency
    Bode,
    /// Imaginary over real part
    Nyquist,
    /// Magnitude in dB over phase, with the closed loop's magnitude
    Nichols,
    /// Its columns, as those of any table
    Lines,
}

impl Diagram {
    /// After whom it is called.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Bode => "Bode",
            Self::Nyquist => "Nyquist",
            Self::Nichols => "Nichols",
            Self::Lines => "line",
        }
    }
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
