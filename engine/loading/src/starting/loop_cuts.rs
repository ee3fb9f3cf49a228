//! How the loops of a model begin: where they are cut, and from which unknowns.

use super::resumption::Resumption;
use bowline_model::model::Model;
use bowline_model::model::block::{Cut, Unknown};
use bowline_model::workspace::loops::{BlockState, Continuity};

/// A block is cut everywhere where a result changes by more than this part of what an
/// unknown changes by, both in nominal values: with few cuts the results of a long loop are shots into the dark.
const MOST_GAIN: f64 = 100.0;

/// Cuts each loop the other way, if there is one: while initial conditions are completed, everywhere, since nobody knows yet
/// what serves; and back.
pub(crate) fn exchange_cuts(model: &mut Model) {
    for block in model.blocks_mut() {
        if let Some(everywhere) = &mut block.everywhere {
            std::mem::swap(&mut block.cut, everywhere);
        }
    }
}

/// Cuts each loop as it serves, and takes over the unknowns of a run that this one goes on from.
pub(crate) fn begin(model: &mut Model, resumption: Option<&Resumption>) {
    if !model.has_loops() {
        return;
    }
    let is_known = |cut: &Cut, at_ticks: bool| {
        let is_known = |of: &Unknown, known: &Resumption| known.unknowns.contains_key(&(of.id, at_ticks));
        resumption.is_some_and(|known| cut.unknowns.iter().all(|of| is_known(of, known)))
    };
    // As that run cut them, if it did; else as the start shows.
    let choices: Vec<Option<bool>> = (model.schedule().blocks.iter())
        .map(|block| match &block.everywhere {
            Some(everywhere) if is_known(everywhere, block.clock.is_some()) => Some(true),
            Some(_) if is_known(&block.cut, block.clock.is_some()) => Some(false),
            Some(_) => None,
            None => Some(false),
        })
        .collect();
    let gains = if choices.contains(&None) { gains(model) } else { Vec::new() };
    for (number, (block, choice)) in model.blocks_mut().iter_mut().zip(choices).enumerate() {
        let is_steep = || gains.get(number).is_some_and(|gain| gain.is_nan() || *gain > MOST_GAIN);
        if choice.unwrap_or_else(is_steep)
            && let Some(everywhere) = block.everywhere.take()
        {
            block.cut = everywhere;
        }
        block.everywhere = None;
    }
    model.restructure_jacobian();
    let Some(resumption) = resumption else { return };
    let blocks = &model.schedule().blocks;
    let are_solved = resumption.solved_for.len() == blocks.len();
    let state = blocks.iter().enumerate().map(|(number, block)| {
        let mut unknowns = block.cut.guess.clone();
        let (mut first, mut are_all) = (0, true);
        for unknown in &block.cut.unknowns {
            let end = first + unknown.places.len();
            match resumption.unknowns.get(&(unknown.id, block.clock.is_some())) {
                Some(numbers) => unknowns[first..end].copy_from_slice(numbers),
                None => are_all = false,
            }
            first = end;
        }
        let is_known = are_all && are_solved;
        let solved_for = is_known.then(|| resumption.solved_for[number]);
        let is_nominal = |of: &&Vec<f64>| of.len() == unknowns.len() && of.iter().all(|of| *of > 0.0);
        let nominal = resumption.nominal.get(number).filter(|of| is_known && is_nominal(of));
        let nominal = nominal.unwrap_or(&block.cut.nominal).clone();
        BlockState { unknowns, nominal, solved_for }
    });
    let loops = state.collect();
    model.start_mut().loops = loops;
}

/// The largest change of a result with an unknown at the start, loop by loop; what is not known there is infinite.
fn gains(model: &Model) -> Vec<f64> {
    let (mut workspace, time) = (model.workspace(), model.settings().output_times.start());
    let solved =
        model.hold_first(&mut workspace).and_then(|()| model.solve_loops(&mut workspace, time, Continuity::Broken));
    let gain = |number: usize| match &solved {
        Ok(()) => {
            let cut = &model.schedule().blocks[number].cut;
            let is_given = |row: usize| cut.is_given(row);
            workspace.loops.block(number).solver.largest_gain(is_given)
        }
        Err(_) => f64::INFINITY,
    };
    (0..model.schedule().blocks.len()).map(gain).collect()
}
