//! Sines and cosines of the time.

use std::f64::consts::FRAC_PI_2;

use crate::program::{Program, Slot, Step};
use crate::real::{Pair, Unary};

/// A sine whose argument grows steadily with the time: sin(angular frequency t + phase), in rad/s, more than 0, and rad.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wave {
    /// rad/s.
    pub angular_frequency: f64,
    /// rad.
    pub phase: f64,
}

/// A number that grows steadily: its rate, and what it is at the time 0.
type Line = (f64, f64);

impl Program {
    /// The sines and cosines of what grows steadily with the time, which is the input `time`. Of other inputs `known` gives
    /// those that never change.
    pub fn waves(&self, time: usize, known: impl Fn(usize) -> Option<f64>) -> Vec<Wave> {
        let input = |input: usize| if input == time { Some((1.0, 0.0)) } else { Some((0.0, known(input)?)) };
        let mut lines: Vec<Option<Line>> = (0..self.inputs).map(input).collect();
        lines.extend(self.constants.iter().map(|constant| Some((0.0, *constant))));
        lines.resize(self.slots, None);
        let mut waves = Vec::new();
        for step in &self.steps {
            let line = |slot: Slot| lines[slot as usize];
            match *step {
                Step::Unary { what: what @ (Unary::Sin | Unary::Cos), of, .. } => {
                    let phase = if what == Unary::Cos { FRAC_PI_2 } else { 0.0 };
                    waves.extend(line(of).and_then(|(rate, at_0)| Wave::of(rate, at_0 + phase)));
                }
                Step::Unary { what: Unary::Negative, of, to } => {
                    lines[to as usize] = line(of).map(|(rate, at_0)| (-rate, -at_0));
                }
                Step::Pair { what, of: [one, other], to } => {
                    let both = line(one).zip(line(other));
                    lines[to as usize] = both.and_then(|(one, other)| combined(what, one, other));
                }
                // A choice does not grow steadily.
                Step::Unary { .. } | Step::Copy { .. } | Step::Unless { .. } | Step::Go { .. } => {}
            }
        }
        waves
    }
}

impl Wave {
    fn of(rate: f64, phase: f64) -> Option<Self> {
        let turns = rate != 0.0 && rate.is_finite() && phase.is_finite();
        // sin(-x) has the extremes of sin(x).
        turns.then(|| Self { angular_frequency: rate.abs(), phase: if rate < 0.0 { -phase } else { phase } })
    }
}

fn combined(what: Pair, one: Line, other: Line) -> Option<Line> {
    match (what, one, other) {
        (Pair::Plus, ..) => Some((one.0 + other.0, one.1 + other.1)),
        (Pair::Minus, ..) => Some((one.0 - other.0, one.1 - other.1)),
        (Pair::Times, line, (0.0, factor)) | (Pair::Times, (0.0, factor), line) => {
            Some((line.0 * factor, line.1 * factor))
        }
        (Pair::Over, line, (0.0, divisor)) => Some((line.0 / divisor, line.1 / divisor)),
        _ => None,
    }
}
