//! The times at which rows are written.

use super::decimal::Decimal;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The asked times, rising: the union of single times and of ranges
/// `start:step:stop`, each time the double nearest to its decimal.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputTimes {
    pub(crate) grids: Vec<Grid>,
    /// Ranges that end before their stop.
    pub(crate) short: Vec<Short>,
    /// Replaces the start.
    pub(crate) from: Option<f64>,
    /// Replaces the end.
    pub(crate) until: Option<f64>,
}

/// A range whose steps do not reach its stop.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Short {
    /// As it is written, and where.
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Its last time, s.
    pub(crate) last: f64,
    pub(crate) stop: f64,
    /// Whether it gives its start alone.
    pub(crate) is_start_alone: bool,
    /// What was meant, if step and stop change places.
    pub(crate) turned: Option<String>,
}

/// What replaces the start and the end of a run.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Limits {
    /// The time of an initial state, s, and where it stands.
    pub(crate) from: Option<(f64, Span)>,
    /// The end, s.
    pub(crate) until: Option<f64>,
}

/// `first + k step` for `k < count`, all times `10^exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) first: i128,
    pub(crate) step: i128,
    pub(crate) count: u64,
    pub(crate) exponent: i32,
}

impl Grid {
    pub(crate) fn time(&self, k: u64) -> f64 {
        Decimal { mantissa: self.first + i128::from(k) * self.step, exponent: self.exponent }.nearest()
    }

    pub(crate) fn last(&self) -> f64 {
        self.time(self.count - 1)
    }

    /// How many of its times lie before that time.
    fn before(&self, time: f64) -> u64 {
        let (mut before, mut not_before) = (0, self.count);
        while before < not_before {
            let middle = before + (not_before - before) / 2;
            if self.time(middle) < time { before = middle + 1 } else { not_before = middle }
        }
        before
    }
}

impl OutputTimes {
    /// Most rows of one run.
    pub const MOST: u64 = 100_000_000;

    /// Start time, s.
    pub fn start(&self) -> f64 {
        self.from.unwrap_or_else(|| self.first_asked())
    }

    /// End time, s.
    pub fn end(&self) -> f64 {
        self.until.unwrap_or_else(|| self.last_asked())
    }

    /// The first time that `TOutput` names, s.
    pub(crate) fn first_asked(&self) -> f64 {
        self.grids.first().map_or(0.0, |grid| grid.time(0))
    }

    /// The last time that `TOutput` names, s.
    pub(crate) fn last_asked(&self) -> f64 {
        self.grids.last().map_or(0.0, Grid::last)
    }

    /// Ranges that end before their stop, if that is not the next time.
    pub(crate) fn short_ranges(&self) -> &[Short] {
        &self.short
    }

    /// The start, s, if it is not the first time that `TOutput` names.
    pub(crate) fn resumed_at(&self) -> Option<f64> {
        self.from
    }

    /// Replaces the start and the end; what lies outside is left out.
    pub(crate) fn restrict(&mut self, limits: Limits) -> Result<(), Diagnostic> {
        let (first, last) = (self.first_asked(), limits.until.unwrap_or_else(|| self.last_asked()));
        if last < first {
            let message = format!("the run cannot end at {last} s: it starts at {first} s");
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
        Ok(())
    }

    /// The times, rising, each once.
    pub fn iter(&self) -> impl Iterator<Item = f64> + '_ {
        let mut last = f64::NEG_INFINITY;
        let (from, until) = (self.from, self.until);
        let first = move |grid: &Grid| from.map_or(0, |start| grid.before(start));
        let asked = self.grids.iter().flat_map(move |grid| (first(grid)..grid.count).map(|k| grid.time(k)));
        from.into_iter()
            .chain(asked)
            .take_while(move |time| until.is_none_or(|end| *time < end))
            .chain(until)
            .filter(move |time| std::mem::replace(&mut last, *time) < *time)
    }
}
