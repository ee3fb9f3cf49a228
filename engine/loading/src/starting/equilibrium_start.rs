//! A run that begins in equilibrium.

use std::sync::Arc;

use bowline_description::attributes::engine::Rest;
use bowline_equilibrium::{Conditions, Equilibrium, NoEquilibrium};
use bowline_model::model::{Model, RunState};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// Lets the model begin where it rests, if the scenario asks for that: from the initial conditions it is looked for.
pub(crate) fn settle(
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
            if !events.is_empty() {
                let message =
                    format!("between the initial conditions and the equilibrium {} changed sides", events.join(", "));
                diagnostics.push(Diagnostic::warning("events-before-start", message).at(rest.span));
            }
            model.start_from(state);
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
    let Equilibrium { state, events, .. } =
        Equilibrium::find(model, &model.first_state()?, &conditions, &mut |_| None)?;
    Ok(Found { state, events })
}

/// What counts of an equilibrium here.
struct Found {
    state: RunState,
    events: Vec<String>,
}
