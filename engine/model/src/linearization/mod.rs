//! The derivatives of a model at a point: what its linear model is made of, and what an equilibrium is found with.
//!
//! Loops are not differentiated through their solution: their unknowns are numbers like the states, their equations
//! results like the derivatives, and the unknowns are eliminated from the matrices at the end.

mod eliminated;
mod held;
mod opened;
mod unlinear;

use crate::evaluation::EvaluationError;
use crate::model::{Column, Model, RunState};
use crate::workspace::Workspace;
use crate::workspace::loops::Continuity;
use bowline_solve::differentiation::Derivatives;

pub use eliminated::Matrices;
pub use held::MemoryAtTicks;
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

impl Model {
    /// The numbers of a run in a state, evaluated there, its loops solved.
    ///
    /// # Errors
    /// Something cannot be evaluated.
    pub fn workspace_at(&self, state: &RunState) -> Result<Workspace, Box<EvaluationError>> {
        let mut workspace = self.workspace();
        workspace.x_mut().copy_from_slice(&state.x);
        workspace.values[self.layout.discrete.all.clone()].copy_from_slice(&state.discrete);
        workspace.values[self.layout.constant_places()].copy_from_slice(&state.constants);
        workspace.next[..state.x.len()].copy_from_slice(&state.x);
        workspace.next[state.x.len()..].copy_from_slice(&state.next);
        self.evaluate_constants(&mut workspace, state.time)?;
        workspace.loops.take_state(&state.loops);
        self.solve_loops(&mut workspace, state.time, Continuity::Broken)?;
        self.evaluate_signals(&mut workspace, state.time)?;
        Ok(workspace)
    }

    /// Differentiates `dx/dt` and some columns at a state, by the states and by the numbers at some places of the
    /// workspace: inputs, or what is held between ticks. Time and all else stays as it is.
    ///
    /// # Errors
    /// Something cannot be evaluated, or has no slope.
    pub fn linearize(
        &self,
        state: &RunState,
        places: &[usize],
        outputs: &[Column],
    ) -> Result<Linearization, NotLinear> {
        let mut workspace = self.workspace_at(state).map_err(NotLinear::Failed)?;
        let mut opened = Opened::new(self, &mut workspace, state.time, (places, outputs));
        let (at, sizes) = (opened.point.clone(), opened.sizes.clone());
        let structure = opened.structure();
        let rows = opened.rows();
        let found = Derivatives::of(&mut opened, &at, &sizes, &structure, rows);
        let found = found.map_err(|none| opened.explained(none))?;
        let kinks = found.kinks.iter().map(|kink| opened.kink(kink)).collect();
        let unknowns = opened.unknowns();
        let states = self.state_count();
        let matrices = Matrices::eliminate(&structure, &found.elements, (states, unknowns), (rows, at.len()))
            .ok_or(NotLinear::Undetermined)?;
        let outputs = found.values[states + unknowns..].to_vec();
        Ok(Linearization { rates: found.values[..states].to_vec(), outputs, matrices, kinks })
    }
}

/// So many states and numbers may have dense matrices.
pub const MOST_DENSE: usize = 4000;
