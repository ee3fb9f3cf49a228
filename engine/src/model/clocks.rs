//! The clocks of a model, each once.

use simobject::Clock;
use simobject::host::Interface;

use crate::integration::decimal::Decimal;

/// When a clock ticks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Timing {
    /// Every so many seconds, for the first time so many after the start.
    Every { period: f64, offset: f64 },
    /// After each step that was accepted.
    Steps,
}

/// The clocks that the calculations of a model run on; each has a number.
#[derive(Debug, Clone, Default)]
pub(crate) struct Clocks {
    timings: Vec<Timing>,
    /// Period of the scenario's clock, s.
    sample_time: Option<f64>,
}

impl Clocks {
    /// Those of these interfaces, in the order in which they are met.
    pub(crate) fn of<'i>(interfaces: impl Iterator<Item = &'i Interface>, sample_time: Option<f64>) -> Self {
        let mut clocks = Self { timings: Vec::new(), sample_time };
        for clock in interfaces.flat_map(|interface| &interface.calculations).filter_map(|c| c.purpose.clock()) {
            let timing = clocks.timing(clock);
            if !clocks.timings.contains(&timing) {
                clocks.timings.push(timing);
            }
        }
        clocks
    }

    /// Whether one of them is that of accepted steps.
    pub(crate) fn have_steps(&self) -> bool {
        self.timings.contains(&Timing::Steps)
    }

    /// The number of one of them.
    pub(crate) fn number(&self, clock: Clock) -> usize {
        let timing = self.timing(clock);
        self.timings.iter().position(|known| *known == timing).unwrap_or(0)
    }

    /// When each of them ticks.
    pub(crate) fn timings(&self) -> &[Timing] {
        &self.timings
    }

    fn timing(&self, clock: Clock) -> Timing {
        match clock.period_and_offset() {
            Some((period, offset)) => Timing::Every { period, offset },
            None if clock.is_model() => Timing::Every { period: self.sample_time.unwrap_or(1.0), offset: 0.0 },
            None => Timing::Steps,
        }
    }
}

/// What a run's clocks need to go on in another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ClockTimes {
    /// The start of the first run, from which all ticks are counted, s.
    pub(crate) origin: f64,
    /// Ticks of the clock of accepted steps so far.
    pub(crate) steps: u64,
}

/// The ticks of a clock: at the doubles nearest to `first + k step`, in decimals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grid {
    first: i128,
    step: i128,
    exponent: i32,
    small: Option<Small>,
}

/// A grid of few digits: times are `(first + k step) / power`.
#[derive(Debug, Clone, Copy)]
struct Small {
    first: i64,
    step: i64,
    power: f64,
}

impl Small {
    /// Up to here all whole numbers are doubles.
    const MOST: u64 = 1 << 53;
    /// And all powers of ten up to this one.
    const MOST_DIGITS: i32 = 22;

    fn new(first: i128, step: i128, exponent: i32) -> Option<Self> {
        let digits = exponent.checked_neg().filter(|digits| (0..=Self::MOST_DIGITS).contains(digits))?;
        let power = Decimal { mantissa: 1, exponent: digits }.nearest();
        Some(Self { first: first.try_into().ok()?, step: step.try_into().ok()?, power })
    }
}

impl Grid {
    /// That of a clock which ticks for the first time so long after `origin`, s;
    /// none if the three have too many digits between them.
    pub(crate) fn new(origin: f64, offset: f64, period: f64) -> Option<Self> {
        // The shortest decimal that is read as the same double is what was written.
        let decimal = |number: f64| Decimal::parse(&format!("{number:e}")).ok();
        let [origin, offset, period] = [decimal(origin)?, decimal(offset)?, decimal(period)?];
        let exponent = [origin, offset, period].iter().filter(|d| d.mantissa != 0).map(|d| d.exponent).min()?;
        let first = origin.mantissa_at(exponent)?.checked_add(offset.mantissa_at(exponent)?)?;
        let step = period.mantissa_at(exponent)?;
        // So that no tick of a run overflows.
        let most = i128::from(u64::MAX);
        let fits = step > 0 && step.checked_mul(most).and_then(|far| far.checked_add(first)).is_some();
        fits.then(|| Self { first, step, exponent, small: Small::new(first, step, exponent) })
    }

    /// The time of a tick, s.
    #[inline]
    pub(crate) fn time(&self, tick: u64) -> f64 {
        // Most fit into a double: one division is left, which rounds once.
        if let (Some(small), Ok(tick)) = (self.small, i64::try_from(tick))
            && let Some(mantissa) = tick.checked_mul(small.step).and_then(|ahead| ahead.checked_add(small.first))
            && mantissa.unsigned_abs() <= Small::MOST
        {
            return mantissa as f64 / small.power;
        }
        Decimal { mantissa: self.first + i128::from(tick) * self.step, exponent: self.exponent }.nearest()
    }

    /// How many ticks lie at or before a time, s.
    pub(crate) fn up_to(&self, time: f64) -> u64 {
        if self.time(0) > time {
            return 0;
        }
        let mut beyond = 1;
        while self.time(beyond) <= time {
            beyond *= 2;
        }
        let mut behind = beyond / 2;
        while beyond - behind > 1 {
            let middle = behind + (beyond - behind) / 2;
            if self.time(middle) <= time { behind = middle } else { beyond = middle }
        }
        behind + 1
    }
}
