//! How values are drawn.

use serde::{Deserialize, Serialize};

/// How many cases are drawn, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// How.
    pub method: SamplingMethod,
    /// How many cases.
    pub count: u64,
    /// Another one gives other cases. A Sobol' sequence is shifted by it; 0 leaves it as it is.
    #[serde(default = "Sampling::first_seed")]
    pub seed: u64,
}

impl Sampling {
    /// The seed where none is given: 1.
    pub fn first_seed() -> u64 {
        1
    }
}

/// How values are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SamplingMethod {
    /// Each for itself.
    Random,
    /// Latin hypercube: of as many equal parts of each range as there are cases, each is met once.
    Lhs,
    /// A Sobol' sequence, which fills all ranges evenly.
    Sobol,
}
