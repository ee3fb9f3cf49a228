//! The part of a run that a metric looks at.

use std::fmt;
use std::str::FromStr;

use bowline_decimal::Shortest;

/// A row, or a place on the line between two of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    /// s.
    pub(super) time: f64,
    pub(super) value: f64,
}

impl Point {
    /// The place between this one and a later one, at a time between theirs, s.
    fn towards(self, later: Self, time: f64) -> Self {
        if time == later.time {
            return later;
        }
        if time == self.time || later.value == self.value {
            return Self { time, value: self.value };
        }
        let part = (time - self.time) / (later.time - self.time);
        Self { time, value: self.value * (1.0 - part) + later.value * part }
    }
}

/// Times from one to another, s, both in it: `100..200`, `600..` or `..600`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    from: f64,
    to: f64,
}

impl Window {
    /// All times.
    pub const ALL: Self = Self { from: f64::NEG_INFINITY, to: f64::INFINITY };

    /// Where it begins, s; minus infinity if it has no beginning.
    pub fn from(&self) -> f64 {
        self.from
    }

    /// Where it ends, s; infinity if it has no end.
    pub fn to(&self) -> f64 {
        self.to
    }

    /// Whether a time, s, lies in it.
    pub fn has(&self, time: f64) -> bool {
        self.from <= time && time <= self.to
    }

    /// Whether any of the times from one to another, s, lies in it.
    pub fn meets(&self, start: f64, end: f64) -> bool {
        self.from <= end && start <= self.to
    }

    /// What lies in it of the line between two rows that follow each other.
    pub(super) fn part(&self, before: Point, row: Point) -> Option<(Point, Point)> {
        if !self.meets(before.time, row.time) {
            return None;
        }
        let from = if self.from <= before.time { before } else { before.towards(row, self.from) };
        let to = if row.time <= self.to { row } else { before.towards(row, self.to) };
        Some((from, to))
    }
}

/// As it stands behind a signal: `@600..`, or nothing for all times.
impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ALL {
            return Ok(());
        }
        f.write_str("@")?;
        if self.from.is_finite() {
            write!(f, "{}", Shortest(self.from))?;
        }
        f.write_str("..")?;
        if self.to.is_finite() {
            write!(f, "{}", Shortest(self.to))?;
        }
        Ok(())
    }
}

impl FromStr for Window {
    type Err = String;

    /// What stands behind the `@`.
    fn from_str(text: &str) -> Result<Self, String> {
        let form =
            || format!("`@{text}` is no window: write @FROM..TO, @FROM.. or @..TO, in s, as in `max:S.Force@600..`");
        let (from, to) = text.split_once("..").ok_or_else(form)?;
        let number = |text: &str, open: f64| match text.trim() {
            "" => Ok(open),
            text => text.parse().ok().filter(|time: &f64| time.is_finite()).ok_or_else(form),
        };
        let window = Self { from: number(from, Self::ALL.from)?, to: number(to, Self::ALL.to)? };
        if window == Self::ALL {
            return Err(form());
        }
        if window.from > window.to {
            return Err(format!("its window ends before it begins: write `@{}..{}`", to.trim(), from.trim()));
        }
        Ok(window)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_reads_back_as_it_is_written_in_shortest_decimals() {
        for text in ["600..", "..600", "100..200", "-3..0.25", "5..5", "1e-9.."] {
            assert_eq!(text.parse::<Window>().unwrap().to_string(), format!("@{text}"));
        }
        for (text, shortest) in [(" 600.0 .. ", "@600.."), ("1e2..2e2", "@100..200"), ("..0.50", "@..0.5")] {
            assert_eq!(text.parse::<Window>().unwrap().to_string(), shortest);
        }
        assert_eq!(Window::ALL.to_string(), "");
    }

    #[test]
    fn what_is_no_window_is_told_with_what_would_be() {
        for text in ["", "..", "600", "late..", "..nan", "inf..", "1,2", "1...", "100:200"] {
            let error = text.parse::<Window>().unwrap_err();
            assert!(error.contains("write @FROM..TO, @FROM.. or @..TO, in s, as in `max:S.Force@600..`"), "{error}");
        }
        let error = "200..100".parse::<Window>().unwrap_err();
        assert_eq!(error, "its window ends before it begins: write `@100..200`");
    }

    #[test]
    fn both_ends_lie_in_it() {
        let window: Window = "1..3".parse().unwrap();
        assert!(window.has(1.0) && window.has(3.0) && !window.has(0.999) && !window.has(3.001));
        assert!(window.meets(0.0, 1.0) && window.meets(3.0, 4.0) && window.meets(0.0, 9.0));
        assert!(!window.meets(0.0, 0.5) && !window.meets(3.5, 9.0));
    }

    #[test]
    fn the_line_between_two_rows_is_cut_at_both_ends() {
        let window: Window = "1..3".parse().unwrap();
        let point = |time, value| Point { time, value };
        let cut = |from: Point, to: Point| window.part(from, to);
        // The line is 10 t.
        assert_eq!(cut(point(0.0, 0.0), point(4.0, 40.0)), Some((point(1.0, 10.0), point(3.0, 30.0))));
        assert_eq!(cut(point(2.0, 20.0), point(4.0, 40.0)), Some((point(2.0, 20.0), point(3.0, 30.0))));
        assert_eq!(cut(point(0.0, 0.0), point(1.0, 10.0)), Some((point(1.0, 10.0), point(1.0, 10.0))));
        assert_eq!(cut(point(0.0, f64::INFINITY), point(1.0, 10.0)), Some((point(1.0, 10.0), point(1.0, 10.0))));
        assert_eq!(cut(point(3.5, 0.0), point(4.0, 40.0)), None);
        // As far apart as numbers can be.
        let huge = 2_f64.powi(1023);
        let (from, to) = cut(point(0.0, -huge), point(4.0, huge)).unwrap();
        assert_eq!((from.value, to.value), (-0.5 * huge, 0.5 * huge));
    }
}
