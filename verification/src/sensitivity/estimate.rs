//! What is known of one derivative along a run.

use super::Means;

/// The derivative of a column by a parameter, along a run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Estimate {
    /// In each row; none where it does not exist, or an event moves over it.
    pub(super) derivatives: Vec<Option<f64>>,
    /// How far it may be off in any row.
    pub(super) error: f64,
    pub(super) means: Means,
    /// Whether one that was found by other means agrees.
    pub(super) is_confirmed: bool,
}

impl Estimate {
    /// Of two runs of which the second is better: each may be as far off as they lie apart, and a little further.
    pub(super) fn of_two(worse: &[Option<f64>], better: Vec<Option<f64>>, means: Means) -> Self {
        let error = 2.0 * apart(worse, &better);
        Self { derivatives: better, error, means, is_confirmed: false }
    }

    /// What is thought of it beside another one, found by other means: the one that is known better.
    pub(super) fn beside(mut self, other: &Self) -> Self {
        let gap = apart(&self.derivatives, &other.derivatives);
        let is_confirmed = gap <= self.error + other.error;
        // What the other one cannot explain by its own error is an error of this one.
        self.error = self.error.max(gap - other.error);
        // Not a number is not better.
        let better = if self.error <= other.error { self } else { other.clone() };
        Self { is_confirmed, ..better }
    }

    /// The row where it is largest in magnitude, and what it is there.
    pub(super) fn largest(&self) -> (usize, f64) {
        let known = self.derivatives.iter().enumerate().filter_map(|(row, value)| Some((row, (*value)?)));
        known.fold((0, 0.0), |most: (usize, f64), now| if now.1.abs() > most.1.abs() { now } else { most })
    }
}

/// How far two of them lie apart at the most, where both are known.
fn apart(one: &[Option<f64>], other: &[Option<f64>]) -> f64 {
    let both = one.iter().zip(other).filter_map(|(one, other)| Some(((*one)? - (*other)?).abs()));
    both.fold(0.0, |most, distance| if distance.is_nan() { f64::INFINITY } else { most.max(distance) })
}
