//! The times at which rows are asked for.

use std::fmt;

use crate::model::Model;

/// The rows that lie ahead.
pub(super) struct Asked<'m> {
    times: Box<dyn Iterator<Item = f64> + 'm>,
    next: Option<f64>,
}

impl fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked").field("next", &self.next).finish_non_exhaustive()
    }
}

impl<'m> Asked<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let mut times = Box::new(model.settings().output_times.iter());
        let next = times.next();
        Self { times, next }
    }

    /// The next one, s.
    pub(super) fn next(&self) -> Option<f64> {
        self.next
    }

    /// It is recorded.
    pub(super) fn pass(&mut self) {
        self.next = self.times.next();
    }
}
