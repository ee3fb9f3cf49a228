//! The cases of a plan.

use std::fmt;

/// A value that varies from case to case, as a column of the summary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariedColumn {
    /// As it was given; of a vector with the element behind it: `B.Pos[2]`.
    pub name: String,
    /// SI unit; empty for a pure number, for a word, and where nobody has told it.
    pub unit: String,
}

/// One run of a campaign.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Counted from 1.
    pub number: u64,
    /// What it sets, as `--set` takes it.
    pub overrides: Vec<String>,
    /// A value for each of the plan's columns.
    pub values: Vec<Value>,
}

/// A varied value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A word.
    Text(String),
}

impl fmt::Display for Value {
    /// As scenarios write it: numbers with the fewest digits that read back as the same double.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number:?}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}
