//! How the flow through a narrow opening grows with the pressure across it.

/// The root of a pressure difference, with its sign: `sign(x) sqrt(|x|)`, whose
/// slope at 0 is infinite; or, with a transition pressure `d` above 0,
/// `x / (x^2 + d^2)^(1/4)`, which is smooth.
#[derive(Debug, Clone, Copy)]
pub struct SignedRoot {
    /// Pa^2.
    transition_squared: f64,
}

impl SignedRoot {
    /// Without a transition.
    pub const EXACT: Self = Self { transition_squared: 0.0 };

    /// With that transition pressure, Pa.
    pub fn new(transition: f64) -> Self {
        Self { transition_squared: transition * transition }
    }

    /// Whether its slope at 0 is infinite.
    pub fn is_exact(self) -> bool {
        self.transition_squared == 0.0
    }

    /// Pa^0.5.
    #[inline]
    pub fn of(self, difference: f64) -> f64 {
        if self.is_exact() {
            // A sign that 0 has, too.
            difference.abs().sqrt().copysign(difference)
        } else {
            difference / (difference * difference + self.transition_squared).sqrt().sqrt()
        }
    }
}
