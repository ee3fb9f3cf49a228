//! Implicit methods for stiff models.

/// An implicit integration method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImplicitMethod {
    /// Backward differentiation formulas of orders 1 to 5.
    Bdf,
    /// The trapezoidal rule and a second-order BDF in one step.
    TrBdf2,
    /// A singly diagonally implicit Runge-Kutta method of order 3.
    Esdirk34,
}

impl ImplicitMethod {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Bdf, Self::TrBdf2, Self::Esdirk34];

    /// Its name, as scenarios write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bdf => "BDF",
            Self::TrBdf2 => "TRBDF2",
            Self::Esdirk34 => "ESDIRK34",
        }
    }

    /// Where it comes from.
    pub fn reference(self) -> &'static str {
        match self {
            Self::Bdf => {
                "Shampine, Reichelt 1997, The MATLAB ODE suite, SIAM J. Sci. Comput. 18: numerical differentiation \
                 formulas of variable order 1 to 5"
            }
            Self::TrBdf2 => "Hosea, Shampine 1996, Analysis and implementation of TR-BDF2, Appl. Numer. Math. 20",
            Self::Esdirk34 => {
                "Jørgensen, Kristensen, Thomsen 2018, A family of ESDIRK integration methods, arXiv:1803.01613"
            }
        }
    }
}
