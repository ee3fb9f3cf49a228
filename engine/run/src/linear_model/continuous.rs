//! Models without sampled parts that matter.

use bowline_lti::{LinearSystem, Matrix};
use bowline_model::linearization::Matrices;
use bowline_model::model::{Model, RunState};

use super::{LinearModel, NoLinearModel, Signals, drift, operating_point, scales, states};

pub(super) fn linear_model(model: &Model, state: &RunState, signals: &Signals) -> Result<LinearModel, NoLinearModel> {
    let found = model.linearize(state, &signals.places, &signals.columns)?;
    let n = model.state_count();
    let all = &found.matrices;
    let (end, outputs) = (n + signals.places.len(), all.rows() - n);
    let mut system = LinearSystem::new(
        part(all, (0, n), (0, n))?,
        part(all, (0, n), (n, end))?,
        part(all, (n, n + outputs), (0, n))?,
        part(all, (n, n + outputs), (n, end))?,
    )?;
    (system.states, system.inputs, system.outputs) = (states(model), signals.inputs.clone(), signals.outputs.clone());
    let u = model.numbers_at(state, &signals.places)?;
    system.operating_point = operating_point(state, state.x().to_vec(), u, found.outputs.clone());
    let scales = scales(model, state.x());
    let drift = drift(&found.rates, &scales);
    let (acts_between, moves_between) = (Vec::new(), Vec::new());
    Ok(LinearModel { system, scales, kinks: found.kinks, acts_between, moves_between, drift })
}

/// Some rows and columns of a matrix.
pub(super) fn part(
    of: &Matrices,
    (top, bottom): (usize, usize),
    (left, right): (usize, usize),
) -> Result<Matrix, NoLinearModel> {
    let elements = (top..bottom).flat_map(|row| of.row(row)[left..right].iter().copied());
    Ok(Matrix::new(bottom - top, right - left, elements.collect())?)
}
