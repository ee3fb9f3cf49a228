//! Clocks: when the sampled parts of a SimObject run.

use std::hash::{Hash, Hasher};

use crate::abi;

/// When a sampled computation or an update runs: at the ticks of a clock.
///
/// A tick is at the double nearest to the decimal number `start + offset + k *
/// period`, where `start` is that of the run: ticks of 0.1 s meet rows of 0.3 s
/// exactly, and a million of them do not drift.
#[derive(Debug, Clone, Copy)]
pub struct Clock(pub(crate) Ticking);

#[derive(Debug, Clone, Copy)]
pub(crate) enum Ticking {
    Every { period: f64, offset: f64 },
    SampleTime,
    Steps,
}

impl Clock {
    /// Every `period`, s, for the first time `offset`, s, after the run's start.
    pub const fn every(period: f64, offset: f64) -> Self {
        Self(Ticking::Every { period, offset })
    }

    /// Every `SampleTime`, s, that the scenario gives, from the start on: to the
    /// SimObject itself, else to all with its `Engine`.
    pub const fn model() -> Self {
        Self(Ticking::SampleTime)
    }

    /// After each step that was accepted: what a step was tried with is not
    /// seen. Where the steps are, is the method's choice: a clock for what
    /// remembers what happened (has a limit been exceeded?), not for control.
    pub const fn steps() -> Self {
        Self(Ticking::Steps)
    }

    /// The period and the offset, s, of [`Clock::every`].
    pub fn period_and_offset(&self) -> Option<(f64, f64)> {
        if let Ticking::Every { period, offset } = self.0 { Some((period, offset)) } else { None }
    }

    /// Whether it is that of the scenario's `SampleTime`.
    pub fn is_model(&self) -> bool {
        matches!(self.0, Ticking::SampleTime)
    }

    /// Whether it ticks after each step that was accepted.
    pub fn is_steps(&self) -> bool {
        matches!(self.0, Ticking::Steps)
    }

    /// As C sees it: rate, period and offset.
    pub(crate) fn as_abi(self) -> (u32, f64, f64) {
        match self.0 {
            Ticking::Every { period, offset } => (abi::RATE_EVERY, period, offset),
            Ticking::SampleTime => (abi::RATE_SAMPLE_TIME, 0.0, 0.0),
            Ticking::Steps => (abi::RATE_STEPS, 0.0, 0.0),
        }
    }

    fn key(self) -> (u32, u64, u64) {
        let (rate, period, offset) = self.as_abi();
        // 0 and -0 are one time.
        (rate, (period + 0.0).to_bits(), (offset + 0.0).to_bits())
    }
}

impl PartialEq for Clock {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}
impl Eq for Clock {}
impl Hash for Clock {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// Which crossing of 0 by an indicator is an event. At any time an indicator is
/// *beyond* 0 or not; 0 itself is not beyond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Crossing {
    /// It falls below 0.
    Falling,
    /// It rises above 0.
    Rising,
    /// It rises above 0, or comes to 0 or below.
    Either,
}

impl Crossing {
    /// Whether an indicator with that value is beyond 0.
    #[inline]
    pub fn is_beyond(self, value: f64) -> bool {
        match self {
            Self::Falling => value < 0.0,
            Self::Rising | Self::Either => value > 0.0,
        }
    }

    /// Whether it is an event if an indicator was beyond 0 or not before, and is
    /// or is not now. Falling and rising indicators return without an event.
    #[inline]
    pub fn is_event(self, was_beyond: bool, is_beyond: bool) -> bool {
        match self {
            Self::Falling | Self::Rising => is_beyond && !was_beyond,
            Self::Either => is_beyond != was_beyond,
        }
    }

    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Falling => abi::CROSSING_FALLING,
            Self::Rising => abi::CROSSING_RISING,
            Self::Either => abi::CROSSING_EITHER,
        }
    }
}
