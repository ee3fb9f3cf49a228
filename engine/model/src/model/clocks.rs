//! The clocks of a model, each once.

use simobject::Clock;
use simobject_host::Interface;

/// When a clock ticks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Timing {
    /// Every so many seconds, for the first time so many after the start.
    Every {
        /// s.
        period: f64,
        /// s.
        offset: f64,
    },
    /// After each step that was accepted.
    Steps,
}

/// The clocks that the calculations of a model run on; each has a number.
#[derive(Debug, Clone, Default)]
pub struct Clocks {
    timings: Vec<Timing>,
    /// Period of the scenario's clock, s.
    sample_time: Option<f64>,
}

impl Clocks {
    /// Those of these interfaces, in the order in which they are met.
    pub fn of<'i>(interfaces: impl Iterator<Item = &'i Interface>, sample_time: Option<f64>) -> Self {
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
    pub fn number(&self, clock: Clock) -> usize {
        let timing = self.timing(clock);
        self.timings.iter().position(|known| *known == timing).unwrap_or(0)
    }

    /// When each of them ticks.
    pub fn timings(&self) -> &[Timing] {
        &self.timings
    }

    /// When a clock ticks.
    pub fn timing(&self, clock: Clock) -> Timing {
        match clock.period_and_offset() {
            Some((period, offset)) => Timing::Every { period, offset },
            None if clock.is_model() => Timing::Every { period: self.sample_time.unwrap_or(1.0), offset: 0.0 },
            None => Timing::Steps,
        }
    }
}

/// What a run's clocks need to go on in another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClockTimes {
    /// The start of the first run, from which all ticks are counted, s.
    pub origin: f64,
    /// Ticks of the clock of accepted steps so far.
    pub steps: u64,
}
