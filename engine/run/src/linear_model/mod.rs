//! Linear models: how a model answers to small changes about a point.
//!
//! Without sampled parts that matter, `dx/dt = A x + B u` and `y = C x + D u`. With sampled parts on one clock the model is
//! taken from tick to tick: what ticks make of the states and of what is held, and between two ticks the exact solution
//! of the continuous part, with all that is held as it is. Inputs are held between ticks, too.

mod continuous;
mod error;
mod rates;
mod sampled;
mod tick_map;

use bowline_equilibrium::linearization::Linearization;
use bowline_equilibrium::linearization::{KinkAt, MOST_DENSE};
use bowline_lti::{LinearSystem, OperatingPoint, Quantity};
use bowline_model::evaluation::Due;
use bowline_model::model::clocks::Timing;
use bowline_model::model::{Column, Input, Model, Probe, RunState};

use crate::driver::Run;

pub use error::NoLinearModel;
pub use rates::WithRates;

/// A linear model, and what is to be known of it.
#[derive(Debug, Clone)]
pub struct LinearModel {
    /// Its matrices, with names, units and the operating point.
    pub system: LinearSystem,
    /// Magnitudes of its states.
    pub scales: Vec<f64>,
    /// Where slopes differ from side to side: the mean of both is in the matrices.
    pub kinks: Vec<KinkAt>,
    /// Of a sampled system: whether each input acts between ticks.
    pub acts_between: Vec<bool>,
    /// And whether each output moves between ticks.
    pub moves_between: Vec<bool>,
    /// The largest rate of a state at the operating point, as a part of its magnitude, 1/s, and which state: 0 in an
    /// equilibrium.
    pub drift: (f64, Option<usize>),
}

impl Run {
    /// The linear model about where the run is, from inputs to signals. The run goes on as if nobody had asked.
    ///
    /// # Errors
    /// The inputs or outputs are those of another model; something has no slope here; two clocks tick; or the run has
    /// failed.
    pub fn linearize(&mut self, inputs: &[Input], outputs: &[Probe]) -> Result<LinearModel, NoLinearModel> {
        let state = self.state_now()?;
        LinearModel::of(self.model(), &state, inputs, outputs)
    }
}

impl LinearModel {
    /// That of a model about a state.
    ///
    /// # Errors
    /// The inputs or outputs are those of another model; something has no slope here; two clocks tick; or forms of elements
    /// need rates, which only frequency responses know ([`WithRates`]).
    pub fn of(model: &Model, state: &RunState, inputs: &[Input], outputs: &[Probe]) -> Result<Self, NoLinearModel> {
        if let Some((rate, _)) = model.rates_and_signals().first() {
            return Err(NoLinearModel::Asked(format!(
                "`{}` is a rate, which a system of first order does not have: take another form of its element, or \
                 `bowline frequency`",
                rate.name()
            )));
        }
        Self::of_all(model, state, inputs, outputs)
    }

    /// The same, with rates as any other input.
    fn of_all(model: &Model, state: &RunState, inputs: &[Input], outputs: &[Probe]) -> Result<Self, NoLinearModel> {
        if inputs.iter().any(|input| input.check(model, &vec![0.0; input.width()]).is_err())
            || outputs.iter().any(|output| !output.is_of(model))
        {
            return Err(NoLinearModel::Asked("the inputs and outputs have to be those of the model".to_owned()));
        }
        let signals = Signals::new(model, inputs, outputs);
        let states = model.state_count();
        if states + signals.places.len() > MOST_DENSE {
            let message = format!(
                "the model has {states} states and {} numbers of inputs: linear models have dense matrices, of {MOST_DENSE} in all at most",
                signals.places.len()
            );
            return Err(NoLinearModel::Asked(message));
        }
        if !signals.see_ticks(model, state)? {
            return continuous::linear_model(model, state, &signals);
        }
        match clock_of(model, state)? {
            Some(clock) => sampled::linear_model(model, state, &signals, clock),
            None => continuous::linear_model(model, state, &signals),
        }
    }
}

/// The one clock on which something is sampled.
#[derive(Debug, Clone, Copy)]
struct Ticking {
    /// s.
    period: f64,
    /// The number of the next tick, but not that of the first one, at which some begin otherwise than they go on.
    tick: u64,
}

/// The clock of the model, if it has one.
fn clock_of(model: &Model, state: &RunState) -> Result<Option<Ticking>, NoLinearModel> {
    let mut found: Option<(f64, f64)> = None;
    for timing in model.clocks().timings() {
        let Timing::Every { period, offset } = *timing else { continue };
        if let Some((other, other_offset)) = found {
            return Err(NoLinearModel::TwoClocks([(other, other_offset), (period, offset)]));
        }
        found = Some((period, offset));
    }
    Ok(found.map(|(period, offset)| Ticking { period, tick: state.next_tick(period, offset).max(1) }))
}

/// What goes in and out.
struct Signals {
    inputs: Vec<Quantity>,
    /// Where the numbers of the inputs are.
    places: Vec<usize>,
    outputs: Vec<Quantity>,
    columns: Vec<Column>,
}

impl Signals {
    fn new(model: &Model, inputs: &[Input], outputs: &[Probe]) -> Self {
        let of_input = |input: &Input| -> Vec<Quantity> {
            let name = |at: usize| {
                if input.width() == 1 { input.name().to_owned() } else { format!("{}[{at}]", input.name()) }
            };
            (0..input.width()).map(|at| Quantity::new(name(at), input.unit())).collect()
        };
        let columns: Vec<Column> = outputs.iter().flat_map(Probe::columns).cloned().collect();
        Self {
            inputs: inputs.iter().flat_map(of_input).collect(),
            places: inputs.iter().flat_map(Input::places).collect(),
            outputs: columns
                .iter()
                .map(|column| Quantity::new(model.column_name(column), model.column_unit(column)))
                .collect(),
            columns,
        }
    }

    /// Whether derivatives or outputs depend on anything that is held between ticks, through whatever.
    fn see_ticks(&self, model: &Model, state: &RunState) -> Result<bool, NoLinearModel> {
        let held: Vec<usize> = [model.updated_places(), model.filled_places()].concat();
        // Who asks for no outputs asks for all that moves.
        if held.is_empty() || self.columns.is_empty() || model.sees_held_values() {
            return Ok(!held.is_empty());
        }
        let found = Linearization::of(model, state, &held, &self.columns)?.matrices;
        let states = model.state_count();
        Ok((0..found.rows()).any(|row| found.row(row)[states..].iter().any(|slope| *slope != 0.0)))
    }
}

/// The states of a model as quantities.
fn states(model: &Model) -> Vec<Quantity> {
    (0..model.state_count()).map(|state| Quantity::new(model.state_name(state), model.state_unit(state))).collect()
}

/// Where a model is.
fn operating_point(state: &RunState, x: Vec<f64>, u: Vec<f64>, y: Vec<f64>) -> OperatingPoint {
    OperatingPoint { time: state.time(), x, u, y }
}

/// The magnitudes of states where they are.
fn scales(model: &Model, x: &[f64]) -> Vec<f64> {
    model.nominal().iter().zip(x).map(|(nominal, x)| nominal.max(x.abs())).collect()
}

/// The largest rate in magnitudes of the states.
fn drift(rates: &[f64], scales: &[f64]) -> (f64, Option<usize>) {
    let parts = rates.iter().zip(scales).map(|(rate, scale)| (rate / scale).abs()).zip(0..);
    parts.fold((0.0, None), |most, (part, state)| if part > most.0 { (part, Some(state)) } else { most })
}

/// All clocks of a model, at a tick of that number.
fn all_due(model: &Model, tick: u64) -> Due {
    let mut due = Due::none_of(model);
    (0..model.clocks().timings().len()).for_each(|clock| due.add(clock, tick));
    due
}
