//! One number of a run, followed from row to row.

use super::What;
use super::deviation::{Deviation, power_of_two};
use super::line::Line;
use super::window::{Point, Window};

/// Follows a signal within a window. It takes the same room however many rows
/// there are, but for a percentile, which needs all of them.
#[derive(Debug, Clone)]
pub(super) struct Gauge {
    what: What,
    window: Window,
    /// The row before, also if it is not in the window.
    last: Option<Point>,
    /// What was followed of the line through the rows.
    followed: Option<Followed>,
    /// The row that was found so far.
    found: Option<Point>,
    /// When a level was crossed, s.
    crossed: Option<f64>,
    along: Along,
}

/// From where to where a line was followed.
#[derive(Debug, Clone, Copy)]
struct Followed {
    /// s.
    began: f64,
    end: Point,
}

/// What is kept of the line through the rows.
#[derive(Debug, Clone)]
enum Along {
    Nothing,
    Mean {
        integral: f64,
    },
    Rms {
        integral: f64,
        /// Squares are of numbers divided by this power of two, so that they neither
        /// overflow nor vanish.
        scale: f64,
    },
    Deviation(Deviation),
    Line(Line),
}

impl Gauge {
    pub(super) fn new(what: What, window: Window) -> Self {
        let along = match what {
            What::Mean => Along::Mean { integral: 0.0 },
            What::Rms => Along::Rms { integral: 0.0, scale: f64::MIN_POSITIVE },
            What::Std => Along::Deviation(Deviation::new()),
            What::Percentile(_) => Along::Line(Line::default()),
            _ => Along::Nothing,
        };
        Self { what, window, last: None, followed: None, found: None, crossed: None, along }
    }

    /// Takes a row: time, s, and value.
    pub(super) fn take(&mut self, time: f64, value: f64) {
        let row = Point { time, value };
        if let Some(before) = self.last {
            self.take_crossing(before, row);
            if let Some((from, to)) = self.window.part(before, row) {
                self.along.take(from, to);
                self.follow(from, to);
            }
        }
        if self.window.has(time) {
            self.take_row(row);
            self.follow(row, row);
        }
        self.last = Some(row);
    }

    /// What was asked for; none if there is no finite one.
    pub(super) fn value(&self) -> Option<f64> {
        let Followed { began, end } = self.followed?;
        let span = end.time - began;
        let value = match (self.what, &self.along) {
            (What::TimeOfMin | What::TimeOfMax, _) => self.found.map(|row| row.time),
            (What::Crossing(_) | What::Rising(_) | What::Falling(_), _) => self.crossed,
            (_, Along::Mean { integral }) if span > 0.0 => Some(integral / span),
            (_, Along::Rms { integral, scale }) if span > 0.0 => Some((integral / span).sqrt() * scale),
            (What::Percentile(percent), Along::Line(line)) if span > 0.0 => line.quantile(percent / 100.0),
            (_, Along::Deviation(deviation)) if span > 0.0 => deviation.value(),
            (What::Mean | What::Percentile(_), _) => Some(end.value),
            (What::Rms, _) => Some(end.value.abs()),
            // Of what is not finite there is none.
            (What::Std, _) => Some(0.0 * end.value),
            _ => self.found.map(|row| row.value),
        };
        value.filter(|value| value.is_finite())
    }

    fn follow(&mut self, from: Point, to: Point) {
        let began = self.followed.map_or(from.time, |followed| followed.began);
        self.followed = Some(Followed { began, end: to });
    }

    fn take_row(&mut self, row: Point) {
        let is_better = |found: Point| match self.what {
            What::Final => true,
            What::Min | What::TimeOfMin => row.value < found.value,
            What::Max | What::TimeOfMax => row.value > found.value,
            _ => false,
        };
        if self.found.is_none_or(is_better) {
            self.found = Some(row);
        }
    }

    fn take_crossing(&mut self, before: Point, row: Point) {
        let (from, to) = (before.value, row.value);
        let rises = |level: f64| from < level && to >= level;
        let falls = |level: f64| from > level && to <= level;
        let level = match self.what {
            What::Crossing(level) if rises(level) || falls(level) => level,
            What::Rising(level) if rises(level) => level,
            What::Falling(level) if falls(level) => level,
            _ => return,
        };
        let part = (level - from) / (to - from);
        let time = if to == level { row.time } else { before.time + part * (row.time - before.time) };
        if self.crossed.is_none() && self.window.has(time) {
            self.crossed = Some(time);
        }
    }
}

impl Along {
    /// Takes the line between two points.
    fn take(&mut self, from: Point, to: Point) {
        let span = to.time - from.time;
        match self {
            Self::Nothing => {}
            Self::Mean { integral } => *integral += 0.5 * span * (from.value + to.value),
            Self::Rms { integral, scale } => {
                let before = *scale;
                *scale = before.max(power_of_two(from.value)).max(power_of_two(to.value));
                let less = before / *scale;
                let square = |number: f64| (number / *scale) * (number / *scale);
                *integral = *integral * less * less + 0.5 * span * (square(from.value) + square(to.value));
            }
            Self::Deviation(deviation) => deviation.take(from, to),
            Self::Line(line) => line.take(from, to),
        }
    }
}

#[cfg(test)]
mod tests;
