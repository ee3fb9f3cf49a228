//! What calculations read, and give, that did not say it.

use std::collections::HashSet;

use simobject::Rate;

use crate::{Interface, Purpose, Role};

impl Interface {
    /// Adds the in-ports to what calculations read that did not say what they read.
    pub(crate) fn imply_in_ports(&mut self, in_ports: &[u32]) {
        for calculation in self.calculations.iter_mut().filter(|calculation| calculation.reads_all_in_ports) {
            let named: HashSet<u32> = calculation.reads.iter().copied().collect();
            let unnamed = in_ports.iter().copied().filter(|port| !named.contains(port));
            calculation.reads.extend(unnamed);
        }
    }

    /// Own states count as read by common computations and derivatives that
    /// name none, unless they said that they read none.
    pub(crate) fn imply_states(&mut self, stateless: &[usize]) {
        let indices = |is: fn(&Role) -> bool| -> Vec<u32> {
            (0u32..).zip(&self.signals).filter(|(_, s)| is(&s.role)).map(|(i, _)| i).collect()
        };
        let (states, continuous) = (indices(Role::is_any_state), indices(Role::is_state));
        for (index, calculation) in self.calculations.iter_mut().enumerate() {
            let mut named = calculation.reads.iter().chain(&calculation.previous);
            let names_states = stateless.contains(&index) || named.any(|r| states.binary_search(r).is_ok());
            let implied = match calculation.purpose {
                Purpose::Common(rate) => rate != Rate::Constant,
                Purpose::Derivatives | Purpose::Update(_) | Purpose::Handler(_) | Purpose::Answer => true,
                Purpose::Initial => false,
            };
            if implied && !names_states {
                calculation.reads.extend(&states);
            }
            if calculation.purpose == Purpose::Derivatives {
                calculation.gives.clone_from(&continuous);
            }
        }
    }
}
