//! `TOutput`: the times at which rows are written.

use super::decimal::Decimal;
use super::document::Text;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The asked times, rising: the union of single times and of ranges
/// `start:step:stop`, each time the double nearest to its decimal.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputTimes {
    grids: Vec<Grid>,
    /// Ranges that end before their stop.
    short: Vec<Short>,
    /// Replaces the start.
    from: Option<f64>,
    /// Replaces the end.
    until: Option<f64>,
}

/// A range whose steps do not reach its stop.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Short {
    /// As it is written, and where.
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Its last time, s.
    pub(crate) last: f64,
    stop: f64,
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
struct Grid {
    first: i128,
    step: i128,
    count: u64,
    exponent: i32,
}

impl Grid {
    fn time(&self, k: u64) -> f64 {
        Decimal { mantissa: self.first + i128::from(k) * self.step, exponent: self.exponent }.nearest()
    }

    fn last(&self) -> f64 {
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

    /// Reads the attribute's value.
    ///
    /// # Errors
    /// All that is wrong with it, and where.
    pub(crate) fn parse(text: &Text<'_>) -> Result<Self, Vec<(Span, String)>> {
        if text.as_str().trim().is_empty() {
            return Err(vec![(text.span(), "no output times".to_owned())]);
        }
        let mut times = Self { grids: Vec::new(), short: Vec::new(), from: None, until: None };
        let mut faults = Vec::new();
        let mut rows = 0_u64;
        for (item, span) in text.items() {
            let (grid, stop) = match parse_item(item) {
                Ok(parsed) => parsed,
                Err(message) => {
                    faults.push((span, message));
                    continue;
                }
            };
            if rows <= Self::MOST && rows.saturating_add(grid.count) > Self::MOST {
                let message =
                    format!("{} rows, where at most {} are written", rows.saturating_add(grid.count), Self::MOST);
                faults.push((span, message));
            }
            rows = rows.saturating_add(grid.count);
            if let Some(last) = times.grids.last().map(Grid::last)
                && grid.time(0) < last
            {
                faults.push((span, format!("the times fall: {} comes after {last}", grid.time(0))));
            }
            if times.short.last().is_some_and(|short| short.stop == grid.time(0)) {
                // The stop stands behind it.
                times.short.pop();
            }
            let last = grid.last();
            times.short.extend(stop.filter(|stop| *stop != last).map(|stop| Short {
                text: item.to_owned(),
                span,
                last,
                stop,
                is_start_alone: grid.count == 1,
                turned: turned(item),
            }));
            times.grids.push(grid);
        }
        if faults.is_empty() && !(times.end() - times.start()).is_finite() {
            faults.push((text.span(), "the times lie too far apart".to_owned()));
        }
        if faults.is_empty() { Ok(times) } else { Err(faults) }
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

/// A range in the order start:stop:step, in ours.
fn turned(item: &str) -> Option<String> {
    let parts: Vec<&str> = item.split(':').map(str::trim).collect();
    let [start, stop, step] = parts.as_slice() else { return None };
    let [first, last, size] = [start, stop, step].map(|part| part.parse::<f64>().ok());
    let fits = size? > 0.0 && size? < last? - first?;
    fits.then(|| format!("{start}:{step}:{stop}"))
}

/// The times, and the stop of a range.
fn parse_item(item: &str) -> Result<(Grid, Option<f64>), String> {
    let parts: Vec<_> = item.split(':').map(Decimal::parse).collect::<Result<_, _>>()?;
    match parts.as_slice() {
        [time] => Ok((Grid { first: time.mantissa, step: 0, count: 1, exponent: time.exponent }, None)),
        [start, step, stop] => {
            let grid = parse_range(*start, *step, *stop).ok_or("too many digits".to_owned())??;
            Ok((grid, Some(stop.nearest())))
        }
        _ => Err(format!("`{item}` is neither a time nor a range start:step:stop")),
    }
}

/// `None` if the numbers have no common exponent.
fn parse_range(start: Decimal, step: Decimal, stop: Decimal) -> Option<Result<Grid, String>> {
    let exponent = [start, step, stop].iter().filter(|d| d.mantissa != 0).map(|d| d.exponent).min().unwrap_or(0);
    let [first, step, stop] = [start.mantissa_at(exponent)?, step.mantissa_at(exponent)?, stop.mantissa_at(exponent)?];
    if step <= 0 {
        return Some(Err("the step of a range start:step:stop must be more than 0".to_owned()));
    }
    if stop < first {
        return Some(Err("the range start:step:stop stops before it starts".to_owned()));
    }
    let count = u64::try_from(stop.checked_sub(first)? / step).unwrap_or(u64::MAX).saturating_add(1);
    Some(Ok(Grid { first, step, count, exponent }))
}

#[cfg(test)]
mod tests {
    use super::{Limits, OutputTimes, Span, Text};

    fn parse(text: &str) -> Result<OutputTimes, Vec<(Span, String)>> {
        OutputTimes::parse(&Text::new(text, Span::scenario(0, text.len())))
    }

    fn times(text: &str) -> Vec<f64> {
        parse(text).unwrap().iter().collect()
    }

    #[test]
    fn a_union_of_times_and_ranges() {
        let tutorial = times("0, 0:0.1:10, 100");
        assert_eq!(tutorial.len(), 102);
        // Each is the double that the decimal names, which 3 * 0.1 is not.
        assert_eq!(tutorial[3], 0.3);
        assert_eq!(tutorial[97..], [9.7, 9.8, 9.9, 10.0, 100.0]);
        assert_eq!(times("1:2:6"), [1.0, 3.0, 5.0], "a stop off the grid is not a row");
        assert_eq!(times("0:00001:0.01"), [0.0], "a step longer than its range gives the start");
        assert_eq!(times("5, 5"), [5.0], "equal start and end is one row");
        assert_eq!(times("-1:0.5:0"), [-1.0, -0.5, 0.0]);
        assert_eq!(times("1e3:1e3:3000"), [1e3, 2e3, 3e3]);
    }

    fn restricted(text: &str, from: Option<f64>, until: Option<f64>) -> Vec<f64> {
        let mut times = parse(text).unwrap();
        times.restrict(Limits { from: from.map(|from| (from, Span::scenario(0, 0))), until }).unwrap();
        times.iter().collect()
    }

    #[test]
    fn an_end_of_ones_own() {
        assert_eq!(restricted("0:1:10", None, Some(2.5)), [0.0, 1.0, 2.0, 2.5]);
        assert_eq!(restricted("0:1:10", None, Some(12.0)).last(), Some(&12.0));
        assert_eq!(restricted("0:1:10", None, Some(0.0)), [0.0]);
    }

    #[test]
    fn a_start_of_ones_own() {
        let starting = |text, start| restricted(text, Some(start), None);
        assert_eq!(starting("0:1:4", 2.0), [2.0, 3.0, 4.0]);
        assert_eq!(starting("0:1:4", 2.5), [2.5, 3.0, 4.0], "the start is a row");
        assert_eq!(starting("0:1:4, 4.5, 5:1:6", 4.5), [4.5, 5.0, 6.0]);
        assert_eq!(starting("0:1:4", 4.0), [4.0]);
        // 0.3, not 3 * 0.1, which is larger.
        assert_eq!(starting("0:0.1:0.5", 0.3), [0.3, 0.4, 0.5]);
        assert_eq!(starting("0:0.1:0.5", 3.0 * 0.1), [3.0 * 0.1, 0.4, 0.5]);
        assert_eq!(restricted("0:1:10", Some(2.5), Some(3.5)), [2.5, 3.0, 3.5]);
        assert_eq!(restricted("0:1:10", Some(2.5), Some(2.5)), [2.5]);
    }

    #[test]
    fn what_is_refused() {
        for (text, why) in [
            ("", "no output times"),
            ("1, 0", "fall"),
            ("0:0:1", "more than 0"),
            ("0:-1:1", "more than 0"),
            ("1:1:0", "before it starts"),
            ("0:1", "neither"),
            ("0,,1", "missing"),
            ("x", "not a number"),
            ("0:1e-9:1", "rows"),
            ("0:1e-300:1", "too many digits"),
            ("-1.7e308, 1.7e308", "too far apart"),
        ] {
            let faults = parse(text).unwrap_err();
            assert!(faults.len() == 1 && faults[0].1.contains(why), "{text}: {faults:?}");
        }
    }
}
