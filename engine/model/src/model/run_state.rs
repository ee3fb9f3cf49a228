//! The state of a run at one time.

use super::Model;
use super::block::Block;
use super::clocks::ClockTimes;
use crate::workspace::Workspace;
use crate::workspace::loops::BlockState;

/// Everything that a run needs to go on from a save point.
#[derive(Debug, Clone, PartialEq)]
pub struct RunState {
    /// Simulated time, s.
    pub time: f64,
    /// The state vector.
    pub x: Vec<f64>,
    /// What is constant between ticks and events.
    pub discrete: Vec<f64>,
    /// What becomes of it at the next ticks.
    pub next: Vec<f64>,
    /// When the clocks tick.
    pub clocks: ClockTimes,
    /// Which indicators are beyond 0; none means as the state says.
    pub past: Option<Vec<bool>>,
    /// Inputs, and other numbers that the scenario gives.
    pub constants: Vec<f64>,
    /// Where loops were solved, block by block; of a guess where they were not.
    pub loops: Vec<BlockState>,
}

impl RunState {
    /// That of a run: its state vector, and all other numbers from a workspace.
    pub fn new(model: &Model, time: f64, x: &[f64], workspace: &Workspace, clocks: ClockTimes) -> Self {
        let (discrete, next) = (workspace.discrete().to_vec(), workspace.next[x.len()..].to_vec());
        let constants = workspace.values[model.layout.constant_places()].to_vec();
        let loops = workspace.loops.state();
        Self { time, x: x.to_vec(), discrete, next, clocks, past: None, constants, loops }
    }

    /// With a state vector at a time, s, and the discrete values as at the model's start.
    ///
    /// # Panics
    /// If `x` is longer or shorter than the model's.
    pub fn at(model: &Model, time: f64, x: &[f64]) -> Self {
        let (states, discrete) = (model.layout.states, model.layout.discrete.all.clone());
        assert_eq!(x.len(), states, "one number for each state");
        let clocks = ClockTimes { origin: model.settings().output_times.start(), steps: 0 };
        let constants = model.start.values[model.layout.constant_places()].to_vec();
        let (next, discrete) = (model.start.next[discrete.clone()].to_vec(), model.start.values[discrete].to_vec());
        let guess = |block: &Block| {
            let (unknowns, nominal) = (block.cut.guess.clone(), block.cut.nominal.clone());
            BlockState { unknowns, nominal, solved_for: None }
        };
        let loops = model.schedule.blocks.iter().map(guess).collect();
        Self { time, x: x.to_vec(), discrete, next, clocks, past: None, constants, loops }
    }

    /// The same, with states, discrete values, sides of indicators and unknowns of loops of another state of a like model, as
    /// a guess.
    #[must_use]
    pub fn from_states_of(mut self, other: &Self) -> Self {
        self.x.clone_from(&other.x);
        if self.discrete.len() == other.discrete.len() {
            self.discrete.clone_from(&other.discrete);
            self.next.clone_from(&other.next);
            self.past.clone_from(&other.past);
        }
        if self.loops.len() == other.loops.len() {
            for (own, other) in self.loops.iter_mut().zip(&other.loops) {
                if own.unknowns.len() == other.unknowns.len() {
                    own.unknowns.clone_from(&other.unknowns);
                    own.solved_for = None;
                }
            }
        }
        self
    }

    /// The number of the next tick of a clock, counted from 0 at its first one; at the start of a run it is that one.
    pub fn next_tick(&self, period: f64, offset: f64) -> u64 {
        // What lies this near to a tick is that tick.
        const NEAR: f64 = 1e-9;
        let passed = (self.time - self.clocks.origin - offset) / period;
        if self.time == self.clocks.origin || passed < 0.0 { 0 } else { (passed + NEAR).floor() as u64 + 1 }
    }

    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The state vector.
    pub fn x(&self) -> &[f64] {
        &self.x
    }
}
