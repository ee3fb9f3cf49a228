//! Nichols diagrams: the magnitude in decibels over the phase.

use super::bode::decibels;
use super::clipping::clipped;
use super::plane::bound;
use super::responses::{Pair, Responses};
use super::{Chart, Guide, Interval, Line, Panel, Plane, Point, Scale};
use crate::Response;
use crate::frequency_table::phases;

/// The magnitudes of the closed loop of which there are contours, in dB.
const CONTOURS: [f64; 11] = [0.0, 0.25, 0.5, 1.0, 3.0, 6.0, -1.0, -3.0, -6.0, -12.0, -20.0];
/// Most turns over which contours are drawn.
const MOST_TURNS: i32 = 24;

impl Chart {
    /// Draws magnitudes in decibels over phases, with the points 0 dB, -180 degrees and whole turns beside it, and with contours of
    /// the magnitude of T = L/(1 + L), the loop L closed.
    ///
    /// # Errors
    /// In words: a pair has magnitudes or phases only.
    ///
    /// # Panics
    /// There is no pair at one of the positions.
    pub fn nichols(results: &[Responses<'_>]) -> Result<Self, String> {
        let mut lines = Vec::new();
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for pair in Pair::all(results) {
            let values = pair.complex()?;
            let Pair { hertz, response: pair, line } = pair;
            let points = points(pair, values);
            let most = decibels(bound(hertz, pair, 100.0)) + 1e-6;
            for point in points.iter().filter(|point| point.1.is_finite() && point.1 <= most) {
                (low, high) = (low.min(point.1), high.max(point.1));
            }
            lines.push(Line { points, hertz: hertz.to_vec(), ..line });
        }
        // What is far below the critical point is of no interest, unless there is nothing else.
        let lowest = if high > -40.0 { -40.0 } else { f64::NEG_INFINITY };
        let snapped = |number: f64, step: f64, up: bool| {
            let steps = number / step;
            (if up { (steps - 1e-6).ceil() } else { (steps + 1e-6).floor() }) * step
        };
        let y = if low > high {
            Interval { low: -20.0, high: 20.0 }
        } else {
            let low = snapped(low.max(lowest).min(-20.0), 10.0, false);
            Interval { low, high: snapped(high.max(20.0), 10.0, true) }
        };
        let seen = |point: &&(f64, f64)| point.1 >= y.low && point.1 <= y.high;
        let angles: Vec<f64> =
            lines.iter().flat_map(|line: &Line| line.points.iter().filter(seen)).map(|point| point.0).collect();
        let (left, right) = angles
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(left, right), angle| (left.min(*angle), right.max(*angle)));
        let (left, right) = if left > right { (-270.0, 0.0) } else { (left, right) };
        let critical = (((left + right) / 2.0 + 180.0) / 360.0).round() * 360.0 - 180.0;
        let x = Interval {
            low: snapped(left.min(critical - 90.0), 45.0, false),
            high: snapped(right.max(critical + 90.0), 45.0, true),
        };
        let turns = criticals(x);
        let plane = Plane {
            x,
            y,
            guides: guides(&turns, x, y),
            crosses: turns.iter().filter(|at| **at >= x.low && **at <= x.high).map(|at| (*at, 0.0)).collect(),
            ..Plane::default()
        };
        let panel = Panel {
            name: "Magnitude".to_owned(),
            unit: "dB".to_owned(),
            lines,
            has_legend: true,
            plane: Some(plane),
            scale: Scale::Linear,
        };
        Ok(Self { x: "Phase [deg]".to_owned(), x_scale: Scale::Degrees, panels: vec![panel], ..Self::default() })
    }
}

/// A magnitude in dB over each phase; not finite where there is none.
fn points(pair: &Response, values: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (unwrapped, sizes);
    let angles = match &pair.phase {
        Some(angles) => angles,
        None => {
            unwrapped = phases(values);
            &unwrapped
        }
    };
    sizes = pair.magnitude.as_deref().unwrap_or_default();
    let point = |at: usize| {
        let is_there = pair.is_at(at) && angles[at].is_finite();
        if is_there { (angles[at], decibels(sizes[at])) } else { (f64::NAN, f64::NAN) }
    };
    (0..values.len()).map(point).collect()
}

/// The phases of the critical points whose contours are to be seen.
fn criticals(angles: Interval) -> Vec<f64> {
    let number = |angle: f64| ((angle + 180.0) / 360.0) as i32;
    let (first, last) = (number(angles.low) - 1, number(angles.high) + 1);
    (first.max(last - MOST_TURNS)..=last).map(|turn| f64::from(turn) * 360.0 - 180.0).collect()
}

/// Contours around critical points, each with one label, if there is room for it.
fn guides(turns: &[f64], x: Interval, y: Interval) -> Vec<Guide> {
    let mut guides: Vec<Guide> = Vec::new();
    // Room for a label, in degrees and dB.
    let (wide, high) = ((x.high - x.low) * 0.09, (y.high - y.low) * 0.035);
    let is_inside = |at: &&(f64, f64)| {
        at.0 > x.low + wide / 2.0 && at.0 < x.high - wide / 2.0 && at.1 > y.low + high && at.1 < y.high - high
    };
    for level in CONTOURS {
        let contour = contour(level);
        let top = contour.iter().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max).min(y.high - 3.0 * high);
        let is_open = level < 0.0;
        // Labels stand around the critical point farthest to the right that has room.
        let reach = if is_open { -180.0 } else { 45.0 };
        let named = turns.iter().copied().filter(|turn| turn + reach < x.high - 1e-9).fold(f64::NEG_INFINITY, f64::max);
        let mut pieces: Vec<Vec<Point>> = Vec::new();
        let mut labels: Vec<Point> = Vec::new();
        for turn in turns {
            let moved: Vec<(f64, f64)> = contour.iter().map(|(angle, size)| (angle + turn, *size)).collect();
            let clipped = clipped(&moved, x, y);
            if *turn == named {
                // Of a closed one the top, of an open one the right end.
                let key = |at: &(f64, f64)| if is_open { at.0 } else { at.1 };
                let highest = clipped
                    .iter()
                    .map(|piece| piece.iter().filter(is_inside).max_by(|a, b| key(a).total_cmp(&key(b))).copied());
                labels.extend(highest.flatten().filter(|at| is_open || at.1 >= top));
            }
            pieces.extend(clipped);
        }
        labels.sort_by(|a, b| b.0.total_cmp(&a.0));
        let taken: Vec<(f64, f64)> = guides.iter().filter_map(|guide| guide.label_at).collect();
        let is_free =
            |at: &(f64, f64)| taken.iter().all(|other| (at.0 - other.0).abs() > wide || (at.1 - other.1).abs() > high);
        let mut label_at = labels.into_iter().find(is_free);
        for points in pieces {
            guides.push(Guide { label: format!("{level} dB"), label_at: label_at.take(), points });
        }
    }
    guides
}

/// Phase from the critical point, and magnitude in dB, of loops L of which the closed
/// loop has a magnitude in dB: L = T/(1 - T) for T all around a circle.
fn contour(level: f64) -> Vec<(f64, f64)> {
    const STEPS: i32 = 160;
    let size = 10_f64.powf(level / 20.0);
    // Closer together near T = 1, where L is far away.
    let angle = |step: i32| (f64::from(step) / f64::from(STEPS)).powi(3) * std::f64::consts::PI;
    let steps: Vec<i32> = if size > 1.0 {
        (-STEPS..=STEPS).collect()
    } else {
        // From one side of T = 1 to the other, through the point below the critical one.
        (1..=STEPS).chain((-STEPS..0).skip(1)).collect()
    };
    let values: Vec<(f64, f64)> = steps
        .into_iter()
        .map(|step| {
            let (sine, cosine) = angle(step).sin_cos();
            let (real, imaginary) = (size * cosine, size * sine);
            let by = (1.0 - real).powi(2) + imaginary.powi(2);
            ((real * (1.0 - real) - imaginary.powi(2)) / by, imaginary / by)
        })
        .collect();
    let unwrapped = phases(&values);
    // It is the same on both sides: about its middle is the critical point.
    let middle = unwrapped[0] / 2.0 + unwrapped[unwrapped.len() - 1] / 2.0;
    let points = unwrapped.iter().zip(&values);
    points.map(|(angle, value)| (angle - middle, decibels(value.0.hypot(value.1)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where L = r e^(i phi) has |L/(1 + L)| = 1, r = -1/(2 cos phi): at -120 and at
    /// -240 degrees 1, which is 0 dB, at -180 degrees 1/2.
    #[test]
    fn the_contour_of_0_db_goes_through_known_points() {
        let contour = contour(0.0);
        let height = |angle: f64| {
            let pair = contour.windows(2).find(|pair| (pair[0].0 - angle) * (pair[1].0 - angle) <= 0.0).unwrap();
            let share = (angle - pair[0].0) / (pair[1].0 - pair[0].0);
            pair[0].1 + share * (pair[1].1 - pair[0].1)
        };
        for (angle, size) in [(60.0, 1.0), (-60.0, 1.0), (0.0, 0.5), (-45.0, 0.5_f64.sqrt())] {
            assert!((height(angle) - 20.0 * f64::log10(size)).abs() < 0.02, "{angle}: {}", height(angle));
        }
    }

    /// That of a magnitude M crosses -180 degrees where L = -M/(1 + M) and, of M above 1,
    /// M/(1 - M); that of M below 1 has M/(1 - M) at 0 degrees.
    #[test]
    fn contours_cross_axes_where_they_have_to() {
        let six = contour(20.0 * 2_f64.log10());
        let at_critical = |point: &&(f64, f64)| point.0.abs() < 1e-6;
        let mut crossed: Vec<f64> = six.iter().filter(at_critical).map(|point| 10_f64.powf(point.1 / 20.0)).collect();
        crossed.sort_by(f64::total_cmp);
        assert!(
            (crossed[0] - 2.0 / 3.0).abs() < 1e-9 && (crossed[crossed.len() - 1] - 2.0).abs() < 1e-9,
            "{crossed:?}"
        );
        // The angle from the critical point is asin(1/M) at most.
        let widest = six.iter().map(|point| point.0.abs()).fold(0.0, f64::max);
        assert!((widest - 30.0).abs() < 0.1, "{widest}");
        let below = contour(20.0 * 0.5_f64.log10());
        let (first, last) = (below[0], below[below.len() - 1]);
        assert!((first.0.abs() - 180.0).abs() < 1e-3 && (first.0 + last.0).abs() < 1e-9);
        assert!(first.1.abs() < 1e-3, "{first:?}");
    }
}
