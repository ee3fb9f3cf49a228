//! Arguments of what runs or checks a scenario, and what most commands share.

use std::path::PathBuf;
use std::time::Duration;

use bowline_engine::live::Rate;
use clap::{ArgAction, Args, ValueEnum};

use super::number::{duration, finite, positive};

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// The scenario
    #[arg(value_name = "FILE")]
    pub(crate) scenario: PathBuf,
    /// Where the results go: Parquet if the name ends in .parquet, else CSV; `-` for standard output [default: the
    /// scenario's name with .csv, here]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
    /// End at this time, s; it becomes the last row
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) until: Option<f64>,
    /// Begin with the state in this file: at its time, instead of the initial conditions
    #[arg(long, value_name = "FILE")]
    pub(crate) initial_state: Option<PathBuf>,
    /// Write the state at the end, also of an interrupted run, for --initial-state
    #[arg(long, value_name = "FILE")]
    pub(crate) final_state: Option<PathBuf>,
    /// Do at the same times what was done to the run of this record: inputs that were moved, marks that were set
    #[arg(long, value_name = "X.run.json")]
    pub(crate) repeat: Option<PathBuf>,
    /// Keep pace with the clock on the wall, or with so many simulated seconds in a second; each row is written as it
    /// comes
    #[arg(long, value_name = "RATE", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub(crate) real_time: Option<Rate>,
    /// Write units into the header of a CSV file too: `B.Pos[2] [m]`
    #[arg(long)]
    pub(crate) units: bool,
    /// Replace files that are no results of an earlier run too, but none that the run reads
    #[arg(long)]
    pub(crate) force: bool,
    /// End a run that hangs in a calculation: of which no step ends for so long, s
    #[arg(long, value_name = "SECONDS", value_parser = duration)]
    pub(crate) stall: Option<Duration>,
    /// Record what is to be seen too, in NAME.view beside the results, for `view --replay`; so many times a simulated
    /// second [default: 30, at least 300 and at most 10000 in all]
    #[arg(long, value_name = "RATE", num_args = 0..=1, require_equals = true, value_parser = positive)]
    pub(crate) record_view: Option<Option<f64>>,
    /// Say what the run cost: steps, evaluations, Jacobians, and where the time went, type by type
    #[arg(long)]
    pub(crate) stats: bool,
    /// Look in every evaluation for numbers that a calculation of a library left out, not only in some, and around each
    /// batch for what it changes that is not its own: for what is new; it costs time and changes no result
    #[arg(long)]
    pub(crate) guard: bool,
    /// Then say how far off the results are, as `verify` does: by runs with other methods and tighter tolerances
    #[arg(long, conflicts_with_all = ["repeat", "real_time"])]
    pub(crate) verify: bool,
    /// Say nothing but errors
    #[arg(short, long, conflicts_with_all = ["verbose", "stats"])]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
}

#[derive(Debug, Args)]
pub(crate) struct FlattenArguments {
    /// The scenario
    #[arg(value_name = "FILE")]
    pub(crate) scenario: PathBuf,
    /// Where it goes [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Replace a file that is there
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// The scenario
    #[arg(value_name = "FILE")]
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) overrides: Overrides,
    #[command(flatten)]
    pub(crate) libraries: LibraryArguments,
    /// Begin with the state in this file, as `run` does
    #[arg(long, value_name = "FILE")]
    pub(crate) initial_state: Option<PathBuf>,
    /// Show the loops, as -v does, and look whether they have other solutions at the start; not finding one proves
    /// nothing
    #[arg(long)]
    pub(crate) all_solutions: bool,
    #[command(flatten)]
    pub(crate) verbosity: Verbosity,
    /// How to write what is wrong
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Human,
    /// For programs
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct Overrides {
    /// Set a parameter, an initial condition or the numbers of an in-port (`Object.Name=VALUE`, or `Object.Name[i]=VALUE`
    /// for an element), or an attribute of Engine (Engine:Attribute=VALUE)
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// Look for files of schemes in this directory too, and not only beside the file that names them
    #[arg(long = "scheme-path", value_name = "DIR")]
    pub(crate) scheme_path: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct LibraryArguments {
    /// Load the library in this file, also in place of a built-in one of the same name
    #[arg(long = "library", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Look for libraries in this directory, as in those that BOWLINE_LIBRARY_PATH names
    #[arg(long = "library-path", value_name = "DIR")]
    pub(crate) directories: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Verbosity {
    /// Say more: what is loaded and how it is integrated; -vv: also each fresh start of the method
    #[arg(short, long, action = ArgAction::Count)]
    pub(crate) verbose: u8,
    /// Write what is said to this file too, with times (UTC)
    #[arg(long, value_name = "FILE")]
    pub(crate) log_file: Option<PathBuf>,
}
