//! The search for a pair of crossings between two samples: the function is on one side of zero at three points, and nearest
//! to it at the middle one.
//!
//! Parabolas through three points, and golden sections where they do not serve
//! (Brent 1973, Algorithms for Minimization without Derivatives, chapter 5).

use super::{Point, Side};

/// The search ends at this part of the first bracket.
const TOLERANCE: f64 = 1e-7;
/// One minus the golden ratio's part of a bracket.
const GOLDEN: f64 = 0.381_966_011_250_105_1;
/// A function that is bent like a hill stays below the straight lines through
/// two of three points. It is taken to stay below so many times what these
/// lines gain, also where it is bent the other way.
const GAIN: f64 = 4.0;

/// Searches for a point on a side of zero, if none of three points is there, and the middle one is the nearest. Returns none
/// if the extremum is not there either.
///
/// # Errors
/// The function's.
pub(crate) fn beyond<E>(
    side: Side,
    [mut from, mut middle, mut to]: [Point; 3],
    mut function: impl FnMut(f64) -> Result<f64, E>,
) -> Result<Option<Point>, E> {
    debug_assert!(from.time < middle.time && middle.time < to.time);
    let least = TOLERANCE * (to.time - from.time);
    // Widths of the bracket before the last call, and before the one before it.
    let (mut before_last, mut last) = (f64::INFINITY, f64::INFINITY);
    loop {
        let width = to.time - from.time;
        let (left, right) = (middle.time - from.time, to.time - middle.time);
        let below = |point: Point| side.height(middle.value) - side.height(point.value);
        let (left_drop, right_drop) = (below(from), below(to));
        let gain = (right_drop / right * left).max(left_drop / left * right);
        // Written so that not-a-number goes on.
        let stays = side.height(middle.value) + GAIN * gain <= 0.0;
        if stays || width <= least {
            return Ok(None);
        }
        // The top of the parabola, seen from the middle.
        let (rising, falling) = (left_drop / left, right_drop / right);
        let top = 0.5 * (rising * right - falling * left) / (rising + falling);
        let nearest = 0.01 * least.max(f64::EPSILON * middle.time.abs());
        let wide = if right > left { right } else { -left };
        let is_inside = top > -0.9 * left && top < 0.9 * right;
        let step = if !is_inside || width > 0.5 * before_last {
            GOLDEN * wide
        } else if top.abs() < nearest {
            nearest.copysign(wide)
        } else {
            top
        };
        let time = middle.time + step;
        if !(time > from.time && time < to.time && time != middle.time) {
            return Ok(None);
        }
        (before_last, last) = (last, width);
        let point = Point { time, value: function(time)? };
        if side.holds(point.value) {
            return Ok(Some(point));
        }
        let is_higher = side.height(point.value) >= side.height(middle.value);
        let is_behind = time > middle.time;
        match (is_higher, is_behind) {
            (true, true) => (from, middle) = (middle, point),
            (true, false) => (middle, to) = (point, middle),
            (false, true) => to = point,
            (false, false) => from = point,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A point above 0, and the calls that it took, or that it took to give up.
    fn above(function: impl Fn(f64) -> f64, [a, m, b]: [f64; 3]) -> (Option<Point>, u32) {
        let mut calls = 0;
        let points = [a, m, b].map(|time| Point { time, value: function(time) });
        assert!(points.iter().all(|point| point.value <= 0.0), "{points:?}");
        assert!(points[1].value >= points[0].value && points[1].value >= points[2].value, "{points:?}");
        let found = beyond(Side::Above, points, |time| {
            assert!(time > a && time < b, "{time} lies outside");
            calls += 1;
            Ok::<_, ()>(function(time))
        });
        assert!(calls <= 90, "{calls} calls");
        (found.unwrap().inspect(|point| assert!(point.value > 0.0)), calls)
    }

    const THREE: [f64; 3] = [0.0, 0.5, 1.0];

    #[test]
    fn what_stays_away_is_left_at_once() {
        let far = |t: f64| -2.0 - (t - 0.4).powi(2);
        assert_eq!(above(far, THREE), (None, 0));
        assert_eq!(above(|_| -1e-12, THREE), (None, 0));
        assert_eq!(above(|_| 0.0, THREE), (None, 0));
        let (found, calls) = above(|t| -0.02 - (t - 0.4).powi(2), THREE);
        assert!(found.is_none() && calls <= 3, "{calls}");
        // It touches zero, and does not cross.
        let (found, calls) = above(|t| -(t - 0.4).powi(2), THREE);
        assert!(found.is_none() && calls <= 20, "{calls}");
    }

    #[test]
    fn a_peak_that_lies_beyond_is_found() {
        // Of a parabola at its top, at once.
        let (found, calls) = above(|t| 1e-9 - (t - 0.4).powi(2), THREE);
        assert!((found.unwrap().time - 0.4).abs() < 1e-4 && calls == 1, "{calls}");
        let (found, calls) = above(|t| (3.0 * t + 0.2).sin() - 1.0 + 1e-10, THREE);
        assert!(found.is_some() && calls <= 6, "{calls}");
        // Below, from above.
        let points = THREE.map(|time| Point { time, value: (time - 0.4_f64).powi(2) - 1e-9 });
        let found = beyond(Side::Below, points, |time| Ok::<_, ()>((time - 0.4).powi(2) - 1e-9)).unwrap();
        assert!(found.unwrap().value < 0.0);
    }

    #[test]
    fn an_error_ends_the_search() {
        let points = THREE.map(|time| Point { time, value: -(time - 0.4).powi(2) });
        assert_eq!(beyond(Side::Above, points, |_| Err("no")), Err("no"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn kinks(at in 0.3..0.7_f64, steep in 0.1..10.0_f64, height in 1e-5..1e-1_f64, beyond in any::<bool>()) {
            let height = if beyond { height } else { -height };
            let function = |t: f64| height - if t < at { at - t } else { steep * (t - at) };
            prop_assume!(THREE.iter().all(|t| function(*t) <= 0.0));
            prop_assume!(function(0.5) >= function(0.0).max(function(1.0)));
            let (found, calls) = above(function, THREE);
            prop_assert_eq!(found.is_some(), beyond, "{} calls", calls);
        }

        /// Hills that are not symmetric, bent both ways, over 18 decades of height.
        #[test]
        fn smooth_hills(at in 0.26..0.74_f64, skew in -0.5..0.5_f64, decade in -9..9_i32, height in 0.1..1.0_f64, width in 0.2..3.0_f64, beyond in any::<bool>()) {
            let scale = 10.0_f64.powi(decade);
            let height = 1e-3 * if beyond { height } else { -height };
            // A bell of height 1, its top at `at`, on a warped axis.
            let function = |t: f64| {
                let u = (t - at) / width;
                scale * ((-(u * u) * (1.0 + skew * u)).exp() - 1.0 + height)
            };
            let values = THREE.map(function);
            prop_assume!(values.iter().all(|value| *value <= 0.0));
            prop_assume!(values[1] >= values[0].max(values[2]));
            let (found, calls) = above(function, THREE);
            prop_assert_eq!(found.is_some(), beyond);
            prop_assert!(calls <= 12, "{} calls", calls);
        }

        /// A vibration that barely passes zero, or not.
        #[test]
        fn vibrations(phase in 0.0..6.3_f64, speed in 1.0..6.0_f64, excess in -6..-2_i32, beyond in any::<bool>()) {
            let excess = 10.0_f64.powi(excess) * if beyond { 1.0 } else { -1.0 };
            let function = |t: f64| (speed * t + phase).sin() - 1.0 + excess;
            let values = THREE.map(function);
            prop_assume!(values.iter().all(|value| *value <= 0.0));
            prop_assume!(values[1] >= values[0].max(values[2]));
            let (found, calls) = above(function, THREE);
            prop_assert_eq!(found.is_some(), beyond);
            prop_assert!(calls <= 12, "{} calls", calls);
        }
    }
}
