//! The parts of lines that lie in a rectangle.

use super::{Interval, Point};

/// The stretches of a line within ranges along the bottom and upwards. It is broken
/// where a point is not finite.
pub(super) fn clipped(points: &[Point], x: Interval, y: Interval) -> Vec<Vec<Point>> {
    let mut stretches: Vec<Vec<Point>> = Vec::new();
    let mut end = None;
    for pair in points.windows(2) {
        let Some((from, to)) = segment(pair[0], pair[1], x, y) else {
            end = None;
            continue;
        };
        match stretches.last_mut() {
            Some(stretch) if end == Some(from) => stretch.push(to),
            _ => stretches.push(vec![from, to]),
        }
        end = Some(to);
    }
    stretches
}

/// The part of a segment in a rectangle, after Liang and Barsky (1984).
fn segment(a: Point, b: Point, x: Interval, y: Interval) -> Option<(Point, Point)> {
    if ![a.0, a.1, b.0, b.1].iter().all(|number| number.is_finite()) {
        return None;
    }
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for (from, to, Interval { low, high }) in [(a.0, b.0, x), (a.1, b.1, y)] {
        let step = to - from;
        if step == 0.0 {
            if from < low || from > high {
                return None;
            }
            continue;
        }
        let (first, last) = ((low - from) / step, (high - from) / step);
        (enters, leaves) = (enters.max(first.min(last)), leaves.min(first.max(last)));
    }
    // Never beyond the edges by rounding.
    let at = |share: f64| {
        let along =
            |from: f64, to: f64, within: Interval| share.mul_add(to - from, from).clamp(within.low, within.high);
        (along(a.0, b.0, x), along(a.1, b.1, y))
    };
    let (from, to) = (if enters > 0.0 { at(enters) } else { a }, if leaves < 1.0 { at(leaves) } else { b });
    (enters <= leaves).then_some((from, to))
}

#[cfg(test)]
mod tests {
    use super::{Interval, clipped};

    const UNIT: Interval = Interval { low: 0.0, high: 1.0 };

    #[test]
    fn a_line_ends_at_the_edge_and_begins_again_there() {
        let across = [(-0.5, 0.5), (0.5, 0.5), (0.5, 3.0), (1.5, 2.0), (f64::NAN, 0.0), (0.25, 0.25), (0.75, 0.75)];
        let stretches = clipped(&across, UNIT, UNIT);
        assert_eq!(stretches, [vec![(0.0, 0.5), (0.5, 0.5), (0.5, 1.0)], vec![(0.25, 0.25), (0.75, 0.75)]]);
        // Through two sides without a point inside; past a corner.
        assert_eq!(clipped(&[(-1.0, 0.0), (3.0, 1.0)], UNIT, UNIT), [[(0.0, 0.25), (1.0, 0.5)]]);
        assert!(clipped(&[(-1.0, 0.5), (0.5, 2.5)], UNIT, UNIT).is_empty());
    }
}
