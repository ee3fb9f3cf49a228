//! What calculations read, and give, that did not say it.

use std::collections::HashSet;

use simobject::Rate;

use crate::{Interface, Purpose, Role};

impl Interface {
    /// Adds the in-ports, and the resources that are asked, to what calculations
    /// read that did not say what they read; and the unknowns to what residuals read.
    pub(crate) fn imply_in_ports(&mut self, in_ports: &[u32]) {
        let signals = &self.signals;
        let unknowns: Vec<u32> = (0..).zip(signals).filter(|(_, s)| s.role == Role::Unknown).map(|(i, _)| i).collect();
        for calculation in self.calculations.iter_mut().filter(|calculation| calculation.reads_all) {
            let gives_residual = |signal: &u32| matches!(signals[*signal as usize].role, Role::Residual(_));
            if calculation.gives.iter().any(gives_residual) {
                let unnamed = unknowns.iter().filter(|unknown| !calculation.reads.contains(unknown));
                let unnamed: Vec<u32> = unnamed.copied().collect();
                calculation.reads.extend(unnamed);
            }
            let named: HashSet<u32> = calculation.reads.iter().chain(&calculation.previous).copied().collect();
            let unnamed = in_ports.iter().copied().filter(|port| !named.contains(port));
            calculation.reads.extend(unnamed);
        }
    }

    /// Own states count as read by calculations that name none, unless they said
    /// that they read none; by initial conditions those that none of them sets.
    pub(crate) fn imply_states(&mut self, stateless: &[usize]) {
        let indices = |is: fn(&Role) -> bool| -> Vec<u32> {
            (0u32..).zip(&self.signals).filter(|(_, s)| is(&s.role)).map(|(i, _)| i).collect()
        };
        let (states, continuous) = (indices(Role::is_any_state), indices(Role::is_state));
        let initial = self.calculations.iter().filter(|calculation| calculation.purpose == Purpose::Initial);
        let set: HashSet<u32> = initial.flat_map(|calculation| calculation.gives.iter().copied()).collect();
        for (index, calculation) in self.calculations.iter_mut().enumerate() {
            let mut named = calculation.reads.iter().chain(&calculation.previous);
            let names_states = stateless.contains(&index) || named.any(|r| states.binary_search(r).is_ok());
            if !names_states {
                match calculation.purpose {
                    Purpose::Common(Rate::Constant) => {}
                    Purpose::Initial => calculation.reads.extend(states.iter().filter(|state| !set.contains(state))),
                    _ => calculation.reads.extend(&states),
                }
            }
            if calculation.purpose == Purpose::Derivatives {
                calculation.gives.clone_from(&continuous);
            }
        }
    }
}
