//! Methods of the crate diffsol.

/// A method of the crate diffsol, for a second opinion: scenarios cannot ask for it,
/// since its Newton's method may accept wrong steps where a model has kinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffsolMethod {
    /// Backward differentiation formulas of orders 1 to 5.
    Bdf,
    /// A singly diagonally implicit Runge-Kutta method of order 3.
    Esdirk34,
}

impl DiffsolMethod {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bdf => "diffsol's BDF",
            Self::Esdirk34 => "diffsol's ESDIRK34",
        }
    }
}
