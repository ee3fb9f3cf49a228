//! Takes samples of a live run.

use std::sync::{Arc, Mutex, PoisonError};

use super::{Rate, Samples};
use crate::driver::Run;
use bowline_model::model::Probe;

/// Takes samples for a reader on another thread.
#[derive(Debug)]
pub(super) struct Sampler {
    probes: Vec<Probe>,
    generation: u64,
    /// All samples that nobody has read yet: a batch for each choice of signals. The reader holds the lock only to take them.
    unread: Arc<Mutex<Vec<Samples>>>,
}

impl Sampler {
    /// More samples than this are thinned out while they wait.
    const MOST: usize = 4096;
    /// Batches of earlier choices that wait.
    const MOST_BATCHES: usize = 16;
    /// A run has at least so many.
    const IN_A_RUN: f64 = 2000.0;
    /// At least and at most so many in a second on the wall, where it is paced.
    const EACH_SECOND: (f64, f64) = (240.0, 1000.0);

    pub(super) fn new(unread: Arc<Mutex<Vec<Samples>>>) -> Self {
        Self { probes: Vec::new(), generation: 0, unread }
    }

    /// Takes samples of these from now on.
    pub(super) fn choose(&mut self, generation: u64, probes: Vec<Probe>) {
        (self.probes, self.generation) = (probes, generation);
    }

    /// How far a run goes from one sample to the next, s; infinitely far if nobody asks for any.
    pub(super) fn interval(&self, span: f64, rate: Rate) -> f64 {
        let some = span / Self::IN_A_RUN;
        match rate {
            _ if self.probes.is_empty() => f64::INFINITY,
            Rate::Times(rate) => some.clamp(rate / Self::EACH_SECOND.1, rate / Self::EACH_SECOND.0),
            Rate::Unlimited => some,
        }
    }

    /// Takes a sample.
    pub(super) fn take(&mut self, run: &mut Run) {
        if self.probes.is_empty() {
            return;
        }
        let time = run.time();
        let Ok(signals) = run.signals() else { return };
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        if unread.last().is_none_or(|last| last.generation != self.generation) {
            unread.push(Samples { generation: self.generation, ..Samples::default() });
            let excess = unread.len().saturating_sub(Self::MOST_BATCHES);
            unread.drain(..excess);
        }
        let Some(batch) = unread.last_mut() else { return };
        // The run went back, or an input has changed at this time.
        batch.cut(time);
        batch.times.push(time);
        batch.values.extend(self.probes.iter().flat_map(|probe| probe.values(time, signals)));
        if batch.times.len() > Self::MOST {
            batch.thin_out();
        }
    }
}
