//! In-ports that read the rate of others.

use super::Model;
use super::input::Input;
use super::probe::Probe;
use super::signal_id::SignalId;

/// An in-port that reads the rate of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateOf {
    /// The in-port that reads the rate.
    pub rate: SignalId,
    /// The in-port whose rate it is.
    pub of: SignalId,
}

impl Model {
    /// Those that nothing feeds: no run has their rates.
    pub fn rates(&self) -> impl Iterator<Item = RateOf> {
        self.unfed_rates.iter().copied()
    }

    /// Those that something feeds, or that are connected to a constant.
    pub fn connected_rates(&self) -> impl Iterator<Item = RateOf> {
        self.all_rates().filter(|of| !self.unfed_rates.contains(of))
    }

    /// Finds those that nothing feeds, while the description still has its connections: a constant may be a rate.
    pub(super) fn find_unfed_rates(&mut self) {
        let is_given = |of: &RateOf| {
            let name = self.signal_name(of.rate);
            self.description.connections().iter().any(|connection| connection.name.as_str() == name)
        };
        let unfed = self.all_rates().filter(|of| self.input_of(of.rate).is_some() && !is_given(of)).collect();
        self.unfed_rates = unfed;
    }

    fn all_rates(&self) -> impl Iterator<Item = RateOf> {
        self.objects.iter().zip(0_u32..).flat_map(move |(object, number)| {
            let signals = object.interface.signals.iter().zip(0_u32..);
            signals.filter_map(move |(signal, index)| {
                let id = |signal: u32| SignalId { object: number, signal };
                Some(RateOf { rate: id(index), of: id(signal.rate_of?) })
            })
        })
    }

    /// The in-ports of rates, and what each is the rate of. A model that has any has equilibria and frequency responses, and does
    /// not run.
    pub fn rates_and_signals(&self) -> Vec<(Input, Probe)> {
        let of = |RateOf { rate, of }| Some((self.input_of(rate)?, self.probe(&self.signal_name(of)).ok()?));
        self.rates().filter_map(of).collect()
    }
}
