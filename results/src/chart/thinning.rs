//! Fewer points of a line that look the same.

use std::collections::HashSet;

use super::Point;
use super::axis::Axis;

/// How lines are thinned.
pub(super) struct Thinning {
    /// The pixels along an axis.
    pub(super) pixels: usize,
    /// The axis along the bottom.
    pub(super) x: Axis,
    /// Whether points alone are drawn.
    pub(super) are_points: bool,
}

impl Thinning {
    /// The points that a line needs, if it has many more; none if it has few.
    ///
    /// Of one that goes from left to right these are of each pixel the first, the
    /// last, the least and the largest, and one where it is broken. One that turns
    /// back keeps what lies in another pixel than the point before, and is broken
    /// where it goes where it has been.
    pub(super) fn of(&self, points: &[(f64, f64)], y: &Axis) -> Option<Vec<(f64, f64)>> {
        if points.len() <= 4 * self.pixels {
            return None;
        }
        let goes_right = points.windows(2).all(|pair| pair[0].0 <= pair[1].0);
        if goes_right && !self.are_points { Some(self.by_columns(points)) } else { Some(self.by_cells(points, y)) }
    }

    fn pixel(&self, axis: &Axis, number: f64) -> usize {
        ((axis.share(number) * self.pixels as f64) as usize).min(self.pixels - 1)
    }

    fn by_columns(&self, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let pixel = |x: f64| self.pixel(&self.x, x);
        let mut kept = Vec::with_capacity(4 * self.pixels);
        for of_pixel in points.chunk_by(|a, b| pixel(a.0) == pixel(b.0)) {
            let numbers = || of_pixel.iter().enumerate().filter(|(_, point)| point.1.is_finite());
            let by_height = |a: &(usize, &(f64, f64)), b: &(usize, &(f64, f64))| a.1.1.total_cmp(&b.1.1);
            let broken = of_pixel.iter().position(|point| !point.1.is_finite());
            let extremes = [numbers().min_by(by_height), numbers().max_by(by_height)];
            let extremes = extremes.into_iter().flatten().map(|(index, _)| index);
            let mut indices: Vec<usize> = [0, of_pixel.len() - 1].into_iter().chain(extremes).chain(broken).collect();
            indices.sort_unstable();
            indices.dedup();
            kept.extend(indices.into_iter().map(|index| of_pixel[index]));
        }
        kept
    }

    fn by_cells(&self, points: &[(f64, f64)], y: &Axis) -> Vec<(f64, f64)> {
        let cell = |point: &(f64, f64)| (self.pixel(&self.x, point.0), self.pixel(y, point.1));
        let (mut kept, mut drawn) = (Vec::new(), HashSet::new());
        // Where the pen was last, and the point there unless it is drawn.
        let mut last: Option<(usize, usize)> = None;
        let mut lifted: Option<Point> = None;
        let lift = |kept: &mut Vec<(f64, f64)>| {
            if let Some((x, _)) = kept.last().copied().filter(|point: &(f64, f64)| point.1.is_finite()) {
                kept.push((x, f64::NAN));
            }
        };
        for point in points {
            if !point.1.is_finite() {
                lift(&mut kept);
                (last, lifted) = (None, None);
                continue;
            }
            let here = cell(point);
            if last == Some(here) {
                continue;
            }
            let from = if self.are_points { here } else { last.unwrap_or(here) };
            if drawn.insert((from, here)) {
                kept.extend(lifted.take());
                kept.push(*point);
            } else if !self.are_points {
                lift(&mut kept);
                lifted = Some(*point);
            }
            last = Some(here);
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::Thinning;
    use crate::chart::{Scale, axis::Axis};

    fn thinned(points: &[(f64, f64)], pixels: usize) -> Option<Vec<(f64, f64)>> {
        let axis = |numbers: &mut dyn Iterator<Item = f64>| Axis::around(numbers, Scale::Linear, 0.0);
        let x = axis(&mut points.iter().map(|point| point.0));
        let y = axis(&mut points.iter().map(|point| point.1));
        Thinning { pixels, x, are_points: false }.of(points, &y)
    }

    #[test]
    fn a_spike_of_one_row_in_a_million_is_kept() {
        let mut points: Vec<(f64, f64)> = (0..1_000_000).map(|row| (f64::from(row), 0.0)).collect();
        points[123_456].1 = 7.0;
        points[654_321].1 = -3.0;
        points[900_000].1 = f64::NAN;
        let kept = thinned(&points, 500).unwrap();
        assert!(kept.len() <= 2500, "{}", kept.len());
        assert!(kept.contains(&(123_456.0, 7.0)) && kept.contains(&(654_321.0, -3.0)));
        assert_eq!((kept[0], kept[kept.len() - 1]), ((0.0, 0.0), (999_999.0, 0.0)));
        assert_eq!(kept.iter().filter(|point| point.1.is_nan()).map(|point| point.0).collect::<Vec<_>>(), [900_000.0]);
        assert!(kept.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    }

    #[test]
    fn few_points_stay_as_they_are() {
        let few: Vec<(f64, f64)> = (0..100).map(|row| (f64::from(row), 0.0)).collect();
        assert_eq!(thinned(&few, 25), None);
        assert_eq!(thinned(&[], 5), None);
    }

    /// A circle that is gone round a thousand times: each point of it has a point that
    /// is kept no more than a pixel away, and once is enough.
    #[test]
    fn a_loop_keeps_its_shape_however_often_it_is_gone_round() {
        let on_circle = |row: i32| (f64::from(row) * 0.01).sin_cos();
        let points: Vec<(f64, f64)> = (0..628_319).map(on_circle).collect();
        let kept = thinned(&points, 200).unwrap();
        assert!(kept.len() < 10_000, "{}", kept.len());
        let pixel = 2.0 / 200.0;
        let finite: Vec<_> = kept.iter().filter(|point| point.1.is_finite()).collect();
        assert!(finite.iter().all(|point| (point.0.hypot(point.1) - 1.0).abs() < 1e-12));
        for degree in 0..360 {
            let (y, x) = f64::from(degree).to_radians().sin_cos();
            assert!(finite.iter().any(|point| (point.0 - x).hypot(point.1 - y) < 1.5 * pixel), "{degree}");
        }
        // No stroke goes across it.
        let strokes = kept.windows(2).filter(|pair| pair[0].1.is_finite() && pair[1].1.is_finite());
        assert!(strokes.clone().count() > 300);
        assert!(strokes.into_iter().all(|pair| (pair[0].0 - pair[1].0).hypot(pair[0].1 - pair[1].1) < 4.0 * pixel));
    }

    #[test]
    fn a_line_that_goes_left_keeps_its_spike_and_its_ends() {
        let mut points: Vec<(f64, f64)> = (0..100_000).map(|row| (f64::from(-row), 0.0)).collect();
        points[50_000].1 = 3.0;
        let kept = thinned(&points, 100).unwrap();
        assert!(kept.len() < 500 && kept[0] == points[0], "{}", kept.len());
        assert!(kept.contains(&(-50_000.0, 3.0)) && kept.iter().any(|point| point.0 < -98_900.0));
    }
}
