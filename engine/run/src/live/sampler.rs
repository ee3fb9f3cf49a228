//! Takes samples of a live run.

use std::sync::mpsc::{SyncSender, TrySendError};

use super::{Rate, Samples};
use crate::run::Run;
use bowline_model::model::Probe;

/// Takes samples, and sends them when there is room.
#[derive(Debug)]
pub(super) struct Sampler {
    probes: Vec<Probe>,
    batch: Samples,
    batches: SyncSender<Samples>,
}

impl Sampler {
    /// More that nobody fetches are thinned out.
    const MOST: usize = 4096;
    /// A run has at least so many.
    const IN_A_RUN: f64 = 2000.0;
    /// At least and at most so many in a second on the wall, where it is paced.
    const EACH_SECOND: (f64, f64) = (240.0, 1000.0);

    pub(super) fn new(batches: SyncSender<Samples>) -> Self {
        Self { probes: Vec::new(), batch: Samples::default(), batches }
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

    /// Whether something could not be sent yet.
    pub(super) fn is_full(&self) -> bool {
        !self.batch.times.is_empty()
    }

    /// Sends what was taken, if there is room for it.
    pub(super) fn send(&mut self) {
        if self.batch.times.is_empty() {
            return;
        }
        let next = Samples { generation: self.batch.generation, ..Samples::default() };
        match self.batches.try_send(std::mem::replace(&mut self.batch, next)) {
            Err(TrySendError::Full(batch)) => {
                self.batch = batch;
                if self.batch.times.len() > Self::MOST {
                    self.batch.thin_out();
                }
            }
            Ok(()) | Err(TrySendError::Disconnected(_)) => {}
        }
    }
}
