//! An intervention in a run.

use serde::{Deserialize, Serialize};

/// An intervention in a run, which changes its continuation.
/// Two runs with the same interventions at the same times have the same bits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Intervention {
    /// An input was set.
    Set {
        /// Simulated time, s; none if it was set before the run began.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_s: Option<f64>,
        /// `Object.InPort`.
        input: String,
        /// What it has from then on.
        values: Vec<f64>,
        /// Whether a step ended there only since the run was to go there: a method
        /// that steps to output times makes another step then.
        #[serde(default, skip_serializing_if = "is_false")]
        landed: bool,
    },
    /// A snapshot was taken, which starts the method afresh.
    Snapshot {
        /// Simulated time, s.
        time_s: f64,
        /// As where an input was set.
        #[serde(default, skip_serializing_if = "is_false")]
        landed: bool,
    },
    /// The run went to an equilibrium near by.
    Rest {
        /// Simulated time, s.
        time_s: f64,
        /// As where an input was set.
        #[serde(default, skip_serializing_if = "is_false")]
        landed: bool,
    },
    /// A snapshot was restored.
    Restore {
        /// Simulated time until then, s.
        time_s: f64,
        /// That of the snapshot, s.
        to_s: f64,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Intervention {
    /// Whether it changes what the run does from there on, and can be taken back: a mark does not.
    pub fn is_change(&self) -> bool {
        matches!(self, Self::Set { .. } | Self::Rest { .. })
    }

    /// Simulated time at which it was done, s; none if the run had not begun.
    pub fn time(&self) -> Option<f64> {
        match self {
            Self::Set { time_s, .. } => *time_s,
            Self::Snapshot { time_s, .. } | Self::Rest { time_s, .. } | Self::Restore { time_s, .. } => Some(*time_s),
        }
    }

    /// `Object.InPort` that was set; none of what is no input.
    pub(super) fn input(&self) -> Option<&str> {
        match self {
            Self::Set { input, .. } => Some(input),
            _ => None,
        }
    }

    /// Whether a step ended there only since the run was to go there.
    pub(super) fn landed(&self) -> bool {
        match self {
            Self::Set { landed, .. } | Self::Snapshot { landed, .. } | Self::Rest { landed, .. } => *landed,
            Self::Restore { .. } => false,
        }
    }
}
