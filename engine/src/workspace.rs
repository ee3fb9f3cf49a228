//! The numbers of a run.

use crate::model::instances::Instances;

/// All numbers of a run: `[ x | constants | signals | private values ]`.
#[derive(Debug, Clone)]
pub struct Workspace {
    pub(crate) values: Vec<f64>,
    states: usize,
    /// What calculates in it.
    pub(crate) instances: Instances,
}

impl Workspace {
    pub(crate) fn new(values: Vec<f64>, states: usize, instances: Instances) -> Self {
        Self { values, states, instances }
    }

    /// The state vector.
    pub fn x(&self) -> &[f64] {
        &self.values[..self.states]
    }

    /// The state vector, to be changed before an evaluation.
    pub fn x_mut(&mut self) -> &mut [f64] {
        &mut self.values[..self.states]
    }
}
