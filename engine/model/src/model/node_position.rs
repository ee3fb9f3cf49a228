//! Positions of nodes that follow from states by ratios, as behind a gear: state files keep them, so that they stay where they
//! are when a ratio is changed.

use super::{Model, RunState};

/// A node whose position follows from states.
#[derive(Debug, Clone)]
pub struct NodePosition {
    /// After one of its terminals.
    pub name: String,
    /// Places of states, with factors.
    pub row: Vec<(usize, f64)>,
    /// What is added to these.
    pub offset: f64,
}

impl Model {
    /// Each such node with its position in a state of a run, and its offset.
    pub(crate) fn node_positions(&self, state: &RunState) -> impl Iterator<Item = (String, Vec<f64>)> {
        self.node_positions.iter().map(|NodePosition { name, row, offset }| {
            let terms = row.iter().map(|(place, factor)| factor * state.x[*place]);
            (name.clone(), vec![terms.sum::<f64>() + offset, *offset])
        })
    }
}
