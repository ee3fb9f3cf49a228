//! Arguments of what says how far off a result is.

use clap::Args;

use super::AgainArguments;
use super::number::positive;

pub(super) const VERIFY: &str = "\
Examples:
  bowline verify model.xml
  bowline verify model.xml --signals B.Pos[2],S.Force -o deviations.csv
  bowline plot deviations.csv

Exit status: 0 every column is as accurate as was asked for, 1 one is not, or
the run failed, 2 the scenario or the arguments are wrong, 130 interrupted.";

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    #[command(flatten)]
    pub(crate) again: AgainArguments,
    /// Count a column as accurate whose error is no more than so many tolerances
    #[arg(long, value_name = "N", value_parser = positive, default_value = "10")]
    pub(crate) within: f64,
    /// Leave the SampleTime of the scenario as it is: of a controller it is no error; of transmission lines it is
    #[arg(long)]
    pub(crate) keep_sample_time: bool,
}
