//! The numbers of a run.

use std::sync::Arc;

use crate::model::instances::Instances;

/// All numbers of a run: `[ x | constants | signals | private values ]`.
///
/// It is not cloned, since SimObjects that keep scratch in themselves belong to
/// one workspace.
#[derive(Debug)]
pub struct Workspace {
    pub(crate) values: Vec<f64>,
    states: usize,
    /// What calculates in it.
    pub(crate) instances: Instances,
    model: ModelId,
}

/// Tells models apart, as long as any of their workspaces lives.
#[derive(Debug, Clone, Default)]
pub(crate) struct ModelId(Arc<()>);

impl Workspace {
    pub(crate) fn new(values: Vec<f64>, states: usize, instances: Instances, model: ModelId) -> Self {
        Self { values, states, instances, model }
    }

    /// Its SimObjects must be those of the model whose calculations run: they
    /// are taken for what that model's types are.
    pub(crate) fn assert_of(&self, model: &ModelId) {
        assert!(Arc::ptr_eq(&self.model.0, &model.0), "the workspace is that of another model");
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
