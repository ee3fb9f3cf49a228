//! Fewer points of a line that look the same.

/// The points that a line needs on so many pixels, if it has many more: of each
/// pixel the first, the last, the least and the largest, and one where it is
/// broken. None if it has few, or does not go from left to right.
pub(super) fn thinned(points: &[(f64, f64)], pixels: usize) -> Option<Vec<(f64, f64)>> {
    let (first, last) = (points.first()?.0, points.last()?.0);
    let goes_right = points.windows(2).all(|pair| pair[0].0 <= pair[1].0);
    if points.len() <= 4 * pixels || !goes_right || last <= first {
        return None;
    }
    // Halves, since the width may be more than the largest double.
    let share = |x: f64| (x / 2.0 - first / 2.0) / (last / 2.0 - first / 2.0);
    let pixel = |x: f64| ((share(x) * pixels as f64) as usize).min(pixels - 1);
    let mut kept = Vec::with_capacity(4 * pixels);
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
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::thinned;

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
    fn few_points_and_loops_stay_as_they_are() {
        let few: Vec<(f64, f64)> = (0..100).map(|row| (f64::from(row), 0.0)).collect();
        assert_eq!(thinned(&few, 25), None);
        let back: Vec<(f64, f64)> = (0..100).map(|row| (f64::from(-row), 0.0)).collect();
        assert_eq!(thinned(&back, 5), None);
        assert_eq!(thinned(&[], 5), None);
    }
}
