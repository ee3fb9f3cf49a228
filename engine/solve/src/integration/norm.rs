//! Error norms.

/// How the scaled errors `e` of `n` states are made one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Norm {
    /// The largest: `max |e_i|`.
    #[default]
    Max,
    /// The root of the sum of squares: `sqrt(sum e_i^2)`.
    RootSumSquare,
    /// The root of the mean square: `sqrt(sum e_i^2 / n)`.
    RootMeanSquare,
}

impl Norm {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Max, Self::RootSumSquare, Self::RootMeanSquare];

    /// Its name, as scenarios write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Max => "max",
            Self::RootSumSquare => "rss",
            Self::RootMeanSquare => "rms",
        }
    }

    /// What it is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Max => "The largest error",
            Self::RootSumSquare => "The root of the sum of their squares",
            Self::RootMeanSquare => "The root of the mean of their squares",
        }
    }
}
