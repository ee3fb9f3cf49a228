//! Two trajectories, row by row.

use std::ops::Range;

use bowline_engine::integration::instant_width;

use crate::event_order::matched;
use crate::trajectory::Trajectory;

/// An event that two trajectories have at different times hides at most so many rows
/// between them: where there are more, they differ.
const MOST_HIDDEN: usize = 2;

/// Two trajectories of the same rows.
#[derive(Debug)]
pub(crate) struct Comparison<'t> {
    pub(crate) one: &'t Trajectory,
    pub(crate) other: &'t Trajectory,
    /// Rows between an event of the one and the same event of the other: there either may have jumped.
    is_hidden: Vec<bool>,
}

impl<'t> Comparison<'t> {
    pub(crate) fn new(one: &'t Trajectory, other: &'t Trajectory) -> Self {
        let mut is_hidden = vec![false; one.times.len()];
        let few = between_events(one, other).filter(|rows| rows.len() <= MOST_HIDDEN);
        few.for_each(|rows| is_hidden[rows].fill(true));
        Self { one, other, is_hidden }
    }

    /// How many rows are not compared.
    pub(crate) fn hidden(&self) -> usize {
        self.is_hidden.iter().filter(|is_hidden| **is_hidden).count()
    }

    /// How far they lie apart in a column: row, and distance, which is infinite where one is no number.
    pub(crate) fn distances(&self, column: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let pairs = self.one.column(column).zip(self.other.column(column));
        let distances = pairs.map(|(a, b)| if a == b { 0.0 } else { finite_or_infinite((a - b).abs()) });
        distances.enumerate().filter(|(row, _)| !self.is_hidden[*row])
    }

    /// The largest distance, and its row.
    pub(crate) fn largest(&self, column: usize) -> (usize, f64) {
        self.distances(column).fold((0, 0.0), |most, now| if now.1 > most.1 { now } else { most })
    }

    /// The first row where they lie further apart than that.
    pub(crate) fn first_beyond(&self, column: usize, threshold: f64) -> Option<usize> {
        self.distances(column).find(|(_, distance)| *distance > threshold).map(|(row, _)| row)
    }
}

/// The rows between each event of the one and the same event of the other.
pub(crate) fn between_events<'t>(
    one: &'t Trajectory,
    other: &'t Trajectory,
) -> impl Iterator<Item = Range<usize>> + 't {
    matched(&one.events, &other.events).map(|(a, b)| {
        let (first, last) = (a.time.min(b.time), a.time.max(b.time));
        let begin = one.times.partition_point(|time| *time < first - instant_width(first));
        begin..one.times.partition_point(|time| *time <= last + instant_width(last))
    })
}

fn finite_or_infinite(distance: f64) -> f64 {
    if distance.is_nan() { f64::INFINITY } else { distance }
}
