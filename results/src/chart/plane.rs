//! What a panel of complex numbers shows besides its lines.

use super::Interval;
use crate::Response;

/// What a panel of complex numbers shows besides its lines. They are clipped to its ranges.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Plane {
    /// What is to be seen along the bottom.
    pub x: Interval,
    /// What is to be seen upwards.
    pub y: Interval,
    /// Whether a unit is as long upwards as along the bottom; more is seen then, where there is room.
    pub is_equal: bool,
    /// Whether lines are drawn again, fainter, below the axis: those of negative frequencies.
    pub is_mirrored: bool,
    /// Faint lines behind the others.
    pub guides: Vec<Guide>,
    /// The points that are marked with a cross.
    pub crosses: Vec<(f64, f64)>,
}

/// A faint line behind others.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Guide {
    /// What stands on it.
    pub label: String,
    /// Where that stands.
    pub label_at: Option<(f64, f64)>,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// The magnitude up to which a response is shown: all of it, but where it runs away
/// at an end of the frequencies, as that of an integrator; that as far as `least`.
pub(super) fn bound(hertz: &[f64], response: &Response, least: f64) -> f64 {
    let Some(sizes) = &response.magnitude else { return least };
    let seen: Vec<(f64, f64)> = (0..hertz.len())
        .filter(|at| response.is_at(*at) && hertz[*at] > 0.0)
        .map(|at| (hertz[at], sizes[at]))
        .collect();
    let is_settled = |at: &usize| {
        let (before, here, after) = (seen[at.saturating_sub(1)], seen[*at], seen[(at + 1).min(seen.len() - 1)]);
        let is_inside = *at > 0 && at + 1 < seen.len();
        let slope = (after.1 / before.1).ln() / (after.0 / before.0).ln();
        slope.abs() < 0.5 || (is_inside && here.1 >= before.1 && here.1 >= after.1)
    };
    let settled = (0..seen.len()).filter(is_settled).map(|at| seen[at].1);
    let bound = settled.fold(least, f64::max);
    let inside = seen.iter().filter(|(_, size)| *size <= bound).count();
    if inside * 20 >= seen.len() {
        return bound;
    }
    // Nothing of it would be seen.
    let mut sizes: Vec<f64> = seen.iter().map(|(_, size)| *size).collect();
    sizes.sort_by(f64::total_cmp);
    sizes[sizes.len() / 2]
}
