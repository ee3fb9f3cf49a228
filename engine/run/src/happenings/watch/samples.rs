//! The indicators at some times of a step, in search of zero crossings.

use super::Point;

/// The usual number of samples of a step, at most.
pub(super) const USUAL: usize = 12;

/// Indicators, a column each, at some times of a step, ascending.
#[derive(Debug)]
pub(super) struct Samples {
    times: Vec<f64>,
    /// The count of numbers for each time.
    width: usize,
    values: Vec<f64>,
}

impl Samples {
    /// Reserves room for all samples of a step in which little happens.
    pub(super) fn new(width: usize) -> Self {
        Self { times: Vec::with_capacity(USUAL), width, values: Vec::with_capacity(USUAL * width) }
    }

    pub(super) fn clear(&mut self) {
        self.times.clear();
        self.values.clear();
    }

    /// Copies some columns of other samples.
    pub(super) fn take_columns(&mut self, samples: &Self, columns: &[usize]) {
        self.times.clone_from(&samples.times);
        self.width = columns.len();
        self.values.clear();
        for sample in 0..samples.len() {
            let values = samples.values(sample);
            self.values.extend(columns.iter().map(|column| values[*column]));
        }
    }

    /// Keeps the columns that are marked.
    pub(super) fn keep_columns(&mut self, marks: &[bool]) {
        let width = self.width;
        let mut at = 0;
        self.values.retain(|_| {
            at += 1;
            marks[(at - 1) % width]
        });
        self.width = marks.iter().filter(|mark| **mark).count();
    }

    /// Removes all samples; new ones have `width` columns.
    pub(super) fn clear_to(&mut self, width: usize) {
        self.clear();
        self.width = width;
    }

    pub(super) fn len(&self) -> usize {
        self.times.len()
    }

    pub(super) fn time(&self, sample: usize) -> f64 {
        self.times[sample]
    }

    /// The last time, s.
    pub(super) fn last_time(&self) -> f64 {
        self.times.last().copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// The indicators at a sample.
    pub(super) fn values(&self, sample: usize) -> &[f64] {
        &self.values[sample * self.width..(sample + 1) * self.width]
    }

    pub(super) fn point(&self, sample: usize, column: usize) -> Point {
        Point { time: self.times[sample], value: self.values(sample)[column] }
    }

    /// The position of the sample at a time, or the position at which to insert one.
    pub(super) fn position(&self, time: f64) -> Result<usize, usize> {
        self.times.binary_search_by(|other| other.total_cmp(&time))
    }

    /// Adds a sample between others.
    pub(super) fn insert(&mut self, sample: usize, time: f64, values: &[f64]) {
        self.times.insert(sample, time);
        let at = sample * self.width;
        self.values.splice(at..at, values.iter().copied());
    }

    pub(super) fn push(&mut self, time: f64, values: &[f64]) {
        self.times.push(time);
        self.values.extend_from_slice(values);
    }

    /// Keeps the samples before a time, s.
    pub(super) fn keep_before(&mut self, end: f64) {
        let kept = self.times.partition_point(|time| *time < end);
        self.times.truncate(kept);
        self.values.truncate(kept * self.width);
    }
}
