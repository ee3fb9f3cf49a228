//! Which way is up.

/// Which way is up in the scenario's frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Up {
    /// z points down (north, east, down); the default.
    #[default]
    MinusZ,
    /// z points up.
    Z,
    /// y points up.
    Y,
}

impl Up {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::MinusZ, Self::Z, Self::Y];

    /// As scenarios write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::MinusZ => "-z",
            Self::Z => "z",
            Self::Y => "y",
        }
    }

    /// What it means, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::MinusZ => "z points down (north, east, down); the default",
            Self::Z => "z points up",
            Self::Y => "y points up",
        }
    }
}
