//! Equilibria: states in which a model stays as it is.
//!
//! All states are sought, those that are held excepted, so that their derivatives are 0; with them the unknowns of loops,
//! and discrete values, so that a tick leaves them as they are. Inputs and parameters may be sought for conditions on
//! signals. Time stands still.

mod conditions;
mod diagnosis;
mod events;
mod rest;
mod sought;
mod stops;

use std::fmt;
use std::sync::Arc;

use crate::evaluation::EvaluationError;
use crate::linearization::Opened;
use crate::model::clocks::ClockTimes;
use crate::model::{Model, NameError, RunState};
use bowline_solve::linear::{Colouring, JacobianStructure, Sparsity};
use bowline_solve::nonlinear::{Solver, Unsolved};

pub use conditions::{Conditions, Given};
pub use diagnosis::{Openings, Unmet};
use rest::Rest;
use sought::Sought;

/// Loads the model with other values of the parameters that are sought; none where that is not possible.
pub type Family<'f> = &'f mut dyn FnMut(&[f64]) -> Option<Arc<Model>>;

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

/// Why there is no equilibrium.
#[derive(Debug)]
pub enum NoEquilibrium {
    /// A name means nothing, or nothing of that kind.
    Name(NameError),
    /// There are not as many conditions as numbers to be found, or a condition means nothing.
    Asked(String),
    /// The model cannot be evaluated.
    Failed(Box<EvaluationError>),
    /// None was found.
    NotFound(Box<Unmet>),
    /// There are many: something can be chosen.
    Open(Box<Openings>),
    /// Modes are found that are not right together, in an endless circle; their indicators.
    NoModes(Vec<String>),
}

impl fmt::Display for NoEquilibrium {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(error) => write!(f, "{error}"),
            Self::Asked(message) => f.write_str(message),
            Self::Failed(error) => write!(f, "{error}"),
            Self::NotFound(unmet) => write!(f, "{unmet}"),
            Self::Open(openings) => write!(f, "{openings}"),
            Self::NoModes(names) => {
                write!(
                    f,
                    "there is no equilibrium: one after the other {} change sides, without an end",
                    names.join(", ")
                )
            }
        }
    }
}

impl std::error::Error for NoEquilibrium {}

impl From<NameError> for NoEquilibrium {
    fn from(error: NameError) -> Self {
        Self::Name(error)
    }
}

impl From<Box<EvaluationError>> for NoEquilibrium {
    fn from(error: Box<EvaluationError>) -> Self {
        Self::Failed(error)
    }
}

/// So often modes are changed.
const MOST_ROUNDS: usize = 100;

impl Model {
    /// The state at the start of a run, after sampled computations and modes were found, and before anything ticks.
    ///
    /// # Errors
    /// Something cannot be evaluated.
    pub fn first_state(&self) -> Result<RunState, Box<EvaluationError>> {
        let time = self.settings().output_times.start();
        let mut workspace = self.workspace();
        self.hold_first(&mut workspace)?;
        let clocks = self.resumed.unwrap_or(ClockTimes { origin: time, steps: 0 });
        let x = workspace.x().to_vec();
        let mut state = RunState::new(self, time, &x, &workspace, clocks);
        state.past.clone_from(&self.past);
        Ok(state)
    }

    /// Makes sure that conditions of an equilibrium mean something, without evaluating anything.
    ///
    /// # Errors
    /// A name means nothing, or there are not as many conditions as numbers to be found.
    pub fn check_conditions(&self, conditions: &Conditions) -> Result<(), NoEquilibrium> {
        Sought::named(self, conditions).map(drop)
    }

    /// Looks for an equilibrium from a state, under conditions. `family` gives the model with other values of the
    /// parameters that the conditions seek.
    ///
    /// # Errors
    /// The conditions mean nothing; there is no equilibrium, or none was found; or there are many.
    pub fn equilibrium(
        self: &Arc<Self>,
        start: &RunState,
        conditions: &Conditions,
        family: Family<'_>,
    ) -> Result<Equilibrium, NoEquilibrium> {
        let sought = Sought::new(self, start, conditions)?;
        let mut rest = Rest::new(self, start, &sought, family)?;
        // Other parameters may have put a threshold behind the state.
        let mut is_beyond = match &start.past {
            Some(past) if past.len() == self.schedule.events.indicators.len() => past.clone(),
            _ => rest.sides()?,
        };
        let mut met: Vec<Vec<u64>> = Vec::new();
        let (mut corrections, mut events) = (0, rest.fire(&mut is_beyond)?);
        loop {
            let modes = rest.modes();
            let (found, unmet) = match rest.find() {
                Ok(corrections) => (corrections, None),
                Err(NoEquilibrium::NotFound(unmet)) => (0, Some(unmet)),
                Err(error) => return Err(error),
            };
            corrections += found;
            let fired = rest.fire(&mut is_beyond)?;
            let has_fired = !fired.is_empty();
            // Where the motion left through a stop, it goes on from there.
            if let Some(unmet) = unmet.filter(|_| !has_fired || met.contains(&modes) || met.len() > MOST_ROUNDS) {
                return Err(NoEquilibrium::NotFound(unmet));
            }
            for name in fired {
                if !events.contains(&name) {
                    events.push(name);
                }
            }
            if !rest.change_modes()? && !has_fired {
                break;
            }
            if met.contains(&modes) || met.len() > MOST_ROUNDS {
                let sided = rest.indicators_of_modes();
                return Err(NoEquilibrium::NoModes([sided, events].concat()));
            }
            met.push(modes);
        }
        if let Some(openings) = rest.openings() {
            return Err(NoEquilibrium::Open(Box::new(Openings { events, ..openings })));
        }
        if let Some(unmet) = rest.unmet() {
            return Err(NoEquilibrium::NotFound(Box::new(unmet)));
        }
        let on_threshold = rest.on_threshold().unwrap_or_default();
        rest.state.past = Some(is_beyond).filter(|past| !past.is_empty());
        rest.into_equilibrium(sought.held.clone(), corrections, (events, on_threshold))
    }
}

/// The structure of equations, from the unknowns of each.
fn square(rows: &[Vec<u32>]) -> Arc<JacobianStructure> {
    let sparsity = Sparsity::of_rows(rows.iter().cloned());
    Arc::new(JacobianStructure { colouring: Colouring::new(&sparsity), sparsity })
}
