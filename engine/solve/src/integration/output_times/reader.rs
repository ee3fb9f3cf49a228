//! Reads `TOutput`: the times at which rows are written.

use std::str::FromStr;

use bowline_text::{Decimal, Span, Text, pieces};

use super::{OutputTimes, Range, Short};
use crate::integration::grid::Grid;
use crate::integration::resolution::{least_distance, least_in_words};
use crate::integration::{instant_width, unit_in_the_last_place};

impl OutputTimes {
    /// Reads times and ranges `start:step:stop`, with commas between them, s. `number` reads each of them.
    ///
    /// # Errors
    /// All that is wrong with it, and where.
    pub fn read(
        text: Text<'_>,
        number: &dyn Fn(&str) -> Result<Decimal, String>,
    ) -> Result<OutputTimes, Vec<(Span, String)>> {
        if text.as_str().trim().is_empty() {
            return Err(vec![(text.span(), "no output times".to_owned())]);
        }
        let mut times =
            OutputTimes { ranges: Vec::new(), short: Vec::new(), from: None, until: None, continued_from: None };
        let mut faults = Vec::new();
        let mut rows = 0_u64;
        for (item, span) in text.items() {
            let (range, stop) = match parse_item(item, number) {
                Ok(parsed) => parsed,
                Err(message) => {
                    faults.push((span, message));
                    continue;
                }
            };
            if rows <= OutputTimes::MOST && rows.saturating_add(range.count) > OutputTimes::MOST {
                let message = format!(
                    "{} rows, where at most {} are written",
                    rows.saturating_add(range.count),
                    OutputTimes::MOST
                );
                faults.push((span, message));
            }
            if let Some(fault) = too_dense(&range) {
                faults.push((span, fault));
            }
            rows = rows.saturating_add(range.count);
            if let Some(last) = times.ranges.last().map(Range::last)
                && range.grid.time(0) < last
            {
                faults.push((span, format!("the times fall: {} comes after {last}", range.grid.time(0))));
            }
            if let Some(before) = times.ranges.last_mut().filter(|before| before.count > 1) {
                // A range that reaches the next time to within the last digits.
                let apart = range.grid.time(0) - before.last();
                if apart > 0.0 && apart <= instant_width(before.last()) {
                    before.count -= 1;
                    rows -= 1;
                }
            }
            if times.short.last().is_some_and(|short| short.stop == range.grid.time(0)) {
                // The stop stands behind it.
                times.short.pop();
            }
            let last = range.last();
            times.short.extend(stop.filter(|stop| *stop != last).map(|stop| Short {
                text: item.to_owned(),
                span,
                last,
                stop,
                is_start_alone: range.count == 1,
                turned: turned(item),
            }));
            times.ranges.push(range);
        }
        let (start, end) = (times.start(), times.end());
        if faults.is_empty() && !(end - start).is_finite() {
            faults.push((text.span(), "the times lie too far apart".to_owned()));
        } else if faults.is_empty() && start < end && end - start < least_distance(start, end) {
            faults.push((text.span(), too_near(start, end, &format!("a run of {:?} s", end - start))));
        }
        if faults.is_empty() { Ok(times) } else { Err(faults) }
    }
}

impl FromStr for OutputTimes {
    type Err = String;

    /// Times and ranges `start:step:stop`, with commas between them, s.
    ///
    /// # Errors
    /// The first thing that is wrong, in words.
    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(Text::new(text, Span::new(0, text.len())), &Decimal::parse)
            .map_err(|faults| faults.into_iter().next().map_or_else(String::new, |(_, fault)| fault))
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

/// The error for rows nearer to each other than their times can distinguish.
fn too_dense(range: &Range) -> Option<String> {
    let (first, last) = (range.grid.time(0), range.last());
    let Grid { step, exponent, .. } = range.grid;
    let distance = Decimal { mantissa: step, exponent }.nearest();
    (range.count > 1 && distance < least_distance(first, last))
        .then(|| too_near(first, last, &format!("rows that are {distance:?} s apart")))
}

fn too_near(first: f64, last: f64, what: &str) -> String {
    let at = first.abs().max(last.abs());
    let (unit, least) = (unit_in_the_last_place(at), least_in_words(first, last));
    format!("at {at:?} s numbers are {unit:.1e} s apart, too much for {what}: give {least} or more")
}

/// The times, and the stop of a range.
fn parse_item(item: &str, number: &dyn Fn(&str) -> Result<Decimal, String>) -> Result<(Range, Option<f64>), String> {
    let parts: Vec<_> = pieces(item, ':').into_iter().map(number).collect::<Result<_, _>>()?;
    match parts.as_slice() {
        [time] => {
            let grid = Grid { first: time.mantissa, step: 0, exponent: time.exponent };
            Ok((Range { grid, count: 1 }, None))
        }
        [start, step, stop] => {
            let range = parse_range(*start, *step, *stop).ok_or("too many digits".to_owned())??;
            Ok((range, Some(stop.nearest())))
        }
        _ => Err(format!("`{item}` is neither a time nor a range start:step:stop")),
    }
}

/// `None` if the numbers have no common exponent.
fn parse_range(start: Decimal, step: Decimal, stop: Decimal) -> Option<Result<Range, String>> {
    let exponent = [start, step, stop].iter().filter(|d| d.mantissa != 0).map(|d| d.exponent).min().unwrap_or(0);
    let [first, step, stop] = [start.mantissa_at(exponent)?, step.mantissa_at(exponent)?, stop.mantissa_at(exponent)?];
    if step <= 0 {
        return Some(Err("the step of a range start:step:stop must be more than 0".to_owned()));
    }
    if stop < first {
        return Some(Err("the range start:step:stop stops before it starts".to_owned()));
    }
    if let Some(range) = divided(first, step, stop, exponent) {
        return Some(Ok(range));
    }
    let count = u64::try_from(stop.checked_sub(first)? / step).unwrap_or(u64::MAX).saturating_add(1);
    Some(Ok(Range { grid: Grid { first, step, exponent }, count }))
}

/// The range whose steps are an equal part of it but for the rounding of the step, as that of `0:1/11:1` is: a formula gives
/// the double beside 1/11. The last time is the stop, and each time the double nearest to its part.
fn divided(first: i128, step: i128, stop: i128, exponent: i32) -> Option<Range> {
    /// More digits than doubles have; by so many that rounding steps a hundred million times does not show.
    const MORE_DIGITS: u32 = 14;
    let span = stop.checked_sub(first)?;
    let parts = span.checked_add(step / 2)? / step;
    let rest = parts.checked_mul(step)?.checked_sub(span)?.abs();
    // Each step is off by a unit in its last place at most; a step of a few digits is what it says.
    let is_rounded = rest.checked_mul(1 << (f64::MANTISSA_DIGITS - 1))? <= parts.checked_mul(step)?;
    if rest == 0 || !is_rounded {
        return None;
    }
    let finer = 10_i128.pow(MORE_DIGITS);
    let (first, span) = (first.checked_mul(finer)?, span.checked_mul(finer)?);
    let grid = Grid { first, step: (span + parts / 2) / parts, exponent: exponent.checked_sub(MORE_DIGITS as i32)? };
    Some(Range { grid, count: u64::try_from(parts).ok()?.checked_add(1)? })
}

#[cfg(test)]
mod tests {
    use super::{Decimal, OutputTimes, Span, Text};
    use crate::integration::Limits;

    fn parse(text: &str) -> Result<OutputTimes, Vec<(Span, String)>> {
        OutputTimes::read(Text::new(text, Span::new(0, text.len())), &Decimal::parse)
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
        // A hundred steps reach, to within a digit, the stop beside them.
        let rows = times("0, 0:0.0011951234567891233:0.11951234567891236, 0.11951234567891236");
        assert_eq!((rows.len(), rows[99], rows[100]), (101, 0.11831722222212321, 0.11951234567891236));
    }

    /// A formula gives the double beside a fraction. (A quotient of doubles is the double nearest to the fraction.)
    #[test]
    fn a_step_that_is_a_fraction_reaches_the_stop() {
        for parts in 1..=1000_u32 {
            let step = 1.0 / f64::from(parts);
            let exact: Vec<f64> = (0..=parts).map(|k| f64::from(k) / f64::from(parts)).collect();
            assert_eq!(times(&format!("0:{step}:1")), exact, "{parts}");
            let later = times(&format!("100:{step}:101"));
            assert_eq!((later.len(), later.last()), (parts as usize + 1, Some(&101.0)), "{parts}");
        }
        assert_eq!(times("0:0.33333:1").last(), Some(&0.99999), "this is no third");
        assert_eq!(times("0:0.3:1").len(), 4);
    }

    fn restricted(text: &str, from: Option<f64>, until: Option<f64>) -> Vec<f64> {
        let mut times = parse(text).unwrap();
        times.restrict(Limits { from: from.map(|from| (from, Span::new(0, 0))), until }).unwrap();
        times.iter().collect()
    }

    #[test]
    fn an_end_of_ones_own() {
        assert_eq!(restricted("0:1:10", None, Some(2.5)), [0.0, 1.0, 2.0, 2.5]);
        assert_eq!(restricted("0:1:2", None, Some(4.5)), [0.0, 1.0, 2.0, 3.0, 4.0, 4.5], "rows go on");
        assert_eq!(restricted("0:0.1:0.2", None, Some(0.3)), [0.0, 0.1, 0.2, 0.3], "and an end that is a row is one");
        assert_eq!(restricted("0, 2:2:7", None, Some(8.0)), [0.0, 2.0, 4.0, 6.0, 8.0], "a stop off the grid");
        assert_eq!(restricted("0:1:2, 4", None, Some(7.0)), [0.0, 1.0, 2.0, 4.0, 7.0], "a single time has no step");
        assert_eq!(restricted("0:1:2", Some(1.5), Some(4.5)), [1.5, 2.0, 3.0, 4.0, 4.5]);
        assert_eq!(restricted("0:1:10", None, Some(0.0)), [0.0]);
    }

    #[test]
    fn an_end_is_a_finite_time() {
        for until in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let refused = parse("0:1:10").unwrap().restrict(Limits { from: None, until: Some(until) }).unwrap_err();
            assert!(refused.message().contains("give a finite time"), "{}", refused.message());
        }
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
    fn rows_that_go_on_are_counted() {
        let until = |text: &str, until| {
            let mut times = parse(text).unwrap();
            times.restrict(Limits { from: None, until: Some(until) }).map(|()| times.iter().count())
        };
        assert_eq!(until("0:1e-5:1", 2.0).unwrap(), 200_001);
        for (text, end) in [("0:1e-5:1", 1001.0), ("0:1:1", 1e300), ("0:1e-8:0.9", 1.0), ("-1e37:1e37:1e37", 1e300)] {
            let fault = until(text, end).unwrap_err().to_string();
            assert!(fault.contains("more than 100000000"), "{text}: {fault}");
        }
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
