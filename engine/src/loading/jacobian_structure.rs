//! Which derivatives depend on which states, known from the graph before
//! anything is evaluated.

use std::ops::Range;

use petgraph::graph::NodeIndex;
use simobject_host::{Calculation, Purpose, Rate, Role};

use super::graph::{Graph, Node, Parts};
use crate::model::signal_id::SignalId;
use crate::model::sparsity::Sparsity;

/// The structure of the Jacobian of the derivatives, from the computations in
/// an order in which each comes after all that it reads.
pub(super) fn of_evaluation(parts: Parts<'_>, graph: &Graph, order: &[NodeIndex]) -> Sparsity {
    let mut tracing = Tracing {
        parts,
        of_signal: vec![Vec::new(); parts.layout.signal_count()],
        rows: vec![Vec::new(); parts.layout.states],
    };
    for index in order {
        if let Node::Calculation { object, calculation } = graph.node(*index) {
            let declared = parts.calculation(object, calculation);
            match declared.purpose {
                Purpose::Derivatives => tracing.derivatives(object, declared),
                Purpose::Common(Rate::Constant | Rate::Continuous) | Purpose::Answer => {
                    tracing.computation(object, declared)
                }
                // What runs at ticks gives the same for all states that a step may have.
                _ => {}
            }
        }
    }
    Sparsity::of_rows(tracing.rows.into_iter())
}

struct Tracing<'a> {
    parts: Parts<'a>,
    /// The states on which each computed signal depends, rising.
    of_signal: Vec<Vec<u32>>,
    /// The states on which each element of dx/dt depends.
    rows: Vec<Vec<u32>>,
}

impl Tracing<'_> {
    fn computation(&mut self, object: u32, calculation: &Calculation) {
        let mut states = Vec::new();
        for signal in &calculation.reads {
            self.read(SignalId { object, signal: *signal }, &mut states);
        }
        states.sort_unstable();
        states.dedup();
        for signal in &calculation.gives {
            self.of_signal[self.parts.layout.index(SignalId { object, signal: *signal })].clone_from(&states);
        }
    }

    /// Each derivative depends on all that the calculation reads, but for the
    /// pairs of signals whose pattern is declared.
    fn derivatives(&mut self, object: u32, calculation: &Calculation) {
        let interface = &self.parts.objects[object as usize].interface;
        for state in &calculation.gives {
            let patterns: Vec<_> = interface.patterns.iter().filter(|pattern| pattern.rows == *state).collect();
            let mut common = Vec::new();
            for signal in &calculation.reads {
                if !patterns.iter().any(|pattern| pattern.columns == *signal) {
                    self.read(SignalId { object, signal: *signal }, &mut common);
                }
            }
            common.sort_unstable();
            common.dedup();
            let state = SignalId { object, signal: *state };
            let first = self.parts.layout.place(state).first as usize;
            let height = self.width(state);
            self.rows[first..first + height].fill(common);
            for declared in patterns {
                let read = SignalId { object, signal: declared.columns };
                for (row, columns) in declared.pattern.columns(height, self.width(read)).into_iter().enumerate() {
                    for column in columns {
                        let mut states = std::mem::take(&mut self.rows[first + row]);
                        self.read_elements(read, column..column + 1, &mut states);
                        self.rows[first + row] = states;
                    }
                    self.rows[first + row].sort_unstable();
                    self.rows[first + row].dedup();
                }
            }
        }
    }

    /// Adds the states on which a signal depends.
    fn read(&self, id: SignalId, states: &mut Vec<u32>) {
        self.read_elements(id, 0..self.width(id), states);
    }

    /// Adds the states on which some elements of a signal depend.
    fn read_elements(&self, id: SignalId, elements: Range<usize>, states: &mut Vec<u32>) {
        match self.parts.role(id) {
            Role::OutOfState(state) => {
                self.read_elements(SignalId { signal: state, ..id }, elements, states);
            }
            Role::State => {
                let first = self.parts.layout.place(id).first;
                states.extend((first..).skip(elements.start).take(elements.len()));
            }
            Role::DiscreteState | Role::Memory => {}
            Role::Out | Role::Private | Role::Indicator(_) | Role::Provides => {
                states.extend(&self.of_signal[self.parts.layout.index(id)])
            }
            Role::In | Role::Sum | Role::Uses => {
                let Some((_, port_source, _)) = self.parts.wiring.connection(id) else { return };
                for (source, part) in port_source.sources(elements) {
                    self.read_elements(source, part, states);
                }
            }
        }
    }

    fn width(&self, id: SignalId) -> usize {
        self.parts.objects[id.object as usize].interface.signals[id.signal as usize].width as usize
    }
}
