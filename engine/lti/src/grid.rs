//! Grids of frequencies.

/// Frequencies that rise by the same factor from `from` to `to`, both among them exactly: so many points, at
/// least 2 (1 where both ends are the same). Without any unless 0 < `from` <= `to` < infinity.
pub fn logarithmic(from: f64, to: f64, points: usize) -> Vec<f64> {
    if !(from > 0.0 && from <= to && to.is_finite()) {
        return Vec::new();
    }
    if from == to {
        return vec![from];
    }
    let (last, ratio) = (points.max(2) - 1, to.ln() - from.ln());
    let at = |i: usize| {
        let part = ratio * i as f64 / last as f64;
        // From the smallest to the largest numbers the factor is more than a number can be.
        let whole = from * part.exp();
        let value = if whole.is_finite() { whole } else { from * (part / 2.0).exp() * (part / 2.0).exp() };
        value.clamp(from, to)
    };
    let mut grid: Vec<_> = (0..=last).map(at).collect();
    grid[last] = to;
    grid
}

/// Frequencies that rise by the same factor from `from` to `to`, both among them exactly: at least so many in each
/// decade, at least 1. Without any unless 0 < `from` <= `to` < infinity.
pub fn decades(from: f64, to: f64, per_decade: usize) -> Vec<f64> {
    // What is a whole number of decades but for rounding is that.
    let intervals = ((to.log10() - from.log10()) * per_decade.max(1) as f64 - 1e-9).ceil();
    logarithmic(from, to, (intervals.max(1.0) as usize).saturating_add(1))
}
