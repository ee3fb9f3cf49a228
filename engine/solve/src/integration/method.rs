//! Integration methods, as scenarios name them.

use std::str::FromStr;

#[cfg(feature = "diffsol")]
use super::diffsol_method::DiffsolMethod;
use super::implicit_method::ImplicitMethod;
use super::tableau::{self, Tableau};
use bowline_text::nearest;

/// Names that methods have in other programs, and ours.
const ELSEWHERE: [(&str, &str); 13] = [
    ("RK45", "DormandPrince"),
    ("ode45", "DormandPrince"),
    ("dopri5", "DormandPrince"),
    ("RK23", "BogackiShampine"),
    ("ode23", "BogackiShampine"),
    ("tsit5", "Tsitouras"),
    ("ode15s", "BDF"),
    ("CVODE", "BDF"),
    ("ode23tb", "TRBDF2"),
    ("ode23s", "ESDIRK34"),
    ("Radau", "ESDIRK34"),
    ("LSODA", "auto"),
    ("rk", "RK4"),
];

/// An integration method.
#[derive(Debug, Clone, Copy)]
pub enum Method {
    /// An explicit Runge-Kutta method.
    Explicit(&'static Tableau),
    /// A method for stiff models.
    Implicit(ImplicitMethod),
    /// Dormand-Prince or BDF, as the stiffness of the model asks for.
    Auto,
    /// One of the crate diffsol, for a second opinion; no scenario asks for it.
    #[cfg(feature = "diffsol")]
    Diffsol(DiffsolMethod),
}

impl Method {
    /// FhSim's number for its adaptive method, which is read as the default.
    pub const NUMBER: &'static str = "2";

    /// What runs if nothing else is asked for.
    pub const DEFAULT: Self = Self::Explicit(&tableau::DORMAND_PRINCE);

    /// Its name, as scenarios write it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Explicit(tableau) => tableau.name,
            Self::Implicit(method) => method.name(),
            Self::Auto => "auto",
            #[cfg(feature = "diffsol")]
            Self::Diffsol(method) => method.name(),
        }
    }

    /// Where it comes from.
    pub fn reference(&self) -> &'static str {
        match self {
            Self::Explicit(tableau) => tableau.reference,
            Self::Implicit(method) => method.reference(),
            Self::Auto => {
                "Dormand-Prince or BDF; stiffness by Hairer, Wanner II, section IV.2, and by the spectral radius of the \
                 Jacobian"
            }
            #[cfg(feature = "diffsol")]
            Self::Diffsol(_) => "Robinson and others 2026, diffsol, J. Open Source Softw. 11: 9384 (version 0.18)",
        }
    }

    /// What it is, in words.
    pub fn words(&self) -> String {
        let steps = match (self.has_error_estimate(), self.can_fix_its_steps()) {
            (true, true) => "adaptive or fixed steps",
            (true, false) => "adaptive steps",
            _ => "fixed steps",
        };
        match self {
            Self::Explicit(tableau) => format!("Of order {}; {steps} ({})", tableau.order, tableau.reference),
            Self::Implicit(_) => format!("For stiff models; {steps} ({})", self.reference()),
            #[cfg(feature = "diffsol")]
            Self::Diffsol(_) => format!("For a second opinion; {steps} ({})", self.reference()),
            Self::Auto => format!("Goes from DormandPrince to BDF and back as stiffness asks for; {steps}"),
        }
    }

    /// Whether it can choose its steps by their error.
    pub fn has_error_estimate(&self) -> bool {
        match self {
            Self::Explicit(tableau) => tableau.error.is_some(),
            _ => true,
        }
    }

    /// Whether it may need the derivatives' Jacobian.
    pub fn needs_jacobian(&self) -> bool {
        !matches!(self, Self::Explicit(_))
    }

    /// Whether it can take steps of a fixed size.
    pub fn can_fix_its_steps(&self) -> bool {
        matches!(self, Self::Explicit(_))
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let explicit = tableau::ALL.into_iter().map(Self::Explicit);
        explicit.chain(ImplicitMethod::ALL.into_iter().map(Self::Implicit)).chain([Self::Auto])
    }

    fn names() -> impl Iterator<Item = &'static str> {
        Self::all().map(|method| method.name())
    }

    /// The method of that name; else what is wrong, and what would be right.
    pub fn named(name: &str) -> Result<Self, (String, String)> {
        if name == Self::NUMBER {
            return Ok(Self::DEFAULT);
        }
        if let Some(method) = Self::all().find(|method| method.name().eq_ignore_ascii_case(name)) {
            return Ok(method);
        }
        if name.parse::<f64>().is_ok() {
            let list = Self::names().collect::<Vec<_>>().join(", ");
            let help =
                format!("{} is the adaptive default ({}); or a name: {list}", Self::NUMBER, Self::DEFAULT.name());
            return Err((format!("no method has the number {name}"), help));
        }
        let elsewhere = ELSEWHERE.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        let advice = match elsewhere {
            Some((_, ours)) => format!("write `{ours}`, the nearest method here to what other programs call `{name}`"),
            None => nearest::advice(name, "methods", Self::names()),
        };
        Err((format!("there is no method `{name}`"), advice))
    }
}

impl FromStr for Method {
    type Err = String;

    /// The method of that name, as scenarios write it.
    ///
    /// # Errors
    /// There is none: what is wrong, and what would be right.
    fn from_str(name: &str) -> Result<Self, String> {
        Self::named(name).map_err(|(message, advice)| format!("{message}; {advice}"))
    }
}
