//! The times at which rows are written.

mod reader;

use std::fmt;

use bowline_decimal::Shortest;

use bowline_text::{Decimal, Diagnostic, Span};

use super::grid::Grid;

/// The asked times, rising: the union of single times and of ranges
/// `start:step:stop`, each time the double nearest to its decimal.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputTimes {
    /// Ranges of times, one behind the other.
    pub ranges: Vec<Range>,
    /// Ranges that end before their stop.
    pub short: Vec<Short>,
    /// Replaces the start.
    pub from: Option<f64>,
    /// Replaces the end.
    pub until: Option<f64>,
    /// The last time that `TOutput` names, if rows go on behind it.
    pub continued_from: Option<f64>,
}

/// A range whose steps do not reach its stop.
#[derive(Debug, Clone, PartialEq)]
pub struct Short {
    /// As it is written, and where.
    pub text: String,
    /// Where.
    pub span: Span,
    /// Its last time, s.
    pub last: f64,
    /// The stop that is written, s.
    pub stop: f64,
    /// Whether it gives its start alone.
    pub is_start_alone: bool,
    /// What was meant, if step and stop change places.
    pub turned: Option<String>,
}

/// What replaces the start and the end of a run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// The time of an initial state, s, and where it stands.
    pub from: Option<(f64, Span)>,
    /// The end, s.
    pub until: Option<f64>,
}

/// The first times of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The times.
    pub grid: Grid,
    /// How many of them.
    pub count: u64,
}

impl Range {
    /// The last one, s.
    pub fn last(&self) -> f64 {
        self.grid.time(self.count - 1)
    }
}

/// `start:step:last` and single times, with commas, as exact as they are kept: it reads
/// back as the same times, but for a start or an end that a run has of its own.
impl fmt::Display for OutputTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Range { grid, count }) in self.ranges.iter().enumerate() {
            let decimal =
                |k: u64| Decimal { mantissa: grid.first + i128::from(k) * grid.step, exponent: grid.exponent };
            let separator = if index > 0 { ", " } else { "" };
            write!(f, "{separator}{}", decimal(0))?;
            if *count > 1 {
                let step = Decimal { mantissa: grid.step, exponent: grid.exponent };
                write!(f, ":{step}:{}", decimal(count - 1))?;
            }
        }
        Ok(())
    }
}

impl OutputTimes {
    /// Most rows of one run.
    pub const MOST: u64 = 100_000_000;

    /// Times `start`, `start + step`, ... up to `stop`, s, each the double nearest to its decimal.
    ///
    /// # Errors
    /// The step is not more than 0, or the times are too many or too near to each other.
    pub fn every(step: f64, start: f64, stop: f64) -> Result<Self, String> {
        format!("{start:?}:{step:?}:{stop:?}").parse()
    }

    /// Start time, s.
    pub fn start(&self) -> f64 {
        self.from.unwrap_or_else(|| self.first_asked())
    }

    /// End time, s.
    pub fn end(&self) -> f64 {
        self.until.unwrap_or_else(|| self.last_asked())
    }

    /// The first time that `TOutput` names, s.
    pub fn first_asked(&self) -> f64 {
        self.ranges.first().map_or(0.0, |range| range.grid.time(0))
    }

    /// The last time that `TOutput` names, s.
    pub fn last_asked(&self) -> f64 {
        self.continued_from.unwrap_or_else(|| self.last_time())
    }

    /// The last of the ranges' times, s.
    fn last_time(&self) -> f64 {
        self.ranges.last().map_or(0.0, Range::last)
    }

    /// Rows go on to this time, s, in the steps of the range that ends them. A
    /// single time that ends them has none to go on with.
    pub fn continue_to(&mut self, end: f64) -> Result<(), Diagnostic> {
        let (last, rows) = (self.last_asked(), self.ranges.iter().map(|range| range.count).sum::<u64>());
        let Some(range) = self.ranges.last_mut().filter(|range| range.count > 1 && end > last) else { return Ok(()) };
        let room = Self::MOST.saturating_sub(rows);
        let count = range.grid.before(end.next_up(), range.grid.longest().min(range.count + room + 1));
        if count > range.count + room {
            let message = format!("the rows of TOutput, up to {} s, are more than {}", Shortest(end), Self::MOST);
            let help = "give Engine another TOutput, with longer steps";
            return Err(Diagnostic::error("bad-output-times", message).help(help));
        }
        range.count = count;
        self.continued_from = Some(last);
        Ok(())
    }

    /// Ranges that end before their stop, if that is not the next time.
    pub fn short_ranges(&self) -> &[Short] {
        &self.short
    }

    /// The start, s, if it is not the first time that `TOutput` names.
    pub fn resumed_at(&self) -> Option<f64> {
        self.from
    }

    /// Replaces the start and the end; what lies outside is left out, and rows
    /// go on to a later end.
    pub fn restrict(&mut self, limits: Limits) -> Result<(), Diagnostic> {
        let (first, last) = (self.first_asked(), limits.until.unwrap_or_else(|| self.last_asked()));
        if !last.is_finite() {
            let message = format!("the run cannot end at {last} s: give a finite time");
            return Err(Diagnostic::error("bad-value", message));
        }
        if last < first {
            let message = format!("the run cannot end at {} s: it starts at {} s", Shortest(last), Shortest(first));
            return Err(Diagnostic::error("bad-value", message));
        }
        if let Some((from, span)) = limits.from
            && !(first..=last).contains(&from)
        {
            let message = format!("the state is that at {from:?} s, outside the run, from {first:?} to {last:?} s");
            let help = "the first time of TOutput must not be later, nor its last, or --until, earlier";
            return Err(Diagnostic::error("bad-state-file", message).at(span).help(help));
        }
        self.from = limits.from.map(|(from, _)| from);
        self.until = limits.until;
        limits.until.map_or(Ok(()), |end| self.continue_to(end))
    }

    /// The times, rising, each once.
    pub fn iter(&self) -> impl Iterator<Item = f64> + '_ {
        let mut last = f64::NEG_INFINITY;
        let (from, until) = (self.from, self.until);
        let first = move |range: &Range| from.map_or(0, |start| range.grid.before(start, range.count));
        let times = move |range: &Range| {
            let grid = range.grid;
            (first(range)..range.count).map(move |k| grid.time(k))
        };
        let asked = self.ranges.iter().flat_map(times);
        from.into_iter()
            .chain(asked)
            .take_while(move |time| until.is_none_or(|end| *time < end))
            .chain(until)
            .filter(move |time| std::mem::replace(&mut last, *time) < *time)
    }
}
