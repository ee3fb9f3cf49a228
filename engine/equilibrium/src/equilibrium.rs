//! An equilibrium that was found.

use std::sync::Arc;

use bowline_model::model::{Model, RunState};

/// A state in which a model stays as it is.
#[derive(Debug, Clone)]
pub struct Equilibrium {
    /// The state, from which a run can begin.
    pub state: RunState,
    /// The model, with the parameters that were found.
    pub model: Arc<Model>,
    /// dx/dt there: 0, but for states that are held.
    pub rates: Vec<f64>,
    /// What was sought beside the states, in the order of the conditions: inputs, then parameters.
    pub found: Vec<Found>,
    /// States that were held since no derivative reads them.
    pub held: Vec<usize>,
    /// States that lie at a stop: an event brought them there, and they stay.
    pub stopped: Vec<usize>,
    /// How many corrections it took.
    pub corrections: u64,
    /// Indicators that changed sides on the way from the start: their handlers ran.
    pub events: Vec<String>,
    /// Indicators that are on their threshold there, as at a stop that is just reached.
    pub on_threshold: Vec<String>,
}

/// A number that was sought and found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// What it is called.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Its value.
    pub value: f64,
}
