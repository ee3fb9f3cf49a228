//! What a run of a campaign gave.

use std::fmt;

use bowline_engine::statistics::Statistics;
use serde::{Deserialize, Serialize};

use crate::known_files::ReadFile;

/// What a run gave: a line of the journal, and a row of the summary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseResult {
    /// Number of the case, from 1 on.
    pub case: u64,
    /// How it ended.
    pub status: Status,
    /// Why it ended so, unless it went well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Its metrics, in the order of the columns. Of a run that did not go well there are none, but those of its
    /// equilibrium and modes; and those of a run are there without these.
    #[serde(default, rename = "extracted", skip_serializing_if = "Vec::is_empty")]
    pub metrics: Vec<Option<f64>>,
    /// What it cost; none of a run that did not come to an end of its own, and where none was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<CaseStatistics>,
    /// Wall-clock time, loading included, s.
    pub wall_s: f64,
    /// What it read that no run before it did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ReadFile>,
    /// Where it was done.
    #[serde(flatten)]
    pub origin: Origin,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It reached its end.
    Ok,
    /// It could not be loaded, or not go on, or took its program down; or an equilibrium or modes are missing.
    Failed,
    /// The user ended the campaign; it will be run again.
    Interrupted,
    /// It took too long.
    Timeout,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ok => "ok",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
            Self::Timeout => "timeout",
        })
    }
}

/// What a run cost, whatever machine it is done on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseStatistics {
    /// Accepted steps.
    pub steps: u64,
    /// Steps that were repeated with a smaller size.
    pub rejected: u64,
    /// Evaluations of the derivatives.
    pub evaluations: u64,
}

impl From<&Statistics> for CaseStatistics {
    fn from(statistics: &Statistics) -> Self {
        Self { steps: statistics.steps, rejected: statistics.rejected, evaluations: statistics.evaluations }
    }
}

/// Where a run was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Name of the machine.
    pub host: String,
    /// When the program was started there, UTC.
    pub began: String,
}
