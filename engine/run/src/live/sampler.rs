//! Takes samples of a live run.

use std::sync::{Arc, Mutex};

use super::{Rate, Samples};
use crate::run::Run;
use bowline_model::model::Probe;

/// Takes samples, and lays them ready for who reads them.
#[derive(Debug)]
pub(super) struct Sampler {
    probes: Vec<Probe>,
    /// Those that are not ready yet.
    batch: Samples,
    /// All that was not read yet: a batch for each choice of signals.
    ready: Arc<Mutex<Vec<Samples>>>,
}

impl Sampler {
    /// More that nobody fetches are thinned out.
    const MOST: usize = 4096;
    /// And so are those of earlier choices.
    const MOST_BATCHES: usize = 16;
    /// A run has at least so many.
    const IN_A_RUN: f64 = 2000.0;
    /// At least and at most so many in a second on the wall, where it is paced.
    const EACH_SECOND: (f64, f64) = (240.0, 1000.0);

    pub(super) fn new(ready: Arc<Mutex<Vec<Samples>>>) -> Self {
        Self { probes: Vec::new(), batch: Samples::default(), ready }
    }

    /// Takes samples of these from now on.
    pub(super) fn choose(&mut self, generation: u64, probes: Vec<Probe>) {
        self.probes = probes;
        self.batch = Samples { generation, ..Samples::default() };
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
        // The run went back, or shows anew what is changed.
        self.batch.cut(time);
        self.batch.times.push(time);
        self.batch.values.extend(self.probes.iter().flat_map(|probe| probe.values(time, signals)));
    }

    /// Whether something is not ready yet.
    pub(super) fn is_waiting(&self) -> bool {
        !self.batch.times.is_empty()
    }

    /// Lays ready what was taken, unless somebody is reading right now.
    pub(super) fn lay_ready(&mut self) {
        if self.batch.times.is_empty() {
            return;
        }
        let Ok(mut ready) = self.ready.try_lock() else { return };
        let next = Samples { generation: self.batch.generation, ..Samples::default() };
        let batch = std::mem::replace(&mut self.batch, next);
        match ready.last_mut().filter(|last| last.generation == batch.generation) {
            Some(last) => {
                last.append(&batch);
                while last.times.len() > Self::MOST {
                    last.thin_out();
                }
            }
            None => ready.push(batch),
        }
        // Who chooses others all the time, and reads none, wants none.
        let many = ready.len().saturating_sub(Self::MOST_BATCHES);
        ready.drain(..many);
    }
}
