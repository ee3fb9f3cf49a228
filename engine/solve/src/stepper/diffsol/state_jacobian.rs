//! The Jacobian as diffsol wants it: of states alone.

use crate::linear::Sparsity;
use crate::stepper::Problem;
use crate::stepper::implicit::{CondensedJacobian, Jacobian};

/// The derivatives of states by states. Unknowns that evaluations solve for are eliminated.
#[derive(Debug)]
pub(super) struct StateJacobian {
    jacobian: Jacobian,
    /// Where there are unknowns: its structure and its elements.
    eliminated: Option<(Sparsity, Vec<f64>)>,
}

impl StateJacobian {
    pub(super) fn new(problem: Problem<'_>) -> Self {
        let mut jacobian = Jacobian::new(problem);
        jacobian.condense();
        let eliminated = jacobian.condensed().map(|CondensedJacobian { condensed, sparsity, .. }| {
            let structure = condensed.structure(sparsity);
            let elements = vec![0.0; structure.count()];
            (structure, elements)
        });
        Self { jacobian, eliminated }
    }

    /// Number of evaluations that it costs, less one.
    pub(super) fn colours(&self) -> usize {
        self.jacobian.colours()
    }

    /// Which elements may differ from 0.
    pub(super) fn sparsity(&self) -> &Sparsity {
        match &self.eliminated {
            Some((structure, _)) => structure,
            None => self.jacobian.sparsity(),
        }
    }

    /// Its elements, in the order of the structure.
    pub(super) fn elements(&self) -> &[f64] {
        match &self.eliminated {
            Some((_, elements)) => elements,
            None => self.jacobian.elements(),
        }
    }

    /// Evaluates it by what evaluates the Jacobian, and says whether it could.
    pub(super) fn evaluate(&mut self, evaluate: impl FnOnce(&mut Jacobian) -> bool) -> bool {
        if !evaluate(&mut self.jacobian) {
            return false;
        }
        let Some((structure, of_structure)) = &mut self.eliminated else { return true };
        let Some(CondensedJacobian { condensed, sparsity, elements }) = self.jacobian.condensed() else { return false };
        let (mut state, mut column) = (vec![0.0; structure.size()], vec![0.0; structure.size()]);
        for at in 0..structure.size() {
            state[at] = 1.0;
            condensed.multiply(sparsity, elements, &state, &mut column);
            state[at] = 0.0;
            let rows = structure.column(at).iter();
            of_structure[structure.range(at)].iter_mut().zip(rows).for_each(|(element, row)| *element = column[*row]);
        }
        true
    }
}
