//! The search for an equilibrium: residuals, modes and events in turn.

use std::sync::Arc;

use crate::conditions::Conditions;
use crate::equilibrium::Equilibrium;
use crate::no_equilibrium::{NoEquilibrium, Openings};
use crate::rest::{Family, Rest};
use crate::sought::Sought;
use bowline_model::model::{Model, RunState};

/// So often modes are changed.
const MOST_ROUNDS: usize = 100;

impl Conditions {
    /// Makes sure that the conditions mean something for a model, without evaluating anything.
    ///
    /// # Errors
    /// A name means nothing, or there are not as many conditions as numbers to be found.
    pub fn check(&self, model: &Model) -> Result<(), NoEquilibrium> {
        Sought::named(model, self).map(drop)
    }
}

impl Equilibrium {
    /// Looks for an equilibrium from a state, under conditions. `family` gives the model with other values of the
    /// parameters that the conditions seek.
    ///
    /// # Errors
    /// The conditions mean nothing; there is no equilibrium, or none was found; or there are many.
    pub fn find(
        model: &Arc<Model>,
        start: &RunState,
        conditions: &Conditions,
        family: Family<'_>,
    ) -> Result<Self, NoEquilibrium> {
        let sought = Sought::new(model, start, conditions)?;
        let mut rest = Rest::new(model, start, &sought, family)?;
        // Other parameters may have put a threshold behind the state.
        let mut is_beyond = match &start.past {
            Some(past) if past.len() == model.schedule().events.indicators.len() => past.clone(),
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
        rest.into_equilibrium(sought.held.clone(), corrections, events, on_threshold)
    }
}
