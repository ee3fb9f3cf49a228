//! One number of a run, followed from row to row.

use super::What;

/// Follows a signal, and takes the same room however many rows there are.
#[derive(Debug, Clone)]
pub(super) struct Gauge {
    what: What,
    /// The row before: time, s, and value.
    last: Option<(f64, f64)>,
    /// When the first row was, s.
    began: f64,
    /// What was found so far; an integral over time for a mean.
    found: Option<f64>,
    /// When it was found, s.
    found_at: f64,
    /// Squares are of numbers divided by this power of two, so that they neither
    /// overflow nor vanish.
    scale: f64,
}

impl Gauge {
    pub(super) fn new(what: What) -> Self {
        let found = matches!(what, What::Mean | What::Rms).then_some(0.0);
        Self { what, last: None, began: f64::NAN, found, found_at: f64::NAN, scale: f64::MIN_POSITIVE }
    }

    /// Takes a row: time, s, and value.
    pub(super) fn take(&mut self, time: f64, value: f64) {
        match self.what {
            What::Initial | What::Final => {
                if self.what == What::Final || self.found.is_none() {
                    self.found = Some(value);
                }
            }
            What::Min | What::TimeOfMin => self.take_extreme(time, value, |value, found| value < found),
            What::Max | What::TimeOfMax => self.take_extreme(time, value, |value, found| value > found),
            What::Mean => self.integrate(time, value),
            What::Rms => self.integrate_square(time, value),
            What::Crossing(level) => {
                self.take_crossing(time, value, level, |from, to| {
                    from < level && to >= level || from > level && to <= level
                });
            }
            What::Rising(level) => self.take_crossing(time, value, level, |from, to| from < level && to >= level),
            What::Falling(level) => self.take_crossing(time, value, level, |from, to| from > level && to <= level),
        }
        if self.last.is_none() {
            self.began = time;
        }
        self.last = Some((time, value));
    }

    /// What was asked for; none if there is no finite one.
    pub(super) fn value(&self) -> Option<f64> {
        let (now, last) = self.last?;
        let span = now - self.began;
        let value = match self.what {
            What::TimeOfMin | What::TimeOfMax => self.found.map(|_| self.found_at),
            What::Mean if span > 0.0 => self.found.map(|integral| integral / span),
            What::Rms if span > 0.0 => self.found.map(|integral| (integral / span).sqrt() * self.scale),
            What::Mean => Some(last),
            What::Rms => Some(last.abs()),
            _ => self.found,
        };
        value.filter(|value| value.is_finite())
    }

    fn take_extreme(&mut self, time: f64, value: f64, is_better: fn(f64, f64) -> bool) {
        if self.found.is_none_or(|found| is_better(value, found)) {
            (self.found, self.found_at) = (Some(value), time);
        }
    }

    fn integrate(&mut self, time: f64, value: f64) {
        if let (Some((before, from)), Some(integral)) = (self.last, &mut self.found) {
            *integral += 0.5 * (time - before) * (from + value);
        }
    }

    fn integrate_square(&mut self, time: f64, value: f64) {
        let (Some((before, from)), Some(integral)) = (self.last, &mut self.found) else { return };
        let scale = self.scale.max(power_of_two(from)).max(power_of_two(value));
        let (less, square) = (self.scale / scale, |number: f64| (number / scale) * (number / scale));
        *integral = *integral * less * less + 0.5 * (time - before) * (square(from) + square(value));
        self.scale = scale;
    }

    fn take_crossing(&mut self, time: f64, value: f64, level: f64, is_crossing: impl Fn(f64, f64) -> bool) {
        let (None, Some((before, from))) = (self.found, self.last) else { return };
        if is_crossing(from, value) {
            let part = (level - from) / (value - from);
            self.found = Some(if value == level { time } else { before + part * (time - before) });
        }
    }
}

/// The largest power of two that is not above a number's size; 0 for what is
/// smaller than any normal number.
fn power_of_two(number: f64) -> f64 {
    f64::from_bits(number.to_bits() & f64::INFINITY.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_tiny_and_huge_numbers_do_not_leave_the_range() {
        // (1 + 4) / 2 and (4 + 16) / 2, over two seconds.
        let expected = (12.5_f64 / 2.0).sqrt();
        for size in [3e-308, 1e-200, 1.0, 0.1, 1e200, 4e307] {
            let found = of(What::Rms, &[(0.0, size), (1.0, -2.0 * size), (2.0, 4.0 * size)]).unwrap();
            assert!((found / size / expected - 1.0).abs() < 1e-14, "{size}: {found}");
        }
        assert_eq!(of(What::Rms, &[(0.0, 0.0), (1.0, 0.0)]), Some(0.0));
        assert_eq!(of(What::Rms, &[(0.0, 1.0), (1.0, f64::INFINITY)]), None);
    }

    /// Up and down and up again: 1 at the start, 4, 0, -2, 2 at 8 s.
    const ROWS: [(f64, f64); 5] = [(0.0, 1.0), (1.0, 4.0), (3.0, 0.0), (4.0, -2.0), (8.0, 2.0)];

    fn of(what: What, rows: &[(f64, f64)]) -> Option<f64> {
        let mut gauge = Gauge::new(what);
        rows.iter().for_each(|(time, value)| gauge.take(*time, *value));
        gauge.value()
    }

    #[test]
    fn each_says_what_its_name_says() {
        for (what, expected) in [
            (What::Initial, 1.0),
            (What::Final, 2.0),
            (What::Min, -2.0),
            (What::Max, 4.0),
            (What::TimeOfMin, 4.0),
            (What::TimeOfMax, 1.0),
            // Trapezoids of 2.5, 4, -1 and 0, over 8 s.
            (What::Mean, 5.5 / 8.0),
            // Of the squares: 8.5, 16, 2 and 16.
            (What::Rms, (42.5_f64 / 8.0).sqrt()),
            (What::Crossing(2.5), 0.5),
            (What::Rising(2.5), 0.5),
            (What::Falling(2.0), 2.0),
            (What::Crossing(-1.0), 3.5),
            (What::Rising(-1.0), 5.0),
            // At a row, exactly.
            (What::Falling(0.0), 3.0),
            (What::Rising(2.0), 1.0 / 3.0),
        ] {
            assert_eq!(of(what, &ROWS), Some(expected), "{what}");
        }
    }

    #[test]
    fn a_level_that_is_not_crossed_and_one_where_the_run_begins_give_none() {
        assert_eq!(of(What::Crossing(5.0), &ROWS), None);
        assert_eq!(of(What::Rising(1.0), &ROWS[..3]), None, "it begins there");
        assert_eq!(of(What::Falling(1.0), &ROWS), Some(2.5), "and comes back");
    }

    #[test]
    fn one_row_is_its_own_mean_and_no_row_has_nothing() {
        for what in [What::Mean, What::Rms, What::Final, What::Max] {
            assert_eq!(of(what, &[(2.0, 3.0)]), Some(3.0), "{what}");
            assert_eq!(of(what, &[]), None, "{what}");
        }
        assert_eq!(of(What::Rms, &[(2.0, -3.0)]), Some(3.0));
    }

    #[test]
    fn what_is_not_finite_is_none() {
        assert_eq!(of(What::Final, &[(0.0, 1.0), (1.0, f64::INFINITY)]), None);
        assert_eq!(of(What::Mean, &[(0.0, 1.0), (1.0, f64::NAN)]), None);
    }
}
