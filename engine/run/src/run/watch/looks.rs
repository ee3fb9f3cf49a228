//! The looks at a step.

use super::Point;

/// The usual number of looks at a step, at most.
pub(super) const USUAL: usize = 12;

/// Indicators, a column each, at some times of a step, ascending.
#[derive(Debug)]
pub(super) struct Looks {
    times: Vec<f64>,
    /// The count of numbers for each time.
    width: usize,
    values: Vec<f64>,
}

impl Looks {
    /// Reserves room for all looks at a step in which little happens.
    pub(super) fn new(width: usize) -> Self {
        Self { times: Vec::with_capacity(USUAL), width, values: Vec::with_capacity(USUAL * width) }
    }

    pub(super) fn clear(&mut self) {
        self.times.clear();
        self.values.clear();
    }

    /// Takes some columns of other looks.
    pub(super) fn take_columns(&mut self, looks: &Self, columns: &[usize]) {
        self.times.clone_from(&looks.times);
        self.width = columns.len();
        self.values.clear();
        for look in 0..looks.len() {
            let values = looks.values(look);
            self.values.extend(columns.iter().map(|column| values[*column]));
        }
    }

    /// Leaves the columns that are marked.
    pub(super) fn keep_columns(&mut self, marks: &[bool]) {
        let width = self.width;
        let mut at = 0;
        self.values.retain(|_| {
            at += 1;
            marks[(at - 1) % width]
        });
        self.width = marks.iter().filter(|mark| **mark).count();
    }

    /// Clears them for so many columns.
    pub(super) fn clear_to(&mut self, width: usize) {
        self.clear();
        self.width = width;
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

    pub(super) fn point(&self, look: usize, column: usize) -> Point {
        Point { time: self.times[look], value: self.values(look)[column] }
    }

    /// The position of the look at a time, or where one would stand.
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

    /// Keeps the looks before a time, s.
    pub(super) fn keep_before(&mut self, end: f64) {
        let kept = self.times.partition_point(|time| *time < end);
        self.times.truncate(kept);
        self.values.truncate(kept * self.width);
    }
}
