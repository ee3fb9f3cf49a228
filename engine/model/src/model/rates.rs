//! In-ports that read the rate of others, and are not connected.

use super::Model;
use super::input::Input;
use super::probe::Probe;
use super::signal_id::SignalId;

/// An in-port that reads the rate of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RateOf {
    pub(crate) rate: SignalId,
    pub(crate) of: SignalId,
}

impl Model {
    /// Those that nothing feeds: no run has their rates.
    pub(crate) fn rates(&self) -> impl Iterator<Item = RateOf> {
        self.objects.iter().zip(0_u32..).flat_map(move |(object, number)| {
            let signals = object.interface.signals.iter().zip(0_u32..);
            let rates = signals.filter_map(move |(signal, index)| {
                let id = |signal: u32| SignalId { object: number, signal };
                Some(RateOf { rate: id(index), of: id(signal.rate_of?) })
            });
            rates.filter(|RateOf { rate, .. }| self.input_of(*rate).is_some())
        })
    }

    /// The in-ports of rates, and what each is the rate of. A model that has any has equilibria and frequency responses, and does
    /// not run.
    pub fn rates_and_signals(&self) -> Vec<(Input, Probe)> {
        let of = |RateOf { rate, of }| Some((self.input_of(rate)?, self.probe(&self.signal_name(of)).ok()?));
        self.rates().filter_map(of).collect()
    }
}
