//! What plots have along the bottom.

use serde::{Deserialize, Serialize};

/// What plots have along the bottom.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Over {
    /// Time.
    #[default]
    Time,
    /// Frequency: they show amplitudes.
    Frequency,
    /// A number that is ticked, by its name.
    Number(String),
}

impl Over {
    /// What it is called.
    pub fn words(&self) -> &str {
        match self {
            Self::Time => "time",
            Self::Frequency => "frequency",
            Self::Number(name) => name,
        }
    }
}
