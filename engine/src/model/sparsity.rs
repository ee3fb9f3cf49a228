//! Which derivatives depend on which states: the structure of the Jacobian
//! d(dx/dt)/dx, known from the graph before anything is evaluated.

use std::ops::Range;

use petgraph::graph::NodeIndex;
use simobject::host::{Calculation, Purpose, Role};

use super::colouring::Colouring;
use super::feed::SignalId;
use super::graph::{Graph, Node, Parts};

/// What is known of the Jacobian before anything is evaluated.
#[derive(Debug)]
pub(crate) struct JacobianStructure {
    pub(crate) sparsity: Sparsity,
    pub(crate) colouring: Colouring,
}

/// The elements of a square matrix that may differ from 0, column by column.
/// The diagonal is always among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sparsity {
    /// Where each column begins in `rows`, and where the last one ends.
    starts: Vec<usize>,
    /// The rows of each column, rising.
    rows: Vec<usize>,
}

impl Sparsity {
    /// From the columns of each row; they need not be in order.
    pub(crate) fn of_rows(columns_of_row: impl ExactSizeIterator<Item = Vec<u32>>) -> Self {
        let n = columns_of_row.len();
        let mut pairs = Vec::new();
        for (row, columns) in columns_of_row.enumerate() {
            pairs.extend(columns.into_iter().map(|column| (column as usize, row)));
            pairs.push((row, row));
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0; n + 1];
        pairs.iter().for_each(|(column, _)| starts[column + 1] += 1);
        (0..n).for_each(|column| starts[column + 1] += starts[column]);
        Self { starts, rows: pairs.into_iter().map(|(_, row)| row).collect() }
    }

    /// Number of rows, and of columns.
    pub(crate) fn size(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of elements.
    pub(crate) fn count(&self) -> usize {
        self.rows.len()
    }

    /// The rows of a column, rising.
    pub(crate) fn column(&self, column: usize) -> &[usize] {
        &self.rows[self.range(column)]
    }

    /// Where each column's elements begin, with their number behind, and the
    /// row of each.
    pub(crate) fn compressed_columns(&self) -> (&[usize], &[usize]) {
        (&self.starts, &self.rows)
    }

    /// Where a column's elements stand among all.
    pub(crate) fn range(&self, column: usize) -> Range<usize> {
        self.starts[column]..self.starts[column + 1]
    }
}

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
                _ => tracing.computation(object, declared),
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
            Role::State | Role::OutOfState(_) => {
                let first = self.parts.layout.place(id).first;
                states.extend((first..).skip(elements.start).take(elements.len()));
            }
            Role::Out | Role::Private => states.extend(&self.of_signal[self.parts.layout.index(id)]),
            Role::In | Role::Sum => {
                let Some((_, feed, _)) = self.parts.wiring.feed(id) else { return };
                for (source, part) in feed.sources(elements) {
                    self.read_elements(source, part, states);
                }
            }
        }
    }

    fn width(&self, id: SignalId) -> usize {
        self.parts.objects[id.object as usize].interface.signals[id.signal as usize].width as usize
    }
}
