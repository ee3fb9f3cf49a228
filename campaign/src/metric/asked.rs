//! What a metric asks, of a run or of a case that stands still.

use std::fmt;
use std::str::FromStr;

use bowline_engine::nearest_names;

use super::{About, ModeValue, What, Window};

/// What a metric asks.
#[derive(Debug, Clone, PartialEq)]
pub enum Asked {
    /// Something of the rows of a run.
    Rows {
        /// What is asked of the signal.
        what: What,
        /// The signal, as `Object.Signal`, perhaps with elements.
        signal: String,
        /// The times that are looked at.
        window: Window,
    },
    /// A signal in the equilibrium of the case.
    Equilibrium {
        /// The signal, as `Object.Signal`, perhaps with elements.
        signal: String,
    },
    /// Something of the modes of the case.
    Modes {
        /// What is asked of them.
        value: ModeValue,
        /// About which state.
        about: About,
    },
}

/// What a signal in the equilibrium is asked by.
pub(super) const STEADY: &str = "steady";

impl Asked {
    /// Whether a run has to be made for it.
    pub fn needs_run(&self) -> bool {
        matches!(self, Self::Rows { .. })
    }

    /// Whether the equilibrium of the case has to be found for it.
    pub fn needs_equilibrium(&self) -> bool {
        matches!(self, Self::Equilibrium { .. } | Self::Modes { about: About::Equilibrium, .. })
    }

    /// The signal of a run that it is about.
    pub fn signal_of_run(&self) -> Option<&str> {
        match self {
            Self::Rows { signal, .. } => Some(signal),
            _ => None,
        }
    }

    /// What stands before the colon, and behind it.
    ///
    /// # Errors
    /// In words, what is wrong with either.
    pub(super) fn read(what: &str, of: &str) -> Result<Self, String> {
        let name = what.split('(').next().unwrap_or_default().trim();
        let without_window = |text: &str| match of.split_once('@') {
            Some((_, window)) => Err(format!("{text} has no times: leave out `@{}`", window.trim())),
            None => Ok(of.trim().to_owned()),
        };
        if name == STEADY {
            let signal = without_window("an equilibrium")?;
            return if what == STEADY {
                Ok(Self::Equilibrium { signal })
            } else {
                Err(format!("`{STEADY}` takes no number: write `{STEADY}`"))
            };
        }
        if ModeValue::names().any(|known| known == name) {
            let value = ModeValue::from_str(what)?;
            return Ok(Self::Modes { value, about: without_window("a mode")?.parse()? });
        }
        if What::names().all(|known| known != name) {
            let names = What::names().chain([STEADY]).chain(ModeValue::names());
            return Err(format!("there is no `{name}`: {}", nearest_names(name, "metrics", names)));
        }
        // No name and no unit has an `@` in it.
        let (signal, window) = match of.split_once('@') {
            Some((signal, window)) => (signal, window.parse()?),
            None => (of, Window::ALL),
        };
        Ok(Self::Rows { what: what.parse()?, signal: signal.trim().to_owned(), window })
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows { what, signal, window } => write!(f, "{what}:{signal}{window}"),
            Self::Equilibrium { signal } => write!(f, "{STEADY}:{signal}"),
            Self::Modes { value, about } => write!(f, "{value}:{about}"),
        }
    }
}
