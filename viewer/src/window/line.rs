//! Lines of plots.

/// A line of a plot, to be exported.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultLine {
    /// Its name.
    pub name: String,
    /// Its unit, empty for a pure number.
    pub unit: String,
    /// Time, s, and value; times do not fall.
    pub points: Vec<[f64; 2]>,
}

impl ResultLine {
    /// Its value at a time, s; none before its first point and behind its last one.
    pub fn at(&self, time: f64) -> Option<f64> {
        value_at(&self.points, time)
    }
}

/// The value at a time, s, on straight lines between points; of two points at one time the later. None before the first
/// point and behind the last one.
pub(super) fn value_at(points: &[[f64; 2]], time: f64) -> Option<f64> {
    let behind = points.partition_point(|[of, _]| *of <= time);
    let [before, value] = *points.get(behind.checked_sub(1)?)?;
    if before == time {
        return Some(value);
    }
    let [next, next_value] = *points.get(behind)?;
    Some(value + (time - before) / (next - before) * (next_value - value))
}
