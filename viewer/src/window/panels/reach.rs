//! How far a slider goes.

use std::f64::consts::PI;
use std::ops::RangeInclusive;

use super::number::round_up;

/// What is usual in a unit, where the value itself says nothing because it is 0.
const USUAL: [(&str, f64); 12] = [
    ("m", 1.0),
    ("m/s", 1.0),
    ("m/s^2", 10.0),
    ("rad", PI),
    ("rad/s", 10.0),
    ("N", 100.0),
    ("N m", 100.0),
    ("Pa", 1e7),
    ("m^3/s", 1e-3),
    ("W", 1e3),
    ("K", 100.0),
    ("kg", 100.0),
];

/// From where to where a slider goes whose in-port has this value: about twice
/// as far, to both sides.
pub(crate) fn reach(value: f64, unit: &str) -> RangeInclusive<f64> {
    let usual = USUAL.iter().find(|(of, _)| *of == unit).map_or(1.0, |(_, usual)| *usual);
    let bound = if value == 0.0 || !value.is_finite() { usual } else { round_up(2.0 * value.abs()) };
    -bound..=bound
}

/// The same slider, where it has to go that far.
pub(crate) fn stretched(range: RangeInclusive<f64>, value: f64) -> RangeInclusive<f64> {
    if range.contains(&value) || !value.is_finite() {
        return range;
    }
    let bound = round_up(2.0 * value.abs());
    -bound..=bound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_reach_twice_as_far_as_the_value() {
        assert_eq!(reach(4.0, "N"), -10.0..=10.0);
        assert_eq!(reach(-0.3, ""), -1.0..=1.0);
        assert_eq!(reach(0.0, ""), -1.0..=1.0);
        assert_eq!(reach(0.0, "rad"), -PI..=PI);
        assert_eq!(reach(f64::NAN, "N"), -100.0..=100.0);
        assert_eq!(reach(101_325.0, "Pa"), -500_000.0..=500_000.0);
    }

    #[test]
    fn a_number_beyond_it_stretches_a_slider() {
        assert_eq!(stretched(-10.0..=10.0, 9.0), -10.0..=10.0);
        assert_eq!(stretched(-10.0..=10.0, -300.0), -1000.0..=1000.0);
        assert_eq!(stretched(-10.0..=10.0, f64::INFINITY), -10.0..=10.0);
    }
}
