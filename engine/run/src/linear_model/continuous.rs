//! Models without sampled parts that matter.

use bowline_equilibrium::linearization::Linearization;
use bowline_equilibrium::linearization::Matrices;
use bowline_lti::{LinearSystem, Matrix, OperatingPoint};
use bowline_model::model::{Follower, Model, RunState};

use super::{LinearModel, NoLinearModel, Signals, drift, operating_point, scales, states};

pub(super) fn linear_model(model: &Model, state: &RunState, signals: &Signals) -> Result<LinearModel, NoLinearModel> {
    let found = Linearization::of(model, state, &signals.places, &signals.columns)?;
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
    let followers = model.followers(state);
    if !followers.is_empty() {
        let (system, scales, kept) = without(&system, &scales, &followers)?;
        let rates: Vec<f64> = kept.iter().map(|state| found.rates[*state]).collect();
        let drift = super::drift(&rates, &scales);
        return Ok(LinearModel { system, scales, kinks: found.kinks, acts_between, moves_between, drift });
    }
    Ok(LinearModel { system, scales, kinks: found.kinks, acts_between, moves_between, drift })
}

/// The same without states that follow from others.
fn without(
    system: &LinearSystem,
    scales: &[f64],
    followers: &[Follower],
) -> Result<(LinearSystem, Vec<f64>, Vec<usize>), NoLinearModel> {
    let follows = |state: usize| followers.iter().find(|follower| follower.state == state);
    let kept: Vec<usize> = (0..system.states.len()).filter(|state| follows(*state).is_none()).collect();
    let number = |state: usize| kept.iter().position(|of| *of == state);
    let reduced = |matrix: &Matrix, rows: &[usize]| {
        let mut elements = vec![0.0; rows.len() * kept.len()];
        for (row, of) in rows.iter().enumerate() {
            for state in 0..matrix.columns() {
                let by = follows(state).map_or_else(|| vec![(state, 1.0)], |follower| follower.by.clone());
                for (column, factor) in by.iter().filter_map(|(of, factor)| Some((number(*of)?, factor))) {
                    elements[row * kept.len() + column] += matrix[(*of, state)] * factor;
                }
            }
        }
        Matrix::new(rows.len(), kept.len(), elements)
    };
    let outputs: Vec<usize> = (0..system.c.rows()).collect();
    let b = kept.iter().flat_map(|row| (0..system.b.columns()).map(|column| system.b[(*row, column)])).collect();
    let mut small = LinearSystem::new(
        reduced(&system.a, &kept)?,
        Matrix::new(kept.len(), system.b.columns(), b)?,
        reduced(&system.c, &outputs)?,
        system.d.clone(),
    )?;
    let x = &system.operating_point.x;
    small.states = kept.iter().map(|state| system.states[*state].clone()).collect();
    (small.inputs, small.outputs) = (system.inputs.clone(), system.outputs.clone());
    small.operating_point =
        OperatingPoint { x: kept.iter().map(|state| x[*state]).collect(), ..system.operating_point.clone() };
    let scales = kept.iter().map(|state| scales[*state]).collect();
    Ok((small, scales, kept))
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
