//! The standard deviation of a signal over time.

use super::window::Point;

/// Mean square of what is above and below the mean, by the trapezoidal rule:
/// each stretch between two points gives half of its length as weight to each.
///
/// Numbers are counted from the first one, and the mean follows them
/// (D. H. D. West, Updating mean and variance estimates, Comm. ACM 22 (1979)
/// 532-535): a ripple on a large mean keeps its digits. They are halved and
/// divided by a power of two, so that their squares neither overflow nor vanish.
#[derive(Debug, Clone)]
pub(super) struct Deviation {
    /// Half of the first number.
    origin: Option<f64>,
    weight: f64,
    /// Of halved differences from the origin, divided by `scale`.
    mean: f64,
    /// Sum of weighted squares, in the same unit.
    squares: f64,
    scale: f64,
}

impl Deviation {
    pub(super) fn new() -> Self {
        Self { origin: None, weight: 0.0, mean: 0.0, squares: 0.0, scale: f64::MIN_POSITIVE }
    }

    /// Takes the line between two points.
    pub(super) fn take(&mut self, from: Point, to: Point) {
        let half = 0.5 * (to.time - from.time);
        if half > 0.0 {
            self.take_weighted(half, from.value);
            self.take_weighted(half, to.value);
        }
    }

    /// None before the first stretch.
    pub(super) fn value(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| (self.squares / self.weight).sqrt() * self.scale * 2.0)
    }

    fn take_weighted(&mut self, weight: f64, value: f64) {
        let number = 0.5 * value - *self.origin.get_or_insert(0.5 * value);
        let scale = self.scale.max(power_of_two(number));
        let less = self.scale / scale;
        (self.mean, self.squares, self.scale) = (self.mean * less, self.squares * less * less, scale);
        self.weight += weight;
        let (number, before) = (number / scale, self.mean);
        self.mean += weight / self.weight * (number - before);
        self.squares += weight * (number - before) * (number - self.mean);
    }
}

/// The largest power of two that is not above a number's size; 0 for what is
/// smaller than any normal number.
pub(super) fn power_of_two(number: f64) -> f64 {
    f64::from_bits(number.to_bits() & f64::INFINITY.to_bits())
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{PI, SQRT_2};

    use super::*;

    fn of(rows: impl IntoIterator<Item = (f64, f64)>) -> Option<f64> {
        let mut deviation = Deviation::new();
        let points: Vec<Point> = rows.into_iter().map(|(time, value)| Point { time, value }).collect();
        points.windows(2).for_each(|pair| deviation.take(pair[0], pair[1]));
        deviation.value()
    }

    /// How far off, relative to what it is.
    fn off(found: Option<f64>, exact: f64) -> f64 {
        (found.unwrap() / exact - 1.0).abs()
    }

    #[test]
    fn of_a_sine_over_whole_periods_it_is_the_amplitude_by_the_root_of_two() {
        // The trapezoidal rule is exact over whole periods.
        for (mean, amplitude) in [(0.0, 3.0), (-7.0, 0.5), (1e3, 1.0)] {
            let sine = (0..=3000).map(|k| f64::from(k) / 1000.0);
            let sine = sine.map(|time| (time, mean + amplitude * (2.0 * PI * time).sin()));
            assert!(off(of(sine), amplitude / SQRT_2) < 1e-12, "{mean} {amplitude}");
        }
    }

    #[test]
    fn a_ripple_on_a_large_mean_keeps_its_digits() {
        // Above and below for the same time, by a number that is exact in binary.
        let ripple = 2_f64.powi(-20);
        for mean in [0.0, 1e3, 1e6, -1e9] {
            for first in [0.0, 0.25, 1.0] {
                let rows = (0..=20_000).map(|k| (0.1 * f64::from(k), if k % 2 == 0 { ripple } else { -ripple }));
                let found = of(rows.map(|(time, value)| (first + time, mean + value)));
                assert!(off(found, ripple) < 1e-11, "{mean}: {found:?}");
            }
        }
        // Also where it begins far from the others: 1 of 1000 s, the line goes from 0 to 1e6, so that half a
        // second counts 0. With a share p the deviation is 1e6 sqrt(p (1 - p)).
        let rows = (0..=1000).map(|k| (f64::from(k), if k == 0 { 0.0 } else { 1e6 }));
        assert!(off(of(rows), 1e6 * (0.0005_f64 * 0.9995).sqrt()) < 1e-12);
    }

    #[test]
    fn it_does_not_leave_the_range_and_is_0_where_nothing_changes() {
        // 1, -2 and 4 with the weights 1, 2 and 1: the mean is 1/4, that of the squares 25/4.
        let expected = (25.0_f64 / 4.0 - 1.0 / 16.0).sqrt();
        for size in [3e-307, 1e-200, 1.0, 0.1, 1e200, 4e307] {
            let found = of([(0.0, size), (1.0, -2.0 * size), (2.0, 4.0 * size)]).unwrap();
            assert!((found / size / expected - 1.0).abs() < 1e-14, "{size}: {found}");
        }
        assert_eq!(of((0..100).map(|k| (0.1 * f64::from(k), 0.1))), Some(0.0));
        assert_eq!(of([(1.0, 5.0)]), None);
        assert_eq!(of([(1.0, 5.0), (1.0, 6.0)]), None, "no time goes by");
    }
}
