//! Narrowing the bracket of a crossing.
//!
//! The next time to evaluate comes from a straight line through both ends; the weight of the end that stays
//! decreases (Anderson, Björck 1973, A new
//! high order method of regula falsi type for computing a root of an equation,
//! BIT 13). That time is limited to a range around the middle, so that bisection could still make up for
//! all evaluations before (Oliveira, Takahashi 2020, An enhancement of the
//! bisection method average performance preserving minmax optimality, ACM
//! Trans. Math. Softw. 47).

use super::{Point, Side};

/// Calls beyond those of bisection that it may need.
const SLACK: i32 = 8;

/// Narrows a bracket until its ends are no further apart than `tolerance`, or
/// no number is between them. `to` is on that side, and `from` is not, in the returned bracket too.
///
/// It needs at most a few calls more than bisection, whatever the function is: it may
/// jump, be 0 for a while, or infinite.
///
/// # Errors
/// The function's.
pub(crate) fn narrow<E>(
    side: Side,
    [mut from, mut to]: [Point; 2],
    tolerance: f64,
    mut function: impl FnMut(f64) -> Result<f64, E>,
) -> Result<[Point; 2], E> {
    debug_assert!(!side.holds(from.value) && side.holds(to.value), "{from:?} and {to:?} lie on one side");
    // As wide as it is, bisection would need so many calls.
    let mut left = ((to.time - from.time) / tolerance).log2().ceil().clamp(0.0, 2000.0) as i32 + SLACK;
    // The distances of both ends from zero, as they are weighed.
    let (mut below, mut above) = (-side.height(from.value), side.height(to.value));
    let mut last_was_above = None;
    // How often it was 0.
    let mut zeros = 0;
    loop {
        let width = to.time - from.time;
        let (first, last) = (from.time.next_up(), to.time.next_down());
        if width <= tolerance || first > last {
            return Ok([from, to]);
        }
        // Not so near to an end that the other one could not come as near.
        let margin = 0.5 * tolerance;
        let part = below / (below + above);
        let estimate = if part > 0.0 && part < 1.0 {
            (part * width).clamp(margin, width - margin)
        } else if below == 0.0 {
            // It may well leave 0 right here.
            (margin * 8.0_f64.powi(zeros)).min(0.5 * width)
        } else {
            // An infinite end, or one that tells nothing.
            0.5 * width
        };
        let allowed = (margin * f64::from(left).exp2() - 0.5 * width).max(0.0);
        let time = from.time + estimate.clamp(0.5 * width - allowed, 0.5 * width + allowed);
        let time = time.clamp(first, last);
        let value = function(time)?;
        left -= 1;
        let is_above = side.holds(value);
        zeros += i32::from(value == 0.0);
        let (new, old, other) =
            if is_above { (&mut above, &mut to, &mut below) } else { (&mut below, &mut from, &mut above) };
        let height = side.height(value).abs();
        if last_was_above == Some(is_above) {
            let factor = 1.0 - height / *new;
            *other *= if factor > 0.0 { factor } else { 0.5 };
        }
        (*new, *old, last_was_above) = (height, Point { time, value }, Some(is_above));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The bracket of a function's crossing, and the calls that it took.
    fn located(function: impl Fn(f64) -> f64, [a, b]: [f64; 2], tolerance: f64) -> ([Point; 2], u32) {
        let mut calls = 0;
        let point = |time| Point { time, value: function(time) };
        let side = if function(b) < 0.0 { Side::Below } else { Side::Above };
        let count = |time: f64| {
            assert!(time > a && time < b, "{time} lies outside");
            calls += 1;
            Ok::<_, ()>(function(time))
        };
        let bracket = narrow(side, [point(a), point(b)], tolerance, count).unwrap();
        let [from, to] = bracket;
        assert!(!side.holds(from.value) && side.holds(to.value), "{bracket:?}");
        assert!(to.time - from.time <= tolerance || from.time.next_up() == to.time, "{bracket:?}");
        (bracket, calls)
    }

    /// Calls that bisection needs.
    fn bisection([a, b]: [f64; 2], tolerance: f64) -> u32 {
        ((b - a) / tolerance).log2().ceil() as u32
    }

    #[track_caller]
    fn assert_at(root: f64, function: impl Fn(f64) -> f64, ends: [f64; 2], calls: u32) {
        let tolerance = 4.0 * (ends[1].next_up() - ends[1]);
        let ([from, to], made) = located(function, ends, tolerance);
        let slack = 2.0 * tolerance;
        assert!(from.time <= root + slack && root - slack <= to.time, "{from:?} {to:?}, not {root}");
        assert!(made <= calls, "{made} calls");
        assert!(made <= bisection(ends, tolerance) + 9, "{made} calls, far more than bisection");
    }

    #[test]
    fn smooth_functions_take_few_calls() {
        // Free fall from 1 m, gravity 9.81 m/s^2: on the ground after sqrt(2 / 9.81) s.
        assert_at((2.0_f64 / 9.81).sqrt(), |t| 1.0 - 0.5 * 9.81 * t * t, [0.0, 0.7], 11);
        assert_at(std::f64::consts::PI, f64::sin, [3.0, 3.3], 9);
        assert_at(2.0_f64.ln(), |t| t.exp() - 2.0, [0.0, 1.0], 11);
        assert_at(0.3, |t| t - 0.3, [0.0, 1.0], 9);
    }

    #[test]
    fn nothing_takes_much_more_than_bisection() {
        // Flat on one side, and on both.
        assert_at(0.7, |t| (t - 0.7).powi(9), [0.0, 1.0], 60);
        assert_at(1e-3, |t| if t < 1e-3 { -1e-300 } else { (t - 1e-3).powi(3) }, [0.0, 1.0], 60);
        // A jump, to infinity too.
        assert_at(0.1, |t| if t < 0.1 { 2.0 } else { -1e-9 }, [0.0, 1.0], 60);
        assert_at(0.1, |t| if t < 0.1 { f64::NEG_INFINITY } else { f64::INFINITY }, [0.0, 1.0], 60);
        assert_at(0.1, |t| 1.0 / (0.1 - t), [0.0, 1.0], 60);
        // Denormal, and huge, numbers.
        assert_at(0.1, |t| if t < 0.1 { -5e-324 } else { 5e-324 }, [0.0, 1.0], 60);
        assert_at(0.1, |t| if t < 0.1 { -1.7e308 } else { 1.7e308 }, [0.0, 1.0], 60);
        // A kink.
        assert_at(0.1, |t| if t < 0.1 { t - 0.1 } else { 1e6 * (t - 0.1) }, [0.0, 1.0], 60);
    }

    #[test]
    fn zero_is_not_beyond() {
        // 0 from 0.25 to 0.5: the crossing is where it is left.
        let rests = |t: f64| if t < 0.25 { 0.25 - t } else { (0.5 - t).min(0.0) };
        assert_at(0.5, rests, [0.0, 1.0], 60);
        assert_at(0.5, |t| -rests(t), [0.0, 1.0], 60);
        // From 0 at the start.
        assert_at(0.5, |t| (0.5 - t).min(0.0), [0.0, 1.0], 60);
        // Where it only touches, nothing is crossed: the other root counts.
        assert_at(0.75, |t| (t - 0.25).powi(2) * (0.75 - t), [0.0, 1.0], 60);
    }

    #[test]
    fn an_error_ends_the_search() {
        let ends = [Point { time: 0.0, value: -1.0 }, Point { time: 1.0, value: 1.0 }];
        assert_eq!(narrow(Side::Above, ends, 1e-9, |_| Err("no")), Err("no"));
    }

    #[test]
    fn neighbours_are_a_bracket() {
        let ends = [Point { time: 1.0, value: -1.0 }, Point { time: 1.0_f64.next_up(), value: 1.0 }];
        assert_eq!(narrow(Side::Above, ends, 0.0, |_| Err(())), Ok(ends));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn monotonic_powers(root in 0.01..0.99_f64, power in 1..12_i32, factor in -1e3..1e3_f64, scale in -30..30_i32) {
            prop_assume!(factor != 0.0);
            let power = 2 * power - 1;
            let scale = 10.0_f64.powi(scale);
            let (ends, tolerance) = ([0.0, 1.0], 1e-13);
            let ([from, to], calls) = located(|t| scale * factor * (t - root).powi(power), ends, tolerance);
            // High powers are 0 next to their root.
            prop_assert!((from.time <= root || from.value == 0.0) && root <= to.time);
            prop_assert!(calls <= bisection(ends, tolerance) + 9, "{calls}");
        }

        #[test]
        fn jumps(root in 0.0..1.0_f64, before in 0.0..1e9_f64, after in 1e-300..1e9_f64, start in -1e6..1e6_f64) {
            let ends = [start, start + 1.0];
            let root = start + root;
            prop_assume!(ends[0] < root && root < ends[1]);
            let tolerance = 4.0 * (ends[1].abs().next_up() - ends[1].abs());
            let ([from, to], calls) = located(|t| if t < root { before } else { -after }, ends, tolerance);
            prop_assert!(from.time < root && root <= to.time);
            prop_assert!(calls <= bisection(ends, tolerance) + 9, "{calls}");
        }

        #[test]
        fn vibrations(phase in 0.0..6.0_f64, speed in 0.1..3.0_f64, offset in -0.9..0.9_f64) {
            let function = |t: f64| (speed * t + phase).sin() - offset;
            prop_assume!(function(0.0) != 0.0 && function(0.0).signum() != function(1.0).signum());
            let tolerance = 1e-14;
            let ([from, to], calls) = located(function, [0.0, 1.0], tolerance);
            prop_assert!(function(from.time).abs() < 1e-13 && function(to.time).abs() < 1e-13);
            prop_assert!(calls <= 32, "{calls}");
        }
    }
}
