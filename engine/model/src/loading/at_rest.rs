//! A run that begins in equilibrium.

use std::sync::Arc;

use super::building::Building;
use crate::attributes::engine::Rest;
use crate::equilibrium::{Conditions, Equilibrium, NoEquilibrium};
use crate::model::clocks::ClockTimes;
use crate::model::{Model, RunState};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// Lets the model begin where it rests, if the scenario asks for that: from the initial conditions it is looked for.
pub(super) fn settle(
    model: Model,
    rest: Option<&Rest>,
    is_resumed: bool,
    diagnostics: &mut Diagnostics,
) -> Option<Model> {
    let Some(rest) = rest.filter(|_| !diagnostics.has_errors()) else { return Some(model) };
    if is_resumed {
        let message = "the run begins with the state of a file, and does not look for an equilibrium";
        diagnostics.push(Diagnostic::note("no-effect", message).at(rest.span));
        return Some(model);
    }
    let model = Arc::new(model);
    let found = find(&model, rest);
    // Nobody else has it.
    let mut model = Arc::into_inner(model)?;
    match found {
        Ok(Found { state, events }) => {
            let RunState { x, discrete, next, loops, .. } = state;
            if !events.is_empty() {
                let message =
                    format!("between the initial conditions and the equilibrium {} changed sides", events.join(", "));
                diagnostics.push(Diagnostic::warning("events-before-start", message).at(rest.span));
            }
            let (states, all) = (model.layout.states, model.layout.discrete.all.clone());
            model.start.values[..states].copy_from_slice(&x);
            model.start.values[all.clone()].copy_from_slice(&discrete);
            model.start.next[..states].copy_from_slice(&x);
            model.start.next[all].copy_from_slice(&next);
            model.start.loops = loops;
            // What runs at a first tick would begin otherwise than it goes on.
            model.resumed = Some(ClockTimes { origin: model.settings.output_times.start(), steps: 0 });
        }
        Err(error) => {
            let message = format!("the run is to begin in equilibrium: {error}");
            let help = "Hold=\"...\" keeps states as they are; `bowline steady` tells more; Start=\"initial\" begins with the \
                        initial conditions";
            diagnostics.push(Diagnostic::error("no-equilibrium", message).at(rest.span).help(help));
        }
    }
    Some(model)
}

/// The equilibrium, without its hold of the model.
fn find(model: &Arc<Model>, rest: &Rest) -> Result<Found, NoEquilibrium> {
    let conditions = Conditions { holds: rest.holds.clone(), ..Conditions::default() };
    let Equilibrium { state, events, .. } = model.equilibrium(&model.first_state()?, &conditions, &mut |_| None)?;
    Ok(Found { state, events })
}

/// What counts of an equilibrium here.
struct Found {
    state: RunState,
    events: Vec<String>,
}

impl Building<'_> {
    /// Whether the run goes on from another one.
    pub(super) fn is_resumed(&self) -> bool {
        self.initial_state.is_some()
    }
}
