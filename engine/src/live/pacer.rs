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
    ///
    /// # Errors
    /// In words.
    pub(super) fn check(self) -> Result<(), String> {
        match self {
            Self::Times(rate) if !(rate > 0.0 && rate.is_finite()) => {
                Err(format!("{rate} is no rate: give simulated seconds in a second, more than 0, or `unlimited`"))
            }
            _ => Ok(()),
        }
    }
}

impl FromStr for Rate {
    type Err = String;

    /// `unlimited`, or a number.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "unlimited" {
            return Ok(Self::Unlimited);
        }
        let rate = simobject_host::parse_number(text).map(Self::Times).map_err(|reason| {
            format!("{reason}; a rate is simulated seconds in a second, more than 0, or `unlimited`")
        })?;
        rate.check().map(|()| rate)
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
