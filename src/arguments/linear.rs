//! Arguments of equilibria, linear models and frequency responses.

use std::path::PathBuf;

use bowline_analysis::Wanted;
use clap::Args;

use super::number::finite;
use super::{Format, LibraryArguments, Overrides, Verbosity};

pub(super) const STEADY: &str = "\
Examples:
  bowline steady model.xml -o rest.json
  bowline run model.xml --initial-state rest.json
  bowline steady press.xml --hold Piston.Pos --find Valve.Command --given Piston.Vel=0
  bowline steady valve.xml --sweep Inlet.Pressure=2e5:1e5:100e5 --signals Valve.Q2 -o characteristic.csv

Exit status: 0 found, 1 there is none, or many, 2 the scenario or the arguments
are wrong.";

pub(super) const LINEARIZE: &str = "\
Examples:
  bowline linearize servo.xml --steady
  bowline linearize servo.xml --steady --inputs C.Reference --outputs A.Out -o servo.json
  bowline linearize press.xml --at 2.5 --inputs Valve.Command --outputs Piston.Pos -o press.mat

Exit status: 0 done, 1 there is no linear model here, 2 the scenario or the
arguments are wrong.";

pub(super) const FREQUENCY: &str = "\
Examples:
  bowline frequency servo.xml --steady --from C.Reference --to A.Out 0.1:log:100 -o response.csv
  bowline plot response.csv
  bowline frequency servo.xml --steady --loop A.In -o loop.csv
  bowline plot loop.csv --as nichols

Exit status: 0 done, 1 there is no linear model here, 2 the scenario or the
arguments are wrong.";

/// A scenario that is looked at in one state.
#[derive(Debug, Args)]
pub(crate) struct ScenarioArguments {
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
    /// Replace a file that holds something else too
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

/// What an equilibrium has to be like.
#[derive(Debug, Args)]
pub(crate) struct ConditionArguments {
    /// States that keep their values; their derivatives are what they are
    #[arg(long, value_name = "STATE,...", value_delimiter = ',')]
    pub(crate) hold: Vec<String>,
    /// In-ports that are fed by numbers, parameters or variables that are sought, for as many conditions
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) find: Vec<String>,
    /// A condition on a signal, in its declared unit or in another one: `Piston.Vel=0`, `Line.Pressure=210 bar`
    #[arg(long, value_name = "SIGNAL=VALUE")]
    pub(crate) given: Vec<String>,
}

impl ConditionArguments {
    /// What they ask for.
    pub(crate) fn wanted(&self) -> Wanted {
        Wanted { hold: self.hold.clone(), find: self.find.clone(), given: self.given.clone() }
    }
}

#[derive(Debug, Args)]
pub(crate) struct SteadyArguments {
    #[command(flatten)]
    pub(crate) scenario: ScenarioArguments,
    #[command(flatten)]
    pub(crate) conditions: ConditionArguments,
    /// Find an equilibrium for each of these values, each from the one before: as `--vary` of `sweep` takes them
    #[arg(long, value_name = "NAME=VALUES")]
    pub(crate) sweep: Option<String>,
    /// Signals to tell, beside the states [of a sweep: those that the scenario records]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) signals: Vec<String>,
    /// Where the state goes, for --initial-state; of a sweep the table, CSV or Parquet
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

/// The point about which a model is linear.
#[derive(Debug, Args)]
pub(crate) struct PointArguments {
    #[command(flatten)]
    pub(crate) scenario: ScenarioArguments,
    /// About the state at this time of a run, s [default: at its start]
    #[arg(long, value_name = "T", value_parser = finite, allow_negative_numbers = true, conflicts_with = "steady")]
    pub(crate) at: Option<f64>,
    /// About an equilibrium, as `steady` finds it
    #[arg(long)]
    pub(crate) steady: bool,
    #[command(flatten)]
    pub(crate) conditions: ConditionArguments,
}

#[derive(Debug, Args)]
pub(crate) struct LinearizeArguments {
    #[command(flatten)]
    pub(crate) point: PointArguments,
    /// In-ports that are inputs
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) inputs: Vec<String>,
    /// Signals that are outputs
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) outputs: Vec<String>,
    /// Where the matrices go: .json, .csv, .mat (MATLAB) or .npz (NumPy), by the name
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct FrequencyArguments {
    #[command(flatten)]
    pub(crate) point: PointArguments,
    /// Frequencies, Hz: `0.1:log:1000` (50 a decade), `0.1:log20:1000` (20 a decade), `0:0.5:10`, or `1,2,5` [default: about
    /// all modes]
    #[arg(value_name = "FREQUENCIES")]
    pub(crate) frequencies: Option<String>,
    /// In-ports that are inputs
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', required_unless_present = "loop_at")]
    pub(crate) from: Vec<String>,
    /// Signals that are outputs
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', required_unless_present = "loop_at")]
    pub(crate) to: Vec<String>,
    /// The gain once around the loop through this in-port, which is cut there, as an open loop with negative feedback; its
    /// margins too
    #[arg(long = "loop", value_name = "PORT", conflicts_with_all = ["from", "to"])]
    pub(crate) loop_at: Option<String>,
    /// Say the margins of each pair as an open loop with negative feedback: gain, phase, delay
    #[arg(long)]
    pub(crate) margins: bool,
    /// Where the response goes, CSV or Parquet, for `plot`
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}
