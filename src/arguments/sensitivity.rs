//! Arguments of what says how results change with parameters.

use clap::Args;

use super::AgainArguments;

pub(super) const SENSITIVITY: &str = "\
Examples:
  bowline sensitivity model.xml --parameters S.Stiffness,B.Mass --signals B.Pos[2]
  bowline sensitivity model.xml --parameters B.Mass,B.Vel[2] -o sensitivities.csv
  bowline plot sensitivities.csv

Exit status: 0 every derivative is known to a hundredth, 1 one is not, or a run
failed, 2 the scenario or the arguments are wrong, 130 interrupted.";

#[derive(Debug, Args)]
pub(crate) struct SensitivityArguments {
    #[command(flatten)]
    pub(crate) again: AgainArguments,
    /// Differentiate by these: parameters, or initial values of states, with an element where there are several
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', required = true)]
    pub(crate) parameters: Vec<String>,
}
