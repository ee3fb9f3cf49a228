/// What a line pulls with where it is longer than it is without load; it does not push.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Elasticity {
    /// By the stiffness `E A`, N.
    Linear(f64),
    /// Given at strains, linear in between, from no strain and no tension on.
    Table { strains: Vec<f64>, tensions: Vec<f64> },
}

impl Elasticity {
    /// The tension at a strain, N.
    #[inline(always)]
    pub(super) fn tension(&self, strain: f64) -> f64 {
        if strain <= 0.0 {
            return 0.0;
        }
        match self {
            Self::Linear(stiffness) => stiffness * strain,
            Self::Table { strains, tensions } => {
                // Beyond the table it goes on as at its end.
                let above = strains.partition_point(|known| *known <= strain).clamp(1, strains.len() - 1);
                let slope = (tensions[above] - tensions[above - 1]) / (strains[above] - strains[above - 1]);
                tensions[above - 1] + slope * (strain - strains[above - 1])
            }
        }
    }

    /// The stiffness at no strain, N.
    pub(super) fn stiffness(&self) -> f64 {
        match self {
            Self::Linear(stiffness) => *stiffness,
            Self::Table { strains, tensions } => tensions[1] / strains[1],
        }
    }

    /// The largest stiffness, N.
    pub(super) fn largest_stiffness(&self) -> f64 {
        match self {
            Self::Linear(stiffness) => *stiffness,
            Self::Table { strains, tensions } => {
                let slopes = strains.windows(2).zip(tensions.windows(2)).map(|(s, t)| (t[1] - t[0]) / (s[1] - s[0]));
                slopes.fold(0.0, f64::max)
            }
        }
    }
}
