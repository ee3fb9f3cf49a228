//! A smooth way between numbers.

/// The value at a time of a curve through points of time and value, whose times rise: cubic and monotone between
/// neighbours (Fritsch and Carlson, "Monotone piecewise cubic interpolation", 1980, with the slopes of Fritsch and Butland,
/// 1984), so that it never overshoots and rests where two neighbours are equal. It begins and ends with a slope of 0, and
/// stays as it is outside. 0 without points.
pub(super) fn between(points: &[[f64; 2]], time: f64) -> f64 {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return 0.0 };
    let next = points.partition_point(|[at, _]| *at <= time);
    if next == 0 {
        return first[1];
    }
    let Some([end, there]) = points.get(next).copied() else { return last[1] };
    let [begin, here] = points[next - 1];
    let (width, part) = (end - begin, (time - begin) / (end - begin));
    let [out, into] = [slope(points, next - 1), slope(points, next)];
    // In the form of Hermite.
    let rest = 1.0 - part;
    let blend = part * part * (3.0 - 2.0 * part);
    here + (there - here) * blend + width * part * rest * (rest * out - part * into)
}

/// The slope of the curve in one of its points.
fn slope(points: &[[f64; 2]], position: usize) -> f64 {
    let (Some(before), Some(after)) = (position.checked_sub(1).map(|before| points[before]), points.get(position + 1))
    else {
        return 0.0;
    };
    let [at, value] = points[position];
    let (width_before, width_after) = (at - before[0], after[0] - at);
    let (before, after) = ((value - before[1]) / width_before, (after[1] - value) / width_after);
    if before * after <= 0.0 {
        return 0.0;
    }
    let (weight_before, weight_after) = (width_before + 2.0 * width_after, 2.0 * width_before + width_after);
    (weight_before + weight_after) / (weight_before / before + weight_after / after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-12, "{found} instead of {wanted}");
    }

    #[test]
    fn between_two_points_it_begins_and_ends_at_rest() {
        let points = [[1.0, 10.0], [3.0, 14.0]];
        let at = |time| between(&points, time);
        assert_eq!([-1e9, 1.0, 3.0, 1e9].map(at), [10.0, 10.0, 14.0, 14.0]);
        // 5/32 of the way after a quarter of the time, as 3 s^2 - 2 s^3 has it.
        assert_near(at(1.5), 10.625);
        assert_near(at(2.0), 12.0);
        assert_near(at(2.5), 13.375);
        assert_eq!(between(&[], 1.0), 0.0);
        assert_eq!(between(&[[1.0, 5.0]], 2.0), 5.0);
    }

    /// The slope in the middle of 0, 1 and 3 at 0, 1 and 2 s is the harmonic mean of 1 and 2.
    #[test]
    fn it_goes_through_its_points_without_a_corner() {
        let points = [[0.0, 0.0], [1.0, 1.0], [2.0, 3.0]];
        assert_near(between(&points, 1.0), 1.0);
        let step = 1e-7;
        let [before, after] = [-step, step].map(|step| (between(&points, 1.0 + step) - 1.0) / step);
        assert!((before - 4.0 / 3.0).abs() < 1e-5 && (after - 4.0 / 3.0).abs() < 1e-5, "{before} {after}");
    }

    #[test]
    fn it_rests_between_equal_points_and_never_overshoots() {
        let points = [[0.0, 0.0], [1.0, 2.0], [2.0, 2.0], [2.1, -7.0], [9.0, -7.0]];
        let all = (0..=1000).map(|step| between(&points, 0.01 * f64::from(step)));
        assert!(all.into_iter().all(|value| (-7.0..=2.0).contains(&value)));
        assert_near(between(&points, 1.3), 2.0);
        assert_near(between(&points, 5.0), -7.0);
    }
}
