//! Simulated time against the clock on the wall.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// How fast simulated time goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rate {
    /// So many simulated seconds in a second on the wall, more than 0.
    Times(f64),
    /// As fast as possible.
    Unlimited,
}

impl Default for Rate {
    /// Real time.
    fn default() -> Self {
        Self::Times(1.0)
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Times(rate) => rate.fmt(f),
            Self::Unlimited => f.write_str("unlimited"),
        }
    }
}

impl Rate {
    /// Whether a run can go so fast.
    fn is_one(self) -> bool {
        match self {
            Self::Times(rate) => rate > 0.0 && rate.is_finite(),
            Self::Unlimited => true,
        }
    }

    /// Refuses what is none.
    ///
    /// # Errors
    /// In words.
    pub(super) fn check(self) -> Result<(), String> {
        if self.is_one() { Ok(()) } else { Err(none(self)) }
    }
}

fn none(text: impl fmt::Display) -> String {
    format!("`{text}` is no rate: give a number more than 0, or `unlimited`")
}

impl FromStr for Rate {
    type Err = String;

    /// `unlimited`, or a number.
    fn from_str(text: &str) -> Result<Self, String> {
        let rate = match text {
            "unlimited" => Some(Self::Unlimited),
            _ => simobject_host::parse_number(text).ok().map(Self::Times),
        };
        rate.filter(|rate| rate.is_one()).ok_or_else(|| none(text))
    }
}

/// Tells how far a run should have come by now.
#[derive(Debug, Clone, Copy)]
pub struct Pacer {
    rate: Rate,
    /// From when on it is paced, and the simulated time then, s.
    began: Instant,
    from: f64,
}

impl Pacer {
    /// Paces a run that is at `time`, s, now.
    pub fn new(rate: Rate, time: f64) -> Self {
        Self { rate, began: Instant::now(), from: time }
    }

    /// How fast it is to go.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// Where it should be now, s: infinitely far, if as fast as possible.
    pub fn target(&self) -> f64 {
        match self.rate {
            Rate::Times(rate) => self.from + rate * self.began.elapsed().as_secs_f64(),
            Rate::Unlimited => f64::INFINITY,
        }
    }

    /// How long it takes on the wall from one simulated time to another, s; not
    /// at all, if as fast as possible.
    pub fn duration(&self, from: f64, to: f64) -> Duration {
        match self.rate {
            Rate::Times(rate) => Duration::try_from_secs_f64(((to - from) / rate).max(0.0)).unwrap_or(Duration::MAX),
            Rate::Unlimited => Duration::ZERO,
        }
    }
}
