//! What is asked of the modes of a case.

use std::fmt;
use std::str::FromStr;

use bowline_engine::lti::{Mode, Quantity};
use bowline_engine::nearest_names;

/// A number of a mode, of those that are not 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModeValue {
    /// The real part of its eigenvalue, 1/s.
    Real(Which),
    /// The imaginary part of its eigenvalue, 1/s; of a pair the positive one.
    Imaginary(Which),
    /// Its natural frequency, Hz.
    Frequency(Which),
    /// Its damping ratio.
    Damping(Which),
    /// The real part of the first one, 1/s.
    LargestRealPart,
}

/// Which mode is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// By its number from 1 on, the least stable first. Modes that cross exchange their numbers.
    Number(usize),
    /// The mode in which this state has the largest share.
    State(String),
}

/// A number of the mode that is meant.
type OfMode = fn(Which) -> ModeValue;

impl ModeValue {
    const OF_A_MODE: [(&'static str, OfMode); 4] = [
        ("real", Self::Real),
        ("imaginary", Self::Imaginary),
        ("frequency", Self::Frequency),
        ("damping", Self::Damping),
    ];
    const LARGEST: &'static str = "largest-real-part";

    /// All that can be asked, by name.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        Self::OF_A_MODE.iter().map(|(name, _)| *name).chain([Self::LARGEST])
    }

    /// The SI unit.
    pub(super) fn unit(&self) -> &'static str {
        match self {
            Self::Real(_) | Self::Imaginary(_) | Self::LargestRealPart => "1/s",
            Self::Frequency(_) => "Hz",
            Self::Damping(_) => "",
        }
    }

    /// The state that names the mode, if one does.
    pub(super) fn state(&self) -> Option<&str> {
        match self {
            Self::Real(which) | Self::Imaginary(which) | Self::Frequency(which) | Self::Damping(which) => match which {
                Which::State(name) => Some(name),
                Which::Number(_) => None,
            },
            Self::LargestRealPart => None,
        }
    }

    /// The number among all modes, in their order, of a system with these states; none if there is no such mode, or if the
    /// number is not finite.
    ///
    /// # Errors
    /// In words: no state of that name.
    pub(super) fn of(&self, all: &[Mode], states: &[Quantity]) -> Result<Option<f64>, String> {
        let modes = || all.iter().filter(|mode| !mode.is_zero(all));
        let mode = |which: &Which| match which {
            Which::Number(number) => Ok::<_, String>(number.checked_sub(1).and_then(|before| modes().nth(before))),
            Which::State(name) => {
                let state = states.iter().position(|state| state.name == *name).ok_or_else(|| {
                    let names = states.iter().map(|state| state.name.as_str());
                    format!("the linear model has no state `{name}`: {}", nearest_names(name, "states", names))
                })?;
                let share =
                    |mode: &Mode| mode.participation.iter().find(|(of, _)| *of == state).map_or(0.0, |(_, s)| *s);
                // Of equal shares the first one counts.
                let with_share = modes().filter(|mode| share(mode) > 0.0);
                Ok(with_share.reduce(|most, mode| if share(mode) > share(most) { mode } else { most }))
            }
        };
        let value = match self {
            Self::Real(which) => mode(which)?.map(|mode| mode.eigenvalue.re),
            // Without the sign of a zero.
            Self::Imaginary(which) => mode(which)?.map(|mode| mode.eigenvalue.im.abs()),
            Self::Frequency(which) => mode(which)?.map(|mode| mode.natural_frequency),
            Self::Damping(which) => mode(which)?.map(|mode| mode.damping_ratio),
            Self::LargestRealPart => modes().next().map(|mode| mode.eigenvalue.re),
        };
        Ok(value.filter(|value| value.is_finite()))
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::State(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for ModeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Real(which) => write!(f, "real({which})"),
            Self::Imaginary(which) => write!(f, "imaginary({which})"),
            Self::Frequency(which) => write!(f, "frequency({which})"),
            Self::Damping(which) => write!(f, "damping({which})"),
            Self::LargestRealPart => f.write_str(Self::LARGEST),
        }
    }
}

impl FromStr for ModeValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, number) = match text.split_once('(') {
            Some((name, number)) => (name.trim(), Some(number)),
            None => (text, None),
        };
        if name == Self::LARGEST {
            let wrong = || format!("`{name}` takes no number: write `{name}`");
            return if number.is_none() { Ok(Self::LargestRealPart) } else { Err(wrong()) };
        }
        let asked = Self::OF_A_MODE.iter().find(|(known, _)| *known == name).map(|(_, asked)| *asked);
        let asked = asked.ok_or_else(|| format!("`{name}` is nothing of a mode"))?;
        let which = number.and_then(|which| Which::read(which.strip_suffix(')')?.trim()));
        which.map(asked).ok_or_else(|| {
            format!(
                "`{text}` names no mode: write its number, from 1 on, or a state that it moves, as in `{name}(1):steady` or \
                 `{name}(Body.Pos[2]):steady`"
            )
        })
    }
}

impl Which {
    /// A number from 1 on, or the name of a state.
    fn read(text: &str) -> Option<Self> {
        if text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) {
            return text.parse().ok().filter(|number| *number > 0).map(Self::Number);
        }
        text.contains('.').then(|| Self::State(text.to_owned()))
    }
}
