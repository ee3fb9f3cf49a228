//! The line through the rows of a run, and below which value it is for how long.

use super::window::Point;

/// All points of the line: 16 bytes for each.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    points: Vec<Point>,
}

impl Line {
    /// Takes the line between two points, of which the first one is the last end.
    pub(super) fn take(&mut self, from: Point, to: Point) {
        if self.points.is_empty() {
            self.points.push(from);
        }
        self.points.push(to);
    }

    /// The smallest value such that the line is not above it for that share of
    /// its time, from 0 to 1. None if no time goes by, or where a value is not
    /// finite.
    pub(super) fn quantile(&self, share: f64) -> Option<f64> {
        let mut values: Vec<f64> = self.points.iter().map(|point| point.value).collect();
        if !values.iter().all(|value| value.is_finite()) {
            return None;
        }
        values.sort_unstable_by(f64::total_cmp);
        values.dedup();
        let (smallest, largest) = (*values.first()?, *values.last()?);
        let all = self.time_up_to(largest, Bound::Included);
        if share <= 0.0 || share >= 1.0 || all <= 0.0 {
            return (all > 0.0).then_some(if share <= 0.0 { smallest } else { largest });
        }
        // It is between two of these, or is one of them: the time grows linearly in between.
        let wanted = share * all;
        let place = values.partition_point(|value| self.time_up_to(*value, Bound::Included) < wanted);
        let upper = *values.get(place).unwrap_or(&largest);
        let Some(lower) = place.checked_sub(1).map(|before| values[before]) else { return Some(smallest) };
        let below = self.time_up_to(lower, Bound::Included);
        let above = self.time_up_to(upper, Bound::Excluded);
        if wanted > above {
            return Some(upper);
        }
        let part = (wanted - below) / (above - below);
        Some((lower * (1.0 - part) + upper * part).clamp(lower, upper))
    }

    /// For how long the line is not above a value of its points, s, with or
    /// without the time at which it stays there.
    fn time_up_to(&self, value: f64, bound: Bound) -> f64 {
        let stretches = self.points.windows(2).map(|pair| {
            let (low, high) = (pair[0].value.min(pair[1].value), pair[0].value.max(pair[1].value));
            let time = pair[1].time - pair[0].time;
            if low == high && low == value {
                if bound == Bound::Included { time } else { 0.0 }
            } else if high <= value {
                time
            } else if value <= low {
                0.0
            } else if (high - low).is_finite() {
                (value - low) / (high - low) * time
            } else {
                (0.5 * value - 0.5 * low) / (0.5 * high - 0.5 * low) * time
            }
        });
        stretches.sum()
    }
}

/// Whether the time at a value itself counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Included,
    Excluded,
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    fn of(rows: impl IntoIterator<Item = (f64, f64)>) -> Line {
        let points: Vec<Point> = rows.into_iter().map(|(time, value)| Point { time, value }).collect();
        let mut line = Line::default();
        points.windows(2).for_each(|pair| line.take(pair[0], pair[1]));
        line
    }

    #[test]
    fn of_a_ramp_it_is_the_value_at_that_share_of_the_time() {
        // Rows that are not evenly apart.
        let times = [0.0, 0.1, 0.7, 3.0, 3.5, 8.0, 10.0];
        for (slope, at_0) in [(2.0, 0.0), (-3.0, 5.0), (1e-3, 1e6)] {
            let ramp = of(times.map(|time| (time, at_0 + slope * time)));
            for percent in 0..=100 {
                let share = f64::from(percent) / 100.0;
                let along = if slope > 0.0 { share } else { 1.0 - share };
                let (found, exact) = (ramp.quantile(share).unwrap(), at_0 + slope * 10.0 * along);
                assert!((found - exact).abs() <= 4.0 * f64::EPSILON * exact.abs().max(10.0), "{found} {exact}");
            }
        }
    }

    #[test]
    fn of_a_sine_it_is_as_the_arcsine_law_says() {
        let sine = of((0..=300_000).map(|k| {
            let time = f64::from(k) / 1e5;
            (time, 3.0 * (2.0 * PI * time).sin())
        }));
        for percent in [0.0, 0.5, 5.0, 25.0, 50.0, 80.0, 95.0, 99.9, 100.0] {
            let exact = 3.0 * (PI * (percent / 100.0 - 0.5)).sin();
            let found = sine.quantile(percent / 100.0).unwrap();
            assert!((found - exact).abs() < 1e-8, "{percent}: {found} {exact}");
        }
    }

    #[test]
    fn where_the_signal_stays_is_met_by_many_shares() {
        // Two seconds at 1, one on the way to 4, one at 4, three on the way to -2.
        let line = of([(0.0, 1.0), (2.0, 1.0), (3.0, 4.0), (4.0, 4.0), (7.0, -2.0)]);
        // From -2 to 1 takes 1.5 s; at 1 it stays 2 s; between 1 and 4 are 2.5 s; at 4 it stays 1 s.
        for (seconds, exact) in [
            (0.0, -2.0),
            (0.75, -0.5),
            (1.5, 1.0),
            (2.0, 1.0),
            (3.5, 1.0),
            (4.75, 2.5),
            (5.5, 3.4),
            (6.5, 4.0),
            (7.0, 4.0),
        ] {
            let found = line.quantile(seconds / 7.0).unwrap();
            assert!((found - exact).abs() < 1e-14, "{seconds}: {found}");
        }
        let constant = of([(0.0, 0.1), (0.3, 0.1), (0.4, 0.1)]);
        assert_eq!([0.0, 0.3, 1.0].map(|share| constant.quantile(share)), [Some(0.1); 3]);
    }

    /// Between 0 and 10 lies a jump, which takes no time.
    #[test]
    fn a_jump_takes_no_time() {
        let line = of([(0.0, 0.0), (1.0, 0.0), (1.0, 10.0), (4.0, 10.0)]);
        assert_eq!([0.1, 0.25, 0.26, 0.9].map(|share| line.quantile(share).unwrap()), [0.0, 0.0, 10.0, 10.0]);
    }

    #[test]
    fn numbers_at_the_ends_of_the_range_have_one_and_others_have_none() {
        let huge = 2_f64.powi(1023);
        let line = of([(0.0, -huge), (2.0, huge)]);
        assert_eq!(line.quantile(0.25), Some(-0.5 * huge));
        assert_eq!(of([(0.0, 1.0), (1.0, f64::NAN)]).quantile(0.5), None);
        assert_eq!(of([(0.0, 1.0), (0.0, 2.0)]).quantile(0.5), None);
        assert_eq!(Line::default().quantile(0.5), None);
    }
}
