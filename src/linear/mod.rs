//! Equilibria, linear models and frequency responses: `bowline steady`, `linearize` and `frequency`.

mod frequency;
mod linearize;
mod modes;
mod point;
mod steady;
mod steady_sweep;
mod subject;

pub(crate) use frequency::frequency;
pub(crate) use linearize::linearize;
pub(crate) use steady::steady;

use bowline_analysis::AnalysisError;
use bowline_engine::Diagnostics;

use crate::{Exit, report};

/// Why a command ended without what was asked for.
enum Failure {
    /// What is wrong was said.
    Told(Exit),
    /// The scenario is wrong.
    Scenario(Box<Diagnostics>),
    /// The arguments are wrong.
    Wrong(String),
    /// There is nothing of the kind.
    None(String),
}

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Scenario(wrong) => Self::Scenario(wrong),
            AnalysisError::Asked(message) => Self::Wrong(message),
            AnalysisError::None(message) => Self::None(message),
            AnalysisError::Stopped => Self::None(error.to_string()),
        }
    }
}

impl Failure {
    fn scenario(wrong: Diagnostics) -> Self {
        Self::Scenario(Box::new(wrong))
    }

    /// Says it.
    fn exit(self) -> Exit {
        match self {
            Self::Told(exit) => exit,
            Self::Scenario(wrong) => {
                report::human(&wrong, false);
                let scenario = wrong.texts().first().map_or("", |scenario| scenario.name());
                report::note(&format!("{scenario}: {}", report::count(&wrong)), false);
                Exit::Wrong
            }
            Self::Wrong(message) => {
                report::error(&message);
                Exit::Wrong
            }
            Self::None(message) => {
                report::error(&message);
                Exit::Failed
            }
        }
    }
}
