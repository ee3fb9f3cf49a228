//! What is asked of a signal.

use std::fmt;
use std::str::FromStr;

use bowline_decimal::Shortest;
/// What is asked of a signal, over the rows of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum What {
    /// Its value in the first row.
    Initial,
    /// Its value in the last row.
    Final,
    /// Its smallest value.
    Min,
    /// Its largest value.
    Max,
    /// Its mean over time, by the trapezoidal rule.
    Mean,
    /// The root of the mean of its square, by the trapezoidal rule.
    Rms,
    /// Its standard deviation over time: the root of the mean square of what is above
    /// and below its mean, by the trapezoidal rule.
    Std,
    /// The first time at which it is smallest, s.
    TimeOfMin,
    /// The first time at which it is largest, s.
    TimeOfMax,
    /// The first time at which it comes to a level, from either side, s.
    Crossing(f64),
    /// The first time at which it comes to a level from below, s.
    Rising(f64),
    /// The first time at which it comes to a level from above, s.
    Falling(f64),
    /// The value that it is not above for so many percent of the time, on straight
    /// lines between rows.
    Percentile(f64),
}

/// What is asked with a number.
type OfNumber = fn(f64) -> What;

impl What {
    /// Those without a level, by name.
    const PLAIN: [(&'static str, Self); 9] = [
        ("initial", Self::Initial),
        ("final", Self::Final),
        ("min", Self::Min),
        ("max", Self::Max),
        ("mean", Self::Mean),
        ("rms", Self::Rms),
        ("std", Self::Std),
        ("time-of-min", Self::TimeOfMin),
        ("time-of-max", Self::TimeOfMax),
    ];
    /// Those with a number.
    const NUMBERED: [(&'static str, OfNumber); 4] = [
        ("crossing", Self::Crossing),
        ("rising", Self::Rising),
        ("falling", Self::Falling),
        ("percentile", Self::Percentile),
    ];

    /// All that can be asked, by name.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        Self::PLAIN.iter().map(|(name, _)| *name).chain(Self::NUMBERED.iter().map(|(name, _)| *name))
    }

    /// Whether it is a time.
    pub(super) fn is_time(self) -> bool {
        match self {
            Self::TimeOfMin | Self::TimeOfMax | Self::Crossing(_) | Self::Rising(_) | Self::Falling(_) => true,
            Self::Initial | Self::Final | Self::Min | Self::Max => false,
            Self::Mean | Self::Rms | Self::Std | Self::Percentile(_) => false,
        }
    }

    /// Whether its number, if it has one, is one that can be asked for.
    fn is_possible(&self) -> bool {
        match self {
            Self::Crossing(level) | Self::Rising(level) | Self::Falling(level) => level.is_finite(),
            Self::Percentile(percent) => (0.0..=100.0).contains(percent),
            _ => true,
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crossing(level) => write!(f, "crossing({})", Shortest(*level)),
            Self::Rising(level) => write!(f, "rising({})", Shortest(*level)),
            Self::Falling(level) => write!(f, "falling({})", Shortest(*level)),
            Self::Percentile(percent) => write!(f, "percentile({})", Shortest(*percent)),
            plain => f.write_str(Self::PLAIN.iter().find(|(_, what)| what == plain).map_or("", |(name, _)| name)),
        }
    }
}

impl FromStr for What {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, number) = match text.split_once('(') {
            Some((name, number)) => (name.trim(), Some(number)),
            None => (text, None),
        };
        let plain = Self::PLAIN.iter().find(|(known, _)| *known == name).map(|(_, what)| *what);
        let numbered = Self::NUMBERED.iter().find(|(known, _)| *known == name).map(|(_, what)| *what);
        match (plain, numbered) {
            (Some(what), _) if number.is_none() => Ok(what),
            (Some(_), _) => Err(format!("`{name}` takes no number: write `{name}`")),
            (None, Some(what)) => {
                let number = number.and_then(|number| number.strip_suffix(')')?.trim().parse().ok()).map(what);
                number.filter(|what| what.is_possible()).ok_or_else(|| match name {
                    "percentile" => {
                        format!("`{text}` has no number from 0 to 100: write one, as in `percentile(95)`")
                    }
                    _ => format!("`{text}` has no level: write a number, as in `{name}(0.5)`"),
                })
            }
            (None, None) => Err(format!("there is no `{name}`")),
        }
    }
}
