//! The derivatives of a model at a point: what its linear model is made of, and what an equilibrium is found with.
//!
//! Loops are not differentiated through their solution: their unknowns are numbers like the states, their equations
//! results like the derivatives, and the unknowns are eliminated from the matrices at the end.

mod eliminated;
mod opened;
mod unlinear;

use bowline_model::model::{Column, Model, RunState};
use bowline_solve::differentiation::Derivatives;

pub use eliminated::Matrices;
use eliminated::Partition;
pub(crate) use opened::Opened;
pub use unlinear::{KinkAt, NotLinear};

/// The derivatives of `dx/dt` and of outputs, by the states and by other numbers of the workspace.
#[derive(Debug, Clone)]
pub struct Linearization {
    /// dx/dt at the point.
    pub rates: Vec<f64>,
    /// Outputs at the point.
    pub outputs: Vec<f64>,
    /// `[A, B; C, D]`: rows are rates and outputs; columns states, and the numbers at the places.
    pub matrices: Matrices,
    /// Where slopes differ from side to side: the mean of both is in the matrices.
    pub kinks: Vec<KinkAt>,
}

impl Linearization {
    /// Differentiates `dx/dt` and some columns at a state, by the states and by the numbers at some places of the
    /// workspace: inputs, or what is held between ticks. Time and all else stays as it is.
    ///
    /// # Errors
    /// Something cannot be evaluated, or has no slope.
    pub fn of(model: &Model, state: &RunState, places: &[usize], outputs: &[Column]) -> Result<Self, NotLinear> {
        let mut workspace = model.workspace_at(state).map_err(NotLinear::Failed)?;
        let mut opened = Opened::new(model, &mut workspace, state.time, places, outputs);
        let (at, sizes) = (opened.point.clone(), opened.sizes.clone());
        let structure = opened.structure();
        let rows = opened.rows();
        let found = Derivatives::of(&mut opened, &at, &sizes, &structure, rows);
        let found = found.map_err(|none| opened.explained(none))?;
        let kinks = found.kinks.iter().map(|kink| opened.kink(kink)).collect();
        let unknowns = opened.unknowns();
        let states = model.state_count();
        let partition = Partition { states, unknowns, rows, columns: at.len() };
        let matrices = Matrices::eliminate(&structure, &found.elements, partition).ok_or(NotLinear::Undetermined)?;
        let outputs = found.values[states + unknowns..].to_vec();
        Ok(Self { rates: found.values[..states].to_vec(), outputs, matrices, kinks })
    }
}

/// So many states and numbers may have dense matrices.
pub const MOST_DENSE: usize = 4000;
