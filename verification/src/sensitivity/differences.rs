//! Derivatives by differences of runs.

use bowline_engine::Model;
use bowline_engine::integration::OtherIntegration;

use super::estimate::Estimate;
use super::parameter::Parameter;
use super::{KNOWN, Means, tighter};
use crate::comparison::between_events;
use crate::opinion::{Ended, Role};
use crate::plan::Planned;
use crate::subject::VerificationError;
use crate::trajectory::Trajectory;
use crate::witness::{Asked, Testimony, Witness, workers};

/// Parts of its size by which a parameter is moved, and how many times looser than tight those runs are. Two pairs,
/// of which each is extrapolated: what the second one still has of errors is in the distance between both, be it of
/// the differences or of the runs.
const MOVES: [(f64, f64); 4] = [(2e-3, 10.0), (1e-3, 10.0), (1e-3, 1.0), (5e-4, 1.0)];
/// Where these do not agree, since an event or a kink lies between them, parts that are so many times as small.
const SMALLER: f64 = 100.0;
/// Runs for each parameter.
pub(super) const RUNS: usize = 2 * MOVES.len();

/// What differences say of each parameter and column.
#[derive(Debug)]
pub(super) struct Differences {
    /// For each parameter an estimate for each column.
    estimates: Vec<Vec<Estimate>>,
}

impl Differences {
    pub(super) fn all(
        witness: &Witness<'_>,
        model: &Model,
        parameters: &[Parameter],
        run: &Trajectory,
        columns: usize,
    ) -> Result<Self, VerificationError> {
        let all: Vec<_> = parameters.iter().collect();
        let mut estimates = of_moves(witness, model, &all, &MOVES, run, columns)?;
        let is_any_unsure = |of_one: &[Estimate]| of_one.iter().any(is_unsure);
        let (unsure, again): (Vec<_>, Vec<_>) =
            estimates.iter_mut().zip(parameters).filter(|(of_one, _)| is_any_unsure(of_one)).unzip();
        if !again.is_empty() {
            let smaller = MOVES.map(|(part, looser)| (part / SMALLER, looser));
            let found = of_moves(witness, model, &again, &smaller, run, columns)?;
            for (estimate, found) in unsure.into_iter().flatten().zip(found.into_iter().flatten()) {
                if found.error < estimate.error {
                    *estimate = found;
                }
            }
        }
        Ok(Self { estimates })
    }

    pub(super) fn estimate(&self, parameter: usize, column: usize) -> &Estimate {
        &self.estimates[parameter][column]
    }
}

fn is_unsure(estimate: &Estimate) -> bool {
    estimate.error > KNOWN * estimate.largest().1.abs()
}

/// What differences of these moves say of each parameter.
fn of_moves(
    witness: &Witness<'_>,
    model: &Model,
    parameters: &[&Parameter],
    moves: &[(f64, f64); 4],
    run: &Trajectory,
    columns: usize,
) -> Result<Vec<Vec<Estimate>>, VerificationError> {
    let settings = model.settings();
    let planned = moves.map(|(_, looser)| {
        let tighter = if settings.step_size.is_some() { 1.0 } else { tighter(model) / looser };
        let integration = OtherIntegration { method: settings.method, tighter, finer: 1.0, least_steps: 0 };
        Planned { role: Role::Tighter, words: String::new(), integration: Some(integration), sample_time: None }
    });
    let (mut asked, mut distances) = (Vec::new(), Vec::new());
    for parameter in parameters {
        for ((part, _), planned) in moves.iter().zip(&planned) {
            let (sides, distance) = parameter.moved(*part);
            distances.push(distance);
            asked.extend(sides.map(|set| Asked { planned, set: vec![set], moved: None }));
        }
    }
    let runs = witness.unlimited().all(&asked, workers(model))?;
    if let Some((asked, testimony)) = asked.iter().zip(&runs).find(|(_, testimony)| !testimony.is_finished()) {
        let set = asked.set.first().map_or("", |set| set.text());
        let Ended::Failed(why) = &testimony.opinion.ended else { return Err(VerificationError::Stopped) };
        return Err(VerificationError::Asked(format!(
            "{set} does not go, so that nothing is known of values around that of the scenario: {why}"
        )));
    }
    let pairs: Vec<_> = runs.chunks_exact(2).zip(distances).collect();
    Ok(pairs.chunks_exact(moves.len()).map(|pairs| of_pairs(pairs, run, columns)).collect())
}

/// What the differences say of each column.
fn of_pairs(pairs: &[(&[Testimony], f64)], run: &Trajectory, columns: usize) -> Vec<Estimate> {
    let rows = run.times.len();
    let mut is_hidden = vec![false; rows];
    for (sides, _) in pairs {
        let [below, above] = [0, 1].map(|side| &sides[side].trajectory);
        between_events(below, above).for_each(|rows| is_hidden[rows].fill(true));
    }
    let of_column = |column: usize| {
        let difference = |(sides, distance): &(&[Testimony], f64)| -> Vec<f64> {
            let [below, above] = [0, 1].map(|side| sides[side].trajectory.column(column));
            above.zip(below).map(|(above, below)| (above - below) / (2.0 * distance)).collect()
        };
        let [far, near, nearer, nearest] = [0, 1, 2, 3].map(|at| difference(&pairs[at]));
        // Their errors are of second order: this has those of the fourth.
        let extrapolated = |far: &[f64], near: &[f64]| -> Vec<Option<f64>> {
            let both = far.iter().zip(near).zip(&is_hidden);
            both.map(|((far, near), is_hidden)| (!is_hidden).then_some((4.0 * near - far) / 3.0)).collect()
        };
        let better = extrapolated(&nearer, &nearest);
        Estimate::of_two(&extrapolated(&far, &near), better, Means::Differences)
    };
    (0..columns).map(of_column).collect()
}
