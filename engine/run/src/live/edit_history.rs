//! What was done to a live run, so that it can be repeated.

use std::sync::Arc;

use crate::driver::{Intervention, Interventions};

/// What was done to a run, and led to where it is: what it went back from is not
/// part of it.
#[derive(Debug, Clone)]
pub(super) struct EditHistory {
    /// What was done before the run, or before it went back to a mark.
    before: Arc<[Intervention]>,
    /// How many of the run's own do not count.
    from: usize,
    /// How many of the run's own are known.
    known: usize,
    all: Arc<[Intervention]>,
}

impl EditHistory {
    /// That of a run to which `count` things were done, and to which counts what
    /// was done to another one up to a mark.
    pub(super) fn after(before: Arc<[Intervention]>, count: usize) -> Self {
        Self { all: Arc::clone(&before), before, from: count, known: count }
    }

    /// Takes note of what was done to the run, all of which it tells.
    pub(super) fn follow(&mut self, done: &Interventions) {
        if done.len() == self.known {
            return;
        }
        let (mut all, count) = (self.before.to_vec(), done.len());
        for done in done.since(self.from) {
            // Who drags a slider sets an input many times while the run waits: the
            // first ends its step, the last counts.
            match all.as_mut_slice() {
                [.., first, last] if is_same_input(first, last) && is_same_input(last, &done) => *last = done,
                _ => all.push(done),
            }
        }
        (self.all, self.known) = (all.into(), count);
    }

    /// All of it, in order.
    pub(super) fn all(&self) -> &Arc<[Intervention]> {
        &self.all
    }
}

/// Whether both set the same input at the same time.
pub(super) fn is_same_input(one: &Intervention, other: &Intervention) -> bool {
    match (one, other) {
        (Intervention::Set { input, time_s, .. }, Intervention::Set { input: other, time_s: then, .. }) => {
            input == other && time_s == then
        }
        _ => false,
    }
}
