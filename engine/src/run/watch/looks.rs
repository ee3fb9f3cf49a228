//! What was seen of a step.

use super::Point;

/// So many looks a step usually needs at most.
pub(super) const USUAL: usize = 12;

/// The indicators at some times of a step, rising.
#[derive(Debug)]
pub(super) struct Looks {
    times: Vec<f64>,
    /// So many numbers for each time.
    width: usize,
    values: Vec<f64>,
}

impl Looks {
    /// With room for all looks at a step in which little happens.
    pub(super) fn new(width: usize) -> Self {
        Self { times: Vec::with_capacity(USUAL), width, values: Vec::with_capacity(USUAL * width) }
    }

    pub(super) fn clear(&mut self) {
        self.times.clear();
        self.values.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.times.len()
    }

    pub(super) fn time(&self, look: usize) -> f64 {
        self.times[look]
    }

    /// The last time, s.
    pub(super) fn last_time(&self) -> f64 {
        self.times.last().copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// The indicators at a look.
    pub(super) fn values(&self, look: usize) -> &[f64] {
        &self.values[look * self.width..(look + 1) * self.width]
    }

    pub(super) fn point(&self, look: usize, indicator: usize) -> Point {
        Point { time: self.times[look], value: self.values(look)[indicator] }
    }

    /// Which look is that at a time, or where it would stand.
    pub(super) fn position(&self, time: f64) -> Result<usize, usize> {
        self.times.binary_search_by(|other| other.total_cmp(&time))
    }

    /// Adds a look between others.
    pub(super) fn insert(&mut self, look: usize, time: f64, values: &[f64]) {
        self.times.insert(look, time);
        let at = look * self.width;
        self.values.splice(at..at, values.iter().copied());
    }

    pub(super) fn push(&mut self, time: f64, values: &[f64]) {
        self.times.push(time);
        self.values.extend_from_slice(values);
    }

    /// Leaves those before a time, s.
    pub(super) fn keep_before(&mut self, end: f64) {
        let kept = self.times.partition_point(|time| *time < end);
        self.times.truncate(kept);
        self.values.truncate(kept * self.width);
    }
}
