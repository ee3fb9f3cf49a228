//! What is asked of the modes of a case.

use std::fmt;
use std::str::FromStr;

use bowline_engine::lti::Mode;

/// A number of a mode, which are counted from 1 on, the least stable first. Those that are 0 are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModeValue {
    /// The real part of its eigenvalue, 1/s.
    Real(usize),
    /// The imaginary part of its eigenvalue, 1/s; of a pair the positive one.
    Imaginary(usize),
    /// Its natural frequency, Hz.
    Frequency(usize),
    /// Its damping ratio.
    Damping(usize),
    /// The real part of the first one, 1/s.
    LargestRealPart,
}

/// What is asked of a mode with a number.
type OfMode = fn(usize) -> ModeValue;

impl ModeValue {
    const NUMBERED: [(&'static str, OfMode); 4] = [
        ("real", Self::Real),
        ("imaginary", Self::Imaginary),
        ("frequency", Self::Frequency),
        ("damping", Self::Damping),
    ];
    const LARGEST: &'static str = "largest-real-part";

    /// All that can be asked, by name.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        Self::NUMBERED.iter().map(|(name, _)| *name).chain([Self::LARGEST])
    }

    /// The SI unit.
    pub(super) fn unit(self) -> &'static str {
        match self {
            Self::Real(_) | Self::Imaginary(_) | Self::LargestRealPart => "1/s",
            Self::Frequency(_) => "Hz",
            Self::Damping(_) => "",
        }
    }

    /// What it is among all modes, in their order; none if there are not so many, or if it is not finite.
    pub(super) fn of(self, all: &[Mode]) -> Option<f64> {
        let mut modes = all.iter().filter(|mode| !mode.is_zero(all));
        let mut mode = |number: usize| modes.nth(number.checked_sub(1)?);
        let value = match self {
            Self::Real(number) => mode(number)?.eigenvalue.re,
            // Without the sign of a zero.
            Self::Imaginary(number) => mode(number)?.eigenvalue.im.abs(),
            Self::Frequency(number) => mode(number)?.natural_frequency,
            Self::Damping(number) => mode(number)?.damping_ratio,
            Self::LargestRealPart => mode(1)?.eigenvalue.re,
        };
        Some(value).filter(|value| value.is_finite())
    }
}

impl fmt::Display for ModeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Real(number) => write!(f, "real({number})"),
            Self::Imaginary(number) => write!(f, "imaginary({number})"),
            Self::Frequency(number) => write!(f, "frequency({number})"),
            Self::Damping(number) => write!(f, "damping({number})"),
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
        let asked = Self::NUMBERED.iter().find(|(known, _)| *known == name).map(|(_, asked)| *asked);
        let asked = asked.ok_or_else(|| format!("`{name}` is nothing of a mode"))?;
        let number = number.and_then(|number| number.strip_suffix(')')?.trim().parse().ok());
        number
            .filter(|number| *number > 0)
            .map(asked)
            .ok_or_else(|| format!("`{text}` has no number of a mode, from 1 on: write one, as in `{name}(1):steady`"))
    }
}
