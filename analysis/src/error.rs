//! Errors of analyses.

use std::fmt;

use bowline_engine::equilibrium::NoEquilibrium;
use bowline_engine::linear_model::NoLinearModel;
use bowline_engine::{Diagnostics, EvaluationError, RunError};

/// An error of an analysis.
#[derive(Debug)]
pub enum AnalysisError {
    /// The scenario is wrong.
    Scenario(Box<Diagnostics>),
    /// The request is not possible.
    Asked(String),
    /// There is no such equilibrium, model or loop.
    None(String),
    /// It was stopped.
    Stopped,
}

impl fmt::Display for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scenario(diagnostics) => diagnostics.fmt(f),
            Self::Asked(message) | Self::None(message) => f.write_str(message),
            Self::Stopped => f.write_str("it was stopped"),
        }
    }
}

impl std::error::Error for AnalysisError {}

impl From<Diagnostics> for AnalysisError {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Scenario(Box::new(diagnostics))
    }
}

impl From<NoEquilibrium> for AnalysisError {
    fn from(error: NoEquilibrium) -> Self {
        match error {
            NoEquilibrium::Name(_) | NoEquilibrium::Asked(_) => Self::Asked(error.to_string()),
            other => Self::None(other.to_string()),
        }
    }
}

impl From<NoLinearModel> for AnalysisError {
    fn from(error: NoLinearModel) -> Self {
        match error {
            NoLinearModel::Asked(message) => Self::Asked(message),
            other => Self::None(other.to_string()),
        }
    }
}

impl From<Box<EvaluationError>> for AnalysisError {
    fn from(error: Box<EvaluationError>) -> Self {
        Self::None(error.to_string())
    }
}

impl From<RunError> for AnalysisError {
    fn from(error: RunError) -> Self {
        Self::None(error.to_string())
    }
}
