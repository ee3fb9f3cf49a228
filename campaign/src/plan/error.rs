//! What is wrong with a plan.

use std::error::Error;
use std::fmt;

/// What is wrong with a plan, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanError(String);

impl PlanError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// The same, about that variation.
    pub(crate) fn of(self, names: &str, spec: &str) -> Self {
        Self(format!("`{names}={spec}`: {}", self.0))
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for PlanError {}
