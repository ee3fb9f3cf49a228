//! Options of loading.

use bowline_solve::integration::OtherIntegration;

/// How a scenario is loaded.
#[derive(Debug, Clone, Copy, Default)]
pub struct LoadOptions {
    /// Ends the run at this time, s, instead of the scenario's last one.
    pub until: Option<f64>,
    /// Evaluates the model once and reports what fails, and runs every
    /// calculation with checked reads. Debug builds always check the reads.
    pub check: bool,
    /// Integrates otherwise than the scenario asks for.
    pub integration: Option<OtherIntegration>,
    /// Begins with the initial conditions, whatever `Start` of the scenario says, to look for equilibria. Accepts forms that
    /// need rates.
    pub unsettled: bool,
}
