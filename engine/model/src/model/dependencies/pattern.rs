//! Which derivatives depend on which states, and with inputs and outputs, known
//! from the graph before anything is evaluated.

use std::collections::HashMap;
use std::ops::Range;

use petgraph::graph::NodeIndex;
use simobject_host::{Calculation, Purpose, Rate, Role};

use super::contracted_graph::ContractedGraph;
use super::graph::{Graph, Node};
use super::signals::Signals;
use crate::model::block::{Block, Cut};
use crate::model::signal_id::SignalId;
use crate::model::{Column, Input, Probe};
use bowline_solve::linear::{Colouring, JacobianStructure, Sparsity};

/// The structure of the Jacobian of the derivatives, from the computations in
/// an order in which each comes after all that it reads. Behind the states are the unknowns of the loops that
/// steps solve, loop by loop, and behind the derivatives their residuals.
pub fn of_derivatives(signals: Signals<'_>, graph: &Graph, order: &[NodeIndex], loops: &[Block]) -> JacobianStructure {
    let mut tracing = Tracing::new(signals, &[]).with_unknowns(loops.iter().filter(|block| block.is_in_steps()));
    tracing.follow(graph, order, |tracing, block| {
        let block = &loops[block as usize];
        if block.is_in_steps() { tracing.solved(&block.cut) } else { tracing.block(&block.members) }
    });
    let sparsity = Sparsity::of_rows(tracing.rows.into_iter());
    JacobianStructure { colouring: Colouring::new(&sparsity), sparsity }
}

/// Where the matrices of a linearised model may differ from 0:
/// dx/dt = A x + B u, y = C x + D u. Columns are the states x, and then the elements
/// of the inputs u; rows are the derivatives, and then the elements of the outputs y.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateSpacePattern {
    derivatives: Vec<Vec<u32>>,
    outputs: Vec<Vec<u32>>,
}

impl StateSpacePattern {
    pub(super) fn new(signals: Signals<'_>, contracted: &ContractedGraph, inputs: &[Input], outputs: &[Probe]) -> Self {
        let ContractedGraph { graph, order, blocks } = contracted;
        let states = signals.layout.states as u32;
        let places = inputs.iter().flat_map(Input::places).map(|place| place as u32);
        // An input may be asked for twice.
        let mut columns: Vec<(u32, u32)> = places.zip(states..).collect();
        columns.sort_unstable();
        let mut inputs: Vec<u32> = columns.iter().map(|(place, _)| *place).collect();
        inputs.dedup();
        let mut tracing = Tracing::new(signals, &inputs);
        tracing.follow(graph, order, |tracing, block| tracing.block(blocks.members(block)));
        let numbered = |places: Vec<u32>| -> Vec<u32> {
            let column = |place: &u32| {
                let first = columns.partition_point(|(other, _)| other < place);
                let of_inputs = columns[first..].iter().take_while(|(other, _)| other == place);
                let of_state = Some(*place).filter(|place| *place < states);
                of_state.into_iter().chain(of_inputs.map(|(_, column)| *column)).collect::<Vec<u32>>()
            };
            let mut row: Vec<u32> = places.iter().flat_map(column).collect();
            row.sort_unstable();
            row
        };
        let of_element = |column: &Column| {
            let mut row: Vec<u32> =
                column.numbers().flat_map(|number| numbered(tracing.element(number.id, number.element()))).collect();
            row.sort_unstable();
            row.dedup();
            row
        };
        let outputs = outputs.iter().flat_map(Probe::columns).map(of_element).collect();
        let derivatives = std::mem::take(&mut tracing.rows).into_iter().map(numbered).collect();
        Self { derivatives, outputs }
    }

    /// The columns on which the derivative of a state may depend, rising.
    pub fn derivative(&self, state: usize) -> &[u32] {
        &self.derivatives[state]
    }

    /// The columns on which an element of the outputs may depend, rising.
    pub fn output(&self, element: usize) -> &[u32] {
        &self.outputs[element]
    }
}

/// On what everything depends, in places of states and inputs.
pub(super) struct Tracing<'a> {
    signals: Signals<'a>,
    /// The places of inputs, rising.
    inputs: &'a [u32],
    /// Those on which each computed signal depends, rising.
    of_signal: Vec<Vec<u32>>,
    /// Those on which each element of dx/dt depends, and behind them each residual of unknowns.
    pub(super) rows: Vec<Vec<u32>>,
    /// The first place of each signal that is unknown; places go on behind the states.
    unknowns: HashMap<SignalId, u32>,
    /// So much is added to the places of inputs, which are none of unknowns then.
    shift: u32,
}

impl<'a> Tracing<'a> {
    pub(super) fn new(signals: Signals<'a>, inputs: &'a [u32]) -> Self {
        let of_signal = vec![Vec::new(); signals.layout.signal_count()];
        let rows = vec![Vec::new(); signals.layout.states];
        Self { signals, inputs, of_signal, rows, unknowns: HashMap::new(), shift: 0 }
    }

    /// Takes the unknowns of these loops as known: their places go on behind the states, and those of inputs behind them.
    pub(super) fn with_unknowns<'b>(mut self, loops: impl Iterator<Item = &'b Block>) -> Self {
        let first = self.rows.len() as u32;
        let mut places = first;
        for unknown in loops.flat_map(|block| &block.cut.unknowns) {
            self.unknowns.insert(unknown.id, places);
            places += unknown.places.len() as u32;
        }
        self.rows.resize(places as usize, Vec::new());
        self.shift = places - first;
        self
    }

    /// Notes on what everything depends, in an order in which each comes after all that it reads.
    pub(super) fn follow(&mut self, graph: &Graph, order: &[NodeIndex], mut block: impl FnMut(&mut Self, u32)) {
        for index in order {
            match graph.node(*index) {
                Node::Block(number) => block(self, number),
                Node::Assembly(_) => {}
                Node::Calculation { object, calculation } => {
                    let declared = self.signals.calculation(object, calculation);
                    match declared.purpose {
                        Purpose::Derivatives => self.derivatives(object, declared),
                        Purpose::Common(Rate::Constant | Rate::Continuous) | Purpose::Answer => {
                            let places = self.read_by(object, declared);
                            for signal in &declared.gives {
                                self.gives(SignalId { object, signal: *signal }, &places);
                            }
                        }
                        // What runs at ticks gives the same for all states that a step may have.
                        _ => {}
                    }
                }
            }
        }
    }

    /// Notes on what residuals depend, and all else that a loop gives, when its unknowns are known.
    pub(super) fn solved(&mut self, cut: &Cut) {
        for member in &cut.order {
            match *member {
                Node::Calculation { object, calculation } => {
                    let declared = self.signals.calculation(object, calculation);
                    let places = self.read_by(object, declared);
                    for id in self.signals.given(object, declared) {
                        match self.unknowns.get(&id) {
                            Some(first) => self.rows[*first as usize..][..self.signals.width(id)].fill(places.clone()),
                            None => self.gives(id, &places),
                        }
                    }
                }
                Node::Assembly(number) => {
                    let port = self.signals.layout.assemblies[number as usize].port;
                    // Whoever reads it reads what it is made of, unless it is unknown.
                    let Some(first) = self.unknowns.get(&port).copied() else { continue };
                    for element in 0..self.signals.width(port) {
                        let mut places = Vec::new();
                        self.signals.each_row(port, element..element + 1, |row| self.read_row(row, &mut places));
                        self.rows[first as usize + element] = places;
                    }
                }
                Node::Block(_) => {}
            }
        }
    }

    /// Each result of a block depends on all that any member reads of others.
    pub(super) fn block(&mut self, members: &[Node]) {
        let calculation = |node: &Node| match *node {
            Node::Calculation { object, calculation } => Some((object, self.signals.calculation(object, calculation))),
            Node::Assembly(_) | Node::Block(_) => None,
        };
        let calculations: Vec<(u32, &Calculation)> = members.iter().filter_map(calculation).collect();
        // What the members give depends on nothing yet.
        let mut places = Vec::new();
        for (object, calculation) in &calculations {
            for signal in &calculation.reads {
                self.read(SignalId { object: *object, signal: *signal }, &mut places);
            }
        }
        places.sort_unstable();
        places.dedup();
        for (object, calculation) in calculations {
            for id in self.signals.given(object, calculation) {
                self.gives(id, &places);
            }
        }
    }

    /// On what all that a calculation reads depends, rising.
    pub(super) fn read_by(&self, object: u32, calculation: &Calculation) -> Vec<u32> {
        let mut places = Vec::new();
        for signal in &calculation.reads {
            self.read(SignalId { object, signal: *signal }, &mut places);
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// A signal depends on these places.
    pub(super) fn gives(&mut self, id: SignalId, places: &[u32]) {
        let index = self.signals.layout.index(id);
        self.of_signal[index].clear();
        self.of_signal[index].extend_from_slice(places);
    }

    /// Each derivative depends on all that the calculation reads, but for the
    /// pairs of signals whose pattern is declared.
    fn derivatives(&mut self, object: u32, calculation: &Calculation) {
        let interface = &self.signals.objects[object as usize].interface;
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
            let first = self.signals.layout.place(state).first as usize;
            let height = self.signals.width(state);
            self.rows[first..first + height].fill(common);
            for declared in patterns {
                let read = SignalId { object, signal: declared.columns };
                for (row, columns) in declared.pattern.columns(height, self.signals.width(read)).into_iter().enumerate()
                {
                    for column in columns {
                        let mut places = std::mem::take(&mut self.rows[first + row]);
                        self.read_elements(read, column..column + 1, &mut places);
                        self.rows[first + row] = places;
                    }
                    self.rows[first + row].sort_unstable();
                    self.rows[first + row].dedup();
                }
            }
        }
    }

    /// On what an element of a signal depends, rising.
    pub(super) fn element(&self, id: SignalId, element: usize) -> Vec<u32> {
        let mut places = Vec::new();
        self.read_elements(id, element..element + 1, &mut places);
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Adds that on which a signal depends.
    fn read(&self, id: SignalId, places: &mut Vec<u32>) {
        self.read_elements(id, 0..self.signals.width(id), places);
    }

    /// Adds that on which some elements of a signal depend.
    fn read_elements(&self, id: SignalId, elements: Range<usize>, places: &mut Vec<u32>) {
        let layout = self.signals.layout;
        if !self.unknowns.is_empty()
            && let Some(first) = self.unknowns.get(&id)
        {
            places.extend((*first..).skip(elements.start).take(elements.len()));
            return;
        }
        match self.signals.role(id) {
            Role::OutOfState(state) => {
                self.read_elements(SignalId { signal: state, ..id }, elements, places);
            }
            Role::State => {
                let first = layout.place(id).first;
                places.extend((first..).skip(elements.start).take(elements.len()));
            }
            Role::DiscreteState | Role::Memory => {}
            Role::Out | Role::Private | Role::Indicator(_) | Role::Provides | Role::Unknown | Role::Residual(_) => {
                places.extend(&self.of_signal[layout.index(id)])
            }
            Role::Uses => self.signals.each_origin(id, |origin| self.read(origin, places)),
            Role::In | Role::Sum => self.signals.each_row(id, elements, |row| self.read_row(row, places)),
        }
    }

    /// Adds that on which the numbers at some places depend, which are of one source.
    fn read_row(&self, row: Range<u32>, places: &mut Vec<u32>) {
        match self.signals.places.signal_at(row.start) {
            Some(source) => {
                let first = (row.start - self.signals.layout.place(source).first) as usize;
                self.read_elements(source, first..first + row.len(), places);
            }
            None => {
                let first = self.inputs.partition_point(|place| *place < row.start);
                let read = self.inputs[first..].iter().take_while(|place| **place < row.end);
                places.extend(read.map(|place| place + self.shift));
            }
        }
    }
}
