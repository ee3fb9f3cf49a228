//! About which state a case is linear.

use std::fmt;
use std::str::FromStr;

/// The state about which a case has its modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// The one that a run begins with.
    Start,
    /// An equilibrium.
    Equilibrium,
}

impl About {
    const NAMES: [(&'static str, Self); 2] = [("steady", Self::Equilibrium), ("start", Self::Start)];
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Equilibrium => "steady",
        })
    }
}

impl FromStr for About {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::NAMES.iter().find(|(name, _)| *name == text).map(|(_, about)| *about);
        known.ok_or_else(|| format!("`{text}` has no modes: write `steady`, an equilibrium, or `start`"))
    }
}
