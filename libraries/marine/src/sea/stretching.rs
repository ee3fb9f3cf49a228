//! How waves go on above the still water, where the formulas of small waves grow without end.

/// What the waves are like above z = 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stretching {
    /// As the formulas say.
    None,
    /// As at z = 0.
    Constant,
    /// The surface is moved to z = 0, and what is below it with it (Wheeler 1970).
    Wheeler,
}

impl Stretching {
    /// The height at which the formulas are taken for a place; depths are counted downwards.
    #[inline(always)]
    pub(super) fn height(self, z: f64, elevation: f64, depth: Option<f64>) -> f64 {
        match self {
            Self::None => z,
            Self::Constant => z.max(0.0),
            Self::Wheeler => match depth {
                None => z + elevation,
                Some(depth) => depth * (z + elevation) / (depth + elevation),
            },
        }
    }
}
